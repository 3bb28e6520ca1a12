"""Writes a report to a file; nothing half-written ever stands under the final name."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

from xpert_studio.errors import UsageError
from xpert_studio.report.blocks import Page
from xpert_studio.whole_files import whole_file


def _write_html(page: Page, target: Path) -> None:
    from xpert_studio.report.html import render_html

    target.write_text(render_html(page), encoding="utf-8")


def _write_workbook(page: Page, target: Path) -> None:
    from xpert_studio.report.workbook import write_workbook

    write_workbook(page, target)


FORMATS: Final[dict[str, Callable[[Page, Path], None]]] = {
    ".html": _write_html,
    ".htm": _write_html,
    ".xlsx": _write_workbook,
}
"""What draws a report, by the ending of the file."""


def write_report(page: Page, target: Path, *, replace: bool = True) -> None:
    """Writes a report in the format its file name asks for.

    Args:
        page: The report.
        target: ``.html`` or ``.xlsx``.
        replace: Whether an existing file may be replaced.

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
        draw(page, unfinished)
