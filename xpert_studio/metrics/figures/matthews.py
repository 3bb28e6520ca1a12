"""Matthews' correlation coefficient (Matthews 1975, Biochimica et Biophysica Acta 405)."""

from __future__ import annotations

import numpy as np

from xpert_studio.metrics.metric import (
    PAIRS,
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
        over(_mcc), all_pairs, Scale.SIGNED,
        id="mcc", title="Matthews’ correlation", short="MCC",
        meaning="Correlation of the judge’s decisions with the experts’; 1 is perfect, 0 is none.",
        source=PAIRS, shelf=Shelf.AGREEMENT, position=3, unit=Unit.COEFFICIENT,
    ),
)  # fmt: skip
