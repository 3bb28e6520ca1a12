"""Columns of a page: groups of stretches in the order in which they are read."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate, groupby
from typing import Final

from xpert_studio.packs.pdf.direction import is_from_right
from xpert_studio.packs.pdf.rows import MARK, are_rows
from xpert_studio.packs.pdf.stretches import Stretch

_LEAST_LINES: Final = 3
_LEAST_LETTERS: Final = 14
_LEAST_GUTTER: Final = 6
"""Points between two columns."""
_LEAST_SHORT: Final = 2
_WIDE: Final = 1.2
"""Room between two columns of short lines, in sizes of their letters."""
_LEVEL: Final = 0.45
"""Lines whose baselines differ by less, in sizes of their letters, are on one height."""
_MOSTLY: Final = 0.5
_DEEPEST: Final = 4


def in_columns(stretches: list[Stretch], depth: int) -> list[list[Stretch]]:
    """Groups in reading order: columns where there are, and what stands across them between."""
    gutter = _gutter(stretches) if depth < _DEEPEST and len(stretches) >= 2 * _LEAST_SHORT else None
    if gutter is None:
        return [stretches] if stretches else []
    left, right = gutter
    groups: list[list[Stretch]] = []
    block: list[Stretch] = []
    from_right = is_from_right(stretches)
    # Small letters beside a line stand with it, not across.
    across = [
        item
        for item in stretches
        if (item.left < left - 1 and item.right > right + 1)
        or left < (item.left + item.right) / 2 < right
    ]
    for item in sorted(stretches, key=lambda item: -item.top):
        if item in across:
            groups += _sides(block, left, right, depth, from_right=from_right)
            block = []
            groups.append([item])
        else:
            block.append(item)
    return groups + _sides(block, left, right, depth, from_right=from_right)


def _sides(
    block: list[Stretch], left: float, right: float, depth: int, *, from_right: bool
) -> list[list[Stretch]]:
    middle = (left + right) / 2
    one = [item for item in block if (item.left + item.right) / 2 < middle]
    other = [item for item in block if (item.left + item.right) / 2 >= middle]
    sides = (other, one) if from_right else (one, other)
    return [group for side in sides for group in in_columns(side, depth + 1)]


def _gutter(stretches: list[Stretch]) -> tuple[float, float] | None:
    """The gap between two columns of lines of text; None where there are none."""
    start = min(item.left for item in stretches)
    width = int(max(item.right for item in stretches) - start) + 2
    if width > 20_000:
        return None
    changes = [0] * (width + 1)
    for item in stretches:
        changes[int(item.left - start)] += 1
        changes[int(item.right - start) + 1] -= 1
    covered = list(accumulate(changes))
    gaps = [
        (start + place, start + stop)
        for place, stop in _low_runs(covered, 0.6 * max(covered))
        if stop - place >= _LEAST_GUTTER and 0.1 * width < place and stop < 0.9 * width
    ]
    parting = [gap for gap in gaps if _parts_columns(stretches, gap)]
    return max(parting, key=lambda gap: gap[1] - gap[0], default=None)


def _low_runs(covered: list[int], limit: float) -> Iterator[tuple[int, int]]:
    """Where the fewest lines run across, in each part where few do."""
    for start, stop in _runs(covered, limit):
        part = covered[start:stop]
        most = min(part) + max(1, limit // 8)  # a line that reaches into the gap does not close it
        yield from ((start + first, start + last) for first, last in _runs(part, most))


def _runs(counts: list[int], limit: float) -> Iterator[tuple[int, int]]:
    """Stretches of counts that are not above a limit."""
    place = 0
    for is_low, group in groupby(count <= limit for count in counts):
        length = len(list(group))
        if is_low:
            yield place, place + length
        place += length


def _parts_columns(stretches: list[Stretch], gap: tuple[float, float]) -> bool:
    left, right = gap
    one = [item for item in stretches if item.right <= left + 1.5]
    other = [item for item in stretches if item.left >= right - 1.5]
    if all(_is_prose(side) for side in (one, other)):
        return not are_rows(one, other)
    middle = (left + right) / 2
    one = [item for item in stretches if item.right < middle]
    other = [item for item in stretches if item.left > middle]
    return _are_short_columns(one, other, right - left)


def _are_short_columns(one: list[Stretch], other: list[Stretch], gap: float) -> bool:
    """Whether short lines stand in two columns, as on slides: two lists, or on other heights."""
    if min(len(one), len(other)) < _LEAST_SHORT or gap < _WIDE * max(one[0].size, other[0].size):
        return False
    marks = [sum(_is_point(item) for item in side) for side in (one, other)]
    if min(marks) >= _LEAST_SHORT:
        return True
    fewer, more = sorted((one, other), key=len)
    heights = [item.base for item in more]
    apart = sum(
        all(abs(item.base - base) > _LEVEL * item.size for base in heights) for item in fewer
    )
    return apart >= _MOSTLY * len(fewer)


def _is_point(item: Stretch) -> bool:
    """Whether a line begins with the mark of a list's point."""
    begun = enumerate(item.glyphs[:4])
    end = next((place for place, glyph in begun if place and glyph.after), 4)
    return MARK.fullmatch("".join(glyph.text for glyph in item.glyphs[:end])) is not None


def _is_prose(side: list[Stretch]) -> bool:
    """Whether lines fill a column, as those of a table's cells do not."""
    if len(side) < _LEAST_LINES:
        return False
    letters = sorted(sum(len(glyph.text) for glyph in item.glyphs) for item in side)
    widths = sorted(item.right - item.left for item in side)
    whole = max(item.right for item in side) - min(item.left for item in side)
    middle = len(side) // 2
    # Chinese has few and wide letters in a line.
    return widths[middle] > 0.5 * whole and (
        letters[middle] >= _LEAST_LETTERS or (whole > 8 * side[0].size and letters[middle] >= 8)
    )
