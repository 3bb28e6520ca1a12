"""CDR, and the figures over pairs of responses that stand beside it.

XpertBench, arXiv 2604.02368. Over all pairs of responses to the same task: e and j are the signs of
the differences of the experts' and the judge's scores. Agree when e·j > 0, disagree (a rank
reversal) when e·j < 0, else tied. CDR = P(agree) − P(disagree), every pair in the denominator:
Kendall's τ-a, pooled over tasks.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from xpert_studio.core.metrics.metric import (
    RANKS,
    SHARE,
    Better,
    FloatArray,
    Formula,
    Metric,
    Scale,
    Shelf,
    Unit,
    ratio,
)


def _pairs(counts: FloatArray) -> FloatArray:
    return np.asarray(counts.sum(axis=-1))


def _tau_b(counts: FloatArray) -> FloatArray:
    """Kendall's τ-b (Kendall 1945) from pooled counts."""
    agree, disagree, expert_tie, judge_tie, both = np.moveaxis(counts, -1, 0)
    pairs = _pairs(counts)
    free = (pairs - expert_tie - both) * (pairs - judge_tie - both)
    return ratio(agree - disagree, np.sqrt(free))


def _share_of(*columns: int) -> Formula:
    wanted = list(columns)
    return lambda counts: ratio(counts[..., wanted].sum(axis=-1), _pairs(counts))


CDR = Metric(
    lambda counts: ratio(counts[..., 0] - counts[..., 1], _pairs(counts)),
    _pairs,
    Scale.SIGNED,
    id="cdr",
    title="CDR",
    meaning="Concordant less discordant pairs of responses.",
    source=RANKS,
    shelf=Shelf.HEADLINE,
    position=0,
    unit=Unit.COEFFICIENT,
    is_compared=True,
)
_SHARES: Final[dict[str, Any]] = {"source": RANKS, "shelf": Shelf.HEADLINE}


def _own_cdr(counts: FloatArray) -> FloatArray:
    """CDR of each task that has a pair, and one."""
    own = np.nan_to_num(CDR.formula(counts))
    return np.stack([own, (_pairs(counts) > 0).astype(np.float64)], axis=-1)


METRICS = (
    CDR,
    Metric(
        _share_of(0), _pairs, Scale.SHARE,
        id="p_agree", title="P(agree)", position=1,
        meaning="Share of pairs of responses that the judge orders as the experts do.", **_SHARES,
    ),
    Metric(
        _share_of(2, 3, 4), _pairs, Scale.SHARE,
        id="p_tied", title="P(tied)", position=2, better=Better.NEITHER,
        meaning="Share of pairs of responses that judge or experts score the same.", **_SHARES,
    ),
    Metric(
        _share_of(1), _pairs, Scale.SHARE,
        id="p_disagree", title="P(disagree)", position=3, better=Better.LOWER, has_floor=False,
        meaning="Share of pairs of responses that the judge orders the other way.", **_SHARES,
    ),
    Metric(
        SHARE.formula, SHARE.weight, Scale.SIGNED,
        id="cdr_mean_over_tasks", title="CDR, mean over tasks",
        meaning="Mean of the tasks’ own CDR, so that a task with many responses counts no more.",
        source=RANKS, shelf=Shelf.AGREEMENT, position=2, unit=Unit.COEFFICIENT,
        statistics=_own_cdr,
    ),
    Metric(
        _tau_b, _pairs, Scale.SIGNED,
        id="tau_b", title="Kendall’s τ-b", short="τ-b",
        meaning="Rank correlation of scores by judge and experts, corrected for ties.",
        source=RANKS, shelf=Shelf.AGREEMENT, position=1, unit=Unit.COEFFICIENT,
    ),
)  # fmt: skip
