"""Agreement on scales of numbers: of a judge with the experts, and of experts among themselves.

Values count as scores from 0 to 1, so that figures in scale units have an interval of the same
making as shares; ``metrics.grades`` gives them back their units.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

import numpy as np

from xpert_studio.core.metrics.metric import (
    GRADE_RATERS,
    GRADES,
    INTERVAL,
    ORDERED,
    Better,
    FloatArray,
    Formula,
    Metric,
    Scale,
    Shelf,
    Unit,
    ratio,
)

_NO_SPREAD: Final = 1e-13
"""Of scores: what rounding makes of a variance of 0."""


class Raters(NamedTuple):
    """Ratings of several experts on one scale.

    Attributes:
        tables: Of every two experts the sums of ``GRADES`` by task: (pairs, tasks, columns).
        values: By task, of items with two ratings or more: disagreement within them, ratings, their
            sum, and their squares.
        ranks: The same of their ranks.
    """

    tables: FloatArray
    values: FloatArray
    ranks: FloatArray


class Grades(NamedTuple):
    """Sums over pairs of scores, of many tables at once; see ``GRADES``."""

    n: FloatArray
    a: FloatArray
    b: FloatArray
    aa: FloatArray
    bb: FloatArray
    ab: FloatArray
    apart: FloatArray
    same: FloatArray
    banded: FloatArray
    middle: FloatArray
    middle_apart: FloatArray
    middle_same: FloatArray
    within_aa: FloatArray
    within_bb: FloatArray
    within_ab: FloatArray
    within_n: FloatArray
    ranked: FloatArray


def _over(formula: Callable[[Grades], FloatArray]) -> Formula:
    return lambda sums: formula(Grades(*np.moveaxis(sums, -1, 0)))


def _quotient(top: FloatArray, whole: FloatArray) -> FloatArray:
    """``ratio``, undefined also where only rounding keeps the denominator from 0."""
    return ratio(top, np.where(whole > _NO_SPREAD, whole, 0.0))


def _weighted_kappa(g: Grades) -> FloatArray:
    """1 less the mean squared difference over that of independent raters (Cohen 1968)."""
    squares = ratio(g.aa + g.bb - 2 * g.ab, g.n)
    by_chance = ratio(g.aa + g.bb, g.n) - 2 * ratio(g.a, g.n) * ratio(g.b, g.n)
    return 1 - _quotient(squares, by_chance)


def _interval_alpha(g: Grades) -> FloatArray:
    """α of two raters (Krippendorff 2011): expected are the differences of all ratings."""
    n = 2 * g.n
    by_chance = ratio(g.aa + g.bb, n) - ratio(g.a + g.b, n) ** 2
    return 1 - _quotient((g.aa + g.bb - 2 * g.ab) * ratio(n - 1, n * n), by_chance)


def _variances(sums: FloatArray) -> FloatArray:
    """ICC(A,1) from sums n, a, b, aa, bb, ab of pairs of raters (second axis from the end).

    Of the two-way analysis of variance (McGraw & Wong 1996, case 2A): between targets over that and
    between raters and error. Each component is a mean over pairs of raters, as it is exactly where
    all have rated everything; by pairs it holds as well where not all have.
    """
    n, a, b, aa, bb, ab = np.moveaxis(sums, -1, 0)
    free = np.where(n > 1, n - 1, np.nan)
    together = (ab - ratio(a * b, n)) / free
    own = (aa - ratio(a * a, n) + bb - ratio(b * b, n)) / (2 * free)
    rater = ratio(a - b, n) ** 2 / 2 - ratio(own - together, n)
    top, whole = (np.nansum(n * part, axis=-1) for part in (together, own + rater))
    pairs = n.sum(axis=-1)
    return np.clip(_quotient(ratio(top, pairs), ratio(whole, pairs)), -1.0, 1.0)


def _icc(sums: FloatArray) -> FloatArray:
    return _variances(sums[..., None, :6])


def _icc_of_several(sums: FloatArray) -> FloatArray:
    return _variances(sums.reshape(*sums.shape[:-1], -1, 6))


def _tables_apart(raters: Raters) -> FloatArray:
    """The six sums of every pair of raters side by side: (tasks, pairs × 6)."""
    pairs, tasks, _ = raters.tables.shape
    return np.moveaxis(raters.tables[..., :6], 0, 1).reshape(tasks, pairs * 6)


def _tables(raters: Raters) -> FloatArray:
    """Tables of pairs of raters added up, several of them in both orders; see ``reliability``."""
    table: FloatArray = raters.tables.sum(axis=0)
    if len(raters.tables) < 2:
        return table
    n, a, b, aa, bb, ab, apart, same, banded, *rest, ranked = np.moveaxis(table, -1, 0)
    both = (2 * n, a + b, a + b, aa + bb, aa + bb, 2 * ab, 2 * apart, 2 * same, 2 * banded)
    return np.stack([*both, *rest, 2 * ranked], axis=-1)


def _ranked(raters: Raters) -> FloatArray:
    """Ratings and their parts of ρ, added up; pairs of raters without a ρ are left out."""
    parts = raters.tables[..., [0, -1]]
    is_known = np.isfinite(parts[..., 1:])
    return np.asarray(np.where(is_known, parts, 0.0).sum(axis=0), np.float64)


def _alpha(sums: FloatArray) -> FloatArray:
    """α (Krippendorff 2011) from disagreement within items, ratings, their sum and squares."""
    within, n, total, squares = np.moveaxis(sums, -1, 0)
    spread = ratio(squares, n) - ratio(total, n) ** 2
    return 1 - _quotient(ratio(within * (n - 1), n * n), spread)


_n = _over(lambda g: g.n)
_spearman = _over(lambda g: np.clip(ratio(g.ranked, g.n), -1.0, 1.0))


def _of_no_task(sums: FloatArray) -> FloatArray:
    """For a figure without an interval.

    The median is that of these tasks: an interval over them covers .87 at 10 tasks.
    """
    return np.zeros(sums.shape[:-1])


_mae = _over(lambda g: ratio(g.apart, g.n))
_same_band = _over(lambda g: ratio(g.same, g.banded))
_banded = _over(lambda g: g.banded)
_OF_JUDGE: Final[dict[str, Any]] = {"source": GRADES, "shelf": Shelf.HEADLINE}
_OF_EXPERTS: Final[dict[str, Any]] = {
    "source": GRADE_RATERS,
    "shelf": Shelf.HEADLINE,
    "statistics": _tables,
    "count": lambda sums: sums[..., 0],
}
_COEFFICIENT: Final[dict[str, Any]] = {"unit": Unit.COEFFICIENT, "measurement": INTERVAL}
_POINTS: Final[dict[str, Any]] = {"unit": Unit.POINTS, "measurement": INTERVAL}

WEIGHTED_KAPPA = Metric(
    _over(_weighted_kappa),
    _n,
    Scale.SIGNED,
    id="weighted_kappa",
    title="Weighted κ",
    position=1,
    is_compared=True,
    **_OF_JUDGE,
    meaning="Chance-corrected agreement on a scale, differences squared; 1 is perfect.",
    **_COEFFICIENT,
)
MAE = Metric(
    _mae,
    _n,
    Scale.SHARE,
    id="mae",
    title="Mean absolute error",
    short="MAE",
    position=2,
    is_compared=True,
    **_OF_JUDGE,
    meaning="How far the judge’s value is from the experts’ on average, in scale units.",
    better=Better.LOWER,
    **_POINTS,
)
_within = _over(lambda g: g.within_n)


def _within_correlation(g: Grades) -> FloatArray:
    return np.clip(_quotient(g.within_ab, np.sqrt(g.within_aa * g.within_bb)), -1.0, 1.0)


def _within_icc(g: Grades) -> FloatArray:
    """ICC(C,1) of values less that rater's mean at the checkpoint (McGraw & Wong 1996, case 2)."""
    return np.clip(_quotient(2 * g.within_ab, g.within_aa + g.within_bb), -1.0, 1.0)


WITHIN_CORRELATION = Metric(
    _over(_within_correlation),
    _within,
    Scale.SIGNED,
    id="within_correlation",
    title="Correlation within checkpoints",
    short="r within",
    position=0,
    meaning="Correlation of judge and experts after each one’s mean at the checkpoint is removed: "
    "0 for a judge that reads nothing.",
    is_compared=True,
    has_floor=False,
    **_OF_JUDGE,
    **_COEFFICIENT,
)
METRICS = (
    WITHIN_CORRELATION,
    WEIGHTED_KAPPA,
    MAE,
    Metric(
        _over(_within_icc), _within, Scale.SIGNED,
        id="within_icc", title="ICC(C,1) within checkpoints", short="ICC within", position=0,
        source=GRADES, shelf=Shelf.AGREEMENT, has_floor=False,
        meaning="Share of the variance of values at a checkpoint that judge and experts have in "
        "common.",
        **_COEFFICIENT,
    ),
    Metric(
        _over(lambda g: ratio(g.middle_apart, g.n)), _of_no_task, Scale.SHARE, count=_n,
        id="constant_mae", title="Constant rater’s error", short="Constant", position=3,
        meaning="Mean absolute error of always giving the median of the experts’ values.",
        better=Better.NEITHER, **_OF_JUDGE, **_POINTS,
    ),
    Metric(
        _over(lambda g: ratio(g.b - g.a, g.n)), _n, Scale.SIGNED,
        id="bias", title="Bias", position=4, better=Better.NEITHER, **_OF_JUDGE,
        meaning="Mean of the judge’s values less that of the experts’, in scale units.",
        unit=Unit.POINT_DIFFERENCE, measurement=INTERVAL,
    ),
    Metric(
        _same_band, _banded, Scale.SHARE,
        id="same_band", title="Same band", position=5, measurement=ORDERED,
        meaning="Share of values in the same described part of the scale as the experts’.",
        **_OF_JUDGE,
    ),
    Metric(
        _icc, _n, Scale.SIGNED,
        id="icc", title="ICC(A,1)", position=1, source=GRADES, shelf=Shelf.AGREEMENT,
        meaning="Share of the variance of values that is of checkpoints and responses, not of "
        "judge and error.",
        **_COEFFICIENT,
    ),
    Metric(
        _spearman, _n, Scale.SIGNED,
        id="spearman", title="Spearman’s ρ", short="ρ", position=2,
        source=GRADES, shelf=Shelf.AGREEMENT,
        meaning="Correlation of the ranks of values: whether the judge orders as the experts do.",
        unit=Unit.COEFFICIENT, measurement=ORDERED,
    ),
    Metric(
        _over(_interval_alpha), _n, Scale.SIGNED,
        id="interval_alpha", title="Interval α", position=3, source=GRADES, shelf=Shelf.AGREEMENT,
        meaning="Krippendorff’s α of judge and experts on squared differences of values.",
        **_COEFFICIENT,
    ),
    Metric(
        _over(_weighted_kappa), _n, Scale.SIGNED,
        id="weighted_kappa", title="Weighted κ", position=1,
        meaning="Chance-corrected agreement of two experts on a scale, pooled over all pairs.",
        **_OF_EXPERTS, **_COEFFICIENT,
    ),
    Metric(
        _icc_of_several, lambda sums: sums[..., ::6].sum(axis=-1), Scale.SIGNED,
        id="icc", title="ICC(A,1)", position=2,
        meaning="Share of the variance of values that is of the responses, not of expert and "
        "error.",
        **_OF_EXPERTS | {"statistics": _tables_apart, "count": None}, **_COEFFICIENT,
    ),
    Metric(
        lambda sums: np.clip(ratio(sums[..., 1], sums[..., 0]), -1.0, 1.0),
        lambda sums: sums[..., 0], Scale.SIGNED,
        id="spearman", title="Spearman’s ρ", short="ρ", position=3,
        meaning="Correlation of the ranks that two experts give, mean over their pairs.",
        unit=Unit.COEFFICIENT, measurement=ORDERED, **_OF_EXPERTS | {"statistics": _ranked},
    ),
    Metric(
        _mae, _n, Scale.SHARE,
        id="mae", title="Mean absolute difference", short="MAD", position=4, better=Better.LOWER,
        meaning="How far two experts’ values are apart on average, in scale units.",
        **_OF_EXPERTS, **_POINTS,
    ),
    Metric(
        _same_band, _banded, Scale.SHARE,
        id="same_band", title="Same band", position=5, measurement=ORDERED,
        meaning="Share of ratings by two experts that are in the same described part of the scale.",
        **_OF_EXPERTS | {"count": None},
    ),
    *(
        Metric(
            _alpha, lambda sums: sums[..., 1], Scale.SIGNED,
            id=f"{name}_alpha", title=f"{name.capitalize()} α", position=position,
            meaning=f"Krippendorff’s α of all experts on {of}.",
            **_OF_EXPERTS | {"statistics": statistics, "count": None},
            unit=Unit.COEFFICIENT, measurement=measurement,
        )
        for position, name, of, measurement, statistics in (
            (6, "interval", "squared differences of values", INTERVAL, lambda r: r.values),
            (7, "ordinal", "the order of values", ORDERED, lambda r: r.ranks),
        )
    ),
)  # fmt: skip
