"""Agreement of regions: of experts with each other, and of judges with experts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np

from xpert_studio.core.metrics.task_estimates import SHARE, Estimate, estimate, in_clusters
from xpert_studio.core.records import Rating, Region
from xpert_studio.core.records.columns import Catalog, FloatArray
from xpert_studio.packs.images.overlap import overlap_of, whole_pictures

Item = tuple[str, str]
"""The ids of a response and a checkpoint."""
Marked = Mapping[Item, Mapping[str, tuple[Region, ...]]]
"""By item and rater, the regions that a rater who decided marked; empty where it marked none."""


@dataclass(frozen=True, slots=True)
class RegionAgreement:
    """How far regions agree.

    Attributes:
        judge_id: The judge; None for experts with each other.
        overlap: The mean overlap (IoU) of matched regions; a region without a partner counts 0. Its
            floor is what marking whole pictures would reach.
        same: The F1 score of regions that overlap by half or more.
        items: Pairs of raters on a checkpoint of a response where both marked something.
        one_sided: The same where only one of the two did.
        clusters: Behind the figures.
    """

    judge_id: str | None
    overlap: Estimate
    same: Estimate
    items: int
    one_sided: int

    @property
    def clusters(self) -> int:
        """How many are behind the figures."""
        return self.overlap.tasks


def marked_by(ratings: Iterable[tuple[str, Rating]]) -> Marked:
    """What raters marked.

    Args:
        ratings: Each with the name of its rater; of several by one rater on an item the first
            counts, such as a judge's first trial.
    """
    found: dict[Item, dict[str, tuple[Region, ...]]] = {}
    for rater, rating in ratings:
        if rating.decision is not None:
            item = found.setdefault((rating.response_id, rating.checkpoint_id), {})
            item.setdefault(rater, rating.regions)
    return found


def among_experts(experts: Marked, catalog: Catalog) -> RegionAgreement | None:
    """Of experts with each other: every pair of them on an item; None where nothing was marked."""
    pairs = (
        (item, one, other)
        for item, said in experts.items()
        for one, other in combinations((said[name] for name in sorted(said)), 2)
    )
    return _agreement(None, pairs, catalog)


def with_judge(
    judge_id: str, judged: Marked, experts: Marked, catalog: Catalog
) -> RegionAgreement | None:
    """Of a judge with each expert on an item; None where nothing was marked."""
    pairs = (
        (item, expert, own)
        for item, said in experts.items()
        for own in judged.get(item, {}).values()
        for expert in said.values()
    )
    return _agreement(judge_id, pairs, catalog)


def _agreement(
    judge_id: str | None,
    pairs: Iterable[tuple[Item, Sequence[Region], Sequence[Region]]],
    catalog: Catalog,
) -> RegionAgreement | None:
    cluster_of = {
        response: int(catalog.task_cluster[task])
        for response, task in zip(catalog.responses, catalog.response_task, strict=True)
    }
    known = [pair for pair in pairs if pair[0][0] in cluster_of]
    both = [one for one in known if one[1] and one[2]]
    one_sided = sum(bool(first) != bool(second) for _, first, second in known)
    if not both and not one_sided:
        return None
    clusters = np.array([cluster_of[item[0]] for item, _, _ in both], np.int32)
    found = [overlap_of(first, second) for _, first, second in both]
    floors = [overlap_of(first, whole_pictures(first)) for _, first, _ in both]
    overlap = _estimate([(one.total, one.most) for one in found], clusters)
    floor = _estimate([(one.total, one.most) for one in floors], clusters).value
    same = _estimate([(2 * one.same, one.both) for one in found], clusters)
    return RegionAgreement(
        judge_id, replace(overlap, floor=floor, n=len(both)), same, len(both), one_sided
    )


def _estimate(sums: Sequence[tuple[float, float]], clusters: np.ndarray) -> Estimate:
    statistics: FloatArray = np.array(sums, np.float64).reshape(-1, 2)
    return estimate(SHARE, in_clusters(statistics, clusters))
