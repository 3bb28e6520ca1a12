"""Youden's J, sensitivity + specificity − 1 (Youden 1950, Cancer 3)."""

from __future__ import annotations

from xpert_studio.core.metrics.figures.classes import sensitivity, specificity
from xpert_studio.core.metrics.metric import PAIRS, Metric, Scale, Shelf, Unit, all_pairs, over

METRICS = (
    Metric(
        over(lambda c: sensitivity(c) + specificity(c) - 1),
        all_pairs,
        Scale.SIGNED,
        id="youden_j",
        title="Youden’s J",
        short="J",
        meaning="Sensitivity plus specificity less 1: 0 for any constant answer, 1 is perfect.",
        source=PAIRS,
        shelf=Shelf.AGREEMENT,
        position=2,
        unit=Unit.COEFFICIENT,
    ),
)
