"""Figures over comparisons of two responses: of a system, and of a rater's orders.

Agreement of a judge's comparisons, and of scores, with those of experts are the figures over pairs
of responses (``concordance``); strengths are in ``bradley_terry``.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from xpert_studio.api.figures import Input, Metric, Scale, Shelf
from xpert_studio.core.metrics.metric import ANY_SCALE, SHARE, Better, FloatArray
from xpert_studio.packs.comparisons.compared import OrderCounts, WinCounts

COMPARISONS: Final = Input("comparisons", "comparisons")
"""How systems fare when two responses are compared: ``WinCounts``."""
ORDERS: Final = Input("orders", "pairs")
"""What the order in which they are shown does: ``OrderCounts``."""


def _wins(win_counts: WinCounts) -> FloatArray:
    return np.stack([win_counts.won, win_counts.compared], axis=-1)


def _ties(win_counts: WinCounts) -> FloatArray:
    return np.stack([win_counts.tied, win_counts.compared], axis=-1)


def _flips(order_counts: OrderCounts) -> FloatArray:
    return np.stack([order_counts.flipped, order_counts.twice], axis=-1)


def _firsts(order_counts: OrderCounts) -> FloatArray:
    return np.stack([order_counts.shown_first, order_counts.preferred], axis=-1)


METRICS = (
    Metric(
        SHARE.formula, SHARE.weight, Scale.SHARE,
        id="win_rate", title="Win rate",
        meaning="Share of the system’s comparisons that it wins; a tie is half a win.",
        source=COMPARISONS, shelf=Shelf.HEADLINE, position=1, statistics=_wins,
        measurement=ANY_SCALE,
    ),
    Metric(
        SHARE.formula, SHARE.weight, Scale.SHARE,
        id="tie_rate", title="Ties",
        meaning="Share of the system’s comparisons that end in a tie.",
        source=COMPARISONS, shelf=Shelf.HEADLINE, position=2, statistics=_ties,
        better=Better.NEITHER, measurement=ANY_SCALE,
    ),
    Metric(
        SHARE.formula, SHARE.weight, Scale.SHARE,
        id="position_bias", title="Position bias",
        meaning="Share of pairs on which the outcome changes with the order in which they are "
        "shown.",
        source=ORDERS, shelf=Shelf.HEADLINE, position=1, statistics=_flips, better=Better.LOWER,
        measurement=ANY_SCALE,
    ),
    Metric(
        SHARE.formula, SHARE.weight, Scale.SHARE,
        id="prefers_first", title="Prefers the first",
        meaning="Share of comparisons without ties that prefer the response shown first; half "
        "without bias.",
        source=ORDERS, shelf=Shelf.HEADLINE, position=2, statistics=_firsts,
        better=Better.NEITHER, measurement=ANY_SCALE,
    ),
)  # fmt: skip
