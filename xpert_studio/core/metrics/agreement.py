"""Agreement between experts: all together, by pair, and by part."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np

from xpert_studio.core.metrics.engine import Figures, measured
from xpert_studio.core.metrics.grades import ScaleFigures, rater_scales
from xpert_studio.core.metrics.metric import RATERS, Unit
from xpert_studio.core.metrics.pair_tables import task_tables
from xpert_studio.core.metrics.pairing import pair_up
from xpert_studio.core.metrics.registry import metrics_of
from xpert_studio.core.metrics.task_estimates import Estimate
from xpert_studio.core.metrics.votes import LEAST_SHARED, Votes, votes_of, votes_of_two
from xpert_studio.core.records.columns import Catalog, Ratings


@dataclass(frozen=True, slots=True)
class PairAgreement:
    """Two experts on what both have judged.

    Attributes:
        figures: With fewer than ``LEAST_SHARED`` ratings that they share, those that correct for
            chance are undefined.
        scales: Over graded checkpoints, by scale; see ``ExpertAgreement``.
    """

    first: str
    second: str
    figures: Figures
    scales: tuple[ScaleFigures, ...] = ()

    @property
    def n(self) -> int:
        """Ratings they share."""
        return self.figures.n

    @property
    def has_enough(self) -> bool:
        """Whether they share enough ratings for a κ."""
        return self.n >= LEAST_SHARED


@dataclass(frozen=True, slots=True)
class ExpertAgreement:
    """Agreement among all experts.

    Attributes:
        figures: Over (response, checkpoint) pairs that at least two have judged.
        pairs: Every two experts who share at least one item.
        disputed: Items on which not all agree: (response index, checkpoint index).
        scales: Figures over graded checkpoints, by scale; where several, then all together.
    """

    figures: Figures
    pairs: tuple[PairAgreement, ...]
    disputed: tuple[tuple[int, int], ...]
    scales: tuple[ScaleFigures, ...] = ()

    @property
    def items(self) -> int:
        """How many pairs at least two have judged, of those that pass or fail."""
        return self.figures.n

    def __bool__(self) -> bool:
        """Whether two have judged the same."""
        return bool(self.items or self.scales)

    def plain(self) -> dict[str, Any]:
        """All of it for a program."""
        return {
            **self.figures.plain(),
            "pairs": [
                {"first": pair.first, "second": pair.second, "n": pair.n}
                | pair.figures.plain()
                | {"scales": [scale.plain() for scale in pair.scales]}
                for pair in self.pairs
            ],
            "disputed": len(self.disputed),
            "scales": [scale.plain() for scale in self.scales],
        }


def expert_agreement(catalog: Catalog, experts: Sequence[Ratings]) -> ExpertAgreement:
    """Agreement among experts, wherever two have judged the same.

    Args:
        catalog: What there is to judge.
        experts: One ``Ratings`` an expert.
    """
    both = {
        (first.rater, second.rater): paired
        for first, second in combinations(experts, 2)
        if len(paired := pair_up(catalog, first, second))
    }
    pairs = {}
    for names, paired in both.items():
        decided = paired.decided()
        pairs[names] = votes_of_two(catalog, decided, task_tables(catalog, decided))
    votes = votes_of(catalog, experts, [table for two in pairs.values() for table in two.tables])
    width = max(len(catalog.checkpoints), 1)
    raters = {expert.rater: expert for expert in experts}
    return ExpertAgreement(
        figures=_figures(catalog, votes),
        pairs=tuple(
            _pair(
                catalog,
                *names,
                two,
                rater_scales(catalog, [raters[n] for n in names], [both[names]]),
            )
            for names, two in pairs.items()
        ),
        disputed=tuple(divmod(int(key), width) for key in votes.keys[votes.disputed]),
        scales=rater_scales(catalog, experts, list(both.values())),
    )


def _figures(catalog: Catalog, votes: Votes) -> Figures:
    shared = votes.several
    found = measured(RATERS, votes, catalog.task_cluster)[0]
    return Figures(RATERS, int(shared.sum()), np.unique(votes.task[shared]).size, found)


def _pair(
    catalog: Catalog, first: str, second: str, votes: Votes, scales: tuple[ScaleFigures, ...]
) -> PairAgreement:
    found = _figures(catalog, votes)
    if found.n >= LEAST_SHARED:
        return PairAgreement(first, second, found, scales)
    raw = {metric.id for metric in metrics_of(RATERS) if metric.unit is Unit.SHARE}
    kept = {
        name: one if name in raw else Estimate(None, None, one.tasks, n=one.n)
        for name, one in found.items()
    }
    return PairAgreement(first, second, Figures(RATERS, found.n, found.tasks, kept), scales)


@dataclass(frozen=True, slots=True)
class AgreementPart:
    """Agreement among experts on one part: a tier, dimension or domain."""

    by: str
    name: str
    figures: Figures
    scales: tuple[ScaleFigures, ...] = ()


def agreement_by_part(catalog: Catalog, experts: Sequence[Ratings]) -> list[AgreementPart]:
    """Agreement among experts by tier, dimension and domain.

    Args:
        catalog: What there is to judge.
        experts: One ``Ratings`` an expert.
    """
    return [
        AgreementPart(by, name, found.figures, found.scales)
        for by, names, codes in (
            ("tier", catalog.tiers, catalog.checkpoint_tier),
            ("dimension", catalog.dimensions, catalog.checkpoint_dimension),
            ("domain", catalog.domains, catalog.task_domain[catalog.checkpoint_task]),
        )
        for code, name in enumerate(names)
        if (
            found := expert_agreement(
                catalog, [marks.where((codes == code)[marks.checkpoint]) for marks in experts]
            )
        )
    ]
