"""The sheets of a workbook as text: a row a line, tabs between cells, without what is hidden."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set
from dataclasses import dataclass, field
from itertools import groupby

from xpert_studio.api.readers import MAX_CHARS, Findings, GapReason, Message
from xpert_studio.core.cell_texts import column_letters


@dataclass(slots=True)
class OfficeSheet:
    """A sheet.

    Attributes:
        name: Its name.
        is_hidden: Whether it is hidden.
        hidden_columns: Columns that are hidden, from 0.
        covered: Cells under a merged one, by row and column from 0.
        remarks: Lines after the rows: of text boxes and the like.
    """

    name: str
    is_hidden: bool = False
    hidden_columns: Set[int] = frozenset()
    covered: Set[tuple[int, int]] = frozenset()
    remarks: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class SheetRow:
    """A row of a sheet: its number from 0, whether it is hidden, and texts by column."""

    number: int
    is_hidden: bool
    cells: dict[int, str]


def where_in(sheet: str, cell: str = "") -> Message:
    """A place in a workbook."""
    if cell:
        return Message("sheet {sheet}, cell {cell}", sheet=sheet, cell=cell)
    return Message("sheet {sheet}", sheet=sheet)


def sheet_text(sheet: OfficeSheet, rows: Iterable[SheetRow], findings: Findings) -> Iterator[str]:
    """The lines of a sheet under its name; what is hidden is left out, and said."""
    if sheet.is_hidden:
        findings.gap(GapReason.HIDDEN, where_in(sheet.name))
        return
    kept = list(_seen(sheet, rows, findings))
    used = sorted({column for cells in kept for column in cells})
    yield f"# {sheet.name}"
    yield from ("\t".join(cells.get(column, "") for column in used).rstrip("\t") for cells in kept)
    yield from sheet.remarks


def _seen(
    sheet: OfficeSheet, rows: Iterable[SheetRow], findings: Findings
) -> Iterator[dict[int, str]]:
    length = 0
    hidden_rows: list[int] = []
    hidden_columns: set[int] = set()
    for row in rows:
        cells = {
            column: " ".join(text.split("\n")).replace("\t", " ").strip()
            for column, text in row.cells.items()
            if text.strip() and (row.number, column) not in sheet.covered
        }
        if row.is_hidden:
            hidden_rows += [row.number + 1] if cells else []
            continue
        hidden_columns |= sheet.hidden_columns & cells.keys()
        cells = {place: cells[place] for place in cells.keys() - sheet.hidden_columns}
        if cells:
            yield cells
        length += sum(map(len, cells.values()))
        if length > MAX_CHARS:
            break
    if hidden_rows:
        findings.gap(
            GapReason.HIDDEN,
            Message("sheet {sheet}, rows {rows}", sheet=sheet.name, rows=_ranges(hidden_rows)),
        )
    if hidden_columns:
        names = ", ".join(map(column_letters, sorted(hidden_columns)))
        findings.gap(
            GapReason.HIDDEN,
            Message("sheet {sheet}, columns {columns}", sheet=sheet.name, columns=names),
        )


def _ranges(numbers: list[int]) -> str:
    """Numbers with those in a row as a range: ``2, 4–9``."""
    runs = groupby(enumerate(numbers), lambda pair: pair[1] - pair[0])
    parts = [[number for _, number in run] for _, run in runs]
    return ", ".join(str(part[0]) if len(part) == 1 else f"{part[0]}–{part[-1]}" for part in parts)
