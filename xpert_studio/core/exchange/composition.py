"""What an export is made up of, counted from the records as they go out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from statistics import fmean
from sys import intern
from typing import Final, NamedTuple, TypeVar

from xpert_studio.core.records import (
    ANSWERED,
    BINARY,
    CHECKS,
    PANEL,
    Checkpoint,
    Difficulty,
    Judge,
    Judgment,
    Panel,
    RatingState,
    Record,
    Response,
    ResponseRole,
    Task,
    Tier,
    Verdict,
    grouped,
)

Part = TypeVar("Part")
NO_VALUE: Final = ""
"""Stands for "none given" among domains, languages, tiers and the like."""


@dataclass(slots=True)
class RubricShare:
    """One part of the rubrics: how many tasks, checkpoints and points it has."""

    tasks: int = 0
    checkpoints: int = 0
    points: float = 0


@dataclass(slots=True)
class Size:
    """One task: where it belongs, how long its prompt is, and how many checkpoints it has."""

    domain: str
    category: str
    length: int
    checkpoints: int = 0


class Shape(NamedTuple):
    """Some tasks with a rubric: how many, with how many checkpoints and characters on average."""

    tasks: int
    checkpoints: float
    length: float


@dataclass(slots=True)
class Composition:
    """Counts of what goes out; the person who writes records shows each of them to ``see``.

    Tasks must come before their checkpoints, and judges before their verdicts.

    Attributes:
        sizes: Of each task, by its id.
        languages, difficulties: Tasks by each.
        with_rubric: Ids of the tasks that go out with a rubric.
        by_domain, by_tier, by_dimension: Parts of the rubrics.
        weights: Checkpoints by weight.
        systems: Responses by system; ``baselines`` names those that are a baseline anywhere.
        judged: Ids of the responses an expert has judged.
        statuses: Judgments by status; ``gold`` counts those that are confirmed or overridden.
        met: Gold judgments of binary checkpoints that say met; ``binary`` counts all of them.
        others: Checkpoints that are not binary, by task and id.
        task_of: Task by response.
        unsigned: Gold judgments of which it is not recorded who confirmed them.
        self_adjudicated: Judgments confirmed or overridden by the expert who made them.
        unblinded: Judgments made while results were open to the expert.
        raters: Experts by (response, checkpoint).
        judges: The judges; ``verdicts`` counts their verdicts by judge and state, ``by_program``
            those of checks and choice.
        panels: The panels of judges, by id.
        attached: Hashes of the attached files.
        first, last: The earliest and the latest time that a record carries.
    """

    sizes: dict[str, Size] = field(default_factory=dict)
    languages: Counter[str] = field(default_factory=Counter)
    difficulties: Counter[str] = field(default_factory=Counter)
    with_rubric: set[str] = field(default_factory=set)
    by_domain: dict[str, RubricShare] = field(default_factory=dict)
    by_tier: dict[str, RubricShare] = field(default_factory=dict)
    by_dimension: dict[str, RubricShare] = field(default_factory=dict)
    weights: Counter[float] = field(default_factory=Counter)
    systems: Counter[str] = field(default_factory=Counter)
    baselines: set[str] = field(default_factory=set)
    judged: set[str] = field(default_factory=set)
    statuses: Counter[str] = field(default_factory=Counter)
    gold: int = 0
    met: int = 0
    binary: int = 0
    unsigned: int = 0
    self_adjudicated: int = 0
    unblinded: int = 0
    others: set[tuple[str, str]] = field(default_factory=set)
    task_of: dict[str, str] = field(default_factory=dict)
    raters: Counter[tuple[str, str]] = field(default_factory=Counter)
    experts: set[str] = field(default_factory=set)
    judges: dict[str, Judge] = field(default_factory=dict)
    panels: dict[str, Panel] = field(default_factory=dict)
    verdicts: dict[str, Counter[RatingState]] = field(default_factory=dict)
    by_program: int = 0
    attached: set[str] = field(default_factory=set)
    first: datetime | None = None
    last: datetime | None = None

    def see(self, record: Record) -> None:
        """Counts a record that goes out."""
        match record:
            case Verdict():
                if record.judge_id == CHECKS:
                    self.by_program += 1
                else:
                    states = self.verdicts.get(record.judge_id)
                    if states is None:
                        states = self.verdicts[record.judge_id] = Counter()
                    states[record.state] += 1
                self._at(record.judged_at)
            case Judgment():
                self._see_judgment(record)
            case Checkpoint():
                self._see_checkpoint(record)
            case Response():
                self._see_response(record)
            case Task():
                self._see_task(record)
            case Judge() if panel := Panel.of(record):
                self.panels[record.id] = panel
            case Judge(provider=provider) if provider not in {CHECKS, PANEL}:
                self.judges[record.id] = record

    def _see_task(self, task: Task) -> None:
        size = Size(task.domain or NO_VALUE, task.category or NO_VALUE, len(task.full_prompt))
        self.sizes[task.id] = size
        self.languages[task.language or NO_VALUE] += 1
        self.difficulties[task.difficulty or NO_VALUE] += 1
        self.by_domain.setdefault(task.domain or NO_VALUE, RubricShare()).tasks += 1
        self.attached.update(item.sha256 for item in task.attachments)

    def _see_checkpoint(self, point: Checkpoint) -> None:
        self.with_rubric.add(point.task_id)
        self.sizes[point.task_id].checkpoints += 1
        if point.instrument != BINARY:
            self.others.add((point.task_id, point.id))
        self.weights[point.weight] += 1
        for parts, name in (
            (self.by_domain, self.sizes[point.task_id].domain),
            (self.by_tier, point.tier or NO_VALUE),
            (self.by_dimension, point.dimension or NO_VALUE),
        ):
            part = parts.setdefault(name, RubricShare())
            part.checkpoints += 1
            part.points += point.weight

    def _see_response(self, response: Response) -> None:
        self.systems[response.model] += 1
        self.task_of[intern(response.id)] = intern(response.task_id)
        if response.role is ResponseRole.BASELINE:
            self.baselines.add(response.model)
        self.attached.update(item.sha256 for item in response.attachments)
        self._at(response.created_at)

    def _see_judgment(self, judgment: Judgment) -> None:
        self.statuses[judgment.status] += 1
        self.self_adjudicated += judgment.self_adjudicated
        self.unblinded += judgment.unblinded
        self.experts.add(judgment.expert_id)
        self.judged.add(intern(judgment.response_id))
        self.raters[intern(judgment.response_id), intern(judgment.checkpoint_id)] += 1
        if judgment.is_gold:
            self.gold += 1
            place = self.task_of.get(judgment.response_id, ""), judgment.checkpoint_id
            if place not in self.others and judgment.final_value is not None:
                self.binary += 1
                self.met += judgment.final_value == 1
            self.unsigned += judgment.confirmed_by is None
        self._at(judgment.judged_at)

    def _at(self, moment: datetime | None) -> None:
        if moment is not None:
            if self.first is None or moment < self.first:
                self.first = moment
            if self.last is None or moment > self.last:
                self.last = moment

    @property
    def tasks(self) -> int:
        """How many tasks go out."""
        return len(self.sizes)

    @property
    def checkpoints(self) -> int:
        """How many checkpoints go out."""
        return self.weights.total()

    @property
    def points(self) -> float:
        """The weights of all checkpoints together."""
        return sum(point * count for point, count in self.weights.items())

    @property
    def responses(self) -> int:
        """How many responses go out."""
        return self.systems.total()

    @property
    def judgments(self) -> int:
        """How many judgments go out."""
        return self.statuses.total()

    def shapes(self, *, by_category: bool) -> dict[tuple[str, str], Shape]:
        """Tasks with a rubric by domain, or by domain and category, the most first."""
        found = grouped(
            ((size.domain, size.category if by_category else NO_VALUE), size)
            for size in self.sizes.values()
            if size.checkpoints
        )
        ordered = sorted(found.items(), key=lambda item: (-len(item[1]), item[0]))
        return {place: _shape(own) for place, own in ordered}

    @property
    def shape(self) -> Shape | None:
        """All tasks with a rubric; None without any."""
        own = [size for size in self.sizes.values() if size.checkpoints]
        return _shape(own) if own else None

    @property
    def domains(self) -> list[str]:
        """The domains that have a name."""
        return [name for name in self.by_domain if name != NO_VALUE]

    @property
    def all_verdicts(self) -> int:
        """How many verdicts go out, in any state."""
        return sum(states.total() for states in self.verdicts.values())

    @property
    def unusable(self) -> int:
        """Verdicts that are invalid or errors."""
        answered = (states[state] for states in self.verdicts.values() for state in ANSWERED)
        return self.all_verdicts - sum(answered)

    @property
    def twice(self) -> int:
        """Pairs of response and checkpoint that two experts or more have judged."""
        return sum(1 for count in self.raters.values() if count > 1)


def _shape(own: Sequence[Size]) -> Shape:
    return Shape(len(own), fmean(one.checkpoints for one in own), fmean(one.length for one in own))


def composition_of(*records: Iterable[Record]) -> Composition:
    """Counts records that are all in memory, tasks first."""
    found = Composition()
    for group in records:
        for record in group:
            found.see(record)
    return found


def in_order(parts: Mapping[str, Part], first: Iterable[str] = ()) -> list[tuple[str, Part]]:
    """Parts by name: known names first, then the rest by the alphabet, "none given" last."""
    known = [name for name in first if name in parts]
    rest = sorted(name for name in parts if name not in known and name != NO_VALUE)
    last = [NO_VALUE] if NO_VALUE in parts else []
    return [(name, parts[name]) for name in (*known, *rest, *last)]


TIERS: Final = tuple(tier.value for tier in Tier)
DIFFICULTIES: Final = tuple(difficulty.value for difficulty in Difficulty)
