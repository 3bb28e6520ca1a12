"""Agreement of experts among themselves: raw, Krippendorff's α, and κ pooled over their pairs."""

from __future__ import annotations

import numpy as np

from xpert_studio.core.metrics.figures.kappa import KAPPA
from xpert_studio.core.metrics.krippendorff import krippendorff_alpha
from xpert_studio.core.metrics.metric import (
    ANY_SCALE,
    RATERS,
    SHARE,
    FloatArray,
    Metric,
    Scale,
    Shelf,
    Unit,
    ratio,
)
from xpert_studio.core.metrics.votes import LEAST_SHARED, Votes


def _agreed(votes: Votes) -> FloatArray:
    """Items on which all agree, and items; of those with two ratings or more."""
    return votes.by_task(votes.several & ~votes.disputed, votes.several)


def _coincidences(votes: Votes) -> FloatArray:
    """The coincidence matrix (Krippendorff 2011): unequal values, totals of not met and of met."""
    met, unmet = (np.where(votes.several, side, 0.0) for side in (votes.met, votes.unmet))
    return votes.by_task(unmet * met / np.maximum(unmet + met - 1, 1), unmet, met)


def _alpha(sums: FloatArray) -> FloatArray:
    """Nominal α of two values (Krippendorff 2004)."""
    unequal, unmet, met = np.moveaxis(sums, -1, 0)
    return 1 - ratio(unequal * (unmet + met - 1), unmet * met)


def _single_ratings(votes: Votes) -> float | None:
    keys = np.concatenate(
        [np.repeat(votes.keys, side.astype(np.int64)) for side in (votes.met, votes.unmet)]
    )
    return krippendorff_alpha(
        keys, np.repeat([1, 0], [int(votes.met.sum()), int(votes.unmet.sum())])
    )


def _tables(votes: Votes) -> FloatArray:
    """Tables of pairs of experts, added up, and the ratings they share: (tasks, 5).

    Adding up before dividing (De Vries et al. 2008, Field Methods 20) avoids the bias of a mean
    over pairs: in a table of few ratings, chance agreement is overestimated. Which of two experts
    is the first is arbitrary, so each of several tables counts in both orders; chance agreement is
    then that of all ratings together (Scott 1955, Fleiss 1971).
    """
    tables = votes.tables
    table = np.sum(tables, axis=0)[..., :4] if tables else np.zeros((1, 4))
    both = table + table[:, [0, 2, 1, 3]] if len(tables) > 1 else table
    return np.concatenate([both, table.sum(axis=-1, keepdims=True)], axis=-1)


METRICS = (
    Metric(
        SHARE.formula, SHARE.weight, Scale.SHARE,
        id="accuracy", title="Agreement", short="Agree",
        meaning="The share of them on which all experts said the same.",
        source=RATERS, shelf=Shelf.HEADLINE, position=1, statistics=_agreed,
    ),
    Metric(
        lambda sums: KAPPA.formula(sums[..., :4]), lambda sums: KAPPA.weight(sums[..., :4]),
        Scale.SIGNED,
        id="kappa", title="Cohen’s κ", short="κ",
        meaning="Chance-corrected agreement of two experts, pooled over all pairs: 1 is full "
        "agreement.",
        source=RATERS, shelf=Shelf.HEADLINE, position=2, unit=Unit.COEFFICIENT,
        statistics=_tables, count=lambda sums: sums[..., 4], least=LEAST_SHARED,
    ),
    Metric(
        _alpha, lambda sums: sums[..., 1] + sums[..., 2], Scale.SIGNED,
        id="alpha", title="Krippendorff’s α", short="α",
        meaning="Chance-corrected agreement of all experts: 0.80 or more is reliable.",
        source=RATERS, shelf=Shelf.HEADLINE, position=3, unit=Unit.COEFFICIENT,
        measurement=ANY_SCALE, statistics=_coincidences, exact=_single_ratings,
    ),
)  # fmt: skip
