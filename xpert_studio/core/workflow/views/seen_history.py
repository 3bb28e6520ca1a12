"""The history as a person may read it: with what can be undone, and the titles of its tasks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from xpert_studio.core.records import ChangeState, LogEntry, Person
from xpert_studio.core.store import (
    ProjectFile,
    Transaction,
    entities,
    log,
    people,
    settings,
    task_list,
)
from xpert_studio.core.workflow.blinding import blinding_for
from xpert_studio.core.workflow.command_context import CommandContext
from xpert_studio.core.workflow.views.people_seen import knows_all_of


@dataclass(frozen=True, slots=True)
class SeenStep:
    """One event.

    Attributes:
        change_id: The change it tells of; None where it is none that could be undone.
        state: Whether that change stands.
    """

    event: LogEntry
    change_id: str | None
    state: ChangeState | None


def history_of(
    project: ProjectFile, *, task_id: str | None = None, limit: int = 400
) -> tuple[SeenStep, ...]:
    """The newest steps, newest first, of one task where it is named."""
    with project.reading() as tx:
        found = log.latest_entries(tx, limit, task_id=task_id)
        states = log.states(tx)
    return tuple(_step(event, states) for event in found)


def _step(event: LogEntry, states: dict[str, ChangeState]) -> SeenStep:
    state = states.get(event.id or "")
    return SeenStep(event, event.id if state else None, state)


LIMIT: Final = 2000
_BOOKKEEPING: Final = frozenset(
    {"form.open", "judgment.draft", "comparison.record", "comparison.withdraw"}
)
_ABOUT_JUDGMENTS: Final = frozenset(
    {
        "form.submit",
        "judgment.confirm",
        "judgment.override",
        "anchor.choose",
        "disagreement.attribute",
        "disagreement.reopen",
        "disagreement.keep",
        "disagreement.anchor",
        "judgment.dispute",
    }
)
_ABOUT_SYSTEMS: Final = frozenset(
    {
        "response.set_baseline",
        "response.add",
        "system.exclude",
        "system.include",
        "system.set",
        "system.merge",
    }
)
_NEVER_HIDDEN: Final = ("change", "of", "response", "against", "packet", "pack", "kind", "records")
_OF_PACK: Final = "pack"
"""Stands in the details of what was done with records of packs, by whatever command."""
_DECIDES: Final = "person.qualify"
_WIDER: Final = 5
_WIDEST: Final = 50_000


@dataclass(frozen=True, slots=True)
class HistoryReader:
    """What of the history a person may read.

    Attributes:
        person_id: The person; empty for a reader who has not said who they are.
        sees_all: Whether they see what others did line by line, and their reasons.
        to_judge: Responses of which they may not, since they wait for their own judgment.
        blind_tasks: Tasks whose systems are hidden from them.
        labels: The labels of the responses to these tasks, by id.
        known: People of whose qualification they may read why it was decided so.
    """

    person_id: str = ""
    sees_all: bool = False
    to_judge: frozenset[str] = frozenset()
    blind_tasks: frozenset[str] = frozenset()
    labels: Mapping[str, str] = field(default_factory=dict)
    known: frozenset[str] = frozenset()

    @classmethod
    def of(cls, tx: Transaction, person_id: str) -> HistoryReader:
        """What a person may read."""
        blinding = blinding_for(tx, person_id)
        viewer = entities.find(tx, Person, person_id) if person_id else None
        policies = settings.project_info(tx).policies
        return cls(
            person_id,
            sees_all=blinding.sees_results,
            to_judge=frozenset(blinding.to_judge),
            blind_tasks=blinding.tasks,
            labels=blinding.labels,
            known=frozenset(
                person.id
                for person in people.all_people(tx)
                if knows_all_of(person, viewer, policies)
            ),
        )

    def sees(self, event: LogEntry) -> bool:
        """Whether the event is shown at all: what others do line by line is not."""
        return (
            deed_of(event) not in _BOOKKEEPING
            or event.actor_id == self.person_id
            or (self.sees_all and event.details.get("response") not in self.to_judge)
        )

    def sees_whole(self, event: LogEntry) -> bool:
        """Whether values and reasons are shown, or only that it happened.

        What others decided on a response, and which system gave it, would break the blindness of
        who still judges it.
        """
        if event.command in _ABOUT_SYSTEMS:
            return self.sees_all and not self.blind_tasks
        is_plain = event.command not in _ABOUT_JUDGMENTS and not (
            _OF_PACK in event.details and "on_responses" in event.details
        )
        if is_plain or event.actor_id == self.person_id:
            return True
        if _OF_PACK in event.details and "response" not in event.details:
            return self.sees_all and not self.to_judge
        return self.sees_all and event.details.get("response") not in self.to_judge

    def shown(self, event: LogEntry) -> LogEntry:
        """The event with what the person may read of it; responses by label in blind tasks."""
        details = dict(event.details)
        for name in ("response", "against"):
            response_id = details.get(name)
            if response_id in self.labels:
                details[name] = f"{event.task_id}:{self.labels[str(response_id)]}"
        if self.sees_whole(event):
            is_known = event.command != _DECIDES or details.get("person") in self.known
            reason = event.reason if is_known else None
            return event.model_copy(update={"details": details, "reason": reason})
        kept = {name: details[name] for name in _NEVER_HIDDEN if name in details}
        return event.model_copy(
            update={"details": kept, "before": None, "after": None, "reason": None}
        )


@dataclass(frozen=True, slots=True)
class History:
    """Steps, newest first.

    Attributes:
        titles: Of the tasks they tell of, by id.
        has_more: Whether older ones were left out.
        reader: What of them the person may read.
    """

    steps: tuple[SeenStep, ...]
    titles: dict[str, str]
    has_more: bool
    reader: HistoryReader


def read_history(ctx: CommandContext, task_id: str | None = None, *, limit: int = LIMIT) -> History:
    """The newest steps that the person may see.

    What other experts do line by line is theirs until they hand it in: only leads see it, and
    they not of responses that wait for their own judgment.
    """
    with ctx.project.reading() as tx:
        reader = HistoryReader.of(tx, ctx.person_id)
    asked = limit + 1
    while True:
        found = history_of(ctx.project, task_id=task_id, limit=asked)
        seen = [step for step in found if reader.sees(step.event)]
        if len(seen) > limit or len(found) < asked or asked >= _WIDEST:
            break
        asked *= _WIDER
    steps = tuple(seen[:limit])
    with ctx.project.reading() as tx:
        titles = task_list.titles_of(
            tx, sorted({step.event.task_id for step in steps if step.event.task_id})
        )
    return History(steps, titles, has_more=len(seen) > limit, reader=reader)


def deed_of(event: LogEntry) -> str:
    """The verb an event tells of: of an undo, the one that was undone."""
    return str(event.details.get("of", "")) if event.command in {"undo", "redo"} else event.command
