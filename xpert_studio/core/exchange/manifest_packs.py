"""What a manifest says of packs: which ones from outside brought what its records need.

And those of which there are records. Other packs that come with the program are not named: bundles
of projects that use no other stay as they are, byte for byte.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from pydantic import ValidationError

from xpert_studio.core.exchange.problems import Problems
from xpert_studio.core.store import Transaction
from xpert_studio.core.store.packs_used import packs_of
from xpert_studio.core.used_packs import LISTED, UsedPack

PACKS: Final = "packs"
"""The key of manifests."""


def manifest_packs(
    tx: Transaction, needed: Iterable[tuple[str, str]], versions: Mapping[str, str]
) -> dict[str, Any]:
    """The part of a manifest that names packs; empty where none is needed.

    Args:
        tx: The transaction.
        needed: By kind and id, what the written records need, see ``needed_by``.
        versions: Of packs of which there are records, by id.
    """
    found = {pack.id: pack for pack in packs_of(tx, needed)}
    for name, version in versions.items():
        found.setdefault(name, UsedPack(id=name, version=version))
    ordered = sorted(found.values(), key=lambda pack: (not pack.id, pack.id))
    return {PACKS: [pack.plain() for pack in ordered]} if ordered else {}


def read_packs(manifest: dict[str, Any], file: str, problems: Problems) -> tuple[UsedPack, ...]:
    """The packs that a manifest names; nothing, and a problem noted, where it cannot be read."""
    try:
        return LISTED.validate_python(manifest.get(PACKS) or (), strict=False)
    except ValidationError as error:
        problems.add_validation(file, PACKS, error)
        return ()
