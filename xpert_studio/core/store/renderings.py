"""Renderings of files in the project file."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from xpert_studio.core.records import KeptRendering
from xpert_studio.core.store.schema import RENDERING
from xpert_studio.core.store.transaction import Transaction

_AT_ONCE: Final = 500


def renderings_of(tx: Transaction, hashes: Iterable[str]) -> dict[str, KeptRendering]:
    """What is kept of some files, by their SHA-256."""
    wanted, found = sorted(set(hashes)), dict[str, KeptRendering]()
    for begin in range(0, len(wanted), _AT_ONCE):
        some = RENDERING.table.c.sha256.in_(wanted[begin : begin + _AT_ONCE])
        rows = RENDERING.records(tx.connection, RENDERING.query().where(some))
        found |= {row.sha256: row for row in rows}
    return found


def all_renderings(tx: Transaction) -> dict[str, KeptRendering]:
    """What is kept of each file that was rendered, by the SHA-256 of the file, in its order."""
    query = RENDERING.query().order_by(RENDERING.table.c.sha256)
    return {record.sha256: record for record in RENDERING.records(tx.connection, query)}
