"""Matthews' correlation coefficient (Matthews 1975, Biochimica et Biophysica Acta 405)."""

from __future__ import annotations

from typing import Final

import numpy as np

from xpert_studio.metrics.confusion import Counts, all_pairs, over
from xpert_studio.metrics.intervals import ratio
from xpert_studio.metrics.metric import PAIRS, Metric, Shelf, Unit
from xpert_studio.metrics.task_estimates import Scale
from xpert_studio.records.columns import FloatArray


def _mcc(c: Counts) -> FloatArray:
    """Undefined where either rater gives one answer throughout."""
    product = (c.tp + c.fp) * (c.tp + c.fn) * (c.tn + c.fp) * (c.tn + c.fn)
    return ratio(c.tp * c.tn - c.fp * c.fn, np.sqrt(product))


METRICS: Final = (
    Metric(
        over(_mcc), all_pairs, Scale.SIGNED,
        id="mcc", title="Matthews’ correlation", short="MCC",
        meaning="Correlation of the judge’s decisions with the experts’; 1 is perfect, 0 is none.",
        source=PAIRS, shelf=Shelf.AGREEMENT, position=3, unit=Unit.COEFFICIENT,
    ),
)  # fmt: skip
