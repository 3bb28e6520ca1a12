"""The size of a PNG, read from its first bytes without decoding it."""

from __future__ import annotations

import struct
from typing import Final

_HEAD: Final = struct.Struct(">8sI4sII")
_SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
_HEADER_BYTES: Final = 13


def png_size(data: bytes) -> tuple[int, int] | None:
    """Pixels across and down, as the header says; None where it is no PNG."""
    if len(data) < _HEAD.size:
        return None
    signature, length, kind, width, height = _HEAD.unpack_from(data)
    if (signature, length, kind) != (_SIGNATURE, _HEADER_BYTES, b"IHDR"):
        return None
    return (width, height) if width and height else None
