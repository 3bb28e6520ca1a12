"""The checkpoints with their figures, as a list of tens of thousands."""

from __future__ import annotations

from collections.abc import Collection
from functools import cached_property

import numpy as np

from xpert_studio.core.metrics.items import FLAGS, ItemAnalysis
from xpert_studio.core.records.columns import BoolArray, Catalog, IntArray


class CheckpointList:
    """Checkpoints with at least one usable answer.

    Args:
        catalog: What there is to judge.
        items: Their figures.
    """

    def __init__(self, catalog: Catalog, items: ItemAnalysis) -> None:
        self.catalog = catalog
        self.items = items
        self._asked: BoolArray = items.responses > 0

    @cached_property
    def counts(self) -> dict[str, int]:
        """How many have each flag."""
        return {name: int((self.items.flag(name) & self._asked).sum()) for name in FLAGS}

    def find(self, flags: Collection[str] = ()) -> IntArray:
        """The numbers of the checkpoints with any of these ``FLAGS``; of all without any."""
        flagged = [self.items.flag(name) for name in flags]
        keep = self._asked & np.any(flagged, axis=0) if flagged else self._asked
        return np.flatnonzero(keep).astype(np.int32)

    def flags_of(self, point: int) -> tuple[str, ...]:
        """The flags of one checkpoint."""
        return tuple(name for name in FLAGS if self.items.flag(name)[point])
