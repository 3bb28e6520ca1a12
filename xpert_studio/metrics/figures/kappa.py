"""Cohen's κ (Cohen 1960, Educational and Psychological Measurement 20)."""

from __future__ import annotations

from typing import Final

from xpert_studio.metrics.confusion import Counts, all_pairs, over
from xpert_studio.metrics.intervals import ratio
from xpert_studio.metrics.metric import PAIRS, Metric, Shelf, Unit
from xpert_studio.metrics.task_estimates import Scale
from xpert_studio.records.columns import FloatArray


def _kappa(c: Counts) -> FloatArray:
    """Undefined where both raters give one and the same answer throughout."""
    chance = (c.tp + c.fn) * (c.tp + c.fp) + (c.tn + c.fp) * (c.tn + c.fn)
    return ratio((c.tp + c.tn) * c.n - chance, c.n * c.n - chance)


KAPPA: Final = Metric(
    over(_kappa), all_pairs, Scale.SIGNED,
    id="kappa", title="Cohen’s κ", short="κ",
    meaning="Chance-corrected agreement on checkpoints; 1 is perfect.",
    source=PAIRS, shelf=Shelf.HEADLINE, position=1, unit=Unit.COEFFICIENT, is_compared=True,
)  # fmt: skip
METRICS: Final = (KAPPA,)
