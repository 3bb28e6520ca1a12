"""The tables of the page: experts by pair, and items by tier, dimension and domain."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from xpert_studio.desktop.figure_words import figure_cell
from xpert_studio.desktop.names import part_name
from xpert_studio.desktop.parts.figures import Cell, count, share, words
from xpert_studio.desktop.wording import mark, number, t
from xpert_studio.metrics import Figures
from xpert_studio.metrics.agreement import AgreementPart, PairAgreement
from xpert_studio.metrics.metric import RATERS, Unit
from xpert_studio.metrics.registry import metrics_of
from xpert_studio.metrics.votes import LEAST_SHARED

PARTS: Final = {
    "tier": mark("Tier"),
    "dimension": mark("Dimension"),
    "domain": mark("Domain"),
}
PAIR_HEADS: Final = (mark("Expert"), mark("and"), mark("Both judged"))
PART_HEADS: Final = (mark("By"), mark("Name"), mark("Both judged"))


def heads(first: tuple[str, ...]) -> tuple[str, ...]:
    """The heads of a table: its own, then the figures."""
    return (*first, *(metric.head for metric in metrics_of(RATERS)))


def pair_rows(
    pairs: Sequence[PairAgreement], called: Callable[[str], str]
) -> list[tuple[Cell, ...]]:
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
    ]


def part_rows(parts: Sequence[AgreementPart]) -> list[tuple[Cell, ...]]:
    """Tiers, dimensions and domains, in that order."""
    return [
        (
            words(t(PARTS[part.by])),
            words(part_name(part.by, part.name) if part.name else t("none")),
            count(part.figures.n),
            *_cells(part.figures),
        )
        for part in parts
    ]


def _cells(found: Figures, few: str = "") -> list[Cell]:
    """All figures; ``few`` stands for those that correct for chance, where it is not empty."""
    return [
        share(found[metric.id].value)
        if metric.unit is Unit.SHARE
        else words(few)
        if few
        else figure_cell(metric, found[metric.id])
        for metric in metrics_of(RATERS)
    ]
