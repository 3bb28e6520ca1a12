"""A form: its fields are described, and it makes what they are filled in with.

An error stands below the field that causes it, and goes with its cause. What is still to be
entered is said once the person has asked for what the form is for (``Form.check``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sized
from dataclasses import dataclass, field
from typing import Any, Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QWidget

from xpert_studio.core.wording import t
from xpert_studio.desktop.look import GAP, PAD, SPACE, icon_before_words, px
from xpert_studio.desktop.widgets.flow import Flow
from xpert_studio.desktop.widgets.form_inputs import Input, Kind
from xpert_studio.desktop.widgets.labels import button, label
from xpert_studio.desktop.widgets.layouts import box, column, grid, row
from xpert_studio.desktop.widgets.wiring import show_if, wire

Values = Mapping[str, Any]
_CAPTION: Final = 128


@dataclass(frozen=True, slots=True, kw_only=True)
class FormField:
    """One field; its texts are marked for translation.

    Attributes:
        key: What its value is called.
        title: Its caption, or the words before it where it is one of several on a line; without
            one it takes the whole width.
        line: The caption of a line of several fields, at its first.
        kind: What it is filled in with.
        name: What screen readers call it, where the caption does not say it.
        help: One sentence below it.
        unit: What stands behind it.
        beside: Whether it stands beside the field before it.
        more: Whether it is seldom needed, and stands behind the button of the others like it.
        needed: What is said where it is empty; empty where it may be.
        seen: Whether there is anything to enter, by the values of the others.
        fault: What is wrong with it, by the values of all; empty for nothing.
        preset: What stands in it at first; nothing where None.
    """

    key: str
    title: str
    kind: Kind
    line: str = ""
    name: str = ""
    help: str = ""
    unit: str = ""
    beside: bool = False
    more: bool = False
    needed: str = ""
    seen: Callable[[Values], bool] = lambda _: True
    fault: Callable[[Values], str] = lambda _: ""
    preset: Any = None


@dataclass(slots=True)
class _Line:
    """Fields beside each other, and the widgets that are seen where one of them is."""

    fields: list[FormField]
    shown: list[QWidget] = field(default_factory=list)


def is_empty(value: object) -> bool:
    """Whether nothing is entered: no text, nothing of several, None."""
    return value is None or (isinstance(value, Sized) and not len(value))


class Form(QWidget):
    """Captions at the left, fields at the right.

    Args:
        fields: The fields, in their order.
        more: The words of the button before what is seldom needed.

    Attributes:
        inputs: What each field is filled in with.

    Signals:
        changed: A person has entered something; the key of the field.
        left: A person is done with a field; its key.
    """

    changed = Signal(str)
    left = Signal(str)

    def __init__(self, fields: Iterable[FormField], *, more: str = "") -> None:
        super().__init__()
        self.fields = tuple(fields)
        self.inputs: dict[str, Input] = {}
        self._errors = {one.key: label("", "bad") for one in self.fields}
        self._helps = {one.key: label(t(one.help), "small") for one in self.fields}
        self._parts: dict[str, QWidget] = {}
        self._shown: dict[str, Any] = {}
        self._refused: dict[str, str] = {}
        self._is_tried = self._is_showing = False
        self._lines: list[_Line] = []
        usual, seldom = (grid(SPACE, PAD, grow=(0, 1)) for _ in range(2))
        for one in self.fields:
            self._make(one)
        for line in self._lines:
            self._lay_out(line, seldom if line.fields[0].more else usual)
        self._inside = box(column(seldom))  # without the room around that Qt gives a grid
        self.more = button(
            more, lambda: self.open_more(is_open=self._inside.isHidden()), kind="link"
        )
        column(usual, row(self.more, 1), self._inside, on=self, gap=PAD)
        self.open_more(is_open=False)
        self.show_values({one.key: one.preset for one in self.fields if one.preset is not None})

    def _make(self, form_field: FormField) -> None:
        made = self.inputs[form_field.key] = form_field.kind(t(form_field.name or form_field.title))
        wire(
            (made.changed, lambda *_: self._entered(form_field.key)),
            (made.left, lambda *_: self._done_with(form_field.key)),
        )
        if form_field.beside:
            self._lines[-1].fields.append(form_field)
        else:
            self._lines.append(_Line([form_field]))

    def _lay_out(self, line: _Line, ground: QGridLayout) -> None:
        first, inputs = line.fields[0], [self.inputs[one.key] for one in line.fields]
        is_alone = len(inputs) == 1 and inputs[0].is_wide
        words = t(first.line or first.title)
        caption = label(words, "muted")
        caption.setFixedWidth(px(_CAPTION))
        caption.setContentsMargins(0, px(6), 0, 0)
        caption.setBuddy(inputs[0].widget)
        for one, made in zip(line.fields, inputs, strict=True):
            has_words = bool(first.line) or one is not first
            before = label(t(one.title), "muted", wrap=False) if has_words else None
            unit = label(t(one.unit), "muted", wrap=False) if one.unit else None
            self._parts[one.key] = (
                made.widget if is_alone else box(row(before, made.widget, unit, gap=GAP))
            )
        parts = [self._parts[one.key] for one in line.fields]
        below = [said[one.key] for one in line.fields for said in (self._helps, self._errors)]
        inside = box(column(parts[0] if is_alone else box(Flow(*parts)), *below, gap=2))
        place = ground.rowCount()
        if words:
            ground.addWidget(caption, place, 0, Qt.AlignmentFlag.AlignTop)
            line.shown.append(caption)
        ground.addWidget(inside, place, 1 if words else 0, 1, 1 if words else 2)
        line.shown.append(inside)

    def open_more(self, *, is_open: bool) -> None:
        """Shows or hides what is seldom needed."""
        self._inside.setVisible(is_open)
        self.more.setIcon(
            icon_before_words("chevron-down" if is_open else "chevron-right", "accent")
        )

    def values(self) -> dict[str, Any]:
        """What is entered, also in fields that are not seen."""
        return {key: made.read() for key, made in self.inputs.items()}

    def show_values(self, values: Values, *, spares_written: bool = False) -> None:
        """Shows values, and forgets what was refused; fields that are not named stay as they are.

        Args:
            values: Them.
            spares_written: Whether the field that a person is in keeps what was written there.
        """
        self._is_showing = True
        for key, value in values.items():
            made = self.inputs[key]
            if not (spares_written and made.widget.hasFocus() and self.is_written(key)):
                made.show(value)
                self._shown[key] = made.read()
        self._is_showing = False
        self._refused.clear()
        self.fit()

    def is_written(self, key: str) -> bool:
        """Whether a field holds another value than the one that was shown, or taken, last."""
        return bool(self.inputs[key].read() != self._shown.get(key))

    def take(self, key: str) -> Any:
        """The value of a field, which counts as shown from now on."""
        self._shown[key] = value = self.inputs[key].read()
        return value

    def finish(self) -> None:
        """A person is done with all fields, also with the one that they are in."""
        for key, made in self.inputs.items():
            made.finish()
            self._done_with(key)

    def offer(self, **offers: Iterable[Any]) -> None:
        """Offers other things to choose from, by field."""
        self._is_showing = True
        for key, found in offers.items():
            self.inputs[key].offer(found)
        self._is_showing = False
        self.fit()

    def set_open(self, *, is_open: bool) -> None:
        """Lets a person change it, or only read it."""
        for made in self.inputs.values():
            (made.set_open or made.widget.setEnabled)(is_open)

    def _entered(self, key: str) -> None:
        self._refused.pop(key, None)
        if not self._is_showing:
            self.fit()
            self.changed.emit(key)

    def _done_with(self, key: str) -> None:
        if not self._is_showing:
            self.left.emit(key)

    def gaps(self) -> dict[str, str]:
        """What keeps it from being used, by field, in their order: what is wrong or missing."""
        return self._faults(self.values(), is_tried=True)

    def _faults(self, values: Values, *, is_tried: bool) -> dict[str, str]:
        found: dict[str, str] = {}
        for one in (one for one in self.fields if one.seen(values)):
            is_missing = is_tried and one.needed and is_empty(values[one.key])
            said = self._refused.get(one.key) or self.inputs[one.key].fault() or one.fault(values)
            if said or is_missing:
                found[one.key] = said or t(one.needed)
        return found

    def refuse(self, key: str, text: str) -> None:
        """Says below a field why what is in it was refused, until it is changed."""
        self._refused[key] = text
        self.check()

    def tell(self, faults: Mapping[tuple[str | int, ...], str]) -> list[str]:
        """Says what was found wrong, each at its field until that is changed.

        Args:
            faults: What, by its place in the values.

        Returns:
            What is wrong with things that have no field here.
        """
        self._refused = {}
        for key, made in self.inputs.items():
            inside = {place[1:]: said for place, said in faults.items() if place[:1] == (key,)}
            self._refused[key] = next(filter(None, inside.values()), "")
            if made.rows is not None:
                made.rows.tell({place: said for place, said in inside.items() if place})
                self._refused[key] = inside.get((), "")
        self.fit()
        return [said for place, said in faults.items() if not place or place[0] not in self.inputs]

    def check(self) -> bool:
        """Whether it can be used; if not, says why, and goes to the first gap."""
        self._is_tried = True
        self.fit()
        key = next(iter(self.gaps()), None)
        if key is None:
            self._is_tried = False
        else:
            self._go_to(key)
        return key is None

    def begin(self) -> None:
        """Puts the focus on the first field where something is missing, else on the first."""
        values = self.values()
        first = next(one.key for one in self.fields if one.seen(values))
        self._go_to(next(iter(self.gaps()), first))

    def _go_to(self, key: str) -> None:
        if next(one for one in self.fields if one.key == key).more:
            self.open_more(is_open=True)
        made = self.inputs[key]
        if made.rows is None or not made.rows.begin():
            made.widget.setFocus()

    def fit(self) -> None:
        """Shows the fields that there is something to enter in, and what is wrong with them."""
        values = self.values()
        faults = self._faults(values, is_tried=self._is_tried)
        seen = {one.key for one in self.fields if one.seen(values)}
        for line in self._lines:
            show_if(not seen.isdisjoint(one.key for one in line.fields), *line.shown)
            for one in line.fields:
                self._parts[one.key].setVisible(one.key in seen)
                told, fault = self._helps[one.key], faults.get(one.key, "")
                told.setVisible(bool(told.text()) and one.key in seen)
                self._errors[one.key].say(fault)
                self.inputs[one.key].widget.setAccessibleDescription(fault or told.text())
        self.more.setVisible(any(one.more and one.key in seen for one in self.fields))

    def error(self, key: str) -> str:
        """What is said to be wrong below a field; empty for nothing."""
        return self._errors[key].text()

    def help(self, key: str, text: str) -> None:
        """Says another sentence below a field."""
        self._helps[key].setText(text)
        self.fit()
