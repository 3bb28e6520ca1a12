"""The form for the settings of a multiple choice."""

from __future__ import annotations

from collections.abc import Mapping
from string import ascii_uppercase
from typing import Final

from pydantic import JsonValue
from PySide6.QtWidgets import QButtonGroup, QRadioButton

from xpert_studio.api.pages import (
    GAP,
    TIGHT,
    FieldRow,
    FieldRows,
    TriedForm,
    column,
    field,
    label,
    row,
    t,
    tab_through,
    tick,
    wire,
)
from xpert_studio.packs.choice.instrument import MOST_OPTIONS

_KEPT: Final = ("several",)
"""Settings that the form does not show: they come with imported tasks."""


class _Option(FieldRow):
    """One option: whether it is right, its letter, its text."""

    def __init__(self, group: QButtonGroup) -> None:
        self.right, self.text = QRadioButton(), field()
        super().__init__(self.right, self.text, remove=t("Remove option"))
        group.addButton(self.right)
        wire(
            (self.right.clicked, lambda _: self.edited.emit()),
            (self.text.textEdited, lambda _: self.edited.emit()),
        )

    def name(self, letter: str) -> None:
        """Gives it another letter."""
        self.right.setText(letter)
        self.right.setAccessibleName(t("{letter} is right", letter=letter))
        self.text.setAccessibleName(t("Option {value}", value=letter))


class ChoiceForm(TriedForm):
    """Settings of a multiple choice, an option a line."""

    id = "choice"

    def __init__(self) -> None:
        super().__init__("choice", t("The choice {problem}"))
        self._others: dict[str, JsonValue] = {}
        self._group = QButtonGroup(self)
        self.options = FieldRows(lambda: _Option(self._group), t("Add option"))
        wire((self.options.edited, self._changed), (self.options.reordered, self._order))
        column(
            label(t("Options: mark the right one"), "label"),
            self.options,
            row(self.options.add, self.gate, 1, gap=GAP),
            self.trial,
            on=self,
            gap=TIGHT,
            pad=(0, 0, GAP, 0),
        )

    def fill(self, settings: Mapping[str, JsonValue]) -> None:
        """Shows the options and which is right."""
        given, key = settings.get("options"), str(settings.get("key", ""))
        texts = given[:MOST_OPTIONS] if isinstance(given, list) else []
        self.options.clear()
        for letter, text in zip(ascii_uppercase, texts, strict=False):
            made = self.options.new()
            made.text.setText(str(text))
            tick(made.right, is_on=letter == key)
        self._others = {name: settings[name] for name in _KEPT if name in settings}
        self._order()

    def _order(self) -> None:
        """The letters follow the order."""
        for letter, option in zip(ascii_uppercase, self.options.rows, strict=False):
            option.name(letter)
        tab_through(*self.options.inputs, self.gate)
        self.options.add.setEnabled(len(self.options.rows) < MOST_OPTIONS)

    def take_focus(self) -> None:
        """In the first option without a text, else in the first."""
        lines = [one.text for one in self.options.rows]
        empty = [line for line in lines if not line.text().strip()]
        next(iter((*empty, *lines, self.options.add))).setFocus()

    def written(self) -> dict[str, JsonValue]:
        """The options and which is right."""
        lettered = zip(ascii_uppercase, self.options.rows, strict=False)
        found: dict[str, JsonValue] = {
            "options": [one.text.text().strip() for one in self.options.rows],
            "key": next((letter for letter, one in lettered if one.right.isChecked()), ""),
        }
        return found | self._others
