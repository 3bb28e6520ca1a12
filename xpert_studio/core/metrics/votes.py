"""Ratings of one checkpoint of one response by several experts, or by one judge several times."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from xpert_studio.core.metrics.intervals import NumberArray
from xpert_studio.core.metrics.pairing import Paired
from xpert_studio.core.records.columns import (
    NONE,
    BoolArray,
    Catalog,
    FloatArray,
    IntArray,
    Ratings,
)

LEAST_SHARED: Final = 30
"""With fewer ratings that two experts share, κ is not shown: its error would exceed its size."""


@dataclass(frozen=True, slots=True)
class Votes:
    """How many raters say met and not met, an entry each (response, checkpoint) pair.

    Attributes:
        keys: The pair in one number: response × checkpoints of the catalogue + checkpoint.
        task: Its task.
        met, unmet: Usable ratings of either kind; one of them is above 0.
        tasks: How many tasks there are.
        tables: Of every two experts, counts tn, fp, fn, tp by task; empty for trials.
    """

    keys: IntArray | npt.NDArray[np.int64]
    task: IntArray
    met: FloatArray
    unmet: FloatArray
    tasks: int
    tables: tuple[FloatArray, ...] = ()

    @property
    def several(self) -> BoolArray:
        """Which have two ratings or more."""
        return np.asarray(self.met + self.unmet >= 2)

    @property
    def disputed(self) -> BoolArray:
        """Which have ratings of both kinds."""
        return np.asarray((self.met > 0) & (self.unmet > 0))

    def of_several(self) -> Votes:
        """Those that have two ratings or more."""
        keep = self.several
        columns = (self.keys[keep], self.task[keep], self.met[keep], self.unmet[keep])
        return Votes(*columns, self.tasks, self.tables)

    def by_task(self, *columns: NumberArray | BoolArray) -> FloatArray:
        """Sums by task of columns with an entry each pair: (tasks, columns)."""
        return np.stack([np.bincount(self.task, column, self.tasks) for column in columns], axis=-1)


def votes_of(
    catalog: Catalog, raters: Sequence[Ratings], tables: Sequence[FloatArray] = ()
) -> Votes:
    """All usable ratings of several raters, or trials; ``tables`` as of ``Votes``."""
    width = max(len(catalog.checkpoints), 1)
    usable = [rater.met != NONE for rater in raters]
    keys = [
        rater.response[own].astype(np.int64) * width + rater.checkpoint[own]
        for rater, own in zip(raters, usable, strict=True)
    ]
    met = [rater.met[own] for rater, own in zip(raters, usable, strict=True)]
    pairs, place, ratings = np.unique(
        np.concatenate([np.zeros(0, np.int64), *keys]), return_inverse=True, return_counts=True
    )
    mets = np.bincount(place, np.concatenate([np.zeros(0, np.int8), *met]), pairs.size)
    return Votes(
        pairs,
        task=catalog.response_task[pairs // width],
        met=mets.astype(np.float64),
        unmet=(ratings - mets).astype(np.float64),
        tasks=len(catalog.tasks),
        tables=tuple(tables),
    )


def votes_of_two(catalog: Catalog, paired: Paired, table: FloatArray) -> Votes:
    """Ratings of two experts on what both have judged, with their table."""
    met = paired.first.astype(np.float64) + paired.second
    return Votes(
        paired.keys(catalog),
        task=catalog.response_task[paired.response],
        met=met,
        unmet=2 - met,
        tasks=len(catalog.tasks),
        tables=(table,),
    )
