"""Cohen's κ (Cohen 1960, Educational and Psychological Measurement 20)."""

from __future__ import annotations

from xpert_studio.core.metrics.metric import (
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


def kappa(c: Counts) -> FloatArray:
    """Undefined (NaN) where both raters give one and the same answer throughout."""
    chance = (c.tp + c.fn) * (c.tp + c.fp) + (c.tn + c.fp) * (c.tn + c.fn)
    return ratio((c.tp + c.tn) * c.n - chance, c.n * c.n - chance)


KAPPA = Metric(
    over(kappa),
    all_pairs,
    Scale.SIGNED,
    id="kappa",
    title="Cohen’s κ",
    short="κ",
    meaning="Chance-corrected agreement on checkpoints; 1 is perfect.",
    source=PAIRS,
    shelf=Shelf.HEADLINE,
    position=1,
    unit=Unit.COEFFICIENT,
    is_compared=True,
)
METRICS = (KAPPA,)
