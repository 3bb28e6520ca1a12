"""Tables without lines: rows of cells that stand below each other in columns.

Where a page has room between rows, lines without that room are of one row; otherwise a line goes on
with the row above where the words of each of its cells had no room there any more.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from xpert_studio.core.documents.markup import Cell, table
from xpert_studio.packs.pdf.lines import Struck, TextLine, by_line, cell_text
from xpert_studio.packs.pdf.stretches import Stretch

_LEAST_ROOM: Final = 0.45
"""Room between two columns, in sizes of the letters."""
_LEAST_LINES: Final = 2
_LEAST_COLUMNS: Final = 3
_FAR: Final = 4.0
"""Lines further below each other, in sizes, are not of one table."""
_WIDER: Final = 1.2
"""By what more room parts rows than lines of one row."""
_LEADING: Final = 1.5
"""Room from line to line of one row, in sizes, at most."""
_OVERLAP: Final = 0.75
_SPACE: Final = 0.25
MARK: Final = re.compile(r"[•◦▪‣·●○■□–—*→▶✓✗-]|\(?[0-9a-zA-Z]{1,3}[.)]|§ ?\d+")
"""What stands before a point of a list."""

_NOT_STRUCK: Final = Struck(())

Rivers = list[tuple[float, float]]


def with_open_tables(stretches: list[Stretch], struck: Struck) -> list[Stretch]:
    """Stretches of one column of a page, with those of each table made into one."""
    lines = by_line(stretches)
    made: list[Stretch] = []
    place = 0
    while place < len(lines):
        run, rivers = _run(lines, place)
        rows = _rows(run, rivers, struck) if rivers else None
        if rows:
            made.append(_as_stretch(run, rows))
            place += len(run)
        else:
            made += lines[place].parts
            place += 1
    return made


def are_rows(one: Sequence[Stretch], other: Sequence[Stretch]) -> bool:
    """Whether two columns have their lines in rows: with room between them at the same heights."""
    bands = _bands(by_line([*one, *other]))
    return (
        len(bands) >= _LEAST_COLUMNS
        and sum(len(band) > 1 for band in bands) > 0
        and all(_starts_level(band, one, other) for band in bands)
    )


def _starts_level(
    band: Sequence[TextLine], one: Sequence[Stretch], other: Sequence[Stretch]
) -> bool:
    tops = [
        max((part.base for line in band for part in line.parts if part in side), default=None)
        for side in (one, other)
    ]
    return None not in tops and abs((tops[0] or 0) - (tops[1] or 0)) < 2


def _run(lines: Sequence[TextLine], start: int) -> tuple[list[TextLine], Rivers]:
    """The lines from one on that leave room at the same places, and those places."""
    first = lines[start]
    if len(first.parts) < 2 or any(part.depth for part in first.parts):
        return [first], []
    rivers = _rivers(first)
    run = [first]
    for line in lines[start + 1 :]:
        if run[-1].base - line.base > _FAR * max(line.size, run[-1].size) or any(
            part.depth for part in line.parts
        ):
            break
        left = _parted(rivers, line)
        if not left or (len(left) < len(rivers) and len(run) > _LEAST_LINES):
            break
        rivers = left
        run.append(line)
    return _without_rest(run, rivers), rivers


def _without_rest(run: list[TextLine], rivers: Rivers) -> list[TextLine]:
    """A run without lines at its end that are in the first column only, as a paragraph after it."""
    while len(run) > 1 and all(part.right <= rivers[0][1] for part in run[-1].parts):
        run = run[:-1]
    return run


def _rivers(line: TextLine) -> Rivers:
    parts = sorted(line.parts, key=lambda part: part.left)
    room = _LEAST_ROOM * line.size
    return [
        (one.right, other.left) for one, other in pairwise(parts) if other.left - one.right > room
    ]


def _parted(rivers: Rivers, line: TextLine) -> Rivers:
    """What of the room between columns a line leaves."""
    room = _LEAST_ROOM * line.size
    for part in line.parts:
        cut: Rivers = []
        for left, right in rivers:
            if part.right <= left or part.left >= right:
                cut.append((left, right))
                continue
            cut += [(left, part.left), (part.right, right)]
        rivers = [(left, right) for left, right in cut if right - left > room]
    return rivers


def _rows(run: Sequence[TextLine], rivers: Rivers, struck: Struck) -> list[list[Cell]] | None:
    """The cells of a table; None where lines make none."""
    columns = len(rivers) + 1
    if len(run) < _LEAST_LINES or columns < 2:
        return None
    cells = [_cells(line, rivers) for line in run]
    if _is_list(cells):
        return None
    bands = _bands(run)
    has_bands = len(bands) >= _LEAST_LINES and any(len(band) > 1 for band in bands)
    if not has_bands:
        bands = _continued(run, rivers)
        has_bands = any(len(band) > 1 for band in bands)
    wide = sum(sum(map(bool, _cells_of(band, rivers))) > 1 for band in bands)
    if wide < _LEAST_LINES or (columns < _LEAST_COLUMNS and not has_bands):
        return None
    return [[Cell(cell_text(cell, struck)) for cell in _cells_of(band, rivers)] for band in bands]


def _cells(line: TextLine, rivers: Rivers) -> list[list[Stretch]]:
    edges = [left for left, _ in rivers]
    made: list[list[Stretch]] = [[] for _ in range(len(rivers) + 1)]
    for part in line.parts:
        made[sum(part.left >= edge - 0.5 for edge in edges)].append(part)
    return made


def _cells_of(band: Sequence[TextLine], rivers: Rivers) -> list[list[Stretch]]:
    made: list[list[Stretch]] = [[] for _ in range(len(rivers) + 1)]
    for line in band:
        for cell, parts in zip(made, _cells(line, rivers), strict=True):
            cell.extend(parts)
    return made


def _is_list(cells: Sequence[list[list[Stretch]]]) -> bool:
    """Whether the first column has the marks of a list, and there is one more column."""
    firsts = [cell_text(row[0], _NOT_STRUCK) for row in cells if row[0]]
    marks = sum(MARK.fullmatch(text) is not None for text in firsts)
    return len(cells[0]) == 2 and 2 * marks > len(firsts)


def _bands(run: Sequence[TextLine]) -> list[list[TextLine]]:
    """Lines in groups with more room between them than in them."""
    steps = [one.base - other.base for one, other in pairwise(run)]
    size = max((line.size for line in run), default=0.0)
    # Cells in the middle of their row stand between the lines of the others.
    least = min((step for step in steps if step > _OVERLAP * size), default=0.0)
    if least > _LEADING * size:
        least = 0.0
    bands: list[list[TextLine]] = [[run[0]]]
    for step, line in zip(steps, run[1:], strict=True):
        if step > max(_WIDER * least, _OVERLAP * size):
            bands.append([])
        bands[-1].append(line)
    return bands


def _continued(run: Sequence[TextLine], rivers: Rivers) -> list[list[TextLine]]:
    """Lines in groups by whether the words of their cells go on from the line above."""
    rights = [max((part.right for part in cell), default=0.0) for cell in _cells_of(run, rivers)]
    bands: list[list[TextLine]] = [[run[0]]]
    for above, line in pairwise(run):
        pairs = list(zip(_cells(above, rivers), _cells(line, rivers), rights, strict=True))
        if not all(_goes_on(*pair) for pair in pairs if pair[1]) or not any(
            cell_text(cell, _NOT_STRUCK)[:1].islower() for _, cell, _ in pairs
        ):
            bands.append([])
        bands[-1].append(line)
    return bands


def _goes_on(above: Sequence[Stretch], cell: Sequence[Stretch], edge: float) -> bool:
    """Whether the first word of a cell had no room at the end of the line above."""
    if not above:
        return False
    first = min(cell, key=lambda part: part.left)
    word = next(
        (place for place, glyph in enumerate(first.glyphs) if place and glyph.after),
        len(first.glyphs),
    )
    if not first.glyphs or first.glyphs[0].text.isupper():
        return False
    width = first.glyphs[word - 1].right - first.left
    return max(part.right for part in above) + _SPACE * first.size + width > edge


def _as_stretch(run: Sequence[TextLine], rows: list[list[Cell]]) -> Stretch:
    parts = [part for line in run for part in line.parts]
    top = max(part.top for part in parts)
    bottom = min(part.bottom for part in parts)
    left, right = min(part.left for part in parts), max(part.right for part in parts)
    return Stretch((), left, right, top - 10, 10.0, f"\n{table(rows)}\n", top - bottom)
