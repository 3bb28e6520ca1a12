"""The form for a graded scale: its ends and step, described bands, a minimum, and caps."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from itertools import pairwise
from typing import Any, Final

from pydantic import JsonValue
from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from xpert_studio.desktop.kit import (
    GAP,
    TIGHT,
    box,
    button,
    clear,
    column,
    field,
    label,
    listed,
    mark,
    row,
    show_if,
    t,
    text_box,
    tick,
    tool,
    translated,
    wire,
)
from xpert_studio.instruments.graded import Graded, typed_number
from xpert_studio.instruments.graded_scale import (
    MOST_DECIMALS,
    MOST_STEPS,
    band_faults,
    plain,
    scale_of,
    settings_faults,
)
from xpert_studio.records import Checkpoint

# What an editor of an instrument's settings is, and that of met or not met.


class SettingsEditor(QWidget):
    """A widget that edits the settings of an instrument.

    Signals:
        edited: A person has changed something.
    """

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

    def __init__(self) -> None:
        super().__init__()
        self.gate = QCheckBox(t("Gate: not met fails the task"))
        self.gate.clicked.connect(lambda _: self.edited.emit())
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


_COUNTED: Final = re.compile(r"cap-(\d{1,6})")
_NUMBER_WIDTH: Final = 64
_TEXT_HEIGHT: Final = 60


class _Row:
    """A band or a cap: numbers, a text, and what is wrong with them.

    Args:
        numbers: Fields for them, with the words before each.
        text: What the text is called.
    """

    def __init__(self, numbers: Mapping[str, str], text: str, remove: str) -> None:
        self.id = ""
        self.numbers = {
            name: field(name=said, most=_NUMBER_WIDTH) for name, said in numbers.items()
        }
        self.text = text_box(name=text, hint=text, high=_TEXT_HEIGHT)
        self.remove = tool("x", remove)
        self.problem = label("", "bad")
        self.problem.hide()

    @property
    def inputs(self) -> list[QWidget]:
        """What is written in, and the button that removes it, from left to right."""
        return [*self.numbers.values(), self.text, self.remove]

    @property
    def is_blank(self) -> bool:
        """Whether nothing has been written in it."""
        return not any(one.text().strip() for one in self.numbers.values()) and not self.said

    @property
    def said(self) -> str:
        """The text."""
        return self.text.toPlainText().strip()


class ScaleForm(SettingsEditor):
    """Settings of a graded checkpoint, in fields."""

    def __init__(self) -> None:
        super().__init__()
        self.low, self.high, self.step, self.minimum = (
            field(name=name, most=_NUMBER_WIDTH)
            for name in (t("Lowest value"), t("Highest value"), t("Step"), t("Minimum"))
        )
        self.bands: list[_Row] = []
        self.caps: list[_Row] = []
        self._caps_made = 0
        self._faulty: QWidget | None = None
        self.problems = {name: label("", "bad") for name in ("scale", "minimum", "caps")}
        self.cover = label("", "warn")
        show_if(False, *self.problems.values(), self.cover)
        self._band_rows: QVBoxLayout = column(gap=TIGHT)
        self._cap_rows: QVBoxLayout = column(gap=TIGHT)
        self.presets = [
            button(name, partial(self._take_preset, name), kind="choice") for name in Graded.presets
        ]
        self.add_band = button(t("Add band"), self._new_band, picture="plus", kind="quiet")
        self.add_cap = button(t("Add cap"), self._new_cap, picture="plus", kind="quiet")
        column(
            self._scale_row(), self.problems["scale"],
            label(t("Bands: what a response is like that is rated there"), "label"),
            self._band_rows, self.cover, row(self.add_band, 1),
            row(label(t("Minimum"), "label", wrap=False), self.minimum,
                label(t("Below it the task is failed. Empty for none."), "small"), gap=GAP, grow=2),
            self.problems["minimum"],
            label(t("Caps: the value is at most so much if a condition holds"), "label"),
            self._cap_rows, self.problems["caps"], row(self.add_cap, 1),
            on=self, gap=TIGHT, pad=(0, 0, GAP, 0),
        )  # fmt: skip
        for one in (self.low, self.high, self.step, self.minimum):
            one.textEdited.connect(lambda _: self.edited.emit())

    def _scale_row(self) -> QHBoxLayout:
        return row(
            label(t("From"), "label", wrap=False), self.low,
            label(t("to"), "label", wrap=False), self.high,
            label(t("Step"), "label", wrap=False), self.step,
            *self.presets, 1, gap=TIGHT,
        )  # fmt: skip

    # Showing.

    def show_settings(self, settings: Mapping[str, JsonValue]) -> None:
        """Shows settings as they are, also such as cannot be read as a whole."""
        found: dict[str, Any] = dict(settings)
        for name in ("low", "high", "step", "minimum"):
            one: QLineEdit = getattr(self, name)
            one.setText(_written(found.get(name, 1 if name == "step" else None)))
        self._show_rows(self.bands, self._band_rows, found.get("bands"), self._band_row)
        self._show_rows(self.caps, self._cap_rows, found.get("caps"), self._cap_row)
        self._caps_made = 0
        self._order()
        self.show_faults()

    def _show_rows(
        self, rows: list[_Row], ground: QVBoxLayout, found: Any, make: Callable[[], _Row]
    ) -> None:
        rows.clear()
        clear(ground)
        for one in found if isinstance(found, list) else ():
            made = make()
            values = one if isinstance(one, dict) else {}
            made.id = str(values.get("id", ""))
            for name, number in made.numbers.items():
                number.setText(_written(values.get(name)))
            with QSignalBlocker(made.text):
                made.text.setPlainText(str(values.get("text", "")))

    def _band_row(self) -> _Row:
        made = _Row(
            {"low": t("Band from"), "high": t("Band to")},
            t("What a response is like that is rated there"), t("Remove band"),
        )  # fmt: skip
        between = label("–", wrap=False)
        low, high = made.numbers.values()
        beside = row(low, between, high, made.text, made.remove, gap=TIGHT, grow=3)
        return self._placed(made, beside, self.bands, self._band_rows)

    def _cap_row(self) -> _Row:
        made = _Row({"at_most": t("At most")}, t("Condition of the cap"), t("Remove cap"))
        words = label(t("At most"), wrap=False), label(t("if"), wrap=False)
        (most,) = made.numbers.values()
        beside = row(words[0], most, words[1], made.text, made.remove, gap=TIGHT, grow=3)
        return self._placed(made, beside, self.caps, self._cap_rows)

    def _placed(
        self, made: _Row, beside: QHBoxLayout, rows: list[_Row], ground: QVBoxLayout
    ) -> _Row:
        whole = box(column(beside, made.problem, gap=0))
        ground.addWidget(whole)
        rows.append(made)
        for one in made.numbers.values():
            one.textEdited.connect(lambda _: self.edited.emit())
        wire(
            (made.text.textChanged, self.edited.emit),
            (made.remove.clicked, lambda: self._drop(made, rows, ground, whole)),
        )
        return made

    def _order(self) -> None:
        """Tab goes through the form as it is read, whenever its rows were made."""
        order: list[QWidget] = [self.low, self.high, self.step, *self.presets]
        order += [one for made in self.bands for one in made.inputs]
        order += [self.add_band, self.minimum]
        order += [one for made in self.caps for one in made.inputs]
        order.append(self.add_cap)
        for one, other in pairwise(order):
            QWidget.setTabOrder(one, other)

    def take_focus(self) -> None:
        """Begins in the first band without a description."""
        empty = next((made.text for made in self.bands if not made.said), None)
        (empty or self.low).setFocus()

    def go_to_fault(self) -> None:
        """On the first field that cannot be read."""
        (self._faulty or self.low).setFocus()

    # Changing.

    def _take_preset(self, name: str) -> None:
        """Another scale; descriptions stay with the bands in their order, and so do caps."""
        preset: dict[str, Any] = dict(Graded.presets[name])
        texts = [made.said for made in self.bands] + [""] * len(preset["bands"])
        bands = [band | {"text": said} for band, said in zip(preset["bands"], texts, strict=False)]
        self.show_settings({**self.settings(), **preset, "bands": bands})
        self.edited.emit()

    def _new_band(self) -> None:
        made = self._band_row()
        gap = self._gap()
        if gap is not None:
            for number, value in zip(made.numbers.values(), gap, strict=True):
                number.setText(plain(value))
        self._begin(made)

    def _gap(self) -> tuple[float, float] | None:
        """The first part of the scale that has no band."""
        point = self._point()
        if next(settings_faults(point), None) is not None:
            return None
        scale = scale_of(point)
        if not scale.bands:
            return scale.low, scale.high
        gaps = [values for kind, values in band_faults(scale) if kind == "gap"]
        ends = [typed_number(part) for part in gaps[0].split("–")] if gaps else []
        return (ends[0], ends[-1]) if ends and None not in ends else None  # type: ignore[return-value]

    def _new_cap(self) -> None:
        made = self._cap_row()
        used = [int(found[1]) for one in self.caps if (found := _COUNTED.fullmatch(one.id))]
        # One that was removed a moment ago does not come back as another.
        self._caps_made = max([self._caps_made, *used]) + 1
        made.id = f"cap-{self._caps_made}"
        self._begin(made)

    def _begin(self, made: _Row) -> None:
        self._order()
        first = next((n for n in made.numbers.values() if not n.text()), made.text)
        first.setFocus()
        self.edited.emit()

    def _drop(self, made: _Row, rows: list[_Row], ground: QVBoxLayout, whole: QWidget) -> None:
        used = _COUNTED.fullmatch(made.id)
        self._caps_made = max(self._caps_made, int(used[1]) if used else 0)
        rows.remove(made)
        (self.add_band if rows is self.bands else self.add_cap).setFocus()
        ground.removeWidget(whole)
        whole.hide()
        whole.deleteLater()
        self._order()
        self.edited.emit()

    # What is written.

    def settings(self) -> dict[str, JsonValue]:
        """What is written; a text where it should be a number and is none."""
        found: dict[str, Any] = {
            "low": _read(self.low), "high": _read(self.high), "step": _read(self.step),
            "bands": [_values(made, text=made.said) for made in _filled(self.bands)],
        }  # fmt: skip
        if self.minimum.text().strip():
            found["minimum"] = _read(self.minimum)
        caps = [_values(made, id=made.id, text=made.said) for made in _filled(self.caps)]
        return found | ({"caps": caps} if caps else {})

    def _point(self) -> Checkpoint:
        return Checkpoint(
            task_id="-", id="-", text="-", weight=1, instrument=Graded.id, settings=self.settings()
        )

    def show_faults(self) -> bool:
        """Says what is wrong, each at its field; returns whether anything is."""
        told: dict[object, str] = {}
        rows: dict[str, list[_Row]] = {
            "bands": list(_filled(self.bands)), "caps": list(_filled(self.caps)),
        }  # fmt: skip
        point = self._point()
        self._faulty = None
        for place, problem in settings_faults(point):
            here: object = place[0] if place[0] in self.problems else "scale"
            if len(place) > 1 and isinstance(place[1], int):
                here = rows[str(place[0])][place[1]]
            told.setdefault(here, _told(place, problem))
            self._faulty = self._faulty or self._field(here, place)
        for name, said in self.problems.items():
            said.say(told.get(name, ""))
        for made in (*self.bands, *self.caps):
            made.problem.say(told.get(made, ""))
        self.cover.say("" if told else _cover(point))
        return bool(told)

    def _field(self, here: object, place: tuple[str | int, ...]) -> QWidget:
        """The field of a fault, in a row or on the scale."""
        if isinstance(here, _Row):
            first = next(iter(here.numbers.values()))
            return here.text if place[-1] == "text" else here.numbers.get(str(place[-1]), first)
        named = {"high": self.high, "step": self.step, "minimum": self.minimum}
        return named.get(str(place[0]), self.low)


_TOLD: Final = {
    "low": mark("The highest value is above the lowest."),
    "high": mark("The highest value is above the lowest."),
    "step": mark(
        "The step divides the scale evenly, into at most {most} steps of {digits} decimals."
    ),
    "minimum": mark("Not a value of the scale."),
    "bands": mark("Not a part of the scale."),
    "caps": mark("A cap is a value of the scale below its highest."),
}


def _told(place: tuple[str | int, ...], problem: str) -> str:
    """A problem of settings in the language of the window."""
    if problem.startswith(("cannot read", "needs '")):
        is_text = place[-1] == "text"
        return t("Write the condition.") if is_text else t("Write a number, such as 60.")
    found = _TOLD.get(str(place[0]))
    return t(found, most=MOST_STEPS, digits=MOST_DECIMALS) if found else translated(problem)


def _cover(point: Checkpoint) -> str:
    """Values with two bands, and with none."""
    faults = band_faults(scale_of(point))
    words = {"overlap": t("In two bands: {values}"), "gap": t("In no band: {values}")}
    found = {kind: listed(v for k, v in faults if k == kind) for kind in words}
    return "\n".join(said.format(values=found[kind]) for kind, said in words.items() if found[kind])


def _filled(rows: list[_Row]) -> Iterator[_Row]:
    return (made for made in rows if not made.is_blank)


def _values(made: _Row, **more: str) -> dict[str, JsonValue]:
    return {**more, **{name: _read(one) for name, one in made.numbers.items()}}


def _read(one: QLineEdit) -> float | str:
    number = typed_number(one.text())
    return one.text() if number is None else number


def _written(value: Any) -> str:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return plain(value) if is_number else "" if value is None else str(value)
