"""What forms in a terminal share: keys, questions, attachments.

On a terminal single keys act at once; from a pipe each line's first character is the key, and
what follows it answers the question that the key asks.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from functools import partial
from typing import ClassVar

from rich.markup import escape

from xpert_studio.cli.output import Output, visible
from xpert_studio.core.judge.attached import gap_texts, numbered
from xpert_studio.core.judge.pages import read_with_pages
from xpert_studio.core.messages import joined
from xpert_studio.core.records import Attachment
from xpert_studio.core.records.renderings import MOST_PICTURES
from xpert_studio.core.store import renderings
from xpert_studio.core.wording import t, tn
from xpert_studio.core.workflow import CommandContext, bytes_of


class TerminalKeys:
    """Takes keys and answers.

    Args:
        ctx: The expert.
        output: Where to print.
    """

    ARROWS: ClassVar[Mapping[str, str]] = {
        "\x1b[A": "k",
        "\x1b[B": "j",
        "\xe0H": "k",
        "\xe0P": "j",
    }
    """Keys that arrows stand for, as terminals of Linux and Windows send them."""

    def __init__(self, ctx: CommandContext, output: Output) -> None:
        self._desk = ctx
        self._output = output
        self._console = output.console
        self._piped = not sys.stdin.isatty()
        self._rest = ""

    def _notes(self, attachments: Sequence[Attachment]) -> list[str]:
        """Attachments by number and caption, with the text of documents."""
        notes = []
        project = self._desk.project
        with project.reading() as tx:
            kept = renderings.all_renderings(tx)
        shown = read_with_pages(attachments, partial(bytes_of, project), kept, MOST_PICTURES)
        for number, file in numbered(shown):
            if file.page is not None:
                continue
            notes.append(
                t(
                    "[attachment {number}: {caption}]",
                    number=number,
                    caption=file.item.caption or t("no caption"),
                )
            )
            if file.pages[1]:
                pages = tn("{n} page", "{n} pages", file.pages[1])
                notes.append(t("Its pages are shown in the window: {pages}.", pages=pages))
            if file.unseen:
                why = joined(gap_texts(file.unseen))
                notes.append(t("Judges are not shown all of it: {why}.", why=why))
            notes += [visible(file.text)] if file.text else []
        return notes

    def _key(self) -> str | None:
        if self._piped:
            line = sys.stdin.readline()
            if not line:
                return None
            self._rest = line[1:].strip()
            return line.strip()[:1] or "?"
        import click

        key = click.getchar()
        if key in {"\x03", "\x04"}:
            raise KeyboardInterrupt
        return self.ARROWS.get(key, key[:1])

    def _take_rest(self) -> str:
        rest, self._rest = self._rest, ""
        return rest

    def _ask(self, question: str) -> str:
        if self._piped:
            return self._take_rest() or sys.stdin.readline().rstrip("\n")
        try:
            return self._console.input(escape(question))
        except EOFError:
            return ""
