"""Agreement within checkpoints: whether a judge tells responses apart as the experts do."""

from __future__ import annotations

import numpy as np

from xpert_studio.core.metrics.metric import (
    PAIRS,
    Counts,
    FloatArray,
    Metric,
    Scale,
    Shelf,
    Unit,
    over,
    ratio,
)


def _between(value: FloatArray) -> FloatArray:
    return np.asarray(np.clip(value, -1.0, 1.0))


def _interaction(c: Counts) -> FloatArray:
    return _between(ratio(c.ej, np.sqrt(c.ee * c.jj)))


_rated = over(lambda c: c.rated)

KAPPA_WITHIN = Metric(
    over(lambda c: _between(ratio(c.beyond_chance, c.possible))),
    _rated,
    Scale.SIGNED,
    id="kappa_within",
    title="κ within checkpoints",
    short="κ within",
    meaning="Agreement beyond that with another response of the same checkpoint: 0 for a judge "
    "that reads nothing; 1 is perfect.",
    source=PAIRS,
    shelf=Shelf.HEADLINE,
    position=0,
    unit=Unit.COEFFICIENT,
    is_compared=True,
    has_floor=False,
)
METRICS = (
    KAPPA_WITHIN,
    Metric(
        over(lambda c: _between(1 - ratio(c.apart, c.unlike))), _rated, Scale.SIGNED,
        id="alpha_within", title="α within checkpoints", short="α within",
        meaning="Krippendorff’s α with the disagreement expected between different responses of "
        "the same checkpoint.",
        source=PAIRS, shelf=Shelf.MORE, position=5, unit=Unit.COEFFICIENT, has_floor=False,
    ),
    Metric(
        over(_interaction), over(lambda c: c.cells), Scale.SIGNED,
        id="interaction", title="Interaction",
        meaning="Correlation of judge and experts after the means of checkpoint and response are "
        "removed.",
        source=PAIRS, shelf=Shelf.AGREEMENT, position=6, unit=Unit.COEFFICIENT, has_floor=False,
    ),
)  # fmt: skip
