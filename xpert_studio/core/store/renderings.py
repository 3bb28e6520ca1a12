"""Renderings of files in the project file."""

from __future__ import annotations

from collections.abc import Iterable

from xpert_studio.core.records import KeptRendering
from xpert_studio.core.store.schema import RENDERING
from xpert_studio.core.store.transaction import Transaction
from xpert_studio.core.store.values import in_portions


def renderings_of(tx: Transaction, hashes: Iterable[str]) -> dict[str, KeptRendering]:
    """What is kept of some files, by their SHA-256."""
    found: dict[str, KeptRendering] = {}
    for some in in_portions(sorted(set(hashes))):
        query = RENDERING.query().where(RENDERING.table.c.sha256.in_(some))
        found |= {row.sha256: row for row in RENDERING.records(tx.connection, query)}
    return found


def all_renderings(tx: Transaction) -> dict[str, KeptRendering]:
    """What is kept of each file that was rendered, by the SHA-256 of the file, in its order."""
    query = RENDERING.query().order_by(RENDERING.table.c.sha256)
    return {record.sha256: record for record in RENDERING.records(tx.connection, query)}
