"""A row of switches with counts: what is on is what is shown; nothing on shows all."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton, QWidget

from xpert_studio.desktop.kit import GAP, Flow, hint, number, t, tick


class FilterChips(QWidget):
    """Switches by name.

    Signals:
        changed: The user has turned one on or off.

    Args:
        names: Their words, marked for translation, by name.
        meanings: What each means.
    """

    changed = Signal()

    def __init__(self, names: Mapping[str, str], meanings: Mapping[str, str]) -> None:
        super().__init__()
        self._names = names
        self.buttons: dict[str, QPushButton] = {}
        flow = Flow(on=self, gap=GAP)
        for name, words in names.items():
            made = QPushButton(t(words))
            made.setCheckable(True)
            made.setAutoDefault(False)
            made.setProperty("kind", "choice")
            made.setToolTip(hint(t(meanings[name])))
            made.toggled.connect(lambda _: self.changed.emit())
            self.buttons[name] = made
            flow.addWidget(made)

    @property
    def on(self) -> frozenset[str]:
        """The names that are on."""
        return frozenset(name for name, made in self.buttons.items() if made.isChecked())

    def turn_on(self, names: Iterable[str]) -> None:
        """Turns exactly these on, without a signal."""
        wanted = set(names)
        for name, made in self.buttons.items():
            tick(made, is_on=name in wanted)

    def show_counts(self, counts: Mapping[str, int]) -> None:
        """Says how many there are of each."""
        for name, made in self.buttons.items():
            words = f"{t(self._names[name])}  {number(counts.get(name, 0))}"
            made.setText(words)
            made.setAccessibleName(words)
