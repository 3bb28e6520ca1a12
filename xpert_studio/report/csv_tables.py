"""Writes tables as CSV that no spreadsheet takes for formulas."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from xpert_studio.whole_files import write_whole

Value = str | float | None
_BEGINS_FORMULA: Final = ("=", "+", "-", "@")


def guarded(value: Value) -> Value:
    """A text that no spreadsheet takes for a formula; numbers stay numbers."""
    if isinstance(value, str) and value.lstrip().startswith(_BEGINS_FORMULA):
        return f"'{value}"
    return value


def write_tables(path: Path, tables: Sequence[tuple[str, Sequence[Sequence[Value]]]]) -> None:
    """Writes tables below each other, each under its title if any, an empty line between them."""
    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator="\n")
    for place, (title, rows) in enumerate(tables):
        if place:
            writer.writerow([])
        if title:
            writer.writerow([guarded(title)])
        writer.writerows([guarded(cell) for cell in row] for row in rows)
    # With the mark in front, spreadsheets read Chinese as what it is.
    write_whole(path, "\ufeff" + out.getvalue())
