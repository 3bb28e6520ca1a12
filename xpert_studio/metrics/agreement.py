"""Agreement between experts: Cohen's κ for two, Krippendorff's α for any number."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
import numpy.typing as npt

from xpert_studio.metrics.criterion import Confusion, criterion_agreement
from xpert_studio.metrics.pairing import pair_up
from xpert_studio.records.columns import NONE, Catalog, FloatArray, Marks


@dataclass(frozen=True, slots=True)
class PairAgreement:
    """Two experts on what both have judged."""

    first: str
    second: str
    n: int
    accuracy: float | None
    kappa: float | None


@dataclass(frozen=True, slots=True)
class ExpertAgreement:
    """Agreement among all experts.

    Attributes:
        items: (response, checkpoint) pairs that at least two have judged.
        alpha: Krippendorff's α, nominal (Krippendorff 2004), or None where it is undefined.
        pairs: Every two experts who share at least one item.
        disputed: Items on which not all agree: (response index, checkpoint index).
    """

    items: int
    alpha: float | None
    pairs: tuple[PairAgreement, ...]
    disputed: tuple[tuple[int, int], ...]


def expert_agreement(catalog: Catalog, experts: Sequence[Marks]) -> ExpertAgreement:
    """Agreement among experts, wherever two have judged the same.

    Args:
        catalog: What there is to judge.
        experts: One ``Marks`` an expert.
    """
    pairs = [_pair(catalog, first, second) for first, second in combinations(experts, 2)]
    table, keys = _table(catalog, experts)
    shared = (~np.isnan(table)).sum(axis=0) >= 2
    disputed = [
        (int(key // len(catalog.checkpoints)), int(key % len(catalog.checkpoints)))
        for key, column in zip(keys[shared], table[:, shared].T, strict=True)
        if len({value for value in column if not np.isnan(value)}) > 1
    ]
    return ExpertAgreement(
        items=int(shared.sum()),
        alpha=_alpha(table[:, shared]),
        pairs=tuple(pair for pair in pairs if pair.n),
        disputed=tuple(disputed),
    )


def _pair(catalog: Catalog, first: Marks, second: Marks) -> PairAgreement:
    figures = criterion_agreement(Confusion.of(pair_up(catalog, first, second)))
    return PairAgreement(first.rater, second.rater, figures.n, figures.accuracy, figures.kappa)


def _table(catalog: Catalog, experts: Sequence[Marks]) -> tuple[FloatArray, npt.NDArray[np.int64]]:
    width = max(len(catalog.checkpoints), 1)
    keys = [expert.response.astype(np.int64) * width + expert.checkpoint for expert in experts]
    items = np.unique(np.concatenate(keys)) if keys else np.zeros(0, np.int64)
    table = np.full((len(experts), items.size), np.nan)
    for row, (expert, own) in enumerate(zip(experts, keys, strict=True)):
        usable = expert.met != NONE
        table[row, np.searchsorted(items, own[usable])] = expert.met[usable]
    return table, items


def _alpha(table: FloatArray) -> float | None:
    values = table[~np.isnan(table)]
    if table.shape[0] < 2 or np.unique(values).size < 2:
        return None
    import krippendorff

    return float(krippendorff.alpha(reliability_data=table, level_of_measurement="nominal"))


@dataclass(frozen=True, slots=True)
class AgreementPart:
    """Agreement among experts on one part: a tier, dimension, domain.

    ``kappa`` is the mean of Cohen's κ over the pairs of experts for whom it is defined, weighted
    by what they share; None where there is none.
    """

    by: str
    name: str
    items: int
    agreed: int
    alpha: float | None
    kappa: float | None


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
                agreed = found.items - len(found.disputed)
                kappa = mean_kappa(found.pairs)
                parts.append(AgreementPart(by, name, found.items, agreed, found.alpha, kappa))
    return parts


def mean_kappa(pairs: Sequence[PairAgreement]) -> float | None:
    """Cohen's κ over pairs of experts, weighted by what they share."""
    known = [(pair.kappa, pair.n) for pair in pairs if pair.kappa is not None]
    total = sum(n for _, n in known)
    return sum(kappa * n for kappa, n in known) / total if total else None


def _only(marks: Marks, wanted: npt.NDArray[np.bool_]) -> Marks:
    mask = wanted[marks.checkpoint]
    return Marks(marks.rater, marks.response[mask], marks.checkpoint[mask], marks.met[mask])
