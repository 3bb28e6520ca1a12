"""Two systems task by task: who does better, where, and whether that is more than chance."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from xpert_studio.core.metrics.distributions import signed_rank_p
from xpert_studio.core.metrics.intervals import Interval
from xpert_studio.core.metrics.scores import counted, response_scores, scorable, scores_by_task
from xpert_studio.core.metrics.significance import sign_test
from xpert_studio.core.metrics.task_estimates import SHARE, Caution, differences, in_clusters
from xpert_studio.core.metrics.task_estimates import difference as compared
from xpert_studio.core.records.columns import (
    NONE,
    BoolArray,
    Catalog,
    FloatArray,
    IntArray,
    Ratings,
)

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
        interval: Of the difference, 95 %, over tasks; None with fewer than two tasks.
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
        only_first, only_second: Tasks on which only one of them has a score; excluded.
        first_mean, second_mean: Over the shared tasks.
        difference: Second less first.
        interval: Of the difference, 95 %, over tasks; None with fewer than two.
        caution: Why the interval is less sure; see ``task_estimates``.
        p: Of the difference, by task: the headline test; the two below ask other questions.
        wins_first, wins_second, ties: Tasks on which one scores higher, or both the same.
        sign_p: Exact sign test on wins, two-sided, by task or family; 1 where there are none.
        wilcoxon_p: Wilcoxon's signed-rank test on the differences of tasks or the mean ones of
            families; None where all are zero.
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
    caution: Caution | None
    p: float | None
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


def compare_systems(catalog: Catalog, marks: Ratings, first: str, second: str) -> SystemComparison:
    """Compares two systems on the tasks they share.

    Args:
        catalog: What there is to judge.
        marks: One rater's answers.
        first: A system.
        second: Another one.

    Raises:
        KeyError: One of them is no system of the catalogue.
    """
    codes = {name: code for code, name in enumerate(catalog.systems)}
    one, two = codes[first], codes[second]
    marks = counted(catalog, marks)
    scores = response_scores(catalog, marks)
    by_task = scores_by_task(catalog, scores)
    has_one, has_two = np.isfinite(by_task[one]), np.isfinite(by_task[two])
    shared = np.flatnonzero(has_one & has_two)
    of_first, of_second = by_task[one, shared], by_task[two, shared]
    lacking = (scores.decided < scores.expected) & np.isin(catalog.response_system, [one, two])
    short = np.bincount(catalog.response_task[lacking], minlength=len(catalog.tasks)) > 0
    difference = _difference(of_first, of_second)
    cluster = catalog.task_cluster[shared]
    of_cluster = _by_cluster(difference, cluster)
    sides = (in_clusters(_means(scores), cluster) for scores in (of_first, of_second))
    apart = compared(SHARE, *sides)
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
        interval=apart.interval,
        caution=apart.caution,
        p=apart.p,
        wins_first=int((difference < 0).sum()),
        wins_second=int((difference > 0).sum()),
        ties=int((difference == 0).sum()),
        sign_p=sign_test(int((of_cluster > 0).sum()), int((of_cluster < 0).sum())),
        wilcoxon_p=signed_rank_test(of_cluster),
        parts=(
            *_domains(catalog, shared, of_first, of_second),
            *_points(catalog, marks, shared, (one, two)),
        ),
    )


def signed_rank_test(differences: FloatArray) -> float | None:
    """Wilcoxon's signed-rank test, two-sided, zeros dropped; None where all are zero."""
    # Rounding must not decide which of two equal differences ranks higher.
    moved = np.round(differences[differences != 0], 9)
    return signed_rank_p(moved) if moved.size else None


def _difference(first: FloatArray, second: FloatArray) -> FloatArray:
    difference = second - first
    difference[np.abs(difference) < _SAME] = 0.0
    return difference


def _by_cluster(difference: FloatArray, cluster: IntArray) -> FloatArray:
    """The mean difference of each family; tasks without one are their own."""
    _, place, size = np.unique(cluster, return_inverse=True, return_counts=True)
    return _difference(np.zeros(size.size), np.bincount(place, difference, size.size) / size)


def _mean(values: FloatArray) -> float | None:
    return float(values.mean()) if values.size else None


def _means(scores: FloatArray) -> FloatArray:
    """Statistics of a mean over tasks: the score, and one."""
    return np.stack([scores, np.ones_like(scores)], axis=-1)


def _domains(
    catalog: Catalog, shared: Places, first: FloatArray, second: FloatArray
) -> Iterator[PartDifference]:
    """Mean scores by domain."""
    member = catalog.task_domain[shared] == np.arange(len(catalog.domains))[:, None]
    sides = (np.where(member[..., None], _means(scores), 0.0) for scores in (first, second))
    yield from _parts("domain", catalog.domains, *sides, cluster=catalog.task_cluster[shared])


def _points(
    catalog: Catalog, marks: Ratings, shared: Places, systems: tuple[int, int]
) -> Iterator[PartDifference]:
    """Share of the points met by tier and by dimension, where both have points to win."""
    place = np.full(len(catalog.tasks), NONE, np.int64)
    place[shared] = np.arange(shared.size)
    for by, group, names in (
        ("tier", catalog.checkpoint_tier, catalog.tiers),
        ("dimension", catalog.checkpoint_dimension, catalog.dimensions),
    ):
        sums = [_sums(catalog, marks, place, system, group, len(names)) for system in systems]
        both = (sums[0][..., 1] > 0) & (sums[1][..., 1] > 0)
        yield from _parts(
            by,
            names,
            *(side * both[..., None] for side in sums),
            cluster=catalog.task_cluster[shared],
        )


def _parts(
    by: str, names: tuple[str, ...], first: FloatArray, second: FloatArray, *, cluster: IntArray
) -> Iterator[PartDifference]:
    """Differences by group; statistics are (groups, tasks, 2)."""
    if not names:
        return
    tasks = ((first[..., 1] > 0) & (second[..., 1] > 0)).sum(axis=-1).tolist()
    sides = (in_clusters(side, cluster) for side in (first, second))
    each = differences(SHARE, *sides, paired=True).each()
    for name, count, found in zip(names, tasks, each, strict=True):
        if found.first is not None and found.second is not None and found.value is not None:
            yield PartDifference(
                by, name, count, found.first, found.second, found.value, found.interval
            )


def _sums(
    catalog: Catalog,
    marks: Ratings,
    place: npt.NDArray[np.int64],
    system: int,
    group: IntArray,
    groups: int,
) -> FloatArray:
    """Points reached and points there are, by group and shared task: (groups, tasks, 2)."""
    marks = scorable(catalog, marks)
    task = place[catalog.response_task[marks.response]]
    code = group[marks.checkpoint]
    mine = (task != NONE) & (code != NONE)
    mine &= catalog.response_system[marks.response] == system
    tasks = int(np.count_nonzero(place != NONE))
    cell = code[mine] * tasks + task[mine]
    weight = catalog.checkpoint_weight[marks.checkpoint[mine]]
    sums = [
        np.bincount(cell, points, groups * tasks).reshape(groups, tasks)
        for points in (weight * marks.score[mine], weight)
    ]
    return np.stack(sums, axis=-1).astype(np.float64)
