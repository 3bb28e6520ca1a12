"""The form for a graded scale: its ends and step, described bands, a minimum, and caps."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any, Final

from pydantic import JsonValue
from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import QLineEdit, QWidget

from xpert_studio.api.pages import (
    GAP,
    TIGHT,
    FieldRow,
    FieldRows,
    SettingsEditor,
    button,
    column,
    field,
    label,
    listed,
    mark,
    row,
    show_if,
    t,
    tab_through,
    text_box,
    translated,
    wire,
)
from xpert_studio.core.records import Checkpoint
from xpert_studio.packs.graded.instrument import Graded, typed_number
from xpert_studio.packs.graded.scale import (
    MOST_DECIMALS,
    MOST_STEPS,
    band_faults,
    plain,
    scale_of,
    settings_faults,
)

_COUNTED: Final = re.compile(r"cap-(\d{1,6})")
_NUMBER_WIDTH: Final = 64
_TEXT_HEIGHT: Final = 60


class _Row(FieldRow):
    """A band or a cap: numbers, and a text.

    Args:
        numbers: The fields of the numbers.
        parts: They with the words around them.
        text: What the text is called.
        remove: What the button does that removes it.
    """

    def __init__(
        self, numbers: Mapping[str, QLineEdit], parts: Iterable[QWidget], text: str, remove: str
    ) -> None:
        self.id = ""
        self.numbers = numbers
        self.text = text_box(name=text, hint=text, high=_TEXT_HEIGHT)
        super().__init__(*parts, self.text, remove=remove)
        wire(
            *((one.textEdited, lambda _: self.edited.emit()) for one in numbers.values()),
            (self.text.textChanged, self.edited.emit),
        )

    @property
    def is_blank(self) -> bool:
        """Whether nothing has been written in it."""
        return not any(one.text().strip() for one in self.numbers.values()) and not self.said

    @property
    def said(self) -> str:
        """The text."""
        return self.text.toPlainText().strip()

    @property
    def count(self) -> int:
        """The number in the id of a cap that was made here; 0 where there is none."""
        found = _COUNTED.fullmatch(self.id)
        return int(found[1]) if found else 0


def _number(name: str) -> QLineEdit:
    return field(name=name, most=_NUMBER_WIDTH)


def _band() -> _Row:
    low, high = _number(t("Band from")), _number(t("Band to"))
    return _Row(
        {"low": low, "high": high},
        (low, label("–", wrap=False), high),
        t("What a response is like that is rated there"),
        t("Remove band"),
    )


def _cap() -> _Row:
    most = _number(t("At most"))
    parts = (label(t("At most"), wrap=False), most, label(t("if"), wrap=False))
    return _Row({"at_most": most}, parts, t("Condition of the cap"), t("Remove cap"))


class ScaleForm(SettingsEditor):
    """Settings of a graded checkpoint, in fields."""

    id = "graded"

    def __init__(self) -> None:
        super().__init__()
        self.low, self.high, self.step, self.minimum = map(
            _number, (t("Lowest value"), t("Highest value"), t("Step"), t("Minimum"))
        )
        self.bands = FieldRows(_band, t("Add band"), self._fill_band)
        self.caps = FieldRows(_cap, t("Add cap"), self._fill_cap)
        self._caps_made = 0
        self._faulty: QWidget | None = None
        self.problems = {name: label("", "bad") for name in ("scale", "minimum", "caps")}
        self.cover = label("", "warn")
        show_if(False, *self.problems.values(), self.cover)
        self.presets = [
            button(name, partial(self._take_preset, name), kind="choice") for name in Graded.presets
        ]
        column(
            row(
                label(t("From"), "label", wrap=False),
                self.low,
                label(t("to"), "label", wrap=False),
                self.high,
                label(t("Step"), "label", wrap=False),
                self.step,
                *self.presets,
                1,
                gap=TIGHT,
            ),
            self.problems["scale"],
            label(t("Bands: what a response is like that is rated there"), "label"),
            self.bands,
            self.cover,
            row(self.bands.add, 1),
            row(
                label(t("Minimum"), "label", wrap=False),
                self.minimum,
                label(t("Below it the task is failed. Empty for none."), "small"),
                gap=GAP,
                grow=2,
            ),
            self.problems["minimum"],
            label(t("Caps: the value is at most so much if a condition holds"), "label"),
            self.caps,
            self.problems["caps"],
            row(self.caps.add, 1),
            on=self,
            gap=TIGHT,
            pad=(0, 0, GAP, 0),
        )
        numbers = (self.low, self.high, self.step, self.minimum)
        wire(
            *((one.textEdited, lambda _: self.edited.emit()) for one in numbers),
            *((rows.edited, self.edited) for rows in (self.bands, self.caps)),
            *((rows.reordered, self._order) for rows in (self.bands, self.caps)),
        )

    def show_settings(self, settings: Mapping[str, JsonValue]) -> None:
        """Shows settings as they are, also such as cannot be read as a whole."""
        found: dict[str, Any] = dict(settings)
        for name in ("low", "high", "step", "minimum"):
            one: QLineEdit = getattr(self, name)
            one.setText(_written(found.get(name, 1 if name == "step" else None)))
        _show_rows(self.bands, found.get("bands"))
        _show_rows(self.caps, found.get("caps"))
        self._caps_made = max((made.count for made in self.caps.rows), default=0)
        self._order()
        self.show_faults()

    def _order(self) -> None:
        tab_through(
            self.low,
            self.high,
            self.step,
            *self.presets,
            *self.bands.inputs,
            self.minimum,
            *self.caps.inputs,
        )

    def take_focus(self) -> None:
        """Begins in the first band without a description."""
        empty = next((made.text for made in self.bands.rows if not made.said), None)
        (empty or self.low).setFocus()

    def go_to_fault(self) -> None:
        """On the first field that cannot be read."""
        (self._faulty or self.low).setFocus()

    def _take_preset(self, name: str) -> None:
        """Another scale; descriptions stay with the bands in their order, and so do caps."""
        preset: dict[str, Any] = dict(Graded.presets[name])
        texts = [made.said for made in self.bands.rows] + [""] * len(preset["bands"])
        bands = [band | {"text": said} for band, said in zip(preset["bands"], texts, strict=False)]
        self.show_settings({**self.settings(), **preset, "bands": bands})
        self.edited.emit()

    def _fill_band(self, made: _Row) -> None:
        for number, value in zip(made.numbers.values(), self._gap() or (), strict=False):
            number.setText(plain(value))

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

    def _fill_cap(self, made: _Row) -> None:
        # One that was removed a moment ago does not come back as another.
        self._caps_made += 1
        made.id = f"cap-{self._caps_made}"

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
            "bands": _filled(self.bands), "caps": _filled(self.caps),
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
        for made in (*self.bands.rows, *self.caps.rows):
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


def _show_rows(rows: FieldRows[_Row], found: Any) -> None:
    rows.clear()
    for one in found if isinstance(found, list) else ():
        made = rows.new()
        values = one if isinstance(one, dict) else {}
        made.id = str(values.get("id", ""))
        for name, number in made.numbers.items():
            number.setText(_written(values.get(name)))
        with QSignalBlocker(made.text):
            made.text.setPlainText(str(values.get("text", "")))


def _filled(rows: FieldRows[_Row]) -> list[_Row]:
    return [made for made in rows.rows if not made.is_blank]


def _values(made: _Row, **more: str) -> dict[str, JsonValue]:
    return {**more, **{name: _read(one) for name, one in made.numbers.items()}}


def _read(one: QLineEdit) -> float | str:
    number = typed_number(one.text())
    return one.text() if number is None else number


def _written(value: Any) -> str:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return plain(value) if is_number else "" if value is None else str(value)
