"""Which letters of a page of a PDF cannot be seen, by what the page looks like without them.

White letters, those behind a picture, outside of the page or of a clip, in a layer that is switched
off: all of them change nothing where they stand.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

from PIL import ImageChops
from pypdfium2 import raw as pdfium

from xpert_studio.packs.pdf.page import Glyph, PageContent, objects_of, objects_on

if TYPE_CHECKING:
    from PIL.Image import Image
    from pypdfium2 import PdfPage

_MOST_PIXELS: Final = 20_000_000
UNIFORM: Final = 12
"""Shades of grey by which a place may differ from itself and still have one colour."""
_CHANGED: Final = b"\xff"
_TINY: Final = 1.5
"""Letters up to this size, in points, cannot be read."""
_DEEPEST: Final = 6
_MOST_INNER: Final = 50
_SCAN: Final = 0.6
"""Share of a page from which a picture on it is the page as it was scanned."""


def unseen_letters(page: PdfPage, content: PageContent) -> set[int]:
    """The letters that cannot be seen, by their order.

    Letters of which a scanned page has the picture are seen in that. The letters are switched off
    in ``page`` when this returns.
    """
    width, height = page.get_size()
    if not content.boxes or width <= 0 or height <= 0:
        return set()
    scale = min(1.0, (_MOST_PIXELS / (width * height)) ** 0.5)
    drawn = page.render(scale=scale, grayscale=True).to_pil()
    for item in _texts(objects_on(page.raw), 0):
        pdfium.FPDFPageObj_SetIsActive(item, False)
    bare = page.render(scale=scale, grayscale=True).to_pil()
    shades = ImageChops.difference(drawn, bare)
    changed = _Places(page, shades.point([0] * (UNIFORM + 1) + [255] * (255 - UNIFORM)))
    is_scanned = _is_scanned(page)

    def is_seen(glyph: Glyph) -> bool:
        box = content.boxes[glyph.order]
        return glyph.size > _TINY and (
            changed.differs(box) or (is_scanned and _has_picture(changed, bare, box))
        )

    unseen: set[int] = set()
    for word in _words(content):
        ends = (word[0], word[-1], *(glyph for glyph in word[1:-1] if glyph.text.isdigit()))
        if not all(is_seen(glyph) for glyph in ends):
            unseen.update(glyph.order for glyph in word if not is_seen(glyph))
    return _whole(content.glyphs, unseen)


def _words(content: PageContent) -> Iterator[list[Glyph]]:
    """The letters that have a place in the file, by word."""
    word: list[Glyph] = []
    for glyph in content.glyphs[: len(content.boxes)]:
        if word and glyph.after:
            yield word
            word = []
        word.append(glyph)
    if word:
        yield word


def _whole(glyphs: list[Glyph], unseen: set[int]) -> set[int]:
    """Letters that are not seen, without signs too small to change anything beside those seen."""
    kept = {
        glyph.order
        for before, glyph in zip([None, *glyphs], glyphs, strict=False)
        if glyph.order in unseen
        and not glyph.text[0].isalnum()
        and before is not None
        and before.order not in unseen
    }
    return unseen - kept


class _Places:
    """A picture of a page, asked for the places of letters on it."""

    def __init__(self, page: PdfPage, picture: Image) -> None:
        self._width, self._height = picture.size
        self._shades = picture.tobytes()
        x, y = ctypes.c_int(), ctypes.c_int()
        points = []
        for place in ((0, 0), (1000, 0), (0, 1000)):
            pdfium.FPDF_PageToDevice(page, 0, 0, self._width, self._height, 0, *place, x, y)
            points.append((x.value, y.value))
        (self._x, self._y), (x1, y1), (x2, y2) = points
        self._turn = [
            (value - start) / 1000
            for value, start in ((x1, self._x), (y1, self._y), (x2, self._x), (y2, self._y))
        ]

    def pixels(self, box: tuple[float, float, float, float]) -> tuple[int, int, int, int]:
        """A place on the page in pixels: left, top, right, bottom."""
        left, bottom, right, top = box
        a, b, c, d = self._turn
        x, y = self._x + a * left + c * bottom, self._y + b * left + d * bottom
        u, v = self._x + a * right + c * top, self._y + b * right + d * top
        if x > u:
            x, u = u, x
        if y > v:
            y, v = v, y
        return (
            int(x) if x > 0 else 0,
            int(y) if y > 0 else 0,
            min(int(u) + 1, self._width),
            min(int(v) + 1, self._height),
        )

    def differs(self, box: tuple[float, float, float, float]) -> bool:
        """Whether something was changed at a place."""
        left, top, right, bottom = self.pixels(box)
        if left >= right or top >= bottom:
            return False
        middle = (top + bottom) // 2  # most letters have something there
        start = middle * self._width
        if self._shades.find(_CHANGED, start + left, start + right) >= 0:
            return True
        starts = range(top * self._width, bottom * self._width, self._width)
        return any(self._shades.find(_CHANGED, row + left, row + right) >= 0 for row in starts)


def _has_picture(places: _Places, bare: Image, box: tuple[float, float, float, float]) -> bool:
    left, top, right, bottom = places.pixels(box)
    if left >= right or top >= bottom:
        return False
    shades = bare.crop((left, top, right, bottom)).tobytes()
    return max(shades) - min(shades) > UNIFORM


def _texts(objects: Iterator[Any], depth: int) -> Iterator[Any]:
    for item in objects:
        kind = pdfium.FPDFPageObj_GetType(item)
        if kind == pdfium.FPDF_PAGEOBJ_TEXT:
            yield item
        elif kind == pdfium.FPDF_PAGEOBJ_FORM and depth < _DEEPEST:
            yield from _texts(objects_of(item), depth + 1)


def _is_scanned(page: PdfPage) -> bool:
    """Whether pictures cover most of a page."""
    left, low, right, high = (ctypes.c_float() for _ in range(4))
    covered: float = 0.0
    for item in objects_on(page.raw):
        kind = pdfium.FPDFPageObj_GetType(item)
        if kind in {pdfium.FPDF_PAGEOBJ_IMAGE, pdfium.FPDF_PAGEOBJ_FORM} and _has_image(item, 0):
            pdfium.FPDFPageObj_GetBounds(item, left, low, right, high)
            covered += (right.value - left.value) * (high.value - low.value)
    width, height = page.get_size()
    return bool(covered >= _SCAN * width * height)


def _has_image(item: Any, depth: int) -> bool:
    kind = pdfium.FPDFPageObj_GetType(item)
    if kind != pdfium.FPDF_PAGEOBJ_FORM or depth >= _DEEPEST:
        return bool(kind == pdfium.FPDF_PAGEOBJ_IMAGE)
    return any(_has_image(one, depth + 1) for one in islice(objects_of(item), _MOST_INNER))
