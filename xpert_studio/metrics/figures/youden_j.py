"""Youden's J, sensitivity + specificity − 1 (Youden 1950, Cancer 3)."""

from __future__ import annotations

from typing import Final

from xpert_studio.metrics.confusion import all_pairs, over
from xpert_studio.metrics.figures.classes import sensitivity, specificity
from xpert_studio.metrics.metric import PAIRS, Metric, Shelf, Unit
from xpert_studio.metrics.task_estimates import Scale

METRICS: Final = (
    Metric(
        over(lambda c: sensitivity(c) + specificity(c) - 1), all_pairs, Scale.SIGNED,
        id="youden_j", title="Youden’s J", short="J",
        meaning="Sensitivity plus specificity less 1: 0 for any constant answer, 1 is perfect.",
        source=PAIRS, shelf=Shelf.AGREEMENT, position=2, unit=Unit.COEFFICIENT,
    ),
)  # fmt: skip
