"""Tables between straight lines: what stands in their cells, merged ones once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from xpert_studio.core.documents.markup import Cell, table
from xpert_studio.packs.pdf.lines import Struck, cell_text
from xpert_studio.packs.pdf.page import DrawnRule, PageContent
from xpert_studio.packs.pdf.stretches import Stretch


def with_tables(stretches: list[Stretch], content: PageContent, struck: Struck) -> list[Stretch]:
    """What stands in ruled tables made into one stretch each."""
    for area in _areas(content.level, content.upright):
        rows = _table_rows([item for item in stretches if area.holds(item)], area, struck)
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
    level: tuple[DrawnRule, ...]
    upright: tuple[DrawnRule, ...]

    def holds(self, item: Stretch) -> bool:
        """Whether a stretch stands in it."""
        middle = item.base + 0.3 * item.size
        center = (item.left + item.right) / 2
        return self.left < center < self.right and self.bottom < middle < self.top


_NEAR: Final = 3.0
_MOST_RULES: Final = 4_000


def _areas(level: Sequence[DrawnRule], upright: Sequence[DrawnRule]) -> Iterator[_Area]:
    """Groups of lines that touch each other."""
    rules = [rule for rule in _merged(level) if rule.end - rule.start > 8]
    walls = [rule for rule in _merged(upright) if rule.end - rule.start > 5]
    if len(rules) + len(walls) > _MOST_RULES:
        return
    groups = _touching(rules, walls)
    for lines, standing in groups:
        if standing and len(lines) > 1:
            yield _Area(
                min(rule.start for rule in lines),
                min(rule.at for rule in lines),
                max(rule.end for rule in lines),
                max(rule.at for rule in lines),
                tuple(lines),
                tuple(standing),
            )
    yield from _open_areas([lines[0] for lines, standing in groups if not standing])


def _touching(
    rules: Sequence[DrawnRule], walls: Sequence[DrawnRule]
) -> list[tuple[list[DrawnRule], list[DrawnRule]]]:
    """Level and upright lines in groups that touch each other."""
    parent = list(range(len(rules) + len(walls)))

    def root(place: int) -> int:
        while parent[place] != place:
            parent[place] = parent[parent[place]]
            place = parent[place]
        return place

    for number, wall in enumerate(walls, start=len(rules)):
        for place, rule in enumerate(rules):
            if (
                rule.start - _NEAR <= wall.at <= rule.end + _NEAR
                and wall.start - _NEAR <= rule.at <= wall.end + _NEAR
            ):
                parent[root(number)] = root(place)
    groups: dict[int, tuple[list[DrawnRule], list[DrawnRule]]] = {}
    for place, rule in enumerate([*rules, *walls]):
        groups.setdefault(root(place), ([], []))[place >= len(rules)].append(rule)
    return list(groups.values())


def _open_areas(rules: Sequence[DrawnRule]) -> Iterator[_Area]:
    """Tables with level lines only: three or more of one width below each other."""
    of_width: dict[tuple[int, int], list[DrawnRule]] = {}
    for rule in rules:
        if rule.end - rule.start > 60:
            of_width.setdefault((round(rule.start / 3), round(rule.end / 3)), []).append(rule)
    for lines in of_width.values():
        if len(lines) >= 3:
            yield _Area(
                lines[0].start,
                min(rule.at for rule in lines),
                lines[0].end,
                max(rule.at for rule in lines),
                tuple(lines),
                (),
            )


def _merged(rules: Sequence[DrawnRule]) -> list[DrawnRule]:
    """Lines that continue each other, as sides of cells do, made one."""
    merged: list[DrawnRule] = []
    for rule in sorted(rules, key=lambda rule: (round(rule.at), rule.start)):
        last = merged[-1] if merged else None
        if last and abs(last.at - rule.at) <= 2 and rule.start <= last.end + _NEAR:
            merged[-1] = DrawnRule(last.at, last.start, max(last.end, rule.end))
        else:
            merged.append(rule)
    return merged


def _table_rows(inside: list[Stretch], area: _Area, struck: Struck) -> list[list[Cell]]:
    heights = _levels(rule.at for rule in area.level)
    columns = sorted(_levels([area.left, area.right, *(rule.at for rule in area.upright)]))
    rows: list[list[Cell]] = []
    begun: dict[tuple[float, float], tuple[int, int, list[Stretch]]] = {}
    for top, bottom in pairwise(heights):
        band = [item for item in inside if bottom < item.base + 0.3 * item.size < top]
        if not area.upright:
            rows += _open_rows(band, struck)
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
            (row if line == len(rows) else rows[line])[place] = Cell(cell_text(cell, struck), span)
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


def _open_rows(band: list[Stretch], struck: Struck) -> list[list[Cell]]:
    """The rows between two level lines, parted where a gap runs through from top to bottom.

    Where each column has one line in each row, the lines are rows; else the band is one row.
    """
    if not band:
        return []
    parts = _split(band, 4.0)
    counts = [len(_levels(item.base for item in part)) for part in parts]
    if len(parts) > 1 and len(set(counts)) == 1 and counts[0] > 1:
        return [
            [
                Cell(cell_text((item for item in part if abs(item.base - height) <= _NEAR), struck))
                for part in parts
            ]
            for height in _levels(item.base for item in band)
        ]
    return [[Cell(cell_text(part, struck)) for part in parts]]


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
