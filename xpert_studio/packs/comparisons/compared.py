"""Comparisons of two responses as columns, and what is counted of them.

They stand beside scores and enter none: neither S nor κ nor CDR.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from xpert_studio.core.metrics.exact import FINEST
from xpert_studio.core.metrics.scores import scorable
from xpert_studio.core.metrics.task_estimates import in_clusters
from xpert_studio.core.records.columns import BoolArray, Catalog, FloatArray, IntArray, Ratings

Signs = npt.NDArray[np.int8]


@dataclass(frozen=True, slots=True)
class ComparedPairs:
    """Comparisons, one entry each: of one rater, or of several.

    Attributes:
        rater: Who compared, by number.
        first, second: Places of the responses in the catalogue; both to one task.
        value: 1 where the first is better, -1 where the second is, 0 for a tie.
        first_shown: Whether the first was read first.
    """

    rater: IntArray
    first: IntArray
    second: IntArray
    value: Signs
    first_shown: BoolArray

    def __len__(self) -> int:
        return int(self.value.size)

    def where(self, keep: BoolArray) -> ComparedPairs:
        """Those that ``keep`` marks."""
        return ComparedPairs(
            self.rater[keep],
            self.first[keep],
            self.second[keep],
            self.value[keep],
            self.first_shown[keep],
        )


def compared_of(rows: Sequence[tuple[int, int, int, int, bool]]) -> ComparedPairs:
    """Comparisons from rows: rater, first, second, value, whether the first was shown first."""
    columns = [np.array(column) for column in zip(*rows, strict=True)] or [np.zeros(0)] * 5
    rater, first, second = (column.astype(np.int32) for column in columns[:3])
    return ComparedPairs(
        rater, first, second, columns[3].astype(np.int8), columns[4].astype(np.bool_)
    )


class DecidedPairs(NamedTuple):
    """What each rater says of each pair, one entry each, whichever order it was shown in.

    Attributes:
        compared: One entry a rater and pair; the value is a tie where the two orders differ.
        is_twice: Compared in both orders.
        is_flipped: Of these, with another outcome in either.
    """

    compared: ComparedPairs
    is_twice: BoolArray
    is_flipped: BoolArray


def decided(compared_pairs: ComparedPairs) -> DecidedPairs:
    """What each rater says of each pair: a tie where it depends on the order they are shown in."""
    keys = np.stack([compared_pairs.rater, compared_pairs.first, compared_pairs.second], axis=-1)
    unique, place = np.unique(keys.reshape(-1, 3), axis=0, return_inverse=True)
    place = place.reshape(-1)
    size = len(unique)
    count = np.bincount(place, minlength=size)
    total = np.bincount(place, compared_pairs.value, size)
    squares = np.bincount(place, compared_pairs.value.astype(np.float64) ** 2, size)
    shown = np.bincount(place, compared_pairs.first_shown, size)
    is_flipped = total**2 != squares * count
    value = np.where(is_flipped, 0, np.sign(total)).astype(np.int8)
    rater, first, second = (column.astype(np.int32) for column in unique.T.reshape(3, -1))
    pairs = ComparedPairs(rater, first, second, value, shown > 0)
    return DecidedPairs(pairs, (shown > 0) & (shown < count), is_flipped)


def by_pair(pairs: DecidedPairs) -> ComparedPairs:
    """One entry a pair: what more raters say than say either other thing, else a tie."""
    entries = pairs.compared
    keys = np.stack([entries.first, entries.second], axis=-1)
    unique, place = np.unique(keys.reshape(-1, 2), axis=0, return_inverse=True)
    better, worse, tied = (
        np.bincount(place.reshape(-1)[entries.value == said], minlength=len(unique))
        for said in (1, -1, 0)
    )
    is_better, is_worse = better > np.maximum(worse, tied), worse > np.maximum(better, tied)
    value = is_better.astype(np.int8) - is_worse.astype(np.int8)
    first, second = (column.astype(np.int32) for column in unique.T.reshape(2, -1))
    no_rater = np.zeros(len(unique), np.int32)
    return ComparedPairs(no_rater, first, second, value.astype(np.int8), no_rater == 0)


class WinCounts(NamedTuple):
    """How systems fare in comparisons; arrays (systems, tasks), or a row a pair of systems.

    Attributes:
        won: Comparisons won, ties as half.
        tied, compared: Ties, and all comparisons.
    """

    won: FloatArray
    tied: FloatArray
    compared: FloatArray


def wins_by_task(catalog: Catalog, decided_pairs: DecidedPairs) -> FloatArray:
    """How often each system was better than each other, a tie as half either way.

    Args:
        catalog: What there is to compare.
        decided_pairs: Comparisons; those of two responses of one system say nothing of systems.

    Returns:
        (tasks, systems, systems).
    """
    pairs = decided_pairs.compared
    size = len(catalog.systems)
    one, other = (
        catalog.response_system[side].astype(np.int64) for side in (pairs.first, pairs.second)
    )
    task = catalog.response_task[pairs.first].astype(np.int64)
    is_of_two = one != other
    wins = np.zeros((len(catalog.tasks), size, size))
    share = (1 + pairs.value[is_of_two]) / 2
    np.add.at(wins, (task[is_of_two], one[is_of_two], other[is_of_two]), share)
    np.add.at(wins, (task[is_of_two], other[is_of_two], one[is_of_two]), 1 - share)
    return wins


def wins_by_cluster(catalog: Catalog, pairs: DecidedPairs) -> FloatArray:
    """The same by family, or by task where it has none: (clusters, systems, systems)."""
    wins = wins_by_task(catalog, pairs)
    flat = in_clusters(wins.reshape(len(wins), -1), catalog.task_cluster)
    return flat.reshape(-1, *wins.shape[1:])


def win_counts(catalog: Catalog, pairs: DecidedPairs) -> WinCounts:
    """How each system fares, by task."""
    wins, ties, compared = _counts(catalog, pairs)
    return WinCounts(wins.sum(axis=-1).T, ties.sum(axis=-1).T, compared.sum(axis=-1).T)


def pair_counts(
    catalog: Catalog, decided_pairs: DecidedPairs, pairs: Sequence[tuple[int, int]]
) -> WinCounts:
    """How the first system of each pair fares against the second, by task: (pairs, tasks)."""
    places = np.array(pairs, np.int64).reshape(-1, 2)
    first, second = places[:, 0], places[:, 1]
    return WinCounts(*(counts[:, first, second].T for counts in _counts(catalog, decided_pairs)))


def _counts(catalog: Catalog, pairs: DecidedPairs) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Wins of the first, ties, and all comparisons of each two systems, by task."""
    wins = wins_by_task(catalog, pairs)
    tied = wins_by_task(catalog, _only(pairs, pairs.compared.value == 0))
    return wins, tied + np.swapaxes(tied, -1, -2), wins + np.swapaxes(wins, -1, -2)


def _only(pairs: DecidedPairs, keep: BoolArray) -> DecidedPairs:
    return DecidedPairs(
        pairs.compared.where(keep),
        pairs.is_twice[keep],
        pairs.is_flipped[keep],
    )


class OrderCounts(NamedTuple):
    """What the order in which responses were shown did, by task.

    Attributes:
        flipped, twice: Pairs on which the outcome depends on the order, of those that a rater
            compared in both.
        shown_first, preferred: Comparisons that prefer the response shown first, of those that
            prefer one.
    """

    flipped: FloatArray
    twice: FloatArray
    shown_first: FloatArray
    preferred: FloatArray


def order_counts(catalog: Catalog, compared_pairs: ComparedPairs) -> OrderCounts:
    """What the order did to comparisons, by task: arrays (1, tasks)."""
    pairs = decided(compared_pairs)

    def counted(response: IntArray, keep: BoolArray) -> FloatArray:
        tasks = catalog.response_task[response[keep]]
        return np.bincount(tasks, minlength=len(catalog.tasks)).astype(np.float64)[None]

    is_preferred = compared_pairs.value != 0
    is_for_first = is_preferred & ((compared_pairs.value > 0) == compared_pairs.first_shown)
    own = pairs.compared.first
    return OrderCounts(
        counted(own, pairs.is_twice & pairs.is_flipped),
        counted(own, pairs.is_twice),
        counted(compared_pairs.first, is_for_first),
        counted(compared_pairs.first, is_preferred),
    )


def rank_counts(
    catalog: Catalog, pairs: ComparedPairs, signs: Signs, known: BoolArray
) -> FloatArray:
    """Pairs by how another order agrees with comparisons, as ``RANKS`` counts them, by task.

    Args:
        catalog: What there is to compare.
        pairs: One entry a pair.
        signs: The other order of each pair.
        known: For which pairs there is one.

    Returns:
        (tasks, 5): agree, disagree, tied by comparisons only, by the other only, by both.
    """
    e, j = pairs.value.astype(np.int64), signs.astype(np.int64)
    kind = np.select((e * j > 0, e * j < 0, (e == 0) & (j != 0), (e != 0) & (j == 0)), range(4), 4)
    places = (catalog.response_task[pairs.first].astype(np.int64) * 5 + kind)[known]
    return np.bincount(places, minlength=len(catalog.tasks) * 5).reshape(-1, 5).astype(np.float64)


def score_signs(catalog: Catalog, marks: Ratings, pairs: ComparedPairs) -> tuple[Signs, BoolArray]:
    """How scores of one rater order pairs of responses, compared exactly.

    Both are scored over the checkpoints that are rated on both, so that a gap in one of them does
    not look like a difference.

    Args:
        catalog: What there is to judge.
        marks: The rater's answers.
        pairs: The pairs.

    Returns:
        1, -1 or 0 for each pair, and whether at least half of the rubric is rated on both.
    """
    marks = scorable(catalog, marks)
    scores: dict[int, dict[int, float]] = {}
    for response, point, score in zip(
        marks.response.tolist(), marks.checkpoint.tolist(), marks.score.tolist(), strict=True
    ):
        scores.setdefault(response, {})[point] = score
    weights = [Fraction(repr(weight)) for weight in catalog.checkpoint_weight.tolist()]
    rubric = np.bincount(catalog.checkpoint_task, minlength=len(catalog.tasks)).tolist()
    signs, known = np.zeros(len(pairs), np.int8), np.zeros(len(pairs), np.bool_)
    for place, (first, second) in enumerate(
        zip(pairs.first.tolist(), pairs.second.tolist(), strict=True)
    ):
        one, other = scores.get(first, {}), scores.get(second, {})
        common = one.keys() & other.keys()
        known[place] = 0 < rubric[catalog.response_task[first]] <= 2 * len(common)
        apart = sum(
            weights[point] * (_exactly(one[point]) - _exactly(other[point]))
            for point in common
            if one[point] != other[point]
        )
        signs[place] = (apart > 0) - (apart < 0)
    return signs, known


def _exactly(score: float) -> Fraction:
    """A step of a scale, as written in decimals."""
    return Fraction(score).limit_denominator(FINEST)
