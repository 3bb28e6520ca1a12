"""Judgments of experts beside verdicts of a judge, as counts by task.

Beside the counts of met and not met stand those of agreement within checkpoints: the experts'
answer to one response is set against the judge's to *another* response of the same checkpoint, so
that a rater who knows how often each checkpoint is met, and reads nothing, comes out at 0.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from xpert_studio.core.metrics.pairing import Paired
from xpert_studio.core.metrics.within import Groups, grouped, residuals, several
from xpert_studio.core.records.columns import NONE, BoolArray, Catalog, FloatArray, IntArray

Places = npt.NDArray[np.integer]


def task_tables(catalog: Catalog, paired: Paired) -> FloatArray:
    """The columns of ``PAIRS`` by task, in the catalogue's order: (tasks, columns).

    Args:
        catalog: What there is to judge.
        paired: Answers of expert (first) and judge (second); those that neither pass nor fail
            are left out.
    """
    table: FloatArray = group_tables(catalog, paired, np.zeros(len(paired), np.int32), 1)[0]
    return table


def group_tables(catalog: Catalog, paired: Paired, codes: IntArray, groups: int) -> FloatArray:
    """The columns of ``PAIRS`` by group and task.

    Args:
        catalog: What there is to judge.
        paired: Answers of experts (first) and judge (second).
        codes: Per pair, its group; ``NONE`` for none.
        groups: How many groups there are.

    Returns:
        (groups + 1, tasks, columns); the last group holds the pairs of no group.
    """
    decided = (paired.first != NONE) & (paired.second != NONE)
    paired, codes = paired.where(decided), np.where(codes == NONE, groups, codes)[decided]
    tasks = len(catalog.tasks)
    place = codes.astype(np.int64) * tasks + catalog.response_task[paired.response]
    kind = paired.first.astype(np.int64) * 2 + paired.second
    counts = np.bincount(place * 4 + kind, minlength=(groups + 1) * tasks * 4).reshape(-1, 4)
    columns = (counts, *(part(paired, codes, place, len(counts)) for part in (_within, _apart)))
    return np.concatenate(columns, axis=-1).reshape(groups + 1, tasks, -1).astype(np.float64)


def _within(paired: Paired, codes: IntArray, place: Places, places: int) -> FloatArray:
    """The columns ``beyond_chance`` to ``rated`` of ``Counts``: (places, 5)."""
    cells = grouped(paired.checkpoint, codes)
    kept = cells.size > 1
    a, b = paired.first, paired.second
    n = cells.size
    ones, judged, right = (cells.totals(column) / n for column in (a, b, a == b))
    same = ones * judged + (1 - ones) * (1 - judged)
    by_chance = (n * same - right) / np.maximum(n - 1, 1)
    met, apart = n * (ones + judged), n * (1 - right)
    unlike = (met * (2 * n - met) - apart) / np.maximum(2 * (n - 1), 1)
    columns = (n * (right - by_chance), n * (1 - by_chance), apart, unlike, n)
    return _summed(columns, place[cells.first], places, kept)


def _apart(paired: Paired, codes: IntArray, place: Places, places: int) -> FloatArray:
    """The columns ``ee`` to ``cells`` of ``Counts``: (places, 4)."""
    return _products(
        place, places, paired, grouped(paired.checkpoint, codes), grouped(paired.response, codes)
    )


def centred_sums(catalog: Catalog, paired: Paired) -> FloatArray:
    """Squares and products of scores less that rater's mean at the checkpoint: (tasks, 4).

    Of checkpoints of which two or more responses are rated: the experts' squares, the judge's,
    their products, and how many.
    """
    paired = several(paired)
    task = catalog.response_task[paired.response]
    return _products(task, len(catalog.tasks), paired, grouped(paired.checkpoint))


def _products(place: Places, places: int, paired: Paired, *groupings: Groups) -> FloatArray:
    a, b = (residuals(side, *groupings) for side in (paired.first_score, paired.second_score))
    return _summed((a * a, b * b, a * b, np.ones(a.size)), place, places)


def _summed(
    columns: Iterable[FloatArray], place: Places, places: int, kept: BoolArray | bool = True
) -> FloatArray:
    return np.stack(
        [np.bincount(place, np.where(kept, column, 0.0), places) for column in columns], axis=-1
    )
