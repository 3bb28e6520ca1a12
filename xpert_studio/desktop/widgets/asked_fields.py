"""The fields of a form as what they fill in describes them: a command, a request, a record.

The description (``core.fields.Asks``) stands where the value does, and the command line reads the
same one; a page says only what the window knows beside it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from enum import Enum
from functools import partial
from typing import Any, Final

from pydantic import BaseModel, ValidationError

from xpert_studio.core.fields import NOTHING, Asks, Parameter, fields_of, is_model
from xpert_studio.core.messages import Message
from xpert_studio.core.names import LISTS, Names
from xpert_studio.core.wording import mark, t, translated
from xpert_studio.core.workflow.commands import Command
from xpert_studio.desktop.widgets import form_inputs as inputs
from xpert_studio.desktop.widgets.fields import Options
from xpert_studio.desktop.widgets.form import FormField, Values
from xpert_studio.desktop.widgets.form_rows import rows

_MOST: Final = 2**31 - 1
_DIGITS: Final = 6
_LONG, _WIDE = 99_999, 120
_NUMBER, _ROW = 64, 60


def fields_for(
    source: Command[Any] | type, *names: str, **own: Mapping[str, Any]
) -> tuple[FormField, ...]:
    """The fields that fill in a command or a model.

    Args:
        source: A registered command, or a model that ``core.fields.fields_of`` reads.
        names: Which fields, in their order; all that have a title where none is named.
        own: By field, what the window says otherwise; the attributes of ``FormField``.
    """
    asked = source.parameters if isinstance(source, Command) else fields_of(source)
    known = {one.name: one for one in asked if isinstance(one.asks, Asks)}
    wanted = names or [name for name, one in known.items() if getattr(one.asks, "title", "")]
    model = source if isinstance(source, type) and issubclass(source, BaseModel) else None
    faults = {
        name: {"fault": partial(_fault, model, known[name])}
        for name in wanted
        if model and not is_model(known[name].kind) and _asks(known[name]).reads is None
    }
    return tuple(
        replace(_field(known[name]), **{**faults.get(name, {}), **own.get(name, {})})
        for name in wanted
    )


def _fault(model: type[BaseModel], parameter: Parameter, values: Values) -> str:
    """Why a model does not take what was filled in; empty where it does."""
    value = values[parameter.name]
    if value in (None, ""):
        return ""
    try:
        model.model_validate({k: v for k, v in values.items() if k in model.model_fields})
    except ValidationError as error:
        if any(
            detail["loc"][:1] == (parameter.name,) for detail in error.errors(include_url=False)
        ):
            asks = _asks(parameter)
            refused = Message("{field} cannot be {value!r}.", field=t(asks.title), value=value)
            return f"{translated(refused)} {t(asks.what)}"
    return ""


def answered(source: Command[Any], values: Mapping[str, Any]) -> dict[str, Any]:
    """What was filled in as a command takes it: what may be left out is, where it is empty."""
    known = {parameter.name: parameter for parameter in source.parameters}
    return {
        name: value
        for name, value in values.items()
        if value not in (None, "") or known[name].is_needed
    }


def _field(parameter: Parameter) -> FormField:
    asks = _asks(parameter)
    return FormField(
        key=parameter.name,
        title=asks.title,
        line=asks.line,
        beside=asks.is_beside,
        name=asks.what if asks.line or asks.is_beside or not asks.title else "",
        kind=_kind(parameter),
        help=asks.hint,
        unit="" if asks.unit == "%" else asks.unit,
        more=asks.is_advanced,
        preset=None if parameter.preset is NOTHING else parameter.preset,
        needed=mark("Fill this in.") if parameter.is_needed and not parameter.is_optional else "",
    )


def _asks(parameter: Parameter) -> Asks:
    assert isinstance(parameter.asks, Asks)
    return parameter.asks


def _kind(parameter: Parameter) -> inputs.Kind:
    asks, offered = _asks(parameter), _choices(parameter)
    if is_model(parameter.kind):
        return _rows(parameter)
    if offered is not None:
        if parameter.is_many:
            return inputs.boxes(lambda: [(id_, offered.title(id_), "") for id_ in offered])
        return inputs.choice(_offers(parameter, offered))
    if asks.is_command:
        return lambda name: inputs.command_words(_hint(asks))(name)
    if parameter.is_many and parameter.kind is str:
        return lambda name: inputs.texts(_hint(asks))(name)
    if parameter.kind is bool:
        return lambda name: inputs.check(t(asks.what).rstrip(".。"))(name)
    if parameter.kind is float and asks.unit == "%":
        return inputs.share()
    if asks.reads is not None:
        return inputs.typed(asks.reads, asks.empty, wide=_NUMBER)
    if parameter.kind in (int, float):
        return _number(parameter)
    return inputs.long_text() if asks.is_text else lambda name: inputs.text(_hint(asks))(name)


def _rows(parameter: Parameter) -> inputs.Kind:
    """A row for each of several models, with all that they ask for."""
    model, asks = parameter.kind, _asks(parameter)
    asked = {item.name: item.asks for item in fields_of(model) if isinstance(item.asks, Asks)}
    own = {
        name: {"kind": inputs.long_text(item.what, high=_ROW)}
        for name, item in asked.items()
        if item.is_text
    }
    stem = model.__name__.lower() if "id" in model.model_fields.keys() - asked.keys() else ""
    return rows(partial(fields_for, model, *asked, **own), asks.adds, asks.removes, stem)


def _choices(parameter: Parameter) -> Names[Any] | None:
    is_word = isinstance(parameter.kind, type) and issubclass(parameter.kind, Enum)
    return _asks(parameter).choices or (LISTS.get(parameter.kind.__name__) if is_word else None)


def _offers(parameter: Parameter, offered: Names[Any]) -> Callable[[], Options]:
    def offer() -> Options:
        empty = t(_asks(parameter).empty or mark("choose"))
        may_be_none = parameter.is_optional or parameter.default == ""
        none: Options = [(empty, None if parameter.is_optional else "")] if may_be_none else []
        return [*none, *((offered.title(id_), id_) for id_ in offered)]

    return offer


def _number(parameter: Parameter) -> inputs.Kind:
    asks, (least, most) = _asks(parameter), parameter.within or (None, None)
    if (
        parameter.kind is int
        and least is not None
        and most is not None
        and not parameter.is_optional
    ):
        return inputs.number(
            max(least, -_MOST),
            min(most, _MOST),
            suffix=" %" if asks.unit == "%" else "",
            wide=_WIDE if most > _LONG else 0,
        )
    preset = None if parameter.is_optional or parameter.preset is NOTHING else parameter.preset
    field = inputs.number(
        least if least is not None else -_MOST,
        most if most is not None else _MOST,
        digits=_DIGITS if parameter.kind is float else 0,
        empty=asks.empty or ("" if preset is None else f"{preset:g}"),
    )

    def make(name: str) -> inputs.Input:
        """Empty is what it is without being filled in."""
        made = field(name)
        return replace(made, read=lambda: preset if (read := made.read()) is None else read)

    return make


def _hint(asks: Asks) -> str:
    """What stands in a line while it is empty."""
    if asks.empty or not asks.example:
        return asks.empty
    return t("Such as {example}", example=asks.example.strip('"'))
