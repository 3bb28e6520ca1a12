"""Renders a report as an Excel workbook: a sheet a section, numbers as numbers, no formulas."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from io import BytesIO
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING, Any, Final, Literal

from xpert_studio import __version__
from xpert_studio.core.cell_texts import MAX_CELL, cell_text, put_value
from xpert_studio.core.wording import t
from xpert_studio.report.blocks import (
    Block,
    CaseBlock,
    Cell,
    Column,
    FewTasks,
    Figure,
    Heading,
    InForm,
    KeyFigure,
    Listing,
    Note,
    Page,
    Row,
    SectionBlocks,
    Settings,
    Table,
    Text,
    Told,
    bare,
)
from xpert_studio.report.shown_blocks import key_figure_words, lines_of, shown, width_of
from xpert_studio.report.small_groups import SIGN

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
"""Excel renders no row higher than 409 points."""
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


class WorkbookSheet:
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
    def on(cls, workbook: Workbook, name: str) -> WorkbookSheet:
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
        cell.alignment = Alignment(
            wrap_text=looks.wrap,
            vertical="bottom" if looks.low else "top",
            horizontal="right" if looks.right else None,
        )
        if looks.form:
            cell.number_format = looks.form

    def lines(self, texts: Iterable[str], looks: Looks = PLAIN) -> None:
        """Writes each text as ``text`` does."""
        for words in texts:
            self.text(words, looks)

    def text(self, words: str, looks: Looks = PLAIN) -> None:
        """Writes running text over the whole width, as high as it needs."""
        self.next_row(
            lines_of(words[:MAX_CELL], self._room * 11 / looks.size) * LINE * looks.size / 11
        )
        self.put(1, words, replace(looks, wrap=True))
        self.drawn.merge_cells(
            start_row=self.row, end_row=self.row, start_column=1, end_column=self.columns
        )

    def underline(self, columns: int, style: Literal["medium", "hair"], colour: str) -> None:
        """Adds a line below the row."""
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


_WIDE: Final = 44.0
_SOFT: Final = "57606A"
_RULE: Final = "C9D1D9"
_PALE: Final = "FFFFFF"
_DEEP: Final = "8DB4DB"
_FORMS: Final = {"0": "#,##0", "+0.0%": "+0.0%;-0.0%;0.0%", "+0.000": "+0.000;-0.000;0.000"}
"""How spreadsheets write forms that are not of their own notation."""
_CASE_HEADS: Final = ("Case", "Checkpoint", "Who", "Decides", "Rationale", "Quotes")
_CASE_WIDTHS: Final = (34.0, 44.0, 22.0, 10.0, 60.0, 44.0)
_SETTING_WIDTH: Final = 34.0


_HEAD: Final = Looks(bold=True, colour=_SOFT, wrap=True, low=True)
_CAPTION: Final = Looks(colour=_SOFT)


def write_workbook(page: Page, target: Path) -> None:
    """Writes the report as ``.xlsx``.

    Args:
        page: The report.
        target: Where to; an existing file is replaced.
    """
    from openpyxl import Workbook

    workbook = Workbook()
    first = workbook.active
    if first is not None:
        workbook.remove(first)
    workbook.properties.title = clean(page.title)[:255]
    workbook.properties.creator = f"Xpert Studio {__version__}"
    workbook.properties.created = page.made_at.replace(tzinfo=None, microsecond=0)
    _write_cover(WorkbookSheet.on(workbook, "Summary"), page)
    for section in page.sections:
        sheet = WorkbookSheet.on(workbook, section.title)
        if any(isinstance(block, CaseBlock) for block in section.blocks):
            _write_cases(sheet, section)
        else:
            _write_section(sheet, section)
    packed = BytesIO()
    workbook.save(packed)  # a zip that cannot be finished complains again when it is thrown away
    target.write_bytes(packed.getvalue())


def _write_cover(sheet: WorkbookSheet, page: Page) -> None:
    sheet.set_widths([18.0])
    sheet.text(page.title, Looks(bold=True, size=18))
    sheet.text(page.subtitle, _CAPTION)
    sheet.next_row()
    for sentence in page.summary:
        sheet.text(sentence)
    sheet.next_row()
    for fact in page.facts:
        sheet.next_row()
        sheet.put(1, fact.label, _CAPTION)
        sheet.put(2, fact.value, Looks(bold=True, right=True))
    sheet.next_row()
    sheet.text(page.footer, _CAPTION)


def _write_section(sheet: WorkbookSheet, section: SectionBlocks) -> None:
    sheet.set_widths(_widths(section))
    sheet.text(section.title, Looks(bold=True, size=16))
    if any(isinstance(block, Table) and len(block.columns) > 6 for block in section.blocks):
        sheet.drawn.freeze_panes = "B2"  # names stay in sight beside many figures
    for block in section.blocks:
        _write_block(sheet, block)


def _widths(section: SectionBlocks) -> list[float]:
    """Each column as wide as the widest cell that any table of the section has in it."""
    widths: dict[int, float] = {}
    for block in section.blocks:
        if isinstance(block, Settings):
            widths[1] = max(widths.get(1, 0.0), _SETTING_WIDTH)
        if isinstance(block, Table | Figure):
            table = block.table if isinstance(block, Figure) else _words_first(block)
            for row in table.rows:
                for place, (value, column) in enumerate(_cells(table, row), start=1):
                    needed = width_of(shown(value, column.form)) + 3.0
                    widths[place] = min(max(widths.get(place, NARROW), needed), _WIDE)
    return [widths.get(place, NARROW) for place in range(1, max(widths, default=0) + 1)]


def _words_first(table: Table) -> Table:
    """The table with what its rows are called at the left, where all names of a sheet stand."""
    names = [place for place, column in enumerate(table.columns) if not column.number]
    if not names or names[0] == 0:
        return table
    order = [names[0], *(place for place in range(len(table.columns)) if place != names[0])]
    return replace(
        table,
        columns=tuple(table.columns[place] for place in order),
        rows=tuple(
            replace(row, cells=tuple(row.cells[place] for place in order)) for row in table.rows
        ),
    )


def _cells(table: Table, row: Row) -> Iterator[tuple[Cell, Column]]:
    """What the columns of the sheet hold: an interval takes two of them."""
    for value, column in zip(row.cells, table.columns, strict=True):
        if not column.interval:
            yield value, column
            continue
        inside = bare(value)
        for end in inside if isinstance(inside, tuple) else (None, None):
            yield (replace(value, value=end) if isinstance(value, InForm) else end), column


def _write_block(sheet: WorkbookSheet, block: Block) -> None:
    """Cases have a sheet of their own, and actions stand in no report."""
    match block:
        case Text(text):
            sheet.text(text)
        case Note(text):
            sheet.lines(text.split("\n"), Looks(bold=True))
        case Heading(text):
            sheet.next_row()
            sheet.text(text, Looks(bold=True, size=13))
        case Listing(entries):
            sheet.lines(f"• {entry}" for entry in entries)
        case Settings():
            _write_settings(sheet, block)
        case Table():
            _write_table(sheet, _words_first(block))
        case KeyFigure():
            sheet.text(key_figure_words(block))
        case Figure():
            _write_table(sheet, block.table)


def _write_settings(sheet: WorkbookSheet, settings: Settings) -> None:
    if settings.caption:
        sheet.text(settings.caption, _CAPTION)
    for name, value in settings.entries:
        sheet.next_row(LINE * lines_of(value[:MAX_CELL], TEXT_WIDTH - _SETTING_WIDTH))
        sheet.put(1, name, _CAPTION)
        sheet.put(2, value, Looks(wrap=True))
        sheet.drawn.merge_cells(
            start_row=sheet.row, end_row=sheet.row, start_column=2, end_column=sheet.columns
        )
    sheet.next_row()


def _write_table(sheet: WorkbookSheet, table: Table) -> None:
    if table.caption:
        sheet.text(table.caption, _CAPTION)
    heads = list(_heads(table))
    sheet.next_row(LINE * max(_lines_of_head(head) for head, _ in heads))
    for place, (head, column) in enumerate(heads, start=1):
        sheet.put(place, head, replace(_HEAD, right=column.number))
    sheet.underline(len(heads), "medium", _SOFT)
    first = sheet.row + 1
    for row in table.rows:
        _write_row(sheet, table, row)
    if table.shaded and table.rows:
        _shade(sheet, table, first)
    sheet.next_row()


def _lines_of_head(head: str) -> int:
    """Lines of a head in the narrowest column; words are not broken where that can be helped."""
    room = int(NARROW) - 2
    return max(len(wrap(head, room)), lines_of(head, room))


def _heads(table: Table) -> Iterator[tuple[str, Column]]:
    for column in table.columns:
        if column.interval:
            yield t("{heading}, from", heading=column.heading), column
            yield t("{heading}, to", heading=column.heading), column
        else:
            yield column.heading, column


def _write_row(sheet: WorkbookSheet, table: Table, row: Row) -> None:
    sheet.next_row()
    colour = _SOFT if row.apart else ""
    cells = list(_cells(table, row))
    best = [table.is_best(row, place) for place in range(len(row.cells))]
    bold = [
        one
        for one, column in zip(best, table.columns, strict=True)
        for _ in range(1 + column.interval)
    ]
    for place, (value, column) in enumerate(cells, start=1):
        form = _FORMS.get(column.form, column.form)
        is_number = column.number
        figure = bare(value) if isinstance(value, Told) else value
        if isinstance(value, FewTasks):
            figure = value.value
            form = form if isinstance(figure, str) else f'{form}"\u00a0{SIGN}"'
        elif isinstance(value, InForm):
            figure, form = value.value, _FORMS.get(value.form, value.form)
        sheet.put(
            place,
            figure,
            Looks(
                bold=bold[place - 1],
                colour=colour,
                right=is_number,
                wrap=not is_number,
                form=form,
            ),
        )
    sheet.underline(len(cells), "hair", _RULE)


def _shade(sheet: WorkbookSheet, table: Table, first: int) -> None:
    """The ground of shares is darker the higher they are, also after a person changes them."""
    from openpyxl.formatting.rule import ColorScaleRule
    from openpyxl.utils import get_column_letter

    shares = [
        place
        for place, (_, column) in enumerate(_heads(table), start=1)
        if column.form.endswith("%") and not column.interval
    ]
    if not shares:
        return
    rule = ColorScaleRule(  # type: ignore[no-untyped-call]
        start_type="num",
        start_value=0,
        start_color=_PALE,
        end_type="num",
        end_value=1,
        end_color=_DEEP,
    )
    ends = get_column_letter(shares[0]), get_column_letter(shares[-1])
    sheet.drawn.conditional_formatting.add(f"{ends[0]}{first}:{ends[1]}{sheet.row}", rule)


def _write_cases(sheet: WorkbookSheet, section: SectionBlocks) -> None:
    """Cases as one table with a row for each side, to be filtered and sorted."""
    sheet.set_widths(_CASE_WIDTHS)
    sheet.text(section.title, Looks(bold=True, size=16))
    for block in section.blocks:
        if not isinstance(block, CaseBlock):
            _write_block(sheet, block)
    sheet.next_row()
    sheet.next_row()
    for place, head in enumerate(_CASE_HEADS, start=1):
        sheet.put(place, head, _HEAD)
    sheet.underline(len(_CASE_HEADS), "medium", _SOFT)
    first = sheet.row
    for case in section.blocks:
        if isinstance(case, CaseBlock):
            _write_case(sheet, case)
    sheet.drawn.auto_filter.ref = f"A{first}:F{sheet.row}"
    sheet.drawn.freeze_panes = f"A{first + 1}"


def _write_case(sheet: WorkbookSheet, case: CaseBlock) -> None:
    for side in case.sides:
        quotes = "\n".join(
            quote.text + (" (not found in the response)" if quote.verified is False else "")
            for quote in side.quotes
        )
        values = (
            case.header,
            case.checkpoint,
            side.who,
            side.word,
            side.rationale,
            quotes,
        )
        lines = max(
            lines_of(value[:MAX_CELL], width)
            for value, width in zip(values, _CASE_WIDTHS, strict=True)
        )
        sheet.next_row(lines * LINE)
        for place, value in enumerate(values, start=1):
            sheet.put(place, value, Looks(wrap=True))
        sheet.underline(len(values), "hair", _RULE)
