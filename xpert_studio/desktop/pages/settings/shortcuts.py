"""Shortcuts, changed in place: choose a line, press Enter, press the new keys."""

from __future__ import annotations

from typing import Any, Final

from PySide6.QtCore import (
    QAbstractItemModel,
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    Signal,
)
from PySide6.QtGui import QFont, QKeyEvent, QKeySequence, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QKeySequenceEdit,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from xpert_studio.desktop.kit import (
    ENTER,
    GAP,
    GROUPS,
    Action,
    ActionBook,
    EmptyState,
    HeadedTable,
    Index,
    Shell,
    ShellWidget,
    button,
    colour,
    column,
    dress_table,
    filter_field,
    label,
    mark,
    on_keys,
    px,
    retone,
    row,
    stacked,
    t,
)

# The shortcuts as a table: actions by their groups, and the keys that are in force.

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


class KeyEditor(QStyledItemDelegate):
    """Takes one combination of keys; Escape leaves the old one."""

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        """Paints the words where the head's stand."""
        rect = option.rect
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(rect, colour("selection"))
        inner = QStyleOptionViewItem(option)
        inner.rect = rect.adjusted(px(5), 0, -px(5), 0)
        super().paint(painter, inner, index)

    def createEditor(  # noqa: N802 - Qt's name
        self,
        parent: QWidget,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> QWidget:
        """A field that listens to keys."""
        made = QKeySequenceEdit(parent)
        made.setMaximumSequenceLength(1)
        made.setAccessibleName(t("Press the new keys"))
        made.editingFinished.connect(lambda: self._done(made))
        return made

    def setEditorData(  # noqa: N802 - Qt's name
        self, editor: QWidget, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Starts with nothing: it waits for the new keys."""

    def setModelData(  # noqa: N802 - Qt's name
        self,
        editor: QWidget,
        model: QAbstractItemModel,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        """Passes the keys on."""
        if isinstance(editor, QKeySequenceEdit):
            model.setData(index, editor.keySequence())

    def eventFilter(self, editor: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """Escape, Enter and Tab with a modifier are keys like others."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            pure = event.modifiers() & ~Qt.KeyboardModifier.ShiftModifier
            if pure & ~Qt.KeyboardModifier.KeypadModifier:
                return False
        return super().eventFilter(editor, event)

    def _done(self, editor: QKeySequenceEdit) -> None:
        if editor.keySequence() != QKeySequence():
            editor.blockSignals(True)  # it says so again when it loses the focus
            self.commitData.emit(editor)
            self.closeEditor.emit(editor, QStyledItemDelegate.EndEditHint.NoHint)


class ShortcutsPanel(ShellWidget):
    """The table, a filter, and what can be done with a line."""

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self.model = KeyTable(shell.book, self)
        hint = t("Filter: an action, a group or keys")
        name = t("Filter the shortcuts")
        self.words = filter_field(hint, lambda: self._look(), name=name, least=280)
        self.table = self._make_table()
        self.said = label("", "muted")
        self.change_one = button(t("Change"), self.change, picture="keyboard")
        self.none = button(t("No shortcut"), self.take_away)
        self.reset_one = button(t("Back to usual"), self.reset, picture="rotate-ccw")
        self.reset_all = button(t("Reset all to default"), self.reset_everything)
        self._lay_out()
        self.model.refused.connect(lambda why: self._say(why, "bad"))
        self.model.taken.connect(self._say_taken)
        self.table.selectionModel().currentChanged.connect(lambda *_: self._show_state())
        self.model.modelReset.connect(self._show_state)
        shell.book.add(
            self,
            Action("view.filter_shortcuts", mark("Filter the shortcuts"), self.words.setFocus,
                   "Ctrl+F", "filter", in_menu=False),
        )  # fmt: skip

    def _make_table(self) -> QTableView:
        made = QTableView()
        dress_table(made, self.model, t("Shortcuts"), high=36)
        made.setItemDelegate(KeyEditor(made))
        made.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        on_keys(made, ENTER, self.change)
        on_keys(made, (Qt.Key.Key_Delete, Qt.Key.Key_Backspace), self.take_away)
        head = made.horizontalHeader()
        head.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        for place, width in ((0, 76), (KEYS, 190), (KEYS + 1, 110)):
            head.resizeSection(place, px(width))
        head.setSectionResizeMode(1, QHeaderView.ResizeMode.Stretch)
        made.doubleClicked.connect(lambda _: self.change())
        return made

    def _lay_out(self) -> None:
        self.empty = EmptyState("keyboard", "", "", button(t("Show all actions"), self.words.clear))
        self.empty.say(t("No action answers this filter"), t("Fewer words leave more."))
        self.stack = stacked(self.table, self.empty)
        column(
            label(t("Enter changes a line, Delete takes its keys away. Pages add their actions "
                    "here when they are opened first."), "muted"),
            row(self.words, 1, self.reset_all),
            self.stack,
            self.said,
            row(self.change_one, self.none, self.reset_one, 1),
            on=self, gap=GAP,
        )  # fmt: skip

    def refresh(self) -> None:
        """Shows the actions there are now."""
        self.model.fill()
        if not self.table.currentIndex().isValid():
            self.table.setCurrentIndex(self.model.index(0, KEYS))
        self._show_state()

    def take_focus(self, item: str = "") -> None:
        """Puts the focus on the table."""
        self.table.setFocus()

    @property
    def chosen(self) -> Action | None:
        """The action of the line that is marked."""
        return self.model.record(self.table.currentIndex().row())

    def change(self) -> None:
        """Waits for the new keys of the line that is marked."""
        index = self.model.index(self.table.currentIndex().row(), KEYS)
        if index.isValid():
            self.table.setCurrentIndex(index)
            self._say(t("Press the new keys; Escape leaves the old ones."))
            self.table.edit(index)

    def take_away(self) -> None:
        """Takes the keys of the line that is marked away."""
        if self.chosen is not None:
            self.model.give(self.chosen, "")

    def reset(self) -> None:
        """Gives the line that is marked its usual keys."""
        if self.chosen is not None:
            self.model.give(self.chosen, None)

    def reset_everything(self) -> None:
        """Gives all actions their usual keys, those of pages that were not opened too."""
        self.shell.prefs.shortcuts.clear()
        self.model.give_all_back()
        self._keep()
        self._say(t("All shortcuts are default."), "good")

    def _look(self) -> None:
        self.model.look_for(self.words.text())
        self.refresh()

    def _say_taken(self, action: str, keys: str) -> None:
        self._keep()
        if keys:
            self._say(t("{keys} now means “{action}”.", keys=keys, action=action), "good")
        else:
            self._say(t("“{action}” has no shortcut now.", action=action), "good")

    def _keep(self) -> None:
        self.shell.prefs.save()
        self._show_state()

    def _say(self, text: str, tone: str = "muted") -> None:
        self.said.setText(text)
        retone(self.said, "kind", tone)

    def _show_state(self) -> None:
        chosen = self.chosen
        self.stack.setCurrentWidget(self.table if self.model.rowCount() else self.empty)
        self.change_one.setEnabled(chosen is not None)
        self.none.setEnabled(chosen is not None and bool(self.shell.book.keys_of(chosen)))
        self.reset_one.setEnabled(chosen is not None and self.model.is_changed(chosen))
        self.reset_all.setEnabled(bool(self.shell.prefs.shortcuts))
