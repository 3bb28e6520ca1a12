"""Systems on a suite: the newest evaluation of each, and which are behind the best beyond noise."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from xpert_studio.core.records import grouped
from xpert_studio.packs.recipes.efficiency import pareto_front
from xpert_studio.packs.suites.compare import (
    EvaluationComparison,
    are_comparable,
    compare,
    corrected,
)
from xpert_studio.packs.suites.evaluations import Evaluation, newest_of_each

MEASURES: Final = ("seconds", "cost", "tokens")
"""What quality is set against; less is better."""


@dataclass(frozen=True, slots=True)
class BoardRow:
    """A system on a branch.

    Attributes:
        evaluation: Its newest one.
        behind: Against the best, corrected over all rows of the page; None for the best itself,
            and for evaluations that cannot be compared with it.
        is_current: Whether it is of the definition of the newest evaluation of the suite.
    """

    evaluation: Evaluation
    behind: EvaluationComparison | None
    is_current: bool


@dataclass(frozen=True, slots=True)
class SuiteBoard:
    """A suite.

    Attributes:
        rows: Those of the newest definition first, by pass rate; older ones after.
        fronts: By measure, the ids of the evaluations of the Pareto front.
    """

    suite: str
    rows: tuple[BoardRow, ...]
    fronts: dict[str, tuple[str, ...]]


def boards_of(known: Sequence[Evaluation]) -> tuple[SuiteBoard, ...]:
    """The board of each suite.

    Args:
        known: All evaluations, oldest first.
    """
    by_suite = grouped((one.suite, one) for one in newest_of_each(known))
    current = {name: _current(own) for name, own in by_suite.items()}
    pairs = [compare(own[0], one) for own in current.values() for one in own[1:]]
    behind = {one.after.id: one for one in corrected(pairs)}
    return tuple(_board(name, current[name], own, behind) for name, own in by_suite.items())


def _current(own: Sequence[Evaluation]) -> list[Evaluation]:
    """The evaluations that are of the definition of the newest, best first."""
    newest = own[-1]
    found = [one for one in own if one is newest or are_comparable(newest, one)]
    return sorted(found, key=_merit)


def _merit(evaluation: Evaluation) -> tuple[float, str, str]:
    return -(evaluation.pass_rate().value or 0.0), evaluation.first.system, evaluation.first.branch


def _board(
    name: str,
    current: Sequence[Evaluation],
    own: Sequence[Evaluation],
    behind: dict[str, EvaluationComparison],
) -> SuiteBoard:
    ids = {one.id for one in current}
    older = sorted((one for one in own if one.id not in ids), key=_merit)
    rows = (
        *(BoardRow(one, behind.get(one.id), is_current=True) for one in current),
        *(BoardRow(one, None, is_current=False) for one in older),
    )
    fronts = {
        measure: pareto_front(
            (one.id, took, one.pass_rate().value or 0.0)
            for one in current
            if (took := one.mean(measure)) is not None
        )
        for measure in MEASURES
    }
    return SuiteBoard(name, rows, fronts)
