"""The commands of a project: what people do, with name, words and what carries it out.

A command is a function over a ``UnitOfWork``, registered by ``command``. Called with a
``CommandContext`` in its place, it is carried out in one transaction and returns the ``Change``::

    @command("checkpoint.remove", "Remove checkpoints", done="removed checkpoints")
    def remove_checkpoints(unit: UnitOfWork, task_id: TaskId, lines: CheckpointIds) -> None: ...

    change = remove_checkpoints(ctx, "t1", ["c3"])

Command line, menus, tooltips, history and log read ``COMMANDS``.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from typing import Annotated, Any, Concatenate, Final, Generic, ParamSpec

from xpert_studio.core.errors import NotFoundError, UsageError, XpertError
from xpert_studio.core.fields import Asks, Parameter, parameters_of
from xpert_studio.core.messages import Message
from xpert_studio.core.pack_manifest import Pack
from xpert_studio.core.packs import brought, leave_out, packs
from xpert_studio.core.records import Change, Role
from xpert_studio.core.wording import mark
from xpert_studio.core.workflow.command_context import CommandContext, UnitOfWork

P = ParamSpec("P")
Handler = Callable[Concatenate[UnitOfWork, P], None]


@dataclass(frozen=True, slots=True)
class CommandWords:
    """What a row of the history is called.

    Attributes:
        name: ``subject.verb``; stands in the log and is never used for anything else.
        title: What is done, as a menu says it: ``Split checkpoint``.
        done: What was done, after the name of the person: ``split a checkpoint``.
    """

    name: str
    title: Message
    done: Message


WORDS: Final[dict[str, CommandWords]] = {}
"""What every row of the history is called, by its name."""

COMMANDS: Final[dict[str, Command[Any]]] = {}
"""Every command, by its name."""


_LATER: Final = (
    "xpert_studio.core.workflow.assignments.closing",
    "xpert_studio.core.workflow.assignments.importing",
)
"""Modules with commands that nothing else has to import."""
BROUGHT: Final = "changes"
"""The kind of entries of packs that are commands."""


def every_command() -> Mapping[str, Command[Any]]:
    """All commands there are, also those of parts that are imported where they are used, by name.

    A command of a pack is called ``pack.verb`` and stands in the manifest by that name; another one
    is left out.
    """
    for name in _LATER:
        import_module(name)
    for pack in packs():
        for name in pack.changes:
            _brought(pack, name)
    return COMMANDS


def words_of(name: str) -> CommandWords:
    """What a row of the history is called, also where nothing here knows more of it."""
    if name not in WORDS:
        every_command()
    pack = name.partition(".")[0]
    return WORDS.get(name) or CommandWords(
        name,
        Message("A change by the pack {pack}", pack=pack),
        Message("did something of the pack {pack}", pack=pack),
    )


def _brought(pack: Pack, name: str) -> None:
    """Imports a command of a pack, and drops what it may not be called."""
    for one in brought(pack, BROUGHT, name):
        if not name.startswith(f"{pack.id}.") or getattr(one, "name", "") != name:
            COMMANDS.pop(getattr(one, "name", ""), None)
            leave_out(pack, name, Message("It has to be called {pack}.VERB.", pack=pack.id))


class Command(Generic[P]):
    """A registered command.

    Attributes:
        words: What it is called.
        handler: Checks, and writes records through the unit of work.
        version: Of its parameters.
        line: Its words on the command line, then its arguments by their labels in capitals:
            ``rubric edit TASK LINE``; other parameters are options. Empty where it has no place.
        told: What a person is reported beside ``done``, with the details of the change in braces.
        stays: Why it cannot be undone, in a sentence; empty where it can.
        by: Roles of which a person needs one, before anything else is looked at; what else it takes
            its handler checks.
        is_of_program: Whether it is also carried out with nobody named, where the program ends what
            a person began, or the project has no people.
    """

    def __init__(
        self,
        words: CommandWords,
        handler: Handler[P],
        version: int = 1,
        line: str = "",
        told: str = "",
        stays: str = "",
        *,
        by: tuple[Role, ...] = (),
        is_of_program: bool = False,
    ) -> None:
        self.words = words
        self.handler = handler
        self.version = version
        self.line = line
        self.told = told
        self.stays = stays
        self.by = by
        self.is_of_program = is_of_program
        self.__name__ = handler.__name__
        self.__doc__ = handler.__doc__

    @property
    def name(self) -> str:
        """Its name in the log."""
        return self.words.name

    @cached_property
    def hint(self) -> str:
        """The first sentence of its documentation."""
        return (inspect.getdoc(self.handler) or "").partition("\n\n")[0].replace("\n", " ")

    @cached_property
    def signature(self) -> inspect.Signature:
        """Its parameters, without the unit of work, with their types."""
        found = inspect.signature(self.handler, eval_str=True)
        return found.replace(parameters=list(found.parameters.values())[1:])

    @cached_property
    def parameters(self) -> tuple[Parameter, ...]:
        """What a person is asked for."""
        return parameters_of(self.signature)

    def __call__(self, ctx: CommandContext, /, *args: P.args, **kwargs: P.kwargs) -> Change:
        """Carries the command out.

        Raises:
            XpertError: It is refused; the project is as it was.
        """
        with self._unit(ctx) as unit:
            unit.take_parameters(self.signature.bind(*args, **kwargs).arguments)
            self.handler(unit, *args, **kwargs)
        return unit.change

    def tried(self, ctx: CommandContext, /, *args: P.args, **kwargs: P.kwargs) -> Change:
        """What would come of it now; it is taken back, and nothing is written.

        Raises:
            XpertError: It would be refused.
        """
        with suppress(_TakeBackError), self._unit(ctx) as unit:
            self.handler(unit, *args, **kwargs)
            unit.finish()
            raise _TakeBackError
        return unit.change

    def refusal(
        self, ctx: CommandContext, /, *args: P.args, **kwargs: P.kwargs
    ) -> XpertError | None:
        """Why it would be refused now; None where it would be carried out. Writes nothing."""
        try:
            self.tried(ctx, *args, **kwargs)
        except XpertError as error:
            return error
        return None

    def refusal_with(self, ctx: CommandContext, known: Mapping[str, Any]) -> XpertError | None:
        """Why it would be refused with what is chosen; None where it could be carried out.

        Args:
            ctx: Whose.
            known: Parameters by name. What else it needs is tried by the example that is given of
                it: that an example is not there, or not right, is no refusal.
        """
        filled = self.filled(known)
        refused = self.refusal(ctx, **filled)  # type: ignore[call-arg]
        has_examples = len(filled) > len(known)
        is_of_examples = has_examples and isinstance(refused, NotFoundError | UsageError)
        return None if is_of_examples else refused

    def filled(self, known: Mapping[str, Any]) -> dict[str, Any]:
        """What is chosen, and examples of what else it needs."""
        needed = (
            parameter
            for parameter in self.parameters
            if parameter.is_needed and parameter.name not in known
        )
        examples = {
            one.name: _example_of(one, one.asks) for one in needed if isinstance(one.asks, Asks)
        }
        return examples | dict(known)

    def _unit(self, ctx: CommandContext) -> AbstractContextManager[UnitOfWork]:
        return ctx.unit_of_work(
            self.name, version=self.version, by=self.by, is_of_program=self.is_of_program
        )


def _example_of(parameter: Parameter, asks: Asks) -> object:
    text = asks.example.strip('"')
    value = parameter.kind(text) if parameter.kind in {int, float} else text
    return (value,) if parameter.is_many else value


class _TakeBackError(Exception):
    """Takes back what was done to find out whether it could be."""


def command(
    name: str,
    title: str,
    *,
    done: str,
    version: int = 1,
    line: str = "",
    told: str = "",
    stays: str = "",
    by: tuple[Role, ...] = (),
    is_of_program: bool = False,
) -> Callable[[Handler[P]], Command[P]]:
    """Registers a function as the handler of a command; see ``CommandWords`` and ``Command``."""

    def register(handler: Handler[P]) -> Command[P]:
        words = named(name, title, done)
        COMMANDS[name] = found = Command(
            words, handler, version, line, told, stays, by=by, is_of_program=is_of_program
        )
        return found

    return register


def named(name: str, title: str, done: str) -> CommandWords:
    """Names a row that tells of something which is no command of a person, as the end of a run.

    Raises:
        ValueError: The name is taken.
    """
    if name in WORDS:
        raise ValueError(name)
    WORDS[name] = words = CommandWords(name, Message(title), Message(done))
    return words


MOST_SEED: Final = 2**63 - 1
"""What a project file can hold; numpy takes no negative seed."""
TaskId = Annotated[str, Asks("The task's id.", "a-lease-7k2m", "task")]
CheckpointId = Annotated[
    str,
    Asks("The checkpoint: its number in the rubric, or its id.", "3", "checkpoint", "checkpoint"),
]
CheckpointIds = Annotated[
    Sequence[str],
    Asks("Checkpoints: numbers, ranges (2-5) or ids.", "2-5", "checkpoints", "checkpoint"),
]
ReadCheckpoints = Annotated[
    Sequence[str],
    Asks(
        "Checkpoints: numbers, ranges (2-5) or ids. Default: all.",
        "1-9",
        "checkpoints",
        "checkpoint",
    ),
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
ResponseIds = Annotated[
    Sequence[str],
    Asks(
        "Responses: TASK:LETTER. Default: all that wait for you.",
        "a-lease-7k2m:B",
        "responses",
        "response",
    ),
]
SuggestionIds = Annotated[
    Sequence[str],
    Asks("Suggestions: numbers, ranges (2-5), ids, or 'all'.", "1-5", "suggestions", "suggestion"),
]
PersonId = Annotated[
    str, Asks("Their id: short, and never changed.", "wei", "id", title=mark("Id"))
]
ExpertId = Annotated[str, Asks("The expert who judged it.", "maria", "expert")]
CommentId = Annotated[str, Asks("The comment's id.", "rm-3kd92mf", "comment")]
SystemName = Annotated[str, Asks("What the system is called.", "aurora-2", "system")]
SubsetName = Annotated[str, Asks("The subset.", "gold-2")]
Reason = Annotated[
    str,
    Asks("Why; its author will read it.", '"Clause 9 is missing."', title=mark("Reason")),
]
Place = Annotated[int, Asks("Its number in the rubric. Default: the end.", "1", "", "place")]
Seed = Annotated[
    int,
    Asks(
        "Of the sampling; kept with it.", "7", within=(0, MOST_SEED), title=mark("Seed"), preset=1
    ),
]
