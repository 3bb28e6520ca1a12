"""The first row of a file of rows, whatever holds them."""

from __future__ import annotations

from typing import Any

from xpert_studio.core.exchange.formats.incoming.candidate import Candidate
from xpert_studio.core.exchange.formats.row_keys import rows_in


def first_row(source: Candidate) -> dict[str, Any]:
    """The first row of JSON lines, of a JSON list or of Parquet; empty where there is none."""
    if source.packed:
        return source.packed
    rows = rows_in(source.sample) or [{}]
    return rows[0] if isinstance(rows[0], dict) else {}
