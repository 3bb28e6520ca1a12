"""What a change of judges does to scores: two judges on the same responses with gold."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from xpert_studio.core.metrics import Comparison, compare, pair_up, paired_scores
from xpert_studio.core.metrics.significance import common_pairs
from xpert_studio.core.metrics.task_estimates import (
    SHARE,
    Difference,
    difference,
    in_clusters,
)
from xpert_studio.core.records.columns import BoolArray, Catalog, FloatArray, IntArray, Ratings
from xpert_studio.packs.datasheet.effects import summed


@dataclass(frozen=True, slots=True)
class Offset:
    """How much higher one rater scores than another.

    Attributes:
        system: Of which system; empty for all together.
        value: Mean score of the second less that of the first, by cluster.
        responses: On how many.
    """

    system: str
    value: Difference
    responses: int


@dataclass(frozen=True, slots=True)
class Link:
    """Two judges on the same gold.

    Attributes:
        old, new: Their ids.
        offset: Scores by the new less those by the old.
        old_bias, new_bias: Scores by each less those by the experts.
        by_system: The offset by system, in the order of the catalogue.
        comparison: How each follows the experts.
        verdicts: Of each, on the same checkpoints.
    """

    old: str
    new: str
    offset: Offset
    old_bias: Offset
    new_bias: Offset
    by_system: tuple[Offset, ...]
    comparison: Comparison
    verdicts: int


def link(
    catalog: Catalog, experts: Ratings, old: Ratings, new: Ratings, left_out: BoolArray
) -> Link:
    """Compares the scores that two judges give, over what both and the experts have decided.

    Args:
        catalog: What there is to judge.
        experts: The experts' (consensus) answers.
        old: The answers of the judge that is replaced.
        new: Those of the other.
        left_out: Per response: anchors of either, and near-duplicates of them.
    """
    one, two = common_pairs(
        catalog, *(pair_up(catalog, experts, side, left_out=left_out) for side in (old, new))
    )
    responses, truth, first = paired_scores(catalog, one)
    _, _, second = paired_scores(catalog, two)

    def offset(before: FloatArray, after: FloatArray, system: int | None = None) -> Offset:
        own = responses if system is None else responses[_is_of(catalog, responses, system)]
        kept = slice(None) if system is None else _is_of(catalog, responses, system)
        return Offset(
            "" if system is None else catalog.systems[system],
            _difference(catalog, own, before[kept], after[kept]),
            int(own.size),
        )

    systems: Sequence[int] = np.unique(catalog.response_system[responses]).tolist()
    return Link(
        old.rater,
        new.rater,
        offset(first, second),
        offset(truth, first),
        offset(truth, second),
        tuple(offset(first, second, system) for system in systems),
        compare(catalog, experts, old, new, left_out=left_out),
        len(one),
    )


def _is_of(catalog: Catalog, responses: IntArray, system: int) -> BoolArray:
    return np.asarray(catalog.response_system[responses] == system)


def _difference(
    catalog: Catalog, responses: IntArray, before: FloatArray, after: FloatArray
) -> Difference:
    task, ones = catalog.response_task[responses], np.ones(responses.size)
    sides = (summed(task, len(catalog.tasks), side, ones) for side in (before, after))
    return difference(SHARE, *(in_clusters(side, catalog.task_cluster) for side in sides))
