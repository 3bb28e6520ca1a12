"""Fractions and large operators: what stands above and below a bar or a sign."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from xpert_studio.core.documents.markup import grouped
from xpert_studio.packs.pdf.lines import Struck, lines_of
from xpert_studio.packs.pdf.page import DrawnRule, Glyph
from xpert_studio.packs.pdf.stretches import SMALL, Stretch


def with_fractions(stretches: list[Stretch], rules: Iterable[DrawnRule]) -> list[Stretch]:
    """Stretches with what stands above and below a bar made into one: ``1/20``."""
    bars = sorted(
        {rule for rule in rules if rule.end - rule.start < 150}, key=lambda bar: bar.end - bar.start
    )
    for bar in bars[:500]:
        found = _fraction_at(stretches, bar)
        if found is not None:
            over, under = found
            text = f"{grouped(_plain(over))}/{grouped(_plain(under))}"
            size = max(item.size for item in (*over, *under))
            kept = [item for item in stretches if item not in over and item not in under]
            stretches = [*kept, Stretch((), bar.start, bar.end, bar.at - 0.25 * size, size, text)]
    return stretches


def _fraction_at(
    stretches: Sequence[Stretch], bar: DrawnRule
) -> tuple[list[Stretch], list[Stretch]] | None:
    over, under = [], []
    for item in stretches:
        if item.left < bar.start - 2 or item.right > bar.end + 2:
            continue
        gap_above, gap_below = item.base - bar.at, bar.at - item.base
        if 0 < gap_above < 0.75 * item.size:
            over.append(item)
        elif 0.5 * item.size < gap_below < 1.35 * item.size:
            under.append(item)
    if not over or not under:
        return None
    left = min(item.left for item in (*over, *under))
    right = max(item.right for item in (*over, *under))
    is_tight = left - bar.start < 4 and bar.end - right < 4
    return (over, under) if is_tight else None


def _plain(stretches: Sequence[Stretch]) -> str:
    return " ".join(lines_of(list(stretches), Struck(())))


_LARGE: Final = frozenset("∑∏∫∬∮⋃⋂⋁⋀∐")


def with_limits(stretches: list[Stretch]) -> list[Stretch]:
    """Stretches with the limits of large operators beside their sign: ``∑_(i=1)^(n)``."""
    taken: set[int] = set()
    made: list[Stretch] = []
    for item in stretches:
        glyphs = []
        for glyph in item.glyphs:
            if glyph.text in _LARGE:
                above, below = _limits_of(glyph, stretches)
                taken.update(map(id, (*above, *below)))
                sign = glyph.text + (f"_({_plain(below)})" if below else "")
                glyphs.append(glyph._replace(text=sign + (f"^({_plain(above)})" if above else "")))
            else:
                glyphs.append(glyph)
        made.append(replace(item, glyphs=tuple(glyphs)))
    return [item for item, old in zip(made, stretches, strict=True) if id(old) not in taken]


def _limits_of(glyph: Glyph, stretches: Sequence[Stretch]) -> tuple[list[Stretch], list[Stretch]]:
    above, below = [], []
    for item in stretches:
        middle = (item.left + item.right) / 2
        if item.size > SMALL * glyph.size or not glyph.left - 3 <= middle <= glyph.right + 3:
            continue
        height = (item.base - glyph.base) / glyph.size
        if 0.5 < height < 2.2:
            above.append(item)
        elif -2.2 < height < -0.4:
            below.append(item)
    return above, below
