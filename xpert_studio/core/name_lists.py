"""Lists of names as they are typed: one line of CSV.

Names of systems may hold anything, so a name with a comma stands in quotes.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable
from typing import Final

_PLAIN: Final = re.compile(r"[^\s,\"@-]([^,\"\r\n]*[^\s,\"])?")
"""Names that need no quotes: "@" would begin a file's name, "-" alone is standard input."""


def written(names: Iterable[str]) -> str:
    """Names as one argument."""
    out = io.StringIO(newline="")
    listed = list(names)
    is_plain = all(map(_PLAIN.fullmatch, listed))
    writer = csv.writer(
        out, lineterminator="", quoting=csv.QUOTE_MINIMAL if is_plain else csv.QUOTE_ALL
    )
    writer.writerow(listed)
    return out.getvalue()


def read_names(argument: str) -> tuple[str, ...]:
    """The names in one argument; spaces after a comma do not matter."""
    rows = csv.reader([argument], skipinitialspace=True)
    return tuple(name for row in rows for name in row if name.strip())
