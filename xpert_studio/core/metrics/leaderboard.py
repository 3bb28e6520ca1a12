"""The leaderboard: systems by their mean score over tasks, with intervals and coverage.

And what keeps a system out of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from types import MappingProxyType
from typing import Literal

import numpy as np

from xpert_studio.core.metrics.engine import measured
from xpert_studio.core.metrics.figures.scores import TaskScores
from xpert_studio.core.metrics.intervals import Interval, ratio
from xpert_studio.core.metrics.metric import SCORES
from xpert_studio.core.metrics.scores import (
    ResponseScores,
    answered,
    counted,
    exact_means,
    expected_by_task,
    response_scores,
    scorable,
    scores_by_task,
    unreadable,
)
from xpert_studio.core.metrics.task_estimates import Caution, Estimate
from xpert_studio.core.records import AbstentionRule
from xpert_studio.core.records.columns import (
    NONE,
    BoolArray,
    Catalog,
    FloatArray,
    IntArray,
    MetArray,
    Ratings,
)


@dataclass(frozen=True, slots=True)
class Ranked:
    """One system's row.

    Attributes:
        rank: From 1 among the complete rows, exactly equal scores share one; None for a row that
            is incomplete or apart.
        apart: ``anchored`` where the rater was shown the experts' judgments of most of its
            responses: such a row is not comparable, and does not rank. ``excluded`` where people
            have excluded the system.
        experts_score: What the experts' own judgments give, for a row that is apart; None
            elsewhere, and where they have judged none of it.
        figures: By id in the registry: ``score``, the mean over tasks (of a task's mean where it
            has several responses), ``essentials`` and others.
        tasks: Tasks with a score.
        tasks_missing: Tasks of the board on which it has no response or no verdict.
        coverage: Verdicts there are, abstentions among them, of those its responses need.
        abstained: Share of them that are abstentions; None without any verdict.
        complete: Every verdict is there, on every task of the board.
        by_domain, by_category: Mean score over the tasks of each.
        by_tier, by_dimension: Share of the points met.
        tasks_by: For ``domain``, ``category``, ``tier`` and ``dimension`` the number of tasks
            behind each of these figures.
        is_baseline: Whether its responses are the project's baseline.
    """

    system: str
    rank: int | None
    apart: Literal["anchored", "excluded"] | None
    experts_score: float | None
    figures: Mapping[str, Estimate]
    tasks: int
    tasks_missing: int
    coverage: float | None
    abstained: float | None
    complete: bool
    by_domain: dict[str, float]
    by_category: dict[str, float]
    by_tier: dict[str, float]
    by_dimension: dict[str, float]
    tasks_by: dict[str, dict[str, int]]
    is_baseline: bool

    @property
    def score(self) -> float | None:
        """Its score; None without one."""
        return self.figures["score"].value

    @property
    def interval(self) -> Interval | None:
        """Of the score."""
        return self.figures["score"].interval

    @property
    def caution(self) -> Caution | None:
        """Why that is less sure."""
        return self.figures["score"].caution


@dataclass(frozen=True, slots=True)
class ExcludedRow:
    """A system that people have excluded: why, and the row it would have."""

    system: str
    reason: str
    row: Ranked


@dataclass(frozen=True, slots=True)
class Leaderboard:
    """All systems: complete rows by rank, then those that do not rank by name.

    Attributes:
        tasks: How many tasks the rater has answered anything on: the board's scope.
        left_out: Ids of tasks with responses and checkpoints for the rater, of which it has
            answered nothing.
        excluded: Systems that are in no row, by name.
        judge_error_included: Whether intervals hold how often a judge errs; None where no judge
            gives the scores.
        unlabelled: Systems on it of which no expert has judged a response, where a judge does.
    """

    rater: str
    standings: tuple[Ranked, ...]
    tasks: int
    left_out: tuple[str, ...] = ()
    excluded: tuple[ExcludedRow, ...] = ()
    judge_error_included: bool | None = None
    unlabelled: tuple[str, ...] = ()

    def with_excluded(self) -> Leaderboard:
        """The same with the rows of excluded systems, which are apart, at its end."""
        return replace(self, standings=(*self.standings, *(item.row for item in self.excluded)))

    @property
    def figures(self) -> list[Mapping[str, Estimate]]:
        """The figures of each system."""
        return [row.figures for row in self.standings]


def leaderboard(
    catalog: Catalog,
    marks: Ratings,
    *,
    anchors: BoolArray | None = None,
    experts: Leaderboard | None = None,
    by_judge: bool = False,
    tasks: BoolArray | None = None,
    excluded: Mapping[str, str] = MappingProxyType({}),
) -> Leaderboard:
    """The leaderboard by one rater's answers.

    The board covers the tasks on which the rater has answered anything, usable or not. A system
    that lacks a response or a verdict on one of them is incomplete and does not rank. A board of
    what programs decide covers their checkpoints alone.

    Args:
        catalog: What there is to judge.
        marks: The rater's answers.
        anchors: Per response, whether the rater was shown the experts' judgments of it.
        experts: The board by the experts' own judgments.
        by_judge: Whether a judge gives the scores.
        tasks: Per task, whether the board is meant to cover it; all where None.
        excluded: Systems that people have excluded, and why.
    """
    marks = counted(catalog, marks)
    scores = response_scores(catalog, marks)
    in_scope = np.zeros(len(catalog.tasks), np.bool_)
    in_scope[catalog.response_task[marks.response]] = True
    per_task = scores_by_task(catalog, scores)[:, in_scope]
    counts_of = (
        _count(catalog, column, in_scope, least)
        for column in (scores.essentials, scores.passes)
        for least in (1, 0)
    )
    found = measured(SCORES, TaskScores(per_task, *counts_of), catalog.task_cluster[in_scope])
    points = {
        "tier": _points(catalog, marks, catalog.checkpoint_tier, catalog.tiers),
        "dimension": _points(catalog, marks, catalog.checkpoint_dimension, catalog.dimensions),
    }
    standings = [
        _standing(catalog, scores, in_scope, code, per_task[code], found[code], points)
        for code in range(len(catalog.systems))
    ]
    exact = dict(zip(catalog.systems, exact_means(catalog, marks), strict=True))
    apart = _anchored(catalog, anchors, in_scope)
    by_experts = {row.system: row.score for row in experts.standings} if experts else {}
    present_rows = [
        replace(row, apart="anchored", experts_score=by_experts.get(row.system))
        if row.system in apart
        else row
        for row in standings
        if row.tasks + row.tasks_missing
    ]
    labelled = (
        {row.system for row in experts.with_excluded().standings if row.tasks} if experts else set()
    )
    return Leaderboard(
        marks.rater,
        tuple(_ranked([row for row in present_rows if row.system not in excluded], exact)),
        int(in_scope.sum()),
        _left_out(catalog, marks.rater, in_scope if tasks is None else in_scope | ~tasks),
        tuple(_excluded(present_rows, excluded)),
        judge_error_included=False if by_judge else None,
        unlabelled=tuple(
            row.system for row in present_rows if by_judge and row.system not in labelled
        ),
    )


def _excluded(rows: Sequence[Ranked], excluded: Mapping[str, str]) -> Iterator[ExcludedRow]:
    for row in sorted(rows, key=lambda row: row.system):
        if row.system in excluded:
            yield ExcludedRow(row.system, excluded[row.system], replace(row, apart="excluded"))


def _left_out(catalog: Catalog, rater: str, in_scope: BoolArray) -> tuple[str, ...]:
    could_be = np.zeros(len(catalog.tasks), np.bool_)
    could_be[catalog.response_task] = True
    has_rubric = expected_by_task(catalog, rater) > 0
    places = np.flatnonzero(could_be & has_rubric & ~in_scope)
    return tuple(catalog.tasks[place] for place in places.tolist())


def _anchored(catalog: Catalog, anchors: BoolArray | None, in_scope: BoolArray) -> set[str]:
    """Systems most of whose responses on the board are anchors of the rater."""
    if anchors is None:
        return set()
    mine = in_scope[catalog.response_task]
    size = len(catalog.systems)
    all_of_it = np.bincount(catalog.response_system[mine], minlength=size)
    shown = np.bincount(catalog.response_system[mine & anchors], minlength=size)
    return {catalog.systems[code] for code in np.flatnonzero(shown * 2 > all_of_it)}


def _points(
    catalog: Catalog, marks: Ratings, group: IntArray, names: tuple[str, ...]
) -> tuple[FloatArray, IntArray]:
    """By system and group the share of points, NaN without any, and the tasks behind it."""
    shape = len(catalog.systems), len(names)
    marks = scorable(catalog, marks.where(group[marks.checkpoint] != NONE))
    weight = catalog.checkpoint_weight[marks.checkpoint]
    system, task = (own[marks.response] for own in (catalog.response_system, catalog.response_task))
    place = system.astype(np.int64) * shape[1] + group[marks.checkpoint]
    points, whole = (
        np.bincount(place, some, shape[0] * shape[1]) for some in (weight * marks.score, weight)
    )
    has_any = np.zeros((*shape, len(catalog.tasks)), np.bool_)
    has_any[system, group[marks.checkpoint], task] = True
    return ratio(points, whole).reshape(shape), np.asarray(has_any.sum(axis=2), np.int32)


def _count(catalog: Catalog, column: MetArray, in_scope: BoolArray, least: int) -> FloatArray:
    """Responses by system and task in scope for which a column is at least so much."""
    wanted = in_scope[catalog.response_task] & (column >= least)
    shape = len(catalog.systems), len(catalog.tasks)
    place = catalog.response_system[wanted].astype(np.int64) * shape[1]
    place += catalog.response_task[wanted]
    found = np.bincount(place, minlength=shape[0] * shape[1]).reshape(shape)
    return found[:, in_scope].astype(np.float64)


def _standing(
    catalog: Catalog,
    scores: ResponseScores,
    in_scope: BoolArray,
    code: int,
    per_task: FloatArray,
    figures: Mapping[str, Estimate],
    points: dict[str, tuple[FloatArray, IntArray]],
) -> Ranked:
    mine = (catalog.response_system == code) & in_scope[catalog.response_task]
    scored = np.isfinite(per_task)
    decided, expected = scores.decided[mine].sum(), scores.expected[mine].sum()
    abstained = scores.abstained[mine].sum()
    is_beside = catalog.abstentions is AbstentionRule.INCOMPLETE  # no part of what is decided
    answers = decided + abstained * is_beside
    missing = int((~scored).sum())
    domain, category = catalog.task_domain[in_scope], catalog.task_category[in_scope]
    tiers, dimensions = ([own[code] for own in points[by]] for by in ("tier", "dimension"))
    return Ranked(
        system=catalog.systems[code],
        rank=None,
        apart=None,
        experts_score=None,
        figures=figures,
        tasks=int(scored.sum()),
        tasks_missing=missing,
        coverage=float(decided / expected) if expected else None,
        abstained=float(abstained / answers) if answers else None,
        complete=bool(missing == 0 and expected and decided == expected),
        by_domain=_means(per_task, domain, catalog.domains),
        by_category=_means(per_task, category, catalog.categories),
        by_tier=_named(tiers[0], catalog.tiers),
        by_dimension=_named(dimensions[0], catalog.dimensions),
        tasks_by={
            "domain": _present(_per_group(scored, domain, catalog.domains), catalog.domains),
            "category": _present(
                _per_group(scored, category, catalog.categories), catalog.categories
            ),
            "tier": _present(tiers[1], catalog.tiers),
            "dimension": _present(dimensions[1], catalog.dimensions),
        },
        is_baseline=bool(mine.any() and catalog.response_is_baseline[mine].all()),
    )


def _means(per_task: FloatArray, codes: IntArray, names: tuple[str, ...]) -> dict[str, float]:
    scored = np.isfinite(per_task) & (codes != NONE)
    total = np.bincount(codes[scored], per_task[scored], len(names))
    return _named(ratio(total, _per_group(scored, codes, names).astype(np.float64)), names)


def _per_group(scored: BoolArray, codes: IntArray, names: tuple[str, ...]) -> IntArray:
    """How many of the scored tasks each group has."""
    return np.bincount(codes[scored & (codes != NONE)], minlength=len(names)).astype(np.int32)


def _present(counts: IntArray, names: tuple[str, ...]) -> dict[str, int]:
    return {name: int(count) for name, count in zip(names, counts, strict=True) if count}


def _named(values: FloatArray, names: tuple[str, ...]) -> dict[str, float]:
    return {
        name: float(value) for name, value in zip(names, values, strict=True) if np.isfinite(value)
    }


def _ranked(standings: list[Ranked], exact: Mapping[str, Fraction]) -> list[Ranked]:
    """Complete rows by their exact score, then the others by name."""
    ranking = [row for row in standings if row.complete and row.apart is None]
    ranking.sort(key=lambda row: (-exact[row.system], row.system))
    ranked: list[Ranked] = []
    for place, row in enumerate(ranking, start=1):
        tied = bool(ranked) and exact[ranked[-1].system] == exact[row.system]
        ranked.append(replace(row, rank=ranked[-1].rank if tied else place))
    rest = [row for row in standings if not row.complete or row.apart is not None]
    return ranked + sorted(rest, key=lambda row: row.system)


@dataclass(frozen=True, slots=True)
class Gap:
    """What one system lacks on the tasks of a board.

    Attributes:
        tasks_without_response: Tasks it has not answered.
        never_asked: Checkpoints of its responses that the rater has not answered.
        unusable: Checkpoints with an answer that counts neither way: invalid, failed, undecided.
        abstained: Checkpoints from which the rater abstained, where that makes a response
            incomplete.
        responses: Responses that lack something.
        uncounted: Checkpoints without an answer because no judge of the panel counts for the
            system.
        unreadable: Responses without a score because nothing installed can read a checkpoint of
            their task; of them nothing else is counted.
    """

    tasks_without_response: int
    never_asked: int
    unusable: int
    responses: int
    uncounted: int = 0
    abstained: int = 0
    unreadable: int = 0

    def __bool__(self) -> bool:
        lacks = (self.tasks_without_response, self.never_asked, self.unusable, self.uncounted)
        return any((*lacks, self.abstained, self.unreadable))


def gaps(catalog: Catalog, marks: Ratings) -> dict[str, Gap]:
    """What each system lacks, by its name; those that lack nothing are left out.

    The board covers the tasks on which the rater has answered anything, as in ``leaderboard``.

    Args:
        catalog: What there is to judge.
        marks: The rater's answers.
    """
    tasks, systems = len(catalog.tasks), len(catalog.systems)
    in_scope = np.zeros(tasks, np.bool_)
    in_scope[catalog.response_task[marks.response]] = True
    responded = np.zeros((systems, tasks), np.bool_)
    responded[catalog.response_system, catalog.response_task] = True
    size = len(catalog.responses)
    wanted = expected_by_task(catalog, marks.rater)[catalog.response_task]
    made = np.bincount(marks.response, minlength=size)
    unusable = np.bincount(marks.response[~marks.is_answer], minlength=size)
    decided = np.bincount(marks.response[marks.has_score], minlength=size)
    withheld = marks.abstained & (~answered(catalog, marks) | (decided == 0)[marks.response])
    abstained = np.bincount(marks.response[withheld], minlength=size)
    closed = unreadable(catalog)
    mine = in_scope[catalog.response_task] & ~closed
    never = np.where(mine, wanted - made, 0)
    found = {}
    for code, system in enumerate(catalog.systems):
        own = mine & (catalog.response_system == code)
        gap = Gap(
            tasks_without_response=int((in_scope & ~responded[code]).sum()),
            never_asked=int(never[own].sum()),
            unusable=int(unusable[own].sum()),
            responses=int(((never + unusable + abstained)[own] > 0).sum()),
            abstained=int(abstained[own].sum()),
            unreadable=int((closed & (catalog.response_system == code)).sum()),
        )
        if gap:
            found[system] = gap
    return found
