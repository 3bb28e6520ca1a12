"""CDR: does the judge order responses as the experts do?

XpertBench, arXiv 2604.02368. Over all pairs of responses to the same task: e and j are the signs of
the differences of the experts' and the judge's scores. Agree when e·j > 0, disagree (a rank
reversal) when e·j < 0, else tied. CDR = P(agree) − P(disagree), every pair in the denominator:
Kendall's τ-a, pooled over tasks.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from xpert_studio.metrics.intervals import Interval, percentile_interval, ratio, resampling
from xpert_studio.metrics.pairing import Paired
from xpert_studio.records.columns import Catalog, FloatArray, IntArray


@dataclass(frozen=True, slots=True)
class RankAgreement:
    """CDR with everything it is made of.

    Attributes:
        pairs: All pairs of responses to one task which both have scored.
        expert_tie_only, judge_tie_only, both_tied: The ties apart.
        cdr: P(agree) − P(disagree), or None without pairs.
        mean_over_tasks: Mean of the tasks' own CDRs, over the tasks that have a pair.
        interval: 95 %, by bootstrap over tasks.
        tau_b: Kendall's τ-b from the pooled counts, or None where one side ties throughout.
        tolerance: Differences of scores up to this count as ties.
        tasks: Tasks that have a pair.
    """

    pairs: int
    agree: int
    disagree: int
    expert_tie_only: int
    judge_tie_only: int
    both_tied: int
    cdr: float | None
    mean_over_tasks: float | None
    interval: Interval | None
    tau_b: float | None
    tolerance: float
    tasks: int

    @property
    def p_agree(self) -> float | None:
        """Share of pairs in the same order."""
        return self.agree / self.pairs if self.pairs else None

    @property
    def p_disagree(self) -> float | None:
        """Share of pairs in the opposite order."""
        return self.disagree / self.pairs if self.pairs else None

    @property
    def p_tied(self) -> float | None:
        """Share of pairs that one or both tie."""
        return (self.pairs - self.agree - self.disagree) / self.pairs if self.pairs else None


@dataclass(frozen=True, slots=True)
class TaskPairs:
    """Counts of pairs by task: columns agree, disagree, expert tie only, judge tie only, both."""

    counts: IntArray

    @property
    def pairs(self) -> FloatArray:
        """Pairs of each task."""
        return np.asarray(self.counts.sum(axis=1), np.float64)

    @property
    def net(self) -> FloatArray:
        """Agreements less disagreements of each task."""
        return np.asarray(self.counts[:, 0] - self.counts[:, 1], np.float64)


def paired_scores(catalog: Catalog, paired: Paired) -> tuple[IntArray, FloatArray, FloatArray]:
    """Both raters' scores of the responses that both have scored.

    Each response is scored over the checkpoints that both have an answer for, so that a gap in one
    of them does not look like a difference.

    Returns:
        Response indices, the first rater's scores, the second's.
    """
    count = len(catalog.responses)
    weight = catalog.checkpoint_weight[paired.checkpoint]
    whole = np.bincount(paired.response, weight, count)
    present = np.flatnonzero(whole)
    first = np.bincount(paired.response, weight * paired.first, count)[present] / whole[present]
    second = np.bincount(paired.response, weight * paired.second, count)[present] / whole[present]
    return present.astype(np.int32), first, second


def task_pairs(catalog: Catalog, paired: Paired, *, tolerance: float = 0.0) -> TaskPairs:
    """Counts the pairs of responses of every task (rows in the catalogue's order)."""
    response, first, second = paired_scores(catalog, paired)
    task = catalog.response_task[response]
    order = np.argsort(task, kind="stable")
    task, first, second = task[order], first[order], second[order]
    edges = np.flatnonzero(task[1:] != task[:-1]) + 1
    starts = np.concatenate([[0], edges]) if task.size else edges
    ends = np.concatenate([edges, [task.size]]) if task.size else edges
    counts = np.zeros((len(catalog.tasks), 5), np.int32)
    for start, end in zip(starts, ends, strict=True):
        if end - start > 1:
            counts[task[start]] = _count(first[start:end], second[start:end], tolerance)
    return TaskPairs(counts)


def _count(first: FloatArray, second: FloatArray, tolerance: float) -> IntArray:
    upper = np.triu_indices(first.size, 1)
    e = _signs(first[upper[0]] - first[upper[1]], tolerance)
    j = _signs(second[upper[0]] - second[upper[1]], tolerance)
    product = e * j
    return np.array(
        [
            np.count_nonzero(product > 0),
            np.count_nonzero(product < 0),
            np.count_nonzero((e == 0) & (j != 0)),
            np.count_nonzero((e != 0) & (j == 0)),
            np.count_nonzero((e == 0) & (j == 0)),
        ],
        np.int32,
    )


def _signs(difference: FloatArray, tolerance: float) -> FloatArray:
    return np.where(np.abs(difference) <= tolerance, 0.0, np.sign(difference))


def rank_agreement(
    catalog: Catalog, paired: Paired, *, seed: int = 0, tolerance: float = 0.0
) -> RankAgreement:
    """CDR of a judge (second) against experts (first).

    Args:
        catalog: What there is to judge.
        paired: Answers of both.
        seed: Of the resampling of tasks.
        tolerance: Score differences up to this (0 to 1) are ties.
    """
    found = task_pairs(catalog, paired, tolerance=tolerance)
    agree, disagree, expert_tie, judge_tie, both = (int(x) for x in found.counts.sum(axis=0))
    with_pairs = found.pairs > 0
    pairs, net = found.pairs[with_pairs], found.net[with_pairs]
    total = int(pairs.sum())
    return RankAgreement(
        pairs=total,
        agree=agree,
        disagree=disagree,
        expert_tie_only=expert_tie,
        judge_tie_only=judge_tie,
        both_tied=both,
        cdr=(agree - disagree) / total if total else None,
        mean_over_tasks=float(np.mean(net / pairs)) if total else None,
        interval=percentile_interval(cdr_replicates(found, seed)) if pairs.size > 1 else None,
        tau_b=_tau_b(total, agree - disagree, expert_tie + both, judge_tie + both),
        tolerance=tolerance,
        tasks=int(pairs.size),
    )


def cdr_replicates(found: TaskPairs, seed: int) -> FloatArray:
    """The CDR in every resample of the tasks that have a pair."""
    with_pairs = found.pairs > 0
    counts = resampling(int(with_pairs.sum()), seed)
    return ratio(counts @ found.net[with_pairs], counts @ found.pairs[with_pairs])


def _tau_b(pairs: int, net: int, expert_ties: int, judge_ties: int) -> float | None:
    """Kendall's τ-b (Kendall 1945) from the pooled counts."""
    free = (pairs - expert_ties) * (pairs - judge_ties)
    return net / math.sqrt(free) if free else None
