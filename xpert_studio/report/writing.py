"""Writes a report to a file; nothing half-written ever stands under the final name.

A report as HTML is one self-contained file: nothing in it loads anything from anywhere. Every text
is escaped by the template engine; charts are the only markup let through, and they are made here. A
content security policy in the file forbids scripts and the network besides.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final

from xpert_studio import __version__
from xpert_studio.errors import UsageError
from xpert_studio.report.analysis import Analysis
from xpert_studio.report.blocks import Fact, Figure, Page, Section, shown
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
from xpert_studio.resources import resource_path, resource_text
from xpert_studio.store import ProjectFile
from xpert_studio.whole_files import whole_file
from xpert_studio.workflow.self_decided import self_decided

# Puts a report together from its sections.


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


if TYPE_CHECKING:
    from jinja2 import Environment


def render_html(page: Page) -> str:
    """The report as HTML text.

    Args:
        page: The report.
    """
    from markupsafe import Markup

    # The style sheet is ours, not data: it may hold what escaping would spoil.
    css = Markup(resource_text("report", "report.css"))  # noqa: S704
    return (
        _environment()
        .get_template("report.html.jinja")
        .render(page=replace(page, sections=tuple(map(_with_charts, page.sections))), css=css)
    )


def _environment() -> Environment:
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    environment = Environment(
        loader=FileSystemLoader(resource_path("report")),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["shown"] = shown
    return environment


def _with_charts(section: Section) -> Section:
    from markupsafe import Markup

    blocks = tuple(
        # Charts were made by our own code from numbers and escaped labels.
        replace(block, svg=Markup(block.svg)) if isinstance(block, Figure) else block  # noqa: S704
        for block in section.blocks
    )
    return replace(section, blocks=blocks)


def _write_html(page: Page, target: Path) -> tuple[str, ...]:
    target.write_text(render_html(page), encoding="utf-8")
    return ()


def _write_workbook(page: Page, target: Path) -> tuple[str, ...]:
    from xpert_studio.report.workbook import write_workbook

    write_workbook(page, target)
    return ()


def _write_pdf(page: Page, target: Path) -> tuple[str, ...]:
    from xpert_studio.report.pdf import write_pdf

    return write_pdf(page, target)


FORMATS: Final[dict[str, Callable[[Page, Path], tuple[str, ...]]]] = {
    ".html": _write_html,
    ".htm": _write_html,
    ".pdf": _write_pdf,
    ".xlsx": _write_workbook,
}
"""What draws a report, by the ending of the file."""


def write_report(page: Page, target: Path, *, replace: bool = True) -> tuple[str, ...]:
    """Writes a report in the format its file name asks for.

    Args:
        page: The report.
        target: ``.html``, ``.pdf`` or ``.xlsx``.
        replace: Whether an existing file may be replaced.

    Returns:
        What a person should know of what was written.

    Raises:
        UsageError: Another ending, or the file exists and may not be replaced.
        XpertError: It could not be written.
    """
    draw = FORMATS.get(target.suffix.lower())
    if draw is None:
        raise UsageError(
            f"A report cannot be written as {target.suffix or 'a file without ending'}.",
            remedy=f"Choose one of: {', '.join(FORMATS)}.",
        )
    with whole_file(target, replace=replace) as unfinished:
        return draw(page, unfinished)
