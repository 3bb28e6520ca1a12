"""The checkpoints with their figures, as a list of tens of thousands to filter and sort."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from xpert_studio.core.metrics.items import FLAGS, ItemAnalysis
from xpert_studio.core.records.columns import NONE, BoolArray, Catalog, IntArray, named


@dataclass(frozen=True, slots=True)
class CheckpointQuery:
    """Which checkpoints, in which order; empty fields leave nothing out.

    Attributes:
        flags: With any of these ``FLAGS``.
        words: Each must stand in the checkpoint's text or its task's title.
        task: Only of this task.
        tier, dimension: Only of these.
        sort: ``order``, ``task``, ``text``, ``tier``, ``weight``, ``n``, ``share`` or
            ``discrimination``; what has no value comes last either way.
    """

    flags: frozenset[str] = frozenset()
    words: str = ""
    task: str = ""
    tier: str = ""
    dimension: str = ""
    sort: str = "order"
    descending: bool = False


class SearchedCatalog:
    """What lists of the results share: the catalogue's texts as they are searched and sorted."""

    def __init__(self, catalog: Catalog) -> None:
        self.catalog = catalog

    @cached_property
    def _texts(self) -> list[str]:
        return [text.casefold() for text in self.catalog.checkpoint_texts]

    @cached_property
    def _titles(self) -> list[str]:
        return [title.casefold() for title in self.catalog.task_titles]

    def _holding(self, words: str, points: IntArray | slice = slice(None)) -> BoolArray:
        """Which checkpoints, of those given, have each word in their text or their task's title."""
        keep = np.ones(len(self.catalog.checkpoints), np.bool_)
        for word in words.casefold().split():
            in_text = np.array([word in text for text in self._texts], np.bool_)
            in_title = np.array([word in title for title in self._titles], np.bool_)
            keep &= in_text | in_title[self.catalog.checkpoint_task]
        return keep[points]


class CheckpointList(SearchedCatalog):
    """Checkpoints with at least one usable answer.

    Args:
        catalog: What there is to judge.
        items: Their figures.
    """

    def __init__(self, catalog: Catalog, items: ItemAnalysis) -> None:
        super().__init__(catalog)
        self.items = items
        self._asked: BoolArray = items.responses > 0

    @property
    def total(self) -> int:
        """How many there are."""
        return self.items.asked

    @cached_property
    def counts(self) -> dict[str, int]:
        """How many have each flag."""
        return {name: int((self.items.flag(name) & self._asked).sum()) for name in FLAGS}

    def find(self, query: CheckpointQuery) -> IntArray:
        """The numbers of the checkpoints a query leaves, in its order."""
        places = np.flatnonzero(self._keep(query))
        if query.sort != "order":
            places = places[ordered(self._keys(query.sort)[places], descending=query.descending)]
        elif query.descending:
            places = places[::-1]
        return places.astype(np.int32)

    def flags_of(self, point: int) -> tuple[str, ...]:
        """The flags of one checkpoint."""
        return tuple(name for name in FLAGS if self.items.flag(name)[point])

    def _keep(self, query: CheckpointQuery) -> BoolArray:
        catalog = self.catalog
        keep = self._asked.copy()
        if query.flags:
            keep &= np.any([self.items.flag(name) for name in sorted(query.flags)], axis=0)
        for codes, names, name in (
            (catalog.checkpoint_tier, catalog.tiers, query.tier),
            (catalog.checkpoint_dimension, catalog.dimensions, query.dimension),
            (catalog.checkpoint_task, catalog.tasks, query.task),
        ):
            if name:
                keep &= named(codes, names, name)
        return keep & self._holding(query.words)

    def _keys(self, sort: str) -> npt.NDArray[Any]:
        items, catalog = self.items, self.catalog
        if sort == "text":
            return ranked(self._texts)
        if sort == "task":
            return ranked(self._titles)[catalog.checkpoint_task]
        keys: dict[str, npt.NDArray[Any]] = {
            "tier": np.where(
                catalog.checkpoint_tier == NONE, np.nan, catalog.checkpoint_tier.astype(np.float64)
            ),
            "weight": catalog.checkpoint_weight,
            "n": items.responses,
            "share": items.share,
            "discrimination": items.discrimination,
        }
        return keys[sort]


def ranked(texts: list[str]) -> IntArray:
    """The place of each text in alphabetical order; equal ones share a place."""
    _, place = np.unique(np.array(texts, dtype=object), return_inverse=True)
    return place.astype(np.int32)


def ordered(keys: npt.NDArray[Any], *, descending: bool) -> npt.NDArray[np.intp]:
    """Places in the order of their keys, equal ones as they stand; NaN comes last either way."""
    values = keys.astype(np.float64)
    return np.argsort(-values if descending else values, kind="stable")
