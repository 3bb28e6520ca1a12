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
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Concatenate, Final, Generic, ParamSpec

from xpert_studio.core.errors import XpertError
from xpert_studio.core.fields import Parameter, parameters_of
from xpert_studio.core.records import Change
from xpert_studio.core.workflow.command_context import CommandContext, UnitOfWork

P = ParamSpec("P")
Handler = Callable[Concatenate[UnitOfWork, P], None]


@dataclass(frozen=True, slots=True)
class Words:
    """What a row of the history is called.

    Attributes:
        name: ``subject.verb``; stands in the log and is never used for anything else.
        title: What is done, as a menu says it: ``Split checkpoint``.
        done: What was done, after the name of the person: ``split a checkpoint``.
    """

    name: str
    title: str
    done: str


WORDS: Final[dict[str, Words]] = {}
"""What every row of the history is called, by its name."""

COMMANDS: Final[dict[str, Command[Any]]] = {}
"""Every command, by its name."""


class Command(Generic[P]):
    """A registered command.

    Attributes:
        words: What it is called.
        handler: Checks, and writes records through the unit of work.
        version: Of its parameters.
        line: Its words on the command line, then its arguments by their labels in capitals:
            ``rubric edit TASK LINE``; other parameters are options. Empty where it has no place.
        told: What a person is reported beside ``done``, with the details of the change in braces.
    """

    def __init__(
        self, words: Words, handler: Handler[P], version: int, line: str, told: str
    ) -> None:
        self.words = words
        self.handler = handler
        self.version = version
        self.line = line
        self.told = told
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
        with ctx.unit_of_work(self.name, version=self.version) as unit:
            unit.take_parameters(self.signature.bind(*args, **kwargs).arguments)
            self.handler(unit, *args, **kwargs)
        return unit.change

    def refusal(
        self, ctx: CommandContext, /, *args: P.args, **kwargs: P.kwargs
    ) -> XpertError | None:
        """Why it would be refused now; None where it would be carried out. Writes nothing."""
        try:
            with ctx.unit_of_work(self.name, version=self.version) as unit:
                self.handler(unit, *args, **kwargs)
                raise _TakeBackError
        except _TakeBackError:
            return None
        except XpertError as error:
            return error


class _TakeBackError(Exception):
    """Takes back what was done to find out whether it could be."""


def command(
    name: str, title: str, *, done: str, version: int = 1, line: str = "", told: str = ""
) -> Callable[[Handler[P]], Command[P]]:
    """Registers a function as the handler of a command; see ``Words`` and ``Command``."""

    def register(handler: Handler[P]) -> Command[P]:
        words = named(name, title, done)
        COMMANDS[name] = found = Command(words, handler, version, line, told)
        return found

    return register


def named(name: str, title: str, done: str) -> Words:
    """Names a row that tells of something which is no command of a person, as the end of a run.

    Raises:
        ValueError: The name is taken.
    """
    if name in WORDS:
        raise ValueError(name)
    WORDS[name] = words = Words(name, title, done)
    return words
