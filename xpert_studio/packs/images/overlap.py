"""How far two raters' regions of the same pictures overlap: intersection over union, matched."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from xpert_studio.core.records import Region, region_between
from xpert_studio.core.records.columns import FloatArray

FOUND: Final = 0.5
"""From this overlap on, two regions count as the same: the usual threshold of object detection
(Everingham et al. 2010, The PASCAL Visual Object Classes Challenge)."""


@dataclass(frozen=True, slots=True)
class Overlap:
    """What two raters marked on one checkpoint of one response.

    Attributes:
        total: Sum of the overlaps of matched regions.
        most: The greater number of regions; ``total / most`` is the mean overlap, in which a region
            without a partner counts 0.
        same: How many pairs overlap by ``FOUND`` or more.
        both: The number of regions of both; ``2 * same / both`` is the F1 score.
    """

    total: float
    most: int
    same: int
    both: int


def overlap_of(first: Sequence[Region], second: Sequence[Region]) -> Overlap:
    """Regions matched one to one so that their overlaps add up to the most.

    Args:
        first: One rater's.
        second: The other's.
    """
    shared = np.array([[one.overlap(other) for other in second] for one in first], np.float64)
    matched = best_match(shared.reshape(len(first), len(second)))
    return Overlap(
        float(matched.sum()),
        max(len(first), len(second)),
        int((matched >= FOUND).sum()),
        len(first) + len(second),
    )


def best_match(gains: FloatArray) -> FloatArray:
    """The gains of the one-to-one assignment with the greatest sum, one a row of the shorter side.

    The Hungarian method with potentials (Kuhn 1955; Jonker and Volgenant 1987).

    Args:
        gains: (rows, columns), 0 to 1.
    """
    if gains.shape[0] > gains.shape[1]:
        return best_match(gains.T)
    rows, columns = gains.shape
    costs = 1 - gains
    of_row, of_column = np.zeros(rows + 1), np.zeros(columns + 1)
    row_at = np.full(columns + 1, rows)
    for row in range(rows):
        _assign(costs, row, of_row, of_column, row_at)
    taken = [place for place in range(columns) if row_at[place] < rows]
    return np.array([gains[row_at[place], place] for place in taken])


def _assign(
    costs: FloatArray, row: int, of_row: FloatArray, of_column: FloatArray, row_at: np.ndarray
) -> None:
    """Gives a row a column, moving others along a path of least cost."""
    rows, columns = costs.shape
    least, before = np.full(columns + 1, np.inf), np.full(columns + 1, columns)
    seen = np.zeros(columns + 1, bool)
    row_at[columns], place = row, columns
    while row_at[place] < rows:
        seen[place] = True
        here = row_at[place]
        fresh = ~seen[:columns]
        slack = costs[here] - of_row[here] - of_column[:columns]
        better = fresh & (slack < least[:columns])
        least[:columns][better], before[:columns][better] = slack[better], place
        target = int(np.where(fresh, least[:columns], np.inf).argmin())
        step = least[target]
        of_row[row_at[seen]] += step
        of_column[seen] -= step
        least[:columns][fresh] -= step
        place = target
    while place != columns:
        row_at[place] = row_at[before[place]]
        place = before[place]


def whole_pictures(regions: Sequence[Region]) -> list[Region]:
    """What a rater marks who looks at nothing: all of each picture."""
    pictures = dict.fromkeys(region.picture for region in regions)
    return [region_between(picture, 0, 0, 1, 1) for picture in pictures]
