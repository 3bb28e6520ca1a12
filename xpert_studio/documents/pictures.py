"""Images as they are shown: turned by their EXIF orientation, and whether they can be decoded."""

from __future__ import annotations

import io
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from xpert_studio.documents.document import Document, Gap

if TYPE_CHECKING:
    from PIL import Image

MAX_PIXELS: Final = 40_000_000
_ORIENTATION: Final = 0x0112
_QUALITY: Final = 95
_PREVIEW: Final = (64, 64)


def upright(data: bytes) -> bytes:
    """An image turned as its EXIF orientation says, without that orientation.

    The bytes as they are where there is nothing to turn, or no image can be read from them.
    """
    from PIL import ImageOps

    try:
        with _opened(data) as image:
            if image.getexif().get(_ORIENTATION, 1) not in range(2, 9) or _is_large(image):
                return data
            turned = io.BytesIO()
            ImageOps.exif_transpose(image).save(turned, image.format, quality=_QUALITY)
            return turned.getvalue()
    except _unreadable():
        return data


def read_picture(data: bytes) -> Document:
    """An image's metadata, and whether all of it can be decoded."""
    metadata: list[str] = []
    try:
        with _opened(data) as image:
            metadata = list(_said(image))
            if _is_large(image):
                return Document(metadata="\n".join(metadata), gap=Gap.TOO_LARGE)
            image.draft("L", _PREVIEW)  # a JPEG is decoded several times faster when small
            image.load()
    except _unreadable():
        return Document(metadata="\n".join(metadata), gap=Gap.UNREADABLE)
    return Document(metadata="\n".join(metadata), is_picture=True)


@contextmanager
def _opened(data: bytes) -> Iterator[Image.Image]:
    from PIL import Image

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with Image.open(io.BytesIO(data)) as image:
            yield image


def _unreadable() -> tuple[type[Exception], ...]:
    from PIL import Image

    # What Pillow raises for damaged files.
    return (OSError, ValueError, SyntaxError, KeyError, TypeError, IndexError, EOFError,
            Image.DecompressionBombError)  # fmt: skip


def _is_large(image: Image.Image) -> bool:
    return image.width * image.height > MAX_PIXELS


def _said(image: Image.Image) -> Iterator[str]:
    """The texts of EXIF, PNG, GIF and XMP metadata."""
    for value in (*image.getexif().values(), *image.info.values()):
        if isinstance(value, bytes):
            yield value.replace(b"\x00", b"").decode("utf-8", "replace")
        elif isinstance(value, str):
            yield value
