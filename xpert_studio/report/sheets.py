"""A sheet of a workbook that is written from the top: running text, cells, lines below rows."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final, Literal

from xpert_studio.cell_texts import MAX_CELL, cell_text, put_value
from xpert_studio.report.widths import lines_of

if TYPE_CHECKING:
    from openpyxl import Workbook
    from openpyxl.worksheet.worksheet import Worksheet

NARROW: Final = 11.0
"""Width of a column of figures."""

TEXT_WIDTH: Final = 110.0
"""Width of running text; it stands over as many columns as that takes."""

LINE: Final = 15.0
"""Height of a line of text, in points."""

_ILLEGAL: Final = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_TALLEST: Final = 400.0
"""Excel draws no row higher than 409 points."""
_FONT: Final = "Calibri"


@dataclass(frozen=True, slots=True)
class Looks:
    """How a cell is written; ``low`` words stand at its foot, ``right`` ones at its right."""

    bold: bool = False
    size: int = 11
    colour: str = ""
    wrap: bool = False
    right: bool = False
    low: bool = False
    form: str = ""


PLAIN: Final = Looks()


class Sheet:
    """A sheet, and how far it is written.

    Attributes:
        row: The row that is being written; 0 before the first.
        columns: Over how many columns running text stands.
    """

    def __init__(self, drawn: Worksheet) -> None:
        self.drawn = drawn
        self.row = 0
        self.columns = 1
        self._room = TEXT_WIDTH

    @classmethod
    def on(cls, workbook: Workbook, name: str) -> Sheet:
        """A new sheet of a workbook, set to be printed on wide pages."""
        from openpyxl.worksheet.properties import PageSetupProperties

        drawn: Worksheet = workbook.create_sheet(re.sub(r"[\[\]:*?/\\]", " ", name)[:31])
        drawn.sheet_view.showGridLines = False
        drawn.page_setup.orientation = "landscape"
        drawn.page_setup.paperSize = drawn.PAPERSIZE_A4
        drawn.page_setup.fitToWidth = 1
        drawn.page_setup.fitToHeight = 0
        drawn.sheet_properties.pageSetUpPr = PageSetupProperties(fitToPage=True)
        if drawn.oddFooter is not None:
            drawn.oddFooter.right.text = "&P / &N"
        return cls(drawn)

    def set_widths(self, widths: Sequence[float]) -> None:
        """Sets the widths of the columns from the left; running text stands over them all."""
        from openpyxl.utils import get_column_letter

        room, wanted = 0.0, list(widths)
        while sum(wanted) < TEXT_WIDTH:
            wanted.append(NARROW)
        for place, width in enumerate(wanted, start=1):
            self.drawn.column_dimensions[get_column_letter(place)].width = width
            if room < TEXT_WIDTH:
                room, self.columns = room + width, place
        self._room = room

    def next_row(self, height: float | None = None) -> None:
        """Begins a row."""
        self.row += 1
        if height is not None:
            self.drawn.row_dimensions[self.row].height = min(height, _TALLEST)

    def put(self, column: int, value: Any, looks: Looks = PLAIN) -> None:  # noqa: ANN401
        """Writes a cell of the row; whatever a text begins with, it is never a formula."""
        from openpyxl.styles import Alignment, Font

        cell = self.drawn.cell(self.row, column)
        if isinstance(value, str):
            put_value(cell, _fitting(clean(value)))
        else:
            put_value(cell, value)
        cell.font = Font(name=_FONT, bold=looks.bold, size=looks.size, color=looks.colour or None)
        side = "right" if looks.right else None
        height = "bottom" if looks.low else "top"
        cell.alignment = Alignment(wrap_text=looks.wrap, vertical=height, horizontal=side)
        if looks.form:
            cell.number_format = looks.form

    def text(self, words: str, looks: Looks = PLAIN) -> None:
        """Writes running text over the whole width, as high as it needs."""
        lines = lines_of(words[:MAX_CELL], self._room * 11 / looks.size)
        self.next_row(lines * LINE * looks.size / 11)
        self.put(1, words, replace(looks, wrap=True))
        self.drawn.merge_cells(
            start_row=self.row, end_row=self.row, start_column=1, end_column=self.columns
        )

    def underline(self, columns: int, style: Literal["medium", "hair"], colour: str) -> None:
        """Draws a line below the row."""
        from openpyxl.styles import Border, Side

        for cell in self.drawn[self.row][:columns]:
            cell.border = Border(bottom=Side(style=style, color=colour))


def _fitting(text: str) -> str:
    """The beginning of a text that fits into a cell, with what is written before it there."""
    text = text[:MAX_CELL]
    while (needed := len(cell_text(text))) > MAX_CELL:
        text = text[: len(text) * MAX_CELL // needed]
    return text


def clean(text: str) -> str:
    """A text without what no workbook may hold."""
    return _ILLEGAL.sub("\ufffd", text)
