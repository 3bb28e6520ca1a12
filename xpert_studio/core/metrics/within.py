"""Answers grouped by what they have in common: checkpoint, response, system."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from xpert_studio.core.metrics.pairing import Paired
from xpert_studio.core.records.columns import FloatArray, IntArray

_ROUNDS: Final = 200
_CENTRED: Final = 1e-12
"""Rounds of removing means, and the largest mean that may remain."""


class Groups(NamedTuple):
    """Answers in groups.

    Attributes:
        group: Per answer, its group, counted from 0.
        size: Per group, its answers.
        first: Per group, the place of its first answer.
    """

    group: npt.NDArray[np.intp]
    size: FloatArray
    first: npt.NDArray[np.intp]

    def totals(self, values: npt.NDArray[Any]) -> FloatArray:
        """Per group, the sum of its values."""
        return np.bincount(self.group, values, self.size.size).astype(np.float64)

    def mean(self, values: FloatArray) -> FloatArray:
        """Per answer, the mean of its group."""
        return np.asarray((self.totals(values) / self.size)[self.group])


def grouped(of: IntArray, codes: IntArray | int = 0) -> Groups:
    """Answers that have the same number, and the same code."""
    key = of + np.asarray(codes, np.int64) * (int(of.max(initial=0)) + 1)
    _, first, group, size = np.unique(
        key, return_index=True, return_inverse=True, return_counts=True
    )
    return Groups(group, size.astype(np.float64), first)


def several(paired: Paired) -> Paired:
    """Those answers to whose checkpoint two or more responses are rated."""
    groups = grouped(paired.checkpoint)
    return paired.where(np.asarray(groups.size[groups.group] > 1))


def residuals(values: FloatArray, *groupings: Groups) -> FloatArray:
    """Values with the means of two groupings removed, in turn until none is left."""
    for _ in range(_ROUNDS if values.size else 0):
        before = values
        for grouping in groupings:
            values = values - grouping.mean(values)
        if np.abs(values - before).max() < _CENTRED:
            break
    return values
