"""The rubric as a table model: checkpoints, lines being written for the first time, suggestions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import groupby
from typing import Any, Final

from PySide6.QtCore import (
    QMimeData,
    QModelIndex,
    QObject,
    Qt,
    Signal,
)

from xpert_studio.core.instruments import instrument_of
from xpert_studio.core.lint import Finding
from xpert_studio.core.records import TIERS, Checkpoint, Suggestion, Taxonomy
from xpert_studio.core.wording import mark, t
from xpert_studio.core.workflow.command_context import fresh_id
from xpert_studio.core.workflow.line_rules import line_id_of
from xpert_studio.desktop.names import badge, dimension_meaning, settings_words
from xpert_studio.desktop.widgets.entries import ROW_ROLE, Index
from xpert_studio.desktop.widgets.grid import HeadedTable
from xpert_studio.desktop.widgets.shown_text import hint

NUMBER, TEXT, TIER, WEIGHT = range(4)
COLUMNS: Final = (mark("#"), mark("Checkpoint"), mark("Tier"), mark("Weight"))
FINDINGS_ROLE, COMMENTS_ROLE, WORDS_ROLE, READ_ROLE = range(ROW_ROLE + 1, ROW_ROLE + 5)
"""Of a row: the linter's findings, open comments, what changed in its text, whether it was read."""
MIME: Final = "application/x-xpert-studio-lines"
_NOTHING: Final = QModelIndex()


class RubricRow(Checkpoint):
    """One row: a checkpoint, also one that is not whole yet, or one that a draft suggests.

    Attributes:
        drawn: Where the project does not have it yet: the fresh id that its id follows from.
        is_ghost: Whether a draft suggests it; its id is the suggestion's.
        rewords: Of one that is suggested: the checkpoint whose wording it changes; empty for none.
    """

    weight: float | None = None  # type: ignore[assignment] # while it is being written
    drawn: str = ""
    is_ghost: bool = False
    rewords: str = ""

    @classmethod
    def of(cls, point: Checkpoint | Suggestion | None, **changes: Any) -> RubricRow:
        """A checkpoint, a suggested one, or none yet, as a row; nothing is checked."""
        values = dict(point) if point else {}
        if isinstance(point, Suggestion):
            changes |= {"notes": point.source, "drafted_by": point.drafter, "is_ghost": True}
            changes |= {"rewords": point.checkpoint_id or ""}
        names = values.keys() & cls.model_fields.keys()
        return cls.model_construct(**{name: values[name] for name in names} | changes)

    @property
    def is_new(self) -> bool:
        """Whether the project does not have it yet."""
        return bool(self.drawn)

    @property
    def badge(self) -> str:
        """How it is answered, in a word; empty for met or not met."""
        return badge(self)

    @property
    def answer(self) -> str:
        """How it is answered, in a word or two."""
        return self.badge or t(instrument_of(self).title)

    def settings_text(self, *, is_rating: bool = False) -> str:
        """What its settings say, a line each (see ``parts_of``); the badge where that is nothing."""
        return "\n".join(settings_words(self, is_rating=is_rating)) or self.badge


class RubricTable(HeadedTable[RubricRow]):
    """Rows that keep their identity: an update never closes the editor a person types in.

    Signals:
        text_written: A text was committed: key, text.
        text_left: A line was left as it was: its key.
        dropped: Lines were dragged: keys, and the place where the first of them goes.
    """

    text_written = Signal(str, str)
    text_left = Signal(str)
    dropped = Signal(list, int)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(COLUMNS, TIER, parent)
        self._rows: list[RubricRow] = []
        self._about: dict[int, Mapping[str, Any]] = {}
        self.is_open = False
        self.is_rating = False
        self.taxonomy = Taxonomy()

    @property
    def lines(self) -> list[RubricRow]:
        """The rows in their order."""
        return list(self._rows)

    @property
    def end(self) -> int:
        """The place after the last checkpoint; suggestions come from there on."""
        return sum(not line.is_ghost for line in self._rows)

    def line_of(self, key: str) -> RubricRow | None:
        """A row by its key."""
        return self.record(self.place_of(key))

    def place_of(self, key: str) -> int:
        """Where a row stands; -1 where there is none of that key."""
        return next((n for n, line in enumerate(self._rows) if line.id == key), -1)

    def findings_of(self, key: str) -> tuple[Finding, ...]:
        """What the linter finds on a row."""
        return tuple(self.about(FINDINGS_ROLE, key) or ())

    def about(self, role: int, key: str) -> Any:
        """What was given for a row by ``tell``."""
        return self._about.get(role, {}).get(key)

    def show(self, rubric: Sequence[Checkpoint], suggestions: Sequence[Suggestion] = ()) -> None:
        """Shows the rubric as the project has it; lines being written keep their neighbours."""
        target = [*map(RubricRow.of, rubric), *map(RubricRow.of, suggestions)]
        for place, line in enumerate(self._rows):
            if line.is_new:
                target.insert(self._new_place(place, target), line)
        self.become(target)

    def show_for(self, *, is_rating: bool) -> None:
        """Shows settings as those see them who still have to rate a response, or as all others."""
        if is_rating != self.is_rating:
            self.is_rating = is_rating
            self._tell({line.id for line in self._rows})

    def _new_place(self, place: int, target: list[RubricRow]) -> int:
        above = next((line.id for line in reversed(self._rows[:place])), None)
        keys = [line.id for line in target]
        return keys.index(above) + 1 if above in keys else min(place, len(target))

    def become(self, target: list[RubricRow]) -> None:
        """Holds these rows; what it holds already stays, with the editor in it."""
        wanted, known = ({line.id for line in rows} for rows in (target, self._rows))
        for first, gone in reversed(_runs(self._rows, lambda line: line.id not in wanted)):
            self._remove(first, len(gone))
        for first, new in _runs(target, lambda line: line.id not in known):
            self._insert(min(first, len(self._rows)), *new)
        for place, line in enumerate(target):
            there = place if self._rows[place].id == line.id else self.place_of(line.id)
            if there != place:
                self.beginMoveRows(_NOTHING, there, there, _NOTHING, place)
                self._rows.insert(place, self._rows.pop(there))
                self.endMoveRows()
            self._put(place, line)

    def _put(self, place: int, line: RubricRow) -> None:
        if self._rows[place] != line:
            self._rows[place] = line
            self.dataChanged.emit(self.index(place, 0), self.index(place, WEIGHT))

    def _remove(self, first: int, count: int = 1) -> None:
        self.beginRemoveRows(_NOTHING, first, first + count - 1)
        del self._rows[first : first + count]
        self.endRemoveRows()

    def begin_line(self, place: int, like: RubricRow | None = None) -> str:
        """Puts a line there that the project does not have yet; returns its key."""
        drawn = fresh_id()
        key = line_id_of(drawn)
        changes: dict[str, Any] = {"notes": None, "drafted_by": None, "is_ghost": False}
        self._insert(place, RubricRow.of(like, id=key, text="", drawn=drawn, **changes))
        return key

    def _insert(self, place: int, *lines: RubricRow) -> None:
        self.beginInsertRows(_NOTHING, place, place + len(lines) - 1)
        self._rows[place:place] = lines
        self.endInsertRows()

    def give_up(self, key: str) -> None:
        """Takes a line out that never got a text or is being removed, or a suggestion decided on."""
        place = self.place_of(key)
        if place >= 0:
            self._remove(place)

    def settle(self, point: Checkpoint) -> None:
        """The project has a line as it is now."""
        self.assume(point.id, **dict(RubricRow.of(point)))

    def assume(self, key: str, **fields: Any) -> None:
        """Shows what a change will do before the project has it."""
        place = self.place_of(key)
        if place >= 0:
            self._put(place, self._rows[place].model_copy(update=fields))

    def tell(self, role: int, found: Mapping[str, Any]) -> None:
        """Shows something about rows, by their keys; see the roles."""
        before = self._about.get(role, {})
        self._about[role] = dict(found)
        self._tell({key for key in {*found, *before} if found.get(key) != before.get(key)})

    def tell_of(self, key: str, role: int, found: Any) -> None:
        """Shows something about one row."""
        self.tell(role, {**self._about.get(role, {}), key: found})

    def _tell(self, keys: set[str]) -> None:
        for first, run in _runs(self._rows, lambda line: line.id in keys):
            last = self.index(first + len(run) - 1, WEIGHT)
            self.dataChanged.emit(self.index(first, 0), last, [FINDINGS_ROLE])

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Texts are edited in place; lines are dragged."""
        flag, line = Qt.ItemFlag, self.record(index.row()) if index.isValid() else None
        base = super().flags(index)
        if line is None:
            return base | flag.ItemIsDropEnabled
        if not self.is_open:
            return base
        base |= flag.ItemIsEditable if index.column() == TEXT else flag.NoItemFlags
        return base if line.is_ghost else base | flag.ItemIsDragEnabled

    def said(self, row: RubricRow, index: Index, role: int) -> Any:
        """What a cell says in a role of Qt's, or of this table's."""
        if role in self._about:
            return self._about[role].get(row.id)
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.EditRole):
            return _shown(row, index.column(), index.row())
        if role == Qt.ItemDataRole.ToolTipRole:
            said = self._hint(row, index.column())
            return hint(said) if said else None
        return super().said(row, index, role)

    def _hint(self, line: RubricRow, column: int) -> str:
        if column == NUMBER and line.drafted_by:
            return t("Drafted by {drafter}, not yet reviewed", drafter=line.drafted_by)
        if column != TEXT:
            return ""
        told = [dimension_meaning(self.taxonomy, line.dimension), line.notes]
        told += [finding.message for finding in self.findings_of(line.id)]
        told += [comment.text for comment in self.about(COMMENTS_ROLE, line.id) or ()]
        return "\n".join(filter(None, told))

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:  # noqa: N802
        """Takes a text that was written in place."""
        line = self.record(index.row()) if index.isValid() else None
        if line is None or index.column() != TEXT or role != Qt.ItemDataRole.EditRole:
            return False
        text = str(value).strip()
        if text and text != line.text:
            self.assume(line.id, text=text)
            self.text_written.emit(line.id, text)
            return True
        self.text_left.emit(line.id)
        if not text and line.is_new:
            self.give_up(line.id)
        return True

    def supportedDropActions(self) -> Qt.DropAction:  # noqa: N802 - Qt's name
        """Lines are moved."""
        return Qt.DropAction.MoveAction

    def mimeTypes(self) -> list[str]:  # noqa: N802 - Qt's name
        """Lines of this table only."""
        return [MIME]

    def mimeData(self, indexes: Sequence[QModelIndex]) -> QMimeData:  # noqa: N802 - Qt's name
        """The keys of the lines that are dragged."""
        made, rows = QMimeData(), sorted({index.row() for index in indexes})
        made.setData(MIME, "\n".join(self._rows[row].id for row in rows).encode())
        return made

    def dropMimeData(  # noqa: N802 - Qt's name
        self, data: QMimeData, action: Qt.DropAction, row: int, column: int, parent: Index
    ) -> bool:
        """Says where lines were dropped; the project moves them."""
        if not data.hasFormat(MIME) or not self.is_open:
            return False
        keys = bytes(data.data(MIME).data()).decode().splitlines()
        place = row if row >= 0 else (parent.row() if parent.isValid() else self.end)
        place = min(place, self.end)
        self.dropped.emit(keys, place - sum(line.id in keys for line in self._rows[:place]))
        return False


def _runs(
    rows: Sequence[RubricRow], belongs: Callable[[RubricRow], bool]
) -> list[tuple[int, list[RubricRow]]]:
    """The rows that belong, as they follow each other, with the place of the first of each run."""
    runs = groupby(enumerate(rows), lambda pair: belongs(pair[1]))
    found = [list(run) for is_wanted, run in runs if is_wanted]
    return [(run[0][0], [line for _, line in run]) for run in found]


def _shown(line: RubricRow, column: int, row: int) -> str:
    weight = "" if line.weight is None else f"{line.weight:g}"
    return (str(row + 1), line.text, t(TIERS[line.tier]) if line.tier else "", weight)[column]
