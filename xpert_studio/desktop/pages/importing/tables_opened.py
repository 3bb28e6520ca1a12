"""Rubric tables as they are opened: from a file, or from the clipboard."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, cast

from PySide6.QtCore import QMimeData
from PySide6.QtGui import QGuiApplication

from xpert_studio.core.errors import UsageError
from xpert_studio.core.exchange.rubric_sheet import SheetReading, open_pasted_rubric, open_rubric
from xpert_studio.core.messages import Message
from xpert_studio.desktop.pages.importing.chosen import Opened, opened_as

MOST_LINES: Final = 1_000
_LARGEST: Final = 2_000_000


@dataclass(frozen=True, slots=True)
class Copied:
    """What is on the clipboard, taken from it on the window's thread and read on another."""

    text: str
    html: str


def copied() -> Copied:
    """What is on the clipboard now."""
    # The stubs do not say that there is none where nothing was ever copied.
    data = cast("QMimeData | None", QGuiApplication.clipboard().mimeData())
    if data is None:
        return Copied("", "")
    return Copied(data.text()[:_LARGEST], data.html()[:_LARGEST] if data.hasHtml() else "")


def opened_copy(found: Copied, dimensions: Sequence[str]) -> Opened:
    """The rubric table that was copied: HTML before tabs before plain lines.

    Raises:
        XpertError: There is none, or it is far longer than a rubric.
    """
    if found.text.count("\n") > 4 * MOST_LINES:
        raise _too_many()
    if not (found.text.strip() or found.html.strip()):
        raise UsageError(Message("There is no table and no text on the clipboard."))
    return _bounded(
        opened_as(open_pasted_rubric(found.text, dimensions=dimensions, html=found.html))
    )


def opened_file(path: Path, dimensions: Sequence[str], encoding: str = "") -> Opened:
    """The rubric table in a file.

    Raises:
        XpertError: It cannot be opened, or is far longer than a rubric.
    """
    reading = SheetReading(encoding=encoding, is_preview=True)
    return _bounded(opened_as(open_rubric(path, dimensions=dimensions, reading=reading)))


def _bounded(opened: Opened) -> Opened:
    if len(opened[1].rows) > MOST_LINES:
        raise _too_many()
    return opened


def _too_many() -> UsageError:
    return UsageError(
        Message(
            "There are too many lines for a rubric. At most {n:,} are taken in at once.",
            n=MOST_LINES,
        )
    )
