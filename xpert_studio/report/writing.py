"""Writes a report to a file; nothing half-written ever stands under the final name.

A report as HTML is one self-contained file: nothing in it loads anything from anywhere. Every text
is escaped by the template engine; charts are the only markup let through, and they are made here. A
content security policy in the file forbids scripts and the network besides.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from xpert_studio.errors import UsageError
from xpert_studio.report.blocks import Figure, Page, Section, shown
from xpert_studio.resources import resource_path, resource_text
from xpert_studio.whole_files import whole_file

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
