"""The tables of the page: experts by pair, and items by tier, dimension and domain."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from xpert_studio.desktop.figure_words import figure_cell
from xpert_studio.desktop.kit import listed, mark, number, part_name, t
from xpert_studio.desktop.widgets.grid import GridCell, count, share, words
from xpert_studio.metrics import Figures
from xpert_studio.metrics.agreement import AgreementPart, ExpertAgreement, PairAgreement
from xpert_studio.metrics.metric import GRADE_RATERS, RATERS, Unit
from xpert_studio.metrics.registry import metrics_of
from xpert_studio.metrics.votes import LEAST_SHARED
from xpert_studio.report.part_names import scale_name

PARTS: Final = {
    "tier": mark("Tier"),
    "dimension": mark("Dimension"),
    "domain": mark("Domain"),
}
PAIR_HEADS: Final = (mark("Expert"), mark("and"), mark("Both judged"))
GRADED_HEADS: Final = (mark("Experts"), mark("Scale"), mark("Both judged"))
PART_HEADS: Final = (mark("By"), mark("Name"), mark("Both judged"))


def heads(first: tuple[str, ...]) -> tuple[str, ...]:
    """The heads of a table: its own, then the figures."""
    return (*first, *(metric.head for metric in metrics_of(RATERS)))


def pair_rows(
    pairs: Sequence[PairAgreement], called: Callable[[str], str]
) -> list[tuple[GridCell, ...]]:
    """The experts who share most first."""
    few = t("fewer than {n} shared ratings", n=number(LEAST_SHARED))
    return [
        (
            words(called(pair.first)),
            words(called(pair.second)),
            count(pair.n),
            *_cells(pair.figures, "" if pair.has_enough else few),
        )
        for pair in sorted(pairs, key=lambda pair: -pair.n)
        if pair.n
    ]


def part_rows(parts: Sequence[AgreementPart]) -> list[tuple[GridCell, ...]]:
    """Tiers, dimensions and domains, in that order."""
    return [
        (
            words(t(PARTS[part.by])),
            words(part_name(part.by, part.name) if part.name else t("none")),
            count(part.figures.n),
            *_cells(part.figures),
        )
        for part in parts
        if part.figures.n
    ]


def graded_heads() -> tuple[str, ...]:
    """The heads of the table of graded checkpoints."""
    return (*GRADED_HEADS, *(metric.head for metric in metrics_of(GRADE_RATERS)))


def graded_rows(found: ExpertAgreement, called: Callable[[str], str]) -> list[tuple[GridCell, ...]]:
    """Figures on graded checkpoints by scale: of all experts, then of every two."""
    sides = [(t("All experts"), found.scales)]
    if len(found.pairs) > 1:
        names = (listed((called(pair.first), called(pair.second))) for pair in found.pairs)
        sides += list(zip(names, (pair.scales for pair in found.pairs), strict=True))
    return [
        (
            words(name),
            words(scale_name(one.scale)),
            count(one.figures.n),
            *(figure_cell(metric, one.figures[metric.id]) for metric in metrics_of(GRADE_RATERS)),
        )
        for name, scales in sides
        for one in scales
    ]


def _cells(found: Figures, few: str = "") -> list[GridCell]:
    """All figures; ``few`` stands for those that correct for chance, where it is not empty."""
    return [
        share(found[metric.id].value)
        if metric.unit is Unit.SHARE
        else words(few)
        if few
        else figure_cell(metric, found[metric.id])
        for metric in metrics_of(RATERS)
    ]
