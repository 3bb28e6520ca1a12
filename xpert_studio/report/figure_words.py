"""Figures in words: value, interval, what they mean, and on what evidence."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from xpert_studio.core.metrics.evidence_floor import (
    Shortfall,
    said_shortfalls,
    shortfall_clause,
    shortfalls_of_certificate,
)
from xpert_studio.core.metrics.metric import GRADE_RATERS, GRADES, Metric, Unit
from xpert_studio.core.metrics.task_estimates import FEW_TASKS, SURE_AT_AN_END, SURE_TASKS
from xpert_studio.core.wording import (
    figure,
    listed,
    number,
    percent,
    signed_points,
    t,
    tn,
    translated,
)
from xpert_studio.report.blocks import APPROXIMATE
from xpert_studio.report.part_names import scale_name

if TYPE_CHECKING:
    from xpert_studio.core.metrics import Alignment, Estimate, Interval
    from xpert_studio.core.records import Certificate, CertifiedFigure

    Known = Estimate | CertifiedFigure


def shortfall_words(missing: Sequence[Shortfall]) -> str:
    """What an alignment lacks; empty where nothing is missing."""
    return listed(map(translated, said_shortfalls(missing)))


_COUNTED: Final = ("tasks", "families", "pairs")


def too_little(missing: Sequence[Shortfall]) -> str:
    """What an alignment lacks, in a short sentence: counts and anchors, else the first of all.

    Args:
        missing: What it lacks, at least one.
    """
    least: dict[str, Shortfall] = {}
    for item in sorted(missing, key=lambda item: item.found or 0.0):
        if item.requirement in _COUNTED:
            least.setdefault(item.requirement, item)
    unknown = [item for item in missing if item.requirement == "anchors"]
    counts = [translated(shortfall_clause(item)) for item in (*least.values(), *unknown)]
    said = counts or list(map(translated, said_shortfalls(missing)))[:1]
    return t("Too little evidence: {counts}.", counts=listed(said))


def evident_words(alignment: Alignment) -> str:
    """The figures of a judge whose evidence is enough."""
    named = {"kappa_within": t("κ within"), "within_correlation": t("r within")}
    known = [
        f"{said} {with_interval(Unit.COEFFICIENT, one)}"
        for name, said in ({"cdr": t("CDR")} | named).items()
        if (one := alignment.figures.get(name)) is not None and one.n
    ]
    return listed([*known, tn("{n} task", "{n} tasks", alignment.rank.tasks)])


def marked(text: str, caution: str | None) -> str:
    """A figure or interval as text, with the sign where its interval is approximate."""
    return f"{text}\u00a0{APPROXIMATE}" if text and caution is not None else text


def legend() -> str:
    """What the sign means."""
    return t(
        "‡ approximate interval: fewer than {few} tasks behind the figure, or fewer than {sure} "
        "behind κ, CDR or a value near an end of its scale ({many} at the end)",
        few=FEW_TASKS,
        sure=SURE_TASKS,
        many=SURE_AT_AN_END,
    )


def axis_name(text: str, cautions: Iterable[str | None], *, is_hollow: bool = False) -> str:
    """The name of a chart's axis; below, what the sign means where one of the figures is marked.

    Args:
        text: What it measures.
        cautions: Of the figures, why they are marked.
        is_hollow: Whether some are hollow, for they are of systems that do not rank.
    """
    few = [t("‡ approximate interval: few tasks")] if any(cautions) else []
    hollow = [t("Hollow = unranked (incomplete or anchored)")] if is_hollow else []
    return "\n".join((text, *few, *hollow))


def certified_evidence(certificate: Certificate) -> tuple[str, str]:
    """Whether the evidence of a certificate is enough, and what is missing."""
    if certificate.method is None:
        return t("not assessed"), t(
            "The intervals were made by an earlier method, which ignored that checkpoints of one "
            "task are not independent."
        )
    missing = shortfalls_of_certificate(certificate)
    return t("incomplete") if missing else t("sufficient"), shortfall_words(missing)


_WRITTEN: Final[Mapping[Unit, Callable[[float], str]]] = {
    Unit.SHARE: percent,
    Unit.DIFFERENCE: signed_points,
    Unit.COEFFICIENT: figure,
    Unit.POINTS: "{:.2f}".format,
    Unit.POINT_DIFFERENCE: lambda value: f"{value:+.2f}".replace("-", "−"),
    Unit.COUNT: lambda value: number(round(value)),
    Unit.SECONDS: lambda value: figure(value, 1),
    Unit.MONEY: lambda value: figure(value, 5),
}


def value_words(unit: Unit, value: float | None) -> str:
    """A value in its unit; a dash where there is none."""
    return "–" if value is None else _WRITTEN[unit](value)


def title_words(metric: Metric, scale: str | None) -> str:
    """The name of a figure, of graded checkpoints with the scale that it is on."""
    name = t(metric.title)
    if metric.source not in {GRADES, GRADE_RATERS} or not scale:
        return name
    return t("{figure} ({scale})", figure=name, scale=scale_name(scale))


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
