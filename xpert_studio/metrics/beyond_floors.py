"""Whether a judge tells more of responses than checkpoint and system do.

The experts' judgments of one checkpoint, given how many responses meet it, follow a conditional
logistic regression (Breslow & Day 1980, chapter 7) with an effect of each system. The judge's
verdict is one variable more; its efficient score, summed by cluster, is tested by Student's t. A
rater that knows how often checkpoints and systems are met, and reads nothing, has a score of 0 on
average.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final, Literal, NamedTuple

import numpy as np
import numpy.typing as npt

from xpert_studio.metrics.intervals import CONFIDENCE
from xpert_studio.metrics.pairing import Paired
from xpert_studio.metrics.task_estimates import Estimate
from xpert_studio.metrics.within import grouped, residuals, several
from xpert_studio.records.columns import Catalog, FloatArray, IntArray

_STEPS: Final = 50
_CONVERGED: Final = 1e-6
"""Steps to the maximum, and how far its slope may be from 0 there."""
_LEAST: Final = 1e-9

Codes = npt.NDArray[np.integer]
Lack = Literal["responses", "systems", "decided", "clusters", "constant"]
"""Why there is no test: no checkpoint with two responses that differ; one system; systems that
decide every checkpoint; one cluster; a judge that never tells two responses apart."""


@dataclass(frozen=True, slots=True)
class BeyondFloors:
    """The test.

    Attributes:
        statistic: Student's t; None where it cannot be computed.
        clusters: Behind it.
        lacks: Why there is none.
    """

    statistic: float | None
    clusters: int
    lacks: Lack | None = None

    @property
    def enough(self) -> bool:
        """Whether the judge tells more than checkpoint and system do."""
        return self.statistic is not None and self.statistic > needed_statistic(self.clusters)

    @property
    def figure(self) -> Estimate:
        """The statistic as a figure."""
        return Estimate(self.statistic, None, self.clusters, n=self.clusters)

    def plain(self) -> dict[str, Any]:
        """All of it for a program."""
        needs = needed_statistic(self.clusters) if self.clusters > 1 else None
        return {
            "statistic": self.statistic,
            "needs": needs,
            "clusters": self.clusters,
            "enough": self.enough,
            "lacks": self.lacks,
        }


NOT_TESTED: Final = BeyondFloors(None, 0, "responses")
"""Nothing to test on."""


def beyond_floors(catalog: Catalog, paired: Paired) -> BeyondFloors:
    """The test over checkpoints that pass or fail.

    Args:
        catalog: What there is to judge.
        paired: Answers of experts (first) and judge (second).
    """
    paired = _where_responses_differ(paired.decided())
    clusters = np.unique(catalog.response_cluster[paired.response]).size
    if not len(paired):
        return BeyondFloors(None, 0, "responses")
    system = catalog.response_system[paired.response]
    if np.unique(system).size < 2:
        return BeyondFloors(None, clusters, "systems")
    kept = _open_places(paired, system)
    if not kept.size:
        return BeyondFloors(None, clusters, "decided")
    paired, codes = paired.where(kept), np.unique(system[kept], return_inverse=True)[1]
    sets = list(_sets(paired))
    scores = _scores(sets, paired, codes, _fitted(sets, paired, codes))
    cluster, place = np.unique(catalog.checkpoint_cluster[scores.checkpoint], return_inverse=True)
    return _tested(np.bincount(place, scores.value, cluster.size).astype(np.float64))


def _where_responses_differ(paired: Paired) -> Paired:
    """Answers to checkpoints that some responses meet, and some do not."""
    points = grouped(paired.checkpoint)
    met = points.totals(paired.first)
    return paired.where(np.asarray((met > 0) & (met < points.size))[points.group])


def _open_places(paired: Paired, system: IntArray) -> npt.NDArray[np.intp]:
    """The places of answers that systems do not decide.

    Where all responses of a system are met, or none is, at checkpoints where responses differ, its
    effect is without end: its answers are known beforehand, and the others stand without them.
    """
    place = np.arange(len(paired))
    while place.size:
        points = grouped(paired.checkpoint[place])
        met = points.totals(paired.first[place])
        place = place[((met > 0) & (met < points.size))[points.group]]
        of_system = grouped(system[place])
        met = of_system.totals(paired.first[place])
        is_open = ((met > 0) & (met < of_system.size))[of_system.group]
        if is_open.all():
            break
        place = place[is_open]
    return place


def beyond_floors_of_grades(catalog: Catalog, paired: Paired) -> BeyondFloors:
    """The test over graded checkpoints: scores with the means of checkpoint and system removed."""
    paired = several(paired)
    if not len(paired):
        return BeyondFloors(None, 0, "responses")
    cluster = catalog.checkpoint_cluster[paired.checkpoint]
    behind = np.unique(cluster)
    if np.unique(catalog.response_system[paired.response]).size < 2:
        return BeyondFloors(None, behind.size, "systems")
    system = catalog.response_system[paired.response]
    groups = grouped(paired.checkpoint), grouped(system)
    a, b = (residuals(side, *groups) for side in (paired.first_score, paired.second_score))
    return _tested(np.bincount(cluster, a * b, behind.max() + 1)[behind].astype(np.float64))


def needed_statistic(clusters: int) -> float:
    """What the statistic must exceed: Student's t with so many clusters less one, two-sided .05."""
    from scipy.special import stdtrit

    return float(stdtrit(clusters - 1, (1 + CONFIDENCE) / 2)) if clusters > 1 else np.inf


def _tested(of_cluster: FloatArray) -> BeyondFloors:
    clusters = of_cluster.size
    if clusters < 2:
        return BeyondFloors(None, clusters, "clusters")
    spread = float(np.sqrt((of_cluster**2).sum()))  # about 0, where its mean is if nothing is told
    if spread <= _LEAST:
        return BeyondFloors(None, clusters, "constant")
    return BeyondFloors(float(of_cluster.sum()) / spread, clusters)


@dataclass(frozen=True, slots=True)
class _Sets:
    """Checkpoints with the same number of responses.

    Attributes:
        place: (checkpoints, responses) places in the pairs.
        met: (checkpoints), how many of the responses are met.
    """

    place: IntArray
    met: IntArray


def _sets(paired: Paired) -> Iterator[_Sets]:
    """Checkpoints by number of responses."""
    points = grouped(paired.checkpoint)
    met = points.totals(paired.first).astype(np.int32)
    order = np.argsort(points.group, kind="stable").astype(np.int32)
    start = np.concatenate([[0], np.cumsum(points.size)]).astype(np.int64)
    for size in np.unique(points.size).astype(int).tolist():
        own = np.flatnonzero(points.size == size)
        yield _Sets(order[start[own][:, None] + np.arange(size)], met[own])


class _Moments(NamedTuple):
    """Given how many are met: (checkpoints, responses) chances, and their covariances."""

    chance: FloatArray
    covariance: FloatArray


def _moments(effect: FloatArray, met: IntArray) -> _Moments:
    """Of judgments whose log odds are ``effect`` (checkpoints, responses), given how many are met.

    By elementary symmetric polynomials, from the first and from the last response on (Gail, Lubin
    and Rubinstein 1981, Biometrika 68); all terms are positive, so nothing cancels.
    """
    odds = np.exp(effect - effect.mean(axis=1, keepdims=True))
    count, size = odds.shape
    before, after = (np.zeros((size + 1, count, size + 1)) for _ in range(2))
    before[0, :, 0] = after[size, :, 0] = 1.0
    for i in range(size):
        before[i + 1] = _with(before[i], odds[:, i])
        after[size - 1 - i] = _with(after[size - i], odds[:, size - 1 - i])
    whole = before[size, np.arange(count), met]
    chance, both = np.empty((count, size)), np.zeros((count, size, size))
    for i in range(size):
        chance[:, i] = odds[:, i] * _at(before[i], after[i + 1], met - 1) / whole
        between = before[i]
        for j in range(i + 1, size):
            two = odds[:, i] * odds[:, j] * _at(between, after[j + 1], met - 2) / whole
            both[:, i, j] = both[:, j, i] = two
            between = _with(between, odds[:, j])
    both[:, np.arange(size), np.arange(size)] = chance
    return _Moments(chance, both - chance[:, :, None] * chance[:, None, :])


def _with(sums: FloatArray, odds: FloatArray) -> FloatArray:
    """The polynomials with one response more."""
    found = sums.copy()
    found[:, 1:] += odds[:, None] * sums[:, :-1]
    return found


def _at(one: FloatArray, other: FloatArray, degree: IntArray) -> FloatArray:
    """The coefficients of these degrees, one a row, in the products of two polynomials."""
    rest = degree[:, None] - np.arange(one.shape[1])
    found = np.take_along_axis(other, np.maximum(rest, 0), axis=1)
    return np.asarray(np.where(rest >= 0, one * found, 0.0).sum(axis=1))


def _fitted(sets: list[_Sets], paired: Paired, system: Codes) -> FloatArray:
    """Log odds of each system by maximum likelihood."""
    systems = int(system.max()) + 1
    effect = np.zeros(systems)
    for _ in range(_STEPS):
        slope, curve = np.zeros(systems), np.zeros((systems, systems))
        for one in sets:
            own = system[one.place]
            found = _moments(effect[own], one.met)
            np.add.at(slope, own, paired.first[one.place] - found.chance)
            np.add.at(curve, (own[:, :, None], own[:, None, :]), found.covariance)
        if np.abs(slope).max() < _CONVERGED:
            break
        effect = effect + np.clip(_inverse(curve) @ slope, -2.0, 2.0)
    return effect


def _inverse(curve: FloatArray) -> FloatArray:
    """Of a symmetric matrix that says nothing of a shift of all effects."""
    return np.asarray(np.linalg.pinv(curve, hermitian=True, rcond=1e-10))


class _Scores(NamedTuple):
    """The efficient score of the judge's verdict, one value a checkpoint."""

    checkpoint: IntArray
    value: FloatArray


def _scores(sets: list[_Sets], paired: Paired, system: Codes, effect: FloatArray) -> _Scores:
    systems = effect.size
    shared, curve = np.zeros(systems), np.zeros((systems, systems))
    parts = []
    for one in sets:
        own = system[one.place]
        found = _moments(effect[own], one.met)
        verdict = paired.second[one.place].astype(np.float64)
        np.add.at(shared, own, np.einsum("cij,cj->ci", found.covariance, verdict))
        np.add.at(curve, (own[:, :, None], own[:, None, :]), found.covariance)
        parts.append((one, own, verdict, paired.first[one.place] - found.chance))
    known = _inverse(curve) @ shared
    return _Scores(
        np.concatenate([paired.checkpoint[one.place[:, 0]] for one, *_ in parts]),
        np.concatenate(
            [(left * (verdict - known[own])).sum(axis=1) for _, own, verdict, left in parts]
        ),
    )
