"""Puts a report together from its sections."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from xpert_studio import __version__
from xpert_studio.core.store import ProjectFile
from xpert_studio.core.wording import t
from xpert_studio.report.analysis import Analysis
from xpert_studio.report.blocks import Fact, Page
from xpert_studio.report.section import REPORT, View
from xpert_studio.report.sections.registry import made_at
from xpert_studio.report.sections.results import lead_sentence
from xpert_studio.report.sentences import summary_sentences
from xpert_studio.report.shown_blocks import in_full, with_notes_together


def report_page(
    project: ProjectFile, analysis: Analysis, *, now: datetime, scope: str = ""
) -> Page:
    """The report on a project.

    Args:
        project: The project.
        analysis: Its figures.
        now: The time, which the report carries.
        scope: Which part of the project the figures are about, in words; empty for all of it.
    """
    view = View.of(project, analysis, scope)
    return Page(
        title=view.info.name,
        subtitle=t(
            "Scores and alignment with the experts, {day}{about}",
            day=f"{now:%Y-%m-%d}",
            about=f" · {scope}" if scope else "",
        ),
        summary=(lead_sentence(view), *summary_sentences(analysis)),
        facts=_facts(analysis),
        sections=tuple(
            replace(section, blocks=tuple(with_notes_together(in_full(section.blocks))))
            for section in made_at(REPORT, view)
        ),
        footer=t(
            "Made with Xpert Studio {version} on {now:%Y-%m-%d at %H:%M} UTC.",
            version=__version__,
            now=now,
        ),
        made_at=now,
    )


def _facts(analysis: Analysis) -> tuple[Fact, ...]:
    catalog = analysis.catalog
    gold = sum(len(marks) for marks in analysis.experts)
    return (
        Fact(t("tasks"), f"{len(catalog.tasks):,}"),
        Fact(t("checkpoints"), f"{len(catalog.checkpoints):,}"),
        Fact(t("systems"), f"{len(catalog.systems):,}"),
        Fact(t("responses"), f"{len(catalog.responses):,}"),
        Fact(t("gold judgments"), f"{gold:,}"),
        Fact(t("judges"), f"{sum(item.panel is None for item in analysis.judges.values()):,}"),
    )
