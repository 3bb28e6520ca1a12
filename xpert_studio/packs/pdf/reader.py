"""PDF files: the text of their pages in reading order, filled form fields and comments.

Scripts and attached files inside are never run or opened. A page without text is a gap, unless
nothing is on it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from xpert_studio.api.readers import MAX_CHARS, Findings, GapReason, Message, NotReadError

if TYPE_CHECKING:
    from pypdfium2 import PdfDocument, PdfPage

    from xpert_studio.packs.pdf.page import PageContent

MAX_PAGES: Final = 500
_MAX_XMP: Final = 200_000
_XMP: Final = re.compile(rb"<x:xmpmeta.*?</x:xmpmeta>", re.DOTALL)
_TAGS: Final = re.compile(r"<[^>]+>")


def read(data: bytes, findings: Findings) -> str:
    """The text of the pages, with a line for the number of each."""
    import pypdfium2
    from pypdfium2 import raw

    try:
        document = pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError as error:
        is_locked = (
            getattr(error, "err_code", None) in {raw.FPDF_ERR_PASSWORD, raw.FPDF_ERR_SECURITY}
            or "password" in str(error).casefold()
        )
        raise NotReadError(GapReason.ENCRYPTED if is_locked else GapReason.UNREADABLE) from error
    findings.metadata += _properties(document, data)
    if raw.FPDFDoc_GetAttachmentCount(document):
        findings.gap(GapReason.ATTACHED)
    if raw.FPDF_GetFormType(document) in {raw.FORMTYPE_XFA_FULL, raw.FORMTYPE_XFA_FOREGROUND}:
        findings.gap(GapReason.EMBEDDED, Message("XFA form"))
    document.init_forms()
    texts: list[str] = []
    for number in range(1, len(document) + 1):
        if number > MAX_PAGES or sum(map(len, texts)) > MAX_CHARS:
            findings.gap(GapReason.SHORTENED)
            break
        texts += _page(document, number, findings)
    return "\n\n".join(texts)


def _page(document: PdfDocument, number: int, findings: Findings) -> Iterator[str]:
    import pypdfium2

    from xpert_studio.packs.pdf.layout import page_text

    where = Message("page {n}", n=number)
    try:
        page = document[number - 1]
    except pypdfium2.PdfiumError:
        findings.gap(GapReason.UNREADABLE, where)
        return
    before = dict(findings.gaps)
    content = _content(document, page, findings, where)
    page.close()
    text = "\n".join(filter(None, [page_text(content), content.oblique.strip(), *content.notes]))
    if text:
        yield f"# {number}\n{text}"
    elif _is_blank(document[number - 1]):
        hidden = {key: gap for key, gap in findings.gaps.items() if gap.what is GapReason.HIDDEN}
        findings.gaps.clear()
        findings.gaps.update(before | hidden)
    else:
        findings.gap(GapReason.NO_TEXT, where)


def _content(
    document: PdfDocument, page: PdfPage, findings: Findings, where: Message
) -> PageContent:
    """What can be seen on a page; the rest is a gap."""
    from xpert_studio.packs.pdf.annotations import Annotations
    from xpert_studio.packs.pdf.letters import take_letters
    from xpert_studio.packs.pdf.page import PageContent
    from xpert_studio.packs.pdf.shapes import take_shapes
    from xpert_studio.packs.pdf.visibility import unseen_letters

    content = PageContent()
    content.width, content.height = page.get_size()
    turned = take_letters(page.raw, content, findings, where)
    take_shapes(page.raw, content, turned)
    if unseen := unseen_letters(page, content):
        content.glyphs = [glyph for glyph in content.glyphs if glyph.order not in unseen]
        findings.gap(GapReason.HIDDEN, where)
    form = document.formenv.raw if document.formenv else None
    Annotations(document.raw, form, page.raw, content, findings, where, turned).take()
    if content.has_pictures:
        findings.gap(GapReason.PICTURES, where)
    if content.is_drawn_on:
        findings.gap(GapReason.DRAWING, where)
    return content


def _is_blank(page: PdfPage) -> bool:
    """Whether nothing can be seen on a page."""
    from xpert_studio.packs.pdf.visibility import UNIFORM

    width, height = page.get_size()
    scale = min(1.0, 400 / max(width, height, 1))
    low, high = page.render(scale=scale, grayscale=True).to_pil().getextrema()
    return bool(high - low <= UNIFORM)


def _properties(document: PdfDocument, data: bytes) -> Iterator[str]:
    yield from filter(None, document.get_metadata_dict(skip_empty=True).values())
    for match in _XMP.finditer(data):
        text = match[0][:_MAX_XMP].decode("utf-8", "replace")
        yield from filter(None, map(str.strip, _TAGS.sub("\n", text).split("\n")))
