"""Separated values: any separator that cuts the rows evenly."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from contextlib import suppress
from itertools import islice
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from _csv import Reader as CsvReader

_LOOKED_AT: Final = 20
_SEPARATORS: Final = (",", ";", "\t", "|", "^", "~")


def strict_csv(text: str, delimiter: str = ",") -> CsvReader:
    """A reader of the rows of a table; it raises ``csv.Error`` at a cell over 8,000,000 characters.

    The limit is one of the whole process, so every reader sets it by coming here.
    """
    csv.field_size_limit(8_000_000)
    # A quotation mark behind separator and space opens a cell only where no cell begins with one.
    spaced = rf'(?:^|{re.escape(delimiter)})[ ]+"'
    skips = bool(re.search(spaced, text, re.MULTILINE)) and not re.search(
        rf'(?:^|{re.escape(delimiter)})"', text, re.MULTILINE
    )
    source = io.StringIO(text, newline="")
    return csv.reader(source, delimiter=delimiter, strict=True, skipinitialspace=skips)


def separated_rows(text: str) -> CsvReader:
    """The rows of a table with whatever separator it has; see ``strict_csv``."""
    first, _, rest = text.partition("\n")
    if first[:4].lower() == "sep=" and len(first.strip()) <= 5:
        return strict_csv(rest, first[4:5] if first[4:].strip() else "\t")
    return strict_csv(text, delimiter_of(text))


def delimiter_of(text: str) -> str:
    """The one that cuts most of the first rows into equally many cells, and into most cells."""

    def fit(delimiter: str) -> tuple[int, int]:
        reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
        widths: Counter[int] = Counter()
        with suppress(csv.Error):
            widths.update(len(cells) for cells in islice(reader, _LOOKED_AT) if len(cells) > 1)
        return max(((count, width) for width, count in widths.items()), default=(0, 0))

    return max(_SEPARATORS, key=fit)
