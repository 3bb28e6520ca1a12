"""Matthews' correlation coefficient (Matthews 1975, Biochimica et Biophysica Acta 405)."""

from __future__ import annotations

import numpy as np

from xpert_studio.core.metrics.figures.kappa import kappa
from xpert_studio.core.metrics.metric import (
    PAIRS,
    Better,
    Counts,
    FloatArray,
    Metric,
    Scale,
    Shelf,
    Unit,
    all_pairs,
    over,
    ratio,
)


def _mcc(c: Counts) -> FloatArray:
    """Undefined where either rater gives one answer throughout."""
    product = (c.tp + c.fp) * (c.tp + c.fn) * (c.tn + c.fp) * (c.tn + c.fn)
    return ratio(c.tp * c.tn - c.fp * c.fn, np.sqrt(product))


METRICS = (
    Metric(
        over(_mcc),
        all_pairs,
        Scale.SIGNED,
        id="mcc",
        title="Matthews’ correlation",
        short="MCC",
        meaning="Correlation of the judge’s decisions with the experts’; 1 is perfect, 0 is none.",
        source=PAIRS,
        shelf=Shelf.MORE,
        position=6,
        unit=Unit.COEFFICIENT,
    ),
    Metric(
        over(lambda c: _mcc(c) - kappa(c)),
        all_pairs,
        Scale.SIGNED,
        id="phi_gap",
        title="φ − κ",
        meaning="0 where the judge says met as often as the experts; larger, the more it drifts.",
        source=PAIRS,
        shelf=Shelf.AGREEMENT,
        position=3,
        unit=Unit.COEFFICIENT,
        better=Better.NEITHER,
        has_floor=False,
    ),
)
