"""PDF files: the text of their pages in reading order, filled form fields and comments.

Scripts and attached files inside are never run or opened. A page without text is a gap, unless
nothing is on it.
"""

from __future__ import annotations

import ctypes
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from xpert_studio.core.documents.document import MAX_CHARS, Findings, GapReason, NotReadError
from xpert_studio.core.messages import Message

if TYPE_CHECKING:
    from pypdfium2 import PdfDocument, PdfPage

MAX_PAGES: Final = 500
_MAX_XMP: Final = 200_000
_XMP: Final = re.compile(rb"<x:xmpmeta.*?</x:xmpmeta>", re.DOTALL)
_TAGS: Final = re.compile(r"<[^>]+>")
_MOST_PIXELS: Final = 20_000_000
_UNIFORM: Final = 12
"""Shades of grey by which a page may differ from itself and still be blank."""


def read(data: bytes, found: Findings) -> str:
    """The text of the pages, with a line for the number of each."""
    import pypdfium2
    from pypdfium2 import raw

    try:
        document = pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError as error:
        code = getattr(error, "err_code", None)
        is_locked = (
            code in {raw.FPDF_ERR_PASSWORD, raw.FPDF_ERR_SECURITY}
            or "password" in str(error).casefold()
        )
        raise NotReadError(GapReason.ENCRYPTED if is_locked else GapReason.UNREADABLE) from error
    found.metadata += _properties(document, data)
    if raw.FPDFDoc_GetAttachmentCount(document):
        found.gap(GapReason.ATTACHED)
    if raw.FPDF_GetFormType(document) in {raw.FORMTYPE_XFA_FULL, raw.FORMTYPE_XFA_FOREGROUND}:
        found.gap(GapReason.EMBEDDED, Message("XFA form"))
    document.init_forms()
    texts: list[str] = []
    for number in range(1, len(document) + 1):
        if number > MAX_PAGES or sum(map(len, texts)) > MAX_CHARS:
            found.gap(GapReason.SHORTENED)
            break
        texts += _page(document, number, found)
    return "\n\n".join(texts)


def _page(document: PdfDocument, number: int, found: Findings) -> Iterator[str]:
    import pypdfium2

    from xpert_studio.core.documents.pdf_layout import page_text
    from xpert_studio.core.documents.pdf_page import page_content

    where = Message("page {n}", n=number)
    try:
        page = document[number - 1]
    except pypdfium2.PdfiumError:
        found.gap(GapReason.UNREADABLE, where)
        return
    form = document.formenv
    before = dict(found.gaps)
    content = page_content(document.raw, form.raw if form else None, page.raw, found, where)
    if content.doubtful and (unseen := _unseen(page, content.doubtful)):
        content.glyphs = [glyph for glyph in content.glyphs if glyph.order not in unseen]
        found.gap(GapReason.HIDDEN, where)
    text = "\n".join(filter(None, [page_text(content), *content.notes]))
    if text:
        yield f"# {number}\n{text}"
    elif _is_blank(page):
        found.gaps.clear()
        found.gaps.update(before)
    else:
        found.gap(GapReason.NO_TEXT, where)
    page.close()


def _unseen(page: PdfPage, boxes: dict[int, tuple[float, float, float, float]]) -> set[int]:
    """Of letters that may not be seen those on whose place a page has one colour."""
    from pypdfium2 import raw

    width, height = (int(side) for side in page.get_size())
    if not 0 < width * height < _MOST_PIXELS:
        return set()
    picture = page.render(grayscale=True).to_pil()
    width, height = picture.size
    x, y = ctypes.c_int(), ctypes.c_int()
    unseen = set()
    for order, (left, bottom, right, top) in boxes.items():
        corners = []
        for place in ((left, top), (right, bottom)):
            raw.FPDF_PageToDevice(page, 0, 0, width, height, 0, *place, x, y)
            corners.append((min(max(x.value, 0), width - 1), min(max(y.value, 0), height - 1)))
        xs, ys = zip(*corners, strict=True)
        part = picture.crop((min(xs), min(ys), max(xs) + 1, max(ys) + 1))
        low, high = part.getextrema()
        if high - low <= _UNIFORM:
            unseen.add(order)
    return unseen


def _is_blank(page: PdfPage) -> bool:
    """Whether nothing can be seen on a page."""
    width, height = page.get_size()
    scale = min(1.0, 400 / max(width, height, 1))
    low, high = page.render(scale=scale, grayscale=True).to_pil().getextrema()
    return bool(high - low <= _UNIFORM)


def _properties(document: PdfDocument, data: bytes) -> Iterator[str]:
    yield from filter(None, document.get_metadata_dict(skip_empty=True).values())
    for match in _XMP.finditer(data):
        text = match[0][:_MAX_XMP].decode("utf-8", "replace")
        yield from filter(None, map(str.strip, _TAGS.sub("\n", text).split("\n")))
