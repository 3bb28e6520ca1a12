"""Opens the zip file that an Office document is, and reads its parts within bounds."""

from __future__ import annotations

import io
import re
import struct
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import suppress
from typing import Final

MAX_PARTS: Final = 10_000
MAX_PART_BYTES: Final = 64 * 1024 * 1024
MAX_TOTAL_BYTES: Final = 256 * 1024 * 1024

_END: Final = b"PK\x05\x06"
_END_64: Final = b"PK\x06\x07"
_END_SIZE: Final = 22
_LONGEST_COMMENT: Final = 65_535
_MAX_DIRECTORY: Final = 4 * 1024 * 1024


def open_package(stream: io.BytesIO) -> zipfile.ZipFile:
    """The zip file in ``stream``.

    Raises:
        zipfile.BadZipFile: It is no zip file, or larger unpacked than a document needs to be.
    """
    _check_directory(stream.getbuffer())
    archive = zipfile.ZipFile(stream)
    sizes = [part.file_size for part in archive.infolist()]
    if (
        len(sizes) > MAX_PARTS
        or sum(sizes) > MAX_TOTAL_BYTES
        or max(sizes, default=0) > MAX_PART_BYTES
    ):
        archive.close()
        raise zipfile.BadZipFile("larger unpacked than a document needs to be")
    return archive


def unpacked(data: bytes) -> Iterator[bytes]:
    """A file as it is; of a zip file its parts and their names; of a PDF its packed streams."""
    yield data
    for name, part in parts_of(data):
        yield name.encode("utf-8", "replace")
        yield part
    left = MAX_TOTAL_BYTES
    if data.startswith(b"\x1f\x8b"):
        with suppress(zlib.error):
            yield zlib.decompressobj(31).decompress(data, left)
    for packed in re.finditer(rb"stream\r?\n(.*?)endstream", data, re.DOTALL):
        with suppress(zlib.error):
            yield (piece := zlib.decompressobj().decompress(packed[1], max(left, 1)))
            left -= len(piece)


def parts_of(data: bytes) -> Iterator[tuple[str, bytes]]:
    """Name and content of each part of a zip file, as far as they can be read; of others none."""
    with (
        suppress(zipfile.BadZipFile, zlib.error, RuntimeError, EOFError),
        open_package(io.BytesIO(data)) as archive,
    ):
        for part in archive.infolist():
            yield part.filename, archive.read(part)


def _check_directory(data: memoryview) -> None:
    """Looks at the size of the directory before ``zipfile`` makes an object of each entry."""
    tail = bytes(data[-(_END_SIZE + _LONGEST_COMMENT) :])
    end = tail.rfind(_END)
    if end < 0 or len(tail) - end < _END_SIZE:
        raise zipfile.BadZipFile("no end of a zip file")
    (size,) = struct.unpack_from("<I", tail, end + 12)
    if size > _MAX_DIRECTORY or tail.rfind(_END_64, 0, end) >= 0:
        raise zipfile.BadZipFile("more parts than a document needs")
