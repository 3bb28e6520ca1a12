"""What renderers of blocks share: blocks in full or cut short, values as texts, blocks as data."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import asdict, replace
from itertools import accumulate, groupby
from math import ceil
from typing import Any, Final
from unicodedata import east_asian_width

from xpert_studio.core.wording import between, clauses, labelled, listed, percent_sign, t
from xpert_studio.core.wording import short as cut
from xpert_studio.report.blocks import (
    APPROXIMATE,
    PROBABILITY,
    SPACE,
    Action,
    Block,
    Cell,
    FewTasks,
    Figure,
    InForm,
    KeyFigure,
    Note,
    Table,
    Text,
    Told,
    bare,
)
from xpert_studio.report.small_groups import SIGN

_ALL: Final = " --full"


def in_full(blocks: Iterable[Block]) -> list[Block]:
    """What stands in a report: all but short forms that have no full one, and actions."""
    return [
        block
        for block in blocks
        if not (
            isinstance(block, Action)
            or (isinstance(block, Text | Note) and not block.text)
            or (isinstance(block, Table) and block.is_short_only)
        )
    ]


def next_steps(blocks: Iterable[Block]) -> list[Block]:
    """What may be done after all was read: actions, without those that show all of it."""
    return [
        block for block in blocks if isinstance(block, Action) and not block.command.endswith(_ALL)
    ]


def with_notes_together(blocks: Iterable[Block]) -> Iterator[Block]:
    """Blocks in which notes that follow each other are one, a line each; none is said twice."""
    said: set[str] = set()
    for is_note, group in groupby(blocks, lambda block: isinstance(block, Note)):
        if not is_note:
            yield from group
            continue
        new = dict.fromkeys(one.text for one in group if isinstance(one, Note))
        if texts := [text for text in new if text not in said]:
            said.update(texts)
            yield Note("\n".join(texts))


def shortened(blocks: Iterable[Block]) -> list[Block]:
    """The short form of blocks: those that have one. Notes come together in one, after the others.

    Args:
        blocks: In their full form.
    """
    found: list[Block] = []
    limits: list[str] = []
    for block in blocks:
        match block:
            case Text() if block.short:
                found.append(replace(block, text=block.short))
            case Note() if block.short:
                limits.append(block.short)
            case Table() if block.short:
                found.append(_shortened(block))
            case KeyFigure() | Action():
                found.append(block)
    if limits:
        said = Note(t("Limits: {limits}.", limits=clauses(_first_of(list(dict.fromkeys(limits))))))
        found.insert(sum(not isinstance(block, Action) for block in found), said)
    return found


_LONGEST_NAME: Final = 40
_MOST_LETTERS: Final = 120
"""Of what limits figures, in the short form."""


def _first_of(limits: list[str]) -> list[str]:
    """As many of the clauses as have room, at least one, and how many there are more."""
    lengths = accumulate(len(limit) for limit in limits)
    n = max(1, sum(length <= _MOST_LETTERS for length in lengths))
    # Each may be a sentence of its own; here they are parts of one.
    return [
        *(limit.rstrip(".。") for limit in limits[:n]),
        *([t("{n} more", n=len(limits) - n)] if limits[n:] else []),
    ]


def _cut(cell: Cell) -> Cell:
    return cut(cell, _LONGEST_NAME) if isinstance(cell, str) else cell


def _shortened(table: Table) -> Table:
    kept = [place for place, column in enumerate(table.columns) if not column.detail]
    rows = [replace(row, cells=tuple(_cut(row.cells[n]) for n in kept)) for row in table.rows]
    caption = table.caption
    if (more := len(rows) - table.short) > 0:
        caption = t("{caption} ({n} more)", caption=caption, n=more)
    return replace(
        table,
        columns=tuple(table.columns[n] for n in kept),
        rows=tuple(rows[: table.short]),
        caption=caption,
    )


def key_figure_words(key_figure: KeyFigure) -> str:
    """A figure by itself on one line."""
    value = (
        t("{said} ({status})", said=key_figure.value, status=key_figure.interval)
        if key_figure.interval
        else key_figure.value
    )
    return labelled(
        key_figure.title, listed(filter(None, (value, key_figure.beside, key_figure.caution)))
    )


def blocks_data(blocks: Iterable[Block]) -> list[dict[str, Any]]:
    """Blocks for programs: texts, and tables as rows of values by heading.

    Args:
        blocks: In their full form.
    """
    found: list[dict[str, Any]] = []
    for block in in_full(blocks):
        if isinstance(block, Table):
            found.append(_table_data(block))
        elif isinstance(block, Figure):
            found.append(_table_data(block.table) | {"kind": block.kind, "caption": block.caption})
        else:
            found.append({"kind": block.kind, **asdict(block)})
    return found


def _table_data(table: Table) -> dict[str, Any]:
    """A table; a column of intervals is named after the figure before it."""
    names: list[str] = []
    for column in table.columns:
        before = names[-1] if names else ""
        names.append(f"{before}_interval" if column.interval else column.heading)
    return {
        "kind": table.kind,
        "name": table.name,
        "caption": table.caption,
        "rows": [
            {name: bare(cell) for name, cell in zip(names, row.cells, strict=True)}
            for row in table.rows
        ],
    }


def shown(value: Cell, form: str) -> str:
    """A cell's value as text, in a column's form; nothing is a dash."""
    if value is None:
        return "–"
    if isinstance(value, tuple):
        low, high = (_number(end, form) for end in value)
        return between(low.removesuffix(percent_sign(SPACE)), high)
    if isinstance(value, FewTasks):
        marked = value.value
        return marked if isinstance(marked, str) else f"{_number(marked, form)}\u00a0{SIGN}"
    if isinstance(value, Told):
        return value.words
    if isinstance(value, InForm):
        said = shown(value.value, value.form)
        return f"{said}\u00a0{APPROXIMATE}" if value.why else said
    return str(value) if isinstance(value, str) or not form else _number(value, form)


def _number(value: float, form: str) -> str:
    if form == PROBABILITY and value < 0.00005:
        return "< 0.0001"
    sign = "+" if form.startswith("+") else ""
    digits = len(form.rstrip("%").partition(".")[2])
    # "z": what rounds to nothing has no sign; the minus is as wide as the plus.
    text = (
        f"{100 * value:{sign}z.{digits}f}{percent_sign(SPACE)}"
        if form.endswith("%")
        else f"{value:{sign}z,.{digits}f}"
    )
    return text.replace("-", "−")


def width_of(text: str) -> int:
    """Cells that a line takes.

    Args:
        text: Without line breaks.
    """
    return sum(2 if east_asian_width(letter) in "WF" else 1 for letter in text)


def lines_of(text: str, room: float) -> int:
    """About how many lines a text takes when it is wrapped.

    Args:
        text: With or without line breaks.
        room: Cells in a line.
    """
    return sum(max(1, ceil(width_of(line) / room)) for line in text.split("\n"))
