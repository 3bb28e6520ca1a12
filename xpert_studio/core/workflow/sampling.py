"""Seeded samples that can be repeated: an item's lot depends on the seed and its id alone."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable


def lot(seed: int, item_id: str) -> bytes:
    """An item's lot; sort by it to draw."""
    return hashlib.sha256(f"{seed}\n{item_id}".encode()).digest()


def drawn(seed: int, item_ids: Iterable[str], count: int) -> list[str]:
    """``count`` of the items, drawn by the seed, in the order of their lots."""
    return sorted(item_ids, key=lambda item_id: lot(seed, item_id))[:count]
