"""The measured pass rate of a brief, beside the estimate of its author."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np

from xpert_studio.core.metrics.intervals import Interval, wilson_bounds
from xpert_studio.core.records import PackRecord, Task, grouped
from xpert_studio.core.records.record_kinds import RecordKind, reading_of
from xpert_studio.core.store import Transaction, pack_records, tasks
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
class Answered:
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
class PassRate:
    """What was measured of a brief.

    Attributes:
        passed, n: Systems that pass, of those with a rated answer; of a system with several rated
            answers the share that was met counts.
        cost: Of all answers; None where that of any is unknown.
    """

    task: Task
    answers: tuple[Answered, ...]
    passed: float
    n: int
    cost: float | None

    @property
    def rate(self) -> float | None:
        """The share of systems that pass."""
        return self.passed / self.n if self.n else None

    @property
    def interval(self) -> Interval | None:
        """Wilson's 95 % interval over systems."""
        if not self.n:
            return None
        low, high = wilson_bounds(np.array(self.passed), np.array(self.n))
        return float(low), float(high)

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
            "answers": [
                {
                    "id": one.id,
                    **({"text": one.answer.text} if with_texts else {}),
                    "met": one.met,
                    "outdated": one.is_outdated,
                    "ratings": len(one.ratings),
                }
                for one in self.answers
            ],
        }


def _kept(
    tx: Transaction, kind: RecordKind, model: type[Value]
) -> Iterator[tuple[PackRecord, Value]]:
    read = map(reading_of, pack_records.records_in(tx, (PACK_ID, kind.id)))
    for one in counted(tx, read):
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
        task_id: _rate(tasks.get_task(tx, task_id), found, ratings)
        for task_id, found in answers.items()
    }


def _rate(
    task: Task,
    found: list[tuple[str, ProbeAnswer]],
    ratings: Mapping[str, list[ProbeRating]],
) -> PassRate:
    answers = tuple(
        Answered(
            id_,
            one,
            tuple(ratings.get(id_, ())),
            _met(ratings.get(id_, [])),
            one.prompt != task.prompt_hash,
        )
        for id_, one in found
    )
    rated = grouped(
        (one.answer.system, one.met)
        for one in answers
        if one.met is not None and not one.is_outdated
    )
    passed = sum(sum(met) / len(met) for met in rated.values())
    costs = [one.answer.cost for one in answers]
    known = [cost for cost in costs if cost is not None]
    total = sum(known) if len(known) == len(costs) else None
    return PassRate(task, answers, passed, len(rated), total)


def _met(ratings: list[ProbeRating]) -> bool | None:
    met = sum(one.met for one in ratings)
    other = len(ratings) - met
    return None if met == other else met > other
