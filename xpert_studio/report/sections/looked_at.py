"""The judge that a section is about, as its reader may look at it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from xpert_studio.core.metrics import Alignment
from xpert_studio.core.workflow.blinding import blinding_for
from xpert_studio.report.analysis import JudgeFindings
from xpert_studio.report.blocks import Figure
from xpert_studio.report.charts import Chart
from xpert_studio.report.detail import Detail
from xpert_studio.report.judge_alignment import JudgeLook, look_at
from xpert_studio.report.part_names import Called
from xpert_studio.report.section import View


@dataclass(frozen=True, slots=True)
class LookedAt:
    """One judge beside the experts.

    Attributes:
        look: All that is known of it, and how far the reader may look.
        judge: Its findings.
        alignment: Its figures, without systems where these are hidden.
        detail: Where it agrees.
        called: Names of people by id.
    """

    look: JudgeLook
    judge: JudgeFindings
    alignment: Alignment
    detail: Detail
    called: Called


def looked_at(view: View) -> LookedAt | None:
    """The judge that is asked for by ``look`` or ``judge``, else the rater, else the best.

    None where the reader may not know, or where none can be compared with experts.
    """
    look = view.asked.get("look")
    if look is None:
        with view.project.reading() as tx:
            blinding = blinding_for(tx, view.person_id)
        if not blinding.sees_judgments:
            return None
        look = look_at(blinding, view.analysis, view.asked.get("judge") or view.rater_id)
    judge, detail = look.judge, look.detail
    if judge is None or judge.alignment is None or detail is None:
        return None
    return LookedAt(
        look,
        judge,
        alignment=judge.alignment.seen(names_systems=look.names_systems),
        detail=detail,
        called=view.name,
    )


def figure_of(chart: Chart | None, caption: str) -> Iterator[Figure]:
    """A chart, where there is one."""
    if chart is not None:
        yield Figure(chart, caption)
