"""Image files without what they say of their making; every pixel, and its colour, stays.

For images inside other files, whose format and place are part of what is shown. The orientation of
EXIF stays too, alone.
"""

from __future__ import annotations

import io
import struct
import zlib
from collections.abc import Iterator
from contextlib import suppress
from typing import Final

_PNG: Final = b"\x89PNG\r\n\x1a\n"
_CHUNKS: Final = frozenset({
    b"IHDR", b"PLTE", b"IDAT", b"IEND", b"tRNS", b"cHRM", b"gAMA", b"iCCP", b"sBIT", b"sRGB",
    b"cICP", b"mDCV", b"cLLI", b"bKGD", b"pHYs", b"acTL", b"fcTL", b"fdAT",
})  # fmt: skip
"""Of PNG, what pictures are made of."""
_LOOPS: Final = frozenset({b"NETSCAPE2.0", b"ANIMEXTS1.0"})
_ALONE: Final = frozenset({0x01, *range(0xD0, 0xD9)})
"""Markers of JPEG without a length."""
_ORIENTATION: Final = 0x0112
_EXIF_FLAGS: Final = 0x0C
"""Bits of WebP's first chunk for EXIF and XMP."""


def bare_image(data: bytes) -> bytes:
    """An image file without texts, EXIF but for its orientation, XMP, thumbnails, and what follows.

    Args:
        data: The file; one of another kind than JPEG, PNG, GIF, WebP, or a damaged one, stays.
    """
    with suppress(struct.error, IndexError, ValueError):
        if data.startswith(_PNG):
            return b"".join(_png(data))
        if data.startswith(b"\xff\xd8\xff"):
            return b"".join(_jpeg(data))
        if data.startswith(b"GIF8"):
            return b"".join(_gif(data))
        if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
            return _webp(data)
    return data


def _turned(data: bytes) -> bytes:
    """EXIF that says nothing but how the image is turned; empty where it is upright."""
    from PIL import Image

    try:
        with Image.open(io.BytesIO(data), formats=("PNG", "JPEG", "WEBP")) as image:
            turn = image.getexif().get(_ORIENTATION)
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError):
        return b""
    if turn not in range(2, 9):
        return b""
    return b"MM\x00*\x00\x00\x00\x08\x00\x01" + struct.pack(
        ">HHIHHI", _ORIENTATION, 3, 1, turn, 0, 0
    )


def _png(data: bytes) -> Iterator[bytes]:
    yield _PNG
    place = len(_PNG)
    while place < len(data):
        size, kind = struct.unpack_from(">I4s", data, place)
        end = place + 12 + size
        if end > len(data):
            raise ValueError(kind)
        if kind in _CHUNKS:
            yield data[place:end]
        if kind == b"IHDR" and (exif := _turned(data)):
            whole = b"eXIf" + exif
            yield struct.pack(">I", len(exif)) + whole + struct.pack(">I", zlib.crc32(whole))
        if kind == b"IEND":
            return
        place = end
    raise ValueError(_PNG)


def _jpeg(data: bytes) -> Iterator[bytes]:
    yield data[:2]
    if exif := _turned(data):
        yield b"\xff\xe1" + struct.pack(">H", len(exif) + 8) + b"Exif\x00\x00" + exif
    place = 2
    while True:
        while data[place : place + 2] == b"\xff\xff":
            place += 1
        if data[place] != 0xFF:
            raise ValueError(place)
        marker = data[place + 1]
        if marker == 0xD9:
            yield data[place : place + 2]
            return
        end = place + 2
        if marker not in _ALONE:
            end += struct.unpack_from(">H", data, end)[0]
        if marker == 0xDA:
            end = _after_scan(data, end)
        if _is_of_jpeg(marker, data[place + 4 : end]):
            yield data[place:end]
        place = end


def _after_scan(data: bytes, place: int) -> int:
    """Where the next marker after a scan is: 00 and restarts belong to it."""
    while True:
        place = data.index(b"\xff", place)
        if data[place + 1] not in {0x00, 0xFF, *range(0xD0, 0xD8)}:
            return place
        place += 1 if data[place + 1] == 0xFF else 2


def _is_of_jpeg(marker: int, content: bytes) -> bool:
    if marker == 0xE2:
        return content.startswith(b"ICC_PROFILE\x00")
    is_other = 0xE0 <= marker <= 0xEF or marker == 0xFE
    return marker in {0xE0, 0xEE} or not is_other


def _gif(data: bytes) -> Iterator[bytes]:
    place = 13 + _colours(data[10])
    yield data[:place]
    while data[place] != 0x3B:
        start = place
        if data[place] == 0x2C:
            place += 10 + _colours(data[place + 9]) + 1
            place = _after_blocks(data, place)
            yield data[start:place]
            continue
        if data[place] != 0x21:
            raise ValueError(place)
        label = data[place + 1]
        place = _after_blocks(data, place + 2)
        if label == 0xF9 or (label == 0xFF and data[start + 3 : start + 14] in _LOOPS):
            yield data[start:place]
    yield b";"


def _colours(flags: int) -> int:
    return 3 << ((flags & 7) + 1) if flags & 0x80 else 0


def _after_blocks(data: bytes, place: int) -> int:
    while size := data[place]:
        place += size + 1
    return place + 1


def _webp(data: bytes) -> bytes:
    kept, place, exif = bytearray(), 12, _turned(data)
    end = min(len(data), 8 + struct.unpack_from("<I", data, 4)[0])
    while place + 8 <= end:
        kind, size = struct.unpack_from("<4sI", data, place)
        chunk = data[place : place + 8 + size + (size & 1)]
        if kind == b"VP8X":
            flags = chunk[8] & ~_EXIF_FLAGS | (0x08 if exif else 0)
            chunk = chunk[:8] + bytes([flags]) + chunk[9:]
        if kind in {b"VP8 ", b"VP8L", b"VP8X", b"ALPH", b"ANIM", b"ANMF", b"ICCP"}:
            kept += chunk
        place += len(chunk)
    if exif and kept[:4] == b"VP8X":
        kept += b"EXIF" + struct.pack("<I", len(exif)) + exif
    return b"RIFF" + struct.pack("<I", len(kept) + 4) + b"WEBP" + kept
