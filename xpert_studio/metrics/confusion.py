"""Judgments of experts beside verdicts of a judge, as counts by task."""

from __future__ import annotations

import numpy as np

from xpert_studio.metrics.pairing import Paired
from xpert_studio.records.columns import NONE, Catalog, FloatArray, IntArray


def task_tables(catalog: Catalog, paired: Paired) -> FloatArray:
    """Counts tn, fp, fn, tp by task, in the catalogue's order: (tasks, 4).

    Args:
        catalog: What there is to judge.
        paired: Answers of expert (first) and judge (second); those that neither pass nor fail
            are left out.
    """
    table: FloatArray = group_tables(catalog, paired, np.zeros(len(paired), np.int32), 1)[0]
    return table


def group_tables(catalog: Catalog, paired: Paired, codes: IntArray, groups: int) -> FloatArray:
    """Counts tn, fp, fn, tp by group and task.

    Args:
        catalog: What there is to judge.
        paired: Answers of experts (first) and judge (second).
        codes: Per pair, its group; ``NONE`` for none.
        groups: How many groups there are.

    Returns:
        (groups + 1, tasks, 4); the last group holds the pairs of no group.
    """
    place = np.where(codes == NONE, groups, codes).astype(np.int64) * len(catalog.tasks)
    place += catalog.response_task[paired.response]
    kind = paired.first.astype(np.int64) * 2 + paired.second
    decided = (paired.first != NONE) & (paired.second != NONE)
    shape = groups + 1, len(catalog.tasks), 4
    counts = np.bincount((place * 4 + kind)[decided], minlength=shape[0] * shape[1] * 4)
    return counts.reshape(shape).astype(np.float64)
