"""Text and properties of PDF files. Scripts and attachments inside are never looked at.

Runs in the process of ``worker``: time and memory are limited there.
"""

from __future__ import annotations

import io
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

from xpert_studio.documents.document import MAX_CHARS, Document, Gap, document

if TYPE_CHECKING:
    from pypdf import PageObject, PdfReader

MAX_PAGES: Final = 500
_MAX_XMP: Final = 200_000


def read_pdf(data: bytes) -> Document:
    """The text of the pages, with a line for the number of each."""
    from pypdf import PdfReader
    from pypdf.errors import PyPdfError

    try:
        reader = PdfReader(io.BytesIO(data), strict=False)
        if reader.is_encrypted and not reader.decrypt(""):
            return Document(gap=Gap.ENCRYPTED)
    except (PyPdfError, ImportError) as error:
        is_broken = isinstance(error, PyPdfError) and "crypt" not in str(error).casefold()
        return Document(gap=Gap.UNREADABLE if is_broken else Gap.ENCRYPTED)
    texts: list[str] = []
    gaps: set[Gap] = set()
    for number, page in enumerate(reader.pages, start=1):
        if number > MAX_PAGES or sum(map(len, texts)) > MAX_CHARS:
            gaps.add(Gap.SHORTENED)
            break
        text = page.extract_text().strip()
        if not text:
            gaps.add(Gap.NO_TEXT)
            continue
        texts.append(f"# {number}\n{text}")
        if _has_pictures(page):
            gaps.add(Gap.PICTURES)
    order = (Gap.SHORTENED, Gap.NO_TEXT, Gap.PICTURES)
    gap = next((gap for gap in order if gap in gaps), None if texts else Gap.NO_TEXT)
    return document("\n\n".join(texts), _properties(reader), gap)


def _has_pictures(page: PageObject) -> bool:
    resources = _resolved(page.get("/Resources", {}))
    objects = _resolved(resources.get("/XObject", {})) if isinstance(resources, dict) else {}
    if not isinstance(objects, dict):
        return False
    kinds = (_resolved(objects.raw_get(name)) for name in objects)  # type: ignore[attr-defined]
    return any(isinstance(kind, dict) and kind.get("/Subtype") == "/Image" for kind in kinds)


def _resolved(value: Any) -> Any:  # noqa: ANN401 - any object of a PDF
    return value.get_object() if hasattr(value, "get_object") else value


def _properties(reader: PdfReader) -> str:
    from pypdf.errors import PyPdfError

    found: list[str] = []
    with suppress(PyPdfError, ValueError, KeyError, AttributeError, TypeError):
        found += [str(value) for value in (reader.metadata or {}).values()]
    with suppress(PyPdfError, ValueError, KeyError, AttributeError, TypeError):
        xmp = _resolved(reader.root_object.get("/Metadata"))
        found.append(xmp.get_data()[:_MAX_XMP].decode("utf-8", "replace"))
    return "\n".join(found)
