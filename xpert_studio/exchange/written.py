"""What was written into a bundle, and whether it reads back as that."""

from __future__ import annotations

import hashlib
import json
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any, Final

from xpert_studio.errors import XpertError
from xpert_studio.exchange.bundle_format import MANIFEST
from xpert_studio.exchange.file_names import folded

_PIECE: Final = 1 << 20


@dataclass(frozen=True, slots=True)
class WrittenFile:
    """A file that was written: SHA-256, size in bytes, and rows (None for other files)."""

    sha256: str
    size: int
    rows: int | None = None


@dataclass(slots=True)
class Written:
    """What was written so far, by path."""

    files: dict[str, WrittenFile] = field(default_factory=dict)


def check_written(unfinished: Path, written: Written, target: Path) -> None:
    """Reads a bundle back and compares it with what was written, and with its manifest.

    Args:
        unfinished: The bundle, a folder or a zip.
        written: What was written into it.
        target: What it will be called, for the message.

    Raises:
        XpertError: It differs.
        OSError: It cannot be read.
    """
    try:
        with _opened(unfinished) as (names, read):
            wrong = _first_wrong(names, read, written)
    except zipfile.BadZipFile as error:
        wrong = str(error)
    if wrong:
        raise XpertError(
            f"{target} was not written: what was written reads back differently ({wrong}).",
            remedy="Check the disk and export again, or export to another place.",
        )


@contextmanager
def _opened(place: Path) -> Iterator[tuple[list[str], Any]]:
    """The names of the files of a bundle, and what opens one of them."""
    if place.is_dir():
        paths = {
            path.relative_to(place).as_posix(): path
            for path in place.rglob("*")
            if not path.is_dir()
        }
        yield list(paths), lambda name: (place / name).open("rb")
        return
    with zipfile.ZipFile(place) as archive:
        yield archive.namelist(), archive.open


def _first_wrong(names: list[str], read: Any, written: Written) -> str:  # noqa: ANN401
    """The first file that is not as it was written; empty where there is none."""
    # Some systems give names back in another normalisation than they got them in.
    if sorted(map(folded, names)) != sorted(map(folded, written.files)):
        return "its list of files"
    for name, file in written.files.items():
        with read(name) as stream:
            if _measured(stream, has_rows=file.rows is not None) != file:
                return name
    with read(MANIFEST) as stream:
        listed = json.loads(stream.read())["files"]
    stated = {entry["path"]: (entry["sha256"], entry.get("rows")) for entry in listed}
    found = {
        name: (file.sha256, file.rows) for name, file in written.files.items() if name != MANIFEST
    }
    return "" if stated == found else MANIFEST


def _measured(stream: IO[bytes], *, has_rows: bool) -> WrittenFile:
    digest, size, rows = hashlib.sha256(), 0, 0
    while data := stream.read(_PIECE):
        digest.update(data)
        size += len(data)
        rows += data.count(b"\n")
    return WrittenFile(digest.hexdigest(), size, rows if has_rows else None)
