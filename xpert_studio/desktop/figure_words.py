"""Figures of the registry as the window writes them: value, interval, what they mean."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xpert_studio.desktop.evidence_words import caution_hint, marked
from xpert_studio.desktop.parts.figures import Cell
from xpert_studio.desktop.wording import figure, percent, t
from xpert_studio.metrics.grades import ALL_SCALES
from xpert_studio.metrics.metric import GRADE_RATERS, GRADES, Metric, Unit

if TYPE_CHECKING:
    from xpert_studio.metrics import Estimate, Interval
    from xpert_studio.records import CertifiedFigure

    Known = Estimate | CertifiedFigure


def value_words(unit: Unit, value: float | None) -> str:
    """A value in its unit; a dash where there is none."""
    if value is None:
        return "–"
    match unit:
        case Unit.SHARE:
            return percent(value)
        case Unit.DIFFERENCE:
            return signed_points(value)
        case Unit.COEFFICIENT:
            return figure(value)
        case Unit.POINTS:
            return f"{value:.2f}"
        case Unit.POINT_DIFFERENCE:
            return f"{value:+.2f}".replace("-", "−")


def scale_words(scale: str) -> str:
    """The name of a scale."""
    return t("score, all scales") if scale == ALL_SCALES else scale


def title_words(metric: Metric, scale: str | None, *, is_short: bool = False) -> str:
    """The name of a figure, of graded checkpoints with the scale that it is on."""
    name = t(metric.head if is_short else metric.title)
    if metric.source not in {GRADES, GRADE_RATERS} or not scale:
        return name
    return t("{figure} ({scale})", figure=name, scale=scale_words(scale))


def interval_text(unit: Unit, interval: Interval) -> str:
    """An interval in brackets."""
    low, high = (value_words(unit, end) for end in interval)
    return f"[{low}, {high}]"


def interval_words(unit: Unit, one: Known) -> str:
    """An interval in brackets, marked where it is approximate; empty where there is none."""
    return marked(interval_text(unit, one.interval), one.caution) if one.interval else ""


def with_interval(unit: Unit, one: Known) -> str:
    """A value with its interval."""
    said = value_words(unit, one.value)
    if one.interval is not None:
        said += f" {interval_text(unit, one.interval)}"
    return marked(said, one.caution)


def said_interval(unit: Unit, one: Known) -> str:
    """An interval in brackets, or that a known value over tasks has none."""
    missing = "" if one.value is None or one.tasks == 0 else t("(interval not estimable)")
    return interval_words(unit, one) or missing


def figure_cell(metric: Metric, one: Known | None, tasks: int = 0) -> Cell:
    """A cell with value and interval; its tooltip says why the interval is approximate.

    Args:
        metric: The figure.
        one: What is known of it; None leaves the cell empty.
        tasks: Behind it, where the figure itself does not know.
    """
    if one is None:
        return Cell("", None)
    hint = caution_hint(one.caution, one.tasks or tasks)
    return Cell(with_interval(metric.unit, one), one.value, hint=hint)


def signed_points(value: float) -> str:
    """A difference of shares in points of 100, with its sign."""
    return f"{100 * value:+.1f}".replace("-", "−")
