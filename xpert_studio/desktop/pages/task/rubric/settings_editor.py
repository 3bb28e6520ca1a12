"""What editors of an instrument's settings share: the gate, and rows that come and go."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import ClassVar, Generic, TypeVar

from pydantic import BaseModel, JsonValue
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLabel, QLineEdit, QWidget

from xpert_studio.core.wording import t
from xpert_studio.desktop.look import TIGHT
from xpert_studio.desktop.widgets.asked_fields import fields_for
from xpert_studio.desktop.widgets.fields import check_box, tick
from xpert_studio.desktop.widgets.form import Form
from xpert_studio.desktop.widgets.labels import button, label, tool
from xpert_studio.desktop.widgets.layouts import clear, column, row
from xpert_studio.desktop.widgets.wiring import wire


class SettingsEditor(QWidget):
    """A widget that edits the settings of an instrument.

    Attributes:
        id: Of the instrument.

    Signals:
        edited: A person has changed something.
    """

    id: ClassVar[str]
    edited = Signal()

    def show_settings(self, settings: Mapping[str, JsonValue]) -> None:
        """Shows settings."""
        raise NotImplementedError

    def settings(self) -> dict[str, JsonValue]:
        """What is written."""
        raise NotImplementedError

    def show_faults(self) -> bool:
        """Says what is wrong, each at its field; returns whether anything is."""
        return False

    def take_focus(self) -> None:
        """Begins where something is to be written."""
        raise NotImplementedError

    def go_to_fault(self) -> None:
        """Puts the focus on the first field of which ``show_faults`` says something."""
        self.take_focus()


class GateBox(SettingsEditor):
    """Whether a checkpoint that is not met fails the task."""

    id = "binary"

    def __init__(self) -> None:
        super().__init__()
        self.gate = check_box(t("Gate: not met fails the task"), self.edited.emit)
        column(self.gate, on=self)

    def show_settings(self, settings: Mapping[str, JsonValue]) -> None:
        """Shows whether it does."""
        tick(self.gate, is_on=settings.get("gate") is True)

    def settings(self) -> dict[str, JsonValue]:
        """What is ticked."""
        return {"gate": True} if self.gate.isChecked() else {}

    def take_focus(self) -> None:
        """On the tick."""
        self.gate.setFocus()


class FieldsEditor(SettingsEditor):
    """The form of an instrument whose settings are a model; see ``Instrument.answers``.

    Args:
        model: Of the settings.
    """

    def __init__(self, model: type[BaseModel]) -> None:
        super().__init__()
        self.form = Form(fields_for(model))
        self.form.changed.connect(lambda _: self.edited.emit())
        column(self.form, on=self)

    def show_settings(self, settings: Mapping[str, JsonValue]) -> None:
        """Shows them; what they leave out is as by default."""
        known = {one.key: one.preset for one in self.form.fields}
        self.form.show_values({key: settings.get(key, known[key]) for key in known})

    def settings(self) -> dict[str, JsonValue]:
        """What is filled in."""
        return {key: one for key, one in self.form.values().items() if one not in (None, "")}

    def show_faults(self) -> bool:
        """Says what cannot be."""
        self.form.fit()
        return bool(self.form.gaps())

    def take_focus(self) -> None:
        """On the first field."""
        self.form.begin()

    def go_to_fault(self) -> None:
        """On the first that cannot be."""
        self.form.check()


class FieldRow(QWidget):
    """Fields beside each other, the button that removes them, and what is wrong with them.

    Args:
        parts: The fields, the words between them, and last where one writes most.
        remove: What the button does.

    Attributes:
        inputs: What is written in, and the button, from left to right.

    Signals:
        edited: A person has changed something.
        removed: The button was pressed.
    """

    edited = Signal()
    removed = Signal()

    def __init__(self, *parts: QWidget, remove: str) -> None:
        super().__init__()
        self.remove = tool("x", remove, self.removed.emit)
        self.inputs = [*(one for one in parts if not isinstance(one, QLabel)), self.remove]
        self.problem = label("", "bad")
        beside = row(*parts, self.remove, gap=TIGHT, grow=len(parts) - 1)
        column(beside, self.problem, on=self, gap=0)
        self.problem.hide()

    def begin(self) -> None:
        """Puts the focus on the first line without a text, else where one writes most."""
        lines = (one for one in self.inputs if isinstance(one, QLineEdit) and not one.text())
        next(lines, self.inputs[-2]).setFocus()


Row = TypeVar("Row", bound=FieldRow)


class FieldRows(QWidget, Generic[Row]):
    """Rows that a person adds and removes.

    Args:
        make: Makes a row.
        words: What the button says that adds one.
        fill: Fills in what is known of one that was added.

    Signals:
        edited: A person has changed something in them.
        reordered: A person has added or removed one; changes come after it.
    """

    edited = Signal()
    reordered = Signal()

    def __init__(
        self, make: Callable[[], Row], words: str, fill: Callable[[Row], object] = bool
    ) -> None:
        super().__init__()
        self.rows: list[Row] = []
        self._make, self._fill = make, fill
        self.add = button(words, self._add, picture="plus", kind="quiet")
        self._ground = column(on=self, gap=TIGHT)

    @property
    def inputs(self) -> list[QWidget]:
        """All that the Tab key goes through, as it is read; the button that adds one comes last."""
        return [*(one for made in self.rows for one in made.inputs), self.add]

    def new(self) -> Row:
        """Adds a row at the end."""
        made = self._make()
        self.rows.append(made)
        self._ground.addWidget(made)
        wire((made.edited, self.edited), (made.removed, lambda: self._drop(made)))
        return made

    def clear(self) -> None:
        """Takes all rows out."""
        self.rows.clear()
        clear(self._ground)

    def _add(self) -> None:
        made = self.new()
        self._fill(made)
        self.reordered.emit()
        made.begin()
        self.edited.emit()

    def _drop(self, made: Row) -> None:
        self.rows.remove(made)
        self.add.setFocus()
        self._ground.removeWidget(made)
        made.hide()
        made.deleteLater()
        self.reordered.emit()
        self.edited.emit()


def tab_through(*widgets: QWidget) -> None:
    """The Tab key goes through widgets in this order, whenever they were made."""
    for one, other in pairwise(widgets):
        QWidget.setTabOrder(one, other)
