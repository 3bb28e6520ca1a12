"""OpenDocument presentations (.odp): page by page, each with its notes."""

from __future__ import annotations

from xpert_studio.api.readers import Findings, GapReason, Message, without_blanks
from xpert_studio.packs.office.open_document import OpenDocument


def read(data: bytes, findings: Findings) -> str:
    """The pages in their order; hidden ones are left out, and said."""
    document = OpenDocument(data, findings)
    pages = []
    for number, page in enumerate(document.body.iter("draw:page"), start=1):
        document.where = Message("slide {n}", n=number)
        style = page.get("draw:style-name")
        if document.property("drawing-page", style, "presentation:visibility") == "hidden":
            findings.gap(GapReason.HIDDEN, document.where)
            continue
        notes = page.find("presentation:notes")
        shown = document.lines(part for part in page if part is not notes)
        said = (
            []
            if notes is None
            else document.lines(part for part in notes if part.get("presentation:class") == "notes")
        )
        pages.append("\n".join([f"# {number}", *filter(str.strip, shown)]))
        if text := "\n".join(filter(str.strip, said)):
            pages.append(f"[Notes: {text}]")
    return without_blanks("\n\n".join(pages))
