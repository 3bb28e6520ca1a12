"""Renderings of files in the project file."""

from __future__ import annotations

from xpert_studio.core.records import KeptRendering
from xpert_studio.core.store.schema import RENDERING
from xpert_studio.core.store.transaction import Transaction


def all_renderings(tx: Transaction) -> dict[str, KeptRendering]:
    """What is kept of each file that was rendered, by the SHA-256 of the file, in its order."""
    query = RENDERING.query().order_by(RENDERING.table.c.sha256)
    return {one.sha256: one for one in RENDERING.records(tx.connection, query)}
