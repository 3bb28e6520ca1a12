"""Tables from and to the clipboard: Excel, Word, or plain lines, one criterion each."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtGui import QGuiApplication

from xpert_studio.core.cell_texts import guarded
from xpert_studio.core.exchange.rubric_sheet import (
    RubricSource,
    open_pasted_rubric,
)
from xpert_studio.core.instruments import written_settings
from xpert_studio.core.records import BINARY
from xpert_studio.desktop.pages.task.rubric.model import RubricRow

MOST_LINES: Final = 1_000
_LARGEST = 2_000_000


class TooManyLinesError(Exception):
    """What was copied is longer than any rubric, by far."""


@dataclass(frozen=True, slots=True)
class Copied:
    """What is on the clipboard, taken from it on the window's thread and read on another."""

    text: str
    html: str


def copied() -> Copied:
    """What is on the clipboard now."""
    data = QGuiApplication.clipboard().mimeData()
    return Copied(data.text()[:_LARGEST], data.html()[:_LARGEST] if data.hasHtml() else "")


def open_copied(found: Copied, dimensions: Sequence[str]) -> RubricSource | None:
    """The rubric table that was copied; None where there is nothing.

    Raises:
        TooManyLinesError: It is far longer than a rubric.
        InputRefusedError: It is a table, and something is wrong with it.
    """
    if found.text.count("\n") > 4 * MOST_LINES:
        raise TooManyLinesError
    if not (found.text.strip() or found.html.strip()):
        return None
    return open_pasted_rubric(found.text, dimensions=dimensions, html=found.html)


def copy_lines(lines: Sequence[RubricRow]) -> None:
    """Copies lines so that a spreadsheet takes them as rows."""
    out = io.StringIO()
    writer = csv.writer(out, delimiter="\t", lineterminator="\n")
    others = any(line.instrument != BINARY for line in lines)
    if others:
        writer.writerow(["Criterion", "Points", "Importance", "Tag", "Instrument", "Settings"])
    for line in lines:
        tier = line.tier.value if line.tier else ""
        cells = [guarded(line.text), line.weight or "", tier, guarded(line.dimension or "")]
        cells += [line.instrument, written_settings(line.settings)] if others else []
        writer.writerow(cells)
    QGuiApplication.clipboard().setText(out.getvalue())
