"""What the parameters of commands are, for whatever asks a person for them.

A handler annotates what a person may type; what has no ``Asks`` or ``Through`` is not asked for::

    def return_brief(unit: UnitOfWork, task_id: TaskId, *, reason: Reason) -> None: ...

How a value is typed and read is not decided here: the command line has options, a form fields.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from inspect import Parameter as Argument
from inspect import Signature
from types import NoneType, UnionType
from typing import Annotated, Any, Final, Union, get_args, get_origin, get_type_hints

_MANY: Final = frozenset({Sequence, Collection, tuple, list})
MOST_SEED: Final = 2**63 - 1
"""What a project file can hold; numpy takes no negative seed."""


@dataclass(frozen=True, slots=True)
class Asks:
    """How a person is asked for a value.

    Attributes:
        what: What it is, in a sentence.
        example: What may be typed; in quotation marks where it has spaces.
        name: What it is called there; the name of the parameter where empty.
        refers: The kind of record it names, which numbers, ranges and letters name too.
        is_text: Of any length, so that it may stand in a file.
        within: The least and the most of a number.
        sets: The value that a flag stands for.
    """

    what: str
    example: str = ""
    name: str = ""
    refers: str = ""
    is_text: bool = False
    within: tuple[int, int] | None = None
    sets: Any = None


@dataclass(frozen=True, slots=True)
class Through:
    """A value that several answers make.

    Attributes:
        fields: A ``TypedDict`` of the requested values.
        by: What makes the value of the answers, by the name that readers know.
    """

    fields: type
    by: str


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter of a command that a person is asked for.

    Attributes:
        kind: The type of one value.
        is_many: Several values.
        is_needed: The command cannot be called without; may be None only where ``is_optional``.
    """

    name: str
    asks: Asks | Through
    kind: Any
    is_many: bool
    is_needed: bool
    is_optional: bool

    @property
    def label(self) -> str:
        """What it is called where it is asked for."""
        return (isinstance(self.asks, Asks) and self.asks.name) or self.name


def parameters_of(signature: Signature) -> tuple[Parameter, ...]:
    """What a person is asked for, in its order; keywords are as the fields of their type."""
    found: list[Parameter] = []
    for item in signature.parameters.values():
        if item.kind is Argument.VAR_KEYWORD:
            found += fields_of(get_args(item.annotation)[0])
        else:
            found += _asked(item.name, item.annotation, is_needed=item.default is Argument.empty)
    return tuple(found)


def fields_of(fields: type) -> tuple[Parameter, ...]:
    """What a person is asked for to fill a ``TypedDict``."""
    hints = get_type_hints(fields, include_extras=True)
    return tuple(item for name, hint in hints.items() for item in _asked(name, hint))


def _asked(name: str, annotation: Any, *, is_needed: bool = False) -> Iterator[Parameter]:  # noqa: ANN401 - any type
    is_union = get_origin(annotation) in {Union, UnionType}
    for part in get_args(annotation) if is_union else (annotation,):
        for asks in getattr(part, "__metadata__", ()):
            plain = get_args(part)[0]
            kinds = get_args(plain) if get_origin(plain) in {Union, UnionType} else (plain,)
            kind = next(item for item in kinds if item is not NoneType)
            is_many = get_origin(kind) in _MANY
            yield Parameter(
                name,
                asks,
                get_args(kind)[0] if is_many else kind,
                is_many,
                is_needed,
                NoneType in kinds or (is_union and NoneType in get_args(annotation)),
            )


TaskId = Annotated[str, Asks("The task's id.", "a-lease-7k2m", "task")]
CheckpointId = Annotated[
    str,
    Asks("The checkpoint: its number in the rubric, or its id.", "3", "checkpoint", "checkpoint"),
]
CheckpointIds = Annotated[
    Sequence[str],
    Asks("Checkpoints: numbers, ranges (2-5) or ids.", "2-5", "checkpoints", "checkpoint"),
]
ResponseId = Annotated[
    str,
    Asks(
        "The response: TASK:LETTER as listed, TASK:SYSTEM unless hidden, or its id.",
        "a-lease-7k2m:A",
        "response",
        "response",
    ),
]
SuggestionIds = Annotated[
    Sequence[str],
    Asks("Suggestions: numbers, ranges (2-5), ids, or 'all'.", "1-5", "suggestions", "suggestion"),
]
PersonId = Annotated[str, Asks("Their id: short, and never changed.", "wei", "id")]
ExpertId = Annotated[str, Asks("The expert who judged it.", "maria", "expert")]
CommentId = Annotated[str, Asks("The comment's id.", "rm-3kd92mf", "comment")]
SystemName = Annotated[str, Asks("What the system is called.", "aurora-2", "system")]
SubsetName = Annotated[str, Asks("The subset.", "gold-2")]
Reason = Annotated[str, Asks("Why; its author will read it.", '"Clause 9 is missing."')]
Place = Annotated[int, Asks("Its number in the rubric. Default: the end.", "1", "", "place")]
Seed = Annotated[int, Asks("Of the sampling; kept with it.", "7", within=(0, MOST_SEED))]
