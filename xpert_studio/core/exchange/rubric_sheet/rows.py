"""The rows of a rubric table: every problem at once, nothing guessed in silence."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any, Final

from xpert_studio.core.errors import NotFoundError
from xpert_studio.core.exchange.formats.points import avoiding
from xpert_studio.core.exchange.problems import Problems, shown
from xpert_studio.core.exchange.rubric_sheet.answering import answered, as_text
from xpert_studio.core.exchange.rubric_sheet.columns import Tags
from xpert_studio.core.exchange.rubric_sheet.drafts import Draft, Drafted, LevelText
from xpert_studio.core.exchange.rubric_sheet.layout import Layout
from xpert_studio.core.exchange.rubric_sheet.parts import SECTIONS, as_section, guessed_parts
from xpert_studio.core.exchange.rubric_sheet.roles import (
    ANSWERING,
    IGNORE,
    SCORE,
    TASK,
    TIER,
)
from xpert_studio.core.exchange.rubric_sheet.sheet import (
    GRADED,
    FormRow,
    Reading,
    RubricSheet,
    UnknownTag,
)
from xpert_studio.core.exchange.rubric_sheet.showing import shape_name
from xpert_studio.core.exchange.tables import Cell
from xpert_studio.core.exchange.tables.cells import is_date, plain
from xpert_studio.core.instruments.range_columns import range_name
from xpert_studio.core.messages import Message, joined
from xpert_studio.core.records import (
    BINARY,
    DEFAULT_WEIGHTS,
    MOST_WEIGHT,
    TIERS,
    Tier,
    is_policy_weight,
    is_valid_id,
)

MAX_LINES: Final = 20_000
_KEEP: Final = Message("Keep one of them.")
_KEEP_OR_CONFIRM: Final = Message("Keep one of them; with --map both are kept, and numbered.")
_WRITE_POINTS: Final = Message("Write a number, such as a whole one from 1 to 10.")
_DOUBTFUL: Final = 0.5
"""The confidence of what has to be confirmed."""
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
    "Checkpoints whose points are not a whole number from 1 to 10: {n:,}. They were imported "
    "unchanged."
)
_NUMBERED: Final = re.compile(r"[A-Za-z]?\d{1,3}(?:\.\d{1,3})*")


@dataclass(slots=True)
class RowReader:
    """Reads tables one after the other into rows, with all that is to be said of them."""

    source: str
    problems: Problems
    tags: Tags
    given: Reading
    several: bool
    rows: list[FormRow] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    doubts: list[str] = field(default_factory=list)
    shapes: list[str] = field(default_factory=list)
    unknown: Counter[str] = field(default_factory=Counter)
    avoided: int = 0
    shares: int = 0
    without_points: int = 0
    _where: str = ""
    _is_named: bool = True
    _nameless: int = 0

    def take(self, layout: Layout, drafted: Drafted) -> None:
        """Reads a table by the checkpoints that its rows are."""
        sheet = layout.sheet
        self._where = f"sheet {sheet.name}, " if self.several and sheet.name else ""
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
                self._problem(draft.row.number, "", told, Message("Split the table."))
                return
            self._line(draft, layout, drafted.has_points, group)

    def _group(self, layout: Layout) -> str:
        """The name of the rubric, sheet or block that a table is."""
        self._is_named &= bool(layout.sheet.rubric or layout.place(TASK) is not None)
        name = layout.sheet.rubric or layout.sheet.name
        if layout.section:
            name = layout.section
        if name:
            return name
        self._nameless += 1
        return Message("Table {n}", n=self._nameless)

    def _tell_beginning(self, layout: Layout) -> None:
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
                        where=self._where,
                        number=number,
                    )
                )
        elif not layout.header and not layout.sheet.is_list and layout.confidence < 1:
            self.notes.append(
                Message("There is no header; the columns were told by what they hold.")
            )
        unread = [
            c.name
            for c in layout.columns.values()
            if c.role == IGNORE and c.place in _headed(layout)
        ]
        if unread:
            self.notes.append(
                Message("Columns that were not read: {columns}.", columns=joined(unread, most=12))
            )

    def _is_first(self, layout: Layout) -> bool:
        before = [row for row in layout.sheet.rows if row.number < layout.header[0].number]
        return not any(
            row.place.endswith(f"row {one.number}") for row in self.rows for one in before
        )

    def _check_width(self, layout: Layout) -> None:
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
                self.source, Message("row {number}", number=longer[0]), "",
                Message("has more cells than the header (so have {n} rows).", n=len(longer)),
                Message("Put a text that holds the separator into quotation marks."),
            )  # fmt: skip

    def _line(self, draft: Draft, layout: Layout, has_points: bool, group: str | None) -> None:
        number = draft.row.number
        self._check_values(draft, layout)
        text = self._text(number, draft)
        tier = self._tier(number, draft)
        weight = self._weight(number, draft, tier, has_points=has_points)
        if text is None or weight is None:
            return
        if tier is None and not has_points and draft.most is None and not layout.places(TIER):
            tier = Tier.IMPORTANT  # as of a checkpoint that is typed
        if weight < 0:
            text, weight = avoiding(text), -weight
            self.avoided += 1
        dimension = self._dimension(draft.tag)
        row = FormRow(
            place=f"{self._where}row {number}",
            task=as_text(draft.task) or group or None,
            text=text,
            weight=weight,
            tier=tier,
            dimension=dimension,
            tag=as_text(draft.tag),
            notes=as_text(draft.note),
            checkpoint_id=self._id(number, draft, is_native="instrument" in draft.answering),
            title=as_text(draft.title) or "",
            section=as_text(draft.section) or "",
            levels=tuple(draft.levels),
            **self._answer(number, draft),
        )
        self.rows += _split(row, self.given.levels)

    def _answer(self, number: int, draft: Draft) -> dict[str, Any]:
        if draft.settings is not None:
            bands = [
                {"low": level.low, "high": level.high, "text": level.described}
                for level in draft.levels
            ]
            return {"instrument": GRADED, "settings": {**draft.settings, "bands": bands}}
        cells = {
            name: cell.value
            for name, cell in draft.answering.items()
            if name in ANSWERING or range_name(name)
        }
        return answered(
            cells, lambda error: self._problem(number, error.column, error.message, error.remedy)
        )

    def _check_values(self, draft: Draft, layout: Layout) -> None:
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

    def _dimension(self, said: str) -> str | None:
        tag = as_text(said)
        if tag is None:
            return None
        dimension = self.tags.dimension(tag)
        if dimension is None and self.given.add_tags:
            return tag
        if dimension is None:
            self.unknown[tag] += 1
        return dimension

    def _text(self, number: int, draft: Draft) -> str | None:
        text = as_text(draft.text)
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

    def _tier(self, number: int, draft: Draft) -> Tier | None:
        if not draft.tier:
            return None
        tier = TIERS.find(draft.tier)
        if tier is not None:
            return tier
        self._problem(
            number, "Importance", Message("{value} is not known.", value=shown(draft.tier)),
            Message("Write Essential, Important or Optional (必要, 重要, 可选)."),
        )  # fmt: skip
        return None

    def _weight(
        self, number: int, draft: Draft, tier: Tier | None, *, has_points: bool
    ) -> float | None:
        cell = draft.points_cell or Cell()
        if draft.points is None and not cell.text:
            return self._missing_weight(number, draft, tier, has_points=has_points)
        if is_date(cell.value):
            self._problem(
                number, "Points", Message("is a date ({value}).", value=cell.value),
                Message("The spreadsheet program has changed it: format the cell as a number."),
            )  # fmt: skip
            return None
        if (
            draft.points is None
            or isinstance(cell.value, bool)
            or abs(draft.points.value) > MOST_WEIGHT
        ):
            told = Message("{value} is not a weight.", value=shown(cell.text))
            self._problem(number, "Points", told, _WRITE_POINTS)
            return None
        self.shares += draft.points.is_share
        weight = draft.points.value
        return int(weight) if float(weight).is_integer() else weight

    def _missing_weight(
        self, number: int, draft: Draft, tier: Tier | None, *, has_points: bool
    ) -> float | None:
        if draft.most:
            return draft.most
        if tier is not None:
            return DEFAULT_WEIGHTS[tier]
        if has_points:
            self._problem(number, "Points", Message("is empty."), _WRITE_POINTS)
            return None
        self.without_points += 1
        return DEFAULT_WEIGHTS[Tier.IMPORTANT]

    def _id(self, number: int, draft: Draft, *, is_native: bool) -> str | None:
        text = as_text(draft.id)
        if text is None or is_valid_id(text):
            return text
        bare = re.sub(r"[\s.)]+$", "", text).replace(" ", "-")
        if is_valid_id(bare) and not is_native:
            return bare
        self._problem(
            number, "ID", Message("{text} is not an id.", text=shown(text)),
            Message("Leave the column as it was exported, or clear the cell."),
        )  # fmt: skip
        return text

    def _problem(self, number: int, column: str, message: str, remedy: str) -> None:
        self.problems.add(
            self.source,
            Message("{where}row {number}", where=self._where, number=number),
            column,
            message,
            remedy,
        )

    def finished(self, tables: Sequence[Layout], doubts: Sequence[str]) -> RubricSheet:
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
        self._drop_doubled_ids()
        if self.given.mapped is not None:
            self._number_doubles()
        self._check_doubles()
        self._tell_weights()
        if not self.given.is_preview:
            self.problems.refuse_if_any(self.source)
        if self.given.mapped is not None:  # a person has seen them
            self.notes, self.doubts = [*self.notes, *self.doubts], []
        self.doubts += [str(problem) for problem in self.problems.listed]
        columns = tuple(tables[0].columns[n] for n in sorted(tables[0].columns))
        shape, why = shape_name(self._shape), list(dict.fromkeys(tables[0].reasons))
        reason = Message("Read as {shape}.", shape=shape)
        if why:
            reason = Message("Read as {shape}: {reasons}.", shape=shape, reasons=joined(why))
        return RubricSheet(
            self.source,
            tuple(self.rows),
            tuple(UnknownTag(t, n, self.tags.suggestions(t)) for t, n in self.unknown.items()),
            tuple(dict.fromkeys(self.notes)),
            self._shape,
            min([one.confidence for one in tables] + [_DOUBTFUL] * bool(doubts or self.doubts)),
            (reason,),
            tuple(dict.fromkeys([*doubts, *self.doubts])),
            columns,
            tables[0].signature,
            parts,
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
        kind = self.given.parts or guessed_parts(parts, is_named=self._is_named)
        if kind == SECTIONS:
            self.rows = [as_section(row) for row in self.rows]
            self.notes.append(
                Message("Read as sections of one rubric: {names}.", names=joined(parts))
            )
        return kind

    def _part_doubles(self) -> None:
        """Texts that occur again, under another title or section, are told apart by it."""
        for name in ("title", "section"):
            counts = Counter((row.task, plain(row.text)) for row in self.rows)
            changed = 0
            for place, row in enumerate(self.rows):
                if counts[row.task, plain(row.text)] > 1 and getattr(row, name):
                    self.rows[place] = replace(row, text=f"{getattr(row, name)}: {row.text}")
                    changed += 1
            if changed:
                self.notes.append(
                    Message(
                        "{n} texts occur again; what stands above them was put before them.",
                        n=changed,
                    )
                )

    def _drop_doubled_ids(self) -> None:
        """Ids that number the rows of each section anew are none."""
        ids = [row.checkpoint_id for row in self.rows if row.checkpoint_id]
        counts = Counter((row.task, row.checkpoint_id) for row in self.rows if row.checkpoint_id)
        if not any(n > 1 for n in counts.values()) or not all(map(_NUMBERED.fullmatch, ids)):
            return
        self.rows = [replace(row, checkpoint_id=None) for row in self.rows]
        self.notes.append(Message("Ids that occur more than once were not kept."))

    def _number_doubles(self) -> None:
        """Texts that occur again, which a person has seen and confirmed, are told apart."""
        seen: Counter[tuple[str | None, str]] = Counter()
        for place, row in enumerate(self.rows):
            key = row.task, " ".join(row.text.split()).casefold()
            seen[key] += 1
            if seen[key] > 1:
                self.rows[place] = replace(row, text=f"{row.text} ({seen[key]})")
        if again := sum(n - 1 for n in seen.values()):
            self.notes.append(Message("{n} texts occur again; they were numbered.", n=again))

    def _check_doubles(self) -> None:
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
                        Message("is the same as in {seen}.", seen=seen[key]),
                        _KEEP if name != "text" else _KEEP_OR_CONFIRM,
                    )  # fmt: skip
                seen.setdefault(key, row.place)

    def _tell_weights(self) -> None:
        """Notes weights that lines written here would not have, and those that were made up."""
        if self.given.scaled:
            self._scale()
        unscored = sum(row.weight == 0 for row in self.rows)
        odd = sum(not is_policy_weight(row.weight) for row in self.rows) - unscored
        default = DEFAULT_WEIGHTS[Tier.IMPORTANT]
        shares = 0 if self.given.scaled else self.shares
        told = (
            (self.without_points, _WITHOUT_POINTS),
            (self.avoided, _AVOIDED),
            (unscored, _UNSCORED),
            (shares, _SHARES),
            (odd, _ODD),
        )
        self.notes += [Message(text, n=count, weight=default) for count, text in told if count]

    def _scale(self) -> None:
        most = max((row.weight for row in self.rows), default=0)
        if most <= 0:
            return
        self.rows = [
            replace(row, weight=max(1, round(10 * row.weight / most)) if row.weight else 0)
            for row in self.rows
        ]
        self.notes.append(
            Message(
                "Points were scaled so that the most, {most:g}, is 10; they are rounded.", most=most
            )
        )


def _headed(layout: Layout) -> set[int]:
    return {n for row in layout.header for n in row.filled}


def _split(row: FormRow, levels: str) -> list[FormRow]:
    """A graded row as binary ones, where that is asked for."""
    if levels == GRADED or not row.levels:
        return [row]
    order = sorted(row.levels, key=lambda level: level.low)
    plainly = replace(row, instrument=None, settings=None, levels=())
    if levels == BINARY:
        return [replace(plainly, text=_at_level(row.text, order[-1]))]
    span = order[-1].low - order[0].low
    return [
        replace(
            plainly,
            text=_at_level(row.text, level),
            weight=round(row.weight * (level.low - below.low) / span, 6),
            checkpoint_id=f"{row.checkpoint_id}.{n}" if row.checkpoint_id else None,
        )
        for n, (below, level) in enumerate(pairwise(order), start=1)
    ]


def _at_level(text: str, level: LevelText) -> str:
    said = level.text or level.name
    return f"{text}: {said}" if text else said
