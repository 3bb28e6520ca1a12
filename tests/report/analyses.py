"""Analyses of made-up answers, without a project behind them."""

from __future__ import annotations

import numpy as np

from xpert_studio.core.metrics import pooled
from xpert_studio.core.records import Judge, SelfDecided, Staleness
from xpert_studio.core.records.columns import Catalog, Ratings
from xpert_studio.core.store.rating_table import RatingTable
from xpert_studio.core.workflow.anchors import ShownAnchors
from xpert_studio.report import Analysis
from xpert_studio.report.analysis import EXPERTS, _Beside, _findings
from xpert_studio.report.small_groups import SmallGroups


def analysis_of(
    catalog: Catalog,
    experts: list[Ratings],
    judges: list[Ratings],
    *,
    left_out: tuple[int, ...] = (),
    tolerance: float = 0.0,
) -> Analysis:
    """An analysis of these answers; ``left_out`` are places of anchored responses."""
    frames = RatingTable(catalog, tuple(experts), {marks.rater: (marks,) for marks in judges})
    reference = pooled(catalog, experts, name=EXPERTS) if experts else None
    mask = np.zeros(len(catalog.responses), np.bool_)
    mask[list(left_out)] = True
    beside = _Beside(frames, reference, None, {}, tolerance)
    found = {
        marks.rater: _findings(beside, Judge(id=marks.rater), ShownAnchors(mask))
        for marks in judges
    }
    return Analysis(
        decided=SelfDecided(is_solo=False, accepted=0, adjudicated=0, unblinded=0),
        catalog=catalog,
        experts=tuple(experts),
        reference=reference,
        experts_agreed=lambda: None,
        judges=found,
        every_judge={name: item.marks for name, item in found.items()},
        comparisons=(),
        expert_board=None,
        checked=None,
        tolerance=tolerance,
        stale=Staleness(),
        small=SmallGroups(),
        excluded={},
    )
