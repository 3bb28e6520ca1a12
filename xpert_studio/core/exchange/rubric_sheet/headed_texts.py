"""Headings and bold lines with what stands below each, where a text has neither lists nor levels.

Where the headings are questions, they are the requirements; else the prose below them is.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from xpert_studio.core.exchange.rubric_sheet.numbers import points_in
from xpert_studio.core.exchange.tables.cells import STRONG, Cell, TableRow, TableSheet
from xpert_studio.core.messages import Message

Line = tuple[str, int]
"""A line of a text, and how deep it lies."""
_HEADING: Final = 6
_TITLE: Final = 160
_FEWEST: Final = 3
_MOSTLY: Final = 0.8


def headed_texts(lines: Sequence[Line]) -> list[TableSheet]:
    """The headings of a text with the prose below each, as a table; empty where it has none.

    Real headings count first, then what stands out, then short lines with points.
    """
    tests: Sequence[Callable[[Line], bool]] = (
        lambda line: line[1] <= _HEADING,
        lambda line: line[1] <= STRONG,
        lambda line: len(line[0]) <= _TITLE and points_in(line[0])[1] is not None,
    )
    for is_heading in tests:
        found = _parted(lines, is_heading)
        if questions := _questions(found):
            return [questions]
        if sum(bool(below) for _, below in found) > 1:
            rows = [_row(n, head, below) for n, (head, below) in enumerate(found, start=1)]
            return [TableSheet("", rows)]
    return []


def all_lines(lines: Sequence[Line]) -> list[TableSheet]:
    """All lines of a text that has nothing else; what is none of it, a person has to say."""
    if len(lines) < _FEWEST:
        return []
    rows = [
        TableRow(n, [Cell(text, is_bold=depth <= STRONG)]) for n, (text, depth) in enumerate(lines)
    ]
    told = Message("It has neither lists nor headings: each line was taken for a requirement.")
    return [TableSheet("", rows, is_list=True, doubts=[told])]


def _parted(lines: Sequence[Line], is_heading: Callable[[Line], bool]) -> list[tuple[str, str]]:
    """Each heading with the lines up to the next one."""
    found: list[tuple[str, list[str]]] = []
    for line in lines:
        if is_heading(line):
            found.append((line[0], []))
        elif found:
            found[-1][1].append(line[0])
    return [(head, "\n".join(below)) for head, below in found]


def _questions(found: Sequence[tuple[str, str]]) -> TableSheet | None:
    """Headings that are questions, with what is said of each; other ones are sections."""
    if found and not _is_question(found[0][0]):  # the title of the text
        found = found[1:]
    others = [below for head, below in found if not _is_question(head)]
    if any(others) or len(found) - len(others) < max(_FEWEST, _MOSTLY * len(found)):
        return None
    names = ("Question", "Notes", "Section")
    rows = [TableRow(0, [Cell(name, is_bold=True) for name in names])]
    section = ""
    for number, (head, below) in enumerate(found, start=1):
        if not _is_question(head):
            section = head
            continue
        rows.append(_row(number, head, below))
        rows[-1].cells.append(Cell(section or None))
    if not others:
        rows = [TableRow(row.number, row.cells[:2]) for row in rows]
    sheet = TableSheet("", rows, is_headed=True)
    if not any(points_in(head)[1] for head, _ in found):
        sheet.doubts.append(Message("Its lines have neither points nor boxes."))
    return sheet


def _is_question(text: str) -> bool:
    return points_in(text)[0].rstrip(" *_)）").endswith(("?", "？"))


def _row(number: int, head: str, below: str) -> TableRow:
    return TableRow(number, [Cell(head, is_bold=True), Cell(below or None)])
