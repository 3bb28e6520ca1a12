"""Finds the rubrics of a file, and reads them: nothing guessed in silence, nothing dropped."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from xpert_studio.core.errors import UsageError
from xpert_studio.core.exchange.problems import Problems
from xpert_studio.core.exchange.rubric_sheet.columns import EXPECTED, Tags
from xpert_studio.core.exchange.rubric_sheet.drafting import drafts_of
from xpert_studio.core.exchange.rubric_sheet.finding import layouts_of
from xpert_studio.core.exchange.rubric_sheet.layout import SURE, TableLayout
from xpert_studio.core.exchange.rubric_sheet.levels import is_level_head
from xpert_studio.core.exchange.rubric_sheet.maps import Map, read_map
from xpert_studio.core.exchange.rubric_sheet.numbers import points_in
from xpert_studio.core.exchange.rubric_sheet.outlines import with_outline
from xpert_studio.core.exchange.rubric_sheet.overviews import without_overviews
from xpert_studio.core.exchange.rubric_sheet.roles import (
    LEVEL,
    LEVEL_POINTS,
    POINTS,
    TIER,
)
from xpert_studio.core.exchange.rubric_sheet.rows import RowReader
from xpert_studio.core.exchange.rubric_sheet.sheet import RubricSheet, SheetReading, map_text_of
from xpert_studio.core.exchange.tables import TableSheet, pasted_sheets, read_sheets, samples_in
from xpert_studio.core.exchange.tables.cells import TableRow, plain
from xpert_studio.core.exchange.tables.marked_up import without_tick
from xpert_studio.core.messages import Message, joined


@dataclass(frozen=True, slots=True)
class RubricSource:
    """A file, or what was pasted, as tables; it can be read in one way after the other.

    Attributes:
        name: What it is called.
        sheets: Its tables as they came.
        doubts: What was not sure when it was opened, such as its encoding.
        dimensions: The project's.
        samples: How the text of a file that does not say its encoding would read, by encoding, the
            likeliest first; only of a preview.
    """

    name: str
    sheets: tuple[TableSheet, ...]
    doubts: tuple[str, ...]
    dimensions: tuple[str, ...]
    samples: Mapping[str, str] = field(default_factory=dict)

    def read(self, reading: SheetReading | None = None) -> RubricSheet:
        """The rubric that is in it; its encoding is no longer a question.

        Raises:
            InputRefusedError: Something is wrong with it; it lists everything.
            UsageError: The mapping names a column that there is not.
        """
        problems, given = Problems(), reading or SheetReading()
        return _read(self.name, self.sheets, problems, self.dimensions, given, self.doubts)


def open_rubric(
    path: Path, *, dimensions: Sequence[str], reading: SheetReading | None = None
) -> RubricSource:
    """Opens a file of any kind of table, told apart by content.

    Raises:
        NotFoundError: There is nothing at ``path``.
        UnclearEncodingError: It is a text whose encoding has to be named.
        InputRefusedError: It cannot be read.
    """
    given = reading or SheetReading()
    problems = Problems()
    doubts: list[str] | None = [] if given.is_preview else None
    sheets = with_outline(
        read_sheets(path, problems, encoding=given.encoding, doubts=doubts, with_text=True)
    )
    problems.refuse_if_any(path.name)
    samples = samples_in(path) if given.is_preview else {}
    return RubricSource(path.name, tuple(sheets), tuple(doubts or ()), tuple(dimensions), samples)


def read_rubric_sheet(
    path: Path, *, dimensions: Sequence[str], reading: SheetReading | None = None
) -> RubricSheet:
    """Reads a rubric from a file.

    Args:
        path: Any kind of table, told apart by content.
        dimensions: The project's.
        reading: How to read it.

    Returns:
        The lines; what is not sure is left to the caller to ask about.

    Raises:
        NotFoundError: There is nothing at ``path``, or no such sheet.
        UnclearEncodingError: It is a text whose encoding has to be named.
        InputRefusedError: Something is wrong with it; it lists everything.
    """
    return open_rubric(path, dimensions=dimensions, reading=reading).read(reading)


def open_pasted_rubric(text: str, *, dimensions: Sequence[str], html: str = "") -> RubricSource:
    """Takes a table that was copied from a spreadsheet or document; one criterion a line will do.

    Args:
        text: What was copied, as text.
        dimensions: The project's.
        html: The same as HTML, where the program that it came from gives that.

    Raises:
        InputRefusedError: Something is wrong with it.
    """
    problems, name = Problems(), Message("the pasted table")
    sheets = with_outline(pasted_sheets(html, text, problems, name=name))
    problems.refuse_if_any(name)
    return RubricSource(name, tuple(sheets), (), tuple(dimensions))


def _read(
    source: str,
    sheets: Sequence[TableSheet],
    problems: Problems,
    dimensions: Sequence[str],
    given: SheetReading,
    doubts: Sequence[str],
) -> RubricSheet:
    chosen = _chosen(sheets, given)
    if given.mapped is not None:
        found = _laid_out(chosen, None)
        if _is_confirmed(given.mapped, _rubrics([one for _, many in found for one in many])):
            seen, trial = Problems(), replace(given, is_preview=True)
            sheet = _made(source, sheets, found, seen, dimensions, trial, doubts)
            if not seen:
                return sheet
        if len(given.mapped.parts) > 1:  # it speaks of no list of lines
            chosen = [sheet for sheet in chosen if not sheet.is_list] or chosen
    found = _laid_out(chosen, given.mapped)
    return _made(source, sheets, found, problems, dimensions, given, doubts)


def _made(
    source: str,
    sheets: Sequence[TableSheet],
    found: Sequence[tuple[TableSheet, list[TableLayout]]],
    problems: Problems,
    dimensions: Sequence[str],
    given: SheetReading,
    doubts: Sequence[str],
) -> RubricSheet:
    tables = _rubrics([layout for _, many in found for layout in many])
    left_out = _left_out(sheets, found, tables)
    if not tables:
        problems.add(
            source,
            "",
            "",
            "has no table that could be recognised as a rubric.",
            Message(
                "Begin the table with a row that names its columns: {expected}; or name them with "
                "--map.",
                expected=EXPECTED,
            ),
        )
    problems.refuse_if_any(source)
    made, told = without_overviews([(layout, drafts_of(layout)) for layout in tables])
    tables = [layout for layout, _ in made]
    headings = {layout.section for layout in tables if layout.section}
    several = len({id(layout.sheet) for layout in tables}) > 1 or len(headings) > 1
    reader = RowReader(source, problems, Tags(dimensions, given.tags), given, several=several)
    if left_out:
        told_left = Message("Not taken: {names}.", names=joined(left_out))
        (reader.doubts if _is_rubric_left(found, tables) else reader.notes).append(told_left)
    reader.notes += told
    reader.doubts += _turned_alike(tables)
    for layout, drafted in made:
        reader.take(layout, drafted)
    return replace(reader.finished(tables, doubts), left_out=tuple(left_out))


def _turned_alike(tables: Sequence[TableLayout]) -> list[str]:
    """What speaks against turned tables with the same columns: these may say more of levels."""
    turned = [table for table in tables if table.is_turned]
    names = Counter(tuple(plain(row.text(0)) for row in one.body) for one in turned)
    if max(names.values(), default=0) < _FEWEST_LEVELS:
        return []
    return [
        Message(
            "Tables whose levels stand in rows have the same columns, which may be no criteria."
        )
    ]


def _is_confirmed(mapped: Map, tables: Sequence[TableLayout]) -> bool:
    """Whether a mapping says what was guessed; the guess then stands, with all of its tables."""
    columns = [tables[0].columns[n] for n in sorted(tables[0].columns)] if tables else []
    text = map_text_of(columns)
    if not text or mapped != read_map(text):
        return False
    for layout in tables:
        layout.confidence = 1.0
    tables[0].reasons.append(Message("the columns are as you said"))
    return True


def _laid_out(
    sheets: Sequence[TableSheet], mapped: Map | None
) -> list[tuple[TableSheet, list[TableLayout]]]:
    """The tables of each sheet; a mapping speaks only of those that have its columns.

    Raises:
        UsageError: None has them.
    """
    found: list[tuple[TableSheet, list[TableLayout]]] = []
    wrong: UsageError | None = None
    for sheet in sheets:
        try:
            found.append((sheet, layouts_of(sheet, mapped)))
        except UsageError as error:
            wrong = wrong or error
    if wrong is not None and not found:
        raise wrong
    return found


def _is_rubric_left(
    found: Sequence[tuple[TableSheet, list[TableLayout]]], tables: Sequence[TableLayout]
) -> bool:
    """Whether a table is left out that may well be a part of the rubric."""
    taken = _taken(found, tables)
    left = [one for sheet, many in found for one in many if id(sheet) not in taken]
    is_marked = [one.sheet.is_list and one.confidence >= SURE for one in left]
    are_lists = all(table.sheet.is_list for table in tables)
    is_worth = [one.sheet.is_list and (are_lists or _is_pointed_list(one)) for one in left]
    is_headed = [_has_levels(sheet) for sheet, many in found if not many]
    return (
        any(is_marked)
        or any(is_headed)
        or any(is_worth)
        or any(one.heads or one.sheet.rubric or one.sheet.is_headed for one in left)
    )


def _has_levels(sheet: TableSheet) -> bool:
    """Whether the first row of a table that could not be read heads several levels."""
    first = sheet.rows[0] if sheet.rows and not sheet.is_list else _NO_ROW
    return sum(is_level_head(first.text(n)) for n in first.filled) >= _FEWEST_LEVELS


def _chosen(sheets: Sequence[TableSheet], given: SheetReading) -> list[TableSheet]:
    """The sheets that are to be read: all, where none of those named is a sheet."""
    named = {plain(name) for name in given.sheets}
    chosen = [
        sheet for sheet in sheets if plain(sheet.name) in named or plain(sheet.rubric) in named
    ]
    return chosen or list(sheets)


def _rubrics(layouts: list[TableLayout]) -> list[TableLayout]:
    """Of many tables those that are plainly rubrics, with what stands in the same sheet."""
    plainly = [layout for layout in layouts if layout.confidence >= SURE and _is_measured(layout)]
    if plainly and all(map(_is_pointed_list, plainly)):
        plainly = list(filter(_is_pointed_list, layouts))
    elif not plainly and all(layout.sheet.is_list for layout in layouts):
        plainly = list(filter(_is_ticked, layouts))
    headed = [layout for layout in layouts if layout.header and not layout.sheet.is_list]
    sheets = {id(one.sheet) for one in plainly or headed or layouts}
    return [layout for layout in layouts if id(layout.sheet) in sheets]


def _is_ticked(layout: TableLayout) -> bool:
    """Whether most lines of a list have boxes."""
    boxes = [without_tick(row.text(0)) is not None for row in layout.body if layout.sheet.is_list]
    return sum(boxes) > len(boxes) / 2


_FEWEST_LEVELS: Final = 2


def _is_pointed_list(layout: TableLayout) -> bool:
    """Whether it is a list, and the heading above it says what it is worth."""
    return layout.sheet.is_list and points_in(layout.sheet.name)[1] is not None


_FEWEST_LINES: Final = 3
_MARKED: Final = 0.6
"""The share of the lines of a list that have points where it is plainly a rubric."""
_NO_ROW: Final = TableRow(-1, [])


def _taken(
    found: Sequence[tuple[TableSheet, list[TableLayout]]], tables: Sequence[TableLayout]
) -> Mapping[int, bool]:
    """The sheets of which something is taken, and whether as they stand or turned."""
    every = {id(table) for table in tables}
    return {
        id(sheet): one.sheet is sheet for sheet, many in found for one in many if id(one) in every
    }


def _left_out(
    sheets: Sequence[TableSheet],
    found: Sequence[tuple[TableSheet, list[TableLayout]]],
    tables: Sequence[TableLayout],
) -> list[str]:
    """The tables that are not taken, by their names or first words."""
    taken = {row.number for table in tables for row in (*table.header, *table.body)} | {
        _NO_ROW.number
    }
    of = _taken(found, tables)
    left = [sheet for sheet in sheets if sheet.rows and id(sheet) not in of]
    names: list[str] = [_name_of(sheet.name or sheet.rubric, sheet.rows[0]) for sheet in left]
    for sheet in sheets:
        run: list[TableRow] = []
        for row in [*(sheet.rows if of.get(id(sheet)) else ()), _NO_ROW]:
            if row.number not in taken and len(row.filled) > 1:
                run.append(row)
                continue
            if len(run) > 1:
                names.append(_name_of("", run[0]))
            run = []
    return names


def _name_of(name: str, row: TableRow) -> str:
    said = " ".join(row.text(row.filled[0]).split())[:40] if row.filled else "–"
    return name or Message("a table that begins with “{text}”", text=said)


def _is_measured(layout: TableLayout) -> bool:
    if layout.sheet.is_list:
        marked = [points_in(row.text(0))[1] is not None for row in layout.body]
        return len(marked) >= _FEWEST_LINES and sum(marked) >= _MARKED * len(marked)
    roles = {column.role for column in layout.columns.values()}
    return bool(roles & {POINTS, LEVEL, LEVEL_POINTS, TIER, "scale", "check", "options"})
