"""Tables from and to the clipboard: Excel, Word, or plain lines, one criterion each."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass
from html.parser import HTMLParser

from PySide6.QtGui import QGuiApplication

from xpert_studio.cell_texts import guarded
from xpert_studio.desktop.pages.task.rubric.model import RubricRow
from xpert_studio.exchange.rubric_sheet import RubricSheet, read_pasted_rubric
from xpert_studio.instruments import written_settings
from xpert_studio.records import BINARY

MOST_LINES = 500
_LARGEST = 2_000_000
_PIECE = 65_536


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
    text = data.text()[:_LARGEST]
    has_table = "\t" in text or not data.hasHtml()
    return Copied(text, "" if has_table else data.html()[:_LARGEST])


def read_copied(found: Copied, dimensions: Sequence[str]) -> RubricSheet | None:
    """The rubric table that was copied; None where there is no text.

    Raises:
        TooManyLinesError: It is far longer than a rubric.
        InputRefusedError: It is a table, and something is wrong with it.
    """
    text = table_text(found)
    if text.count("\n") > 4 * MOST_LINES:
        raise TooManyLinesError
    sheet = read_pasted_rubric(text, dimensions=dimensions) if text.strip() else None
    if sheet is not None and len(sheet.rows) > MOST_LINES:
        raise TooManyLinesError
    return sheet


def table_text(found: Copied) -> str:
    """What was copied, as tab-separated text; a table of Word or a web page by its cells."""
    cells = _Cells()
    for at in range(0, len(found.html), _PIECE):
        cells.feed(found.html[at : at + _PIECE])
        if len(cells.rows) > 5 * MOST_LINES:
            break
    return cells.as_text() if cells.rows else found.text


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


class _Cells(HTMLParser):
    """The cells of the tables in an HTML text; everything else is left out."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.rows: list[list[str]] = []
        self._cell: list[str] | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "tr":
            self.rows.append([])
        elif tag in {"td", "th"} and self.rows:
            self._cell = []
        elif tag in {"br", "p"} and self._cell:
            self._cell.append(" ")

    def handle_endtag(self, tag: str) -> None:
        if tag in {"td", "th"} and self._cell is not None and self.rows:
            self.rows[-1].append(" ".join("".join(self._cell).split()))
            self._cell = None

    def handle_data(self, data: str) -> None:
        if self._cell is not None:
            self._cell.append(data)

    def as_text(self) -> str:
        """The cells, separated by tabs."""
        out = io.StringIO()
        writer = csv.writer(out, delimiter="\t", lineterminator="\n")
        writer.writerows(row for row in self.rows if any(row))
        return out.getvalue()
