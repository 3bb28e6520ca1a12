"""The measured pass rate of a brief, beside the estimate of its author."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np

from xpert_studio.api.records import Checkpoint, RecordKind, Task, Transaction
from xpert_studio.core.metrics.intervals import Interval, wilson_bounds
from xpert_studio.core.records import PackRecord, content_hash, grouped
from xpert_studio.core.records.record_kinds import reading_of
from xpert_studio.core.store import pack_records, tasks
from xpert_studio.core.workflow.pack_records import counted
from xpert_studio.packs.pretest.records import (
    ANSWER,
    PACK_ID,
    RATING,
    ProbeAnswer,
    ProbeRating,
)

Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class AnsweredBySystem:
    """An answer with its ratings.

    Attributes:
        met: As most people say; None without a rating, or where as many say so as not.
        is_outdated: Whether the brief was changed since; it then counts no more.
    """

    id: str
    answer: ProbeAnswer
    ratings: tuple[ProbeRating, ...]
    met: bool | None
    is_outdated: bool


@dataclass(frozen=True, slots=True)
class PointRate:
    """How many systems meet a checkpoint, of those with an answer that was rated on it."""

    point: Checkpoint
    passed: float
    n: int

    @property
    def interval(self) -> Interval:
        """Wilson's 95 % interval over systems."""
        return _wilson(self.passed, self.n)


@dataclass(frozen=True, slots=True)
class PassRate:
    """What was measured of a brief.

    Attributes:
        passed, n: Systems that pass, of those with a rated answer; of a system with several rated
            answers the share that was met counts.
        cost: Of all answers; None where that of any is unknown.
        points: The same by checkpoint, of those that were rated.
    """

    task: Task
    answers: tuple[AnsweredBySystem, ...]
    passed: float
    n: int
    cost: float | None
    points: tuple[PointRate, ...] = ()

    @property
    def rate(self) -> float | None:
        """The share of systems that pass."""
        return self.passed / self.n if self.n else None

    @property
    def interval(self) -> Interval | None:
        """Wilson's 95 % interval over systems."""
        return _wilson(self.passed, self.n) if self.n else None

    @property
    def estimated(self) -> float | None:
        """What the author estimated."""
        return self.task.checklist.pass_rate if self.task.checklist else None

    def plain(self, *, with_texts: bool = False) -> dict[str, Any]:
        """For programs; answers with their texts only for those who decide on briefs."""
        return {
            "task": self.task.id,
            "pass_rate": self.rate,
            "pass_rate_interval": self.interval,
            "passed": self.passed,
            "n": self.n,
            "estimated": self.estimated,
            "cost": self.cost,
            "checkpoints": [
                {
                    "id": point.point.id,
                    "passed": point.passed,
                    "n": point.n,
                    "pass_rate": point.passed / point.n,
                    "pass_rate_interval": point.interval,
                }
                for point in self.points
            ],
            "answers": [
                {
                    "id": answer.id,
                    **({"text": answer.answer.text} if with_texts else {}),
                    "met": answer.met,
                    "outdated": answer.is_outdated,
                    "ratings": len(answer.ratings),
                }
                for answer in self.answers
            ],
        }


def _kept(
    tx: Transaction, kind: RecordKind, model: type[Value]
) -> Iterator[tuple[PackRecord, Value]]:
    for one in counted(tx, map(reading_of, pack_records.records_in(tx, (PACK_ID, kind.id)))):
        value: Any = one.value
        if isinstance(value, model):
            yield one.record, value


def pass_rates(tx: Transaction) -> Mapping[str, PassRate]:
    """What was measured, by task."""
    ratings = grouped((one.answer, one) for _, one in _kept(tx, RATING, ProbeRating))
    answers = grouped(
        (record.task_id or "", (record.id, one)) for record, one in _kept(tx, ANSWER, ProbeAnswer)
    )
    return {
        task_id: _rate(tasks.get_task(tx, task_id), tasks.rubric_of(tx, task_id), found, ratings)
        for task_id, found in answers.items()
    }


def _rate(
    task: Task,
    rubric: Sequence[Checkpoint],
    found: list[tuple[str, ProbeAnswer]],
    ratings: Mapping[str, list[ProbeRating]],
) -> PassRate:
    answers = tuple(
        AnsweredBySystem(
            id_,
            one,
            tuple(ratings.get(id_, ())),
            _most([one.met for one in ratings.get(id_, [])]),
            one.prompt != task.prompt_hash,
        )
        for id_, one in found
    )
    current = [answer for answer in answers if not answer.is_outdated]
    passed, n = _passed([(one.answer.system, one.met) for one in current])
    points = [
        PointRate(point, *_passed([(one.answer.system, _met_on(one, point)) for one in current]))
        for point in rubric
    ]
    costs = [answer.answer.cost for answer in answers]
    known = [cost for cost in costs if cost is not None]
    total = sum(known) if len(known) == len(costs) else None
    return PassRate(task, answers, passed, n, total, tuple(one for one in points if one.n))


def _passed(found: Iterable[tuple[str, bool | None]]) -> tuple[float, int]:
    """Systems that pass and systems with a rating; of a system with several, the share counts."""
    by_system = grouped((system, met) for system, met in found if met is not None)
    return sum(sum(met) / len(met) for met in by_system.values()), len(by_system)


def _met_on(answer: AnsweredBySystem, point: Checkpoint) -> bool | None:
    said = [rating.points[point.id] for rating in answer.ratings if point.id in rating.points]
    text = text_hash(point.rated_text)
    return _most([one.met for one in said if one.text == text])


def _most(said: Sequence[bool]) -> bool | None:
    """What most say; None without a rating, or with as many yes as no."""
    other = len(said) - sum(said)
    return None if sum(said) == other else sum(said) > other


def text_hash(text: str) -> str:
    """Hash of the text of a checkpoint, as a rating names what was rated."""
    return content_hash([text])


def _wilson(passed: float, n: int) -> Interval:
    low, high = wilson_bounds(np.array(passed), np.array(n))
    return float(low), float(high)
