"""The form for a check: its kind, a field for each parameter, and a text to try it on."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal, get_args, get_origin

from pydantic import JsonValue
from pydantic.fields import FieldInfo
from pydantic_core import PydanticUndefined
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox, QComboBox, QCompleter, QLineEdit, QWidget

from xpert_studio.desktop.kit import (
    GAP,
    TIGHT,
    Flow,
    box,
    clear,
    column,
    field,
    label,
    picker,
    row,
    t,
    text_box,
    tick,
)
from xpert_studio.desktop.pages.task.rubric.trial import TriedForm
from xpert_studio.instruments.check import read_parameter, written
from xpert_studio.instruments.checks import KINDS, CheckKind
from xpert_studio.instruments.checks.kind import LINES, plain_type

_NUMBER_WIDTH: Final = 96
_TEXT_HEIGHT: Final = 60


@dataclass(frozen=True, slots=True)
class ParameterField:
    """What one parameter is written in.

    Attributes:
        read: The value; None where nothing is written.
        show: Shows a value; None shows the default.
        is_long: Whether it needs a line for itself.
    """

    widget: QWidget
    read: Callable[[], JsonValue]
    show: Callable[[JsonValue], None]
    is_long: bool = False


class CheckForm(TriedForm):
    """Settings of a check, in fields that its kind decides."""

    def __init__(self) -> None:
        super().__init__("check", t("The check {problem}"))
        self._kind: CheckKind | None = None
        self._fields: dict[str, ParameterField] = {}
        self._others: dict[str, JsonValue] = {}
        named = sorted((t(kind.title), kind.id) for kind in KINDS.values())
        self.kind = _searched(picker(t("Kind of check"), named, self._kind_chosen))
        self.about = label("", "small")
        self.about.hide()
        self._rows = column(gap=TIGHT)
        column(
            Flow(label(t("Check"), "label", wrap=False), self.kind, self.gate, gap=GAP),
            self.about, self._rows, self.trial,
            on=self, gap=TIGHT, pad=(0, 0, GAP, 0),
        )  # fmt: skip

    # Showing.

    def show_settings(self, settings: Mapping[str, JsonValue]) -> None:
        """Shows settings as they are, also such as cannot be read as a whole."""
        name = str(settings.get("check", ""))
        place = self.kind.findData(name)
        self.kind.blockSignals(True)
        self.kind.setCurrentIndex(place)
        self.kind.blockSignals(False)
        given = settings.get("parameters")
        self._show_kind(KINDS.get(name), given if isinstance(given, dict) else {})
        tick(self.gate, is_on=settings.get("gate") is True)
        self.show_faults()

    def _show_kind(self, kind: CheckKind | None, given: Mapping[str, JsonValue]) -> None:
        if kind is not self._kind:
            self._kind, self._fields = kind, {}
            clear(self._rows)
            short = Flow(gap=GAP)
            for name, asked in kind.parameters.model_fields.items() if kind else ():
                self._add_field(name, asked, short)
            self._rows.insertWidget(0, box(short))
        known = self._fields.keys()
        self._others = {name: value for name, value in given.items() if name not in known}
        for name, one in self._fields.items():
            one.widget.blockSignals(True)
            one.show(given.get(name))
            one.widget.blockSignals(False)
        is_heuristic = kind is not None and kind.is_heuristic
        self.about.say(t("Goes by phrases and can be wrong.") if is_heuristic else "")

    def _add_field(self, name: str, asked: FieldInfo, short: Flow) -> None:
        """Puts numbers, ticks and pickers beside each other, and texts below them."""
        made = _field(self._kind, name, asked, self._changed)
        self._fields[name] = made
        title, about = t(asked.title or name), t(asked.description) if asked.description else ""
        made.widget.setAccessibleName(title)
        made.widget.setToolTip(about)
        if isinstance(made.widget, QLineEdit) and asked.default not in (
            None,
            "",
            PydanticUndefined,
        ):
            made.widget.setPlaceholderText(written(asked.default))
        caption = label(title, "label", wrap=False)
        if not made.is_long:
            short.addWidget(box(row(caption, made.widget, gap=TIGHT)))
            return
        hint = label(about, "small") if about else 1
        self._rows.addWidget(box(column(row(caption, hint, gap=GAP, grow=1), made.widget, gap=0)))

    # Changing.

    def _kind_chosen(self) -> None:
        self._show_kind(KINDS.get(str(self.kind.currentData())), {})
        self._changed()

    # What is written.

    def settings(self) -> dict[str, JsonValue]:
        """What is written; parameters that are as by default are left out."""
        found: dict[str, JsonValue] = {"check": str(self.kind.currentData() or "")}
        given: dict[str, JsonValue] = dict(self._others)
        for name, one in self._fields.items():
            value = one.read()
            if value is not None:
                given[name] = value
        if given:
            found["parameters"] = given
        if self.gate.isChecked():
            found["gate"] = True
        return found

    def take_focus(self) -> None:
        """On the kind, or on the first parameter once it is chosen."""
        first = next(iter(self._fields.values()), None)
        (first.widget if first else self.kind).setFocus()


def _searched(box_: QComboBox) -> QComboBox:
    """A list of many that is searched by typing any part of a name."""
    box_.setEditable(True)
    box_.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
    completer = QCompleter(
        box_.model(),
        box_,
        filterMode=Qt.MatchFlag.MatchContains,
        caseSensitivity=Qt.CaseSensitivity.CaseInsensitive,
    )
    box_.setCompleter(completer)
    edit = box_.lineEdit()
    if edit is not None:
        edit.editingFinished.connect(lambda: edit.setText(box_.itemText(box_.currentIndex())))
    return box_


def _field(
    kind: CheckKind | None, name: str, asked: FieldInfo, changed: Callable[..., None]
) -> ParameterField:
    """The field for a parameter, by its type."""
    shape = plain_type(asked.annotation)
    if shape is bool:
        return _tick_field(asked, changed)
    if get_origin(shape) is Literal:
        return _option_field(asked, get_args(shape), changed)
    if get_origin(shape) is tuple or shape is tuple:
        return _list_field(changed)
    if asked.json_schema_extra == LINES:
        return _text_field(changed)
    return _line_field(kind, name, shape, changed)


def _tick_field(asked: FieldInfo, changed: Callable[..., None]) -> ParameterField:
    made = QCheckBox()
    made.clicked.connect(changed)
    usual = asked.default is True
    return ParameterField(
        made,
        lambda: made.isChecked() if made.isChecked() != usual else None,
        lambda value: tick(made, is_on=usual if value is None else value is True),
    )


def _option_field(
    asked: FieldInfo, options: tuple[Any, ...], changed: Callable[..., None]
) -> ParameterField:
    made = picker("", [(t(str(one)), one) for one in options], changed)
    usual = asked.default if asked.default in options else None

    def show(value: JsonValue) -> None:
        made.setCurrentIndex(max(0, made.findData(usual if value is None else value)))

    return ParameterField(
        made, lambda: found if (found := made.currentData()) != usual else None, show
    )


def _list_field(changed: Callable[..., None]) -> ParameterField:
    made = text_box(hint=t("One on each line"), high=_TEXT_HEIGHT)
    made.textChanged.connect(changed)

    def read() -> JsonValue:
        return [line for line in made.toPlainText().splitlines() if line.strip()] or None

    def show(value: JsonValue) -> None:
        made.setPlainText("\n".join(map(str, value)) if isinstance(value, list) else "")

    return ParameterField(made, read, show, is_long=True)


def _text_field(changed: Callable[..., None]) -> ParameterField:
    made = text_box(high=_TEXT_HEIGHT * 2)
    made.textChanged.connect(changed)
    return ParameterField(
        made,
        lambda: made.toPlainText() or None,
        lambda value: made.setPlainText("" if value is None else str(value)),
        is_long=True,
    )


def _line_field(
    kind: CheckKind | None,
    name: str,
    shape: Any,
    changed: Callable[..., None],
) -> ParameterField:
    is_text = shape is str
    made: QLineEdit = field(most=0 if is_text else _NUMBER_WIDTH)
    made.textEdited.connect(changed)

    def read() -> JsonValue:
        text = made.text() if is_text else made.text().strip()
        return read_parameter(kind, name, text) if text and kind else None

    return ParameterField(
        made,
        read,
        lambda value: made.setText("" if value is None else str(value)),
        is_long=is_text,
    )
