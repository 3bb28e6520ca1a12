"""What identifies an export: equal content gives equal fingerprints, wherever it lies."""

from __future__ import annotations

import hashlib
from pathlib import Path

from xpert_studio.records import content_hash


def fingerprint(path: Path) -> str:
    """The SHA-256 of a file; of a folder, the hash over the names and hashes of its files.

    Args:
        path: It.
    """
    if path.is_file():
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    files = sorted(item for item in path.rglob("*") if item.is_file())
    return content_hash(
        [{"path": item.relative_to(path).as_posix(), "sha256": fingerprint(item)} for item in files]
    )
