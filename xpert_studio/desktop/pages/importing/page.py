"""The page of imports: a rubric table that is seen before it comes in, or the way to one."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QSizePolicy

from xpert_studio.core.records import Role
from xpert_studio.core.wording import explained, t
from xpert_studio.desktop.import_kinds import asked_rubric
from xpert_studio.desktop.look import SPACE, WIDE, px
from xpert_studio.desktop.pages.base import Page
from xpert_studio.desktop.pages.importing.chosen import Opened
from xpert_studio.desktop.pages.importing.kinds_list import kinds_list
from xpert_studio.desktop.pages.importing.tables_opened import copied, opened_copy, opened_file
from xpert_studio.desktop.pages.importing.taking import PASTED, Taking, import_place
from xpert_studio.desktop.pages.importing.view import Reopen, RubricImport
from xpert_studio.desktop.places import Place
from xpert_studio.desktop.shell import Shell
from xpert_studio.desktop.widgets.explorer import EmptyState
from xpert_studio.desktop.widgets.labels import button, label
from xpert_studio.desktop.widgets.layouts import box, column, row, stacked
from xpert_studio.desktop.widgets.scrolling import scrolled

_KINDS = 200
"""The least height of the list of kinds, in pixels at 100 %."""


class ImportingPage(Page):
    """One table; without one, what may be imported, and how.

    The place names it: a file by its path, or what is on the clipboard; and the rubric that it may
    go into. A table that is shown stays as the person left it until it is imported or another one
    is asked for.

    Attributes:
        table: The table that is shown; None where there is none.
    """

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self.table: RubricImport | None = None
        self.problem = label("", "bad")
        self.problem.hide()
        self.choose = button(t("Choose a file…"), self._choose, kind="primary", picture="import")
        self.paste = button(t("Paste a table"), self._paste, picture="clipboard-paste")
        about = t(
            "A table from Excel, Word, a learning platform or a web page. You see "
            "what each column is taken for before anything is imported."
        )
        kinds = scrolled(box(column(kinds_list())))
        # It has the room that is left; another height would count where a table is shown, too.
        kinds.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Ignored)
        kinds.setMinimumHeight(px(_KINDS))
        self.door = box(
            column(
                label(t("Import a rubric"), "title"),
                label(about, "muted"),
                self.problem,
                row(self.choose, self.paste, 1),
                label(t("Everything that can be imported"), "label"),
                kinds,
                pad=WIDE,
                gap=SPACE,
                grow=5,
            )
        )
        self.door.setFocusProxy(self.choose)
        self.waiting = EmptyState("hourglass", t("Reading the table…"))
        self.stack = stacked(self.door, self.waiting)
        column(self.stack, on=self)

    def show_place(self, place: Place) -> None:
        """Reads the table that a place names; one that is shown already stays as it is."""
        is_same = place == self.place and self.table is not None
        super().show_place(place)
        if not is_same:
            self.forget()
            self._begin(place)
        self.setFocusProxy(self.table or self.door)

    def forget(self) -> None:
        """Shows no table."""
        if self.table is not None:
            self.table.deleteLater()
            self.table = None
        self.problem.hide()
        self.stack.setCurrentWidget(self.door)

    def _begin(self, place: Place) -> None:
        known = self.session.project_state.info.taxonomy.dimensions
        if place.tab == PASTED:
            self._read(place, partial(opened_copy, copied(), known))
        elif place.item:
            path = Path(place.item)
            self._read(
                place,
                lambda: opened_file(path, known),
                lambda encoding: opened_file(path, known, encoding),
            )

    def _read(self, place: Place, work: Callable[[], Opened], reopen: Reopen | None = None) -> None:
        self.stack.setCurrentWidget(self.waiting)
        self.session.fetch(
            work,
            lambda opened: self._show(place, opened, reopen),
            self._complain,
            owner=self,
            slot="table",
        )

    def _show(self, place: Place, opened: Opened, reopen: Reopen | None) -> None:
        taking = Taking(self.shell, place.task_id, int(place.point or 0), self.forget)
        self.table = RubricImport(
            self.session.bridge,
            opened,
            has_rubric=bool(place.task_id),
            may_add=self.session.has_role(Role.LEAD),
            take=taking.take,
            leave=self._leave_table,
            reopen=reopen,
        )
        self.stack.addWidget(self.table)
        self.stack.setCurrentWidget(self.table)
        self.setFocusProxy(self.table)
        if self.isVisible():
            self.table.setFocus()

    def _complain(self, error: BaseException) -> None:
        self.stack.setCurrentWidget(self.door)
        self.problem.say(explained(error))
        self.choose.setFocus()

    def _choose(self) -> None:
        path = asked_rubric(self.shell.window)
        if path is not None:
            self.take_file(path)

    def _paste(self) -> None:
        self._give(import_place(None, self.place.task_id, int(self.place.point or 0)))

    def take_file(self, path: Path) -> bool:
        """Shows another table, for the same rubric."""
        self._give(import_place(path, self.place.task_id, int(self.place.point or 0)))
        return True

    def _give(self, place: Place) -> None:
        self.forget()
        self.shell.go(place)

    def _leave_table(self) -> None:
        """Goes back to where the person came from; nothing was imported."""
        self.forget()
        self.shell.book.run_id("go.back")

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        """Esc leaves the table without importing it; Ctrl+V shows the one that was copied."""
        if event.key() == Qt.Key.Key_Escape and self.table is not None:
            self._leave_table()
        elif event.matches(QKeySequence.StandardKey.Paste):
            self._paste()
        else:
            super().keyPressEvent(event)
