"""How a judge decides what the experts judge met, and what they judge not met."""

from __future__ import annotations

from typing import Any, Final

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


def sensitivity(c: Counts) -> FloatArray:
    """Share of the experts' mets that the judge calls met; undefined without any."""
    return ratio(c.tp, c.tp + c.fn)


def specificity(c: Counts) -> FloatArray:
    """Share of the experts' not-mets that the judge calls not met; undefined without any."""
    return ratio(c.tn, c.tn + c.fp)


def _f1(right: FloatArray, c: Counts) -> FloatArray:
    return ratio(2 * right, 2 * right + c.fp + c.fn)


_SENSITIVITY: Final[Any] = (over(sensitivity), over(lambda c: c.tp + c.fn), Scale.SHARE)

METRICS = (
    Metric(
        *_SENSITIVITY,
        id="sensitivity", title="Sensitivity",
        meaning="Share judged met, of what the experts judge met.",
        source=PAIRS, shelf=Shelf.BY_CLASS, position=1,
    ),
    Metric(
        over(specificity), over(lambda c: c.tn + c.fp), Scale.SHARE,
        id="specificity", title="Specificity",
        meaning="Share judged not met, of what the experts judge not met.",
        source=PAIRS, shelf=Shelf.BY_CLASS, position=2,
    ),
    Metric(
        over(lambda c: (_f1(c.tp, c) + _f1(c.tn, c)) / 2), all_pairs, Scale.SHARE,
        id="macro_f1", title="Macro-F1",
        meaning="Mean of the F1 of met and that of not met, so that the rarer one counts as much.",
        source=PAIRS, shelf=Shelf.MORE, position=7, unit=Unit.COEFFICIENT,
    ),
    Metric(
        over(lambda c: (sensitivity(c) + specificity(c)) / 2), all_pairs, Scale.SHARE,
        id="balanced_accuracy", title="Balanced accuracy",
        meaning="Mean of sensitivity and specificity.",
        source=PAIRS, shelf=Shelf.MORE, position=1,
    ),
    Metric(
        over(lambda c: ratio(c.tp, c.tp + c.fp)), over(lambda c: c.tp + c.fp), Scale.SHARE,
        id="precision", title="Precision",
        meaning="Share that the experts judge met, of what the judge calls met.",
        source=PAIRS, shelf=Shelf.MORE, position=2,
    ),
    Metric(
        *_SENSITIVITY,
        id="recall", title="Recall",
        meaning="Another name of sensitivity, used beside precision.",
        source=PAIRS, shelf=Shelf.MORE, position=3,
    ),
    Metric(
        over(lambda c: _f1(c.tp, c)), over(lambda c: 2 * c.tp + c.fp + c.fn), Scale.SHARE,
        id="f1_met", title="F1 of met",
        meaning="Harmonic mean of precision and recall of met.",
        source=PAIRS, shelf=Shelf.MORE, position=4, unit=Unit.COEFFICIENT,
        count=over(lambda c: c.tp + c.fp + c.fn),
    ),
)  # fmt: skip
