"""One judge's alignment in detail: group by group, and response by response."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from xpert_studio.core.metrics import (
    GROUPINGS,
    Group,
    Paired,
    Weakest,
    compared_together,
    groups_by,
    groups_by_expert,
    pair_up,
    paired_scores,
    weakest,
)
from xpert_studio.core.metrics.grade_groups import GradeGroup, grade_groups
from xpert_studio.core.records.columns import FloatArray, IntArray
from xpert_studio.report.analysis import Analysis, JudgeFindings

KINDS: Final = ("tier", "dimension", "domain")
"""Groupings by checkpoint; the others are by who answers or who judges."""


@dataclass(frozen=True, slots=True)
class Detail:
    """Everything about one judge that the analysis of all judges leaves out.

    Attributes:
        paired: Answers of experts and judge on what both have, anchors left out.
        groups: Figures by grouping; tiers, dimensions and domains are corrected together.
        weakest: The weakest tier, dimension or domain.
        graded: Groups of graded answers, those furthest from the experts first.
        responses: Responses that both have scored, by their place in the catalogue.
        expert_scores, judge_scores: Their scores, 0 to 1, over the checkpoints both answered.
    """

    paired: Paired
    groups: Mapping[str, tuple[Group, ...]]
    weakest: Weakest
    responses: IntArray
    expert_scores: FloatArray
    judge_scores: FloatArray
    graded: tuple[GradeGroup, ...] = ()


def judge_detail(analysis: Analysis, findings: JudgeFindings) -> Detail | None:
    """One judge in detail; None where there is nothing to compare it with.

    Args:
        analysis: All figures.
        findings: The judge's.
    """
    if analysis.reference is None or findings.alignment is None:
        return None
    catalog, tolerance = analysis.catalog, analysis.tolerance
    paired = pair_up(catalog, analysis.reference.marks, findings.marks, left_out=findings.left_out)
    found = {by: groups_by(catalog, paired, by, tolerance=tolerance) for by in GROUPINGS}
    found["expert"] = groups_by_expert(
        catalog,
        analysis.experts,
        findings.marks,
        left_out=findings.left_out,
        tolerance=tolerance,
    )
    together = compared_together([group for by in KINDS for group in found[by]])
    groups = {by: tuple(group for group in together if group.by == by) for by in KINDS}
    groups |= {by: tuple(compared_together(found[by])) for by in ("system", "expert")}
    responses, expert_scores, judge_scores = paired_scores(catalog, paired)
    return Detail(
        paired,
        groups,
        weakest(together),
        responses,
        expert_scores,
        judge_scores,
        graded=tuple(grade_groups(catalog, paired)),
    )
