"""Brings two raters' answers together on what both have answered."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from xpert_studio.core.records.columns import (
    NONE,
    BoolArray,
    Catalog,
    FloatArray,
    IntArray,
    MetArray,
    Ratings,
)


@dataclass(frozen=True, slots=True)
class Paired:
    """Answers of two raters to the same (response, checkpoint) pairs, one entry a pair.

    Attributes:
        response, checkpoint: Places in the catalogue.
        first, second: 1 passed, 0 failed, ``NONE`` where the instrument passes and fails nothing.
        first_score, second_score: What the answers are worth, 0 to 1.
        first_value, second_value: In the units of the checkpoint's instrument.
    """

    response: IntArray
    checkpoint: IntArray
    first: MetArray
    second: MetArray
    first_score: FloatArray
    second_score: FloatArray
    first_value: FloatArray
    second_value: FloatArray

    def __len__(self) -> int:
        return int(self.first.size)

    @property
    def columns(self) -> tuple[npt.NDArray[Any], ...]:
        """All of them, in the order of the fields."""
        return (
            *(self.response, self.checkpoint, self.first, self.second),
            *(self.first_score, self.second_score),
            *(self.first_value, self.second_value),
        )

    def where(self, keep: BoolArray | npt.NDArray[np.intp]) -> Paired:
        """Those pairs that ``keep`` marks, or their places in a new order."""
        return Paired(*(column[keep] for column in self.columns))

    def decided(self) -> Paired:
        """Those pairs that both raters passed or failed."""
        return self.where((self.first != NONE) & (self.second != NONE))

    @property
    def differs(self) -> BoolArray:
        """Where the two gave different values."""
        return np.asarray(self.first_value != self.second_value)

    @property
    def distance(self) -> FloatArray:
        """How far apart the answers are, as a share of their scale: 0 to 1."""
        return np.asarray(np.abs(self.first_score - self.second_score))

    def keys(self, catalog: Catalog) -> npt.NDArray[np.int64]:
        """Response and checkpoint of each pair in one number."""
        return self.response.astype(np.int64) * max(len(catalog.checkpoints), 1) + self.checkpoint


def joined(parts: Sequence[Paired]) -> Paired:
    """All pairs of several, one after the other."""
    columns = zip(*(part.columns for part in (no_pairs(), *parts)), strict=True)
    return Paired(*(np.concatenate(column) for column in columns))


def no_pairs() -> Paired:
    """Nothing that both have answered."""
    place, said, score = np.zeros(0, np.int32), np.zeros(0, np.int8), np.zeros(0)
    return Paired(place, place, said, said, *(score,) * 4)


def pair_up(
    catalog: Catalog,
    first: Ratings,
    second: Ratings,
    *,
    left_out: BoolArray | None = None,
    tasks: BoolArray | None = None,
) -> Paired:
    """Pairs of usable answers that both raters gave.

    Args:
        catalog: What there is to judge.
        first: One rater; the expert where there is one.
        second: The other; the judge.
        left_out: Per response: anchored ones and near-duplicates of them, which are no evidence.
        tasks: Per task: only those marked.
    """
    keys_first, place_first = _usable(catalog, first)
    keys_second, place_second = _usable(catalog, second)
    order = np.argsort(keys_first, kind="stable")
    keys_first, place_first = keys_first[order], place_first[order]
    at = np.searchsorted(keys_first, keys_second)
    at[at == keys_first.size] = 0
    found = np.flatnonzero(keys_first[at] == keys_second) if keys_first.size else order
    found = found[np.argsort(keys_second[found], kind="stable")]  # the input's order is nothing
    at_first, at_second = place_first[at[found]], place_second[found]
    response = first.response[at_first]
    keep = np.ones(response.size, np.bool_)
    if left_out is not None:
        keep &= ~left_out[response]
    if tasks is not None:
        keep &= tasks[catalog.response_task[response]]
    at_first, at_second = at_first[keep], at_second[keep]
    return Paired(
        first.response[at_first],
        first.checkpoint[at_first],
        first.met[at_first],
        second.met[at_second],
        first.score[at_first],
        second.score[at_second],
        first.value[at_first],
        second.value[at_second],
    )


def _usable(catalog: Catalog, marks: Ratings) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.intp]]:
    place = np.flatnonzero(marks.has_score)
    response = marks.response[place].astype(np.int64)
    return response * len(catalog.checkpoints) + marks.checkpoint[place], place
