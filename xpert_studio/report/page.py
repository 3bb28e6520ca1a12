"""Puts a report together from its sections."""

from __future__ import annotations

from datetime import datetime

from xpert_studio import __version__
from xpert_studio.report.analysis import Analysis
from xpert_studio.report.blocks import Fact, Page
from xpert_studio.report.sections.alignment import (
    alignment_section,
    comparison_section,
    experts_section,
)
from xpert_studio.report.sections.cases import cases_section
from xpert_studio.report.sections.items import items_section
from xpert_studio.report.sections.provenance import (
    limits_section,
    method_section,
    provenance_section,
)
from xpert_studio.report.sections.results import results_section, systems_section
from xpert_studio.report.sentences import summary_sentences
from xpert_studio.store import ProjectFile
from xpert_studio.workflow.self_decided import self_decided


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
    info = project.info()
    with project.reading() as tx:
        decided = str(self_decided(tx))
    sections = (
        results_section(analysis),
        systems_section(analysis),
        alignment_section(analysis),
        comparison_section(analysis),
        experts_section(analysis),
        cases_section(project, analysis),
        items_section(analysis),
        method_section(info, analysis, decided),
        limits_section(analysis),
        provenance_section(project, info, analysis, scope=scope),
    )
    about = f" · {scope}" if scope else ""
    return Page(
        title=info.name,
        subtitle=f"Scores and alignment with the experts, {now:%d %B %Y}{about}",
        summary=tuple(summary_sentences(analysis)),
        facts=_facts(analysis),
        sections=tuple(section for section in sections if section is not None),
        footer=f"Made with Xpert Studio {__version__} on {now:%Y-%m-%d at %H:%M} UTC.",
        made_at=now,
    )


def _facts(analysis: Analysis) -> tuple[Fact, ...]:
    catalog = analysis.catalog
    gold = sum(len(marks) for marks in analysis.experts)
    return (
        Fact("tasks", f"{len(catalog.tasks):,}"),
        Fact("checkpoints", f"{len(catalog.checkpoints):,}"),
        Fact("systems", f"{len(catalog.systems):,}"),
        Fact("responses", f"{len(catalog.responses):,}"),
        Fact("gold judgments", f"{gold:,}"),
        Fact("judges", f"{len(analysis.judges):,}"),
    )
