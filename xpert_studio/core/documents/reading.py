"""Reads an attached file of any kind: its text, its metadata, and what of it cannot be shown."""

from __future__ import annotations

import io
import json
import subprocess
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

from xpert_studio.core.documents import plain_text
from xpert_studio.core.documents.document import Document, Findings, Gap, GapReason, not_read
from xpert_studio.core.documents.media_types import IMAGES, TEXT, WRITTEN, media_type_of
from xpert_studio.core.errors import UsageError
from xpert_studio.core.messages import Message
from xpert_studio.core.processes import DOCUMENT, program, reading_environment

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
                return not_read(GapReason.TOO_LARGE, "\n".join(metadata))
            image.draft("L", _PREVIEW)  # a JPEG is decoded several times faster when small
            image.load()
    except _unreadable():
        return not_read(GapReason.UNREADABLE, "\n".join(metadata))
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


MAX_BYTES: Final = 64 * 1024 * 1024
"""Largest file that is attached or read."""
MAX_SECONDS: Final = 30
_PLAIN: Final = frozenset({"text/plain", "text/markdown"})
_NO_TEXT: Final = ("image/", "audio/", "video/")
PACKAGE: Final = Path(__file__).resolve().parents[3]
NO_WINDOW: Final = getattr(subprocess, "CREATENO_WINDOW", 0)
"""Keeps Windows from opening a console; 0 elsewhere."""


def file_content(path: Path) -> bytes:
    """The content of a file that is to be read.

    Raises:
        UsageError: It cannot be read, is empty or too large.
    """
    try:
        size = path.stat().st_size
        # A pipe has no size, and would keep us waiting.
        data = path.read_bytes() if 0 < size <= MAX_BYTES else b""
    except OSError as error:
        raise UsageError(
            Message("{path} cannot be read: {error}.", path=path, error=error.strerror or error)
        ) from error
    if not 0 < size <= MAX_BYTES:
        raise UsageError(
            Message("{path} is empty or larger than 64 MB.", path=path.name),
            remedy="Choose another.",
        )
    return data


def read_document(data: bytes, media_type: str) -> Document:
    """Reads a file.

    Args:
        data: The file. What it is, is read from its content.
        media_type: What it is said to be: text that is said to be an image (SVG) is not read, and
            a page or letter that was attached as plain text is read as that.
    """
    if len(data) > MAX_BYTES:
        return not_read(GapReason.TOO_LARGE)
    kind = media_type_of(data)
    if kind in IMAGES:
        return read_picture(data)
    if kind is None or media_type.startswith(_NO_TEXT):
        return not_read(GapReason.KIND)
    if kind == TEXT and media_type in WRITTEN:
        kind = media_type
    if kind == TEXT or (kind in WRITTEN and media_type in _PLAIN):
        found = Findings()
        return found.document(plain_text.read(data, found))
    return _extracted(data, kind)


def _extracted(data: bytes, kind: str) -> Document:
    """Reads a document in its own process, which hostile content may slow down or break."""
    try:
        done = subprocess.run(  # noqa: S603 - the program itself, no shell
            [*program(DOCUMENT), kind],
            input=data,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=PACKAGE,
            env=reading_environment(),
            timeout=MAX_SECONDS,
            creationflags=NO_WINDOW,
            check=True,
        )
        found = json.loads(done.stdout)
    except subprocess.TimeoutExpired:
        return not_read(GapReason.TOO_LARGE)
    except (OSError, ValueError, subprocess.CalledProcessError):
        return not_read(GapReason.UNREADABLE)
    gaps = tuple(_gap(*gap) for gap in found["gaps"])
    return Document(_storable(found["text"]), _storable(found["metadata"]), gaps)


def _gap(what: str, template: str, values: dict[str, str | int]) -> Gap:
    shown = {
        name: _storable(value) if isinstance(value, str) else value
        for name, value in values.items()
    }
    return Gap(Message(template, **shown), GapReason(what))


def _storable(text: str) -> str:
    """A text without NUL, and with lone surrogates replaced: UTF-8 cannot encode them."""
    return text.replace("\x00", "").encode("utf-8", "replace").decode("utf-8")
