"""Whose answers results are by: the judges, the best aligned first, and the experts."""

from __future__ import annotations

from dataclasses import dataclass

from xpert_studio.metrics import pooled
from xpert_studio.records.columns import Marks
from xpert_studio.report.analysis import EXPERTS, Analysis, JudgeFindings

__all__ = ["EXPERTS", "Rater", "raters_of"]


@dataclass(frozen=True, slots=True)
class Rater:
    """One rater.

    Attributes:
        id: The judge's id, or ``EXPERTS``.
        marks: Their answers; of the experts pooled ones, where even votes come to the lowest value.
        findings: All that is known of the judge; None for the experts.
    """

    id: str
    marks: Marks
    findings: JudgeFindings | None

    @property
    def is_judge(self) -> bool:
        """Whether it is a judge."""
        return self.findings is not None


def raters_of(analysis: Analysis) -> tuple[Rater, ...]:
    """Judges with verdicts, the best aligned first, those without alignment after; then experts.

    Args:
        analysis: The analysis.
    """
    ordered = analysis.aligned()
    ordered += [item for item in analysis.judges.values() if item.alignment is None]
    found = [Rater(item.judge.id, item.marks, item) for item in ordered]
    if analysis.experts:
        strict = pooled(analysis.catalog, analysis.experts, name=EXPERTS, even="lowest")
        found.append(Rater(EXPERTS, strict.marks, None))
    return tuple(found)
