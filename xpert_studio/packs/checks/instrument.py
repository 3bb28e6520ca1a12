"""A checkpoint that a program decides: a kind of check with its parameters."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterator, Mapping
from decimal import Decimal
from functools import cache, lru_cache
from math import isfinite
from typing import Annotated, Any, ClassVar, Final, Literal, get_origin

from pydantic import JsonValue, ValidationError
from pydantic_core import ErrorDetails

from xpert_studio.api import Message, mark
from xpert_studio.api.checks import Outcome, Runner, Subject, joined
from xpert_studio.api.instruments import (
    Asks,
    CellError,
    Checkpoint,
    Fault,
    Part,
    PartKind,
    UsageError,
)
from xpert_studio.core.instruments.binary import Binary, GateAnswers
from xpert_studio.core.instruments.settings_texts import read_settings
from xpert_studio.core.names import Names
from xpert_studio.packs.checks.kinds import KINDS
from xpert_studio.packs.checks.kinds.kind import CheckKind, Parameters, plain_type

_WHOLE: Final = 2.0**53
"""Doubles from here on are whole, and not every whole number is one."""


class CheckAnswers(GateAnswers, total=False):
    """What a person is asked for to set a check."""

    check: Annotated[
        str, Asks("The kind of a check by program.", "word_count", title=mark("Check"))
    ]
    parameter: Annotated[
        list[str], Asks('Of a check: "name=value"; repeat it for each.', '"at_most=50"')
    ]


class Check(Binary):
    """Value 1 where its check passes, else 0; settings are ``check``, ``parameters``, ``gate``."""

    id = "check"
    title = "Check by program"
    by_program = True
    asks_elsewhere = True
    embedded = False
    no_value = "is neither passed nor failed"
    presets: ClassVar = {
        "word_count": {"check": "word_count", "parameters": {"at_most": 300}},
    }
    answers: ClassVar[type | None] = CheckAnswers
    sheet_columns = ("Check", "Parameters")
    settings_known = frozenset({"check", "parameters", "gate"})

    def decide(self, subject: Subject, point: Checkpoint, run: Runner | None = None) -> Outcome:
        kind, given = kind_of(point), parameters_of(point)
        return kind.decide(subject, given) if run is None else kind.decide_with(run, subject, given)

    def runs_code(self, point: Checkpoint) -> bool:
        known = KINDS.get(str(point.settings.get("check")))
        return known is not None and known.program is not None

    def version(self, point: Checkpoint) -> int:
        known = KINDS.get(str(point.settings.get("check")))
        if known is None or self.settings_problem(point):
            return known.version if known else 0
        return known.version_with(parameters_of(point))

    def value_rules(self, point: Checkpoint) -> Mapping[str, Any]:
        return {"gate": self.can_fail_task(point)}

    def asks_for(self, point: Checkpoint) -> tuple[tuple[str, str], ...]:
        given = point.settings.get("parameters")
        within = given.get("constraints") if isinstance(given, dict) else None
        texts = within if isinstance(within, list) else []
        named = [text.split() for text in texts if isinstance(text, str)]
        names = (point.settings.get("check"), *(words[0] for words in named if words))
        return tuple(("checks", name) for name in names if isinstance(name, str))

    def faults(self, point: Checkpoint) -> Iterator[Fault]:
        yield from super().faults(point)
        name = point.settings.get("check")
        if name not in KINDS:
            yield Fault(("check",), Message("knows no check {name!r}.", name=name))
            return
        try:
            parameters_of(point)
        except ValidationError as error:
            yield from map(_fault_of, error.errors())

    def doubts(self, point: Checkpoint) -> Iterator[Fault]:
        kind = KINDS.get(str(point.settings.get("check")))
        if kind is not None and kind.is_heuristic:
            yield Fault(("check",), "Goes by phrases and can be wrong.")

    def badge(self, point: Checkpoint) -> str:
        kind, given = kind_of(point), parameters_of(point)
        fields, title = type(given).model_fields, Message(kind.title)
        told = joined(
            (
                Message(
                    "{name}: {value}", name=Message(str(fields[name].title)), value=written(value)
                )
                for name, value in given.model_dump(exclude_defaults=True).items()
            ),
            most=2,
        )
        return Message("{title} ({told})", title=title, told=told) if told else title

    def parts(self, point: Checkpoint) -> tuple[Part, ...]:
        kind, found = kind_of(point), parameters_of(point)
        parts = [Part(PartKind.OTHER, "check", "Check by program", text=kind.title)]
        for name, field in type(found).model_fields.items():
            value = getattr(found, name)
            if value != field.default and value not in (None, ()):
                parts.append(Part(PartKind.OTHER, name, field.title or name, text=written(value)))
        return (*parts, *super().parts(point))

    def answered(
        self, settings: Mapping[str, JsonValue], answers: Mapping[str, Any]
    ) -> dict[str, JsonValue]:
        found = super().answered(settings, answers)
        check = kind_named(answers["check"]) if "check" in answers else found.get("check")
        if check != found.get("check"):
            found = {name: found[name] for name in ("gate",) if name in found} | {"check": check}
        name = str(found.get("check", ""))
        if name not in KINDS:
            raise UsageError(
                Message("There is no check {name!r}.", name=name),
                remedy="'xpert-studio checks list' names all.",
            )
        given = dict(found.get("parameters") or {})  # type: ignore[arg-type]
        for text in answers.get("parameter", ()):
            key, equals, value = text.partition("=")
            if not equals:
                raise UsageError(
                    Message("{text!r} is no parameter.", text=text),
                    remedy='Write it as "name=value".',
                )
            given[key.strip()] = read_parameter(KINDS[name], key.strip(), value.strip())
        return found | ({"parameters": given} if given else {})

    def cells(self, point: Checkpoint) -> dict[str, str]:
        given = point.settings.get("parameters")
        parameters = {"Parameters": json.dumps(given, ensure_ascii=False)} if given else {}
        return {
            "Check": kind_names().word(str(point.settings.get("check", ""))),
            **parameters,
            **super().cells(point),
        }

    def settings_in(self, cells: Mapping[str, Any]) -> dict[str, Any]:
        found: dict[str, Any] = {"check": kind_named(str(cells.get("Check", "")))}
        kind = KINDS.get(found["check"])
        try:
            typed = read_settings(str(cells.get("Parameters", "")), _Digits)
        except UsageError as error:
            raise CellError("Parameters", error.message, error.remedy) from error
        given = {name: _as_declared(kind, name, value) for name, value in typed.items()}
        return found | ({"parameters": given} if given else {}) | super().settings_in(cells)


@cache
def kind_names() -> Names[str]:
    """The names of the kinds of checks there are."""
    return Names("check", {kind.id: kind.title for kind in KINDS.values()})


def kind_named(text: str) -> str:
    """The id of the kind that a text names in any language; the text where it names none."""
    return kind_names().find(text) or text.strip()


def kind_of(point: Checkpoint) -> CheckKind:
    """The kind of a check.

    Raises:
        KeyError: This version of the program does not know it.
    """
    return KINDS[str(point.settings.get("check"))]


def parameters_of(point: Checkpoint) -> Parameters:
    """The parameters of a check.

    Raises:
        ValidationError: They do not fit its kind.
    """
    given = point.settings.get("parameters", {})
    if isinstance(given, dict):
        given = {name: value for name, value in given.items() if value is not None}
    # Not canonical JSON: that writes 1e23 by all its binary digits.
    text = unicodedata.normalize("NFC", json.dumps(given, sort_keys=True, ensure_ascii=False))
    return _parameters(kind_of(point).parameters, text.encode("utf-8", "replace"))


@lru_cache(maxsize=16_384)
def _parameters(shape: type[Parameters], given: bytes) -> Parameters:
    return shape.model_validate_json(given)


def read_parameter(kind: CheckKind, name: str, text: str) -> JsonValue:
    """A parameter as a person typed it, by the type that its kind declares.

    A text is taken as it stands; texts of a list stand between ``;``, or as JSON. A number that a
    double does not hold stays a text. What cannot be read is returned as a text, or as the JSON
    that it is.
    """
    field = kind.parameters.model_fields.get(name)
    shape = plain_type(field.annotation) if field else None
    if shape is str or get_origin(shape) is Literal:
        return text
    try:
        value: JsonValue = json.loads(text, parse_float=_number)
    except (ValueError, RecursionError):
        value = text
    if get_origin(shape) is tuple and not isinstance(value, list):
        return [item.strip() for item in text.split(";") if item.strip()]
    return value


class _Digits(str):
    """A number of a JSON text, as it is written there."""

    __slots__ = ()


def _as_declared(kind: CheckKind | None, name: str, value: JsonValue) -> JsonValue:
    """A parameter that was written in JSON, its numbers by the type that its kind declares."""
    if isinstance(value, list):
        return [str(item) if isinstance(item, _Digits) else item for item in value]
    if isinstance(value, _Digits):
        return read_parameter(kind, name, str(value)) if kind else str(value)
    return value


def _number(text: str) -> JsonValue:
    """A number of JSON; its text where a double or canonical JSON would change it."""
    value = float(text)
    if not isfinite(value) or abs(value) >= _WHOLE:
        return text
    return value if Decimal(repr(value)) == Decimal(text) else text


def written(value: object) -> str:
    """A parameter for people; ``read_parameter`` reads it."""
    if isinstance(value, tuple):
        return "; ".join(map(str, value))
    return json.dumps(value) if isinstance(value, bool) else str(value)


def _fault_of(detail: ErrorDetails) -> Fault:
    """A parameter that cannot be read, and why."""
    place, name = ("parameters", *detail["loc"]), ".".join(map(str, detail["loc"]))
    if detail["type"] == "missing":
        missing = Message("needs the parameter {name!r}.", name=name)
        return Fault(place, missing, mark("Fill this in."))
    if detail["type"] == "extra_forbidden":
        return Fault(place, Message("knows no parameter {name!r}.", name=name))
    why = detail.get("ctx", {}).get("error") or detail["msg"]
    if not name:
        return Fault(place, Message("cannot work with its parameters: {why}.", why=why))
    message = Message("cannot read its parameter {name!r}: {why}.", name=name, why=why)
    if detail["type"] in {"int_parsing", "float_parsing"}:
        return Fault(place, message, mark("Write a number."))
    return Fault(place, message, Message("This cannot be read: {why}.", why=why))


CHECK: Final = Check()
