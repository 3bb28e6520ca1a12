"""What a person can fill in: how each value of a command, request, record or setting is asked for.

The description stands at the field itself, so that the command line, the window, the documents and
the checks read the same one. What has no ``Asks`` or ``Through`` is not asked for::

    def return_brief(unit: UnitOfWork, task_id: TaskId, *, reason: Reason) -> None: ...


    class Limits:
        calls: Annotated[int | None, Asks("Stop before more calls.", name="max_calls")] = None

``parameters_of`` reads a function and ``fields_of`` a model: a ``TypedDict``, a pydantic model or a
dataclass, with the fields of the models in it. How a value is typed and read is not decided here:
the command line has options, a form fields.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import MISSING, dataclass, field, fields, is_dataclass, replace
from functools import cache
from inspect import Parameter as Argument
from inspect import Signature
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Annotated, Any, Final, Union, get_args, get_origin, get_type_hints

from pydantic import BaseModel
from pydantic.fields import FieldInfo

if TYPE_CHECKING:
    from xpert_studio.core.names import Names

_MANY: Final = frozenset({Sequence, Collection, tuple, list, frozenset})
NOTHING: Final = Argument.empty
"""The default of what has none."""


@dataclass(frozen=True, slots=True)
class Asks:
    """How a person is asked for a value. Titles and the like are marked for translation.

    Attributes:
        what: What it is, in a sentence: the help of an option, the meaning in the documents.
        example: What may be typed; in quotation marks where it has spaces.
        name: What it is called there; the name of the parameter where empty. Of two words with a
            slash, the second takes it back.
        refers: The kind of record it names, which numbers, ranges and letters name too.
        is_text: Of any length, so that it may stand in a file.
        is_list: Several in one text, comma-separated, or in a file with one a line.
        needs_name: Whether a text that names nothing is refused, since leaving the option out means
            all; where None, a list is, but not where it changes what is there.
        is_command: A command: one text, of which the value has the words.
        within: The least and the most of a number; else what its type says.
        sets: The value that a flag stands for.
        choices: What it may be, where its type does not say; none for anything.
        among: Of the choices, only these.
        reads: Makes the value of a text, where its type does not say how.
        form: How it is written, such as ``NAME=VALUE``.
        preset: What is filled in where a person fills it in; else its default.
        title: Its caption in a form; without one a form has no field for it.
        line: The caption of several on one line of a form, at the first of them.
        is_beside: Whether it stands in a form beside the one before it.
        adds, removes: What the buttons of a form say that add and remove one of several models.
        unit: What stands behind it in a form.
        hint: One sentence below it in a form.
        empty: What leaving it out means, such as "no limit".
        is_advanced: Whether it is seldom needed, and stands behind the others in a form.
    """

    what: str
    example: str = ""
    name: str = ""
    refers: str = ""
    is_text: bool = False
    within: tuple[float | None, float | None] | None = None
    sets: Any = None
    is_list: bool = False
    is_command: bool = False
    choices: Names[Any] | None = None
    among: Collection[str] = ()
    reads: Callable[[str], Any] | None = None
    form: str = ""
    preset: Any = NOTHING
    title: str = ""
    line: str = ""
    is_beside: bool = False
    adds: str = ""
    removes: str = ""
    unit: str = ""
    hint: str = ""
    empty: str = ""
    is_advanced: bool = False
    needs_name: bool | None = None


@dataclass(frozen=True, slots=True)
class Through:
    """Values that several answers make.

    Attributes:
        fields: A model of the requested values; or what gives them, where packs bring them.
        by: What makes the values of the answers: a function of the answers, or the name of one that
            needs the project, which readers know.
        some: The fields, where they are not all.
    """

    fields: type | Callable[[], tuple[Parameter, ...]]
    by: str | Callable[[Mapping[str, Any]], dict[str, Any]]
    some: tuple[Parameter, ...] | None = None

    @property
    def parameters(self) -> tuple[Parameter, ...]:
        """The fields."""
        if self.some is not None:
            return self.some
        return fields_of(self.fields) if isinstance(self.fields, type) else self.fields()


@dataclass(frozen=True, slots=True)
class Parameter:
    """A value that a person is asked for.

    Attributes:
        kind: The type of one value.
        is_many: Several values.
        is_needed: There has to be one; it may be None only where ``is_optional``.
        default: What stands where none is given; ``NOTHING`` where that is not known.
        within: The least and the most of a number, None where there is no end.
        path: The fields that lead to it from what is filled in; the last is ``name``.
    """

    name: str
    asks: Asks | Through
    kind: Any
    is_many: bool
    is_needed: bool
    is_optional: bool
    default: Any = NOTHING
    within: tuple[float | None, float | None] | None = None
    path: tuple[str, ...] = field(default=())

    @property
    def label(self) -> str:
        """What it is called where it is asked for."""
        return (isinstance(self.asks, Asks) and self.asks.name) or self.name

    @property
    def option(self) -> str:
        """How it is named on the command line; a flag with a slash is named by its first word."""
        return f"--{self.label.partition('/')[0].replace('_', '-')}"

    @property
    def preset(self) -> Any:  # noqa: ANN401 - of any type
        """What is filled in at first; ``NOTHING`` where that is not known."""
        given = self.asks.preset if isinstance(self.asks, Asks) else NOTHING
        return self.default if given is NOTHING else given


def parameters_of(signature: Signature) -> tuple[Parameter, ...]:
    """What a person is asked for, in its order; keywords are as the fields of their type."""
    found: list[Parameter] = []
    for item in signature.parameters.values():
        if item.kind is Argument.VAR_KEYWORD:
            found += fields_of(get_args(item.annotation)[0])
        else:
            found += _asked(item.name, item.annotation, item.default, needs=True)
    return tuple(found)


@cache
def fields_of(model: type) -> tuple[Parameter, ...]:
    """What a person is asked for to fill a model, and the models that its fields hold."""
    hints, defaults = get_type_hints(model, include_extras=True), _defaults(model)
    found: list[Parameter] = []
    for name, hint in hints.items():
        default = (defaults or {}).get(name, NOTHING)
        if is_model(hint):
            found += _inner(name, hint, default)
        else:
            found += _asked(name, hint, default, needs=defaults is not None)
    return tuple(found)


def asks_of(model: type) -> dict[str, Asks]:
    """How a person is asked for the fields of a model, by name."""
    return {one.name: one.asks for one in fields_of(model) if isinstance(one.asks, Asks)}


def is_model(kind: Any) -> bool:  # noqa: ANN401 - any type
    """Whether values of a type have fields that can be asked for one by one."""
    return isinstance(kind, type) and (issubclass(kind, BaseModel) or is_dataclass(kind))


def _defaults(model: type) -> dict[str, Any] | None:
    """The defaults of a model's fields; None of one whose fields may all be left out."""
    if issubclass(model, BaseModel):
        return {
            name: NOTHING if info.is_required() else info.get_default(call_default_factory=True)
            for name, info in model.model_fields.items()
        }
    if is_dataclass(model):
        return {
            item.name: item.default
            if item.default is not MISSING
            else (NOTHING if item.default_factory is MISSING else item.default_factory())
            for item in fields(model)
        }
    return None


def _inner(name: str, model: type, default: Any) -> Iterator[Parameter]:  # noqa: ANN401 - a model
    """The fields of a model in a field; its defaults are those that the field has."""
    for item in fields_of(model):
        is_known = default is not NOTHING and len(item.path) == 1
        own = getattr(default, item.name) if is_known else item.default
        yield replace(item, path=(name, *item.path), default=own)


def _asked(name: str, annotation: Any, default: Any, *, needs: bool) -> Iterator[Parameter]:  # noqa: ANN401 - any type and value
    parts = get_args(annotation) if _is_union(annotation) else (annotation,)
    for part in parts:
        for asks in getattr(part, "__metadata__", ()):
            if isinstance(asks, Asks | Through):
                yield _parameter(name, asks, part, default, needs and default is NOTHING, parts)


def _parameter(
    name: str,
    asks: Asks | Through,
    part: Any,  # noqa: ANN401 - any type
    default: Any,  # noqa: ANN401 - any value
    is_needed: bool,
    parts: Sequence[Any],
) -> Parameter:
    plain = get_args(part)[0]
    kinds = get_args(plain) if _is_union(plain) else (plain,)
    kind = next(item for item in kinds if item is not NoneType)
    bounds = [*part.__metadata__, *getattr(kind, "__metadata__", ())]
    kind = _bare(kind)
    is_many = get_origin(kind) in _MANY
    is_one = isinstance(asks, Asks) and asks.is_command
    return Parameter(
        name,
        asks,
        _bare(get_args(kind)[0]) if is_many else kind,
        is_many and not is_one,
        is_needed,
        NoneType in kinds or NoneType in parts,
        default,
        (asks.within if isinstance(asks, Asks) else None) or _within(bounds),
        (name,),
    )


def _bare(kind: Any) -> Any:  # noqa: ANN401 - any type
    return get_args(kind)[0] if get_origin(kind) is Annotated else kind


def _is_union(annotation: Any) -> bool:  # noqa: ANN401 - any type
    return get_origin(annotation) in {Union, UnionType}


def _within(metadata: Sequence[Any]) -> tuple[float | None, float | None] | None:
    """The least and the most that pydantic lets a number be."""
    limits = [one for item in metadata if isinstance(item, FieldInfo) for one in item.metadata]
    least = next((limit.ge for limit in limits if hasattr(limit, "ge")), None)
    most = next((limit.le for limit in limits if hasattr(limit, "le")), None)
    return None if least is None and most is None else (least, most)
