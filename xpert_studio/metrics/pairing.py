"""Brings two raters' answers together on what both have answered."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from xpert_studio.records.columns import NONE, BoolArray, Catalog, IntArray, Marks, MetArray


@dataclass(frozen=True, slots=True)
class Paired:
    """Answers of two raters to the same (response, checkpoint) pairs, one entry a pair."""

    response: IntArray
    checkpoint: IntArray
    first: MetArray
    second: MetArray

    def __len__(self) -> int:
        return int(self.first.size)

    def where(self, keep: BoolArray) -> Paired:
        """Those pairs that ``keep`` marks."""
        return Paired(
            self.response[keep], self.checkpoint[keep], self.first[keep], self.second[keep]
        )


def pair_up(
    catalog: Catalog,
    first: Marks,
    second: Marks,
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
    keys_first, met_first = _usable(catalog, first)
    keys_second, met_second = _usable(catalog, second)
    order = np.argsort(keys_first, kind="stable")
    sorted_first = keys_first[order]
    place = np.searchsorted(sorted_first, keys_second)
    place_in = np.minimum(place, max(sorted_first.size - 1, 0))
    found = (
        sorted_first[place_in] == keys_second if sorted_first.size else np.zeros(place.size, bool)
    )
    keys = keys_second[found]
    by_key = np.argsort(keys, kind="stable")  # so that the order of the input does not matter
    response = (keys // len(catalog.checkpoints)).astype(np.int32)[by_key]
    point = (keys % len(catalog.checkpoints)).astype(np.int32)[by_key]
    paired = Paired(
        response,
        point,
        met_first[order[place_in[found]]][by_key],
        met_second[found][by_key],
    )
    keep = np.ones(len(paired), np.bool_)
    if left_out is not None:
        keep &= ~left_out[paired.response]
    if tasks is not None:
        keep &= tasks[catalog.response_task[paired.response]]
    return paired.where(keep)


def _usable(catalog: Catalog, marks: Marks) -> tuple[npt.NDArray[np.int64], MetArray]:
    usable = marks.met != NONE
    response = marks.response[usable].astype(np.int64)
    return response * len(catalog.checkpoints) + marks.checkpoint[usable], marks.met[usable]
