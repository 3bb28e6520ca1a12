"""Writes rubrics as a spreadsheet: drop-downs for tier and dimension, and the way back open."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from io import BytesIO
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from xpert_studio.core.atomic_files import whole_file
from xpert_studio.core.cell_texts import MAX_CELL, cell_text, escaped, put_value
from xpert_studio.core.errors import UsageError
from xpert_studio.core.exchange.rubric_sheet.roles import BESIDE
from xpert_studio.core.exchange.table_cells import write_csv
from xpert_studio.core.instruments import INSTRUMENTS, CellError, problem_of, written_settings
from xpert_studio.core.instruments.range_columns import range_name
from xpert_studio.core.judge.key_check import without_known_keys
from xpert_studio.core.messages import Message
from xpert_studio.core.records import BINARY, Checkpoint, Tier, canonical_json

if TYPE_CHECKING:
    from openpyxl.cell.cell import Cell, MergedCell
    from openpyxl.worksheet.worksheet import Worksheet

_WIDTHS: Final = {
    "Task": 24, "Criterion": 80, "Points": 9, "Importance": 13, "Tag": 30, "Notes": 40,
    "Instrument": 14, "Gate": 9, "Scale": 12, "Minimum": 10, "Caps": 40, "Settings": 30, "ID": 14,
}  # fmt: skip
_FIRST: Final = ("Task", "Criterion", "Points", "Importance", "Tag", "Notes")
_LISTS: Final = "Lists"
_SPARE_ROWS: Final = 200


def write_rubric_sheet(
    path: Path,
    rubric: Sequence[Checkpoint],
    *,
    dimensions: Sequence[str],
    meanings: Mapping[str, str] = MappingProxyType({}),
    several_tasks: bool = False,
    replace: bool = False,
) -> int:
    """Writes a rubric, or several with a Task column.

    How checkpoints are answered is written where one of them is not met or not met.

    Args:
        path: ``.xlsx`` or ``.csv``.
        rubric: The lines in their order.
        dimensions: Offered in the Tag column.
        meanings: What dimensions mean; a workbook has it as a comment on the Tag heading.
        several_tasks: Write the Task column.
        replace: Replace a file that is there.

    Returns:
        How many lines were written.

    Raises:
        UsageError: Another ending, a file that is there, or a text too long for a cell.
        XpertError: It could not be written.
    """
    if path.suffix.lower() not in {".xlsx", ".csv"}:
        raise UsageError(
            Message("{path} is no spreadsheet.", path=path.name), remedy="Name a .xlsx or .csv."
        )
    found = _answered(rubric)
    others = any(point.instrument != BINARY or point.settings for point in rubric)
    columns = _columns(found if others else (), several_tasks=several_tasks)
    columns[-1:-1] = [
        heading
        for name, heading in BESIDE.items()
        if any(getattr(point, name) is not None for point in rubric)
    ]
    rows = [_row(point, cells, columns) for point, cells in zip(rubric, found, strict=True)]
    for number, row in enumerate(rows, start=2):
        for name, value in zip(columns, row, strict=True):
            if isinstance(value, str) and len(cell_text(value)) > MAX_CELL:
                raise UsageError(
                    Message(
                        "Row {number}, {name}: a cell cannot hold {value:,} characters.",
                        number=number,
                        name=name,
                        value=len(value),
                    ),
                    remedy="Shorten the text, or export a bundle.",
                )
    rows = list(without_known_keys(rows, path.name))
    with whole_file(path, replace=replace) as unfinished:
        if path.suffix.lower() == ".csv":
            write_csv(unfinished, _texts(columns, rows))
        else:
            _write_workbook(unfinished, columns, rows, dimensions, meanings)
    return len(rows)


def _answered(rubric: Sequence[Checkpoint]) -> list[dict[str, str]]:
    """How lines are answered, by column: in words where these are read back, else as JSON."""
    in_words = [{"Instrument": point.instrument, **_in_words(point)} for point in rubric]
    order = _columns(in_words, several_tasks=False)
    return [
        cells
        if _is_read_back(point, {name: cells[name] for name in order if name in cells})
        else {"Instrument": point.instrument, "Settings": written_settings(point.settings)}
        for point, cells in zip(rubric, in_words, strict=True)
    ]


def _in_words(point: Checkpoint) -> dict[str, str]:
    instrument = INSTRUMENTS.get(point.instrument)
    is_sound = instrument is not None and point.settings and not problem_of(point)
    return instrument.cells(point) if instrument and is_sound else {}


def _is_read_back(point: Checkpoint, cells: Mapping[str, str]) -> bool:
    """Whether the cells of a row, in the order of its columns, say all settings of its line."""
    instrument = INSTRUMENTS.get(point.instrument)
    if instrument is None or any(text != text.strip() or not text for text in cells.values()):
        return not point.settings
    try:
        return canonical_json(instrument.settings_in(cells)) == canonical_json(point.settings)
    except CellError:
        return False


def _columns(answered: Sequence[Mapping[str, str]], *, several_tasks: bool) -> list[str]:
    """The columns that are needed, in order; bands stand as their checkpoints have them."""
    needed = dict.fromkeys(name for cells in answered for name in cells)
    titles = [title for i in INSTRUMENTS.values() for title in i.sheet_columns]
    bands = [name for name in needed if range_name(name)]
    first = [name for name in _FIRST if name != "Task" or several_tasks]
    rest = ["Instrument"] if needed else []
    rest += [name for name in (*titles, *bands, "Settings") if name in needed]
    return [*first, *rest, "ID"]


def _row(point: Checkpoint, answered: Mapping[str, str], columns: Sequence[str]) -> list[Any]:
    values: Mapping[str, Any] = {
        "Task": point.task_id,
        "ID": point.id,
        "Criterion": point.text,
        "Points": point.weight,
        "Importance": point.tier.value if point.tier else None,
        "Tag": point.dimension,
        "Notes": point.notes,
        **{heading: getattr(point, name) for name, heading in BESIDE.items()},
        **answered,
    }
    return [values.get(name) for name in columns]


def _texts(columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> Iterator[tuple[str, ...]]:
    yield tuple(columns)
    for row in rows:
        yield tuple("" if value is None else str(value) for value in row)


def _write_workbook(
    path: Path,
    columns: Sequence[str],
    rows: Sequence[Sequence[Any]],
    dimensions: Sequence[str],
    meanings: Mapping[str, str],
) -> None:
    from openpyxl import Workbook
    from openpyxl.styles import Alignment, Font, PatternFill
    from openpyxl.utils import get_column_letter
    from openpyxl.worksheet.properties import PageSetupProperties

    book = Workbook()
    sheet = book.worksheets[0]
    sheet.title = "Rubric"
    sheet.append(list(columns))
    for cell in sheet[1]:
        cell.font = Font(name="Calibri", bold=True, color="FFFFFF")
        cell.fill = PatternFill("solid", fgColor="2F4858")
        cell.alignment = Alignment(vertical="center")
    _explain_tags(sheet.cell(1, columns.index("Tag") + 1), meanings)
    for number, row in enumerate(rows, start=2):
        for place, value in enumerate(row, start=1):
            cell = sheet.cell(number, place)
            put_value(cell, value)
            cell.alignment = Alignment(wrap_text=True, vertical="top")
    for place, name in enumerate(columns, start=1):
        sheet.column_dimensions[get_column_letter(place)].width = _WIDTHS.get(name, 30)
    sheet.freeze_panes = "A2"
    sheet.page_setup.orientation = "landscape"
    sheet.page_setup.fitToHeight = 0
    sheet.sheet_properties.pageSetUpPr = PageSetupProperties(fitToPage=True)
    sheet.print_title_rows = "1:1"
    sheet.auto_filter.ref = f"A1:{get_column_letter(len(columns))}{max(len(rows) + 1, 2)}"
    _offer_choices(sheet, columns, len(rows) + 1 + _SPARE_ROWS, dimensions)
    lists = book.create_sheet(_LISTS)
    lists.append(["Tag"])
    for number, name in enumerate(dimensions, start=2):
        put_value(lists.cell(number, 1), name)
    lists.column_dimensions["A"].width = 40
    lists.sheet_state = "hidden"
    packed = BytesIO()
    book.save(packed)  # a zip that cannot be finished complains again when it is thrown away
    path.write_bytes(packed.getvalue())


def _explain_tags(heading: Cell | MergedCell, meanings: Mapping[str, str]) -> None:
    from openpyxl.comments import Comment

    told = "\n".join(f"{name}: {said}" for name, said in meanings.items() if said)
    if told:
        size = {"width": 560, "height": 18 * (told.count("\n") + 2)}
        heading.comment = Comment(escaped(told)[:MAX_CELL], "Xpert Studio", **size)


def _offer_choices(
    sheet: Worksheet, columns: Sequence[str], last: int, dimensions: Sequence[str]
) -> None:
    """Drop-downs and limits; a list in its own cell may be longer than 255 characters."""
    from openpyxl.utils import get_column_letter
    from openpyxl.worksheet.datavalidation import DataValidation

    tiers = ",".join(tier.value for tier in Tier)
    rules = {
        "Importance": DataValidation("list", formula1=f'"{tiers}"', allow_blank=True),
        "Points": DataValidation(
            "whole", operator="between", formula1="1", formula2="10", allow_blank=True
        ),
    }
    if dimensions:
        rules["Tag"] = DataValidation(
            "list", formula1=f"{_LISTS}!$A$2:$A${len(dimensions) + 1}", allow_blank=True
        )
        # Other tags are asked about on import, not forbidden here.
        rules["Tag"].errorStyle = "warning"
    for name, rule in rules.items():
        letter = get_column_letter(columns.index(name) + 1)
        rule.showErrorMessage = True
        rule.errorTitle = name
        rule.error = {
            "Importance": "Essential, Important or Optional.",
            "Points": "A whole number from 1 to 10.",
            "Tag": "This is no dimension of the project yet.",
        }[name]
        rule.add(f"{letter}2:{letter}{last}")
        sheet.add_data_validation(rule)
