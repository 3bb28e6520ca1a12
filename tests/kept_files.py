"""Project files that earlier versions of the program wrote, kept packed."""

from __future__ import annotations

import lzma
from pathlib import Path

KEPT = Path(__file__).parent / "store" / "kept"
"""One of every version."""


def unpacked(packed: Path, path: Path) -> Path:
    """Unpacks a file to a path, and returns the path."""
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(lzma.decompress(packed.read_bytes()))
    return path


def unpack(version: int, folder: Path) -> Path:
    """Unpacks the file of a version into a folder, and returns its path."""
    path = folder / f"v{version:02}.xpert"
    return unpacked(KEPT / f"{path.name}.xz", path)
