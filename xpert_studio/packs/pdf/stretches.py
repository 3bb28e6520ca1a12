"""Letters on one baseline that stand beside each other, as stretches."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from xpert_studio.packs.pdf.page import Glyph

_SAME_LINE: Final = 0.12
"""Baselines that differ by less, in sizes of the letters, are one."""
_APART: Final = 0.9
"""Letters that are further from each other, in sizes, are not of one stretch."""
SMALL: Final = 0.87
"""Letters that are smaller than this share of their line's are raised or lowered ones."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """Letters on one baseline, beside each other.

    Attributes:
        glyphs: The letters from left to right; none where the text is made already.
        left: Where it begins.
        right: Where it ends.
        base: Its baseline.
        size: The size of its letters.
        text: The text of a table or fraction that stands there.
        depth: How far it reaches below its baseline.
    """

    glyphs: tuple[Glyph, ...]
    left: float
    right: float
    base: float
    size: float
    text: str = ""
    depth: float = 0.0

    @property
    def top(self) -> float:
        """Its upper edge."""
        return self.base + 0.8 * self.size

    @property
    def bottom(self) -> float:
        """Its lower edge."""
        return self.base - self.depth - 0.2 * self.size


def stretches_of(glyphs: Sequence[Glyph]) -> Iterator[Stretch]:
    """The stretches that letters make."""
    current: list[Glyph] = []
    left = right = base = size = 0.0
    for glyph in glyphs:
        most = max(glyph.size, size)
        reach = _APART * most
        if (
            current
            and left - reach <= glyph.right
            and glyph.left <= right + reach
            and -_SAME_LINE * most <= base - glyph.base <= _SAME_LINE * most
            and glyph.size + size > 1.75 * most
        ):
            current.append(glyph)
            left = min(left, glyph.left)
            right = max(right, glyph.right)
            continue
        if current:
            yield _stretch(current, left, right)
        current = [glyph]
        left, right, base, size = glyph.left, glyph.right, glyph.base, glyph.size
    if current:
        yield _stretch(current, left, right)


def _stretch(glyphs: Sequence[Glyph], left: float, right: float) -> Stretch:
    ordered = sorted(_units(glyphs), key=lambda glyph: (glyph.left + glyph.right, glyph.order))
    sizes = sorted(glyph.size for glyph in glyphs)
    return Stretch(tuple(ordered), left, right, glyphs[0].base, sizes[len(sizes) // 2])


def _units(glyphs: Sequence[Glyph]) -> Iterator[Glyph]:
    """Letters that are one sign on the page, as ligatures and those with marks, made one."""
    unit: Glyph | None = None
    for glyph in glyphs:
        if unit is not None and _is_of(glyph, unit):
            unit = unit._replace(
                text=_in_sign(unit.text, glyph.text),
                left=min(unit.left, glyph.left),
                last=glyph.last,
                right=max(unit.right, glyph.right),
            )
            continue
        if unit is not None:
            yield unit
        unit = glyph
    if unit is not None:
        yield unit


def _is_of(glyph: Glyph, unit: Glyph) -> bool:
    overlap = min(glyph.right, unit.right) - max(glyph.left, unit.left)
    if overlap <= 0 or len(unit.text) > 6:
        return False
    if unicodedata.combining(glyph.text[0]) or unicodedata.combining(unit.text[0]):
        return True
    width = min(glyph.right - glyph.left, unit.right - unit.left)
    return abs(glyph.left - unit.left) < 0.05 and overlap > 0.8 * width


def _in_sign(one: str, other: str) -> str:
    """Letters of one sign in the order in which they are read."""
    if unicodedata.combining(one[0]) and not unicodedata.combining(other[0]):
        return other + one
    return other + one if other == "ل" and one in "اأإآ" else one + other
