"""Where the tables of a sheet begin, which rows name their columns, and which head those below."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Final

from xpert_studio.core.exchange.rubric_sheet.layout import TableLayout
from xpert_studio.core.exchange.rubric_sheet.levels import head_of, is_level_head
from xpert_studio.core.exchange.rubric_sheet.numbers import Amount, amount, is_monotonic, points_in
from xpert_studio.core.exchange.rubric_sheet.roles import (
    DESCRIPTION,
    LEVEL,
    POINTS,
    REQUIREMENT,
    SCORE,
    SECTION,
    TIER,
    TITLE,
    content_of,
    is_answer_head,
    role_named,
    weighed,
)
from xpert_studio.core.exchange.tables.cells import Cell, TableRow, TableSheet, plain
from xpert_studio.core.messages import Message

HEADER_ROWS: Final = 40


_LONG: Final = 110
_WORDY: Final = 6


def heading_above(rows: Sequence[TableRow], start: int) -> str:
    """The one text of the row above a table, where several stand below each other."""
    above = rows[start - 1] if start else None
    return above.text(above.filled[0]) if above is not None and len(above.filled) == 1 else ""


def table_starts(sheet: TableSheet) -> list[int]:
    """Where tables begin: at the first header, and at each further one that is as plain."""
    first = header_at(sheet.rows)
    if first is None:
        return [0]
    head = _names_of(sheet.rows[first])
    starts = [n for n in range(first - 1) if _is_alike(_names_of(sheet.rows[n]), head)]
    starts.append(first)
    for place in range(first + 2, len(sheet.rows) - 1):
        row = sheet.rows[place]
        roles = _roles_in(row)
        has_requirement = bool(roles & {REQUIREMENT, DESCRIPTION, SECTION})
        is_plain = len(roles) > 1 and has_requirement and not _is_prose(row)
        if is_plain or _is_alike(_names_of(row), head):
            starts.append(place)
    return starts


def _is_alike(names: list[str], head: list[str]) -> bool:
    """Whether a row names nearly the same columns as a header."""
    return names == head or (
        len(names) > 2 and len(set(names) & set(head)) >= 0.6 * max(len(names), len(head))
    )


def _names_of(row: TableRow) -> list[str]:
    return [plain(row.text(place)) for place in row.filled]


def _roles_in(row: TableRow) -> set[str]:
    return {role for place in row.filled if (role := role_named(row.text(place)))}


def _is_prose(row: TableRow) -> bool:
    return any(weighed(row.text(place)) > _LONG for place in row.filled)


def header_at(rows: Sequence[TableRow]) -> int | None:
    """The place of the row that names the columns; None where no row does."""
    scored = [
        (score, -n)
        for n, row in enumerate(rows[:HEADER_ROWS])
        if (score := _header_score(rows, n, row)) > 0 and not _is_headed_above(rows, n)
    ]
    return -max(scored)[1] if scored else None


def _is_headed_above(rows: Sequence[TableRow], place: int) -> bool:
    """Whether the row above names the same columns, and this one names none."""
    if not place or any(role_named(rows[place].text(n)) for n in rows[place].filled):
        return False
    above = rows[place - 1]
    is_named = len(above.filled) > 1 and any(role_named(above.text(n)) for n in above.filled)
    return (
        is_named
        and above.filled == rows[place].filled
        and _header_score(rows, place - 1, above) > 0
    )


def _header_score(rows: Sequence[TableRow], place: int, row: TableRow) -> float:
    """How much a row looks like the one that names the columns; 0 where it is none."""
    texts = [row.text(n) for n in row.filled]
    if not texts:
        return 0
    known = _roles_in(row)
    levels = sum(is_level_head(text) and role_named(text) is None for text in texts)
    answers = sum(is_answer_head(text) for text in texts)
    if len(texts) == 1:
        is_single = all(len(other.filled) <= 1 for other in rows)
        return 0.5 if known & {REQUIREMENT, DESCRIPTION} and is_single else 0
    if _is_of_pointed_texts(rows, place, row) or (place + 1 == len(rows) and len(known) < 2):
        return 0
    is_bold = _is_bold_header(rows, place, row)
    is_header = (
        is_bold
        or answers >= 2
        or len(known) >= 2
        or _heads_levels(texts, levels, has_known=bool(known))
        or (bool(known & {REQUIREMENT, DESCRIPTION, POINTS, SECTION}) and _looks_headed(row))
    )
    if not is_header:
        return 0
    score = 2 * len(known) + min(levels, 5) + answers + 2 * is_bold + 0.2 * len(texts)
    return score - _unlike_names(texts, may_be_values=levels >= 2) - 0.1 * place


def _heads_levels(texts: Sequence[str], levels: int, *, has_known: bool) -> bool:
    """Whether so many of the texts of a row name levels that it heads their columns."""
    if has_known and levels and len(texts) > 2:
        return True
    is_named = levels == 2 and len(texts) == 3 and not is_level_head(texts[0])
    return is_named or (levels >= 3 and levels >= len(texts) - 2)


def _unlike_names(texts: Sequence[str], *, may_be_values: bool) -> float:
    """How little texts are like names of columns: long ones, sentences, and numbers."""
    long = sum(weighed(text) > _LONG for text in texts)
    wordy = sum(len(text.split()) > _WORDY and not role_named(text) for text in texts)
    numbers = 0 if may_be_values else sum(amount(text) is not None for text in texts)
    return 2 * long + wordy / 2 + 1.5 * numbers


def _is_of_pointed_texts(rows: Sequence[TableRow], place: int, row: TableRow) -> bool:
    """Whether texts end with points in a row and, with other ones, in the row below it.

    These are levels of two criteria; what a header says the levels are worth is so for all rows.
    """
    if place + 1 == len(rows):
        return False
    pairs = [
        (_points_behind(row.text(n)), _points_behind(rows[place + 1].text(n))) for n in row.filled
    ]
    both = [
        (a, b) for a, b in pairs if a is not None and b is not None and a.is_share == b.is_share
    ]
    return len(both) > 1 and any(a.value != b.value for a, b in both)


def _points_behind(text: str) -> Amount | None:
    return None if amount(text) else points_in(text)[1]


def may_be_header(rows: Sequence[TableRow]) -> bool:
    """Whether a first row of unknown words is much shorter than what stands below it."""
    if (
        len(rows) < 3
        or len(rows[0].filled) < 2
        or any(amount(rows[0].text(n)) for n in rows[0].filled)
    ):
        return False
    longest = max(rows[0].filled, key=lambda n: content_of(rows[1:], n).length)
    return weighed(rows[0].text(longest)) <= 0.6 * content_of(rows[1:], longest).length


def _looks_headed(row: TableRow) -> bool:
    return not any(amount(row.text(n)) for n in row.filled) and not _is_prose(row)


def _is_bold_header(rows: Sequence[TableRow], place: int, row: TableRow) -> bool:
    """Whether a row of short bold texts stands above rows that are not bold."""
    below = rows[place + 1 : place + 4]
    return (
        len(row.filled) > 1
        and all(row.cell(n).is_bold and len(row.text(n)) < 60 for n in row.filled)
        and len({plain(row.text(n)) for n in row.filled}) == len(row.filled)
        and any(not row_below.cell(n).is_bold for row_below in below for n in row_below.filled)
        and not any(amount(row.text(n)) for n in row.filled)
    )


def headings_of(header: Sequence[TableRow]) -> dict[int, str]:
    """The heading of each column, of two rows joined where both say something."""
    found: dict[int, list[str]] = {}
    for row in header:
        spanning = ""
        for place, cell in enumerate(row.cells):
            text = cell.text
            if text:
                spanning = text if cell.columns > 1 else ""
            elif cell.is_covered and spanning and row is not header[-1]:
                continue
            if text and not (cell.columns > 1 and len(header) > 1 and row is not header[-1]):
                found.setdefault(place, []).append(text)
    return {place: " ".join(dict.fromkeys(texts)) for place, texts in found.items()}


def completes(upper: TableRow, row: TableRow) -> bool:
    """Whether a row above the header gives the values or the points of its levels."""
    places = [n for n in row.filled if n and is_level_head(row.text(n))]
    values = [upper.text(n) for n in places if upper.text(n)]
    if len(values) >= 2 and all(is_level_head(text) or amount(text) for text in values):
        return True
    missing = [n for n in upper.filled if not row.text(n) and role_named(upper.text(n))]
    return bool(missing) and len(row.filled) > 1


def is_second_header(row: TableRow, below: TableRow) -> bool:
    """Whether the row below the header goes on with it: words or values of levels alone."""
    texts = {n: below.text(n) for n in below.filled}
    start = min(row.filled, default=0)
    others = {n: text for n, text in texts.items() if n != start}
    if len(others) < 2 or any(len(text) > 60 for text in others.values()):
        return False
    first = below.text(start)
    if first and role_named(first) not in {POINTS, SCORE, LEVEL, TIER}:
        return False
    if first and all(map(is_level_head, others.values())):
        return True
    values = [head_of(text) for text in others.values()]
    if all(head.has_value and len(head.name) < 25 for head in values):
        return True
    is_below = not texts.keys().isdisjoint(row.filled)
    return not is_below and any(cell.columns > 1 for cell in row.cells)


_SHORT: Final = 25
_FEWEST: Final = 2


def take_sub_headers(layout: TableLayout) -> None:
    """Reads rows that head others; the body has none of them any more.

    Three forms: the values of a criterion's levels in its row and their texts in the row below; the
    texts of levels once for several criteria, which have nothing but points; and names of levels.
    """
    if len(layout.heads) < _FEWEST or layout.is_own:
        return
    if _join_values(layout) or _spread_texts(layout):
        layout.reasons.append(Message("rows within it head the levels of those below them"))
    else:
        _take_names(layout)


def _level_texts(layout: TableLayout, row: TableRow) -> list[str]:
    return [text for head in layout.heads if (text := row.text(head.place))]


def _name(layout: TableLayout, row: TableRow) -> str:
    return layout.text(row, REQUIREMENT) or layout.text(row, TITLE)


def _are_values(texts: Sequence[str]) -> bool:
    heads = [head_of(text) for text in texts]
    return len(texts) >= _FEWEST and all(
        head.has_value and len(text) <= _SHORT for head, text in zip(heads, texts, strict=True)
    )


def _join_values(layout: TableLayout) -> bool:
    """Whether rows of values are each followed by one of texts that has no name; joins these."""
    made: list[TableRow] = []
    joined = 0
    for row in layout.body:
        before = made[-1] if made else None
        texts = _level_texts(layout, row)
        if (
            before is not None
            and not _name(layout, row)
            and len(texts) >= _FEWEST
            and _name(layout, before)
            and _are_values(_level_texts(layout, before))
        ):
            made[-1] = _with_texts_of(layout, before, row)
            joined += 1
            continue
        made.append(row)
    if joined:
        layout.body = made
    return joined > 0


def _with_texts_of(layout: TableLayout, values: TableRow, texts: TableRow) -> TableRow:
    width = max(len(values.cells), len(texts.cells))
    cells = [values.cell(n) for n in range(width)]
    for head in layout.heads:
        said = [row.text(head.place) for row in (values, texts)]
        cells[head.place] = Cell("\n".join(filter(None, said)) or None)
    for n in texts.filled:
        if not cells[n].text:
            cells[n] = texts.cell(n)
    return TableRow(values.number, cells)


def _spread_texts(layout: TableLayout) -> bool:
    """Whether rows with texts of levels stand above rows with nothing but points; gives these."""
    points = layout.place(POINTS)
    kinds = [_kind(layout, row, points) for row in layout.body]
    if points is None or not kinds or kinds[0] != "texts" or not {"texts", "points"} <= set(kinds):
        return False
    if any(kind == "mixed" for kind in kinds) or kinds[-1] == "texts":
        return False
    above: TableRow | None = None
    made: list[TableRow] = []
    for row, kind in zip(layout.body, kinds, strict=True):
        if kind == "texts":
            above = row
            made.append(TableRow(row.number, [Cell(_name(layout, row), is_bold=True)]))
            layout.doubt(
                Message(
                    "Row {n} has texts and no points: it was taken for a heading, its texts for "
                    "those of the rows below.",
                    n=row.number,
                )
            )
        elif kind == "points" and above is not None:
            made.append(_with_texts_of(layout, row, above))
        else:
            made.append(row)
    layout.body = made
    return True


def _kind(layout: TableLayout, row: TableRow, points: int | None) -> str:
    """What a row has beside its name: ``texts`` of levels, ``points``, nothing, or both."""
    has_texts = len(_level_texts(layout, row)) >= _FEWEST
    has_points = points is not None and amount(row.text(points)) is not None
    if has_texts and has_points:
        return "mixed"
    return "texts" if has_texts else "points" if has_points else "nothing"


def _take_names(layout: TableLayout) -> None:
    """Rows that say nothing but words for levels, above rows of texts, are headings."""
    naming = [n for n, row in enumerate(layout.body) if _names_levels(layout, row)]
    if not naming or len(naming) > len(layout.body) / 2 or naming[-1] == len(layout.body) - 1:
        return
    if any(b == a + 1 for a, b in pairwise(naming)):
        return
    body = list(layout.body)
    for n in naming:
        row = body[n]
        body[n] = replace(row, cells=[Cell(_name(layout, row), is_bold=True)])
        layout.doubt(
            Message("Row {n} names levels and was taken for a heading.", n=layout.body[n].number)
        )
    layout.body = body


def _names_levels(layout: TableLayout, row: TableRow) -> bool:
    ranks = [head_of(text).rank for text in _level_texts(layout, row) if len(text) <= _SHORT]
    known = [rank for rank in ranks if rank is not None]
    points = layout.place(POINTS)
    if len(known) < len(layout.heads) or (points is not None and row.text(points)):
        return False
    return is_monotonic(known)
