"""Takes an export's files without keeping them: sizes, rows, and the first rows of each."""

from __future__ import annotations

import hashlib
import json
import zlib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from xpert_studio.exchange.preview.forecast import ExpectedFile
from xpert_studio.exchange.written import Written, WrittenFile

_PER_MEMBER = 100
"""About what a zip says of each member, besides twice its name."""


class Measured:
    """A target that writes nothing.

    Args:
        rows: How many rows of each file are kept as a sample.
        packing: Whether the size of a zip is to be known.
    """

    def __init__(self, *, rows: int, packing: bool) -> None:
        self.written = Written()
        self.sample: dict[str, tuple[Any, ...]] = {}
        self._rows = rows
        self._packed = 0 if packing else None

    def put_lines(self, name: str, lines: Iterable[str]) -> int:
        """Measures a file line by line."""
        digest, size, count = hashlib.sha256(), 0, 0
        packer = zlib.compressobj(wbits=-15)
        packed, kept = 0, []
        for line in lines:
            data = line.encode("utf-8")
            digest.update(data)
            size += len(data)
            if self._packed is not None:
                packed += len(packer.compress(data))
            if count < self._rows:
                kept.append(json.loads(line))
            count += 1
        if count:
            self.written.files[name] = WrittenFile(digest.hexdigest(), size, count)
            self.sample[name] = tuple(kept)
            self._pack(name, packed + len(packer.flush()))
        return count

    def put(self, name: str, data: bytes) -> None:
        """Measures a whole file."""
        self.written.files[name] = WrittenFile(hashlib.sha256(data).hexdigest(), len(data))
        if self._packed is not None:
            self._pack(name, len(zlib.compress(data)))

    def _pack(self, name: str, size: int) -> None:
        if self._packed is not None:
            self._packed += size + _PER_MEMBER + 2 * len(name.encode("utf-8"))

    @property
    def packed(self) -> int | None:
        """About how large the zip would be; None where nobody asked."""
        return self._packed

    @property
    def files(self) -> tuple[ExpectedFile, ...]:
        """The files, in the order of writing."""
        return tuple(
            ExpectedFile(path, file.size, file.rows) for path, file in self.written.files.items()
        )


def measure_written(place: Path, *, rows: int) -> tuple[list[ExpectedFile], dict[str, Any]]:
    """The files that a foreign format wrote, with the first rows of those that have any.

    Args:
        place: A file, or a folder.
        rows: How many rows of each file are shown.
    """
    files, sample = [], {}
    paths = sorted(place.rglob("*")) if place.is_dir() else [place]
    for path in (item for item in paths if item.is_file()):
        name = path.relative_to(place).as_posix() if place.is_dir() else path.name
        shown, count = _first_rows(path, rows)
        files.append(ExpectedFile(name, path.stat().st_size, count))
        if shown:
            sample[name] = tuple(shown)
    return files, sample


def _first_rows(path: Path, rows: int) -> tuple[list[Any], int | None]:
    if path.suffix == ".jsonl":
        with path.open("rb") as stream:
            lines = list(stream)
        return [json.loads(line) for line in lines[:rows]], len(lines)
    if path.suffix == ".json":
        value = json.loads(path.read_text(encoding="utf-8"))
        listed = value.get("items") if isinstance(value, dict) else value
        if isinstance(listed, list):
            return listed[:rows], len(listed)
    return [], None
