"""The parts of a Word file's XML: what holds others, what shows something."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final
from xml.etree.ElementTree import Element

CONTAINERS: Final = frozenset({
    "w:sdt", "w:sdtContent", "w:smartTag", "w:customXml", "w:ins", "w:moveTo", "w:hyperlink",
    "w:fldSimple", "w:bdo", "w:dir", "w:rubyBase", "w:body", "w:txbxContent", "w:comment", "w:hdr",
    "w:ftr", "w:footnote", "w:endnote", "w:div",
})  # fmt: skip
"""What only holds other elements."""


def letters(item: Element) -> str:
    """The letters of a run."""
    text = re.sub(r"[\r\n\t]+", " ", item.text or "").replace("\u00ad", "")
    return text if item.get("xml:space") == "preserve" else text.strip(" ")


def mark_of(properties: Element | None) -> Element | None:
    """The look of a paragraph's mark."""
    return None if properties is None else properties.find("w:rPr")


def has_text(item: Element) -> bool:
    """Whether an element shows something."""
    names = ("w:t", "w:delText", "w:sym", "w:drawing", "w:object", "w:noBreakHyphen")
    return any(
        part.tag in names and (part.tag not in names[:2] or (part.text or "").strip())
        for part in item.iter()
    )


def cells_in(row: Iterable[Element]) -> Iterator[Element]:
    """The cells of a row, also those in controls."""
    for item in row:
        if item.tag == "w:tc":
            yield item
        elif item.tag in CONTAINERS:
            yield from cells_in(item)


def is_nested(box: Element, drawing: Element) -> bool:
    """Whether a text box stands in another, or in the second of two ways to say the same."""
    outer = (item for item in drawing.iter() if item.tag in {"w:txbxContent", "mc:Fallback"})
    return any(box is not item and any(box is inner for inner in item.iter()) for item in outer)
