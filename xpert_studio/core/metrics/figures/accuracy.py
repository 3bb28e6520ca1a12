"""How often a judge decides as the experts do, and what a constant answer would reach."""

from __future__ import annotations

import numpy as np

from xpert_studio.core.metrics.metric import (
    PAIRS,
    Better,
    Metric,
    Scale,
    Shelf,
    Unit,
    all_pairs,
    over,
    ratio,
)

_base_rate = over(lambda c: ratio(c.tp + c.fn, c.n))

ACCURACY = Metric(
    over(lambda c: ratio(c.tp + c.tn, c.n)),
    all_pairs,
    Scale.SHARE,
    id="accuracy",
    title="Accuracy",
    meaning="Share of checkpoints judged as the experts do.",
    source=PAIRS,
    shelf=Shelf.HEADLINE,
    position=2,
    is_compared=True,
)
METRICS = (
    ACCURACY,
    Metric(
        lambda counts: np.maximum(_base_rate(counts), 1 - _base_rate(counts)),
        all_pairs, Scale.SHARE,
        id="constant_accuracy", title="Majority class",
        meaning="Accuracy of always giving the more frequent judgment.",
        source=PAIRS, shelf=Shelf.HEADLINE, position=3, better=Better.NEITHER,
    ),
    Metric(
        _base_rate, all_pairs, Scale.SHARE,
        id="base_rate", title="Base rate",
        meaning="Share of checkpoints that the experts judge met.",
        source=PAIRS, shelf=Shelf.BY_CLASS, position=3, better=Better.NEITHER,
    ),
    Metric(
        over(lambda c: ratio(c.fp - c.fn, c.n)), all_pairs, Scale.SIGNED,
        id="leniency", title="Leniency",
        meaning="Met rate of the judge less that of the experts, in points.",
        source=PAIRS, shelf=Shelf.BY_CLASS, position=4, unit=Unit.DIFFERENCE, better=Better.NEITHER,
    ),
    Metric(
        over(lambda c: ratio(c.tp + c.tn - c.fp - c.fn, c.n)), all_pairs, Scale.SIGNED,
        id="criterion_cdr", title="Criterion-level CDR",
        meaning="Share of checkpoints judged as the experts do, less the share judged otherwise.",
        source=PAIRS, shelf=Shelf.AGREEMENT, position=5, unit=Unit.COEFFICIENT,
    ),
)  # fmt: skip
