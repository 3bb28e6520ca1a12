"""What stands on a page of a PDF, by place: letters, straight lines, pictures, fields, notes.

Places are in points from the lower left corner, of a page turned so that its letters are upright.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import pypdfium2.raw as pdfium


class Glyph(NamedTuple):
    """A letter.

    Attributes:
        text: The letter.
        left: Where it begins.
        right: Where it ends.
        base: Its baseline.
        size: Its size.
        order: Its place in the file, white space not counted.
        last: Of several letters that are one sign, the place of the last.
        after: The white space before it in the file: a space, the end of a line, or nothing.
        shift: Above 0 for a letter that its font raises, below 0 for one that it lowers.
    """

    text: str
    left: float
    right: float
    base: float
    size: float
    order: int
    last: int
    after: str = ""
    shift: int = 0


class DrawnRule(NamedTuple):
    """A straight line, level or upright: from one place to another, at one height or width."""

    at: float
    start: float
    end: float


@dataclass(slots=True)
class PageContent:
    """What stands on a page.

    Attributes:
        glyphs: Its letters, without white space, in the order of the file.
        level: Level lines.
        upright: Upright lines.
        notes: Comments, which have no place in the text.
        has_pictures: Whether there are pictures.
        oblique: The words that are neither level nor upright, as stamps across a page.
        is_drawn_on: Whether there are drawings.
        boxes: The places of the letters on the page as it is in the file, by their order.
        width: The width of the turned page.
        height: Its height.
    """

    glyphs: list[Glyph] = field(default_factory=list)
    level: list[DrawnRule] = field(default_factory=list)
    upright: list[DrawnRule] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    has_pictures: bool = False
    oblique: str = ""
    is_drawn_on: bool = False
    boxes: list[tuple[float, float, float, float]] = field(default_factory=list)
    width: float = 0.0
    height: float = 0.0


def objects_on(page: Any) -> Iterator[Any]:
    """What is drawn on a page."""
    count = pdfium.FPDFPage_CountObjects(page)
    return (pdfium.FPDFPage_GetObject(page, place) for place in range(count))


def objects_of(form: Any) -> Iterator[Any]:
    """What is drawn in a form: a group of objects that a page draws as one."""
    count = pdfium.FPDFFormObj_CountObjects(form)
    return (pdfium.FPDFFormObj_GetObject(form, place) for place in range(count))


def turned_by(point: tuple[float, float], quarter: int) -> tuple[float, float]:
    """A point of the file on the page turned by quarters."""
    x, y = point
    return ((x, y), (y, -x), (-x, -y), (-y, x))[quarter]
