"""Makes options of what a person can fill in, and of what was typed the requests of commands.

A command is a function. A parameter of it whose type is a request (a model with fields that say
how they are asked for, see ``xpert_studio.core.fields``) stands for the options of that request,
and so for those of the models in it; one that says itself how it is asked for is an option, too.
An ``Output`` stands for ``--json``::

    def score(project: ProjectArgument, request: ScoreRequest, output: Output) -> None:
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import reduce, wraps
from inspect import Parameter as Argument
from inspect import Signature, signature
from operator import attrgetter
from pathlib import Path
from typing import Annotated, Any, Final, TypeVar, get_args, get_origin

import typer
from pydantic import BaseModel, TypeAdapter, ValidationError

from xpert_studio.cli.output import JsonOption, Output
from xpert_studio.cli.typed import chosen, command_words, names_of, only, text_of
from xpert_studio.core.errors import UsageError
from xpert_studio.core.fields import (
    NOTHING,
    Asks,
    Parameter,
    Through,
    fields_of,
    is_model,
    parameters_of,
)
from xpert_studio.core.messages import Message
from xpert_studio.core.names import LISTS

Values = dict[str, Any]
_Made = TypeVar("_Made")
Model = TypeVar("Model", bound=BaseModel)
_TYPED: Final = frozenset({bool, int, float, Path})
"""Types that typer reads; all else is read from text."""


@dataclass(frozen=True, slots=True)
class Fill:
    """What of a request a command asks for, by the names of options; all of it where this is empty.

    Attributes:
        only: Nothing else.
        without: All but these.
        needs: What there has to be here.
        words: What an option means here.
        presets: The defaults here.
        arguments: What is typed without the name of an option.
        changes: Of this model, only what was typed, as a mapping: for ``changed``.
    """

    only: Collection[str] = ()
    without: Collection[str] = ()
    needs: Collection[str] = ()
    words: Mapping[str, str] = field(default_factory=dict)
    presets: Mapping[str, Any] = field(default_factory=dict)
    arguments: Collection[str] = ()
    changes: type | None = None

    def of(self, parameters: Sequence[Parameter]) -> tuple[Parameter, ...]:
        """The fields, as the command asks for them."""
        return tuple(self._here(item) for item in parameters if self._is_asked(item))

    def _is_asked(self, item: Parameter) -> bool:
        if isinstance(item.asks, Through):
            return any(map(self._is_asked, item.asks.parameters))
        return item.label not in self.without and (not self.only or item.label in self.only)

    def _here(self, item: Parameter) -> Parameter:
        if isinstance(item.asks, Through):
            return replace(item, asks=replace(item.asks, some=self.of(item.asks.parameters)))
        what = self.words.get(item.label, item.asks.what)
        preset = None if self.changes else self.presets.get(item.label, item.asks.preset)
        is_needed = not self.changes and (item.is_needed or item.label in self.needs)
        asks = replace(item.asks, what=what, preset=preset)
        return replace(item, asks=asks, is_needed=is_needed)


TERMS: Final = Fill(only=("base_url", "concurrency", "budget", "timeout", "retries", "cluster"))
"""Of ``RunTerms``, for commands that ask a model beside their own work."""


def each(parameters: Sequence[Parameter]) -> Iterator[tuple[Parameter, Asks]]:
    """Every field that is asked for by itself."""
    for item in parameters:
        if isinstance(item.asks, Through):
            yield from each(item.asks.parameters)
        else:
            yield item, item.asks


def flags(item: Parameter) -> tuple[str, ...]:
    """How an option is given: ``--spot-checks``; of a flag also how it is taken back."""
    _, _, no = item.label.replace("_", "-").partition("/")
    return item.option, f"--{no or f'no-{item.option[2:]}'}"


def options_for(
    parameters: Sequence[Parameter], words: Sequence[str] = (), *, is_request: bool = False
) -> list[Argument]:
    """What typer needs of parameters.

    Args:
        parameters: The fields.
        words: Those whose label is among these are arguments.
        is_request: Whether defaults are said, and texts that are needed have to be typed. A command
            of the project says itself what stands where nothing is typed, and what it needs.
    """
    return [_option(item, asks, words, is_request) for item, asks in each(parameters)]


def _help(item: Parameter, asks: Asks) -> str:
    """What it is, and the words it may be."""
    is_enum = isinstance(item.kind, type) and issubclass(item.kind, Enum)
    if not is_enum or asks.sets is not None or asks.choices is not None:
        return asks.what
    words = [str(word.value).replace("_", "-") for word in item.kind]
    if all(word in asks.what for word in words):
        return asks.what
    # One text, which is translated as a whole.
    return f"{asks.what} One of: {', '.join(words)}."


def _option(item: Parameter, asks: Asks, words: Sequence[str], is_request: bool) -> Argument:
    """What typer needs to know of a parameter."""
    is_plain = item.kind in _TYPED and asks.refers in {"", "place"} and asks.reads is None
    kind: Any = item.kind if is_plain else str
    kind = bool if item.kind is bool or asks.sets is not None else kind
    kind = list[kind] if item.is_many else kind
    label, default = item.label.upper(), _shown(item) if is_request else None
    if label in words:
        info = typer.Argument(help=_help(item, asks), metavar=label, show_default=False)
        needed = not item.is_optional
    else:
        info = _info(item, asks, default)
        is_text = item.kind is str and not is_request
        needed = item.is_needed and not item.is_optional and not is_text
    return Argument(
        item.name,
        Argument.KEYWORD_ONLY,
        default=Argument.empty if needed else default,
        annotation=Annotated[kind if needed else kind | None, info],
    )


def _info(item: Parameter, asks: Asks, default: object) -> Any:  # noqa: ANN401 - typer's own
    yes, no = flags(item)
    is_flag = item.kind is bool and asks.sets is None
    takes_back = is_flag and (default is not False or "/" in item.label)
    least, most = item.within or (None, None)
    return typer.Option(
        f"{yes}/{no}" if takes_back else yes,
        help=_help(item, asks),
        min=least,
        max=most,
        metavar=asks.form or None,
        show_default=default is not None,
    )


def _shown(item: Parameter) -> Any:  # noqa: ANN401 - of the kind of the parameter
    """The default as it is typed; None where there is none."""
    default = item.preset
    is_flag = isinstance(item.asks, Asks) and item.asks.sets is not None
    if default in (NOTHING, None, "", ()) or item.is_many or is_flag:
        return None
    if isinstance(default, Enum):
        return str(default.value).replace("_", "-")
    return int(default) if isinstance(default, float) and default.is_integer() else default


def given(asked: Mapping[str, object]) -> Values:
    """What was typed, without what was left out."""
    return {name: value for name, value in asked.items() if value not in (None, [])}


def _refuse_nothing(asks: Asks, found: object, name: str, *, is_change: bool) -> None:
    """An option that is typed and names nothing is not one that was left out, which means all."""
    needed = asks.is_list and not is_change if asks.needs_name is None else asks.needs_name
    if needed and not found:
        raise UsageError(
            Message("{option} names nothing.", option=name),
            remedy=Message("Name something, or leave {option} out.", option=name),
        )


def plain_value(
    item: Parameter,
    asks: Asks,
    typed: Any,  # noqa: ANN401 - as typer gives it
    name: str,
    *,
    is_change: bool = False,
) -> object:
    """A value by what was typed, which names nothing of a project.

    Args:
        item: The field.
        asks: How.
        typed: One, or a list where there may be several.
        name: How it is called in an error.
        is_change: Whether it changes what is there, so that naming nothing takes that back.

    Raises:
        UsageError: It cannot be read, or names nothing where it has to.
    """
    if asks.sets is not None:
        return asks.sets
    named = names_of(typed) if asks.is_list else typed
    is_blank = isinstance(named, str) and not named.strip()
    _refuse_nothing(asks, not is_blank and named, name, is_change=is_change)
    if asks.is_list:
        return named
    if asks.is_command:
        return command_words(typed)
    texts = list(typed) if item.is_many else [typed]
    is_enum = isinstance(item.kind, type) and issubclass(item.kind, Enum)
    names = asks.choices or (LISTS[item.kind.__name__] if is_enum else None)
    if asks.reads is not None:
        found = [asks.reads(text) for text in texts]
    elif names is not None:
        parts = [part for text in texts for part in text.split(",")]
        found = list(dict.fromkeys(chosen(names, part, name, asks.among) for part in parts))
    else:
        found = [text_of(text) for text in texts] if asks.is_text else texts
    return tuple(found) if item.is_many else only(found, typed)


def _read(
    parameters: Sequence[Parameter], typed: Mapping[str, Any], *, is_change: bool = False
) -> dict[tuple[str, ...], Any]:
    """Values by where they belong; what was left out is left out."""
    found: dict[tuple[str, ...], Any] = {}
    for item in parameters:
        if isinstance(item.asks, Through):
            answers = {
                path[-1]: value for path, value in _read(item.asks.parameters, typed).items()
            }
            assert not isinstance(item.asks.by, str)  # noqa: S101 - of a request, no command
            made = item.asks.by(answers)
            found |= {(*item.path[:-1], name): value for name, value in made.items()}
        elif item.name in typed:
            text = typed[item.name]
            value = plain_value(item, item.asks, text, item.option, is_change=is_change)
            found[item.path] = None if value == "" and item.default is None else value
    return found


def fields_typed(
    parameters: Sequence[Parameter], typed: Mapping[str, Any], *, is_change: bool = False
) -> Values:
    """The fields of a model by what was typed, those of models in it in mappings of their own.

    Raises:
        UsageError: Something cannot be read.
    """
    data: Values = {}
    for path, value in _read(parameters, typed, is_change=is_change).items():
        reduce(lambda inside, name: inside.setdefault(name, {}), path[:-1], data)[path[-1]] = value
    return data


def changed(known: Model, typed: Mapping[str, Any]) -> Model:
    """A record with what was typed in place of what it has; see ``Fill.changes``.

    Raises:
        UsageError: A value cannot be that of its field; it names the option.
    """
    data = {**known.model_dump(), **typed}
    return made_of(type(known), fields_of(type(known)), data)


def made_of(
    model: type[_Made],
    parameters: Sequence[Parameter],
    data: Values,
    called: Callable[[Parameter], str] = attrgetter("option"),
) -> _Made:
    """A request of its fields.

    Args:
        model: Of the request.
        parameters: What was asked for.
        data: By field; what is left out is as by default.
        called: How a field was typed.

    Raises:
        UsageError: A value cannot be that of its field; it names the option.
    """
    try:
        return TypeAdapter(model).validate_python(data)
    except ValidationError as error:
        raise _refused(error, parameters, called) from error


_REMEDIES: Final = {
    "string_pattern_mismatch": Message("A name has letters, digits, '.', '_', ':' and '-'."),
}
"""What to do about an argument, by what pydantic says is wrong with it."""


def _refused(
    error: ValidationError, parameters: Sequence[Parameter], called: Callable[[Parameter], str]
) -> UsageError:
    detail = error.errors(include_url=False)[0]
    place = tuple(str(part) for part in detail["loc"])
    named = {item.path: (called(item), asks.what) for item, asks in each(parameters)}
    option, what = next(
        (words for path, words in named.items() if place[: len(path)] == path),
        (" ".join(place), ""),
    )
    problem = detail.get("ctx", {}).get("error")
    if problem is not None and not what:  # of several fields together
        return UsageError(str(problem))
    value = str(detail["input"])
    return UsageError(
        Message("{field} cannot be {value!r}.", field=option, value=value[:80]),
        remedy=Message("What {option} is: {what}", option=option, what=Message(what))
        if what
        else _REMEDIES.get(detail["type"], ""),
    )


_ALL: Final = Fill()


@dataclass(frozen=True, slots=True)
class _Part:
    """A parameter of a function: a request, or an option by itself."""

    argument: Argument
    parameters: tuple[Parameter, ...]
    model: type | None = None
    fill: Fill = _ALL

    @property
    def options(self) -> list[Argument]:
        """As typer takes it."""
        words = [name.upper() for name in self.fill.arguments]
        return options_for(self.parameters, words, is_request=True)

    def value(self, typed: Mapping[str, Any]) -> Any:  # noqa: ANN401 - of the parameter
        own = given({item.name: typed[item.name] for item, _ in each(self.parameters)})
        if self.fill.changes is not None:
            return fields_typed(self.parameters, own, is_change=True)
        if self.model is not None:
            return made_of(self.model, self.parameters, fields_typed(self.parameters, own))
        item = self.parameters[0]
        assert isinstance(item.asks, Asks)  # noqa: S101 - see _part
        if item.name not in own:
            return self.argument.default
        return plain_value(item, item.asks, own[item.name], item.option)


class _Spoken:
    """The parameter for what a command says: ``--json`` asks how."""

    options = (Argument("as_json", Argument.KEYWORD_ONLY, default=False, annotation=JsonOption),)

    def value(self, typed: Mapping[str, Any]) -> Output:
        return Output(as_json=typed["as_json"])


def _part(argument: Argument) -> _Part | _Spoken | None:
    """What a parameter of a function asks for; None where typer knows."""
    if argument.annotation is Output:
        return _Spoken()
    kind, *more = (
        get_args(argument.annotation)
        if get_origin(argument.annotation) is Annotated
        else (argument.annotation,)
    )
    fill = next((one for one in more if isinstance(one, Fill)), _ALL)
    model = fill.changes or kind
    if is_model(model) and fields_of(model):
        return _Part(argument, fill.of(fields_of(model)), model, fill)
    asked = parameters_of(Signature([argument]))
    return _Part(argument, asked) if asked else None


def with_requests(work: Callable[..., None]) -> Callable[..., None]:
    """A command whose options are those of the requests that a function takes, ``--json`` last."""
    own = signature(work, eval_str=True).parameters.values()
    parts = [(item, _part(item)) for item in own]
    if not any(part for _, part in parts):
        return work

    @wraps(work)
    def run(**typed: object) -> None:
        work(**{item.name: part.value(typed) if part else typed[item.name] for item, part in parts})

    asked = [one for item, part in parts for one in (part.options if part else [item])]
    return with_signature(run, sorted(asked, key=lambda one: one.name == "as_json"), work.__doc__)


def with_signature(
    run: Callable[..., None], asked: Sequence[Argument], text: str | None
) -> Callable[..., None]:
    """A function that is seen to take these, with that help."""
    asked = [item.replace(kind=Argument.KEYWORD_ONLY) for item in asked]
    run.__signature__ = Signature(asked)  # type: ignore[attr-defined]
    run.__annotations__ = {item.name: item.annotation for item in asked}
    run.__doc__ = text
    return run
