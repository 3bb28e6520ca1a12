"""Two systems task by task: who does better, where, and whether that is more than chance."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from xpert_studio.metrics.intervals import Interval, percentile_interval, ratio, resampling
from xpert_studio.metrics.scores import response_scores, scores_by_task
from xpert_studio.records.columns import NONE, BoolArray, Catalog, FloatArray, IntArray, Marks

_SAME: Final = 1e-9
"""Scores this close are the same but for rounding."""
PARTS: Final = ("domain", "tier", "dimension")
Places = npt.NDArray[np.intp]


@dataclass(frozen=True, slots=True)
class PartDifference:
    """Two systems on one domain, tier or dimension, over the tasks they share.

    Attributes:
        by: One of ``PARTS``.
        tasks: Shared tasks that have it.
        first, second: For a domain the mean score over its tasks; else the share of points met.
        difference: Second less first.
        interval: Of the difference, 95 %, by bootstrap over tasks; None with fewer than two tasks.
    """

    by: str
    name: str
    tasks: int
    first: float
    second: float
    difference: float
    interval: Interval | None


@dataclass(frozen=True, slots=True)
class SystemComparison:
    """Two systems by one rater's answers, over the tasks on which both have a score.

    Attributes:
        rater: Whose answers.
        tasks: The shared tasks, by their number in the catalogue; the arrays go with them.
        first_scores, second_scores: Of each system on each (the mean of its responses to it).
        incomplete: Whether either lacks an answer to some checkpoint there: its score is over
            fewer checkpoints than the other's.
        only_first, only_second: Tasks on which only one of them has a score; left out.
        first_mean, second_mean: Over the shared tasks.
        difference: Second less first.
        interval: Of the difference, 95 %, by paired bootstrap over tasks; None with fewer than two.
        wins_first, wins_second, ties: Tasks on which one scores higher, or both the same.
        sign_p: Exact sign test on wins, two-sided; 1 where there are none.
        wilcoxon_p: Wilcoxon's signed-rank test on the differences; None where all are zero.
        parts: By domain, tier and dimension.
    """

    rater: str
    first: str
    second: str
    tasks: IntArray
    first_scores: FloatArray
    second_scores: FloatArray
    incomplete: BoolArray
    only_first: int
    only_second: int
    first_mean: float | None
    second_mean: float | None
    difference: float | None
    interval: Interval | None
    wins_first: int
    wins_second: int
    ties: int
    sign_p: float
    wilcoxon_p: float | None
    parts: tuple[PartDifference, ...]

    @property
    def differences(self) -> FloatArray:
        """Second less first, by shared task; exactly zero where only rounding differs."""
        return _difference(self.first_scores, self.second_scores)


def compare_systems(
    catalog: Catalog, marks: Marks, first: str, second: str, *, seed: int = 0
) -> SystemComparison:
    """Compares two systems on the tasks they share.

    Args:
        catalog: What there is to judge.
        marks: One rater's answers.
        first: A system.
        second: Another one.
        seed: Of the resampling.

    Raises:
        KeyError: One of them is no system of the catalogue.
    """
    codes = {name: code for code, name in enumerate(catalog.systems)}
    one, two = codes[first], codes[second]
    scores = response_scores(catalog, marks)
    by_task = scores_by_task(catalog, scores)
    has_one, has_two = np.isfinite(by_task[one]), np.isfinite(by_task[two])
    shared = np.flatnonzero(has_one & has_two)
    of_first, of_second = by_task[one, shared], by_task[two, shared]
    lacking = (scores.decided < scores.expected) & np.isin(catalog.response_system, [one, two])
    short = np.bincount(catalog.response_task[lacking], minlength=len(catalog.tasks)) > 0
    difference = _difference(of_first, of_second)
    return SystemComparison(
        rater=marks.rater,
        first=first,
        second=second,
        tasks=shared.astype(np.int32),
        first_scores=of_first,
        second_scores=of_second,
        incomplete=short[shared],
        only_first=int((has_one & ~has_two).sum()),
        only_second=int((has_two & ~has_one).sum()),
        first_mean=_mean(of_first),
        second_mean=_mean(of_second),
        difference=_mean(difference),
        interval=_interval(difference, seed),
        wins_first=int((difference < 0).sum()),
        wins_second=int((difference > 0).sum()),
        ties=int((difference == 0).sum()),
        sign_p=sign_test(int((difference > 0).sum()), int((difference < 0).sum())),
        wilcoxon_p=signed_rank_test(difference),
        parts=(
            *_domains(catalog, shared, of_first, of_second, seed),
            *_points(catalog, marks, shared, (one, two), seed),
        ),
    )


def sign_test(more: int, less: int) -> float:
    """Two-sided exact sign test (binomial, even chances), from scipy; 1 where both are 0."""
    if more + less == 0:
        return 1.0
    from scipy.stats import binomtest

    return float(binomtest(more, more + less).pvalue)


def signed_rank_test(differences: FloatArray) -> float | None:
    """Wilcoxon's signed-rank test, two-sided, zeros dropped, from scipy; None where all are zero.

    Exact up to 50 differences without ties, else by permutation or normal approximation, as scipy
    chooses.
    """
    # Rounding must not decide which of two equal differences ranks higher.
    moved = np.round(differences[differences != 0], 9)
    if not moved.size:
        return None
    from scipy.stats import wilcoxon

    return float(wilcoxon(moved).pvalue)


def _difference(first: FloatArray, second: FloatArray) -> FloatArray:
    difference = second - first
    difference[np.abs(difference) < _SAME] = 0.0
    return difference


def _mean(values: FloatArray) -> float | None:
    return float(values.mean()) if values.size else None


def _interval(differences: FloatArray, seed: int) -> Interval | None:
    if differences.size < 2:
        return None
    counts = resampling(int(differences.size), seed)
    return percentile_interval(counts @ differences / differences.size)


def _domains(
    catalog: Catalog, shared: Places, first: FloatArray, second: FloatArray, seed: int
) -> Iterator[PartDifference]:
    """Mean scores by domain."""
    codes = catalog.task_domain[shared]
    member = (codes[:, None] == np.arange(len(catalog.domains))).astype(np.float64)
    tasks = member.sum(axis=0)
    means = [ratio(member.T @ scores, tasks) for scores in (first, second)]
    intervals = _ratio_intervals(
        member * _difference(first, second)[:, None], member, tasks, seed, shared.size
    )
    for code, name in enumerate(catalog.domains):
        if tasks[code]:
            yield _part("domain", name, tasks[code], means, code, intervals[code])


def _points(
    catalog: Catalog, marks: Marks, shared: Places, systems: tuple[int, int], seed: int
) -> Iterator[PartDifference]:
    """Share of the points met by tier and by dimension, where both have points to win."""
    place = np.full(len(catalog.tasks), NONE, np.int64)
    place[shared] = np.arange(shared.size)
    for by, group, names in (
        ("tier", catalog.checkpoint_tier, catalog.tiers),
        ("dimension", catalog.checkpoint_dimension, catalog.dimensions),
    ):
        sums = [_sums(catalog, marks, place, system, group, len(names)) for system in systems]
        both = (sums[0][1] > 0) & (sums[1][1] > 0)
        sums = [(met * both, whole * both) for met, whole in sums]
        shares = [ratio(met.sum(axis=0), whole.sum(axis=0)) for met, whole in sums]
        tasks = both.sum(axis=0)
        intervals = _share_intervals(sums, tasks, seed)
        for code, name in enumerate(names):
            if tasks[code]:
                yield _part(by, name, tasks[code], shares, code, intervals[code])


def _sums(
    catalog: Catalog,
    marks: Marks,
    place: npt.NDArray[np.int64],
    system: int,
    group: IntArray,
    groups: int,
) -> tuple[FloatArray, FloatArray]:
    """Points met and points there are, by shared task and group."""
    task = place[catalog.response_task[marks.response]]
    code = group[marks.checkpoint]
    mine = (marks.met != NONE) & (task != NONE) & (code != NONE)
    mine &= catalog.response_system[marks.response] == system
    cell = task[mine] * groups + code[mine]
    weight = catalog.checkpoint_weight[marks.checkpoint[mine]]
    shape = int(np.count_nonzero(place != NONE)), groups
    size = shape[0] * shape[1]
    met = np.bincount(cell, weight * marks.met[mine], size).astype(np.float64)
    whole = np.bincount(cell, weight, size).astype(np.float64)
    return met.reshape(shape), whole.reshape(shape)


def _share_intervals(
    sums: list[tuple[FloatArray, FloatArray]], tasks: IntArray, seed: int
) -> list[Interval | None]:
    """Intervals of the difference of two shares of points, by group."""
    size = sums[0][0].shape[0]
    if size < 2:
        return [None] * tasks.size
    counts = resampling(size, seed)
    one, two = (ratio(counts @ met, counts @ whole) for met, whole in sums)
    return _percentiles(two - one, tasks)


def _ratio_intervals(
    values: FloatArray, members: FloatArray, tasks: FloatArray, seed: int, size: int
) -> list[Interval | None]:
    """Intervals of means over the members of each group."""
    if size < 2:
        return [None] * tasks.size
    counts = resampling(size, seed)
    return _percentiles(ratio(counts @ values, counts @ members), tasks)


def _percentiles(replicates: FloatArray, tasks: IntArray | FloatArray) -> list[Interval | None]:
    return [
        percentile_interval(replicates[:, code]) if count > 1 else None
        for code, count in enumerate(tasks)
    ]


def _part(
    by: str, name: str, tasks: float, values: list[FloatArray], code: int, interval: Interval | None
) -> PartDifference:
    first, second = float(values[0][code]), float(values[1][code])
    return PartDifference(by, name, int(tasks), first, second, second - first, interval)
