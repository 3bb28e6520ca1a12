"""Rows of fields that a person adds and removes: a value that is a list of models."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
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

    def __init__(self, fields: Sequence[FormField], remove: str) -> None:
        super().__init__()
        self.others: dict[str, Any] = {}
        self.inputs = {one.key: one.kind(t(one.name or one.title)) for one in fields}
        self.remove = tool("x", remove, self.removed.emit)
        parts: list[QWidget] = []
        for one in fields:
            parts += [label(t(one.title), wrap=False)] if one.title else []
            parts.append(self.inputs[one.key].widget)
            parts += [label(t(one.unit), wrap=False)] if one.unit else []
        self.problem = label("", "bad")
        beside = row(*parts, self.remove, gap=TIGHT, grow=len(parts) - 1)
        column(beside, self.problem, on=self, gap=0)
        self.problem.hide()
        wire(*((made.changed, lambda *_: self.edited.emit()) for made in self.inputs.values()))

    @property
    def widgets(self) -> list[QWidget]:
        """All that the Tab key goes through, from left to right."""
        return [*(made.widget for made in self.inputs.values()), self.remove]

    def values(self) -> dict[str, Any]:
        """What it holds."""
        return self.others | {key: made.read() for key, made in self.inputs.items()}

    def show_values(self, values: Values) -> None:
        """Shows what it holds."""
        self.others = {key: one for key, one in values.items() if key not in self.inputs}
        for key, made in self.inputs.items():
            made.show(values.get(key))

    @property
    def is_blank(self) -> bool:
        """Whether nothing has been written in it."""
        found = (made.read() for made in self.inputs.values())
        return all(is_empty(value) or value is False for value in found)

    def empty(self) -> QWidget | None:
        """The first field in which nothing is written; None where there is none."""
        found = (made for made in self.inputs.values() if is_empty(made.read()))
        return next((made.widget for made in found), None)


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
        self._is_showing = False
        self.add = button(t(adds), self._add, picture="plus", kind="quiet")
        self._ground = column(gap=TIGHT)
        column(self._ground, row(self.add, 1), on=self, gap=TIGHT)
        self.setFocusProxy(self.add)

    @property
    def filled(self) -> list[FieldRow]:
        """The rows in which something is written."""
        return [made for made in self.rows if not made.is_blank]

    def values(self) -> list[dict[str, Any]]:
        """What they hold."""
        return [made.values() for made in self.filled]

    def show_values(self, values: object) -> None:
        """Shows rows in place of those that are there; what is no mapping is an empty row."""
        self._is_showing = True
        self.rows.clear()
        clear(self._ground)
        for one in values if isinstance(values, list | tuple) else ():
            self._new(one if isinstance(one, Mapping) else {})
        self._numbered = max(map(self._number, self.rows), default=0)
        self._is_showing = False
        self.setFocusProxy(next((made.widgets[0] for made in self.rows), self.add))
        self.reordered.emit()

    def _number(self, made: FieldRow) -> int:
        found = re.fullmatch(rf"{self._stem}-(\d{{1,6}})", str(made.others.get("id", "")))
        return int(found[1]) if found else 0

    def _new(self, values: Values) -> FieldRow:
        made = FieldRow(list(self._fields()), t(self._removes))
        made.show_values(values)
        self.rows.append(made)
        self._ground.addWidget(made)
        for one, other in pairwise((_before(self.add), *made.widgets, self.add)):
            QWidget.setTabOrder(one, other)
        wire((made.edited, self._told), (made.removed, lambda: self._drop(made)))
        return made

    def _told(self) -> None:
        if not self._is_showing:
            self.edited.emit()

    def _add(self) -> None:
        values = dict(self.fill())
        if self._stem:  # one that was removed a moment ago does not come back as another
            self._numbered += 1
            values["id"] = f"{self._stem}-{self._numbered}"
        made = self._new(values)
        self.reordered.emit()
        (made.empty() or made.widgets[-2]).setFocus()
        self.edited.emit()

    def _drop(self, made: FieldRow) -> None:
        self.rows.remove(made)
        self.add.setFocus()
        self._ground.removeWidget(made)
        made.hide()
        made.deleteLater()
        self.reordered.emit()
        self.edited.emit()

    def begin(self) -> bool:
        """Goes to the first field in which nothing is written; returns whether there is one."""
        found = next(filter(None, (made.empty() for made in self.rows)), None)
        if found is not None:
            found.setFocus()
        return found is not None

    def tell(self, faults: Mapping[tuple[str | int, ...], str]) -> None:
        """Says what is wrong, by place among the rows that are filled in and name of the field."""
        told: dict[FieldRow, str] = {}
        for place, words in faults.items():
            made = self.filled[int(place[0])]
            if not told:
                known = made.inputs.get(str(place[-1]))
                self.setFocusProxy(known.widget if known else made.widgets[0])
            told.setdefault(made, words)
        for made in self.rows:
            made.problem.say(told.get(made, ""))


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
            made,
            made.values,
            made.show_values,
            made.edited,
            made.edited,
            is_wide=True,
            rows=made,
        )

    return make
