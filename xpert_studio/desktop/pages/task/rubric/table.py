"""The table in which a rubric is written: what the keys and the mouse do on it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

from PySide6.QtCore import QEvent, QModelIndex, QRect, Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import (
    QAbstractItemDelegate,
    QAbstractItemView,
    QHeaderView,
    QMenu,
    QTableView,
    QToolTip,
    QWidget,
)

from xpert_studio.core.records import TIERS, Tier
from xpert_studio.core.wording import t
from xpert_studio.desktop.look import px
from xpert_studio.desktop.names import dimension_meaning
from xpert_studio.desktop.pages.task.rubric.delegate import LineDelegate
from xpert_studio.desktop.pages.task.rubric.line_editor import LineEditor
from xpert_studio.desktop.pages.task.rubric.model import (
    NUMBER,
    TEXT,
    TIER,
    WEIGHT,
    RubricRow,
    RubricTable,
)
from xpert_studio.desktop.widgets.grid_view import dress_table
from xpert_studio.desktop.widgets.long_texts import is_editable
from xpert_studio.desktop.widgets.selecting import select_only
from xpert_studio.desktop.widgets.shown_text import hint, menu_words
from xpert_studio.desktop.widgets.wiring import later, wire
from xpert_studio.report.part_names import dimension_name

_NOTES_GAP: Final = 6
_SHOWN_LEAST: Final = 48
"""So much of a line has to be on the screen before it counts as shown; all of a lower one."""
"""Between the notes and the next checkpoint, in pixels at 100 %."""
_WIDTHS = {NUMBER: 48, TIER: 94, WEIGHT: 76}
_OFFERED: Final[dict[int, tuple[str, list[tuple[str, object]]]]] = {
    TIER: ("tier", [(TIERS[tier], tier) for tier in Tier]),
    WEIGHT: ("weight", [(str(weight), weight) for weight in range(10, 0, -1)]),
}
"""What the fields of a line may be, by their columns."""
_TIER_KEYS = {
    Qt.Key.Key_E: Tier.ESSENTIAL,
    Qt.Key.Key_I: Tier.IMPORTANT,
    Qt.Key.Key_O: Tier.OPTIONAL,
}


class RubricView(QTableView):
    """The table; below the current line's text it shows the notes that it is given.

    Attributes:
        notes_soon: Gives the notes the room that they need once they say something else.

    Signals:
        field_chosen: A field was chosen for lines: keys, field, value.
        line_wanted: A new line is wanted at this place.
        merge_wanted: A line should be merged with the one above: its key, the text so far.
        kept: Words came in a line: key, text.
        writing: What stands in the line being written, as it changes: key, text.
        marked: Another line is looked at; its key.
        too_long: A line cannot be written in: its text would keep the window waiting.
        decided: A suggestion is accepted, or not: its key.
        answer_wanted: How the current line is answered is to be chosen.
        scrolled: How far down the table is, and how much farther it could be, in pixels.
    """

    field_chosen = Signal(list, str, object)
    line_wanted = Signal(int)
    merge_wanted = Signal(str, str)
    kept = Signal(str, str)
    writing = Signal(str, str)
    marked = Signal(str)
    too_long = Signal()
    decided = Signal(str, bool)
    scrolled = Signal(int, int)
    answer_wanted = Signal()

    def __init__(self, model: RubricTable) -> None:
        super().__init__()
        self.rubric = model
        self.lines = LineDelegate(self)
        self.notes: QWidget | None = None
        self._pressed = QModelIndex()
        dress_table(self, model, t("Rubric"), least=30)
        self.setItemDelegate(self.lines)
        self.lines.opened.connect(self._opened)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.DoubleClicked)
        self.setDragDropMode(QAbstractItemView.DragDropMode.InternalMove)
        self.setDragDropOverwriteMode(False)
        self.setDefaultDropAction(Qt.DropAction.MoveAction)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        head, bar = self.horizontalHeader(), self.verticalScrollBar()
        head.hide()
        for column, width in _WIDTHS.items():
            head.resizeSection(column, px(width))
            head.setSectionResizeMode(column, QHeaderView.ResizeMode.Fixed)
        head.setSectionResizeMode(TEXT, QHeaderView.ResizeMode.Stretch)
        self._fit_soon = later(self, 0, self.resizeRowsToContents)
        self.notes_soon = later(self, 0, self.fit_notes)
        wire(
            (head.sectionResized, lambda *_: self._fit_soon.start()),
            (model.dataChanged, self._fit),
            (model.rowsInserted, lambda *_: self._fit_soon.start()),
            (model.rowsMoved, lambda *_: self._fit_soon.start()),
            (self.selectionModel().currentChanged, lambda now, _: self._mark(now)),
            (bar.valueChanged, lambda at: self.scrolled.emit(at, bar.maximum())),
        )

    @property
    def here(self) -> RubricRow | None:
        """The row that is looked at."""
        return self.rubric.record(self.currentIndex().row())

    @property
    def current_key(self) -> str:
        """The checkpoint that is looked at; empty for none."""
        line = self.here
        return line.id if line and not line.is_ghost else ""

    @property
    def place_below(self) -> int:
        """Where a line below the current one goes: never among the suggestions."""
        place = self.currentIndex().row()
        return min(place + 1 if place >= 0 else self.rubric.end, self.rubric.end)

    def selected_keys(self) -> list[str]:
        """The checkpoints that are selected, in their order; the current one where none is."""
        rows = sorted({index.row() for index in self.selectionModel().selectedRows()})
        lines = [self.rubric.record(row) for row in rows]
        keys = [line.id for line in lines if line is not None and not line.is_ghost]
        return keys or ([self.current_key] if self.current_key else [])

    @property
    def editor(self) -> LineEditor | None:
        """The editor that is open."""
        return self.lines.editor

    def show_line(self, key: str) -> None:
        """Goes to a line."""
        index = self.rubric.index(self.rubric.place_of(key), TEXT)
        if index.isValid():
            select_only(self, index)
            self.scrollTo(index)
            self.setFocus()

    def write_in(self, key: str, at: int = -1) -> None:
        """Opens the editor of a line, the cursor at a character; -1 is the end."""
        place = self.rubric.place_of(key)
        if place < 0 or not self.rubric.is_open:
            return
        index = self.rubric.index(place, TEXT)
        select_only(self, index)
        line = self.rubric.record(place)
        if line is not None and not is_editable(line.text):
            self.too_long.emit()
            return
        self.edit(index)
        self.resizeRowToContents(place)
        if self.editor is not None:
            self.editor.put_cursor(at)
            self.editor.setFocus()

    def finish(self) -> str:
        """Commits what is being written; returns the line's key."""
        editor = self.editor
        if editor is None:
            return ""
        key = editor.key
        editor.rest()
        self.commitData(editor)
        self.abandon()
        place = self.rubric.place_of(key)
        if place >= 0:
            self.resizeRowToContents(place)
        return key

    def abandon(self) -> None:
        """Closes the editor; what stands in it is not committed."""
        editor = self.editor
        if editor is None:
            return
        # Losing the focus would commit it.
        editor.removeEventFilter(self.lines)
        self.closeEditor(editor, QAbstractItemDelegate.EndEditHint.NoHint)
        self.lines.editor = None

    def event(self, event: QEvent) -> bool:
        """Tab accepts the suggestion that is looked at, before Qt moves the focus."""
        if isinstance(event, QKeyEvent) and event.type() is QEvent.Type.KeyPress:
            line = self.here
            decides = {Qt.Key.Key_Tab: True, Qt.Key.Key_Delete: False}
            is_plain = event.modifiers() == Qt.KeyboardModifier.NoModifier
            is_decided = is_plain and event.key() in decides
            if line and line.is_ghost and self.rubric.is_open and is_decided:
                row = self.currentIndex().row()
                self.decided.emit(line.id, decides[Qt.Key(event.key())])
                self._stay_at(row)
                return True
        return super().event(event)

    def _stay_at(self, row: int) -> None:
        """What follows a line that is gone comes next; Qt would go to the one above."""
        select_only(self, self.rubric.index(min(row, self.rubric.rowCount() - 1), TEXT))

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        """Letters write, digits weigh, E, I and O are tiers, each in its column."""
        index, line = self.currentIndex(), self.here
        key, text = Qt.Key(event.key()), event.text()
        modifiers = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        plain = modifiers in (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier)
        if line is None or not self.rubric.is_open or not plain:
            super().keyPressEvent(event)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_F2):
            self.choose(index.column())
        elif index.column() == TIER and key in _TIER_KEYS:
            self.field_chosen.emit(self.selected_keys(), "tier", _TIER_KEYS[key])
        elif index.column() == WEIGHT and text.isdigit():
            self.field_chosen.emit(self.selected_keys(), "weight", int(text) or 10)
        elif index.column() == WEIGHT and text in ("+", "-"):
            self._step_weight(1 if text == "+" else -1)
        elif key == Qt.Key.Key_Space and index.column() in (TIER, WEIGHT):
            self.choose(index.column())
        elif index.column() in (NUMBER, TEXT) and text and text.isprintable() and text != " ":
            self.write_in(line.id)
            if self.editor is not None:
                self.editor.insertPlainText(text)
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """A second click on the same text writes in it."""
        self._pressed = self.indexAt(event.position().toPoint())
        self._was_current = self._pressed.isValid() and self._pressed == self.currentIndex()
        super().mousePressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """A click on a field offers its choices, or steps the weight."""
        super().mouseReleaseEvent(event)
        self.notes_soon.start()
        at, index, self._pressed = event.position().toPoint(), self._pressed, QModelIndex()
        line = self.here
        clicked = event.button() == Qt.MouseButton.LeftButton and not event.modifiers()
        if not index.isValid() or self.indexAt(at) != index or not clicked or line is None:
            return
        if not self.rubric.is_open or line.is_ghost:
            return
        if index.column() == WEIGHT:
            part = 3 * (at.x() - self.visualRect(index).left()) // self.visualRect(index).width()
            if part == 1:
                self.choose(WEIGHT)
            else:
                self._step_weight(part - 1)
        elif index.column() == TIER:
            self.choose(TIER)
        elif self.lines.dimension_rect(index).contains(at):
            self.choose_dimension()
        elif self.lines.answer_rect(index).contains(at):
            self.answer_wanted.emit()
        elif index.column() == TEXT and self._was_current:
            self.write_in(line.id)

    def startDrag(self, actions: Qt.DropAction) -> None:  # noqa: N802 - Qt's name
        """The release that ends a drag is not told: nothing is pressed after it."""
        super().startDrag(actions)
        self._pressed = QModelIndex()
        self.notes_soon.start()

    _was_current = False

    def _step_weight(self, by: int) -> None:
        line = self.here
        if line is not None and not line.is_ghost:
            weight = min(max(int(line.weight or 0) + by, 1), 10)
            self.field_chosen.emit([line.id], "weight", weight)

    def choose(self, column: int) -> None:
        """Writes in the current text, or offers the choices of a field."""
        line = self.here
        if line is not None and (line.is_ghost or column in (NUMBER, TEXT)):
            self.write_in(line.id)
            return
        field, offered = _OFFERED[column]
        below = self.visualRect(self.rubric.index(self.currentIndex().row(), column))
        self._offer(field, [(t(words), value, "") for words, value in offered], below)

    def choose_dimension(self) -> None:
        """Offers the dimensions, for the selected lines."""
        taxonomy = self.rubric.taxonomy
        offered = [
            (dimension_name(name), name, hint(dimension_meaning(taxonomy, name)))
            for name in taxonomy.dimensions
        ]
        index = self.rubric.index(self.currentIndex().row(), TEXT)
        if index.isValid():
            self._offer("dimension", offered, self.lines.dimension_rect(index))

    def _offer(self, field: str, offered: Sequence[tuple[str, object, str]], below: QRect) -> None:
        menu, keys, current = QMenu(self), self.selected_keys(), getattr(self.here, field, None)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for words, value, said in offered:
            is_current = value == current
            made = QAction(
                menu_words(words), menu, checkable=True, toolTip=said, checked=is_current
            )
            wire(
                (made.hovered, partial(_say_beside, menu, made, said)),
                (made.triggered, lambda _, value=value: self.field_chosen.emit(keys, field, value)),
            )
            menu.addAction(made)
            if is_current:
                menu.setActiveAction(made)
        menu.popup(self.viewport().mapToGlobal(below.bottomLeft()))

    def _opened(self, editor: LineEditor) -> None:
        wire(
            (editor.next_line, lambda: self._go_on(editor)),
            (editor.leave, lambda cells: self._leave(editor, cells)),
            (editor.step, lambda by: self._step(editor, by)),
            (editor.merge_back, lambda: self.merge_wanted.emit(editor.key, editor.toPlainText())),
            (editor.kept, lambda text: self.kept.emit(editor.key, text)),
            (editor.textChanged, lambda: self.writing.emit(editor.key, editor.toPlainText())),
        )

    def _go_on(self, editor: LineEditor) -> None:
        line, row = self.rubric.line_of(editor.key), self.currentIndex().row()
        is_last = not editor.toPlainText().strip() or line is None or line.is_ghost
        place = self.rubric.place_of(self.finish())
        if is_last:
            self.setFocus()
            self._stay_at(row)
            return
        self.line_wanted.emit(min(place + 1, self.rubric.end))

    def _leave(self, editor: LineEditor, cells: int) -> None:
        place = self.rubric.place_of(self.finish())
        if place < 0:
            place = min(self.currentIndex().row(), self.rubric.rowCount() - 1)
        self.setFocus()
        select_only(self, self.rubric.index(max(place, 0), TEXT + cells))

    def _step(self, editor: LineEditor, by: int) -> None:
        line = self.rubric.record(self.rubric.place_of(editor.key) + by)
        if line is not None:
            self.finish()
            self.write_in(line.id, -1 if by < 0 else 0)

    def shown_lines(self) -> list[RubricRow]:
        """The lines whose text is on the screen from its beginning, and not its first row alone."""
        high, least = self.viewport().height(), px(_SHOWN_LEAST)
        tops = (
            (self.rowViewportPosition(place), min(self.rowHeight(place), least))
            for place in range(self.rubric.rowCount())
        )
        return [
            line
            for line, (top, needs) in zip(self.rubric.lines, tops, strict=False)
            if 0 <= top <= high - needs
        ]

    def show_notes(self, notes: QWidget) -> None:
        """Gives the notes, which stand below the text of the current line while they are visible."""
        self.notes = notes
        notes.setParent(self.viewport())

    def fit_notes(self) -> None:
        """Gives the notes the room they need now; the current line stays where it is on the screen."""
        notes, line = self.notes, self.here
        if notes is None or self._pressed.isValid():
            return
        key = line.id if line is not None and not notes.isHidden() else ""
        wide = self._notes_width()
        layout = notes.layout()
        if layout is not None:
            layout.activate()
        high = notes.heightForWidth(wide) + px(_NOTES_GAP) if key else 0
        old = self.lines.notes_key
        if (old, self.lines.notes_height) != (key, high):
            before = self.visualRect(self.currentIndex()).top()
            self.lines.notes_key, self.lines.notes_height = key, high
            for changed in {old, key}:
                self._fit_rows(self.rubric.place_of(changed), self.rubric.place_of(changed))
            bar = self.verticalScrollBar()
            bar.setValue(bar.value() + self.visualRect(self.currentIndex()).top() - before)
            self.scrollTo(self.currentIndex())
            self.viewport().update()
        self._place_notes()

    def _notes_width(self) -> int:
        return max(self.viewport().width() - self.columnWidth(NUMBER) - px(8), 1)

    def _place_notes(self) -> None:
        index = self.rubric.index(self.rubric.place_of(self.lines.notes_key), TEXT)
        if self.notes is not None and index.isValid():
            rect = self.visualRect(index)
            top = rect.top() + self.lines.notes_top(index)
            self.notes.setGeometry(
                rect.left(),
                top,
                self._notes_width(),
                max(self.lines.notes_height - px(_NOTES_GAP), 0),
            )

    def updateGeometries(self) -> None:  # noqa: N802 - Qt's name
        """The notes move with their line."""
        super().updateGeometries()
        self._place_notes()

    def scrollContentsBy(self, dx: int, dy: int) -> None:  # noqa: N802 - Qt's name
        """The notes move with their line."""
        super().scrollContentsBy(dx, dy)
        self._place_notes()

    def _mark(self, index: QModelIndex) -> None:
        line = self.rubric.record(index.row())
        self.marked.emit(line.id if line else "")
        self.notes_soon.start()

    def _fit(self, first: QModelIndex, last: QModelIndex) -> None:
        self._fit_rows(first.row(), last.row())
        if self.editor is not None:
            self.editor.mark_findings(self.rubric.findings_of(self.editor.key))

    def _fit_rows(self, first: int, last: int) -> None:
        for place in range(max(first, 0), last + 1):
            self.resizeRowToContents(place)


def _say_beside(menu: QMenu, chosen: QAction, said: str) -> None:
    """Shows what a choice means, also where it was reached by the keyboard."""
    QToolTip.showText(menu.mapToGlobal(menu.actionGeometry(chosen).topRight()), said, menu)
