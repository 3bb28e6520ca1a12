"""Switches with counts: what is on is what is shown."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping
from typing import Final

from PySide6.QtWidgets import QWidget

from xpert_studio.core.wording import number, t
from xpert_studio.desktop.look import GAP
from xpert_studio.desktop.widgets.fields import tick
from xpert_studio.desktop.widgets.flow import Flow
from xpert_studio.desktop.widgets.labels import button

ABSTAINED: Final = frozenset({"cannot_assess", "not_applicable"})
"""Switches that are shown where there is anything of theirs: most projects have no abstentions."""


class FilterChips(QWidget):
    """Switches with counts: what is on is what is shown; nothing on shows all.

    Args:
        names: Their words, marked for translation, by name.
        meanings: What each means.
        then: Follows when the user has turned one on or off.
    """

    def __init__(
        self, names: Mapping[str, str], meanings: Mapping[str, str], then: Callable[[], object]
    ) -> None:
        super().__init__()
        self._names = names
        self.buttons = {
            name: button(t(words), kind="choice", hint=t(meanings[name]))
            for name, words in names.items()
        }
        Flow(*self.buttons.values(), on=self, gap=GAP)
        for made in self.buttons.values():
            made.setCheckable(True)
            made.toggled.connect(lambda _: then())

    @property
    def on(self) -> frozenset[str]:
        """The names that are on."""
        return frozenset(name for name, made in self.buttons.items() if made.isChecked())

    def turn_on(self, names: Container[str]) -> None:
        """Turns exactly these on, without a signal."""
        for name, made in self.buttons.items():
            tick(made, is_on=name in names)

    def show_counts(self, counts: Mapping[str, int]) -> None:
        """Says how many there are of each."""
        for name, made in self.buttons.items():
            words = f"{t(self._names[name])}  {number(counts.get(name, 0))}"
            made.setText(words)
            made.setAccessibleName(words)
            made.setVisible(name not in ABSTAINED or bool(counts.get(name)) or made.isChecked())
