"""What an attached file says of its making: author, place, device. Read, never executed."""

from __future__ import annotations

import io
import re
import warnings
import zipfile
from typing import Final

_GPS: Final = 0x8825
_EXIF: Final = {
    0x010F: "camera",
    0x0110: "camera",
    0x013B: "author",
    0x8298: "copyright",
    0x9003: "time taken",
    0x9C9D: "author",
    0xA430: "owner",
    0xA431: "serial number",
}
_PDF: Final = re.compile(rb"/(Author|Creator|Title|Company)\s*[(<]")
_XMP: Final = re.compile(rb"<(?:dc:creator|pdf:Author|xmp:CreatorTool)[\s>]")
_OFFICE: Final = re.compile(rb"<(?:dc:creator|cp:lastModifiedBy|Company)>[^<]")
_MOST_BYTES: Final = 1_000_000
_IMAGES: Final = (b"\x89PNG", b"\xff\xd8\xff", b"RIFF", b"II*\x00", b"MM\x00*")


def metadata_in(data: bytes) -> tuple[str, ...]:
    """What a file's metadata tells, in words; empty where nothing is found.

    Metadata that is packed or encrypted inside a file is not found: nothing found is no promise.
    """
    if data.startswith(b"%PDF-"):
        found = {match[1].decode().casefold() for match in _PDF.finditer(data)}
        return tuple(sorted(found | ({"author"} if _XMP.search(data) else set())))
    if data.startswith(_IMAGES):
        return _of_image(data)
    return _of_office(data) if data.startswith(b"PK\x03\x04") else ()


def _of_image(data: bytes) -> tuple[str, ...]:
    """From an image's header, never its pixels."""
    from PIL import Image

    found: set[str] = {"author"} if _XMP.search(data) else set()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            image = Image.open(io.BytesIO(data))
            exif = image.getexif()
            texts = [key for key in image.info if key in {"Author", "Comment", "comment"}]
    except (OSError, ValueError, SyntaxError, KeyError, Image.DecompressionBombError):
        return tuple(sorted(found))
    found.update(_EXIF[tag] for tag in exif if tag in _EXIF)
    if _GPS in exif:
        found.add("place")
    found.update("author" if key == "Author" else "comment" for key in texts)
    return tuple(sorted(found))


def _of_office(data: bytes) -> tuple[str, ...]:
    """From the two small files in which office documents keep who wrote them."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            names = set(archive.namelist()) & {"docProps/core.xml", "docProps/app.xml", "meta.xml"}
            for name in sorted(names):
                with archive.open(name) as part:
                    if _OFFICE.search(part.read(_MOST_BYTES)):
                        return ("author",)
    except (zipfile.BadZipFile, OSError, ValueError, RuntimeError, NotImplementedError):
        return ()
    return ()
