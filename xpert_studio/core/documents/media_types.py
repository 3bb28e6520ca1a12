"""What kind of file this is, by its content."""

from __future__ import annotations

import io
import json
import re
import zipfile
from pathlib import PurePath
from typing import Final

from xpert_studio.core.documents.package import open_package
from xpert_studio.core.documents.plain_text import decoded

PDF: Final = "application/pdf"
DOCX: Final = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
XLSX: Final = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
PPTX: Final = "application/vnd.openxmlformats-officedocument.presentationml.presentation"
XLS: Final = "application/vnd.ms-excel"
ODT: Final = "application/vnd.oasis.opendocument.text"
ODS: Final = "application/vnd.oasis.opendocument.spreadsheet"
ODP: Final = "application/vnd.oasis.opendocument.presentation"
RTF: Final = "application/rtf"
EML: Final = "message/rfc822"
NOTEBOOK: Final = "application/x-ipynb+json"
HTML: Final = "text/html"
TEXT: Final = "text/plain"
SOURCE: Final = "text/x-page-source"
"""A web page that is read letter by letter."""
FOLDER: Final = "application/vnd.xpert-studio.workspace+zip"
"""A folder of files, or what was changed in one: a pack writes and reads it."""
LOCKED: Final = "application/x-ole-storage"
"""An Office file with a password."""
DOC: Final = "application/msword"
PPT: Final = "application/vnd.ms-powerpoint"
UNREAD: Final = frozenset({LOCKED, DOC, PPT})
"""Office files of which nothing can be read: those with a password, texts and slides of 97."""

WRITTEN: Final = frozenset({RTF, EML, NOTEBOOK, HTML})
"""Texts that are read for what they show, not letter by letter."""

HEIC: Final = "image/heic"
"""Photographs of some telephones, which are known and not read."""
IMAGES: Final = frozenset(
    {
        "image/png",
        "image/jpeg",
        "image/gif",
        "image/webp",
        "image/bmp",
        "image/tiff",
        "image/avif",
        HEIC,
    }
)
"""Images, of which people and models are shown a PNG or JPEG that the program makes."""

ENDINGS: Final = {
    PDF: ".pdf", DOCX: ".docx", XLSX: ".xlsx", PPTX: ".pptx", XLS: ".xls", ODT: ".odt",
    ODS: ".ods", ODP: ".odp", RTF: ".rtf", TEXT: ".txt", FOLDER: ".zip",
    "audio/mpeg": ".mp3", "audio/wav": ".wav", "audio/aiff": ".aiff", "audio/mp4": ".m4a",
    "audio/flac": ".flac", "audio/ogg": ".ogg", "audio/aac": ".aac", "video/mp4": ".mp4",
    "video/quicktime": ".mov", "video/webm": ".webm", "video/x-msvideo": ".avi",
}  # fmt: skip
"""Endings under which files of a kind open in a program that runs nothing in them."""

_SIGNATURES: Final = (
    (b"\x89PNG\r\n\x1a\n", "image/png"),
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"GIF8", "image/gif"),
    (b"%PDF-", PDF),
    (b"{\\rtf", RTF),
    (b"II*\x00", "image/tiff"),
    (b"MM\x00*", "image/tiff"),
)
_BRANDS: Final = {
    b"avif": "image/avif",
    b"avis": "image/avif",
    b"heic": HEIC,
    b"heix": HEIC,
}
_ANY_IMAGE: Final = frozenset({b"mif1", b"msf1", b"miaf"})
"""Brands of images and sequences of them whose coding another brand of the file says."""
_SOUND: Final = {b"RIFF": (b"WAVE", "audio/wav"), b"FORM": (b"AIFF", "audio/aiff")}
"""What says that it is sound eight bytes into a file, by how that begins."""
_FILM: Final = (b"AVI ", "video/x-msvideo")
_OF_SOUND: Final = {b"M4A ": "audio/mp4", b"M4B ": "audio/mp4", b"qt  ": "video/quicktime"}
"""Brands of MPEG-4 files other than films."""
_STREAMS: Final = (
    (b"ID3", "audio/mpeg"),
    (b"fLaC", "audio/flac"),
    (b"OggS", "audio/ogg"),
    (b"\x1aE\xdf\xa3", "video/webm"),
)
_FRAME: Final = frozenset({0xFB, 0xFA, 0xF3, 0xF2})
"""What follows FF where a file begins with a frame of MP3; with F1 and F9 it is AAC."""
_AAC: Final = frozenset({0xF1, 0xF9})
_OLE: Final = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_BOOK: Final = tuple(name.encode("utf-16-le") for name in ("Workbook\x00", "Book\x00"))
_OLD: Final = {
    "WordDocument".encode("utf-16-le"): DOC,
    "PowerPoint Document".encode("utf-16-le"): PPT,
}
_ENCRYPTED: Final = "EncryptedPackage".encode("utf-16-le")
_MAIN: Final = {
    b"wordprocessingml.document.main+xml": DOCX,
    b"wordprocessingml.template.main+xml": DOCX,
    b"word.document.macroEnabled.main+xml": DOCX,
    b"word.template.macroEnabledTemplate.main+xml": DOCX,
    b"spreadsheetml.sheet.main+xml": XLSX,
    b"spreadsheetml.template.main+xml": XLSX,
    b"excel.sheet.macroEnabled.main+xml": XLSX,
    b"excel.template.macroEnabled.main+xml": XLSX,
    b"presentationml.presentation.main+xml": PPTX,
    b"presentationml.slideshow.main+xml": PPTX,
    b"presentationml.template.main+xml": PPTX,
    b"powerpoint.presentation.macroEnabled.main+xml": PPTX,
    b"powerpoint.slideshow.macroEnabled.main+xml": PPTX,
}
"""Content types of main parts."""
_OFFICE: Final = {"word/document.xml": DOCX, "xl/workbook.xml": XLSX, "ppt/presentation.xml": PPTX}
_NAMED: Final = {kind + ending: kind for kind in (ODT, ODS, ODP) for ending in ("", "-template")}
_NAMED[FOLDER] = FOLDER
"""What a part called ``mimetype`` can say."""
_BY_NAME: Final = {".md": "text/markdown", ".html": HTML, ".htm": HTML, ".eml": EML}
_MAX_TYPES: Final = 1_000_000
_HEAD: Final = 4096
_PAGE: Final = re.compile(r"<(!doctype html|html)\b", re.IGNORECASE)
_HEADER: Final = re.compile(r"(?:[!-9;-~]+:[^\n]*\n(?:[ \t][^\n]*\n)*)+\r?\n")
_OF_MAIL: Final = re.compile(
    r"^(received|return-path|from|to|subject|date|message-id|mime-version):",
    re.IGNORECASE | re.MULTILINE,
)
_LEAST_HEADERS: Final = 3


def media_type_of(data: bytes, name: str = "") -> str | None:
    """The media type of a file's content; None where it is no image, document or text.

    Args:
        data: The file.
        name: Its name, which tells apart what the text of a plain file is.
    """
    for start, media_type in _SIGNATURES:
        if data.startswith(start):
            return media_type
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "image/webp"
    if data[4:8] == b"ftyp" and (image := _branded_image(data)):
        return image
    if data[:2] == b"BM" and data[6:10] == bytes(4):
        return "image/bmp"
    if recorded := _recording_type(data):
        return recorded
    if data.startswith(b"PK\x03\x04"):
        return _packed_type(data)
    if data.startswith(_OLE):
        return _ole_type(data)
    text = decoded(data)
    kind = None if text is None else _text_type(text.text)
    return _BY_NAME.get(PurePath(name).suffix.lower(), kind) if kind == TEXT else kind


def _branded_image(data: bytes) -> str | None:
    """The media type of an image by its brands, the major one and those it is compatible with."""
    major, end = data[8:12], min(int.from_bytes(data[:4], "big"), _HEAD)
    if major not in _ANY_IMAGE:
        return _BRANDS.get(major)
    others = (data[place : place + 4] for place in range(16, end, 4))
    return next((_BRANDS[brand] for brand in others if brand in _BRANDS), HEIC)


def _recording_type(data: bytes) -> str | None:
    """The media type of sound or a film; None where it is neither."""
    begins, kind = data[:4], data[8:12]
    word, sound = _SOUND.get(begins, (b"", ""))
    if word and kind == word:
        return sound
    if begins == b"RIFF" and kind == _FILM[0]:
        return _FILM[1]
    if data[4:8] == b"ftyp":
        return _OF_SOUND.get(kind, "video/mp4")
    if begins[:1] == b"\xff" and begins[1:2] and begins[1] in _FRAME | _AAC:
        return "audio/mpeg" if begins[1] in _FRAME else "audio/aac"
    return next((media_type for start, media_type in _STREAMS if data.startswith(start)), None)


def _packed_type(data: bytes) -> str | None:
    try:
        with open_package(io.BytesIO(data)) as archive:
            names = set(archive.namelist())
            if "mimetype" in names:
                return _NAMED.get(archive.read("mimetype").decode("ascii", "replace").strip())
            if "[Content_Types].xml" in names:
                types = archive.open("[Content_Types].xml").read(_MAX_TYPES)
                found = next((kind for name, kind in _MAIN.items() if name in types), None)
                if found:
                    return found
    except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError, RuntimeError):
        return None
    return next((kind for name, kind in _OFFICE.items() if name in names), None)


def _ole_type(data: bytes) -> str | None:
    if _ENCRYPTED in data:
        return LOCKED
    old = next((kind for name, kind in _OLD.items() if name in data), None)
    return XLS if old is None and any(name in data for name in _BOOK) else old


def _text_type(text: str) -> str:
    if _PAGE.match(_after_comments(text[:_HEAD])):
        return HTML
    if _is_notebook(text):
        return NOTEBOOK
    head = _HEADER.match(text.replace("\r\n", "\n"))
    if head and len(_OF_MAIL.findall(head[0])) >= _LEAST_HEADERS:
        return EML
    return TEXT


def _after_comments(text: str) -> str:
    """A text without the XML declaration and the comments that it begins with."""
    place = len(text) - len(text.lstrip())
    if text.startswith("<?xml", place):
        place = _after(text, ">", place)
    while text.startswith("<!--", place):
        place = _after(text, "-->", place)
    return text[place:]


def _after(text: str, closing: str, place: int) -> int:
    """The first place that is no white space behind the next of some characters; its end else."""
    end = text.find(closing, place)
    rest = text[end + len(closing) :] if end >= 0 else ""
    return len(text) - len(rest.lstrip())


def _is_notebook(text: str) -> bool:
    if not text.lstrip().startswith("{") or '"nbformat"' not in text:
        return False
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return False
    return isinstance(found, dict) and isinstance(found.get("cells", found.get("worksheets")), list)
