"""Pairs of responses to the same task, and how experts and judge order them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from xpert_studio.core.metrics.engine import Figures, figures_of_tables
from xpert_studio.core.metrics.exact import WholeNumbers, orders, whole_totals
from xpert_studio.core.metrics.metric import RANKS
from xpert_studio.core.metrics.pairing import Paired
from xpert_studio.core.metrics.scores import unreadable
from xpert_studio.core.records.columns import Catalog, FloatArray, IntArray


@dataclass(frozen=True, slots=True)
class PairedPoints:
    """Points of the responses that both raters have scored, in whole numbers; one entry each.

    Attributes:
        response: Its place in the catalogue.
        first, second: Points by either rater.
        whole: Points there are, over the checkpoints that both have answered.
    """

    response: IntArray
    first: WholeNumbers
    second: WholeNumbers
    whole: WholeNumbers

    @property
    def scores(self) -> tuple[FloatArray, FloatArray]:
        """Scores by either rater, 0 to 1."""
        one, two = (np.asarray(side / self.whole, np.float64) for side in (self.first, self.second))
        return one, two

    def orders(
        self, one: IntArray, other: IntArray, tolerance: float
    ) -> tuple[npt.NDArray[np.int8], npt.NDArray[np.int8]]:
        """The order of pairs of responses by the first and by the second rater; see ``exact``."""
        e, j = (
            orders(points, self.whole, one, other, tolerance)
            for points in (self.first, self.second)
        )
        return e, j


def paired_points(catalog: Catalog, paired: Paired) -> PairedPoints:
    """Both raters' points of the responses that both have scored.

    Each response is scored over the checkpoints that both have an answer for, so that a gap in one
    of them does not look like a difference.

    Args:
        catalog: What there is to judge.
        paired: Answers of both.
    """
    paired = paired.where(~unreadable(catalog)[paired.response])
    (first, second), whole = whole_totals(
        paired.response,
        weight=catalog.checkpoint_weight[paired.checkpoint],
        scores=(paired.first_score, paired.second_score),
        size=len(catalog.responses),
    )
    present = np.flatnonzero(whole)
    return PairedPoints(present.astype(np.int32), first[present], second[present], whole[present])


def paired_scores(catalog: Catalog, paired: Paired) -> tuple[IntArray, FloatArray, FloatArray]:
    """Both raters' scores of the responses that both have scored.

    Returns:
        Response indices, the first rater's scores, the second's.
    """
    found = paired_points(catalog, paired)
    return found.response, *found.scores


def pairs_within(task: IntArray) -> tuple[IntArray, IntArray]:
    """Every two places that are of the same task."""
    order = np.argsort(task, kind="stable")
    edges = np.flatnonzero(np.diff(task[order])) + 1
    ones, others = [np.zeros(0, np.int64)], [np.zeros(0, np.int64)]
    for members in np.split(order, edges):
        upper = np.triu_indices(members.size, 1)
        ones.append(members[upper[0]])
        others.append(members[upper[1]])
    return np.concatenate(ones).astype(np.int32), np.concatenate(others).astype(np.int32)


def task_pairs(catalog: Catalog, paired: Paired, *, tolerance: float = 0.0) -> FloatArray:
    """Counts of pairs of responses by task, in the catalogue's order.

    Args:
        catalog: What there is to judge.
        paired: Answers of experts (first) and judge (second).
        tolerance: Score differences up to this (0 to 1) are ties.

    Returns:
        (tasks, 5): agree, disagree, expert tie only, judge tie only, both tied.
    """
    points = paired_points(catalog, paired)
    task = catalog.response_task[points.response]
    one, other = pairs_within(task)
    e, j = points.orders(one, other, tolerance)
    kinds = (e * j > 0, e * j < 0, (e == 0) & (j != 0), (e != 0) & (j == 0))
    kind = np.select(kinds, range(4), 4)
    counts = np.bincount(task[one].astype(np.int64) * 5 + kind, minlength=len(catalog.tasks) * 5)
    return counts.reshape(-1, 5).astype(np.float64)


def rank_figures(catalog: Catalog, paired: Paired, *, tolerance: float = 0.0) -> Figures:
    """CDR of a judge (second) against experts (first), with all figures over pairs of responses.

    Args:
        catalog: What there is to judge.
        paired: Answers of both.
        tolerance: Score differences up to this (0 to 1) are ties.
    """
    counts = task_pairs(catalog, paired, tolerance=tolerance)
    return figures_of_tables(
        counts[None], RANKS, catalog.task_cluster, settings={"tie_tolerance": tolerance}
    )[0]
