"""Writes a report to a file; nothing half-written ever stands under the final name."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

from xpert_studio.core.atomic_files import need_free, whole_file
from xpert_studio.core.errors import UsageError
from xpert_studio.core.extras import need
from xpert_studio.core.judge.key_check import KeyCheck, check_texts
from xpert_studio.core.messages import Message, joined
from xpert_studio.core.typesetting import PDF
from xpert_studio.report.blocks import (
    Page,
)


def _write_html(page: Page, target: Path) -> tuple[str, ...]:
    from xpert_studio.report.html import render_html

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
"""The renderer of a report, by the ending of the file."""


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
    need_report_target(target, replace=replace)
    check = KeyCheck(public=False)
    check_texts(check, page, target.name)
    check.settle()
    with whole_file(target, replace=replace) as unfinished:
        return FORMATS[target.suffix.lower()](page, unfinished)


def need_report_target(target: Path, *, replace: bool) -> None:
    """Refuses what no report can be written to; before the figures are computed.

    Raises:
        MissingExtraError: It is a PDF, and the typesetter is not installed.
        UsageError: Another ending, or the file exists and may not be replaced.
    """
    if target.suffix.lower() not in FORMATS:
        raise UsageError(
            Message(
                "A report cannot be written as {suffix}.",
                suffix=target.suffix or Message("a file without ending"),
            ),
            remedy=Message("Choose one of: {formats}.", formats=joined(FORMATS)),
        )
    if target.suffix.lower() == ".pdf":
        need(PDF)
    need_free(target, replace=replace)
