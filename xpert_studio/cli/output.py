"""How commands speak: tables for people on a terminal, one JSON value for programs.

With ``--json`` standard output carries the JSON and nothing else; notices and progress go to
standard error. What the program's exit code means is said here, too.
"""

from __future__ import annotations

import json
import re
import sys
from codecs import lookup
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer
from rich.console import Console
from rich.text import Text

from xpert_studio.cli.tables import print_table
from xpert_studio.cli.usage_errors import without_keys
from xpert_studio.core.errors import (
    BudgetError,
    DamagedProjectError,
    ExchangeRefusedError,
    IncompleteError,
    InputRefusedError,
    JudgeError,
    NewerProjectError,
    NotAllowedError,
    NotAProjectError,
    NotFoundError,
    UnusableReplyError,
    UsageError,
    XpertError,
)
from xpert_studio.core.processes import own_name
from xpert_studio.core.streams import keep_output, output
from xpert_studio.core.wording import (
    in_a_row,
    labelled,
    listed,
    problem_text,
    t,
    tn,
    translated,
)

if TYPE_CHECKING:
    from xpert_studio.report.blocks import Block, CaseBlock, SectionBlocks
    from xpert_studio.report.blocks import Table as BlockTable
    from xpert_studio.report.section import Section, View

_PIPED_WIDTH = 200
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table.

    Attributes:
        heading: A text, which is translated; it begins with a capital letter when it is shown.
        number: Whether it holds numbers.
        is_name: Whether the heading is a name of the project, and stays as it is.
    """

    heading: str
    number: bool = False
    is_name: bool = False

    @property
    def shown(self) -> str:
        """The heading as it is shown; a symbol such as n stays small."""
        said = self.heading if self.is_name else t(self.heading)
        is_word = len(said) > 1 and said[0].isascii() and not self.is_name
        return said[:1].upper() + said[1:] if is_word else said


_CONTROL: Final = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")


_MOST_ALIKE: Final = 20
_SURROGATE: Final = re.compile("[\ud800-\udfff]")


def visible(text: str) -> str:
    """A text as a terminal may show it: what would steer the terminal is a box, letter for letter.

    Texts of a project come from anywhere; an escape sequence in a checkpoint could rewrite what a
    person reads, and a change of direction what they think it says.
    """
    whole = text.encode("utf-8", "backslashreplace").decode("utf-8")
    return _CONTROL.sub("\ufffd", whole.replace("\r\n", " \n"))


class Output:
    """Prints for a person or for a program.

    Args:
        as_json: For a program.
    """

    def __init__(self, *, as_json: bool) -> None:
        self.as_json = as_json
        if as_json:
            keep_output()
        # Nobody's terminal wraps what goes into a file or a pipe.
        width = None if sys.stdout.isatty() else _PIPED_WIDTH
        self.console = Console(highlight=False, soft_wrap=False, width=width)
        self.errors = Console(stderr=True, highlight=False, soft_wrap=True)
        self._noted: set[str] = set()

    def say(self, *texts: str) -> None:
        """Sentences of the result, each on a separate line; not for programs."""
        for text in () if self.as_json else texts:
            self.console.print(Text(visible(translated(text))), soft_wrap=True)

    def note(self, *texts: str) -> None:
        """What to know beside the result, once; of texts that differ in values only, the first."""
        alike: dict[str, list[str]] = {}
        new = [text for text in dict.fromkeys(texts) if text not in self._noted]
        self._noted.update(new)
        for text in new:
            alike.setdefault(getattr(text, "template", text), []).append(text)
        for found in alike.values():
            shown = [translated(text) for text in found[:_MOST_ALIKE]]
            if more := len(found) - len(shown):
                shown.append(t("… and {more:,} more like: {text}", more=more, text=shown[0]))
            for text in shown:
                self.errors.print(Text(visible(text), style="yellow"))

    def data(self, value: Any) -> None:  # noqa: ANN401 - any JSON
        """The result for a program: UTF-8, or its characters by their numbers elsewhere."""
        if self.as_json:
            is_utf8 = lookup(output().encoding or "utf-8").name == "utf-8"
            text = json.dumps(value, ensure_ascii=not is_utf8, indent=1, default=str)
            # Half a character, such as of a file's name that is not UTF-8, has no encoding.
            output().write(_SURROGATE.sub(lambda half: f"\\u{ord(half[0]):04x}", text) + "\n")

    def table(
        self,
        title: str,
        columns: Sequence[Column],
        rows: Iterable[Sequence[object]],
        *,
        nothing: str = "",
    ) -> None:
        """A table of the result; not for programs. None shows as a dash.

        Args:
            title: Of the table.
            columns: What they are called.
            rows: What stands in them.
            nothing: What is said in place of a table without rows.
        """
        if self.as_json:
            return
        heads = [column.shown for column in columns]
        cells = [["–" if c is None else visible(str(c)) for c in row] for row in rows]
        if nothing and not cells:
            self.say(nothing)
            return
        if title:  # a title of the table's own would be broken to the width of a narrow table
            self.console.print(Text(t(title), style="bold"))
        print_table(self.console, [column.number for column in columns], heads, cells)

    def records(
        self,
        title: str,
        names: Sequence[str],
        rows: Iterable[Mapping[str, object]],
        *,
        number: str = "",
        nothing: str = "",
    ) -> None:
        """A table of some fields of records; ``number`` is the one that holds numbers."""
        columns = [Column(name.replace("_", " "), number=name == number) for name in names]
        cells = ([row[name] for name in names] for row in rows)
        self.table(title, columns, cells, nothing=nothing)

    def show(self, section: Section[Any], view: View, *, full: bool) -> None:
        """A section of a view: as JSON for programs, else its short form or all of it.

        Args:
            section: The section.
            view: Of what it is; its project's path stands in what to do next.
            full: All of it.
        """
        if self.as_json:
            self.data(section.data(view))
            return
        made = section.blocks(view)
        if made is None:
            self.say(section.nothing)
        self.section(made, view.project.path, full=full)

    def section(self, made: SectionBlocks | None, path: Path, *, full: bool) -> None:
        """A section: its short form, or all of it under its title; nothing for None.

        Args:
            made: The section.
            path: The project's, for what to do next.
            full: All of it.
        """
        if made is not None:
            self.blocks(made.title, made.blocks, path, full=full)

    def blocks(self, title: str, blocks: Iterable[Block], path: Path, *, full: bool) -> None:
        """What a section is made of; arguments are those of ``section``."""
        from xpert_studio.report.blocks import Figure, Table
        from xpert_studio.report.shown_blocks import in_full, next_steps, shortened

        if self.as_json:
            return
        if full:
            self.console.print(Text(visible(title), style="bold underline"))
        blocks = tuple(blocks)
        has_tables = any(isinstance(block, Table) for block in blocks)
        whole = (*in_full(blocks), *next_steps(blocks)) if full else ()
        for block in whole or shortened(blocks):
            if isinstance(block, Figure) and not has_tables:
                self._block(block.table, path)
            self._block(block, path)

    def _block(self, block: Block, path: Path) -> None:
        from xpert_studio.report import blocks as b
        from xpert_studio.report.shown_blocks import key_figure_words

        match block:
            case b.Table():
                self.block(block)
            case b.Heading(text):
                self.console.print(Text(visible(text), style="bold"))
            case b.Text(text) | b.Note(text):
                self.say(text)
            case b.Listing(entries):
                self.say(*(f"• {entry}" for entry in entries))
            case b.KeyFigure():
                self.say(key_figure_words(block))
            case b.Settings(entries, caption):
                self.table(caption, [Column(""), Column("")], entries)
            case b.CaseBlock():
                self._case(block)
            case b.Action(words, command):
                typed = command.format(project=quote(str(path)))
                self.say(
                    t("Next: {command}  ({words})", command=f"{own_name()} {typed}", words=words)
                )
            case b.Figure():
                pass  # its figures stand in a table beside it, where there is one

    def _case(self, case: CaseBlock) -> None:
        self.console.print(Text(visible(case.header), style="bold"))
        self.say(case.checkpoint)
        for side in case.sides:
            self.say(
                "  " + labelled(side.who, in_a_row(filter(None, (f"{side.word}.", side.rationale))))
            )
            for said in side.quotes:
                found = "" if said.verified is not False else t("(not found in the response)")
                self.say(
                    "    "
                    + in_a_row(
                        filter(None, (said.text if said.is_region else f"“{said.text}”", found))
                    )
                )

    def block(self, table: BlockTable, title: str = "") -> None:
        """A table of a report, under a separate title where one is given."""
        from xpert_studio.report.shown_blocks import shown

        self.table(
            title or table.caption,
            [Column(column.heading, column.number, is_name=True) for column in table.columns],
            [
                [shown(cell, c.form) for cell, c in zip(row.cells, table.columns, strict=True)]
                for row in table.rows
            ],
        )

    @contextmanager
    def progress(self, title: str) -> Iterator[Callable[[int, int], None]]:
        """Shows the progress of something that may take long, from its first report on.

        A bar on a terminal, a line every tenth elsewhere; always on standard error.
        """
        told, bar = -1, None
        title = t(title)
        with ExitStack() as shown:

            def show(done: int, total: int) -> None:
                nonlocal told, bar
                if not self.errors.is_terminal:
                    if 10 * done // total > told:
                        told = 10 * done // total
                        self.note(labelled(title, f"{10 * told}%"))
                    return
                if bar is None:
                    from rich.progress import Progress  # takes 0.1 s to import

                    bar = shown.enter_context(Progress(console=self.errors, transient=True))
                    bar.add_task(title)
                bar.update(bar.task_ids[0], completed=done, total=total)

            yield show

    def error(self, error: XpertError) -> None:
        """What went wrong, every problem of an input included; never a key that was typed."""
        if self.as_json:
            said = {"message": error.message, "remedy": error.remedy}
            self.data(error_data(error) | {k: without_keys(v) for k, v in said.items()})
            return
        self.errors.print(Text(visible(without_keys(translated(error.message))), style="bold red"))
        if isinstance(error, InputRefusedError):
            for problem in error.problems:
                self.errors.print(Text(visible(f"  {problem_text(problem)}")))
            beyond = error.beyond(len(error.problems))
            if beyond:
                left = counts_by_kind(beyond)
                self.errors.print(Text(visible("  " + t("… and {left}.", left=left))))
        if isinstance(error, IncompleteError):
            for sentence in error.missing:
                self.errors.print(Text(visible(f"  {translated(sentence)}")))
        if error.remedy:
            self.errors.print(Text(visible(translated(error.remedy))))


def error_data(error: XpertError) -> dict[str, Any]:
    """An error for a program."""
    value: dict[str, Any] = {
        "error": type(error).__name__,
        "message": error.message,
        "remedy": error.remedy,
    }
    if isinstance(error, IncompleteError):
        value["missing"] = list(error.missing)
    if isinstance(error, InputRefusedError):
        value["total"] = error.total
        value["more"] = dict(error.beyond(len(error.problems)))
        value["problems"] = [
            {name: getattr(problem, name) for name in problem.__dataclass_fields__}
            for problem in error.problems
        ]
    return value


def counts_by_kind(kinds: Sequence[tuple[str, int]]) -> str:
    """How many more problems there are, all together and by file and field."""
    named = "; ".join(f"{kind}: {count:,}" for kind, count in kinds)
    return t("{counts:,} more ({named})", counts=sum((count for _, count in kinds)), named=named)


def duration(seconds: float | None) -> str:
    """A time span in words."""
    if seconds is None:
        return t("unknown")
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"


def money(cost: float | None) -> str:
    """A cost in the currency of the price list, or that it is unknown."""
    if cost is None:
        return t("unknown cost")
    return f"{cost:.4f} USD" if 0 < cost < 0.1 else f"{cost:.2f} USD"


def spent(known_cost: float, unknown_cost_calls: int) -> str:
    """What several calls cost: a lower bound where the cost of some of them is unknown."""
    if not unknown_cost_calls:
        return money(known_cost)
    calls = tn("{n} call", "{n} calls", unknown_cost_calls)
    if not known_cost:
        return f"{money(None)} ({calls})"
    return t("at least {money} ({calls} of unknown cost)", money=money(known_cost), calls=calls)


def counts(values: Mapping[str, int]) -> str:
    """Named counts in one line."""
    named = (f"{t(name)} {count:,}" for name, count in values.items())
    return listed(named) or t("none")


class Exit(IntEnum):
    """Exit codes of every command."""

    DONE = 0
    PROBLEMS = 1
    USAGE = 2
    REFUSED = 3
    PARTLY = 4
    NOT_ALLOWED = 5
    UNUSABLE_REPLY = 6
    INTERRUPTED = 130


_REFUSED = (
    InputRefusedError,
    ExchangeRefusedError,
    NotAProjectError,
    NewerProjectError,
    DamagedProjectError,
)
_CODES: Final = {
    _REFUSED: Exit.REFUSED,
    (UnusableReplyError,): Exit.UNUSABLE_REPLY,
    (UsageError, NotFoundError, JudgeError, BudgetError): Exit.USAGE,
    (NotAllowedError,): Exit.NOT_ALLOWED,
}


def exit_code(error: XpertError) -> Exit:
    """The exit code an error ends a command with."""
    found = (code for errors, code in _CODES.items() if isinstance(error, errors))
    return next(found, Exit.PROBLEMS)
