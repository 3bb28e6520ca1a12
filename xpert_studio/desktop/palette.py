"""The palette: any action, page, task or person by a few letters."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QDialog, QWidget

from xpert_studio.core.records import ROLES
from xpert_studio.core.wording import listed, short, t
from xpert_studio.core.workflow.views import TaskFilter, TaskRow, list_tasks, rows_of
from xpert_studio.desktop.look import GAP, PAD, px
from xpert_studio.desktop.places import Place
from xpert_studio.desktop.shell import Shell
from xpert_studio.desktop.widgets.entries import Entry, EntryView
from xpert_studio.desktop.widgets.fields import field
from xpert_studio.desktop.widgets.labels import label
from xpert_studio.desktop.widgets.layouts import column
from xpert_studio.desktop.widgets.wiring import ENTER

_SHOWN = 12
_BY_OTHER_WORDS = 4


@dataclass(frozen=True, slots=True)
class Offer:
    """One line of the palette."""

    text: str
    note: str
    picture: str
    run: Callable[[], object]


def rank(query: str, text: str) -> int | None:
    """How well a text answers a query, 0 best; None where it does not.

    All words of the query must begin words of the text, or stand in it; or its letters in order.
    """
    plain, wanted = text.casefold(), query.casefold().split()
    if not wanted:
        return 5
    if all(any(word.startswith(part) for word in plain.split()) for part in wanted):
        return 0 if plain.startswith(wanted[0]) else 1
    if all(part in plain for part in wanted):
        return 2
    letters = iter(plain)
    if len(wanted) == 1 and len(wanted[0]) > 2 and all(char in letters for char in wanted[0]):
        return 3
    return None


class Palette(QDialog):
    """Opened over the window by Ctrl+K."""

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell.window, Qt.WindowType.Popup)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(t("Find an action, task or person…"))
        self._shell = shell
        self._fixed = [*self._actions(), *self._people()]
        self._tasks: list[Offer] = []
        self.field = field(name=self.windowTitle(), hint=t("Type a few letters of what you want"))
        self.field.installEventFilter(self)
        self.list = EntryView(t("What was found"), lines=0, one_click=True)
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.opened.connect(self._take)
        self.nothing = label(t("No matches."), "muted")
        column(self.field, self.list, self.nothing, on=self, pad=PAD, gap=GAP)
        self.field.textChanged.connect(self._changed)
        self._offers: list[Offer] = []
        self._changed("")

    def open_over(self, window: QWidget) -> None:
        """Shows it in the upper middle of a window."""
        self.resize(px(560), px(420))
        corner = window.mapToGlobal(window.rect().topLeft())
        self.move(corner.x() + (window.width() - self.width()) // 2, corner.y() + px(70))
        self.show()
        self.field.setFocus()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """The arrow keys move in the list while one types."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            steps = {
                Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1,
                Qt.Key.Key_PageDown: 8, Qt.Key.Key_PageUp: -8,
            }  # fmt: skip
            key = Qt.Key(event.key())
            if key in steps:
                at = self.list.currentIndex().row() + steps[key]
                self.list.look_at(str(max(0, min(at, len(self._offers) - 1))))
                return True
            if key in ENTER:
                self._take(self.list.key)
                return True
        return super().eventFilter(watched, event)

    def _changed(self, query: str) -> None:
        self._show(query)
        if query.strip():
            self._shell.session.fetch(
                lambda: self._find_tasks(query), self._show_tasks, owner=self, slot="tasks"
            )
        else:
            self._tasks = []

    def _find_tasks(self, query: str) -> tuple[str, list[TaskRow]]:
        project = self._shell.session.project
        keys = list_tasks(project, TaskFilter(words=query)).keys[:_SHOWN]
        return query, list(rows_of(project, keys).values())

    def _show_tasks(self, found: tuple[str, list[TaskRow]]) -> None:
        query, rows = found
        if query == self.field.text():
            self._tasks = [
                Offer(
                    row.title,
                    t("Task"),
                    "file-text",
                    partial(self._shell.go, Place("task", task_id=row.id)),
                )
                for row in rows
            ]
            self._show(query)

    def _show(self, query: str) -> None:
        ranked = [
            (place, number, offer)
            for number, offer in enumerate(self._fixed)
            if (place := rank(query, offer.text)) is not None
        ]
        # Tasks were found by the project, by their ids and tags too.
        ranked += [
            (rank(query, offer.text) or _BY_OTHER_WORDS, len(self._fixed) + number, offer)
            for number, offer in enumerate(self._tasks)
        ]
        ranked.sort(key=lambda item: item[:2])
        self._offers = [offer for _, _, offer in ranked][: _SHOWN * 3]
        self.list.show_entries(
            [
                Entry(
                    str(place),
                    short(offer.text),
                    chip=offer.note,
                    tone="optional",
                    picture=offer.picture or "chevron-right",
                )
                for place, offer in enumerate(self._offers)
            ],
            "0",
        )
        self.list.setVisible(bool(self._offers))
        self.nothing.setVisible(not self._offers)

    def _take(self, key: str) -> None:
        if key:
            self.close()
            self._shell.window.activateWindow()
            QTimer.singleShot(0, self._offers[int(key)].run)

    def _actions(self) -> list[Offer]:
        book = self._shell.book
        return [
            Offer(
                action.label,
                book.shown_keys(action.id),
                action.icon,
                partial(book.run, action),
            )
            for action, _ in book.usable()
            if action.id != "edit.palette" and not action.refused()
        ]

    def _people(self) -> list[Offer]:
        return [
            Offer(
                person.called,
                listed(t(ROLES[role]) for role in person.roles),
                "user",
                partial(self._shell.go, Place("people", item=person.id)),
            )
            for person in self._shell.session.project_state.people
        ]
