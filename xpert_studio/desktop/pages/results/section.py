"""What the parts of the page are: each fetches its own figures, when it is seen."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from PySide6.QtCore import Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QWidget

from xpert_studio.desktop.pages.results.choice import Choice, place_at
from xpert_studio.desktop.places import Place
from xpert_studio.desktop.shell import Shell
from xpert_studio.desktop.timing import later

LOWEST: Final = 220
"""No table is lower, in pixels at 100 %: where there is less room, the whole part scrolls."""


class Section(QWidget):
    """Subclasses fetch in ``refresh``; a section that is not seen does so when it is seen next.

    Signals:
        wanted: Somebody wants to be at another place of the page, or elsewhere.
        refined: The same place, looked at more closely: what is said of where on the page.
    """

    wanted = Signal(object)
    refined = Signal(object)

    def __init__(self, shell: Shell) -> None:
        super().__init__()
        self.shell = shell
        self.session = shell.session
        self.choice: Choice | None = None
        self.where: dict[str, str] = {}
        self._is_behind = False
        self._soon = later(self, 0, self._catch_up)

    def show_choice(self, choice: Choice, where: Mapping[str, str]) -> None:
        """Shows other results, or another part of them."""
        if choice.is_same(self.choice) and dict(where) == self.where:
            return
        self.choice, self.where = choice, dict(where)
        self._is_behind = True
        if self.isVisible():
            self._soon.start()

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802 - Qt's name
        """Catches up."""
        super().showEvent(event)
        if self._is_behind:
            self._soon.start()

    def refresh(self, choice: Choice) -> None:
        """Fetches what is shown."""

    def take_focus(self) -> None:
        """Puts the keys where they are wanted first."""
        self.setFocus()

    def sort_current(self) -> None:
        """Sorts the table by the current column."""

    def export(self) -> None:
        """Asks for a file, and writes the table to it."""

    def fetch(self, work: Callable[[], Any], then: Callable[[Any], None], slot: str) -> None:
        """Fetches something on another thread; dropped where another choice was made since."""
        choice = self.choice

        def show(found: Any) -> None:
            if self.choice is choice:
                then(found)

        self.session.fetch(work, show, owner=self, slot=slot)

    def go(self, tab: str, **where: str) -> None:
        """Goes to another part of the page, with the same rater and scope."""
        if self.choice is not None:
            self.wanted.emit(place_at(tab, *self.choice.key, where))

    def leave_for(self, place: Place) -> None:
        """Goes to another page."""
        self.wanted.emit(place)

    def refine(self, **where: str) -> None:
        """Remembers what is looked at here."""
        self.where = {name: value for name, value in where.items() if value}
        self.refined.emit(self.where)

    def _catch_up(self) -> None:
        self._is_behind = False
        if self.choice is not None:
            self.refresh(self.choice)
