"""Values of experts beside those of a judge, or of other experts, on scales of numbers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any, Final, TypeVar

import numpy as np
import numpy.typing as npt

from xpert_studio.core.instruments.columns import asked_of
from xpert_studio.core.metrics.engine import Figures, measured
from xpert_studio.core.metrics.figures.graded import Raters
from xpert_studio.core.metrics.metric import GRADE_RATERS, GRADES, Input, Unit
from xpert_studio.core.metrics.pair_tables import centred_sums
from xpert_studio.core.metrics.pairing import Paired, no_pairs
from xpert_studio.core.metrics.registry import metrics_of
from xpert_studio.core.metrics.task_estimates import Estimate
from xpert_studio.core.records.columns import (
    NONE,
    BoolArray,
    Catalog,
    FloatArray,
    IntArray,
    Ratings,
)

_Found = TypeVar("_Found", bound=Estimate)
ALL_SCALES: Final = "score, all scales"
"""What is said for a scale where checkpoints of several are taken together, by their scores."""
_ONE: Final = 2
"""Of so many the first is the only scale, and the other the same again by its scores."""


@cache
def _in_units() -> frozenset[str]:
    """The figures in units of a scale."""
    metrics = metrics_of(GRADES, GRADE_RATERS)
    return frozenset(
        metric.id for metric in metrics if metric.unit in {Unit.POINTS, Unit.POINT_DIFFERENCE}
    )


@dataclass(frozen=True, slots=True)
class ScaleFigures:
    """Figures over the checkpoints of one scale, or over all by their scores.

    Attributes:
        scale: Its name, or ``ALL_SCALES``.
        responses: With a value by both.
        figures: By id; those in scale units are in the units of the scale.
    """

    scale: str
    responses: int
    figures: Figures

    def plain(self) -> dict[str, Any]:
        """All of it for a program."""
        return {"scale": self.scale, "responses": self.responses, **self.figures.plain()}


class _InUnits(Mapping[str, _Found]):
    """Figures of scores, in units of their scale."""

    def __init__(self, found: Mapping[str, _Found], span: float) -> None:
        self._found, self._span = found, span

    def __getitem__(self, name: str) -> _Found:
        one = self._found[name]
        return one.times(self._span) if name in _in_units() else one

    def __iter__(self) -> Iterator[str]:
        return iter(self._found)

    def __len__(self) -> int:
        return len(self._found)


@dataclass(frozen=True, slots=True)
class OneScale:
    """Checkpoints that are taken together: those of one scale, or of all by their scores.

    Attributes:
        name: Of the scale.
        span: From its low to its high end.
        points: Which checkpoints they are.
        paired: What two raters have both answered of them.
    """

    name: str
    span: float
    points: BoolArray
    paired: Paired = field(default_factory=no_pairs)

    def in_units(self, found: Mapping[str, _Found]) -> Mapping[str, _Found]:
        """Figures of scores; those that are in scale units are turned into these when asked for."""
        return _InUnits(found, self.span)


def scale_figures(catalog: Catalog, paired: Paired) -> tuple[ScaleFigures, ...]:
    """Figures of a judge (second) against experts (first), by scale; where several, all together.

    Args:
        catalog: What there is to judge.
        paired: Answers of both.
    """
    return tuple(figures_on(catalog, one, one.paired) for one in _by_scale(catalog, paired))


def figures_on(catalog: Catalog, one_scale: OneScale, paired: Paired) -> ScaleFigures:
    """Figures over answers that are all on one scale, or all taken by their scores."""
    figures = measured(GRADES, grade_sums(catalog, paired)[None], catalog.task_cluster)[0]
    return _figures(catalog, one_scale, paired.response, GRADES, figures, len(paired))


def compared_scale(catalog: Catalog, paired: Paired) -> OneScale | None:
    """By what two judges are compared: the only scale of their answers, or all of them."""
    found = _by_scale(catalog, paired)
    return found[-1] if found else None


def _by_scale(catalog: Catalog, paired: Paired) -> list[OneScale]:
    found = [
        replace(scale, paired=own)
        for scale in _scales(catalog)
        if len(own := paired.where(scale.points[paired.checkpoint]))
    ]
    return found if len(found) > _ONE else found[:1]


def _scales(catalog: Catalog) -> list[OneScale]:
    """Each scale, and all together by their scores."""
    scales = asked_of(catalog).scales()
    each = [
        OneScale(name, float(high - low), np.asarray(scales.checkpoint == code))
        for code, (name, low, high) in enumerate(
            zip(scales.names, scales.low, scales.high, strict=True)
        )
    ]
    return [*each, OneScale(ALL_SCALES, 1.0, np.asarray(scales.checkpoint != NONE))]


def _figures(
    catalog: Catalog,
    one_scale: OneScale,
    response: IntArray,
    source: Input,
    found: Mapping[str, Estimate],
    n: int,
) -> ScaleFigures:
    responses = np.unique(response)
    tasks = np.unique(catalog.response_task[responses]).size
    return ScaleFigures(
        one_scale.name, responses.size, Figures(source, n, tasks, one_scale.in_units(found))
    )


def on_scales(catalog: Catalog, paired: Paired) -> Paired:
    """Those pairs whose checkpoints have a scale of numbers."""
    scale = asked_of(catalog).scales().checkpoint[paired.checkpoint]
    return paired.where(np.asarray(scale != NONE))


def grade_sums(catalog: Catalog, paired: Paired) -> FloatArray:
    """The columns of ``GRADES`` by task, in the catalogue's order: (tasks, columns).

    Args:
        catalog: What there is to judge.
        paired: Answers of two raters to checkpoints that have scales.
    """
    return _sums(catalog, paired, spearman_parts(paired.first_score, paired.second_score))


def _sums(catalog: Catalog, paired: Paired, ranked: FloatArray) -> FloatArray:
    asked = asked_of(catalog)
    a, b = paired.first_score, paired.second_score
    middle = float(np.median(a)) if a.size else 0.0
    scales = asked.scales()
    scale = scales.checkpoint[paired.checkpoint]
    value = scales.low[scale] + middle * (scales.high - scales.low)[scale]
    values = np.concatenate([paired.first_value, paired.second_value, np.round(value, 9)])
    one, two, of_middle = np.split(asked.bands(np.tile(paired.checkpoint, 3), values), 3)
    columns = (
        *(np.ones(a.size), a, b, a * a, b * b, a * b, np.abs(a - b)),
        *(one == two, np.isfinite(one), np.full(a.size, middle)),
        *(np.abs(a - middle), one == of_middle),
    )
    task = catalog.response_task[paired.response]
    tasks = len(catalog.tasks)
    of_rank = np.bincount(task, ranked, tasks)[:, None]
    sums = np.stack([np.bincount(task, column, tasks) for column in columns], axis=-1)
    return np.concatenate([sums, centred_sums(catalog, paired), of_rank], axis=-1)


def spearman_parts(first: FloatArray, second: FloatArray) -> FloatArray:
    """What each pair of values brings to Spearman's ρ, which is their mean; NaN where undefined.

    A pair's own term is ρ and its influence on it: also by the ranks that it gives all others,
    which sums over fixed ranks would leave out.

    Args:
        first: Values of one rater.
        second: Values of the other to the same.
    """
    n = first.size
    x, y = _mid_ranks(first), _mid_ranks(second)
    of_x, of_y = x.var() if n else 0.0, y.var() if n else 0.0
    if not of_x or not of_y:
        return np.full(n, np.nan)
    spread = float(np.sqrt(of_x * of_y))
    rho = float(((x - x.mean()) * (y - y.mean())).mean() / spread)
    shared = x * y + _above(first, y) + _above(second, x)
    own = [side * side + 2 * _above(raw, side) for raw, side in ((first, x), (second, y))]
    influence = (shared - shared.mean()) / spread
    for part, variance in zip(own, (of_x, of_y), strict=True):
        influence -= rho / 2 * (part - part.mean()) / variance
    return np.asarray(rho + influence, np.float64)


def _mid_ranks(values: FloatArray) -> FloatArray:
    """Ranks over n: the share of values below, and half of those that are equal."""
    _, place, count = np.unique(values, return_inverse=True, return_counts=True)
    return np.asarray((np.cumsum(count) - count / 2)[place] / max(values.size, 1))


def _above(values: FloatArray, worth: FloatArray) -> FloatArray:
    """For each value the mean over all of what those above it are worth, and half of equal ones."""
    names, place = np.unique(values, return_inverse=True)
    total = np.bincount(place, worth, names.size)
    return np.asarray((total[::-1].cumsum()[::-1] - total / 2)[place] / max(values.size, 1))


def rater_scales(
    catalog: Catalog, raters: Sequence[Ratings], pairs: Sequence[Paired]
) -> tuple[ScaleFigures, ...]:
    """Agreement of several raters by scale; where several, all together too.

    Args:
        catalog: What there is to judge.
        raters: Experts, or the trials of a judge.
        pairs: What every two of them have both answered.
    """
    found = []
    for scale in _scales(catalog):
        own = [part for pair in pairs if len(part := pair.where(scale.points[pair.checkpoint]))]
        if own:
            key, score = _ratings(catalog, raters, scale.points)
            task = catalog.response_task[key // max(len(catalog.checkpoints), 1)]
            items = _Items.of(key, task, len(catalog.tasks))
            kept = items.count[items.place] > 1
            ranks = np.zeros(score.size)
            ranks[kept] = _mid_ranks(score[kept])
            figures = measured(
                GRADE_RATERS,
                Raters(
                    tables=np.stack([grade_sums(catalog, part) for part in own]),
                    values=items.spread(score),
                    ranks=items.spread(ranks),
                ),
                catalog.task_cluster,
            )[0]
            response = np.concatenate([part.response for part in own])
            shared = int((items.count > 1).sum())
            found.append(_figures(catalog, scale, response, GRADE_RATERS, figures, shared))
    return tuple(found if len(found) != 2 else found[:1])


def _ratings(
    catalog: Catalog, raters: Sequence[Ratings], points: BoolArray
) -> tuple[npt.NDArray[np.int64], FloatArray]:
    """All values on some checkpoints: response and checkpoint in one number, and the score."""
    width = max(len(catalog.checkpoints), 1)
    own = [rater.where(rater.has_score & points[rater.checkpoint]) for rater in raters]
    keys = [rater.response.astype(np.int64) * width + rater.checkpoint for rater in own]
    none = np.zeros(0, np.int64)
    return np.concatenate([none, *keys]), np.concatenate([np.zeros(0), *(r.score for r in own)])


@dataclass(frozen=True, slots=True)
class _Items:
    """Rated items: of each rating its item, of each item its ratings and task."""

    place: npt.NDArray[np.intp]
    count: npt.NDArray[np.intp]
    task: IntArray
    tasks: int

    @classmethod
    def of(cls, key: npt.NDArray[np.int64], task: IntArray, tasks: int) -> _Items:
        _, first, place, count = np.unique(
            key, return_index=True, return_inverse=True, return_counts=True
        )
        return cls(place, count, task[first], tasks)

    def spread(self, values: FloatArray) -> FloatArray:
        """Columns of ``Raters.values``."""
        size = self.count.size
        total, squares = (np.bincount(self.place, v, size) for v in (values, values**2))
        several = self.count > 1
        within = (self.count * squares - total**2) / np.maximum(self.count - 1, 1)
        columns = (within, self.count, total, squares)
        return np.stack(
            [np.bincount(self.task, np.where(several, c, 0.0), self.tasks) for c in columns],
            axis=-1,
        )
