"""What reading an attached file gives."""

from __future__ import annotations

import io
import zipfile
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from xpert_studio.documents.package import open_package

# Media types of attached files, by their content.

PDF: Final = "application/pdf"
DOCX: Final = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
XLSX: Final = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
PPTX: Final = "application/vnd.openxmlformats-officedocument.presentationml.presentation"

IMAGES: Final = frozenset({"image/png", "image/jpeg", "image/gif", "image/webp"})
"""The images that models take."""

_SIGNATURES: Final = (
    (b"\x89PNG\r\n\x1a\n", "image/png"),
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"GIF8", "image/gif"),
    (b"%PDF-", PDF),
)
_OFFICE: Final = {"word/document.xml": DOCX, "xl/workbook.xml": XLSX, "ppt/presentation.xml": PPTX}


def media_type_of(data: bytes) -> str | None:
    """The media type of a file's content; None where it is no image, PDF, Office file or text."""
    for start, media_type in _SIGNATURES:
        if data.startswith(start):
            return media_type
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "image/webp"
    if data.startswith(b"PK\x03\x04"):
        return _office_type(data)
    try:
        return None if "\x00" in data.decode("utf-8-sig") else "text/plain"
    except UnicodeDecodeError:
        return None


def _office_type(data: bytes) -> str | None:
    try:
        with open_package(io.BytesIO(data)) as archive:
            names = set(archive.namelist())
    except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError):
        return None
    return next((kind for name, kind in _OFFICE.items() if name in names), None)


MAX_CHARS: Final = 200_000
"""Longest text taken from one file, in characters."""


class Gap(StrEnum):
    """Why a model is not shown a file, or not all of it."""

    KIND = "a kind of file that cannot be shown"
    UNREADABLE = "damaged or unreadable"
    TOO_LARGE = "too large to read"
    ENCRYPTED = "encrypted"
    NO_TEXT = "pages without a text layer"
    PICTURES = "pictures or charts inside it are not shown"
    SHORTENED = "only its beginning is shown"
    TEXT_ONLY = "this judge reads the text of responses only"


@dataclass(frozen=True, slots=True)
class Document:
    """A file that was read.

    Attributes:
        text: Its text; empty for pictures and where there is none.
        metadata: What its properties say (author, program, title), one a line.
        gap: What of it is not shown; None where text or picture is the whole.
        is_picture: Whether it is an image that can be decoded.
    """

    text: str = ""
    metadata: str = ""
    gap: Gap | None = None
    is_picture: bool = False


def document(text: str, metadata: str = "", gap: Gap | None = None) -> Document:
    """A document of a text, cut to ``MAX_CHARS``."""
    if len(text) > MAX_CHARS:
        return Document(text[:MAX_CHARS], metadata, Gap.SHORTENED)
    return Document(text, metadata, gap)
