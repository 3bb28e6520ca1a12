"""The form for the settings of a check."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final, Literal, get_args, get_origin

from pydantic import JsonValue
from pydantic.fields import FieldInfo
from pydantic_core import PydanticUndefined
from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtWidgets import QComboBox, QCompleter, QPlainTextEdit

from xpert_studio.api.pages import (
    GAP,
    TIGHT,
    Flow,
    Input,
    Kind,
    TriedForm,
    box,
    clear,
    column,
    field,
    inputs,
    label,
    mark,
    picker,
    row,
    t,
)
from xpert_studio.packs.checks.instrument import read_parameter, written
from xpert_studio.packs.checks.kinds import KINDS
from xpert_studio.packs.checks.kinds.kind import LINES, CheckKind, plain_type

_NUMBER_WIDTH: Final = 96
_TEXT_HEIGHT: Final = 60


class CheckForm(TriedForm):
    """Settings of a check, in fields that its kind decides."""

    id = "check"

    def __init__(self) -> None:
        super().__init__("check", t("The check {problem}"))
        self._kind: CheckKind | None = None
        self._fields: dict[str, Input] = {}
        self._others: dict[str, JsonValue] = {}
        named = sorted((t(kind.title), kind.id) for kind in KINDS.values())
        self.kind = _searched(picker(t("Kind of check"), named, self._kind_chosen))
        self.about = label("", "small")
        self.about.hide()
        self._rows = column(gap=TIGHT)
        column(
            Flow(label(t("Check"), "label", wrap=False), self.kind, self.gate, gap=GAP),
            self.about,
            self._rows,
            self.trial,
            on=self,
            gap=TIGHT,
            pad=(0, 0, GAP, 0),
        )

    def fill(self, settings: Mapping[str, JsonValue]) -> None:
        """Shows the kind and its parameters."""
        name, given = str(settings.get("check", "")), settings.get("parameters")
        with QSignalBlocker(self.kind):
            self.kind.setCurrentIndex(self.kind.findData(name))
        self._show_kind(KINDS.get(name), given if isinstance(given, dict) else {})

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
            with QSignalBlocker(one.widget):
                one.show(given.get(name))
        is_heuristic = kind is not None and kind.is_heuristic
        self.about.say(t("Goes by phrases and can be wrong.") if is_heuristic else "")

    def _add_field(self, name: str, asked: FieldInfo, short: Flow) -> None:
        """Puts numbers, ticks and pickers beside each other, and texts below them."""
        title, about = t(asked.title or name), t(asked.description) if asked.description else ""
        made = self._fields[name] = _input(self._kind, name, asked)(title)
        made.changed.connect(self._changed)
        made.widget.setToolTip(about)
        caption = label(title, "label", wrap=False)
        if not made.is_wide:
            short.addWidget(box(row(caption, made.widget, gap=TIGHT)))
            return
        hint = label(about, "small") if about else 1
        self._rows.addWidget(box(column(row(caption, hint, gap=GAP, grow=1), made.widget, gap=0)))

    def _kind_chosen(self) -> None:
        self._show_kind(KINDS.get(str(self.kind.currentData())), {})
        self._changed()

    def written(self) -> dict[str, JsonValue]:
        """The kind and its parameters; those that are as by default are left out."""
        read = {name: one.read() for name, one in self._fields.items()}
        given = self._others | {name: value for name, value in read.items() if value is not None}
        kind = str(self.kind.currentData() or "")
        return {"check": kind, "parameters": given} if given else {"check": kind}

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


def _input(kind: CheckKind | None, name: str, asked: FieldInfo) -> Kind:
    """What a parameter is entered in, by its type; its value is None where it is as by default."""
    shape = plain_type(asked.annotation)
    if shape is bool:
        return _with_usual(inputs.check(""), asked.default is True)
    if get_origin(shape) is Literal:
        options = get_args(shape)
        offered = inputs.choice(lambda: [(t(str(one)), one) for one in options])
        return _with_usual(offered, asked.default if asked.default in options else None)
    if get_origin(shape) is tuple or shape is tuple:
        box_ = inputs.long_text(mark("One on each line"), high=_TEXT_HEIGHT)
        return _written(
            box_,
            lambda text: [line for line in text.splitlines() if line.strip()] or None,
            lambda value: "\n".join(map(str, value)),
        )
    if asked.json_schema_extra == LINES:
        return _written(inputs.long_text(high=_TEXT_HEIGHT * 2), lambda text: text or None, str)
    return _line(kind, name, asked, is_text=shape is str)


def _with_usual(kind: Kind, usual: Any) -> Kind:
    def make(name: str) -> Input:
        made = kind(name)
        return replace(
            made,
            read=lambda: found if (found := made.read()) != usual else None,
            show=lambda value: made.show(usual if value is None else value),
        )

    return make


def _written(kind: Kind, read: Callable[[str], JsonValue], said: Callable[[Any], str]) -> Kind:
    """Several lines that stand for a value, letter for letter."""

    def make(name: str) -> Input:
        made = kind(name)
        assert isinstance(made.widget, QPlainTextEdit)
        return replace(
            made,
            read=lambda: read(made.widget.toPlainText()),  # type: ignore[attr-defined]
            show=lambda value: made.show("" if value is None else said(value)),
        )

    return make


def _line(kind: CheckKind | None, name: str, asked: FieldInfo, *, is_text: bool) -> Kind:
    def make(title: str) -> Input:
        has_usual = asked.default not in (None, "", PydanticUndefined)
        usual = written(asked.default) if has_usual else ""
        made = field(name=title, hint=usual, most=0 if is_text else _NUMBER_WIDTH)

        def read() -> JsonValue:
            text = made.text() if is_text else made.text().strip()
            return read_parameter(kind, name, text) if text and kind else None

        return Input(
            made,
            read,
            lambda value: made.setText("" if value is None else str(value)),
            made.textEdited,
            made.editingFinished,
            is_wide=is_text,
        )

    return make
