"""The shortcuts as a table: actions by their groups, and the keys that are in force."""

from __future__ import annotations

from typing import Any, Final

from PySide6.QtCore import (
    QObject,
    Qt,
    Signal,
)
from PySide6.QtGui import QFont, QKeySequence

from xpert_studio.desktop.actions import GROUPS, Action, ActionBook
from xpert_studio.desktop.kit import HeadedTable, Index, mark, t

COLUMNS: Final = (mark("Where"), mark("Action"), mark("Shortcut"), mark("Usual"))
KEYS: Final = 2
_ORDER: Final = {group: place for place, group in enumerate(GROUPS)}


def shown(keys: str) -> str:
    """Shortcuts as the platform writes them."""
    native = QKeySequence.SequenceFormat.NativeText
    return ", ".join(QKeySequence(one).toString(native) for one in keys.split())


class KeyTable(HeadedTable[Action]):
    """All actions of the book that a filter leaves.

    Signals:
        refused: Keys were not taken; in words, why.
        taken: The shortcut of an action was changed; what it is called, and its keys.
    """

    refused = Signal(str)
    taken = Signal(str, str)

    def __init__(self, book: ActionBook, parent: QObject | None = None) -> None:
        super().__init__(COLUMNS, len(COLUMNS), parent)
        self._book = book
        self._filter: list[str] = []

    def fill(self) -> None:
        """Shows the actions that are in the book now."""
        found = [action for action, _, _ in self._book if self._is_wanted(action)]
        found.sort(key=lambda action: _ORDER.get(action.group, len(_ORDER)))
        if found != self._rows:
            self.show_rows(found)

    def look_for(self, words: str) -> None:
        """Shows the actions that a filter leaves."""
        self._filter = words.casefold().split()
        self.fill()

    def place_of(self, action_id: str) -> int:
        """The row of an action; -1 where the filter leaves it out."""
        return next((at for at, item in enumerate(self._rows) if item.id == action_id), -1)

    def is_changed(self, action: Action) -> bool:
        """Whether an action has other keys than usual."""
        return self._book.keys_of(action) != action.keys

    def give(self, action: Action, keys: str | None) -> bool:
        """Gives an action other keys; None for the usual ones, empty for none at all."""
        wanted = action.keys if keys is None else keys
        other = self._book.clash(action.id, wanted) if wanted else None
        if other is not None:
            self.refused.emit(
                t("{keys} is taken by “{action}” ({group}). Nothing was changed.",
                  keys=shown(wanted), action=other.label, group=_group(other))
            )  # fmt: skip
            return False
        self._book.change_keys(action.id, keys)
        self._repaint()
        self.taken.emit(action.label, shown(wanted))
        return True

    def give_all_back(self) -> None:
        """Gives all actions their usual keys."""
        for action, _, _ in self._book:
            self._book.change_keys(action.id, None)
        self._repaint()

    def _repaint(self) -> None:
        if self._rows:
            self.dataChanged.emit(self.index(0, 0), self.index(len(self._rows) - 1, KEYS + 1))

    # What Qt asks.

    def flags(self, index: Index) -> Qt.ItemFlag:
        """The keys can be changed."""
        found = super().flags(index)
        return found | Qt.ItemFlag.ItemIsEditable if index.column() == KEYS else found

    def said(self, row: Action, index: Index, role: int) -> Any:
        """What stands in a cell; changed keys are bold."""
        if role == Qt.ItemDataRole.DisplayRole:
            return self._cell(row, index)
        if role == Qt.ItemDataRole.AccessibleTextRole and index.column() == KEYS:
            return f"{_group(row)}, {row.label}: {self._cell(row, index)}"
        if role == Qt.ItemDataRole.ToolTipRole:
            return t(row.hint) if row.hint else row.label
        if role == Qt.ItemDataRole.EditRole and index.column() == KEYS:
            return QKeySequence(next(iter(self._book.keys_of(row).split()), ""))
        if role == Qt.ItemDataRole.FontRole and index.column() == KEYS and self.is_changed(row):
            font = QFont()
            font.setBold(True)
            return font
        return None

    def setData(  # noqa: N802 - Qt's name
        self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole
    ) -> bool:
        """Takes other keys, if they are free."""
        action = self.record(index.row())
        if (
            action is None
            or role != Qt.ItemDataRole.EditRole
            or not isinstance(value, QKeySequence)
        ):
            return False
        keys = value.toString(QKeySequence.SequenceFormat.PortableText)
        if QKeySequence(keys) in [QKeySequence(one) for one in self._book.keys_of(action).split()]:
            return False
        return bool(keys) and self.give(action, keys)

    def _cell(self, action: Action, index: Index) -> str:
        match index.column():
            case 0:
                before = self.record(index.row() - 1)
                return "" if before and before.group == action.group else _group(action)
            case 1:
                return action.label
            case 2:
                return shown(self._book.keys_of(action)) or "–"
        return shown(action.keys) if self.is_changed(action) else ""

    def _is_wanted(self, action: Action) -> bool:
        keys = shown(self._book.keys_of(action))
        said = f"{action.label} {_group(action)} {keys}".casefold()
        return all(word in said for word in self._filter)


def _group(action: Action) -> str:
    return t(GROUPS[action.group]) if action.group in GROUPS else action.group
