"""Copies of files without what they say of their making: author, program, history, thumbnail.

For people who must not learn which system made a file. Works in the process of ``worker``. What a
copy shows is what the file shows; an image becomes the picture that people are shown anyway.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Callable
from typing import Final

from xpert_studio.core.documents.document import Findings
from xpert_studio.core.documents.media_types import (
    DOCX,
    HTML,
    IMAGES,
    ODP,
    ODS,
    ODT,
    PDF,
    PPTX,
    RTF,
    XLSX,
)
from xpert_studio.core.documents.package import open_package

_PROPERTIES: Final = re.compile(
    r"(docProps/.*|Thumbnails/.*|docMetadata/.*|customXml/.*|.*/(people|commentAuthors)\.xml)",
    re.IGNORECASE,
)
"""Parts of Office files that tell of people, programs and earlier looks."""
_NAMES_PART: Final = re.compile(
    rb'<(?:\w+:)?(?:Relationship|Override|file-entry)\b[^>]*(?:Target|PartName|full-path)="[^"]*'
    rb'(?:docProps|Thumbnails|docMetadata|customXml|people\.xml|commentAuthors\.xml)[^"]*"'
    rb"[^>]*?(?:/>|></\w+>)"
)
_AUTHOR: Final = re.compile(rb'\b((?:w|w15|w16\w*|p):(?:author|initials|userId))="[^"]*"')
_AUTHORS: Final = re.compile(rb"(<author>)[^<]*(</author>)")
_DC: Final = re.compile(rb"(<(dc:creator|meta:creator-initials|dc:date)>)[^<]*(</\2>)")
_META: Final = re.compile(rb"<office:meta\b[^>]*/>|<office:meta\b.*?</office:meta>", re.DOTALL)
_SINCE: Final = (1980, 1, 1, 0, 0, 0)

_OF_MAKING: Final = re.compile(
    r"<!--.*?-->"
    r"|<meta\b(?![^>]*(?:charset|http-equiv|\bname\s*=\s*[\"']?(?:viewport|color-scheme)))[^>]*>"
    r"|<link\b[^>]*rel\s*=\s*[\"']?(?:author|me|generator|canonical|alternate)\b[^>]*>"
    r"|<script\b[^>]*application/ld\+json[^>]*>.*?</script\s*>"
    r"|<title\b[^>]*>.*?</title\s*>",
    re.DOTALL | re.IGNORECASE,
)
_CODE: Final = re.compile(r"(<(script|style)\b.*?</\2\s*>)", re.DOTALL | re.IGNORECASE)
_RTF_SAID: Final = re.compile(rb"\{\\(?:info\b|\*\\(?:generator|userprops|xmlnstbl|rsidtbl)\b)")
_PDF_ID: Final = re.compile(rb"/ID\s*\[<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]+)>\]")
_PDF_DATE: Final = re.compile(rb"(/(?:CreationDate|ModDate)\s*)\(([^)]*)\)")


def clean_copy(data: bytes, media_type: str) -> bytes:
    """A copy of a file; the bytes as they are where nothing of its kind can be removed.

    The copy of an image is a PNG or JPEG. The same file gives the same copy.

    Args:
        data: The file.
        media_type: Of its content.

    Raises:
        NotReadError: It is an image that cannot be shown. Any other exception means damage.
    """
    if media_type in IMAGES:
        from xpert_studio.core.documents.pictures import read_image

        return read_image(data, Findings())
    clean = _WAYS.get(media_type)
    return data if clean is None else clean(data)


def _pdf(data: bytes) -> bytes:
    """Its pages in a new file; what only the old file's catalogue had (outline, forms) is lost."""
    import pypdfium2

    if b"/Encrypt" in data:
        return data  # its pages cannot be read, and what it says of its making neither
    source, made = pypdfium2.PdfDocument(data), pypdfium2.PdfDocument.new()
    made.import_pages(source)
    written = io.BytesIO()
    made.save(written)
    # Both are new each time.
    fixed = _PDF_ID.sub(
        lambda found: b"/ID" + re.sub(rb"[0-9A-Fa-f]", b"0", found[0][3:]), written.getvalue()
    )
    return _PDF_DATE.sub(lambda found: found[1] + b"(" + b" " * len(found[2]) + b")", fixed)


def _office(data: bytes) -> bytes:
    written = io.BytesIO()
    with (
        open_package(io.BytesIO(data)) as source,
        zipfile.ZipFile(written, "w", zipfile.ZIP_STORED) as made,
    ):
        for part in source.infolist():
            if not _PROPERTIES.fullmatch(part.filename):
                # Without compression the same file gives the same bytes, whatever made them.
                made.writestr(
                    zipfile.ZipInfo(part.filename, _SINCE), _part(source.read(part), part.filename)
                )
    return written.getvalue()


def _part(data: bytes, name: str) -> bytes:
    if name.endswith((".xml", ".rels")):
        data = _NAMES_PART.sub(b"", data)
        data = _AUTHOR.sub(rb'\1=""', data)
        data = _AUTHORS.sub(rb"\1\2", data)
        data = _DC.sub(rb"\1\3", data)
        data = _META.sub(b"<office:meta/>", data)
    return data


def _page(data: bytes) -> bytes:
    """A web page without comments, and in its head what is not shown; code is left as it is."""
    text = data.decode("latin-1")  # every byte stays as it is, whatever the encoding
    parts = _CODE.split(text)
    return "".join(
        "" if place % 3 == 2 else part if _is_code(place, part) else _OF_MAKING.sub("", part)
        for place, part in enumerate(parts)
    ).encode("latin-1")


def _is_code(place: int, part: str) -> bool:
    return place % 3 == 1 and "ld+json" not in part


def _rich_text(data: bytes) -> bytes:
    """Without the groups on author, program and revisions, which may hold others."""
    while found := _RTF_SAID.search(data):
        depth, at = 1, found.start() + 1
        while depth and at < len(data):
            if data[at : at + 1] == b"\\":
                at += 1
            else:
                depth += {b"{": 1, b"}": -1}.get(data[at : at + 1], 0)
            at += 1
        data = data[: found.start()] + data[at:]
    return data


_WAYS: Final[dict[str, Callable[[bytes], bytes]]] = {
    PDF: _pdf,
    **dict.fromkeys((DOCX, XLSX, PPTX, ODT, ODS, ODP), _office),
    HTML: _page,
    RTF: _rich_text,
}
