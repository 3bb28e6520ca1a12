"""Whether a judge tells more of responses than checkpoint and system do.

The experts' judgments of one checkpoint, given how many responses meet it, follow a conditional
logistic regression (Breslow & Day 1980, chapter 7) with an effect of each system in each domain.
The judge's verdict is one variable more; its efficient score, summed by cluster, is tested by
Student's t. A rater that knows how often checkpoints and systems are met, and reads nothing, has a
score of 0 on average.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final, Literal, NamedTuple

import numpy as np
import numpy.typing as npt

from xpert_studio.core.metrics.distributions import student_quantile
from xpert_studio.core.metrics.intervals import CONFIDENCE
from xpert_studio.core.metrics.pairing import Paired
from xpert_studio.core.metrics.task_estimates import Estimate
from xpert_studio.core.metrics.within import grouped, several
from xpert_studio.core.records import FEWEST_TASKS
from xpert_studio.core.records.columns import Catalog, FloatArray, IntArray

_STEPS: Final = 50
_AT_ONCE: Final = 8192
"""Checkpoints that are looked at together: of all at once the polynomials fill the memory."""
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
        return {
            "statistic": self.statistic,
            "needs": needed_statistic(self.clusters) if self.clusters > 1 else None,
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
    paired = paired.decided()
    clusters = np.unique(catalog.response_cluster[paired.response]).size
    if len(paired) and np.unique(catalog.response_system[paired.response]).size < 2:
        return BeyondFloors(None, clusters, "systems")
    paired = _where_responses_differ(paired)
    if not len(paired):
        return BeyondFloors(None, 0, "responses")
    clusters = np.unique(catalog.response_cluster[paired.response]).size
    system = _known_effects(catalog, paired)
    kept = _open_places(paired, system)
    if not kept.size:
        return BeyondFloors(None, clusters, "decided")
    paired, codes = paired.where(kept), np.unique(system[kept], return_inverse=True)[1]
    sets = list(_sets(paired))
    scores = _scores(sets, paired, codes, _fitted(sets, paired, codes))
    cluster, place = np.unique(catalog.checkpoint_cluster[scores.checkpoint], return_inverse=True)
    return _tested(np.bincount(place, scores.value, cluster.size).astype(np.float64))


def _known_effects(catalog: Catalog, paired: Paired) -> IntArray:
    """What a rater that reads nothing may know beside checkpoints: the system, in each domain.

    Domains with fewer than ``FEWEST_TASKS`` tasks are taken together.
    """
    domain = catalog.task_domain[catalog.response_task[paired.response]]
    tasks = np.bincount(catalog.task_domain + 1, minlength=len(catalog.domains) + 1)
    own = np.where(tasks[domain + 1] >= FEWEST_TASKS, domain + 1, 0)
    system = catalog.response_system[paired.response].astype(np.int64)
    return np.asarray(system * (len(catalog.domains) + 1) + own)


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
    """The test over graded checkpoints.

    Which of two responses to a checkpoint has which of two values follows, given the values, a
    logistic regression in their difference, whatever the checkpoint's steps are (partial credit
    model, Masters 1982, Psychometrika 47). So neither an end of the scale nor rounding lets a rater
    pass that knows checkpoints and systems. The scores of all pairs are summed by cluster.

    Args:
        catalog: What there is to judge.
        paired: Answers of experts (first) and judge (second) to checkpoints that have scales.
    """
    paired = several(paired)
    clusters = np.unique(catalog.response_cluster[paired.response]).size
    if len(paired) and np.unique(catalog.response_system[paired.response]).size < 2:
        return BeyondFloors(None, clusters, "systems")
    system = _known_effects(catalog, paired)
    one, two = _ordered_pairs(paired)
    if not one.size:
        return BeyondFloors(None, clusters, "responses")
    orders = _Orders.of(paired, np.unique(system, return_inverse=True)[1], one, two)
    told = orders.apart * (paired.second_score[one] - paired.second_score[two])
    chance = orders.chance()
    weight = chance * (1 - chance)
    known = _inverse(orders.curve(weight)) @ orders.slope(weight * told)
    score = (1 - chance) * (told - orders.of_effects(known))
    cluster = catalog.checkpoint_cluster[paired.checkpoint[one]]
    behind, place = np.unique(cluster, return_inverse=True)
    return _tested(np.bincount(place, score, behind.size).astype(np.float64))


def _ordered_pairs(paired: Paired) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.intp]]:
    """Places of two responses to one checkpoint of which experts gave the first a higher score."""
    points = grouped(paired.checkpoint)
    order = np.argsort(points.group, kind="stable")
    start = np.concatenate([[0], np.cumsum(points.size)]).astype(np.int64)
    firsts, seconds = [np.zeros(0, np.intp)], [np.zeros(0, np.intp)]
    for size in np.unique(points.size).astype(int).tolist():
        own = np.flatnonzero(points.size == size)
        place = order[start[own][:, None] + np.arange(size)]
        for i, j in zip(*np.triu_indices(size, 1), strict=True):
            firsts.append(place[:, i])
            seconds.append(place[:, j])
    one, two = np.concatenate(firsts), np.concatenate(seconds)
    apart = paired.first_score[one] - paired.first_score[two]
    one, two = np.where(apart < 0, two, one), np.where(apart < 0, one, two)
    differs = np.abs(apart) > _LEAST
    return one[differs], two[differs]


@dataclass(frozen=True, slots=True)
class _Orders:
    """Pairs of responses of which experts gave the first a higher score.

    Attributes:
        apart: The difference of the scores.
        better, worse: The codes of the systems.
        systems: How many there are.
    """

    apart: FloatArray
    better: Codes
    worse: Codes
    systems: int

    @classmethod
    def of(cls, paired: Paired, codes: Codes, one: Codes, two: Codes) -> _Orders:
        apart = paired.first_score[one] - paired.first_score[two]
        return cls(apart, codes[one], codes[two], int(codes.max()) + 1)

    def of_effects(self, effect: FloatArray) -> FloatArray:
        """The log odds of each order by effects of the systems."""
        return np.asarray(self.apart * (effect[self.better] - effect[self.worse]))

    def slope(self, values: FloatArray) -> FloatArray:
        """Sums of values by system: for the better one, against the worse one."""
        by_place = self.apart * values
        return np.asarray(
            np.bincount(self.better, by_place, self.systems)
            - np.bincount(self.worse, by_place, self.systems)
        )

    def curve(self, weight: FloatArray) -> FloatArray:
        """The information on the effects: (systems, systems)."""
        worth = weight * self.apart**2
        both = np.bincount(self.better * self.systems + self.worse, worth, self.systems**2)
        between = both.reshape(self.systems, self.systems)
        between = between + between.T
        return np.asarray(np.diag(between.sum(axis=0)) - between)

    def chance(self) -> FloatArray:
        """By maximum likelihood, the chance of each order as it was found."""
        effect = np.zeros(self.systems)
        for _ in range(_STEPS):
            found = _logistic(self.of_effects(effect))
            slope = self.slope(1 - found)
            if np.abs(slope).max() < _CONVERGED:
                break
            effect = effect + np.clip(_inverse(self.curve(found * (1 - found))) @ slope, -4.0, 4.0)
        return _logistic(self.of_effects(effect))


def _logistic(odds: FloatArray) -> FloatArray:
    return np.asarray(1 / (1 + np.exp(-np.clip(odds, -30, 30))))


def needed_statistic(clusters: int) -> float:
    """What the statistic must exceed: Student's t with so many clusters less one, two-sided .05."""
    return float(student_quantile(clusters - 1, (1 + CONFIDENCE) / 2)) if clusters > 1 else np.inf


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
        those = np.flatnonzero(points.size == size)
        for first in range(0, those.size, _AT_ONCE):
            own = those[first : first + _AT_ONCE]
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
