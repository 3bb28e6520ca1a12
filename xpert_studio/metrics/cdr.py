"""CDR: does the judge order responses as the experts do?

XpertBench, arXiv 2604.02368. Over all pairs of responses to the same task: e and j are the signs of
the differences of the experts' and the judge's scores. Agree when e·j > 0, disagree (a rank
reversal) when e·j < 0, else tied. CDR = P(agree) − P(disagree), every pair in the denominator:
Kendall's τ-a, pooled over tasks.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from xpert_studio.metrics.exact import orders, whole_weights
from xpert_studio.metrics.intervals import Interval, NumberArray, ratio
from xpert_studio.metrics.pairing import Paired
from xpert_studio.metrics.task_estimates import (
    SHARE,
    Caution,
    Estimate,
    Figure,
    Scale,
    estimate,
)
from xpert_studio.records.columns import Catalog, FloatArray, IntArray


@dataclass(frozen=True, slots=True)
class RankAgreement:
    """CDR with everything it is made of; None where a figure is undefined.

    Attributes:
        pairs: All pairs of responses to one task which both have scored.
        expert_tie_only, judge_tie_only, both_tied: The ties apart.
        cdr: P(agree) − P(disagree).
        p_agree, p_tied, p_disagree: Shares of the pairs: same order, tied by one or both, reversed.
        mean_over_tasks: Mean of the tasks' own CDRs, over the tasks that have a pair.
        tau_b: Kendall's τ-b from the pooled counts; None where one side ties throughout.
        interval: 95 % of the CDR, over tasks; ``intervals`` of the other figures by name.
        tolerance: Differences of scores up to this count as ties.
        tasks: Tasks that have a pair.
        cautions: Figures whose interval is less sure, and why.
    """

    pairs: int
    agree: int
    disagree: int
    expert_tie_only: int
    judge_tie_only: int
    both_tied: int
    cdr: float | None
    p_agree: float | None
    p_tied: float | None
    p_disagree: float | None
    mean_over_tasks: float | None
    tau_b: float | None
    interval: Interval | None
    tolerance: float
    tasks: int
    intervals: Mapping[str, Interval | None] = field(default_factory=dict)
    cautions: Mapping[str, Caution] = field(default_factory=dict)

    def plain(self) -> dict[str, Any]:
        """All figures by the names under which they are published, for a program."""
        values = dataclasses.asdict(self)
        values |= {f"{name}_interval": found for name, found in values.pop("intervals").items()}
        values["cdr_interval"] = values.pop("interval")
        values["cdr_mean_over_tasks"] = values.pop("mean_over_tasks")
        values["tie_tolerance"] = values.pop("tolerance")
        return values


@dataclass(frozen=True, slots=True)
class PairedPoints:
    """Points of the responses that both raters have scored, in whole numbers; one entry each.

    Attributes:
        response: Its place in the catalogue.
        first, second: Points met by either rater.
        whole: Points there are, over the checkpoints that both have answered.
    """

    response: IntArray
    first: NumberArray
    second: NumberArray
    whole: NumberArray

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
    count = len(catalog.responses)
    weight = whole_weights(catalog.checkpoint_weight)[paired.checkpoint]
    whole = np.bincount(paired.response, weight, count)
    first = np.bincount(paired.response, weight * paired.first, count)
    second = np.bincount(paired.response, weight * paired.second, count)
    present = np.flatnonzero(whole)
    return PairedPoints(present.astype(np.int32), first[present], second[present], whole[present])


def paired_scores(catalog: Catalog, paired: Paired) -> tuple[IntArray, FloatArray, FloatArray]:
    """Both raters' scores of the responses that both have scored.

    Returns:
        Response indices, the first rater's scores, the second's.
    """
    found = paired_points(catalog, paired)
    return found.response, found.first / found.whole, found.second / found.whole


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


def _pairs(counts: FloatArray) -> FloatArray:
    return np.asarray(counts.sum(axis=-1))


def _tau_b(counts: FloatArray) -> FloatArray:
    """Kendall's τ-b (Kendall 1945) from pooled counts."""
    agree, disagree, expert_tie, judge_tie, both = np.moveaxis(counts, -1, 0)
    pairs = _pairs(counts)
    free = (pairs - expert_tie - both) * (pairs - judge_tie - both)
    return ratio(agree - disagree, np.sqrt(free))


def _share_of(*columns: int) -> Figure:
    wanted = list(columns)
    return Figure(lambda c: ratio(c[..., wanted].sum(axis=-1), _pairs(c)), _pairs, Scale.SHARE)


CDR: Final = Figure(
    lambda counts: ratio(counts[..., 0] - counts[..., 1], _pairs(counts)), _pairs, Scale.SIGNED
)
"""Over the counts of ``task_pairs``."""
_MEAN: Final = dataclasses.replace(SHARE, scale=Scale.SIGNED)
_FIGURES: Final[Mapping[str, Figure]] = {
    "cdr": CDR,
    "p_agree": _share_of(0),
    "p_disagree": _share_of(1),
    "p_tied": _share_of(2, 3, 4),
    "tau_b": Figure(_tau_b, _pairs, Scale.SIGNED),
}


def rank_agreement(catalog: Catalog, paired: Paired, *, tolerance: float = 0.0) -> RankAgreement:
    """CDR of a judge (second) against experts (first).

    Args:
        catalog: What there is to judge.
        paired: Answers of both.
        tolerance: Score differences up to this (0 to 1) are ties.
    """
    counts = task_pairs(catalog, paired, tolerance=tolerance)
    found = {name: estimate(figure, counts) for name, figure in _FIGURES.items()}
    found["cdr_mean_over_tasks"] = _mean_over_tasks(counts)
    agree, disagree, expert_tie, judge_tie, both = (int(x) for x in counts.sum(axis=0))
    return RankAgreement(
        pairs=int(counts.sum()),
        agree=agree,
        disagree=disagree,
        expert_tie_only=expert_tie,
        judge_tie_only=judge_tie,
        both_tied=both,
        cdr=found["cdr"].value,
        p_agree=found["p_agree"].value,
        p_tied=found["p_tied"].value,
        p_disagree=found["p_disagree"].value,
        mean_over_tasks=found["cdr_mean_over_tasks"].value,
        tau_b=found["tau_b"].value,
        interval=found["cdr"].interval,
        tolerance=tolerance,
        tasks=found["cdr"].tasks,
        intervals={name: one.interval for name, one in found.items() if name != "cdr"},
        cautions={name: one.caution for name, one in found.items() if one.caution},
    )


def _mean_over_tasks(counts: FloatArray) -> Estimate:
    has_pair = (_pairs(counts) > 0).astype(np.float64)
    own = np.nan_to_num(CDR.formula(counts))
    return estimate(_MEAN, np.stack([own, has_pair], axis=-1))
