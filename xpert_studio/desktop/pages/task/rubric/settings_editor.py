"""What editors of an instrument's settings share: rows that come and go, and a text to try them on."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import ClassVar, Final, Generic, TypeVar

from pydantic import JsonValue
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLabel, QLineEdit, QWidget

from xpert_studio.core.instruments import problem_of
from xpert_studio.core.instruments.deciding import CannotCheckError, Subject
from xpert_studio.core.judge.checks_backend import decided
from xpert_studio.core.records import Checkpoint
from xpert_studio.desktop.kit import (
    TIGHT,
    button,
    check_box,
    clear,
    column,
    in_a_row,
    label,
    labelled,
    later,
    retone,
    row,
    show_if,
    spoken,
    t,
    text_box,
    tick,
    tool,
    translated,
    wire,
)


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


# Tries what a program decides on a text, while its settings are written.


LONGEST_TRIED: Final = 20_000
"""Characters of a text that is tried while it is typed: each key may decide it anew."""
_PAUSE_MS: Final = 200
_HIGH: Final = 60


class TrialBox(QWidget):
    """What is wrong with settings, a text to try them on, and what they decide of it.

    Args:
        instrument: Of the checkpoint.
        settings: Gives the settings as they are written now.

    Attributes:
        soon: Tries it once nothing was typed for a moment.
    """

    def __init__(self, instrument: str, settings: Callable[[], dict[str, JsonValue]]) -> None:
        super().__init__()
        self._instrument, self._settings = instrument, settings
        self.problem = label("", "bad")
        self.sample = text_box(
            name=t("Text to try it on"),
            hint=t("Paste a response to see what is decided."), high=_HIGH,
        )  # fmt: skip
        self.outcome = label("", "small")
        show_if(False, self.problem, self.outcome)
        self.soon = later(self, _PAUSE_MS, self.try_it)
        self.sample.textChanged.connect(self.soon.start)
        column(
            self.problem, label(t("Try it"), "label"), self.sample, self.outcome,
            on=self, gap=TIGHT,
        )  # fmt: skip

    def _point(self) -> Checkpoint:
        return Checkpoint(
            task_id="-", id="-", text="-", weight=1,
            instrument=self._instrument, settings=self._settings(),
        )  # fmt: skip

    def try_it(self) -> None:
        """Says what is decided of the text."""
        text = self.sample.toPlainText()[:LONGEST_TRIED]
        self.outcome.say("")
        retone(self.outcome, "kind", "small")
        if not text or problem_of(self._point()) is not None:
            return
        try:
            found = decided(Subject(text), self._point(), language=spoken())
        except CannotCheckError as error:
            self.outcome.say(in_a_row((translated(error.message), translated(error.remedy))))
            return
        retone(self.outcome, "kind", "good" if found.passed else "bad")
        word = t("Passed") if found.passed else t("Not passed")
        self.outcome.say(labelled(word, translated(found.reason)))

    def show_problem(self, words: str) -> bool:
        """Says what is wrong with the settings; returns whether anything is.

        Args:
            words: The sentence, with ``{problem}``.
        """
        problem = problem_of(self._point())
        self.problem.say("" if problem is None else words.format(problem=translated(problem)))
        self.try_it()
        return problem is not None


class TriedForm(SettingsEditor):
    """Settings that a program decides by: with a gate, and a text to try them on.

    Args:
        instrument: Of the checkpoint.
        problem: Says what is wrong with the settings, with ``{problem}``.
    """

    def __init__(self, instrument: str, problem: str) -> None:
        super().__init__()
        self._problem = problem
        self.gate = check_box(t("Gate: not met fails the task"), self._changed)
        self.trial = TrialBox(instrument, self.settings)

    def _changed(self, *_: object) -> None:
        self.trial.soon.start()
        self.edited.emit()

    def show_settings(self, settings: Mapping[str, JsonValue]) -> None:
        """Shows settings as they are, also such as cannot be read as a whole."""
        self.fill(settings)
        tick(self.gate, is_on=settings.get("gate") is True)
        self.show_faults()

    def fill(self, settings: Mapping[str, JsonValue]) -> None:
        """Shows all settings but the gate."""
        raise NotImplementedError

    def settings(self) -> dict[str, JsonValue]:
        """What is written."""
        return self.written() | ({"gate": True} if self.gate.isChecked() else {})

    def written(self) -> dict[str, JsonValue]:
        """All settings but the gate."""
        raise NotImplementedError

    def show_faults(self) -> bool:
        """Says what is wrong; returns whether anything is."""
        return self.trial.show_problem(self._problem)
