"""What a person sees who looks at the judges' alignment: the figures, and how far they may look."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from xpert_studio.core.metrics import Comparison, compare, with_corrections_of
from xpert_studio.core.wording import t
from xpert_studio.core.workflow.blinding import Blinding
from xpert_studio.report.analysis import Analysis, JudgeFindings
from xpert_studio.report.cases import findings_of
from xpert_studio.report.detail import Detail, judge_detail

MOST_POINTS = 300
"""With more responses than this a scatter is counted in fields."""

FIELD = 10
"""Per cent that a side of such a field spans."""


@dataclass(frozen=True, slots=True)
class JudgeLook:
    """One judge as a person looks at it.

    Attributes:
        blinding: What is kept from the person.
        analysis: All figures.
        judges: Every judge that can be looked at, the best first.
        judge: The one that is looked at; None where there is none.
        detail: It in detail.
    """

    blinding: Blinding
    analysis: Analysis
    judges: tuple[JudgeFindings, ...]
    judge: JudgeFindings | None
    detail: Detail | None

    @property
    def names_systems(self) -> bool:
        """Whether figures by system may be shown: not to whom any system is hidden."""
        return not self.blinding.tasks


@dataclass(frozen=True, slots=True)
class ScoreField:
    """Responses whose two scores lie in one field, each from-to in per cent."""

    expert: int
    judge: int
    count: int

    @property
    def expert_bounds(self) -> str:
        """As ``CaseFilter.expert_score`` says it."""
        return f"{self.expert}-{self.expert + FIELD}"

    @property
    def judge_bounds(self) -> str:
        """As ``CaseFilter.judge_score`` says it."""
        return f"{self.judge}-{self.judge + FIELD}"


def look_at(blinding: Blinding, analysis: Analysis, judge_id: str = "") -> JudgeLook:
    """Looks at one judge; at the best where none, or none that can be looked at, is named."""
    aligned = tuple(analysis.aligned())
    chosen = next((item for item in aligned if item.judge.id == judge_id), None)
    judge = chosen or (aligned[0] if aligned else None)
    detail = judge_detail(analysis, judge) if judge else None
    return JudgeLook(blinding, analysis, aligned, judge, detail)


def compared(analysis: Analysis, first_id: str, second_id: str) -> Comparison | None:
    """Two judges compared, differences being second less first; None where they share nothing.

    Where the analysis has compared them, its p after correction is kept.

    Raises:
        NotFoundError: One of them has no verdicts.
    """
    first, second = findings_of(analysis, first_id), findings_of(analysis, second_id)
    if analysis.reference is None:
        return None
    found = compare(
        analysis.catalog,
        analysis.reference.marks,
        first.marks,
        second.marks,
        left_out=first.left_out | second.left_out,
        tolerance=analysis.tolerance,
    )
    known = {(item.first, item.second): item for item in analysis.comparisons}
    turned = known.get((second_id, first_id))
    if turned is not None:
        found = with_corrections_of(found, turned)
    return known.get((first_id, second_id), found) if found.n else None


def response_name(analysis: Analysis, letters: Mapping[str, str], response: int) -> str:
    """The system that wrote a response, or its letter where that is hidden."""
    catalog = analysis.catalog
    letter = letters.get(catalog.responses[response])
    if letter is None:
        return str(catalog.systems[catalog.response_system[response]])
    return t("Response {label}", label=letter)


def score_fields(detail: Detail) -> list[ScoreField]:
    """Responses counted by both scores, in fields of ``FIELD`` per cent."""
    last = 100 // FIELD - 1
    # A score that is a bound belongs above it, whatever rounding has done to it.
    expert, judge = (
        np.minimum((scores * 100 + 1e-7) // FIELD, last).astype(np.int64)
        for scores in (detail.expert_scores, detail.judge_scores)
    )
    fields, counts = np.unique(expert * (last + 1) + judge, return_counts=True)
    return [
        ScoreField(field // (last + 1) * FIELD, field % (last + 1) * FIELD, count)
        for field, count in zip(fields.tolist(), counts.tolist(), strict=True)
    ]
