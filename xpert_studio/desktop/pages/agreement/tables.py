"""The tables of the page: experts by pair, and items by tier, dimension and domain."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from xpert_studio.desktop.names import TIERS, dimension_name, domain_name
from xpert_studio.desktop.parts.figures import Cell, count, share, words
from xpert_studio.desktop.wording import mark, number, t, with_interval
from xpert_studio.metrics import Estimate
from xpert_studio.metrics.agreement import LEAST_SHARED, AgreementPart, PairAgreement
from xpert_studio.records import Tier

PARTS: Final = {
    "tier": mark("Tier"),
    "dimension": mark("Dimension"),
    "domain": mark("Domain"),
}
PAIR_HEADS: Final = (
    mark("Expert"), mark("and"), mark("Both judged"), mark("Agree"), mark("Cohen’s κ"),
)  # fmt: skip
PART_HEADS: Final = (
    mark("By"), mark("Name"), mark("Both judged"), mark("Agree"), mark("κ"), mark("α"),
)  # fmt: skip


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
            share(pair.accuracy.value),
            _figure(pair.kappa) if pair.has_enough else words(few),
        )
        for pair in sorted(pairs, key=lambda pair: -pair.n)
    ]


def part_rows(parts: Sequence[AgreementPart]) -> list[tuple[Cell, ...]]:
    """Tiers, dimensions and domains, in that order."""
    return [
        (
            words(t(PARTS[part.by])),
            words(part_name(part)),
            count(part.items),
            share(part.agreed.value),
            _figure(part.kappa),
            _figure(part.alpha),
        )
        for part in parts
    ]


def _figure(found: Estimate) -> Cell:
    return Cell(with_interval(found.value, found.interval), found.value)


def part_name(part: AgreementPart) -> str:
    """A tier, dimension or domain as it is shown."""
    if not part.name:
        return t("none")
    if part.by == "tier":
        return t(TIERS[Tier(part.name)]) if part.name in set(Tier) else part.name
    return dimension_name(part.name) if part.by == "dimension" else domain_name(part.name)
