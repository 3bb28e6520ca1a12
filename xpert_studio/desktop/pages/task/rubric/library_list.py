"""Checkpoints of the library that fit the line being written, below it: Down and Enter take one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPoint, QRect, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from xpert_studio.core.exchange.local_library import library_for, state_of_sources
from xpert_studio.core.wording import t
from xpert_studio.core.workflow.checkpoint_index import CheckpointLibrary
from xpert_studio.core.workflow.checkpoint_library import LibraryEntry
from xpert_studio.desktop.look import px
from xpert_studio.desktop.pages.task.rubric.edits import RubricEdits
from xpert_studio.desktop.pages.task.rubric.line_editor import LineEditor
from xpert_studio.desktop.pages.task.rubric.table import RubricView
from xpert_studio.desktop.session import Session
from xpert_studio.desktop.widgets.entries import Entry, EntryView
from xpert_studio.desktop.widgets.wiring import ENTER, later, wire
from xpert_studio.report.part_names import entry_line

_TYPING_MS: Final = 120
_Kept = tuple[tuple[tuple[str, int], ...], CheckpointLibrary]
"""The index, with the state of the sources that it was made of."""
_HIDDEN_BY: Final = frozenset({QEvent.Type.FocusOut, QEvent.Type.Hide, QEvent.Type.Move})


class LibraryList(QObject):
    """The list; it never has the focus, and the line's editor stays the place where one writes.

    The index is made once a task, on another thread, where every look-up happens too.

    Args:
        session: Gives the project and the person.
        table: The lines.
        edits: Takes one over.
        over: The widget that it lies on.
    """

    def __init__(
        self, session: Session, table: RubricView, edits: RubricEdits, over: QWidget
    ) -> None:
        super().__init__(over)
        self.list = EntryView(t("Fitting checkpoints"), title_lines=2, even=False, one_click=True)
        self.list.hide()
        self.list.setParent(over)
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._over = over
        self._session, self._table, self._edits = session, table, edits
        self._library: _Kept | None = None
        self._editor: LineEditor | None = None
        self._soon = later(self, _TYPING_MS, self._look_up)
        wire(
            (table.lines.opened, self._opened),
            (table.writing, lambda *_: self._soon.start()),
            (self.list.opened, lambda key: self._take(int(key) - 1)),
        )

    def show_task(self) -> None:
        """Another task is shown, or the same with another project: the index is made anew."""
        self._library = None
        self.list.hide()

    def _opened(self, editor: LineEditor) -> None:
        self._editor = editor
        editor.installEventFilter(self)
        editor.destroyed.connect(lambda: self._gone(editor))

    def _gone(self, editor: LineEditor) -> None:
        if self._editor is editor:
            self._editor = None
            self.list.hide()

    def _look_up(self) -> None:
        editor, task_id = self._editor, self._edits.task_id
        line = self._table.rubric.line_of(editor.key) if editor else None
        if editor is None or line is None or line.is_ghost or not editor.hasFocus():
            return
        ctx, text, known = self._session.ctx, editor.toPlainText(), self._library
        besides = [other.text for other in self._table.rubric.lines if other.id != line.id]

        def look() -> tuple[_Kept, tuple[LibraryEntry, ...]]:
            state = state_of_sources()
            kept = known if known and known[0] == state else (state, library_for(ctx, task_id))
            return kept, kept[1].look_up(text, besides=besides)

        def show(made: tuple[_Kept, tuple[LibraryEntry, ...]]) -> None:
            if task_id == self._edits.task_id:
                self._library = made[0]
                self._show(editor, text, made[1])

        self._session.fetch(look, show, owner=self, slot="library")

    def _show(self, editor: LineEditor, text: str, found: Sequence[LibraryEntry]) -> None:
        if self._editor is not editor or not editor.hasFocus() or editor.toPlainText() != text:
            return
        self._found = [one for one in found if one.text != text.strip()]
        self.list.show_entries(
            [Entry(str(n), one.text, (entry_line(one),)) for n, one in enumerate(self._found, 1)]
        )
        self._look_at_none()
        self.list.setVisible(bool(self._found))
        self._place(editor)

    def _place(self, editor: LineEditor) -> None:
        """Below the line, or above it where there is more room."""
        over = self._over
        top = editor.mapTo(over, QPoint(0, 0))
        high = (
            sum(map(self.list.sizeHintForRow, range(len(self._found)))) + 2 * self.list.frameWidth()
        )
        below, above = over.height() - top.y() - editor.height(), top.y()
        room = below if below >= min(high, above) else above
        high = min(high, room)
        y = top.y() + editor.height() if room == below else top.y() - high
        self.list.setGeometry(QRect(top.x(), y, editor.width() - px(2), high))
        self.list.raise_()

    def _look_at_none(self) -> None:
        self.list.clearSelection()
        self.list.setCurrentIndex(QModelIndex())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """Keys of the editor, while the list is shown."""
        if watched is self._editor and not self.list.isHidden():
            if isinstance(event, QKeyEvent) and event.type() is QEvent.Type.KeyPress:
                return self._key(Qt.Key(event.key()))
            if event.type() in _HIDDEN_BY:
                self.list.hide()
        return super().eventFilter(watched, event)

    def _key(self, key: Qt.Key) -> bool:
        at = self.list.currentIndex().row()
        if key == Qt.Key.Key_Down:
            self.list.step(1)
        elif key == Qt.Key.Key_Up and at >= 0:
            self.list.step(-1) if at else self._look_at_none()
        elif key in ENTER and at >= 0:
            self._take(at)
        elif key == Qt.Key.Key_Escape:
            self.list.hide()
        else:
            return False
        return True

    def _take(self, place: int) -> None:
        """Takes one over in place of the line being written."""
        editor = self._editor
        if editor is None:
            return
        key, entry = editor.key, self._found[place]
        self.list.hide()
        editor.rest()
        self._edits.drop(key)
        self._table.abandon()
        self._edits.take(key, entry)
        self._table.show_line(key)
