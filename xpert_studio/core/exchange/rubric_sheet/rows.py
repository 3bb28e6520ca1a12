"""The rows of a rubric table: every problem at once, nothing guessed in silence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from pydantic import JsonValue, ValidationError

from xpert_studio.core.errors import NotFoundError, first_fault
from xpert_studio.core.exchange.formats.points import avoiding
from xpert_studio.core.exchange.problems import Problems, shown
from xpert_studio.core.exchange.rubric_sheet.columns import Tags
from xpert_studio.core.exchange.rubric_sheet.doubles import (
    numbered,
    say_doubles,
    told_apart,
    without_doubled_ids,
)
from xpert_studio.core.exchange.rubric_sheet.drafts import Drafted, RowDraft
from xpert_studio.core.exchange.rubric_sheet.layout import TableLayout
from xpert_studio.core.exchange.rubric_sheet.level_rows import as_asked
from xpert_studio.core.exchange.rubric_sheet.parts import SECTIONS, as_section, guessed_parts
from xpert_studio.core.exchange.rubric_sheet.roles import (
    BESIDE,
    IGNORE,
    SCORE,
    TASK,
    TIER,
    is_settled,
)
from xpert_studio.core.exchange.rubric_sheet.row_values import RowValues, answered, as_text
from xpert_studio.core.exchange.rubric_sheet.sheet import (
    GRADED,
    FormRow,
    RubricSheet,
    SheetReading,
    UnknownTag,
)
from xpert_studio.core.exchange.rubric_sheet.showing import shape_name
from xpert_studio.core.exchange.tables.cells import plain
from xpert_studio.core.messages import Message, joined
from xpert_studio.core.records import DEFAULT_WEIGHTS, Checkpoint, Tier, is_policy_weight

MAX_LINES: Final = 20_000
_PLAIN: Final = {"task_id": "-", "id": "-", "text": "-", "weight": 1}
_DOUBTFUL: Final = 0.5
"""The confidence of what has to be confirmed."""


@dataclass(slots=True)
class RowReader:
    """Reads tables one after the other into rows, with all that is to be said of them."""

    source: str
    problems: Problems
    tags: Tags
    given: SheetReading
    several: bool
    rows: list[FormRow] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    doubts: list[str] = field(default_factory=list)
    shapes: list[str] = field(default_factory=list)
    avoided: int = 0
    values: RowValues = field(init=False)
    _is_named: bool = True
    _unnamed: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.values = RowValues(self.source, self.problems, self.tags, self.given)

    def take(self, layout: TableLayout, drafted: Drafted) -> None:
        """Reads a table by the checkpoints that its rows are."""
        sheet = layout.sheet
        self.values.where = f"sheet {sheet.name}, " if self.several and sheet.name else ""
        self.notes += sheet.notes
        self._tell_beginning(layout)
        self._check_width(layout)
        self.shapes.append(drafted.shape)
        self.notes += drafted.messages
        self.doubts += [*sheet.doubts, *layout.doubts, *drafted.doubts]
        group = self._group(layout) if self.several else None
        for draft in drafted.drafts:
            if len(self.rows) >= MAX_LINES:
                told = Message("is checkpoint {max_lines:,}.", max_lines=MAX_LINES + 1)
                self.values.problem(draft.row.number, "", told, Message("Split the table."))
                return
            self._line(draft, layout, drafted.has_points, group)

    def _group(self, layout: TableLayout) -> str:
        """The name of the rubric, sheet or block that a table is."""
        self._is_named &= bool(layout.sheet.rubric or layout.place(TASK) is not None)
        name = layout.sheet.rubric or layout.sheet.name
        if layout.section:
            name = layout.section
        if name:
            return name
        made = Message("Table {n}", n=len(self._unnamed) + 1)
        self._unnamed.add(made)
        return made

    def _tell_beginning(self, layout: TableLayout) -> None:
        rows = layout.sheet.rows
        if layout.header and layout.header[0] is not rows[0]:
            number = layout.header[0].number
            if not self.rows or self._is_first(layout):
                self.notes.append(
                    Message("The table was found to begin in row {number}.", number=number)
                )
            else:
                self.notes.append(
                    Message(
                        "A second table begins in {where}row {number}.",
                        where=self.values.where,
                        number=number,
                    )
                )
        elif not layout.header and not layout.sheet.is_list and layout.confidence < 1:
            self.notes.append(
                Message("There is no header; the columns were told by what they hold.")
            )
        headed = {n for row in layout.header for n in row.filled}
        unread = [c.name for c in layout.columns.values() if c.role == IGNORE and c.place in headed]
        if unread:
            self.notes.append(
                Message("Columns that were not read: {columns}.", columns=joined(unread, most=12))
            )

    def _is_first(self, layout: TableLayout) -> bool:
        before = [row for row in layout.sheet.rows if row.number < layout.header[0].number]
        return not any(
            row.place.endswith(f"row {one.number}") for row in self.rows for one in before
        )

    def _check_width(self, layout: TableLayout) -> None:
        """Rows of separated values with more cells than the header lack quotation marks."""
        if not layout.sheet.is_separated or not layout.header:
            return
        width = max(len(row.cells) for row in layout.header)
        longer = [
            row.number
            for row in layout.body
            if any(row.text(n) for n in range(width, len(row.cells)))
        ]
        if longer:
            self.problems.add(
                self.source,
                Message("row {number}", number=longer[0]),
                "",
                Message("has more cells than the header (so have {n} rows).", n=len(longer)),
                Message("Put a text that holds the separator into quotation marks."),
            )

    def _line(
        self, draft: RowDraft, layout: TableLayout, has_points: bool, group: str | None
    ) -> None:
        number = draft.row.number
        self._check_values(draft, layout)
        text = self.values.text(number, draft)
        tier = self.values.tier(number, draft)
        weight = self.values.weight(number, draft, tier, has_points=has_points)
        if text is None or weight is None:
            return
        if tier is None and not has_points and draft.most is None and not layout.places(TIER):
            tier = Tier.IMPORTANT  # as of a checkpoint that is typed
        if weight < 0:
            text, weight = avoiding(text), -weight
            self.avoided += 1
        dimension = self.values.dimension(draft.tag)
        row = FormRow(
            place=f"{self.values.where}row {number}",
            task=as_text(draft.task) or group or None,
            text=text,
            weight=weight,
            tier=tier,
            dimension=dimension,
            tag=as_text(draft.tag),
            notes=as_text(draft.note),
            checkpoint_id=self.values.id(number, draft, is_native="instrument" in draft.answering),
            title=as_text(draft.title) or "",
            section=as_text(draft.section) or "",
            levels=tuple(draft.levels),
            beside=self._beside(number, draft, layout),
            **self._answer(number, draft),
        )
        self.rows += as_asked(row, self.given.levels)

    def _beside(
        self, number: int, draft: RowDraft, layout: TableLayout
    ) -> dict[str, JsonValue] | None:
        """Other fields of the checkpoint, of those that have a column; an empty cell is None."""
        found: dict[str, JsonValue] = {}
        for name in {column.role for column in layout.columns.values()} & BESIDE.keys():
            said = as_text(draft.answering[name].value) if name in draft.answering else None
            try:
                found[name] = getattr(
                    Checkpoint.model_validate(_PLAIN | {name: said}, strict=False), name
                )
            except ValidationError as error:
                told = Message(
                    "{value}: {msg}.", value=shown(said), msg=first_fault(error)[1]["msg"]
                )
                remedy = Message("Correct the cell, or clear it.")
                self.values.problem(number, BESIDE[name], told, remedy)
        return found or None

    def _answer(self, number: int, draft: RowDraft) -> dict[str, Any]:
        if draft.settings is not None:
            bands = [
                {"low": level.low, "high": level.high, "text": level.described}
                for level in draft.levels
            ]
            return {"instrument": GRADED, "settings": {**draft.settings, "bands": bands}}
        cells = {
            name: cell.value
            for name, cell in draft.answering.items()
            if is_settled(name) and name not in BESIDE
        }
        return answered(
            cells,
            lambda error: self.values.problem(number, error.column, error.message, error.remedy),
        )

    def _check_values(self, draft: RowDraft, layout: TableLayout) -> None:
        """Formulas without a stored value, in columns that are used."""
        for column in layout.columns.values():
            cell = draft.row.cell(column.place)
            if cell.has_no_value and column.role not in {IGNORE, SCORE}:
                self.problems.add(
                    self.source,
                    Message("cell {coordinate}", coordinate=f"{column.letters}{draft.row.number}"),
                    "",
                    "is a formula whose value is not stored in the file.",
                    "Open and save the file in a spreadsheet program, or write the value itself.",
                )

    def finished(self, tables: Sequence[TableLayout], doubts: Sequence[str]) -> RubricSheet:
        """The rows that were asked for, with what is to be said of them.

        Raises:
            InputRefusedError: Something is wrong.
            NotFoundError: There is no rubric of the name that was given.
        """
        if not self.rows and not self.problems:
            self.problems.add(
                self.source, "", "", "holds no checkpoint.", "Write one criterion a row."
            )
        self._choose()
        parts = self._parts()
        self._part_doubles()
        self._tell_points()
        if not self.given.is_preview:
            self.problems.refuse_if_any(self.source)
        if self.given.mapped is not None:  # a person has seen them
            self.notes, self.doubts = [*self.notes, *self.doubts], []
        self.doubts += [str(problem) for problem in self.problems.listed]
        columns = tuple(tables[0].columns[n] for n in sorted(tables[0].columns))
        unknown = self.values.unknown.items()
        shape, why = shape_name(self._shape), list(dict.fromkeys(tables[0].reasons))
        reason = Message("Read as {shape}.", shape=shape)
        if why:
            reason = Message("Read as {shape}: {reasons}.", shape=shape, reasons=joined(why))
        return RubricSheet(
            self.source,
            tuple(self.rows),
            tuple(UnknownTag(t, n, self.tags.suggestions(t)) for t, n in unknown),
            tuple(dict.fromkeys(self.notes)),
            self._shape,
            min([table.confidence for table in tables] + [_DOUBTFUL] * bool(doubts or self.doubts)),
            (reason,),
            tuple(dict.fromkeys([*doubts, *self.doubts])),
            columns,
            tables[0].signature,
            parts,
        )

    def _part_doubles(self) -> None:
        is_seen = self.given.mapped is not None
        steps = (told_apart, without_doubled_ids, *((numbered,) if is_seen else ()))
        for step in steps:
            self.rows, told = step(self.rows)
            self.notes += told
        say_doubles(self.rows, self.source, self.problems)

    def _tell_points(self) -> None:
        if self.given.scaled:
            self.rows, told = scaled_rows(self.rows)
            self.notes += told
        self.notes += points_told(
            self.rows,
            without_points=self.values.without_points,
            avoided=self.avoided,
            shares=0 if self.given.scaled else self.values.shares,
        )

    @property
    def _shape(self) -> str:
        return Counter(self.shapes).most_common(1)[0][0] if self.shapes else "list"

    def _choose(self) -> None:
        named = [plain(name) for name in self.given.sheets]
        if not named:
            return
        chosen = [row for row in self.rows if row.task is None or plain(row.task) in named]
        if not chosen and self.rows:
            raise NotFoundError(
                Message(
                    "{path} has no sheet {sheet}.",
                    path=self.source,
                    sheet=joined(self.given.sheets),
                ),
                remedy=Message(
                    "It has {names}.",
                    names=joined(dict.fromkeys(row.task or "–" for row in self.rows)),
                ),
            )
        if len({row.task for row in chosen}) == 1:
            chosen = [replace(row, task=None) for row in chosen]
        self.rows = chosen

    def _parts(self) -> str:
        """What the several tables are; sections are joined."""
        parts: dict[str, list[FormRow]] = {}
        for row in self.rows:
            if row.task:
                parts.setdefault(row.task, []).append(row)
        if len(parts) < 2:
            return ""
        if all(len(rows) == 1 and rows[0].text == name for name, rows in parts.items()):
            self.rows = [replace(row, task=None) for row in self.rows]  # a table for each criterion
            return ""
        unnamed = {
            name
            for name in self._unnamed & set(parts)
            if len(self._unnamed) == 1 and all(row.section for row in parts[name])
        }
        kind = self.given.parts or guessed_parts(parts, is_named=self._is_named, unnamed=unnamed)
        if kind == SECTIONS and unnamed:
            self.rows = [replace(r, task=None) if r.task in unnamed else r for r in self.rows]
        if kind == SECTIONS:
            self.rows = [as_section(row) if row.task else row for row in self.rows]
            self.notes.append(
                Message("Read as sections of one rubric: {names}.", names=joined(parts))
            )
        return kind


_WITHOUT_POINTS: Final = Message("Checkpoints without points got {weight}: {n:,}.")
_AVOIDED: Final = Message(
    "Criteria with negative points: {n:,}. Each became a checkpoint that a response meets by "
    "avoiding the fault."
)
_UNSCORED: Final = Message("Checkpoints of 0 points, which are not scored: {n:,}.")
_SHARES: Final = Message(
    "Points in per cent were taken as they are: {n:,}; --scale makes them 1 to 10."
)
_ODD: Final = Message(
    "Checkpoints whose points are not a whole number from 1 to 10: {n:,}. They are kept unchanged."
)


def scaled_rows(rows: Sequence[FormRow]) -> tuple[list[FormRow], list[str]]:
    """Rows whose points are scaled so that the most is 10, and what is to be said."""
    most = max((row.weight for row in rows), default=0)
    if most <= 0:
        return list(rows), []
    made = [
        replace(row, weight=max(1, round(10 * row.weight / most)) if row.weight else 0)
        for row in rows
    ]
    return made, [
        Message(
            "Points were scaled so that the most, {most:g}, is 10; they are rounded.", most=most
        )
    ]


def points_told(
    rows: Sequence[FormRow], *, without_points: int, avoided: int, shares: int
) -> list[str]:
    """Weights that lines written here would not have, and those that were made up.

    Args:
        rows: With the points that they have.
        without_points: How many got those of an unlabelled one.
        avoided: How many had negative points.
        shares: How many have points in per cent.
    """
    unscored = sum(row.weight == 0 for row in rows)
    odd = sum(not is_policy_weight(row.weight) for row in rows) - unscored
    told = (
        (without_points, _WITHOUT_POINTS),
        (avoided, _AVOIDED),
        (unscored, _UNSCORED),
        (shares, _SHARES),
        (odd, _ODD),
    )
    default = DEFAULT_WEIGHTS[Tier.IMPORTANT]
    return [Message(text, n=count, weight=default) for count, text in told if count]
