"""Checkpoints of one task that say the same: pairs whose answers hardly ever differ."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from xpert_studio.core.instruments.columns import asked_of
from xpert_studio.core.metrics.intervals import ratio
from xpert_studio.core.records.columns import NONE, Catalog, FloatArray, IntArray, Ratings

LEAST_RESPONSES: Final = 8
"""Two checkpoints are compared on at least so many responses: fewer agree by chance too often."""
LEAST_MINORITY: Final = 2
"""Each of the two must be met, and not met, by at least so many of them."""
REDUNDANT_PHI: Final = 0.9
_ROUNDING: Final = 1e-12
_ROOM: Final = 4_000_000
"""Numbers held at once: tasks are compared in portions of this size."""


@dataclass(frozen=True, slots=True)
class Redundancy:
    """Pairs of checkpoints of the same task, one entry a pair, the lower number first.

    Attributes:
        first, second: Their numbers in the catalogue.
        n: Responses with a usable answer to both.
        differing: On how many of them the answers differ.
        phi: Correlation of the answers, φ (Pearson 1900), or of the scores of graded ones; 1 where
            none differ.
    """

    first: IntArray
    second: IntArray
    n: IntArray
    differing: IntArray
    phi: FloatArray

    def __len__(self) -> int:
        return int(self.first.size)

    def nearest(self, checkpoints: int) -> tuple[IntArray, FloatArray]:
        """For each checkpoint the one most like it, ``NONE`` without any, and their φ."""
        twin = np.full(checkpoints, NONE, np.int32)
        phi = np.full(checkpoints, np.nan)
        order = np.argsort(self.phi, kind="stable")  # what comes last, the highest, stays
        for own, other in ((self.first, self.second), (self.second, self.first)):
            better = order[~(phi[own[order]] >= self.phi[order])]
            twin[own[better]] = other[better]
            phi[own[better]] = self.phi[better]
        return twin, phi


def redundancy(catalog: Catalog, marks: Ratings) -> Redundancy:
    """Pairs within a task whose answers are all but the same over a rater's responses.

    A pair is compared on the responses with a usable answer to both, at least
    ``LEAST_RESPONSES``; each of the two must be met and not met by at least ``LEAST_MINORITY`` of
    these, since checkpoints that all responses meet agree without saying the same. Of a graded one
    so many must score above its mean, and as many not.

    Args:
        catalog: What there is to judge.
        marks: One rater's answers.
    """
    found = [
        tuple(np.zeros(0) for _ in range(5)),
        *(_pairs(*part) for part in _portions(catalog, marks)),
    ]
    first, second, n, differing, phi = (
        np.concatenate(column) for column in zip(*found, strict=True)
    )
    order = np.lexsort((second, first))
    return Redundancy(
        first[order].astype(np.int32),
        second[order].astype(np.int32),
        n[order].astype(np.int32),
        differing[order].astype(np.int32),
        phi[order].astype(np.float64),
    )


_Grid = npt.NDArray[np.float32]
_Columns = tuple[npt.NDArray[np.float64], ...]


def _portions(catalog: Catalog, marks: Ratings) -> Iterator[tuple[_Grid, _Grid, _Grid, IntArray]]:
    """Tasks of about the same size as grids: score, decided, high, and the checkpoints' numbers.

    High are scores above the checkpoint's mean.

    Grids have the axes task, response, checkpoint; what a task has less than others is zero.
    """
    tasks = len(catalog.tasks)
    row, rows = _places(catalog.response_task, tasks)
    column, columns = _places(catalog.checkpoint_task, tasks)
    usable = marks.has_score
    response, point = marks.response[usable], marks.checkpoint[usable]
    score = marks.score[usable]
    size = len(catalog.checkpoints)
    mean = ratio(np.bincount(point, score, size), np.bincount(point, minlength=size))[point]
    # Of two values the higher one is above what lies between them, also where all have it.
    is_high = score > np.where(asked_of(catalog).is_nominal[point], 0.5, mean)
    task = catalog.checkpoint_task[point]
    wanted = np.flatnonzero((rows >= LEAST_RESPONSES) & (columns > 1))
    height, width = _rounded(rows), _rounded(columns)
    numbers = np.argsort(catalog.checkpoint_task, kind="stable").astype(np.int32)
    start = np.cumsum(columns) - columns
    for shape_of in np.unique(np.stack([height[wanted], width[wanted]], axis=1), axis=0):
        high, wide = int(shape_of[0]), int(shape_of[1])
        alike = wanted[(height[wanted] == high) & (width[wanted] == wide)]
        step = max(1, _ROOM // (wide * max(high, wide)))
        for begin in range(0, alike.size, step):
            some = alike[begin : begin + step]
            place = np.full(tasks, NONE, np.int64)
            place[some] = np.arange(some.size)
            mine = place[task] != NONE
            cell = (place[task[mine]] * high + row[response[mine]]) * wide + column[point[mine]]
            decided = np.zeros(some.size * high * wide, np.float32)
            decided[cell] = 1
            yes, high_ones = np.zeros_like(decided), np.zeros_like(decided)
            yes[cell] = score[mine]
            high_ones[cell] = is_high[mine]
            shape = some.size, high, wide
            own = start[some, None] + np.minimum(np.arange(wide), columns[some, None] - 1)
            grids = (grid.reshape(shape) for grid in (yes, decided, high_ones))
            yield *grids, numbers[own]


def _places(task: IntArray, tasks: int) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """The place of each within its task, and how many each task has."""
    count = np.bincount(task, minlength=tasks)
    order = np.argsort(task, kind="stable")
    place = np.empty(task.size, np.int64)
    place[order] = np.arange(task.size) - np.repeat(np.cumsum(count) - count, count)
    return place, count


def _rounded(sizes: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Each size as the next power of two, so that few sizes are left."""
    return np.asarray(2 ** np.ceil(np.log2(np.maximum(sizes, 1))), np.int64)


def _pairs(score: _Grid, decided: _Grid, is_high: _Grid, numbers: IntArray) -> _Columns:
    n = (decided.transpose(0, 2, 1) @ decided).astype(np.float64)
    both = (score.transpose(0, 2, 1) @ score).astype(np.float64)
    one, squares, upper = (  # of the first, where the second is decided
        (side.transpose(0, 2, 1) @ decided).astype(np.float64)
        for side in (score, score**2, is_high)
    )
    other = one.transpose(0, 2, 1)
    spread = (n * squares - one**2) * (n * squares.transpose(0, 2, 1) - other**2)
    phi = ratio(n * both - one * other, np.sqrt(np.maximum(spread, 0)))
    minority = np.minimum(upper, n - upper)
    minority = np.minimum(minority, minority.transpose(0, 2, 1))
    keep = (n >= LEAST_RESPONSES) & (minority >= LEAST_MINORITY)
    keep &= np.nan_to_num(phi) >= REDUNDANT_PHI - _ROUNDING
    keep &= np.triu(np.ones(n.shape[1:], np.bool_), 1)
    task, first, second = np.nonzero(keep)
    apart = score[task, :, first] != score[task, :, second]
    apart &= (decided[task, :, first] > 0) & (decided[task, :, second] > 0)
    return (
        numbers[task, first].astype(np.float64),
        numbers[task, second].astype(np.float64),
        n[keep],
        apart.sum(axis=-1).astype(np.float64),
        np.minimum(phi[keep], 1.0),
    )
