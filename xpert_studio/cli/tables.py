"""Tables on a terminal: as they stand, wrapped, or stacked where even that has no room."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from rich.cells import cell_len
from rich.console import Console
from rich.table import Table
from rich.text import Text

from xpert_studio.core.wording import labelled

_PADDING: Final = 2
"""Cells beside a column of a table."""
_LEAST_TEXT: Final = 12
"""A column of texts is wrapped to no fewer cells than this."""
_BREAK: Final = re.compile(r"[\t\n]")
Row = Sequence[str]


def print_table(console: Console, numbers: Sequence[bool], heads: Row, rows: Sequence[Row]) -> None:
    """Prints a table.

    Args:
        console: Where to.
        numbers: Of each column, whether it holds numbers.
        heads: The headings.
        rows: The cells, as a terminal may show them.
    """
    widths = [max(map(cell_len, column)) for column in zip(heads, *rows, strict=True)]
    if _least_width(numbers, widths) > console.width:
        _print_stacked(console, heads, rows)
    elif _fits(widths, rows, console.width):
        _print_rows(console, numbers, widths, heads, rows)
    else:
        _print_wrapped(console, numbers, widths, heads, rows)


def _least_width(numbers: Sequence[bool], widths: Sequence[int]) -> int:
    """The width below which a table would cut numbers, or leave texts next to no room."""
    return sum(
        _PADDING + (widest if is_number else min(widest, _LEAST_TEXT))
        for is_number, widest in zip(numbers, widths, strict=True)
    )


def _fits(widths: Sequence[int], rows: Sequence[Row], room: int) -> bool:
    """Whether every row of a table is one line as it stands."""
    if sum(widths) + _PADDING * len(widths) > room:
        return False
    return not any(_BREAK.search(cell) for row in rows for cell in row)


def _print_rows(
    console: Console,
    numbers: Sequence[bool],
    widths: Sequence[int],
    heads: Row,
    rows: Sequence[Row],
) -> None:
    """A table in which every row is one line: the same as rich would lay out, far sooner."""
    lines = [_line(numbers, widths, row) for row in rows]
    if any(heads):
        console.out(_line(numbers, widths, heads), style="bold", highlight=False)
    if lines:
        console.out("\n".join(lines), highlight=False)


def _line(numbers: Sequence[bool], widths: Sequence[int], row: Row) -> str:
    found = []
    for is_number, width, cell in zip(numbers, widths, row, strict=True):
        gap = " " * (width - cell_len(cell))
        found.append(f" {gap}{cell} " if is_number else f" {cell}{gap} ")
    return "".join(found)


def _print_wrapped(
    console: Console,
    numbers: Sequence[bool],
    widths: Sequence[int],
    heads: Row,
    rows: Sequence[Row],
) -> None:
    """A table whose texts continue below, in their column."""
    table = Table(box=None, show_header=any(heads))
    for is_number, width, head in zip(numbers, widths, heads, strict=True):
        # Names are data: as plain strings rich would read ":m:" as an emoji, "[x]" as a style.
        table.add_column(
            Text(head, style="bold"),
            justify="right" if is_number else "left",
            overflow="fold",
            no_wrap=is_number,
            min_width=width if is_number else None,
        )
    for row in rows:
        table.add_row(*map(Text, row))
    console.print(table)


def _print_stacked(console: Console, heads: Row, rows: Sequence[Row]) -> None:
    """Rows as blocks of one line a cell, for a table that is wider than the terminal."""
    for row in rows:
        for place, (head, cell) in enumerate(zip(heads, row, strict=True)):
            named = Text.assemble((head, "bold"), labelled("", ""), cell) if head else Text(cell)
            console.print(Text("  " * bool(place)) + named, soft_wrap=True)
