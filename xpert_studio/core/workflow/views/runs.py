"""Runs as a lead watches them: how each stands, and what came of it item by item."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import TypeVar

from xpert_studio.core.records import ENDED, Judge, RatingState, Role, Run, RunState
from xpert_studio.core.store import ProjectFile, judges, run_items, runs
from xpert_studio.core.workflow.blinding import blinding_for
from xpert_studio.core.workflow.command_context import CommandContext
from xpert_studio.core.workflow.rights import need_role

Item = TypeVar("Item", run_items.VerdictItem, run_items.CallItem)


@dataclass(frozen=True, slots=True)
class WatchedRun:
    """A run, how it stands, and its judge."""

    standing: runs.RunProgress
    judge: Judge

    @property
    def run(self) -> Run:
        """The run itself."""
        return self.standing.run

    @property
    def state(self) -> RunState:
        """What it is doing, or how it ended; one whose process died was interrupted."""
        return RunState.INTERRUPTED if self.standing.broke_off else self.run.state

    @property
    def is_going(self) -> bool:
        """Whether a process is working on it."""
        return self.run.state not in ENDED and self.standing.is_alive

    @property
    def waits_to_be_resumed(self) -> bool:
        """Whether it broke off, or was stopped to be taken up another time."""
        return self.state is RunState.INTERRUPTED

    @property
    def done(self) -> int:
        """How many of its verdicts are there, known ones and those without an answer included."""
        run = self.run
        return min(run.planned, run.known + run.verdicts)

    @property
    def coverage(self) -> float | None:
        """The share of its verdicts that are usable; None where it needs none."""
        run = self.run
        return min(1.0, (run.known + run.ok) / run.planned) if run.planned else None

    @property
    def cached_share(self) -> float | None:
        """The share of the input that a provider's cache served; None if unknown."""
        cached, whole = self.run.cached_tokens, self.run.input_tokens
        return None if cached is None or not whole else cached / whole

    @property
    def calls_a_minute(self) -> float | None:
        """Calls a minute: of late while it continues, over all when it has ended."""
        if self.is_going:
            return self.standing.pulse.per_minute
        run = self.run
        return run.calls / run.seconds * 60 if run.calls and run.seconds >= 1 else None


def watch_runs(project: ProjectFile, *, now: datetime) -> tuple[WatchedRun, ...]:
    """All runs as they stand, the newest first; cheap enough to ask twice a second."""
    with project.reading() as tx:
        found = runs.standings(tx, now=now)
        known = {judge.id: judge for judge in judges.all_judges(tx)} if found else {}
    return tuple(WatchedRun(item, known[item.run.judge_id]) for item in reversed(found))


@dataclass(frozen=True, slots=True)
class RunOutcome:
    """What came of a run, beyond its counts.

    Attributes:
        still_open: Checkpoints that are without a usable verdict still, by what is wrong.
    """

    facets: run_items.Facets
    still_open: dict[RatingState, int] = field(default_factory=dict)


def run_outcome(ctx: CommandContext, run_id: str) -> RunOutcome:
    """What the items of a run can be filtered by, and what of it is still open.

    Raises:
        NotAllowedError: The person does not lead the project.
    """
    with ctx.reading() as (tx, person):
        need_role(person, Role.LEAD)
        facets = run_items.facets_of(tx, run_id)
        if blinding_for(tx, person.id).tasks:  # a filter by system would tell who answered what
            facets = replace(facets, models=())
        return RunOutcome(facets, run_items.open_problems(tx, run_id))


@dataclass(frozen=True, slots=True)
class Items:
    """The items a filter leaves: their keys in order, and how many are sealed to the person."""

    keys: tuple[int, ...]
    withheld: int


def list_items(ctx: CommandContext, wanted: run_items.ItemFilter, *, calls: bool = False) -> Items:
    """The verdicts, or calls, of a run that a filter leaves.

    Those on responses that the person still has to judge or confirm are left out and counted.

    Raises:
        NotAllowedError: The person does not lead the project.
    """
    look = run_items.call_keys if calls else run_items.verdict_keys
    with ctx.reading() as (tx, person):
        need_role(person, Role.LEAD)
        blinding = blinding_for(tx, person.id)
        if wanted.models and blinding.tasks:
            wanted = replace(wanted, models=())
        keys, withheld = look(tx, wanted, without=blinding.pending.keys())
        return Items(tuple(keys), withheld)


def verdict_items(ctx: CommandContext, keys: Sequence[int]) -> dict[int, run_items.VerdictItem]:
    """The verdicts of some keys; without systems that are hidden from the person."""
    with ctx.project.reading() as tx:
        return _blinded(run_items.verdict_items(tx, keys), blinding_for(tx, ctx.person_id).tasks)


def call_items(ctx: CommandContext, keys: Sequence[int]) -> dict[int, run_items.CallItem]:
    """The calls of some keys; as ``verdict_items``."""
    with ctx.project.reading() as tx:
        return _blinded(run_items.call_items(tx, keys), blinding_for(tx, ctx.person_id).tasks)


def _blinded(found: dict[int, Item], blind: frozenset[str]) -> dict[int, Item]:
    return {
        key: replace(item, model="") if item.task_id in blind else item
        for key, item in found.items()
    }
