"""What bundles that are refused are made of."""

from __future__ import annotations

import struct
import zipfile
import zlib

from tests.exchange.conftest import (
    TASK,
    lines,
)

SOUND_LINE = lines([TASK])


def zipped(path, *members, tasks=SOUND_LINE):
    """A bundle in an archive; what is in it is bytes, or a list of pieces."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        _write(archive, "tasks.jsonl", tasks)
        for name, data, mode in members:
            member = zipfile.ZipInfo(name)
            member.filename = name  # the constructor would mend it
            member.compress_type = zipfile.ZIP_DEFLATED
            member.external_attr = mode << 16
            _write(archive, member, data)
    return path


def _write(archive, member, data):
    with archive.open(member, "w") as file:
        for piece in [data] if isinstance(data, bytes) else data:
            file.write(piece)


def png(width: int, height: int) -> bytes:
    def chunk(kind: bytes, data: bytes) -> bytes:
        return (
            struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        )

    header = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
    pixels = chunk(b"IDAT", zlib.compress(b"\x00" * 10))
    return b"\x89PNG\r\n\x1a\n" + header + pixels + chunk(b"IEND", b"")
