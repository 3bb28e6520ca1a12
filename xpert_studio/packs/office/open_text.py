"""OpenDocument texts (.odt): the body, its notes, headers and footers."""

from __future__ import annotations

from collections.abc import Iterator

from xpert_studio.api.readers import Findings, GapReason, Message, without_blanks
from xpert_studio.packs.office.open_document import OpenDocument


def read(data: bytes, findings: Findings) -> str:
    """The text as it is printed; tracked changes as accepted."""
    document = OpenDocument(data, findings)
    if any(True for _ in document.body.iter("text:deletion")):
        findings.gap(GapReason.DELETED)
    lines = document.lines(document.body)
    return without_blanks("\n".join([*lines, *document.notes, *_margins(document)]))


def _margins(document: OpenDocument) -> Iterator[str]:
    document.where = Message("header or footer")
    said: dict[str, None] = {}
    pages = () if document.styles_part is None else document.styles_part.iter("style:master-page")
    for page in pages:
        for part in page:
            name = part.tag.removeprefix("style:")
            if name.startswith(("header", "footer")) and part.get("style:display") != "false":
                text = "\n".join(filter(str.strip, document.lines(part)))
                if text:
                    said[f"[{name[:6].capitalize()}: {text}]"] = None
    yield from said
