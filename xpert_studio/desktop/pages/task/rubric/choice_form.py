"""The form for a multiple choice: its options, which one is right, and a text to try it on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from string import ascii_uppercase
from typing import Final

from pydantic import JsonValue
from PySide6.QtWidgets import QButtonGroup, QLineEdit, QRadioButton, QWidget

from xpert_studio.desktop.kit import (
    GAP,
    TIGHT,
    box,
    button,
    clear,
    column,
    field,
    label,
    row,
    t,
    tick,
    tool,
    wire,
)
from xpert_studio.desktop.pages.task.rubric.trial import TriedForm
from xpert_studio.instruments.choice import MOST_OPTIONS

_KEPT: Final = ("several",)
"""Settings that the form does not show: they come with imported tasks."""


@dataclass(eq=False, slots=True)
class _Option:
    """One option: whether it is right, its letter, its text."""

    right: QRadioButton
    text: QLineEdit
    remove: QWidget
    whole: QWidget


class ChoiceForm(TriedForm):
    """Settings of a multiple choice, an option a line."""

    def __init__(self) -> None:
        super().__init__("choice", t("The choice {problem}"))
        self.options: list[_Option] = []
        self._others: dict[str, JsonValue] = {}
        self._group = QButtonGroup(self)
        self._rows = column(gap=TIGHT)
        self.add = button(t("Add option"), self._new_option, picture="plus", kind="quiet")
        column(
            label(t("Options: mark the right one"), "label"),
            self._rows, row(self.add, self.gate, 1, gap=GAP), self.trial,
            on=self, gap=TIGHT, pad=(0, 0, GAP, 0),
        )  # fmt: skip

    # Showing.

    def show_settings(self, settings: Mapping[str, JsonValue]) -> None:
        """Shows settings as they are, also such as cannot be read as a whole."""
        given = settings.get("options")
        texts = [str(text) for text in given] if isinstance(given, list) else []
        for option in self.options:
            self._group.removeButton(option.right)
        self.options.clear()
        clear(self._rows)
        for text in texts[:MOST_OPTIONS]:
            self._add(text)
        key = str(settings.get("key", ""))
        for letter, option in zip(ascii_uppercase, self.options, strict=False):
            tick(option.right, is_on=letter == key)
        self._others = {name: settings[name] for name in _KEPT if name in settings}
        tick(self.gate, is_on=settings.get("gate") is True)
        self._order()
        self.show_faults()

    def _add(self, text: str) -> _Option:
        letter = ascii_uppercase[len(self.options)]
        right = QRadioButton(letter)
        right.setAccessibleName(t("{letter} is right", letter=letter))
        line = field(text, name=t("Option {value}", value=letter))
        remove = tool("x", t("Remove option"))
        whole = box(row(right, line, remove, gap=TIGHT, grow=1))
        made = _Option(right, line, remove, whole)
        self.options.append(made)
        self._group.addButton(right)
        self._rows.addWidget(whole)
        wire(
            (right.clicked, self._changed),
            (line.textEdited, self._changed),
            (remove.clicked, lambda: self._drop(made)),
        )
        return made

    def _order(self) -> None:
        """Tab goes through the form as it is read; the letters follow the order."""
        order: list[QWidget] = []
        for letter, option in zip(ascii_uppercase, self.options, strict=False):
            option.right.setText(letter)
            order += [option.right, option.text, option.remove]
        for one, other in pairwise([*order, self.add, self.gate]):
            QWidget.setTabOrder(one, other)
        self.add.setEnabled(len(self.options) < MOST_OPTIONS)

    def take_focus(self) -> None:
        """In the first option without a text, else in the first."""
        empty = next((one.text for one in self.options if not one.text.text().strip()), None)
        (empty or (self.options[0].text if self.options else self.add)).setFocus()

    # Changing.

    def _new_option(self) -> None:
        made = self._add("")
        self._order()
        made.text.setFocus()
        self._changed()

    def _drop(self, option: _Option) -> None:
        self.options.remove(option)
        self._group.removeButton(option.right)
        self._rows.removeWidget(option.whole)
        option.whole.hide()
        option.whole.deleteLater()
        self._order()
        self.add.setFocus()
        self._changed()

    # What is written.

    def settings(self) -> dict[str, JsonValue]:
        """What is written."""
        key = next(
            (letter for letter, one in zip(ascii_uppercase, self.options, strict=False)
             if one.right.isChecked()), "",
        )  # fmt: skip
        found: dict[str, JsonValue] = {
            "options": [one.text.text().strip() for one in self.options],
            "key": key,
        }
        return found | self._others | ({"gate": True} if self.gate.isChecked() else {})
