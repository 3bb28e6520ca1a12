"""Makes commands of the command line from the commands of a project.

A registered command says its words, its parameters and its help; here are the options, the order
in which things are read, and what is printed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from inspect import Parameter as Argument
from typing import Annotated, Any

import typer

from xpert_studio.cli.acting import (
    AsOption,
    ProjectArgument,
    asking,
    at_desk,
    open_project,
    say_change,
)
from xpert_studio.cli.output import JsonOption, Output
from xpert_studio.cli.values import read_values
from xpert_studio.core.fields import Asks, Parameter, Through, fields_of
from xpert_studio.core.records import Change
from xpert_studio.core.store import ProjectFile
from xpert_studio.core.workflow import COMMANDS, Command, CommandContext


@dataclass(frozen=True, slots=True)
class More:
    """What a command of the command line does beside the command it is made from.

    Attributes:
        shows: Takes its place where no option is given.
        first: Is done before it, with its parameters.
        tells: Says more of what was done.
    """

    shows: Callable[[ProjectFile, Output], None] | None = None
    first: Callable[[CommandContext, dict[str, Any]], object] = lambda _, __: None
    tells: Callable[[CommandContext, Change], dict[str, Any]] = lambda _, __: {}


def add_commands(app: typer.Typer, group: str, more: Mapping[str, More] | None = None) -> None:
    """Adds the registered commands of a group, such as ``task``; ``more`` is by their last word."""
    for command in COMMANDS.values():
        first, _, rest = command.line.partition(" ")
        if first == group:
            word = rest.split()[0]
            app.command(word)(line_command(command, (more or {}).get(word, More())))


def line_command(command: Command[Any], more: More) -> Callable[..., None]:
    """A function of which typer makes a command."""

    def run(
        project: ProjectArgument,
        person: AsOption = "",
        as_json: JsonOption = False,
        **asked: object,
    ) -> None:
        output = Output(as_json=as_json)
        answers = typed(asked)
        if more.shows and not answers:
            with open_project(project, output, read_only=True) as opened:
                more.shows(opened, output)
            return
        with at_desk(project, person, output) as ctx:
            values = read_values(ctx, command.parameters, answers)
            more.first(ctx, values)
            change = command(ctx, **values)
            say_change(output, change, **more.tells(ctx, change))

    own = options_for(command.parameters, command.line.split())
    shows = " With no option, it is shown." if more.shows else ""
    return asking(run, own, f"{command.hint}{shows}\n\nExample: {example_of(command)}")


def typed(asked: Mapping[str, object]) -> dict[str, Any]:
    """What was typed, without what was left out."""
    return {name: value for name, value in asked.items() if value not in (None, [])}


def options_for(parameters: Sequence[Parameter], words: Sequence[str]) -> list[Argument]:
    """What typer needs of parameters; those whose label is among the words are arguments."""
    return [_option(item, asks, words) for item, asks in _each(parameters)]


def example_of(command: Command[Any]) -> str:
    """A valid command line: its arguments, and the options it needs, or else the first one."""
    words = command.line.split()
    labels = {item.label.upper(): asks.example for item, asks in _each(command.parameters)}
    arguments = [labels[word] for word in words if word in labels]
    options = [
        (item, " ".join(filter(None, [_flags(item)[0], asks.example])))
        for item, asks in _each(command.parameters)
        if item.label.upper() not in words
        and (asks.example or item.kind is bool or asks.sets is not None)
    ]
    needed = [said for item, said in options if item.is_needed] or [s for _, s in options[:1]]
    plain = [word for word in words if word not in labels]
    return " ".join(["xpert-studio", *plain, "law.xpert", *arguments, *needed, "--as wei"])


def _each(parameters: Sequence[Parameter]) -> Iterator[tuple[Parameter, Asks]]:
    for item in parameters:
        if isinstance(item.asks, Through):
            yield from _each(fields_of(item.asks.fields))
        else:
            yield item, item.asks


def _flags(item: Parameter) -> tuple[str, ...]:
    """How an option is given: ``--spot-checks``; of a flag also how it is taken back."""
    yes, _, no = item.label.replace("_", "-").partition("/")
    return f"--{yes}", f"--{no or f'no-{yes}'}"


def _help(item: Parameter, asks: Asks) -> str:
    """What it is, and the words it may be."""
    if asks.sets is not None or not (isinstance(item.kind, type) and issubclass(item.kind, Enum)):
        return asks.what
    words = ", ".join(str(word.value).replace("_", "-") for word in item.kind)
    return f"{asks.what} One of: {words}."  # one text, which is translated as a whole


def _option(item: Parameter, asks: Asks, words: Sequence[str]) -> Argument:
    """What typer needs to know of a parameter."""
    is_number = item.kind in {int, float} and asks.refers in {"", "place"}
    kind: Any = item.kind if is_number else str
    kind = bool if item.kind is bool or asks.sets is not None else kind
    kind = list[kind] if item.is_many else kind
    label = item.label.upper()
    if label in words:
        info = typer.Argument(help=_help(item, asks), metavar=label, show_default=False)
        needed = not item.is_optional
    else:
        yes, no = _flags(item)
        flags = f"{yes}/{no}" if item.kind is bool and asks.sets is None else yes
        least, most = asks.within or (None, None)
        info = typer.Option(flags, help=_help(item, asks), min=least, max=most, show_default=False)
        needed = item.is_needed and not item.is_optional and item.kind is not str
    return Argument(
        item.name,
        Argument.KEYWORD_ONLY,
        default=Argument.empty if needed else None,
        annotation=Annotated[kind if needed else kind | None, info],
    )
