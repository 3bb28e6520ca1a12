"""What came of a run as table models: they hold the order, and fetch rows as they are looked at."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from xpert_studio.desktop.judge_names import (
    VERDICT_STATES,
    Look,
    flag_name,
)
from xpert_studio.desktop.parts.bounds import hint
from xpert_studio.desktop.rating_words import value_look
from xpert_studio.desktop.session import Session
from xpert_studio.desktop.wording import (
    figure,
    listed,
    mark,
    moment,
    money,
    number,
    short,
    t,
    translated,
)
from xpert_studio.records import RatingState
from xpert_studio.store.run_items import CallItem, ItemFilter, VerdictItem
from xpert_studio.workflow.views.runs import Items, call_items, list_items, verdict_items

Index = QModelIndex | QPersistentModelIndex
Item = VerdictItem | CallItem
PAGE: Final = 100
ROW_ROLE: Final = Qt.ItemDataRole.UserRole
LOOK_ROLE: Final = Qt.ItemDataRole.UserRole + 1
_NOTHING: Final = QModelIndex()


@dataclass(frozen=True, slots=True)
class Column:
    """A column.

    Attributes:
        name: Which.
        title: What it is called, marked for translation.
        sort: What it sorts by; empty for nothing.
        width: In pixels at 100 %; 0 takes the room that is left.
        room: Below which width of the table it is left out.
        is_figure: Whether it holds numbers.
    """

    name: str
    title: str
    sort: str = ""
    width: int = 90
    room: int = 0
    is_figure: bool = False


VERDICT_COLUMNS: Final = (
    Column("task", mark("Task"), "task", 130),
    Column("model", mark("System"), width=110, room=520),
    Column("checkpoint", mark("Checkpoint"), width=0),
    Column("state", mark("Verdict"), width=112),
    Column("notes", mark("Problem or marks"), width=140),
    Column("at", mark("When"), "order", 112, room=900),
    Column("seconds", mark("Seconds"), "seconds", 78, room=980, is_figure=True),
    Column("cost", mark("Cost"), "cost", 96, room=1060, is_figure=True),
)
CALL_COLUMNS: Final = (
    Column("task", mark("Task"), "task", 0),
    Column("model", mark("System"), width=110, room=560),
    Column("asked", mark("Asked"), width=66, room=900, is_figure=True),
    Column("state", mark("Outcome"), width=104),
    Column("notes", mark("Problem"), width=130, room=640),
    Column("attempts", mark("Tries"), width=60, room=1000, is_figure=True),
    Column("input", mark("Input"), width=76, room=860, is_figure=True),
    Column("cached", mark("From cache"), width=94, room=1100, is_figure=True),
    Column("output", mark("Output"), width=76, room=940, is_figure=True),
    Column("at", mark("When"), "order", 112, room=1200),
    Column("seconds", mark("Seconds"), "seconds", 78, is_figure=True),
    Column("cost", mark("Cost"), "cost", 96, room=500, is_figure=True),
)


class ItemTable(QAbstractTableModel):
    """The verdicts or calls that a filter leaves; a row that has not come yet is empty meanwhile.

    Attributes:
        wanted: The filter; None before one was asked for.
        withheld: How many are left out, on responses the person still has a say on.
    """

    def __init__(
        self, session: Session, parent: QObject | None = None, *, calls: bool = False
    ) -> None:
        super().__init__(parent)
        self.columns = CALL_COLUMNS if calls else VERDICT_COLUMNS
        self.wanted: ItemFilter | None = None
        self.withheld = 0
        self._session = session
        self._is_calls = calls
        self._keys: tuple[int, ...] = ()
        self._rows: dict[int, Item] = {}
        self._asked: set[int] = set()
        self._turn = 0

    def look_for(self, wanted: ItemFilter, then: Callable[[], object] | None = None) -> None:
        """Shows what another filter leaves; where the rows are the same, nothing moves."""
        self.wanted = wanted
        desk, calls = self._session.desk, self._is_calls

        def show(found: Items) -> None:
            self.withheld = found.withheld
            if found.keys[: len(self._keys)] == self._keys and self._keys:
                self._grow(found.keys)
            else:
                self.beginResetModel()
                self._turn += 1
                self._keys = found.keys
                self._rows, self._asked = {}, set()
                self.endResetModel()
            if then is not None:
                then()

        self._session.fetch(
            lambda: list_items(desk, wanted, calls=calls), show, owner=self, slot="keys"
        )

    def _grow(self, keys: tuple[int, ...]) -> None:
        """More have come at the end, while the run goes on."""
        first = len(self._keys)
        if len(keys) > first:
            self.beginInsertRows(_NOTHING, first, len(keys) - 1)
            self._keys = keys
            self._asked.discard(first // PAGE)
            self.endInsertRows()

    def item_at(self, place: int) -> Item | None:
        """The item in a row; None while it has not come."""
        return self._rows.get(self._keys[place]) if 0 <= place < len(self._keys) else None

    def rowCount(self, parent: Index = _NOTHING) -> int:  # noqa: N802 - Qt's name
        """How many the filter leaves."""
        return 0 if parent.isValid() else len(self._keys)

    def columnCount(self, parent: Index = _NOTHING) -> int:  # noqa: N802 - Qt's name
        """How many columns there are."""
        return 0 if parent.isValid() else len(self.columns)

    def headerData(  # noqa: N802 - Qt's name
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        """The columns' names."""
        if orientation is Qt.Orientation.Vertical or not 0 <= section < len(self.columns):
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return t(self.columns[section].title)
        return self._alignment(section) if role == Qt.ItemDataRole.TextAlignmentRole else None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """What stands in a cell."""
        if not index.isValid() or not 0 <= index.row() < len(self._keys):
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return self._alignment(index.column())
        item = self._rows.get(self._keys[index.row()])
        if item is None:
            self._ask_for(index.row() // PAGE)
            return None
        if role == ROW_ROLE:
            return item
        name = self.columns[index.column()].name
        if role == LOOK_ROLE:
            return look_of(item) if name == "state" else None
        if role == Qt.ItemDataRole.DisplayRole:
            return short(_shown(item, name), 300)
        return hint(_shown(item, name)) if role == Qt.ItemDataRole.ToolTipRole else None

    def _ask_for(self, page: int) -> None:
        if page in self._asked:
            return
        self._asked.add(page)
        turn, keys = self._turn, self._keys[page * PAGE : (page + 1) * PAGE]
        desk = self._session.desk
        read: Callable[[Any, Sequence[int]], dict[int, Any]] = (
            call_items if self._is_calls else verdict_items
        )
        self._session.fetch(
            lambda: read(desk, keys), lambda rows: self._take(turn, page, rows), owner=self
        )

    def _take(self, turn: int, page: int, rows: dict[int, Item]) -> None:
        if turn != self._turn:
            return
        self._rows |= rows
        last = min((page + 1) * PAGE, len(self._keys)) - 1
        self.dataChanged.emit(self.index(page * PAGE, 0), self.index(last, len(self.columns) - 1))

    def _alignment(self, column: int) -> int:
        is_figure = self.columns[column].is_figure
        side = Qt.AlignmentFlag.AlignRight if is_figure else Qt.AlignmentFlag.AlignLeft
        return int(side | Qt.AlignmentFlag.AlignVCenter)


def look_of(item: Item) -> Look:
    """Met or not met; what is wrong where it is neither."""
    if isinstance(item, VerdictItem) and item.state is RatingState.OK:
        return value_look(item.value, item.asked)
    look = VERDICT_STATES[item.state]
    return look._replace(word=t(look.word))


def _shown(item: Item, name: str) -> str:
    if name == "task":
        return item.task_title
    if name == "model":
        return item.model or t("hidden")
    if name == "state":
        return look_of(item).word
    if name == "seconds":
        return figure(item.seconds)
    if name == "cost":
        return money(item.cost)
    return _of_verdict(item, name) if isinstance(item, VerdictItem) else _of_call(item, name)


def _of_verdict(item: VerdictItem, name: str) -> str:
    if name == "checkpoint":
        return item.checkpoint
    if name == "at":
        return moment(item.judged_at) if item.judged_at else ""
    notes = [translated(item.problem)] if item.problem else []
    notes += [flag_name(flag) for flag in item.flags]
    if item.is_replaced:
        notes.append(t("asked again since"))
    if item.is_stale:
        notes.append(t("text edited since"))
    if item.trial > 1:
        notes.append(t("trial {n}", n=item.trial))
    return listed(notes)


def _of_call(item: CallItem, name: str) -> str:
    usage = item.usage
    match name:
        case "asked":
            return number(len(item.asked))
        case "attempts":
            return number(item.attempts)
        case "input":
            return _tokens(usage.input_tokens)
        case "cached":
            return _tokens(usage.cached_tokens)
        case "output":
            return _tokens(usage.output_tokens)
        case "at":
            return moment(item.started_at)
    return translated(item.problem) if item.problem else ""


def _tokens(count: int | None) -> str:
    return "–" if count is None else number(count)
