"""Reads a rubric table: every problem at once, nothing guessed in silence, no tag dropped."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, time
from pathlib import Path
from typing import Any, Final

from pydantic import JsonValue

from xpert_studio.errors import NotFoundError
from xpert_studio.exchange.problems import Problems, shown
from xpert_studio.exchange.rubric_sheet.answering import answered, as_text
from xpert_studio.exchange.rubric_sheet.columns import (
    EXPECTED,
    HEADER_ROWS,
    Tags,
    columns_by_content,
    header_of,
    unread_columns,
)
from xpert_studio.exchange.rubric_sheet.workbook import SheetCells, read_workbook
from xpert_studio.exchange.table_cells import csv_grid, is_a_workbook
from xpert_studio.messages import Message, joined
from xpert_studio.records import (
    DEFAULT_WEIGHTS,
    MOST_WEIGHT,
    TIERS,
    Tier,
    is_policy_weight,
    is_valid_id,
)

MAX_LINES: Final = 20_000
_POINTS: Final = re.compile(r"[+]?(\d+(?:\.\d+)?)\s*(?:分|points?|pts?\.?)?")
_WRITE_POINTS: Final = Message("Write a number, such as a whole one from 1 to 10.")
_TOTAL: Final = re.compile(
    r"(?:grand |sub)?(?:total|sum)\b.{0,20}|(?:合计|总计|总分|小计|共计).{0,8}"
)


@dataclass(frozen=True, slots=True)
class FormRow:
    """One line of a rubric table.

    Attributes:
        place: Where it stands: ``row 7``, with its sheet where there are several.
        task: What the Task column, or the sheet's name, says; None where neither does.
        dimension: The project's dimension; None where the tag is unknown or missing.
        tag: What the tag column says.
        checkpoint_id: What the ID column says.
        instrument, settings: How it is answered; None where no column says so.
    """

    place: str
    task: str | None
    text: str
    weight: float
    tier: Tier | None
    dimension: str | None
    tag: str | None
    notes: str | None
    checkpoint_id: str | None
    instrument: str | None = None
    settings: dict[str, JsonValue] | None = None


@dataclass(frozen=True, slots=True)
class UnknownTag:
    """A tag that is no dimension of the project: to be mapped, or added."""

    tag: str
    count: int
    suggestions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RubricSheet:
    """A rubric table as it was read; ``notes`` tell what a person should know of how."""

    source: str
    rows: tuple[FormRow, ...]
    unknown_tags: tuple[UnknownTag, ...]
    notes: tuple[str, ...]


def read_rubric_sheet(
    path: Path,
    *,
    dimensions: Sequence[str],
    tags: Mapping[str, str] | None = None,
    add_tags: bool = False,
    sheet: str | None = None,
) -> RubricSheet:
    """Reads a rubric from a spreadsheet.

    Args:
        path: ``.xlsx``, ``.xlsm``, ``.csv`` or ``.tsv``, told apart by content.
        dimensions: The project's.
        tags: What unknown tags mean: dimension by tag.
        add_tags: Take unknown tags as dimensions of their own.
        sheet: Read this sheet only.

    Returns:
        The lines; unknown tags are listed and left to the caller to ask about.

    Raises:
        NotFoundError: There is nothing at ``path``.
        InputRefusedError: Something is wrong with it; it lists everything.
    """
    if not path.exists():
        raise NotFoundError(
            Message("There is nothing at {path}.", path=path), remedy="Check the name."
        )
    problems = Problems()
    sheets = _sheets(path, problems)
    problems.refuse_if_any(path.name)
    if sheet is not None:
        sheets = [cells for cells in sheets if cells.name == sheet]
        if not sheets:
            raise NotFoundError(
                Message("{path} has no sheet {sheet}.", path=path.name, sheet=sheet)
            )
    return _read(path.name, sheets, problems, Tags(dimensions, tags or {}), add_tags=add_tags)


def read_pasted_rubric(
    text: str,
    *,
    dimensions: Sequence[str],
    tags: Mapping[str, str] | None = None,
    add_tags: bool = False,
) -> RubricSheet:
    """Reads a table that was copied from a spreadsheet or document; one criterion a line will do.

    Raises:
        InputRefusedError: Something is wrong with it.
    """
    import csv
    import io

    problems = Problems()
    delimiter = "\t" if "\t" in text else "\x1f"
    reader = csv.reader(io.StringIO(text.replace("\x00", ""), newline=""), delimiter=delimiter)
    try:
        rows: list[tuple[int, list[Any]]] = [
            (number, [cell if cell.strip() else None for cell in cells])
            for number, cells in enumerate(reader, start=1)
            if any(cell.strip() for cell in cells)
        ]
    except csv.Error as error:
        rows = []
        problems.add(
            "the pasted table",
            "",
            "",
            Message("cannot be read: {error}.", error=error),
            "Copy it again.",
        )
    problems.refuse_if_any(Message("the pasted table"))
    if delimiter != "\t" and rows and header_of(rows[0][1]) is None:
        rows = [(0, ["Criterion"]), *rows]
    made = Tags(dimensions, tags or {})
    cells = SheetCells("", rows)
    return _read(Message("the pasted table"), [cells], problems, made, add_tags=add_tags)


def _sheets(path: Path, problems: Problems) -> list[SheetCells]:
    is_workbook = is_a_workbook(path, problems)
    if is_workbook:
        return read_workbook(path, problems)
    grid = None if is_workbook is None else csv_grid(path, problems)
    return [] if grid is None else [SheetCells("", list(grid.rows), list(grid.notes))]


def _read(
    source: str, sheets: Sequence[SheetCells], problems: Problems, tags: Tags, *, add_tags: bool
) -> RubricSheet:
    tables = [table for cells in sheets if (table := _Table.of(cells)) is not None]
    reader = _Reader(source, problems, tags, add_tags=add_tags, several=len(tables) > 1)
    if not tables:
        problems.add(
            source,
            "",
            "",
            "has no header that could be recognised.",
            Message(
                "Begin the table with a row that names its columns: {expected}.", expected=EXPECTED
            ),
        )
    skipped = [cells.name for cells in sheets if _Table.of(cells) is None and cells.rows]
    if tables and skipped:
        reader.notes.append(
            Message("Not read, having no rubric: {skipped}.", skipped=joined(skipped))
        )
    for table in tables:
        reader.take(table)
    if tables and not reader.rows and not problems:
        problems.add(source, "", "", "holds no checkpoint.", "Write one criterion a row.")
    reader.check_doubles()
    reader.tell_weights()
    problems.refuse_if_any(source)
    unknown = tuple(
        UnknownTag(tag, count, tags.suggestions(tag)) for tag, count in reader.unknown.items()
    )
    return RubricSheet(source, tuple(reader.rows), unknown, tuple(reader.notes))


@dataclass(slots=True)
class _Table:
    """A sheet from its header on."""

    cells: SheetCells
    columns: dict[str, int]
    rows: list[tuple[int, list[Any]]]
    notes: list[str]
    unread: tuple[str, ...] = ()

    @classmethod
    def of(cls, cells: SheetCells) -> _Table | None:
        for place, (number, row) in enumerate(cells.rows[:HEADER_ROWS]):
            columns = header_of(row)
            if columns is not None:
                notes = list(cells.notes)
                if place:
                    notes.append(
                        Message("The table was found to begin in row {number}.", number=number)
                    )
                return cls(
                    cells, columns, cells.rows[place + 1 :], notes, unread_columns(row, columns)
                )
        columns = columns_by_content([row for _, row in cells.rows])
        if columns is None:
            return None
        note = Message("There is no header; the columns were told by what they hold.")
        return cls(cells, columns, cells.rows, [*cells.notes, note])


@dataclass(slots=True)
class _Reader:
    source: str
    problems: Problems
    tags: Tags
    add_tags: bool
    several: bool
    rows: list[FormRow] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    unknown: Counter[str] = field(default_factory=Counter)
    _where: str = ""

    def take(self, table: _Table) -> None:
        """Reads a table; what stands below its last full row is a note."""
        self._where = f"sheet {table.cells.name}, " if self.several else ""
        columns = table.columns
        full = [number for number, row in table.rows if self._is_full(row, columns)]
        last = full[-1] if full else 0
        only_texts = not {"points", "importance", "tag"} & columns.keys()
        self.notes += table.notes
        if table.unread:
            self.notes.append(
                Message("Columns that were not read: {columns}.", columns=joined(table.unread))
            )
        left_out = 0
        for number, row in table.rows:
            again = header_of(row)
            if again is not None and len(again) > 1:
                columns = again
                self.notes.append(
                    Message(
                        "A second table begins in {where}row {number}.",
                        where=self._where,
                        number=number,
                    )
                )
                continue
            if number > last and not only_texts:
                left_out += 1
                continue
            if self._is_total(row, columns):
                self.notes.append(
                    Message(
                        "{where}row {number} was recognized as a total and skipped.",
                        where=self._where,
                        number=number,
                    )
                )
                continue
            if len(self.rows) >= MAX_LINES:
                self._problem(
                    number,
                    "",
                    Message("is checkpoint {max_lines:,}.", max_lines=MAX_LINES + 1),
                    Message("Split the table."),
                )
                return
            self._line(number, row, columns, table.cells.name if self.several else None)
        if left_out:
            self.notes.append(
                Message(
                    "{left_out} rows of notes below the table were left out.", left_out=left_out
                )
            )

    def _is_total(self, row: Sequence[Any], columns: Mapping[str, int]) -> bool:
        """Whether a row sums the points up: named so, with points and nothing else."""
        text = self._cell(row, columns, "criterion")
        others = (self._cell(row, columns, name) for name in ("importance", "tag", "id"))
        plainly = isinstance(text, str) and _TOTAL.fullmatch(text.strip().casefold())
        return bool(plainly) and not any(others)

    def _is_full(self, row: Sequence[Any], columns: Mapping[str, int]) -> bool:
        names = ("points", "importance", "tag")
        has = any(self._cell(row, columns, name) is not None for name in names)
        return has and self._cell(row, columns, "criterion") is not None

    @staticmethod
    def _cell(row: Sequence[Any], columns: Mapping[str, int], name: str) -> Any:  # noqa: ANN401
        place = columns.get(name)
        value = row[place] if place is not None and place < len(row) else None
        return None if isinstance(value, str) and not value.strip() else value

    def _line(
        self, number: int, row: Sequence[Any], columns: Mapping[str, int], sheet: str | None
    ) -> None:
        text = self._text(number, self._cell(row, columns, "criterion"))
        tier = self._tier(number, self._cell(row, columns, "importance"))
        if not {"points", "importance"} & columns.keys():
            tier = Tier.IMPORTANT  # as of a checkpoint that is typed
        weight = self._weight(number, self._cell(row, columns, "points"), tier)
        tag = as_text(self._cell(row, columns, "tag"))
        if text is None or weight is None:
            return
        dimension = None if tag is None else self.tags.dimension(tag)
        if tag is not None and dimension is None:
            if self.add_tags:
                dimension = tag
            else:
                self.unknown[tag] += 1
        task = as_text(self._cell(row, columns, "task")) or sheet
        self.rows.append(
            FormRow(
                place=f"{self._where}row {number}",
                task=task,
                text=text,
                weight=weight,
                tier=tier,
                dimension=dimension,
                tag=tag,
                notes=as_text(self._cell(row, columns, "notes")),
                checkpoint_id=self._id(number, self._cell(row, columns, "id")),
                **answered(
                    {name: self._cell(row, columns, name) for name in columns},
                    lambda error: self._problem(number, error.column, error.message, error.remedy),
                ),
            )
        )

    def _text(self, number: int, value: Any) -> str | None:  # noqa: ANN401 - any cell
        text = as_text(value)
        if text is None:
            self._problem(
                number,
                "Criterion",
                Message("is empty."),
                Message("Write a text, or clear the row."),
            )
        elif "\x00" in text:
            self._problem(
                number, "Criterion", Message("contains a NUL character."), Message("Remove it.")
            )
            return None
        return text

    def _tier(self, number: int, value: Any) -> Tier | None:  # noqa: ANN401 - any cell
        if value is None:
            return None
        tier = TIERS.find(str(value))
        if tier is not None:
            return tier
        self._problem(
            number, "Importance", Message("{value} is not known.", value=shown(value)),
            Message("Write Essential, Important or Optional (必要, 重要, 可选)."),
        )  # fmt: skip
        return None

    def _weight(
        self,
        number: int,
        value: Any,  # noqa: ANN401 - any cell
        tier: Tier | None,
    ) -> float | None:
        if value is None:
            if tier is not None:
                return DEFAULT_WEIGHTS[tier]
            self._problem(number, "Points", Message("is empty."), _WRITE_POINTS)
            return None
        if isinstance(value, date | datetime | time):
            self._problem(
                number, "Points", Message("is a date ({value}).", value=value),
                Message("The spreadsheet program has changed it: format the cell as a number."),
            )  # fmt: skip
            return None
        said = unicodedata.normalize("NFKC", str(value)).strip().casefold()
        found = None if isinstance(value, bool) else _POINTS.fullmatch(said)
        weight = float(found.group(1)) if found else MOST_WEIGHT + 1.0
        if weight > MOST_WEIGHT:
            self._problem(
                number,
                "Points",
                Message("{value} is not a weight.", value=shown(value)),
                _WRITE_POINTS,
            )
            return None
        return int(weight) if weight.is_integer() else weight

    def tell_weights(self) -> None:
        """Notes weights that lines written here would not have."""
        unscored = sum(row.weight == 0 for row in self.rows)
        odd = sum(not is_policy_weight(row.weight) for row in self.rows) - unscored
        if unscored:
            self.notes.append(
                Message(
                    "Checkpoints of 0 points, which are not scored: {unscored:,}.",
                    unscored=unscored,
                )
            )
        if odd:
            self.notes.append(
                Message(
                    "Checkpoints whose points are not a whole number from 1 to 10: {odd:,}. "
                    "They were imported unchanged.",
                    odd=odd,
                )
            )

    def _id(self, number: int, value: Any) -> str | None:  # noqa: ANN401 - any cell
        text = as_text(value)
        if text is not None and not is_valid_id(text):
            self._problem(
                number, "ID", Message("{text} is not an id.", text=shown(text)),
                Message("Leave the column as it was exported, or clear the cell."),
            )  # fmt: skip
        return text

    def check_doubles(self) -> None:
        """The same criterion or id twice in one rubric."""
        for name in ("text", "checkpoint_id"):
            seen: dict[tuple[str | None, str], str] = {}
            for row in self.rows:
                value = getattr(row, name)
                if value is None:
                    continue
                key = row.task, " ".join(value.split()).casefold()
                if key in seen:
                    self.problems.add(
                        self.source, row.place, "ID" if name != "text" else "Criterion",
                        Message("is the same as in {seen}.", seen=seen[key]), "Keep one of them.",
                    )  # fmt: skip
                seen.setdefault(key, row.place)

    def _problem(self, number: int, column: str, message: str, remedy: str) -> None:
        self.problems.add(
            self.source,
            Message("{where}row {number}", where=self._where, number=number),
            column,
            message,
            remedy,
        )
