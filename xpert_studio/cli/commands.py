"""Makes commands of the command line from the commands of a project.

A registered command says its words, its parameters and its help; here are the options, the order
in which things are read, and what is printed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

import typer

from xpert_studio.cli.acting import (
    AsOption,
    ProjectArgument,
    asking,
    at_desk,
    open_project,
    say_change,
)
from xpert_studio.cli.options import each, flags, given, options_for
from xpert_studio.cli.output import Output
from xpert_studio.cli.values import read_values
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
        says: Says what was done, in place of the words of the command; given its parameters.
    """

    shows: Callable[[ProjectFile, Output], None] | None = None
    first: Callable[[CommandContext, dict[str, Any]], object] = lambda _, __: None
    tells: Callable[[CommandContext, Change], dict[str, Any]] = lambda _, __: {}
    says: Callable[[CommandContext, Output, dict[str, Any], Change], None] | None = None


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
        output: Output,
        person: AsOption = "",
        **asked: object,
    ) -> None:
        answers = given(asked)
        if more.shows and not answers:
            with open_project(project, output, read_only=True) as opened:
                more.shows(opened, output)
            return
        with at_desk(project, person, output) as ctx:
            values = read_values(ctx, command.parameters, answers)
            more.first(ctx, values)
            change = command(ctx, **values)
            if more.says:
                more.says(ctx, output, values, change)
            else:
                say_change(output, change, **more.tells(ctx, change))

    own = options_for(command.parameters, command.line.split())
    shows = " With no option, it is shown." if more.shows else ""
    parts = (f"{command.hint}{shows}", command.stays, f"Example: {example_of(command)}")
    return asking(run, own, "\n\n".join(filter(None, parts)))


_PEOPLE: Final = {
    "task.create": "wei", "brief": "wei", "checkpoint": "wei", "draft": "wei", "finding": "wei",
    "review": "maria", "comment": "maria", "comparison": "maria", "form": "maria",
    "judgment.draft": "maria", "judgment": "omar", "spot_check.finish": "omar", "anchor": "omar",
}  # fmt: skip
"""Who does it in the guides, by command or by what it is done to: Wei writes, Maria reviews and
judges, Omar is the senior expert; all else Lena does, who leads."""


def example_of(command: Command[Any]) -> str:
    """A valid command line: its arguments, and the options it needs, or else the first one."""
    words = command.line.split()
    labels = {item.label.upper(): asks.example for item, asks in each(command.parameters)}
    arguments = [labels[word] for word in words if word in labels]
    options = [
        (item, " ".join(filter(None, [flags(item)[0], asks.example])))
        for item, asks in each(command.parameters)
        if item.label.upper() not in words
        and (asks.example or item.kind is bool or asks.sets is not None)
    ]
    needed = [said for item, said in options if item.is_needed] or [s for _, s in options[:1]]
    plain = [word for word in words if word not in labels]
    who = _PEOPLE.get(command.name) or _PEOPLE.get(command.name.partition(".")[0], "lena")
    return " ".join(["xpert-studio", *plain, "law.xpert", *arguments, *needed, f"--as {who}"])
