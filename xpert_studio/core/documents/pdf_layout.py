"""The letters of a page as text in reading order.

Letters on one baseline that stand beside each other are a stretch; stretches stand in columns, in
cells of ruled tables, above and below a fraction's bar; of each part lines are made from top to
bottom. Words of scripts from right to left are turned round.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, groupby, pairwise
from typing import Final

from xpert_studio.core.documents.markup import (
    Cell,
    grouped,
    lowered,
    raised,
    table,
    without_ligatures,
)
from xpert_studio.core.documents.pdf_page import Glyph, PageContent, Rule

_SAME_LINE: Final = 0.12
"""Baselines that differ by less, in sizes of the letters, are one."""
_APART: Final = 0.9
"""Letters that are further from each other, in sizes, are not of one stretch."""
_SMALL: Final = 0.87
"""Letters that are smaller than this share of their line's are raised or lowered ones."""
_RADICALS: Final = re.compile("[\u2e80-\u2fdf]")
_MIRRORED: Final = str.maketrans("()[]{}<>«»", ")(][}{><»«")


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


def page_text(content: PageContent) -> str:
    """The text of a page."""
    stretches = list(_stretches(content.glyphs))
    stretches = _with_limits(_with_fractions(stretches, content.level))
    stretches = _with_tables(stretches, content)
    struck = _Struck(content.level)
    groups = _columns(stretches, 0)
    lines = [line for group in groups for line in _lines(group, struck)]
    return _joined(lines)


# Stretches.


def _stretches(glyphs: Sequence[Glyph]) -> Iterator[Stretch]:
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
            text = _in_sign(unit.text, glyph.text)
            unit = unit._replace(text=text, left=min(unit.left, glyph.left), last=glyph.last,
                                 right=max(unit.right, glyph.right))  # fmt: skip
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


# Fractions: a bar with something above and below it.


def _with_fractions(stretches: list[Stretch], rules: Iterable[Rule]) -> list[Stretch]:
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
    stretches: Sequence[Stretch], bar: Rule
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
    return " ".join(_lines(list(stretches), _Struck(())))


# Limits above and below a large operator.

_LARGE: Final = frozenset("∑∏∫∬∮⋃⋂⋁⋀∐")


def _with_limits(stretches: list[Stretch]) -> list[Stretch]:
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
        if item.size > _SMALL * glyph.size or not glyph.left - 3 <= middle <= glyph.right + 3:
            continue
        height = (item.base - glyph.base) / glyph.size
        if 0.5 < height < 2.2:
            above.append(item)
        elif -2.2 < height < -0.4:
            below.append(item)
    return above, below


# Tables: cells between straight lines.


def _with_tables(stretches: list[Stretch], content: PageContent) -> list[Stretch]:
    """What stands in ruled tables made into one stretch each."""
    for area in _areas(content.level, content.upright):
        inside = [item for item in stretches if area.holds(item)]
        rows = _table_rows(inside, area)
        if max((sum(bool(cell.text) for cell in row) for row in rows), default=0) < 2:
            continue
        text = table(rows)
        kept = [item for item in stretches if not area.holds(item)]
        depth = area.top - area.bottom
        made = Stretch((), area.left, area.right, area.top - 10, 10.0, f"\n{text}\n", depth)
        stretches = [*kept, made]
    return stretches


@dataclass(frozen=True, slots=True)
class _Area:
    """A rectangle with the lines in it."""

    left: float
    bottom: float
    right: float
    top: float
    level: tuple[Rule, ...]
    upright: tuple[Rule, ...]

    def holds(self, item: Stretch) -> bool:
        """Whether a stretch stands in it."""
        middle = item.base + 0.3 * item.size
        center = (item.left + item.right) / 2
        return self.left < center < self.right and self.bottom < middle < self.top


_NEAR: Final = 3.0
_MOST_RULES: Final = 4_000


def _areas(level: Sequence[Rule], upright: Sequence[Rule]) -> Iterator[_Area]:
    """Groups of lines that touch each other."""
    rules = [rule for rule in _merged(level) if rule.end - rule.start > 8]
    walls = [rule for rule in _merged(upright) if rule.end - rule.start > 5]
    if len(rules) + len(walls) > _MOST_RULES:
        return
    parent = list(range(len(rules) + len(walls)))

    def root(place: int) -> int:
        while parent[place] != place:
            parent[place] = parent[parent[place]]
            place = parent[place]
        return place

    for number, wall in enumerate(walls):
        for place, rule in enumerate(rules):
            if (
                rule.start - _NEAR <= wall.at <= rule.end + _NEAR
                and wall.start - _NEAR <= rule.at <= wall.end + _NEAR
            ):
                parent[root(len(rules) + number)] = root(place)
    groups: dict[int, tuple[list[Rule], list[Rule]]] = {}
    for place, rule in enumerate([*rules, *walls]):
        groups.setdefault(root(place), ([], []))[place >= len(rules)].append(rule)
    alone = [lines[0] for lines, standing in groups.values() if lines and not standing]
    joined = [
        (lines, standing) for lines, standing in groups.values() if standing and len(lines) > 1
    ]
    for lines, standing in joined:
        yield _Area(
            min(rule.start for rule in lines), min(rule.at for rule in lines),
            max(rule.end for rule in lines), max(rule.at for rule in lines),
            tuple(lines), tuple(standing),
        )  # fmt: skip
    yield from _open_areas(alone)


def _open_areas(rules: Sequence[Rule]) -> Iterator[_Area]:
    """Tables with level lines only: three or more of one width below each other."""
    of_width: dict[tuple[int, int], list[Rule]] = {}
    for rule in rules:
        if rule.end - rule.start > 60:
            of_width.setdefault((round(rule.start / 3), round(rule.end / 3)), []).append(rule)
    for lines in of_width.values():
        if len(lines) >= 3:
            yield _Area(lines[0].start, min(rule.at for rule in lines), lines[0].end,
                        max(rule.at for rule in lines), tuple(lines), ())  # fmt: skip


def _merged(rules: Sequence[Rule]) -> list[Rule]:
    """Lines that continue each other, as sides of cells do, made one."""
    merged: list[Rule] = []
    for rule in sorted(rules, key=lambda rule: (round(rule.at), rule.start)):
        last = merged[-1] if merged else None
        if last and abs(last.at - rule.at) <= 2 and rule.start <= last.end + _NEAR:
            merged[-1] = Rule(last.at, last.start, max(last.end, rule.end))
        else:
            merged.append(rule)
    return merged


def _table_rows(inside: list[Stretch], area: _Area) -> list[list[Cell]]:
    heights = _levels(rule.at for rule in area.level)
    columns = sorted(_levels([area.left, area.right, *(rule.at for rule in area.upright)]))
    rows: list[list[Cell]] = []
    begun: dict[tuple[float, float], tuple[int, int, list[Stretch]]] = {}
    for top, bottom in pairwise(heights):
        band = [item for item in inside if bottom < item.base + 0.3 * item.size < top]
        if not area.upright:
            rows += _open_rows(band)
            continue
        edges = _edges(area, (top + bottom) / 2)
        row: list[Cell] = []
        for left, right in pairwise(edges):
            cell = [item for item in band if left < (item.left + item.right) / 2 < right]
            span = sum(left + 1 < column <= right + 1 for column in columns)
            line, place, above = begun.pop((left, right), (len(rows), len(row), []))
            cell = above + cell
            row.append(Cell("", span))
            if not _is_ruled(area, bottom, left, right):
                begun[left, right] = line, place, cell  # goes on in the row below
            made = Cell(" ".join(_lines(cell, _Struck(()))), span)
            (row if line == len(rows) else rows[line])[place] = made
        rows.append(row)
    return [row for row in rows if any(cell.text for cell in row)]


def _levels(places: Iterable[float]) -> list[float]:
    """Heights from the top, those of one line once."""
    found: list[float] = []
    for place in sorted(places, reverse=True):
        if not found or found[-1] - place > _NEAR:
            found.append(place)
    return found


def _edges(area: _Area, height: float) -> list[float]:
    """Where upright lines cross a height, with the edges of the area."""
    crossing = [rule.at for rule in area.upright if rule.start - 1 <= height <= rule.end + 1]
    return sorted(_levels([area.left, area.right, *crossing]))


def _is_ruled(area: _Area, height: float, left: float, right: float) -> bool:
    middle = (left + right) / 2
    return any(
        abs(rule.at - height) <= _NEAR and rule.start - 1 <= middle <= rule.end + 1
        for rule in area.level
    )


def _open_rows(band: list[Stretch]) -> list[list[Cell]]:
    """The rows between two level lines, parted where a gap runs through from top to bottom.

    Where each column has one line in each row, the lines are rows; else the band is one row.
    """
    if not band:
        return []
    parts = _split(band, 4.0)
    counts = [len(_levels(item.base for item in part)) for part in parts]
    if len(parts) > 1 and len(set(counts)) == 1 and counts[0] > 1:
        heights = _levels(item.base for item in band)
        return [
            [_open_cell(item for item in part if abs(item.base - height) <= _NEAR)
             for part in parts]
            for height in heights
        ]  # fmt: skip
    return [[_open_cell(part) for part in parts]]


def _open_cell(stretches: Iterable[Stretch]) -> Cell:
    return Cell(" ".join(_lines(list(stretches), _Struck(()))))


# Columns.


def _split(items: Sequence[Stretch], gap: float) -> list[list[Stretch]]:
    """Groups between which a gap runs through from top to bottom."""
    groups: list[list[Stretch]] = []
    reach = float("-inf")
    for item in sorted(items, key=lambda item: item.left):
        if not groups or item.left > reach + gap:
            groups.append([])
        groups[-1].append(item)
        reach = max(reach, item.right)
    return groups


_LEAST_LINES: Final = 3
_LEAST_LETTERS: Final = 14
_LEAST_GUTTER: Final = 6
"""Points between two columns."""
_DEEPEST: Final = 4


def _columns(stretches: list[Stretch], depth: int) -> list[list[Stretch]]:
    """Groups in reading order: columns where there are, and what stands across them between."""
    gutter = _gutter(stretches) if depth < _DEEPEST and len(stretches) > 2 * _LEAST_LINES else None
    if gutter is None:
        return [stretches] if stretches else []
    left, right = gutter
    groups: list[list[Stretch]] = []
    block: list[Stretch] = []
    from_right = _is_from_right(stretches)
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
    return [group for side in sides for group in _columns(side, depth + 1)]


def _gutter(stretches: list[Stretch]) -> tuple[float, float] | None:
    """The gap between two columns of lines of text; None where there are none."""
    start = min(item.left for item in stretches)
    end = max(item.right for item in stretches)
    width = int(end - start) + 2
    if width > 20_000:
        return None
    changes = [0] * (width + 1)
    for item in stretches:
        changes[int(item.left - start)] += 1
        changes[int(item.right - start) + 1] -= 1
    covered = list(accumulate(changes))
    limit = 0.6 * max(covered)
    gaps = [
        (start + place, start + stop)
        for place, stop in _low_runs(covered, limit)
        if stop - place >= _LEAST_GUTTER and 0.1 * width < place and stop < 0.9 * width
    ]
    parting = [gap for gap in gaps if _parts_columns(stretches, gap)]
    return max(parting, key=lambda gap: gap[1] - gap[0], default=None)


def _low_runs(covered: list[int], limit: float) -> Iterator[tuple[int, int]]:
    """Where the fewest lines run across, in each part where few do."""
    for start, stop in _runs(covered, limit):
        part = covered[start:stop]
        most = min(part) + max(1, limit // 8)  # a line that reaches into the gap does not close it
        for first, last in _runs(part, most):
            yield start + first, start + last


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
    return all(_is_prose(side) for side in (one, other))


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


# Lines.


@dataclass(slots=True)
class _Line:
    base: float
    size: float
    parts: list[Stretch]

    def takes(self, item: Stretch) -> bool:
        """Whether a stretch stands in this line, raised and lowered ones included."""
        if bool(item.text) and item.depth:
            return False
        difference = item.base - self.base
        if abs(difference) <= 0.25 * self.size and item.size > 0.5 * self.size:
            return True
        if item.size > _SMALL * self.size or not -0.4 * self.size < difference < 0.75 * self.size:
            return False
        return any(
            item.left < part.right + 0.6 * self.size and item.right > part.left - 0.6 * self.size
            for part in self.parts
        )


class _Struck:
    """Lines through the middle of letters."""

    def __init__(self, rules: Iterable[Rule]) -> None:
        self._by_height: dict[int, list[Rule]] = {}
        for rule in rules:
            self._by_height.setdefault(int(rule.at // 4), []).append(rule)

    def has(self, glyph: Glyph) -> bool:
        """Whether a letter is struck through."""
        if not self._by_height:
            return False
        low, high = glyph.base + 0.17 * glyph.size, glyph.base + 0.45 * glyph.size
        middle = (glyph.left + glyph.right) / 2
        return any(
            low <= rule.at <= high and rule.start - 0.5 <= middle <= rule.end + 0.5
            for key in {int(low // 4), int(high // 4)}
            for rule in self._by_height.get(key, ())
        )


def _lines(stretches: list[Stretch], struck: _Struck) -> list[str]:
    made: list[_Line] = []
    for item in sorted(stretches, key=lambda item: (-round(item.size, 1), -item.base)):
        near = (line for line in made if abs(line.base - item.base) < 2 * line.size)
        best = min(
            (line for line in near if line.takes(item)),
            key=lambda line: abs(line.base - item.base),
            default=None,
        )
        if best is None:
            made.append(_Line(item.base, item.size, [item]))
        else:
            best.parts.append(item)
    made.sort(key=lambda line: -line.base)
    return [_line_text(line, struck) for line in made]


def _line_text(line: _Line, struck: _Struck) -> str:
    parts = sorted(line.parts, key=lambda item: item.left)
    if _is_from_right(parts):
        return _from_right(parts, struck)
    text, end, last = "", 0.0, None
    for item in parts:
        said = item.text or _said(item.glyphs, struck)
        difference = item.base - line.base
        is_small = item.size <= _SMALL * line.size
        if is_small and difference > 0.12 * line.size and text:
            said = raised(said, text)
        elif is_small and difference < -0.04 * line.size and text:
            said = lowered(said)
        text += _between(item.left - end, line.size, last, item) if text else ""
        text += said
        end, last = item.right, item
    return text.strip()


def _from_right(parts: Sequence[Stretch], struck: _Struck) -> str:
    """A line that is read from right to left: its words are put in order as one."""
    glyphs = sorted((glyph for item in parts for glyph in item.glyphs),
                    key=lambda glyph: glyph.left + glyph.right)  # fmt: skip
    made = [item.text for item in parts if item.text]
    return " ".join([_said(tuple(glyphs), struck, from_right=True).strip(), *made])


def _between(gap: float, size: float, last: Stretch | None, item: Stretch) -> str:
    if gap > 1.5 * size:
        return "\t"
    if last is not None and last.glyphs and item.glyphs:
        following = item.glyphs[0]
        if following.order - last.glyphs[-1].last == 1 and following.after != "\n":
            return " " if following.after and gap > 0 else ""
    return " " if gap > 0.18 * size else ""


def _said(glyphs: Sequence[Glyph], struck: _Struck, *, from_right: bool = False) -> str:
    """The text of letters beside each other, with spaces where words end."""
    words: list[str] = []
    before: Glyph | None = None
    for (was_struck, shift), group in groupby(
        glyphs, key=lambda glyph: (struck.has(glyph), glyph.shift)
    ):
        piece: list[str] = []
        for glyph in group:
            if before is not None and _ends_word(before, glyph):
                (piece or words).append(" ")
            piece.append(glyph.text)
            before = glyph
        if shift:
            text = "".join(piece)
            piece = [raised(text, "".join(words)) if shift > 0 else lowered(text)]
        words += ["~~", *piece, "~~"] if was_struck else piece
    if from_right or any(_is_right_letter(glyph.text) for glyph in glyphs):
        return _in_logical_order(words, from_right=from_right)
    return "".join(words)


def _ends_word(one: Glyph, other: Glyph) -> bool:
    gap = other.left - one.right
    size = max(one.size, other.size)
    if _is_right_letter(one.text) or _is_right_letter(other.text):
        return gap > 0.13 * size
    if other.order - one.last != 1:
        return gap > 0.16 * size
    if other.after == " ":
        return gap > -0.3 * size
    return gap > (0.16 if other.after else 0.6) * size


_FIRST_RIGHT: Final = "\u0590"
"""Before it no letter is read from right to left."""


def _is_right_letter(text: str) -> bool:
    return text >= _FIRST_RIGHT and unicodedata.bidirectional(text[0]) in {"R", "AL"}


def _is_from_right(stretches: Iterable[Stretch]) -> bool:
    letters = "".join(glyph.text for item in stretches for glyph in item.glyphs)
    if not letters or max(letters) < _FIRST_RIGHT:
        return False
    kinds = Counter(map(unicodedata.bidirectional, letters))
    return kinds["R"] + kinds["AL"] > kinds["L"]


def _in_logical_order(units: list[str], *, from_right: bool) -> str:
    """Signs from left to right as they are read, in a line of either direction."""
    kinds = [_kind(unit) for unit in units]
    kinds = _resolved(kinds, "R" if from_right else "L")
    runs: list[tuple[str, list[str]]] = []
    for kind, unit in zip(kinds, units, strict=True):
        if runs and runs[-1][0] == kind:
            runs[-1][1].append(unit)
        else:
            runs.append((kind, [unit]))
    if from_right:
        runs.reverse()
    return "".join(
        "".join(unit.translate(_MIRRORED) for unit in reversed(run))
        if kind == "R"
        else "".join(run)
        for kind, run in runs
    )


def _kind(unit: str) -> str:
    kind = unicodedata.bidirectional(unit[0])
    if kind in {"R", "AL"}:
        return "R"
    return "L" if kind in {"L", "EN", "AN"} else "N"


def _resolved(kinds: list[str], base: str) -> list[str]:
    """Signs without a direction get that of both their neighbours, else that of the line."""
    made = list(kinds)
    place = 0
    while place < len(made):
        if made[place] != "N":
            place += 1
            continue
        stop = place
        while stop < len(made) and made[stop] == "N":
            stop += 1
        before = made[place - 1] if place else base
        after = made[stop] if stop < len(made) else base
        made[place:stop] = [before if before == after else base] * (stop - place)
        place = stop
    return made


# Words that are parted at the end of a line.

_PARTED: Final = re.compile(r"(\w+)([-\u00ad\u2010])$")
_GOES_ON: Final = re.compile(r"(\w+)")


def _joined(lines: list[str]) -> str:
    text = "\n".join(lines)
    words = set(re.findall(r"[^\W\d_]+(?:-[^\W\d_]+)*", text.casefold()))
    made: list[str] = []
    for line in lines:
        parted = _PARTED.search(made[-1]) if made else None
        rest = _GOES_ON.match(line)
        if parted and rest and _is_one_word(parted, rest[1]):
            keeps = parted[2] != "\u00ad" and (
                f"{parted[1]}-{rest[1]}".casefold() in words
                and (parted[1] + rest[1]).casefold() not in words
            )
            end, _, following = line.partition(" ")
            made[-1] = made[-1][: parted.start(2)] + ("-" if keeps else "") + end
            made += [following] if following else []
        else:
            made.append(line)
    text = without_ligatures("\n".join(made)).replace("\u00ad", "")
    return _RADICALS.sub(lambda sign: unicodedata.normalize("NFKC", sign[0]), text)


def _is_one_word(parted: re.Match[str], rest: str) -> bool:
    """Whether a hyphen at the end of a line parts a word: one that is soft, or between letters."""
    if parted[2] == "\u00ad":
        return True
    head = parted[1]
    return head[-1].islower() and rest[0].islower() and head.isalpha() and len(head) > 1
