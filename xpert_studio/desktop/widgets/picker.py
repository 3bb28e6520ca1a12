"""Any of several, in a menu behind a button that says which."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QMenu,
    QPushButton,
)

from xpert_studio.desktop.widgets.fields import tick
from xpert_studio.desktop.widgets.labels import retone
from xpert_studio.desktop.widgets.shown_text import menu_words
from xpert_studio.desktop.widgets.wiring import wire


class Picker(QPushButton):
    """A button with a menu of which any number can be ticked."""

    changed = Signal()

    def __init__(self, name: str, choices: Iterable[tuple[str, str]]) -> None:
        super().__init__(name, autoDefault=False)
        self._name = name
        self._menu = QMenu(self)
        self._ticks: dict[str, QAction] = {}
        self.setMenu(self._menu)
        self.fill(choices)

    def fill(self, choices: Iterable[tuple[str, str]]) -> None:
        """Offers other choices: (value, words); what was ticked stays ticked."""
        ticked = set(self.ticked)
        self._menu.clear()
        self._ticks = {}
        for value, words in choices:
            made = QAction(menu_words(words), self._menu, checkable=True, checked=value in ticked)
            wire((made.toggled, self._show), (made.toggled, self.changed))
            self._menu.addAction(made)
            self._ticks[value] = made

    @property
    def ticked(self) -> tuple[str, ...]:
        """What is ticked."""
        return tuple(value for value, tick in self._ticks.items() if tick.isChecked())

    def tick(self, values: Iterable[str]) -> None:
        """Ticks exactly these."""
        wanted = set(values)
        for value, made in self._ticks.items():
            tick(made, is_on=value in wanted)
        self._show()

    def _show(self) -> None:
        count = len(self.ticked)
        first = self._ticks[self.ticked[0]].text() if count else ""
        more = f" +{count - 1}" if count > 1 else ""
        self.setText(f"{self._name}: {first}{more}" if count else self._name)
        retone(self, "kind", "choice" if count else "")
        self.setAccessibleName(self.text())
