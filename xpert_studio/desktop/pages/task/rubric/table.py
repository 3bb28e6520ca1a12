"""The table in which a rubric is written: what the keys and the mouse do on it."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemDelegate,
    QAbstractItemView,
    QHeaderView,
    QMenu,
    QTableView,
    QToolTip,
)

from xpert_studio.desktop.kit import (
    TIERS,
    dimension_meaning,
    dimension_name,
    hint,
    is_editable,
    later,
    menu_words,
    px,
    t,
)
from xpert_studio.desktop.pages.task.rubric.delegate import LineDelegate
from xpert_studio.desktop.pages.task.rubric.line_editor import LineEditor
from xpert_studio.desktop.pages.task.rubric.model import (
    DIMENSION,
    MARKS,
    NUMBER,
    TEXT,
    TIER,
    WEIGHT,
    RubricTable,
)
from xpert_studio.records import Tier

_WIDTHS = {NUMBER: 52, TIER: 98, WEIGHT: 70, DIMENSION: 142, MARKS: 58}
_TIER_KEYS = {
    Qt.Key.Key_E: Tier.ESSENTIAL,
    Qt.Key.Key_I: Tier.IMPORTANT,
    Qt.Key.Key_O: Tier.OPTIONAL,
}


class RubricView(QTableView):
    """The table.

    Signals:
        field_chosen: A field was chosen for lines: keys, field, value.
        line_wanted: A new line is wanted at this place.
        merge_wanted: A line should be merged with the one above: its key, the text so far.
        kept: Words came in a line: key, text.
        writing: What stands in the line being written, as it changes: key, text.
        marked: Another line is looked at; its key.
        too_long: A line cannot be written in: its text would keep the window waiting.
    """

    field_chosen = Signal(list, str, object)
    line_wanted = Signal(int)
    merge_wanted = Signal(str, str)
    kept = Signal(str, str)
    writing = Signal(str, str)
    marked = Signal(str)
    too_long = Signal()

    def __init__(self, model: RubricTable) -> None:
        super().__init__()
        self.rubric = model
        self.setModel(model)
        self.lines = LineDelegate(self)
        self.setItemDelegate(self.lines)
        self.lines.opened.connect(self._opened)
        self.setAccessibleName(t("Rubric"))
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        trigger = QAbstractItemView.EditTrigger
        self.setEditTriggers(trigger.DoubleClicked)
        self.setDragDropMode(QAbstractItemView.DragDropMode.InternalMove)
        self.setDragDropOverwriteMode(False)
        self.setDefaultDropAction(Qt.DropAction.MoveAction)
        self.setShowGrid(False)
        self.setTabKeyNavigation(False)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.verticalHeader().hide()
        head = self.horizontalHeader()
        head.setHighlightSections(False)
        head.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        for column, width in _WIDTHS.items():
            head.resizeSection(column, px(width))
            head.setSectionResizeMode(column, QHeaderView.ResizeMode.Fixed)
        head.setSectionResizeMode(TEXT, QHeaderView.ResizeMode.Stretch)
        self._fit_soon = later(self, 0, self.resizeRowsToContents)
        head.sectionResized.connect(lambda *_: self._fit_soon.start())
        head.setMinimumSectionSize(px(30))
        model.dataChanged.connect(self._fit)
        model.rowsInserted.connect(lambda *_: self._fit_soon.start())
        model.rowsMoved.connect(lambda *_: self._fit_soon.start())
        self.selectionModel().currentChanged.connect(lambda now, _: self._mark(now))

    # Where one is.

    @property
    def current_key(self) -> str:
        """The line that is looked at; empty for none."""
        line = self.rubric.line(self.currentIndex().row())
        return line.key if line else ""

    def selected_keys(self) -> list[str]:
        """The lines that are selected, in their order; the current one where none is."""
        rows = sorted({index.row() for index in self.selectionModel().selectedRows()})
        lines = [self.rubric.line(row) for row in rows]
        keys = [line.key for line in lines if line is not None]
        return keys or ([self.current_key] if self.current_key else [])

    @property
    def editor(self) -> LineEditor | None:
        """The editor that is open."""
        return self.lines.editor

    def write_in(self, key: str, at: int = -1) -> None:
        """Opens the editor of a line, the cursor at a character; -1 is the end."""
        place = self.rubric.place_of(key)
        if place < 0 or not self.rubric.is_open:
            return
        index = self.rubric.index(place, TEXT)
        self.setCurrentIndex(index)
        line = self.rubric.line(place)
        if line is not None and not is_editable(line.text):
            self.too_long.emit()
            return
        self.edit(index)
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

    # Keys and mouse.

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        """Letters write, digits weigh, E, I and O are tiers, each in its column."""
        index = self.currentIndex()
        key, text = Qt.Key(event.key()), event.text()
        modifiers = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        plain = modifiers in (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier)
        if not index.isValid() or not self.rubric.is_open or not plain:
            super().keyPressEvent(event)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_F2):
            self.choose(index)
        elif index.column() == TIER and key in _TIER_KEYS:
            self.field_chosen.emit(self.selected_keys(), "tier", _TIER_KEYS[key])
        elif index.column() == WEIGHT and text.isdigit():
            self.field_chosen.emit(self.selected_keys(), "weight", int(text) or 10)
        elif key == Qt.Key.Key_Space and index.column() in (TIER, WEIGHT, DIMENSION):
            self.choose(index)
        elif index.column() in (NUMBER, TEXT) and text and text.isprintable() and text != " ":
            self.write_in(self.current_key)
            if self.editor is not None:
                self.editor.insertPlainText(text)
        else:
            super().keyPressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """A click on a chosen field offers its choices."""
        super().mouseReleaseEvent(event)
        index = self.indexAt(event.position().toPoint())
        clicked = event.button() == Qt.MouseButton.LeftButton and not event.modifiers()
        if index.isValid() and clicked and self.rubric.is_open:
            if index.column() in (TIER, WEIGHT, DIMENSION):
                self.choose(index)
            elif index.column() == TEXT and index == self.currentIndex() and self._was_current:
                self.write_in(self.current_key)

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """A second click on the same text writes in it."""
        index = self.indexAt(event.position().toPoint())
        self._was_current = index.isValid() and index == self.currentIndex()
        super().mousePressEvent(event)

    _was_current = False

    def choose(self, index: QModelIndex) -> None:
        """Writes in a text, or offers the choices of a field."""
        if index.column() in (NUMBER, TEXT, MARKS):
            self.write_in(self.current_key)
            return
        menu = self.menu_for(index.column())
        menu.popup(self.viewport().mapToGlobal(self._below(index)))

    def menu_for(self, column: int) -> QMenu:
        """The choices of a field, for the selected lines."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        line = self.rubric.line(self.currentIndex().row())
        if column == TIER:
            for tier in Tier:
                self._offer(menu, t(TIERS[tier]), "tier", tier, line and line.tier)
        elif column == WEIGHT:
            for weight in range(10, 0, -1):
                self._offer(menu, str(weight), "weight", weight, line and line.weight)
        else:
            taxonomy = self.rubric.taxonomy
            for name in taxonomy.dimensions:
                self._offer(
                    menu, dimension_name(name), "dimension", name, line and line.dimension,
                    hint(dimension_meaning(taxonomy, name)),
                )  # fmt: skip
        return menu

    def _offer(
        self, menu: QMenu, words: str, field: str, value: object, current: object, said: str = ""
    ) -> None:
        made = QAction(menu_words(words), menu, checkable=True)
        made.setToolTip(said)
        made.hovered.connect(lambda: _say_beside(menu, made, said))
        made.setChecked(value == current)
        keys = self.selected_keys()
        made.triggered.connect(lambda: self.field_chosen.emit(keys, field, value))
        menu.addAction(made)
        if value == current:
            menu.setActiveAction(made)

    def _below(self, index: QModelIndex) -> QPoint:
        return self.visualRect(index).bottomLeft()

    # The editor.

    def _opened(self, editor: LineEditor) -> None:
        editor.next_line.connect(lambda: self._go_on(editor))
        editor.leave.connect(lambda cells: self._leave(editor, cells))
        editor.step.connect(lambda by: self._step(editor, by))
        editor.merge_back.connect(lambda: self.merge_wanted.emit(editor.key, editor.toPlainText()))
        editor.kept.connect(lambda text: self.kept.emit(editor.key, text))
        editor.textChanged.connect(lambda: self.writing.emit(editor.key, editor.toPlainText()))

    def _go_on(self, editor: LineEditor) -> None:
        is_empty = not editor.toPlainText().strip()
        place = self.rubric.place_of(self.finish())
        if is_empty:
            self.setFocus()
            return
        self.line_wanted.emit(place + 1)

    def _leave(self, editor: LineEditor, cells: int) -> None:
        key = self.finish()
        place = self.rubric.place_of(key)
        if place < 0:
            place = min(self.currentIndex().row(), self.rubric.rowCount() - 1)
        self.setFocus()
        self.setCurrentIndex(self.rubric.index(max(place, 0), TEXT + cells))

    def _step(self, editor: LineEditor, by: int) -> None:
        place = self.rubric.place_of(editor.key) + by
        line = self.rubric.line(place)
        if line is None:
            return
        target = line.key
        self.finish()
        self.write_in(target, -1 if by < 0 else 0)

    # Keeping up.

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """The text comes first: without room for it, dimension and marks make way."""
        width = event.size().width()
        self.setColumnHidden(DIMENSION, width < px(600))
        self.setColumnHidden(MARKS, width < px(440))
        super().resizeEvent(event)

    def _mark(self, index: QModelIndex) -> None:
        line = self.rubric.line(index.row())
        self.marked.emit(line.key if line else "")

    def _fit(self, first: QModelIndex, last: QModelIndex) -> None:
        self._fit_rows(first.row(), last.row())
        if self.editor is not None:
            self.editor.mark_findings(self.rubric.findings_of(self.editor.key))

    def _fit_rows(self, first: int, last: int) -> None:
        for place in range(first, last + 1):
            self.resizeRowToContents(place)


def _say_beside(menu: QMenu, chosen: QAction, said: str) -> None:
    """Shows what a choice means, also where it was reached by the keyboard."""
    corner = menu.actionGeometry(chosen).topRight()
    QToolTip.showText(menu.mapToGlobal(corner), said, menu)
