"""The form for the settings of a check."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Final, Literal, get_args, get_origin

from pydantic import JsonValue
from pydantic.fields import FieldInfo
from pydantic_core import PydanticUndefined

from xpert_studio.api.pages import (
    FieldsEditor,
    Form,
    FormField,
    Input,
    Kind,
    fields_for,
    inputs,
    labelled,
    mark,
    put_in,
    t,
    tab_through,
)
from xpert_studio.packs.checks.instrument import CheckAnswers, read_parameter, written
from xpert_studio.packs.checks.kinds import KINDS
from xpert_studio.packs.checks.kinds.kind import LINES, CheckKind, plain_type

_NUMBER_WIDTH: Final = 96
_TEXT_HEIGHT: Final = 60
_PLACE: Final = "parameters"


class CheckForm(FieldsEditor):
    """Settings of a check, in fields that its kind decides."""

    id = "check"

    def __init__(self) -> None:
        kinds = inputs.choice(
            lambda: sorted((t(kind.title), kind.id) for kind in KINDS.values()), is_searched=True
        )
        super().__init__(
            self.id,
            fields_for(
                CheckAnswers,
                "check",
                "gate",
                check={"kind": kinds, "name": mark("Kind of check")},
                gate={"beside": True},
            ),
        )
        self._kind: CheckKind | None = None
        self._left: dict[str, dict[str, JsonValue]] = {}
        self._unknown: dict[str, JsonValue] = {}
        self.part = Form(())
        put_in(self.below, [self.part])

    def show_settings(self, settings: Mapping[str, JsonValue]) -> None:
        """Shows the kind and its parameters."""
        given = settings.get(_PLACE)
        self._left.clear()
        self._show_kind(str(settings.get("check", "")), given if isinstance(given, dict) else {})
        super().show_settings({name: one for name, one in settings.items() if name != _PLACE})

    def _show_kind(self, name: str, given: Mapping[str, JsonValue]) -> None:
        kind = KINDS.get(name)
        if kind is not self._kind:
            self._kind = kind
            self.part = Form(_fields(kind) if kind else ())
            self.part.changed.connect(lambda _: self.changed())
            short = [field for field in self.part.fields if not self.part.inputs[field.key].is_wide]
            for one in short if len(short) > 1 else ():  # below their line it is of one of them
                if one.help:
                    self.part.help(one.key, labelled(t(one.title), t(one.help)))
            put_in(self.below, [self.part])
            below = [self.trial.sample] if self.trial else []
            fields = (made.widget for made in self.part.inputs.values())
            tab_through(self.form.inputs["gate"].widget, *fields, *below)
        known = {field.key: field.preset for field in self.part.fields}
        self._unknown = {key: value for key, value in given.items() if key not in known}
        self.part.show_values({key: given.get(key, known[key]) for key in known})

    def changed(self) -> None:
        """Another kind has other parameters; those of one that is chosen again are still there."""
        kind = str(self.form.inputs["check"].read() or "")
        if KINDS.get(kind) is not self._kind:
            self._left[self._kind.id if self._kind else ""] = self._parameters()
            self._show_kind(kind, self._left.get(kind if kind in KINDS else "", {}))
            self.show_doubts()
        super().changed()

    def _parameters(self) -> dict[str, JsonValue]:
        """Those that are not as by default."""
        usual = {field.key: field.preset for field in self.part.fields}
        return self._unknown | {
            key: list(value) if isinstance(value, tuple) else value
            for key, value in self.part.values().items()
            if value not in (None, "", (), usual[key])
        }

    def settings(self) -> dict[str, JsonValue]:
        """The kind and its parameters; those that are as by default are left out."""
        given = self._parameters()
        return super().settings() | ({_PLACE: given} if given else {})

    def tell(self, faults: Mapping[tuple[str | int, ...], str]) -> list[str]:
        """Says what is wrong at its field; returns what has none."""
        inside = {place[1:]: said for place, said in faults.items() if place[:1] == (_PLACE,)}
        others = {place: said for place, said in faults.items() if place[:1] != (_PLACE,)}
        return [*super().tell(others), *self.part.tell(inside)]

    def field_at(self, place: tuple[str | int, ...]) -> Input | None:
        """What a place of the settings is filled in with."""
        is_inside = len(place) > 1 and place[0] == _PLACE
        return self.part.inputs.get(str(place[1])) if is_inside else super().field_at(place)

    def take_focus(self) -> None:
        """On the kind, or on the first parameter once it is chosen."""
        (self.part if self.part.fields else self.form).begin()


def _fields(kind: CheckKind) -> Iterator[FormField]:
    """The fields of a kind's parameters: short ones beside each other, then the others."""
    asked = kind.parameters.model_fields
    short = [name for name, one in asked.items() if not _is_long(one)]
    for name in sorted(asked, key=lambda name: name not in short):
        one = asked[name]
        is_usual = plain_type(one.annotation) is bool or _options(one)
        yield FormField(
            key=name,
            title=one.title or name,
            kind=_entered(kind, name, one),
            help=one.description or "",
            beside=name in short[1:],
            needed=mark("Fill this in.") if one.is_required() else "",
            preset=one.default if is_usual and one.default is not PydanticUndefined else None,
        )


def _options(asked: FieldInfo) -> tuple[str, ...]:
    shape = plain_type(asked.annotation)
    return get_args(shape) if get_origin(shape) is Literal else ()


def _is_several(asked: FieldInfo) -> bool:
    shape = plain_type(asked.annotation)
    return shape is tuple or get_origin(shape) is tuple


def _is_long(asked: FieldInfo) -> bool:
    return plain_type(asked.annotation) is str or _is_several(asked)


def _entered(kind: CheckKind, name: str, asked: FieldInfo) -> Kind:
    """What a parameter is entered in, letter for letter, by its type."""
    if plain_type(asked.annotation) is bool:
        return inputs.check("")
    if options := _options(asked):
        return inputs.choice(lambda: [(t(option), option) for option in options])
    if _is_several(asked):
        return inputs.lines(mark("One on each line"), high=_TEXT_HEIGHT, is_exact=True)
    if asked.json_schema_extra == LINES:
        return inputs.long_text(high=_TEXT_HEIGHT * 2, is_exact=True)
    has_usual = asked.default not in (None, "", PydanticUndefined)
    return inputs.typed(
        partial(read_parameter, kind, name),
        written(asked.default) if has_usual else "",
        wide=0 if _is_long(asked) else _NUMBER_WIDTH,
        is_exact=_is_long(asked),
    )
