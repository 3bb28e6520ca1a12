"""Judgments of experts beside verdicts of a judge, as counts by task."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from xpert_studio.metrics.pairing import Paired
from xpert_studio.metrics.task_estimates import Formula
from xpert_studio.records.columns import NONE, Catalog, FloatArray, IntArray


class Counts(NamedTuple):
    """How often expert and judge say met and not met, of many tables at once.

    "Positive" is met; the expert is right.
    """

    tn: FloatArray
    fp: FloatArray
    fn: FloatArray
    tp: FloatArray

    @property
    def n(self) -> FloatArray:
        """All pairs."""
        return np.asarray(self.tn + self.fp + self.fn + self.tp)


def over(formula: Callable[[Counts], FloatArray]) -> Formula:
    """A formula on counts tn, fp, fn, tp as one on their array (last axis)."""
    return lambda counts: formula(Counts(*np.moveaxis(counts, -1, 0)))


all_pairs = over(lambda c: c.n)
"""Number of pairs: what a task brings to a figure over all of them."""


def task_tables(catalog: Catalog, paired: Paired) -> FloatArray:
    """Counts tn, fp, fn, tp by task, in the catalogue's order: (tasks, 4).

    Args:
        catalog: What there is to judge.
        paired: Answers of expert (first) and judge (second).
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
    shape = groups + 1, len(catalog.tasks), 4
    counts = np.bincount(place * 4 + kind, minlength=shape[0] * shape[1] * 4)
    return counts.reshape(shape).astype(np.float64)
