"""Straight lines and pictures on a page of a PDF, and whether something is drawn on it.

Frames, rules and backgrounds of text are no drawings. Bars, curves, arrows and figures are.
"""

from __future__ import annotations

import ctypes
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import dist
from typing import Any, Final, NamedTuple

import pypdfium2.raw as pdfium

from xpert_studio.packs.pdf.page import DrawnRule, PageContent, objects_of, objects_on, turned_by

Point = tuple[float, float]
_Matrix = tuple[float, float, float, float, float, float]
_IDENTITY: Final[_Matrix] = (1, 0, 0, 1, 0, 0)

_LEAST_PICTURE: Final = 8.0
_STRAIGHT: Final = 0.6
_MOST_SEGMENTS: Final = 20_000
_DRAWN: Final = 12
"""So many short strokes that are neither level nor upright make a drawing."""
_DEEPEST: Final = 6
_LONG: Final = 25.0
_SMALL: Final = 6.5
"""Shapes up to this size may be the bullets of a list, where they stand below each other."""
_LEAST_AREA: Final = 4.0
_MOST_AREAS: Final = 2_000
_DARK: Final = 200
"""Shade of grey up to which an area without letters is no background."""
_COLOURFUL: Final = 50
"""Shades by which the parts of a colour differ that is no grey."""
_BAND: Final = 0.8
"""Share of a page's side from which an area is a band across it."""
_MOST_CORNERS: Final = 24
"""Points of the curves of a rectangle with round corners: three a curve, two curves a corner."""
_LEAST_BARS: Final = 2
_LEAST_HEAD: Final = 3.0
_MOST_HEADS: Final = 50
_LEAST_CODE: Final = 16
"""So many upright strokes close to each other, or ten times as many small squares, are a code."""


def take_shapes(page: Any, content: PageContent, turned: int) -> None:
    """Takes the lines and pictures of a page into its content.

    Args:
        page: The page's handle.
        content: The page, with its letters.
        turned: The quarters by which its letters are turned.
    """
    shapes = _Shapes(content, turned)
    shapes.take(objects_on(page), _IDENTITY, 0)
    content.is_drawn_on = shapes.has_drawing()


def _applied(matrix: _Matrix, x: float, y: float) -> Point:
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f


def _combined(inner: _Matrix, outer: _Matrix) -> _Matrix:
    a, b, c, d, e, f = inner
    (x, y), (u, v), (left, low) = (
        _applied(outer, a, b),
        _applied(outer, c, d),
        _applied(outer, e, f),
    )
    return x - outer[4], y - outer[5], u - outer[4], v - outer[5], left, low


def _matrix_of(item: Any) -> _Matrix:
    found = pdfium.FS_MATRIX()
    if not pdfium.FPDFPageObj_GetMatrix(item, found):
        return _IDENTITY
    return found.a, found.b, found.c, found.d, found.e, found.f


class _Area(NamedTuple):
    """A rectangle that is filled or framed; ``shade`` is None where it is not filled."""

    left: float
    low: float
    right: float
    high: float
    shade: tuple[int, int, int] | None

    @property
    def least(self) -> float:
        return min(self.right - self.left, self.high - self.low)


_Side = tuple[Point, Point]


@dataclass(slots=True)
class _Outline:
    """A stretch of a path without a break: its points, and which of them are of curves."""

    points: list[Point]
    curved: set[int] = field(default_factory=set)

    def sides(self) -> list[_Side]:
        return [side for side in pairwise(self.points) if dist(*side) > _STRAIGHT]

    def straight(self) -> list[_Side]:
        return [
            side
            for place, side in enumerate(pairwise(self.points), start=1)
            if place not in self.curved
            and dist(*side) > _STRAIGHT
            and (_is_level(*side) or _is_upright(*side))
        ]

    def box(self) -> tuple[float, float, float, float]:
        xs, ys = zip(*self.points, strict=True)
        return min(xs), min(ys), max(xs), max(ys)


def _is_level(point: Point, other: Point) -> bool:
    return abs(point[1] - other[1]) <= _STRAIGHT


def _is_upright(point: Point, other: Point) -> bool:
    return abs(point[0] - other[0]) <= _STRAIGHT


@dataclass(slots=True)
class _Shapes:
    """What is drawn, as it is found among the objects of a page."""

    content: PageContent
    turned: int
    left: int = _MOST_SEGMENTS
    strokes: int = 0
    is_drawing: bool = False
    areas: list[_Area] = field(default_factory=list)
    heads: list[tuple[float, float, float, float]] = field(default_factory=list)
    dots: Counter[int] = field(default_factory=Counter)

    def take(self, objects: Iterator[Any], matrix: _Matrix, depth: int) -> None:
        """Takes objects, and those in them."""
        for item in objects:
            kind = pdfium.FPDFPageObj_GetType(item)
            if kind == pdfium.FPDF_PAGEOBJ_PATH:
                self._path(item, _combined(_matrix_of(item), matrix))
            elif kind == pdfium.FPDF_PAGEOBJ_IMAGE:
                a, b, c, d, _, _ = _combined(_matrix_of(item), matrix)
                if abs(a) + abs(c) >= _LEAST_PICTURE and abs(b) + abs(d) >= _LEAST_PICTURE:
                    self.content.has_pictures = True
            elif kind == pdfium.FPDF_PAGEOBJ_SHADING:
                self.strokes += 1
            elif kind == pdfium.FPDF_PAGEOBJ_FORM and depth < _DEEPEST:
                self.take(objects_of(item), _combined(_matrix_of(item), matrix), depth + 1)

    def _path(self, item: Any, matrix: _Matrix) -> None:
        shade = _shade_of(item)
        for outline in self._outlines(item, matrix):
            if len(outline.points) > 1:
                self._outline(outline, shade)

    def _outlines(self, item: Any, matrix: _Matrix) -> Iterator[_Outline]:
        count = min(pdfium.FPDFPath_CountSegments(item), self.left)
        self.left -= count
        x, y = ctypes.c_float(), ctypes.c_float()
        current = _Outline([])
        for place in range(count):
            segment = pdfium.FPDFPath_GetPathSegment(item, place)
            pdfium.FPDFPathSegment_GetPoint(segment, x, y)
            point = turned_by(_applied(matrix, x.value, y.value), self.turned)
            kind = pdfium.FPDFPathSegment_GetType(segment)
            if kind == pdfium.FPDF_SEGMENT_MOVETO:
                yield current
                current = _Outline([point])
                continue
            current.points.append(point)
            if kind == pdfium.FPDF_SEGMENT_BEZIERTO:
                current.curved.add(len(current.points) - 1)
            if pdfium.FPDFPathSegment_GetClose(segment):
                current.points.append(current.points[0])
        yield current

    def _outline(self, outline: _Outline, shade: tuple[int, int, int] | None) -> None:
        box = left, low, right, high = outline.box()
        sides, straight = outline.sides(), outline.straight()
        if outline.curved and _is_rounded(outline, straight):
            self.areas.append(_Area(*box, shade))
            self._rules(straight)
            return
        if len(straight) == len(sides) >= 4 and len(self.areas) < _MOST_AREAS:
            self.areas.append(_Area(*box, shade))
            self.is_drawing |= len(sides) > 6 and not _is_cornered(sides)
        self._rules(straight)
        oblique = len(sides) - len(straight)
        size = max(right - left, high - low)
        if not oblique:
            return
        if not outline.curved and shade and len(sides) == 3 and _LEAST_HEAD < size <= _LONG:
            self.heads.append(box)
        if size <= _SMALL:
            self.dots[round(left)] += oblique
        elif size > _LONG and min(right - left, high - low) > _SMALL:
            self.is_drawing = True
        else:
            self.strokes += oblique

    def _rules(self, sides: Iterable[_Side]) -> None:
        for (x, y), (u, v) in sides:
            if abs(y - v) <= _STRAIGHT:
                self.content.level.append(DrawnRule((y + v) / 2, min(x, u), max(x, u)))
            else:
                self.content.upright.append(DrawnRule((x + u) / 2, min(y, v), max(y, v)))

    def has_drawing(self) -> bool:
        """Whether something is drawn, beside frames, rules and backgrounds."""
        dots = sum(self.dots.values()) if len(self.dots) > 4 else 0
        if self.is_drawing or self.strokes + dots >= _DRAWN or self._has_arrow() or self._is_code():
            return True
        lettered = _Lettered(self.content)
        bare = [
            area for area in self.areas if area.least > _LEAST_AREA and not lettered.holds(area)
        ]
        return self._has_figures(bare, lettered) or _has_bars(bare)

    def _has_arrow(self) -> bool:
        """Whether a straight line ends at the middle of a small triangle."""
        boxes = self.heads[:_MOST_HEADS]
        turned = [(low, left, high, right) for left, low, right, high in boxes]
        return any(
            abs(rule.at - (low + high) / 2) < 2
            and rule.end - rule.start > right - left
            and (left - 2 <= rule.start <= right + 2) != (left - 2 <= rule.end <= right + 2)
            for heads, rules in ((boxes, self.content.level), (turned, self.content.upright))
            for left, low, right, high in heads
            for rule in rules
        )

    def _is_code(self) -> bool:
        """Whether many small squares or upright strokes beside each other are a code."""
        small = sum(
            area.least > 0.5 and max(area.right - area.left, area.high - area.low) < _SMALL
            for area in self.areas
            if area.shade
        )
        strokes: dict[tuple[int, int], list[float]] = {}
        for area in self.areas:
            if area.shade and area.high - area.low > 2 * _SMALL > 4 * (area.right - area.left):
                strokes.setdefault((round(area.low), round(area.high)), []).append(area.left)
        return small > 10 * _LEAST_CODE or any(
            len(places) >= _LEAST_CODE and max(places) - min(places) < _SMALL * len(places)
            for places in strokes.values()
        )

    def _has_figures(self, bare: Sequence[_Area], lettered: _Lettered) -> bool:
        """Whether there are dark or coloured areas that are not behind a row or column of text."""
        width, height = self.content.width, self.content.height
        figures = [
            area
            for area in bare
            if area.shade
            and (max(area.shade) - min(area.shade) > _COLOURFUL or max(area.shade) < _DARK)
            and area.right - area.left < _BAND * width
            and area.high - area.low < _BAND * height
            and not lettered.continues(area, self.areas)
        ]
        return len({(round(area.left), round(area.low)) for area in figures}) >= _LEAST_BARS


def _has_bars(bare: Sequence[_Area]) -> bool:
    """Whether areas of one width stand on one line and differ in their height."""
    groups: dict[tuple[int, int], set[int]] = {}
    for area in bare:
        if area.shade is None or min(area.shade) < 255:
            key = round(area.low), round(area.right - area.left)
            groups.setdefault(key, set()).add(round(area.high / 2))
    return any(len(heights) > _LEAST_BARS for heights in groups.values())


def _is_rounded(outline: _Outline, straight: Sequence[_Side]) -> bool:
    """Whether the curves of an outline are the corners of a rectangle."""
    left, low, right, high = outline.box()
    return (
        len(outline.curved) <= _MOST_CORNERS
        and len(straight) >= 2
        and sum(dist(*side) for side in straight) > right - left + high - low
    )


def _is_cornered(sides: Sequence[_Side]) -> bool:
    """Whether sides meet in the corners of one rectangle, as those of frames do."""
    xs = {round(point[0]) for side in sides for point in side}
    ys = {round(point[1]) for side in sides for point in side}
    return len(xs) <= 4 and len(ys) <= 4


class _Lettered:
    """Finds the areas that hold letters."""

    def __init__(self, content: PageContent) -> None:
        glyphs = sorted(content.glyphs, key=lambda glyph: glyph.base)
        self._bases = [glyph.base for glyph in glyphs]
        self._middles = [(glyph.left + glyph.right) / 2 for glyph in glyphs]

    def holds(self, area: _Area) -> bool:
        """Whether a letter stands in an area."""
        first, last = (bisect_left(self._bases, place) for place in (area.low - 2, area.high))
        return any(area.left < middle < area.right for middle in self._middles[first:last])

    def continues(self, area: _Area, areas: Iterable[_Area]) -> bool:
        """Whether an area has the shade, and the height or width, of one that holds letters."""
        return any(
            other.shade == area.shade
            and (
                abs(other.low - area.low) + abs(other.high - area.high) < 2
                or abs(other.left - area.left) + abs(other.right - area.right) < 2
            )
            and self.holds(other)
            for other in areas
        )


def _shade_of(item: Any) -> tuple[int, int, int] | None:
    """The colour with which a path is filled; None where it is not, or is clear."""
    mode, is_stroked = ctypes.c_int(), ctypes.c_int()
    red, green, blue, opacity = (ctypes.c_uint() for _ in range(4))
    pdfium.FPDFPath_GetDrawMode(item, mode, is_stroked)
    if not mode.value or not pdfium.FPDFPageObj_GetFillColor(item, red, green, blue, opacity):
        return None
    return (red.value, green.value, blue.value) if opacity.value else None
