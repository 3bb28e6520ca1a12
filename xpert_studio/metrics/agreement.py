"""Agreement between experts: Cohen's κ by pair and pooled over pairs, and Krippendorff's α."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Final

import numpy as np
import numpy.typing as npt

from xpert_studio.metrics.criterion import ACCURACY, KAPPA, task_tables
from xpert_studio.metrics.intervals import NumberArray, ratio
from xpert_studio.metrics.krippendorff import krippendorff_alpha
from xpert_studio.metrics.pairing import pair_up
from xpert_studio.metrics.task_estimates import SHARE, Estimate, Figure, Scale, estimate
from xpert_studio.records.columns import NONE, Catalog, FloatArray, IntArray, Marks

LEAST_SHARED: Final = 30
"""With fewer ratings that two experts share, κ is not shown: its error would exceed its size."""


@dataclass(frozen=True, slots=True)
class PairAgreement:
    """Two experts on what both have judged.

    Attributes:
        n: Ratings they share.
        accuracy: The share of them on which they agree.
        kappa: Cohen's κ; undefined where n is below ``LEAST_SHARED``.
    """

    first: str
    second: str
    n: int
    accuracy: Estimate
    kappa: Estimate

    @property
    def has_enough(self) -> bool:
        """Whether they share enough ratings for a κ."""
        return self.n >= LEAST_SHARED


@dataclass(frozen=True, slots=True)
class ExpertAgreement:
    """Agreement among all experts.

    Attributes:
        items: (response, checkpoint) pairs that at least two have judged.
        agreed: Share of them on which all agree.
        alpha: Krippendorff's α, nominal (Krippendorff 2004).
        kappa: κ over all pairs; see ``_pooled_kappa``.
        pairs: Every two experts who share at least one item.
        disputed: Items on which not all agree: (response index, checkpoint index).
    """

    items: int
    agreed: Estimate
    alpha: Estimate
    kappa: Estimate
    pairs: tuple[PairAgreement, ...]
    disputed: tuple[tuple[int, int], ...]


def expert_agreement(catalog: Catalog, experts: Sequence[Marks]) -> ExpertAgreement:
    """Agreement among experts, wherever two have judged the same.

    Args:
        catalog: What there is to judge.
        experts: One ``Marks`` an expert.
    """
    tables = {
        (first.rater, second.rater): table
        for first, second in combinations(experts, 2)
        if (table := task_tables(catalog, pair_up(catalog, first, second))).any()
    }
    width = max(len(catalog.checkpoints), 1)
    keys, met = _columns(experts, width)
    items, place, ratings = np.unique(keys, return_inverse=True, return_counts=True)
    mets = np.bincount(place, met, items.size)
    task = catalog.response_task[items // width]
    statistics = _coincidences(task, mets, ratings, len(catalog.tasks))
    alpha = estimate(_ALPHA, statistics[:, 2:])
    disputed = items[(mets > 0) & (mets < ratings)]
    return ExpertAgreement(
        items=int(np.count_nonzero(ratings >= 2)),
        agreed=estimate(SHARE, statistics[:, :2]),
        alpha=replace(alpha, value=krippendorff_alpha(keys, met)),
        kappa=_pooled_kappa(list(tables.values())),
        pairs=tuple(_pair(*names, table) for names, table in tables.items()),
        disputed=tuple((int(key // width), int(key % width)) for key in disputed),
    )


def _coincidences(
    task: IntArray, mets: NumberArray, ratings: NumberArray, tasks: int
) -> FloatArray:
    """Sums by task over items of two or more ratings: (tasks, 5).

    Items on which all agree, items, and of the coincidence matrix (Krippendorff 2011) the cell of
    unequal values and the totals of either value.
    """
    several = ratings >= 2
    task, met = task[several], mets[several].astype(np.float64)
    unmet = ratings[several] - met
    unequal = unmet * met / (unmet + met - 1)
    columns = (unmet * met == 0, np.ones(task.size), unequal, unmet, met)
    return np.stack([np.bincount(task, column, tasks) for column in columns], axis=-1)


def _alpha(sums: FloatArray) -> FloatArray:
    """Nominal α of two values from the coincidence matrix."""
    unequal, unmet, met = np.moveaxis(sums, -1, 0)
    return 1 - ratio(unequal * (unmet + met - 1), unmet * met)


_ALPHA: Final = Figure(_alpha, lambda sums: sums[..., 1] + sums[..., 2], Scale.SIGNED)


def _pair(first: str, second: str, table: FloatArray) -> PairAgreement:
    accuracy = estimate(ACCURACY, table)
    return PairAgreement(first, second, int(table.sum()), accuracy, _pooled_kappa([table]))


def _pooled_kappa(tables: Sequence[FloatArray]) -> Estimate:
    """κ of the confusion tables of pairs of experts, added up; Cohen's κ for a single pair.

    Adding up before dividing (De Vries et al. 2008, Field Methods 20) avoids the bias of a mean
    over pairs: in a table of few ratings, chance agreement is overestimated. Which of two experts
    is the first is arbitrary, so each of several tables counts in both orders; chance agreement is
    then that of all ratings together (Scott 1955, Fleiss 1971).

    Args:
        tables: One a pair: counts tn, fp, fn, tp by task.

    Returns:
        Undefined where the tables hold fewer than ``LEAST_SHARED`` ratings.
    """
    table = np.sum(tables, axis=0) if tables else np.zeros((1, 4))
    if len(tables) > 1:
        table = table + table[:, [0, 2, 1, 3]]
    found = estimate(KAPPA, table)
    enough = sum(pair.sum() for pair in tables) >= LEAST_SHARED
    return found if enough else Estimate(None, None, found.tasks)


def _columns(
    experts: Sequence[Marks], width: int
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int8]]:
    """Item (response and checkpoint in one number) and rating of every usable rating."""
    usable = [expert.met != NONE for expert in experts]
    keys = [
        expert.response[own].astype(np.int64) * width + expert.checkpoint[own]
        for expert, own in zip(experts, usable, strict=True)
    ]
    met = [expert.met[own] for expert, own in zip(experts, usable, strict=True)]
    return (
        np.concatenate([np.zeros(0, np.int64), *keys]),
        np.concatenate([np.zeros(0, np.int8), *met]),
    )


@dataclass(frozen=True, slots=True)
class AgreementPart:
    """Agreement among experts on one part: a tier, dimension or domain."""

    by: str
    name: str
    items: int
    agreed: Estimate
    alpha: Estimate
    kappa: Estimate


def agreement_by_part(catalog: Catalog, experts: Sequence[Marks]) -> list[AgreementPart]:
    """Agreement among experts by tier, dimension and domain.

    Args:
        catalog: What there is to judge.
        experts: One ``Marks`` an expert.
    """
    domain = catalog.task_domain[catalog.checkpoint_task]
    parts = []
    for by, names, codes in (
        ("tier", catalog.tiers, catalog.checkpoint_tier),
        ("dimension", catalog.dimensions, catalog.checkpoint_dimension),
        ("domain", catalog.domains, domain),
    ):
        for code, name in enumerate(names):
            found = expert_agreement(catalog, [_only(marks, codes == code) for marks in experts])
            if found.items:
                parts.append(
                    AgreementPart(by, name, found.items, found.agreed, found.alpha, found.kappa)
                )
    return parts


def _only(marks: Marks, wanted: npt.NDArray[np.bool_]) -> Marks:
    mask = wanted[marks.checkpoint]
    return Marks(marks.rater, marks.response[mask], marks.checkpoint[mask], marks.met[mask])
