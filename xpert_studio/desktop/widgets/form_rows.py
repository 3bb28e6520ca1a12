"""Rows of fields that a person adds and removes: a value that is a list of models."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from itertools import pairwise
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from xpert_studio.core.wording import t
from xpert_studio.desktop.look import TIGHT
from xpert_studio.desktop.widgets.form import FormField, Values, is_empty
from xpert_studio.desktop.widgets.form_inputs import Input, Kind
from xpert_studio.desktop.widgets.labels import button, label, tool
from xpert_studio.desktop.widgets.layouts import clear, column, row
from xpert_studio.desktop.widgets.wiring import wire


class FieldRow(QWidget):
    """Fields beside each other, the button that removes them, and what is wrong with them.

    Args:
        fields: The fields; one writes most in the last.
        remove: What the button does.

    Attributes:
        inputs: What each field is filled in with.
        others: What the row holds beside them.

    Signals:
        edited: A person has changed something.
        removed: The button was pressed.
    """

    edited = Signal()
    removed = Signal()

    def __init__(self, fields: Iterable[FormField], remove: str) -> None:
        super().__init__()
        self.others: dict[str, Any] = {}
        self.inputs: dict[str, Input] = {}
        self.remove = tool("x", remove, self.removed.emit)
        self.problem = label("", "bad")
        parts: list[QWidget] = []
        for field in fields:
            made = self.inputs[field.key] = field.kind(t(field.name or field.title))
            parts += [label(t(field.title), wrap=False)] if field.title else []
            parts += [made.widget, *([label(t(field.unit), wrap=False)] if field.unit else ())]
            made.changed.connect(self._entered)
        beside = row(*parts, self.remove, gap=TIGHT, grow=len(parts) - 1)
        column(beside, self.problem, on=self, gap=0)
        self.problem.hide()

    def _entered(self, *_: object) -> None:
        """What is said to be wrong goes once it is changed."""
        self.problem.say("")
        self.edited.emit()

    @property
    def widgets(self) -> list[QWidget]:
        """All that the Tab key goes through, from left to right."""
        return [*(made.widget for made in self.inputs.values()), self.remove]

    @property
    def blank(self) -> list[QWidget]:
        """The fields in which nothing is written."""
        return [made.widget for made in self.inputs.values() if is_empty(made.read())]


class FieldRows(QWidget):
    """Rows that a person adds and removes.

    Args:
        fields: Makes the fields of a row.
        adds: What the button says that adds one.
        removes: What the button of a row does.
        stem: What the ids of rows that are added begin with; empty where rows have no ids.

    Attributes:
        fill: Gives what is known of one that is added.

    Signals:
        edited: A person has changed something in them.
        reordered: A row has come or gone; where a person did that, ``edited`` follows.
    """

    edited = Signal()
    reordered = Signal()

    def __init__(
        self, fields: Callable[[], Iterable[FormField]], adds: str, removes: str, stem: str = ""
    ) -> None:
        super().__init__()
        self.rows: list[FieldRow] = []
        self.fill: Callable[[], Values] = dict
        self._fields, self._removes, self._stem = fields, removes, stem
        self._numbered = 0
        self.add = button(t(adds), self._add, picture="plus", kind="quiet")
        self._ground = column(gap=TIGHT)
        column(self._ground, row(self.add, 1), on=self, gap=TIGHT)

    @property
    def filled(self) -> list[FieldRow]:
        """The rows in which something is written."""
        return [made for made in self.rows if len(made.blank) < len(made.inputs)]

    def values(self) -> list[dict[str, Any]]:
        """What they hold."""
        return [
            made.others | {key: one.read() for key, one in made.inputs.items()}
            for made in self.filled
        ]

    def show_values(self, values: object) -> None:
        """Shows rows in place of those that are there; what is no mapping is an empty row."""
        self.rows.clear()
        clear(self._ground)
        self._numbered = 0
        for one in values if isinstance(values, list | tuple) else ():
            self._new(one if isinstance(one, Mapping) else {})
        self.setFocusProxy(next((made.widgets[-2] for made in self.rows), self.add))
        self.reordered.emit()

    def _new(self, values: Values) -> FieldRow:
        made = FieldRow(self._fields(), t(self._removes))
        made.others = {key: one for key, one in values.items() if key not in made.inputs}
        for key, one in made.inputs.items():
            one.show(values.get(key))
        number = re.fullmatch(rf"{self._stem}-(\d{{1,6}})", str(values.get("id", "")))
        self._numbered = max(self._numbered, int(number[1]) if number else 0)
        self.rows.append(made)
        self._ground.addWidget(made)
        tab_through(_before(self.add), *made.widgets, self.add)
        wire((made.edited, self.edited), (made.removed, lambda: self._drop(made)))
        return made

    def _add(self) -> None:
        # One that was removed a moment ago does not come back as another.
        named = {"id": f"{self._stem}-{self._numbered + 1}"} if self._stem else {}
        made = self._new(named | dict(self.fill()))
        self.reordered.emit()
        (*made.blank, *made.widgets[-2:])[0].setFocus()
        self.edited.emit()

    def _drop(self, field_row: FieldRow) -> None:
        self.rows.remove(field_row)
        self.add.setFocus()
        self._ground.removeWidget(field_row)
        field_row.hide()
        field_row.deleteLater()
        self.reordered.emit()
        self.edited.emit()

    def begin(self) -> bool:
        """Goes to the first field in which nothing is written; returns whether there is one."""
        found = [widget for made in self.rows for widget in made.blank]
        for widget in found[:1]:
            widget.setFocus()
        return bool(found)

    def tell(self, faults: Mapping[tuple[str | int, ...], str]) -> None:
        """Says what is wrong, by place among the rows that are filled in and name of the field."""
        told: dict[FieldRow, str] = {}
        for (place, *path), words in faults.items():
            made = self.filled[int(place)]
            known = made.inputs.get(str(path[-1])) if path else None
            if not told:
                self.setFocusProxy(known.widget if known else made.widgets[0])
            told.setdefault(made, words)
        for made in self.rows:
            made.problem.say(told.get(made, ""))


def tab_through(*widgets: QWidget) -> None:
    """The Tab key goes through widgets in this order, whenever they were made."""
    for one, other in pairwise(widgets):
        QWidget.setTabOrder(one, other)


def _before(widget: QWidget) -> QWidget:
    """Where Shift+Tab leads from a widget; the widget itself where there is nothing else."""
    found = widget.previousInFocusChain()
    while found and found is not widget and found.focusPolicy() == Qt.FocusPolicy.NoFocus:
        found = found.previousInFocusChain()
    return found or widget


def rows(
    fields: Callable[[], Iterable[FormField]], adds: str, removes: str, stem: str = ""
) -> Kind:
    """A list of models, a row for each; the arguments are those of ``FieldRows``."""

    def make(name: str) -> Input:
        made = FieldRows(fields, adds, removes, stem)
        made.setAccessibleName(name)
        return Input(
            made, made.values, made.show_values, made.edited, made.edited, is_wide=True, rows=made
        )

    return make
