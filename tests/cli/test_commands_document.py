"""The documents name every registered command, with its place on the command line and its options.

``python -m tests.cli.test_commands_document`` prints the table of ``docs/commands.md``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from xpert_studio.core.fields import Asks, Parameter, Through
from xpert_studio.core.workflow.commands import Command, every_command

ROOT = Path(__file__).parents[2]
HEAD = "| command | what it does | on the command line | options |\n| --- | --- | --- | --- |"


def asked(parameters: Sequence[Parameter]) -> Iterator[Parameter]:
    for item in parameters:
        if isinstance(item.asks, Through):
            yield from asked(item.asks.parameters)
        elif isinstance(item.asks, Asks):
            yield item


def row(command: Command[Any]) -> str:
    """A command as the table of commands shows it."""
    words = command.line.split()
    plain = [word for word in words if word == word.lower()]
    line = " ".join([*plain, "PROJECT", *words[len(plain) :]]) if words else ""
    options = [
        f"`--{item.label.replace('_', '-').replace('/', '/--')}`"
        for item in asked(command.parameters)
        if words and item.label.upper() not in words
    ]
    cells = (f"`{command.name}`", command.words.title, f"`{line}`" if line else "–")
    return f"| {' | '.join([*cells, ' '.join(options) or '–'])} |"


def table() -> str:
    own = (one for _, one in sorted(every_command().items()))
    return "\n".join([HEAD, *map(row, own)])


def test_the_table_of_commands_is_made_from_the_registry() -> None:
    assert table() in (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")


if __name__ == "__main__":
    print(table())
