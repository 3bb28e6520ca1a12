"""Writes tables as CSV that no spreadsheet takes for formulas."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from pathlib import Path

from xpert_studio.core import cell_texts
from xpert_studio.core.atomic_files import write_whole

Value = str | float | None


def guarded(value: Value) -> Value:
    """A text that no spreadsheet takes for a formula; numbers stay numbers."""
    return cell_texts.guarded(value) if isinstance(value, str) else value


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
