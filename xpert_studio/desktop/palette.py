"""The palette: any action, place, task, person or text by a few letters."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QDialog, QWidget

from xpert_studio.core.wording import short, t
from xpert_studio.desktop.look import GAP, PAD, px
from xpert_studio.desktop.palette_offers import (
    Offer,
    OfferGroup,
    actions,
    may_precede,
    people,
    places,
    ranked,
    tasks,
    texts,
)
from xpert_studio.desktop.shell import Shell
from xpert_studio.desktop.widgets.entries import Entry, EntryView
from xpert_studio.desktop.widgets.fields import field
from xpert_studio.desktop.widgets.labels import label
from xpert_studio.desktop.widgets.layouts import column
from xpert_studio.desktop.widgets.wiring import ENTER, later

_SHOWN: Final = 36
_LEAST: Final = 3
"""Texts are searched for from so many letters on."""
_TYPING_MS: Final = 150
_STEPS: Final = {
    Qt.Key.Key_Down: 1,
    Qt.Key.Key_Up: -1,
    Qt.Key.Key_PageDown: 8,
    Qt.Key.Key_PageUp: -8,
}


class Palette(QDialog):
    """Opened over the window by Ctrl+K."""

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell.window, Qt.WindowType.Popup)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(t("Find an action, task or person…"))
        self._shell = shell
        self._fixed = [*actions(shell), *places(shell), *people(shell)]
        self._found: dict[OfferGroup, list[Offer]] = {}
        self._awaited: set[OfferGroup] = set()
        self._enters = False
        self.field = field(name=self.windowTitle(), hint=t("Type a few letters of what you want"))
        self.field.installEventFilter(self)
        self.list = EntryView(t("What was found"), lines=0, one_click=True)
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.opened.connect(self._take)
        self.nothing = label(t("No matches."), "muted")
        column(self.field, self.list, self.nothing, on=self, pad=PAD, gap=GAP)
        self._soon = later(self, _TYPING_MS, lambda: self._look_for(OfferGroup.TEXT, texts))
        self.field.textChanged.connect(self._changed)
        self._offers: list[Offer] = []
        self._show()

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
            key = Qt.Key(event.key())
            if key in _STEPS:
                self._enters = False
                at = self.list.currentIndex().row() + _STEPS[key]
                self.list.look_at(str(max(0, min(at, len(self._offers) - 1))))
                return True
            if key in ENTER:
                self._enters = True
                self._enter()
                return True
        return super().eventFilter(watched, event)

    @property
    def _query(self) -> str:
        return self.field.text().strip()

    def _changed(self) -> None:
        query = self._query
        self._found.clear()
        self._enters = False
        self._awaited = {OfferGroup.TASK} if query else set()
        if len(query) >= _LEAST:
            self._awaited.add(OfferGroup.TEXT)
            self._soon.start()
        if query:
            self._look_for(OfferGroup.TASK, tasks)
        self._show()

    def _look_for(self, group: OfferGroup, find: Callable[[Shell, str], list[Offer]]) -> None:
        """Looks in the project; while something is looked for, Enter waits for it."""
        query, shell = self._query, self._shell

        def show(found: list[Offer]) -> None:
            if query == self._query:
                self._awaited.discard(group)
                self._found[group] = found
                self._show()
                self._enter()

        def failed(error: BaseException) -> None:
            show([])
            shell.tell(error)

        if group in self._awaited:
            shell.session.fetch(
                partial(find, shell, query), show, failed, owner=self, slot=group.name
            )

    def _show(self) -> None:
        """Lists what answers; where the person has moved to stays the current line."""
        row = self.list.currentIndex().row()
        chosen = self._offers[row] if 0 < row < len(self._offers) else None
        found = [offer for offers in self._found.values() for offer in offers]
        self._offers = ranked(self._query, [*self._fixed, *found])[:_SHOWN]
        entries = [
            Entry(
                str(place),
                short(offer.text),
                chip=offer.note,
                tone="optional",
                picture=offer.picture or "chevron-right",
            )
            for place, offer in enumerate(self._offers)
        ]
        at = self._offers.index(chosen) if chosen in self._offers else 0
        self.list.show_entries(entries, str(at))
        self.list.setVisible(bool(self._offers))
        self.nothing.setVisible(not self._offers)

    def _enter(self) -> None:
        """Takes the current line once Enter was pressed, and nothing can still come before it."""
        if not self._enters or not self._offers:
            return
        row = self.list.currentIndex().row()
        first, query = self._offers[0], self._query
        if row > 0 or not any(may_precede(first, query, group) for group in self._awaited):
            self._take(self.list.key)

    def _take(self, key: str) -> None:
        if key:
            self._enters = False
            self.close()
            self._shell.window.activateWindow()
            QTimer.singleShot(0, self._offers[int(key)].run)
