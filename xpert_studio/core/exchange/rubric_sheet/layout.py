"""How a sheet is laid out: where its header is, what its columns hold, and how sure that is."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from xpert_studio.core.cell_texts import unguarded
from xpert_studio.core.exchange.rubric_sheet.levels import (
    Head,
    head_of,
    is_level_head,
    scale_of_heads,
)
from xpert_studio.core.exchange.rubric_sheet.maps import Map
from xpert_studio.core.exchange.rubric_sheet.numbers import amount, points_in
from xpert_studio.core.exchange.rubric_sheet.roles import (
    DESCRIPTION,
    DIMENSION,
    ID,
    IGNORE,
    LEVEL,
    LEVEL_NAME,
    LEVEL_POINTS,
    NOTE,
    POINTS,
    REQUIREMENT,
    SCORE,
    SECTION,
    TIER,
    TITLE,
    Assigning,
    Column,
    Content,
    content_of,
    is_answer_head,
    role_named,
    weighed,
)
from xpert_studio.core.exchange.tables.cells import Cell, Row, Sheet, letter, plain
from xpert_studio.core.exchange.tables.marked_up import without_tick
from xpert_studio.core.messages import Message, joined
from xpert_studio.packs.graded.cells import range_name

HEADER_ROWS: Final = 40
SURE: Final = 0.7
"""Below it a guess is shown and not taken."""
_DOUBTFUL: Final = 0.5
_LONG: Final = 110
_NUMERIC: Final = 0.8
_GROUPED: Final = frozenset({REQUIREMENT, TITLE, POINTS, SECTION, ID, TIER, DIMENSION})


@dataclass(slots=True)
class Layout:
    """A table with what its columns hold.

    Attributes:
        sheet: Where it stands.
        header: Its rows of headings.
        body: The rows below.
        columns: Those that are used or named, by place.
        heads: Its levels where they stand in columns, in order.
        shape: ``list``, ``matrix``, ``tree``, ``checklist`` or ``long``.
        confidence: From 0 to 1.
        reasons: Why it is taken so.
        doubts: What speaks against it.
        section: The heading above it, where a sheet has several tables.
        is_own: This program wrote it: each row is a checkpoint.
    """

    sheet: Sheet
    header: list[Row]
    body: list[Row]
    columns: dict[int, Column]
    heads: list[Head] = field(default_factory=list)
    shape: str = "list"
    confidence: float = 0.9
    reasons: list[str] = field(default_factory=list)
    doubts: list[str] = field(default_factory=list)
    section: str = ""
    is_own: bool = False

    def place(self, role: str) -> int | None:
        """The first column of a role."""
        return next((c.place for c in self.columns.values() if c.role == role), None)

    def places(self, role: str) -> list[int]:
        """All columns of a role, in order."""
        return sorted(c.place for c in self.columns.values() if c.role == role)

    def text(self, row: Row, role: str) -> str:
        """What a row says in the column of a role."""
        place = self.place(role)
        return "" if place is None else row.text(place)

    @property
    def has_requirement(self) -> bool:
        """Whether there is a column that could be the requirement."""
        return self.place(REQUIREMENT) is not None or self.place(TITLE) is not None

    @property
    def signature(self) -> tuple[str, ...]:
        """Its headings, as kept mappings recognise them."""
        return tuple(plain(self.columns[p].name) for p in sorted(self.columns))

    def doubt(self, text: str) -> None:
        """Notes something that has to be confirmed."""
        self.doubts.append(text)
        self.confidence = min(self.confidence, _DOUBTFUL)


def layouts_of(sheet: Sheet, mapped: Map | None = None) -> list[Layout]:
    """The tables of a sheet, one below the other; empty where none has a requirement."""
    if not sheet.rows:
        return []
    if sheet.is_list and mapped is None:
        return [_list_layout(sheet)]
    if mapped is not None:
        return [_mapped(sheet, mapped)]
    if sheet.is_headed:
        return [one for one in [_table(sheet, 0, len(sheet.rows))] if one.has_requirement]
    turned = _turned(sheet)
    if turned is not None:
        made = _table(turned, 0, len(turned.rows))
        made.reasons.append(Message("its levels stand in rows, and its criteria in columns"))
        return [made]
    found: list[Layout] = []
    starts = _starts(sheet)
    ends = [n - 1 if _heading_above(sheet.rows, n) else n for n in starts[1:]]
    for start, end in zip(starts, [*ends, len(sheet.rows)], strict=True):
        layout = _table(sheet, start, end)
        if layout.has_requirement and (layout.body or len(starts) == 1):
            layout.section = _heading_above(sheet.rows, start) if len(starts) > 1 else ""
            found.append(layout)
    return found


def _heading_above(rows: Sequence[Row], start: int) -> str:
    """The one text of the row above a table, where several stand below each other."""
    above = rows[start - 1] if start else None
    return above.text(above.filled[0]) if above is not None and len(above.filled) == 1 else ""


def _starts(sheet: Sheet) -> list[int]:
    """Where tables begin: at the first header, and at each further one that is as plain."""
    first = _header_at(sheet.rows)
    if first is None:
        return [0]
    starts = [first]
    head = _names_of(sheet.rows[first])
    for place in range(first + 2, len(sheet.rows) - 1):
        row = sheet.rows[place]
        names = _names_of(row)
        if names == head or (_known_in(row) >= 2 and not _is_prose(row) and _has_requirement(row)):
            starts.append(place)
    return starts


def _names_of(row: Row) -> list[str]:
    return [plain(row.text(place)) for place in row.filled]


def _known_in(row: Row) -> int:
    return len({role for place in row.filled if (role := role_named(row.text(place)))})


def _has_requirement(row: Row) -> bool:
    roles = {role_named(row.text(place)) for place in row.filled}
    return bool(roles & {REQUIREMENT, DESCRIPTION, SECTION}) and len(roles) >= 2


def _is_prose(row: Row) -> bool:
    return any(weighed(row.text(place)) > _LONG for place in row.filled)


def _header_at(rows: Sequence[Row]) -> int | None:
    scored = [
        (score, -n)
        for n, row in enumerate(rows[:HEADER_ROWS])
        if (score := _header_score(rows, n, row)) > 0
    ]
    return -max(scored)[1] if scored else None


def _header_score(rows: Sequence[Row], place: int, row: Row) -> float:
    texts = [row.text(n) for n in row.filled]
    if not texts:
        return 0
    known = {role for text in texts if (role := role_named(text))}
    levels = sum(is_level_head(text) and role_named(text) is None for text in texts)
    answers = sum(is_answer_head(text) for text in texts)
    if len(texts) == 1:
        return 0.5 if known & {REQUIREMENT, DESCRIPTION} and _is_single(rows) else 0
    is_header = (
        len(known) >= 2
        or (bool(known) and levels >= 1 and len(texts) > 2)
        or (bool(known & {REQUIREMENT, DESCRIPTION, POINTS, SECTION}) and _looks_headed(row))
        or (levels >= 3 and levels >= len(texts) - 2)
        or (levels == 2 and len(texts) == 3 and not is_level_head(texts[0]))
        or answers >= 2
        or _is_bold_header(rows, place, row)
    )
    if not is_header or (place + 1 == len(rows) and len(known) < 2):
        return 0
    long = sum(weighed(text) > _LONG for text in texts)
    numbers = sum(amount(text) is not None for text in texts) if levels < 2 else 0
    return (
        2 * len(known)
        + min(levels, 5)
        + answers
        + 0.2 * len(texts)
        - 2 * long
        - 1.5 * numbers
        - 0.1 * place
    )


def _may_be_header(rows: Sequence[Row]) -> bool:
    """Whether a first row of unknown words is much shorter than what stands below it."""
    if (
        len(rows) < 3
        or len(rows[0].filled) < 2
        or any(amount(rows[0].text(n)) for n in rows[0].filled)
    ):
        return False
    longest = max(rows[0].filled, key=lambda n: content_of(rows[1:], n).length)
    return weighed(rows[0].text(longest)) <= 0.6 * content_of(rows[1:], longest).length


def _is_single(rows: Sequence[Row]) -> bool:
    return all(len(row.filled) <= 1 for row in rows)


def _looks_headed(row: Row) -> bool:
    return not any(amount(row.text(n)) for n in row.filled) and not _is_prose(row)


def _is_bold_header(rows: Sequence[Row], place: int, row: Row) -> bool:
    """Whether a row of short bold texts stands above rows that are not bold."""
    below = rows[place + 1 : place + 4]
    return (
        len(row.filled) > 1
        and all(row.cell(n).is_bold and len(row.text(n)) < 60 for n in row.filled)
        and len({plain(row.text(n)) for n in row.filled}) == len(row.filled)
        and any(not row_below.cell(n).is_bold for row_below in below for n in row_below.filled)
        and not any(amount(row.text(n)) for n in row.filled)
    )


# Tables.


def _table(sheet: Sheet, start: int, end: int) -> Layout:
    rows = sheet.rows[start:end]
    first = 0 if sheet.is_headed else _header_at(rows)
    if first is None and _may_be_header(rows):
        first = 0
    upper: Row | None = None
    header: list[Row] = []
    if first is not None:
        header = [rows[first]]
        if first and _completes(rows[first - 1], rows[first]):
            upper = rows[first - 1]
        body = rows[first + 1 :]
        if body and _is_second_header(rows[first], body[0]):
            header.append(body[0])
            body = body[1:]
        header = [*([upper] if upper else []), *header]
    else:
        body = list(rows)
    names = _headings(header)
    width = max([len(row.cells) for row in [*header, *body]], default=0)
    layout = Layout(sheet, header, body, {})
    _fill(layout, names, width)
    return layout


def _headings(header: Sequence[Row]) -> dict[int, str]:
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


def _completes(upper: Row, row: Row) -> bool:
    """Whether a row above the header gives the values or the points of its levels."""
    places = [n for n in row.filled if n and is_level_head(row.text(n))]
    values = [upper.text(n) for n in places if upper.text(n)]
    if len(values) >= 2 and all(is_level_head(text) or amount(text) for text in values):
        return True
    missing = [n for n in upper.filled if not row.text(n) and role_named(upper.text(n))]
    return bool(missing) and len(row.filled) > 1


def _is_second_header(row: Row, below: Row) -> bool:
    """Whether the row below the header goes on with it: words or values of levels alone."""
    texts = {n: below.text(n) for n in below.filled}
    heads = [n for n in row.filled if n in texts]
    others = {n: text for n, text in texts.items() if n != min(row.filled, default=0)}
    if len(others) < 2 or any(len(text) > 60 for text in others.values()):
        return False
    first = below.text(min(row.filled, default=0))
    if first and role_named(first) not in {POINTS, SCORE, LEVEL, TIER}:
        return False
    values = [head_of(text) for text in others.values()]
    are_values = all(head.has_value and len(head.name) < 25 for head in values)
    are_words = all(is_level_head(text) for text in others.values()) and bool(first)
    split = not heads and row.cells and any(cell.columns > 1 for cell in row.cells)
    return bool(are_values or are_words or split)


def _fill(layout: Layout, names: Mapping[int, str], width: int) -> None:
    """Decides on all columns and on the shape."""
    has_scale = _native_bands(layout, names)
    cycle = [] if has_scale else _cycle(names, width)
    if cycle:
        _repeated(layout, names, cycle)
    elif not has_scale:
        _levels(layout, names, width)
    left = [place for place in range(width) if place not in layout.columns]
    rows = _rows_that_count(layout, left)
    assigning = Assigning(
        rows,
        names,
        [p for p in left if names.get(p) or content_of(layout.body, p).texts],
        has_levels=bool(layout.heads or cycle),
    )
    assigning.run()
    layout.is_own = assigning.is_own
    for place, role in assigning.roles.items():
        layout.columns[place] = Column(
            place, names.get(place, letter(place)), role, assigning.whys[place]
        )
    for doubt in assigning.doubts:
        layout.doubt(doubt)
    if not layout.header and layout.place(POINTS) is None and layout.place(TIER) is None:
        layout.doubt(Message("There are neither headings nor points."))
    if not layout.header:
        layout.confidence = min(layout.confidence, 0.8)
        layout.reasons.append(
            Message("there is no header; the columns were told by what they hold")
        )
    _shape(layout, cycle)


def _rows_that_count(layout: Layout, places: Sequence[int]) -> list[Row]:
    """Rows of the body that are neither headings of sections nor notes below the table."""
    full = [row for row in layout.body if len(row.filled) > 1]
    return full if len(full) >= 1 and len(layout.columns) + len(places) > 1 else layout.body


def _native_bands(layout: Layout, names: Mapping[int, str]) -> bool:
    """Beside a scale, columns headed by a range hold the texts of bands; whether there is one."""
    if not any(role_named(name) == "scale" for name in names.values()):
        return False
    for place, name in names.items():
        band = range_name(unguarded(name))
        if band is not None:
            layout.columns[place] = Column(place, name, band, Message("is a band of the scale"))
    return True


def _cycle(names: Mapping[int, str], width: int) -> list[list[int]]:
    """Groups of columns that repeat, one for each level; empty where none do."""
    plainly = [re.sub(r"\s*\d+\s*", " ", plain(names.get(n, ""))).strip() for n in range(width)]
    numbers = [re.search(r"\d+", names.get(n, "")) for n in range(width)]
    for size in (4, 3, 2):
        for start in range(width - 2 * size + 1):
            part = plainly[start : start + size]
            if not all(part) or len(set(part)) < size:
                continue
            groups = [list(range(start, start + size))]
            while plainly[groups[-1][-1] + 1 : groups[-1][-1] + 1 + size] == part:
                groups.append([n + size for n in groups[-1]])
            same = plain(names.get(start, "")) == plain(names.get(start + size, ""))
            if len(groups) > 1 and (same or numbers[start]):
                return groups
    return []


def _repeated(layout: Layout, names: Mapping[int, str], cycle: Sequence[Sequence[int]]) -> None:
    parts = [_cycle_part(names[place]) for place in cycle[0]]
    for n in range(len(parts)):  # what stands in the columns counts before what they are called
        cells = [content_of(layout.body, group[n]) for group in cycle]
        numeric = [content.numeric for content in cells if content.texts]
        if numeric and min(numeric) >= _NUMERIC:
            parts[n] = LEVEL_POINTS
        elif parts[n] == LEVEL_POINTS and numeric:
            parts[n] = LEVEL
    if LEVEL not in parts:
        parts = [LEVEL if part == LEVEL_NAME else part for part in parts]
    if parts.count(LEVEL_POINTS) > 1 or parts.count(LEVEL) != 1:
        layout.doubt(Message("What the columns that repeat hold is not sure."))
    for number, group in enumerate(cycle):
        for part, place in zip(parts, group, strict=True):
            why = Message("belongs to level {n}, columns that repeat", n=number + 1)
            layout.columns[place] = Column(place, names[place], part, why, cycle=number)
    layout.reasons.append(Message("its levels stand in columns that repeat"))


_CYCLE_WORDS: Final = (
    (LEVEL_POINTS, ("point", "score", "punkt", "value", "分", "점")),
    (LEVEL, ("desc", "definition", "beschreib", "说明", "描述")),
    (NOTE, ("feedback",)),
    (LEVEL_NAME, ("name", "title", "rating")),
)


def _cycle_part(name: str) -> str:
    said = plain(name)
    found = (part for part, words in _CYCLE_WORDS if any(word in said for word in words))
    return next(found, LEVEL)


def _levels(layout: Layout, names: Mapping[int, str], width: int) -> None:
    """Columns that are levels: by their headings, with texts below."""
    found = [n for n in range(width) if n in names and _heads_level(names[n])]
    if len(found) < 3:
        shares = [n for n in found if head_of(names[n]).is_share]
        found = [n for n in found if n not in shares or content_of(layout.body, n).numeric <= 0.9]
    found = [n for n in found if not _is_column_of_scores(names[n], content_of(layout.body, n))]
    if len(found) < 2:
        _unnamed_levels(layout, names, width)
        return
    heads = [head_of(names[n], n) for n in found]
    between = [
        n
        for n in range(min(found), max(found))
        if n not in found and n in names and role_named(names[n]) is None
    ]
    for n in between:
        layout.doubt(
            Message("Column {name} stands between levels.", name=f"{letter(n)} ({names[n]})")
        )
    texts = [content_of(layout.body, n) for n in found]
    if all(c.numeric > 0.8 for c in texts if c.texts) and any(c.texts for c in texts):
        layout.reasons.append(Message("the cells of its levels hold points"))
    for n in found:
        layout.columns[n] = Column(
            n, names[n], LEVEL, Message("its heading is that of a level"), head_of(names[n], n)
        )
    layout.heads = heads
    layout.reasons.append(Message("{n} columns are headed by levels", n=len(found)))


def _is_column_of_scores(name: str, content: Content) -> bool:
    """Whether below a bare number stand numbers: what some group or person got."""
    return amount(name) is not None and bool(content.texts) and content.numeric > 0.5


def _heads_level(name: str) -> bool:
    return role_named(name) is None and is_level_head(name) and not is_answer_head(name)


def _unnamed_levels(layout: Layout, names: Mapping[int, str], width: int) -> None:
    """Several columns of like prose with unknown headings may be levels: that has to be asked."""
    unknown = [
        n
        for n in range(width)
        if n in names and role_named(names[n]) is None and not is_answer_head(names[n])
    ]
    contents = {n: content_of(layout.body, n) for n in unknown}
    prose = [
        n
        for n in unknown[0:]
        if contents[n].fill >= 0.5 and contents[n].numeric < 0.2 and contents[n].length >= 15
    ]
    runs: list[list[int]] = []
    for n in prose:
        if runs and runs[-1][-1] == n - 1:
            runs[-1].append(n)
        else:
            runs.append([n])
    run = max(runs, key=len, default=[])
    if len(run) >= 3 and min(run) > 0:
        for n in run:
            layout.columns[n] = Column(
                n, names[n], LEVEL, Message("holds prose like its neighbours"), head_of(names[n], n)
            )
        layout.heads = [head_of(names[n], n) for n in run]
        layout.doubt(
            Message(
                "Columns {names} look like levels, and their headings are not known.",
                names=joined(names[n] for n in run),
            )
        )


def _turned(sheet: Sheet) -> Sheet | None:
    """A sheet whose levels stand in rows with its rows as columns; None for another one."""
    place = _header_at(sheet.rows)
    rows = sheet.rows[place:] if place is not None else sheet.rows
    if len(rows) < 3 or len(rows) > 15:
        return None
    head, body = rows[0], [row for row in rows[1:] if len(row.filled) > 1]
    outer = [n for n in head.filled if n]
    if (
        len(body) < 2
        or len(outer) < 2
        or not _are_levels(head.text(0), [row.text(0) for row in body])
    ):
        return None
    if any(
        is_level_head(head.text(n))
        or role_named(head.text(n)) in {POINTS, ID, SCORE, TIER, LEVEL, DESCRIPTION, REQUIREMENT}
        for n in outer
    ):
        return None
    if not all(
        content_of(body, n).length >= 10 and content_of(body, n).numeric < 0.3 for n in outer
    ):
        return None
    made = [Row(head.number, [Cell("Criterion"), *(Cell(row.text(0)) for row in body)])]
    made += [
        Row(head.number + n, [Cell(head.text(n)), *(Cell(row.cell(n).value) for row in body)])
        for n in outer
    ]
    return Sheet(sheet.name, made, list(sheet.notes), rubric=sheet.rubric)


def _are_levels(head: str, texts: Sequence[str]) -> bool:
    heads = [head_of(text) for text in texts]
    if not all(is_level_head(text) for text in texts):
        return False
    values = [h.low for h in heads if h.low is not None]
    falls = len(values) == len(texts) and values == sorted(values, reverse=True)
    words = all(h.rank is not None for h in heads)
    return (
        words
        or falls
        or (role_named(head) in {LEVEL, POINTS, SCORE} and len(set(values)) == len(texts))
    )


# The shape, and how sure it is.


def _shape(layout: Layout, cycle: Sequence[Sequence[int]]) -> None:
    if cycle or layout.heads:
        layout.shape = "matrix"
        _check_scale(layout)
    elif layout.place(LEVEL) is not None and _is_grouped(layout):
        pass
    else:
        for column in layout.columns.values():
            if column.role == LEVEL:
                column.role = NOTE
        answers = layout.places(SCORE)
        is_checklist = layout.place(POINTS) is None and any(
            is_answer_head(layout.columns[n].name) or content_of(layout.body, n).is_ticks
            for n in answers
        )
        layout.shape = "checklist" if is_checklist else "list"
    _check_requirement(layout)


def _check_scale(layout: Layout) -> None:
    if not layout.heads:
        return
    scale = scale_of_heads(layout.heads)
    if scale is None:
        layout.doubt(Message("The levels make no scale."))
    elif scale.doubt == "order":
        layout.doubt(Message("Which level is the best is not said: the first one was taken."))


def _check_requirement(layout: Layout) -> None:
    place = layout.place(REQUIREMENT)
    if place is None or layout.is_own:
        return
    content = content_of(layout.body, place)
    if layout.shape == "list" and layout.place(POINTS) is None and layout.place(TIER) is None:
        named = role_named(layout.columns[place].name) in {REQUIREMENT, DESCRIPTION}
        if not named and len(layout.columns) > 1:
            layout.doubt(Message("There are no points, and no column is named as the requirement."))
        unread = [c for c in layout.columns.values() if c.role == IGNORE]
        full = [c.name for c in unread if not _says_nothing(content_of(layout.body, c.place))]
        if full:
            layout.doubt(
                Message(
                    "There are no points, and what {names} hold is not known.", names=joined(full)
                )
            )
    if content.numeric > 0.3 or content.length < 3:
        layout.doubt(Message("The texts of the requirement are hardly texts."))


def _says_nothing(content: Content) -> bool:
    return not content.texts or content.is_running


def _is_grouped(layout: Layout) -> bool:
    """Whether each criterion has several rows, one for each of its levels."""
    place = layout.place(LEVEL)
    if place is None:
        return False
    outer = layout.place(REQUIREMENT)
    candidates = [n for n in (outer, layout.place(TITLE), layout.place(SECTION)) if n is not None]
    for n in candidates:
        content = content_of(layout.body, n)
        blank = sum(not row.text(n) for row in layout.body)
        if blank >= 0.3 * len(layout.body) and content.texts:
            layout.shape = "matrix"
            layout.reasons.append(
                Message("the levels of a criterion stand in rows below each other")
            )
            _take_group(layout, n)
            return True
        if (
            content.distinct <= 0.6
            and len(content.texts) == len(layout.body)
            and _levels_differ(layout, n, place)
        ):
            layout.shape = "long"
            layout.reasons.append(Message("each criterion is repeated, with a level in each row"))
            _take_group(layout, n)
            return True
    return False


def _levels_differ(layout: Layout, outer: int, place: int) -> bool:
    pairs = Counter((plain(row.text(outer)), plain(row.text(place))) for row in layout.body)
    return max(pairs.values()) == 1


def _take_group(layout: Layout, outer: int) -> None:
    """The column that groups is the requirement; the longer text beside it describes the level."""
    others = [n for n in (layout.place(REQUIREMENT), layout.place(TITLE)) if n not in {None, outer}]
    level = layout.place(LEVEL)
    if layout.columns[outer].role == SECTION or others:
        layout.columns[outer].role = REQUIREMENT
        layout.columns[outer].why = Message("groups the rows")
    for n in others:
        if level is not None:
            layout.columns[level].role = LEVEL_NAME
            layout.columns[n].role = LEVEL
            layout.columns[n].why = Message("describes the level of a row")
    for column in layout.columns.values():
        if (
            column.role == NOTE
            and layout.place(LEVEL_NAME) is None
            and level is not None
            and not others
        ):
            layout.columns[level].role = LEVEL_NAME
            column.role, column.why = LEVEL, Message("describes the level of a row")
    points = layout.place(POINTS)
    if points is not None:
        filled = [bool(row.text(points)) for row in layout.body]
        if all(filled) and _vary_in_groups(layout, outer, points):
            layout.columns[points].role = LEVEL_POINTS
            layout.columns[points].why = Message("holds the points of each level")


def _vary_in_groups(layout: Layout, outer: int, points: int) -> bool:
    seen: dict[str, set[str]] = {}
    name = ""
    for row in layout.body:
        name = row.text(outer) or name
        seen.setdefault(plain(name), set()).add(row.text(points))
    return any(len(values) > 1 for values in seen.values())


# Lists.


def _list_layout(sheet: Sheet) -> Layout:
    columns = {0: Column(0, "A", REQUIREMENT, Message("is a list"))}
    layout = Layout(sheet, [], list(sheet.rows), columns, shape="list", confidence=0.85)
    layout.reasons.append(Message("it is a list of lines"))
    texts = [row.text(0) for row in sheet.rows]
    marked = sum(without_tick(text) is not None or points_in(text)[1] is not None for text in texts)
    if not marked and not sheet.is_pasted:
        layout.doubt(Message("Its lines have neither points nor boxes."))
    return layout


# Mappings.


def _mapped(sheet: Sheet, mapped: Map) -> Layout:
    guessed = _table(sheet, 0, len(sheet.rows))
    at = _header_for(sheet, mapped, guessed)
    if at is not None:
        guessed.header, guessed.body = [sheet.rows[at]], sheet.rows[at + 1 :]
        if guessed.body and _is_second_header(sheet.rows[at], guessed.body[0]):
            guessed.header.append(guessed.body.pop(0))
    names = _headings(guessed.header)
    roles = mapped.places(names, sheet.width)
    layout = Layout(sheet, guessed.header, guessed.body, {}, shape="list", confidence=1.0)
    for place in range(sheet.width):
        name = names.get(place, letter(place))
        said = plain(name)
        role = roles.get(place, IGNORE)
        why = Message("as you said") if place in roles else Message("is not in the mapping")
        head = head_of(name, place) if role == LEVEL and said else None
        layout.columns[place] = Column(place, name, role, why, head)
    levels = layout.places(LEVEL)
    points = layout.places(LEVEL_POINTS)
    if len(levels) > 1:
        layout.shape = "matrix"
        if points:
            _group_cycle(layout, levels, points, layout.places(LEVEL_NAME))
        else:
            layout.heads = [h for n in levels if (h := layout.columns[n].head)]
    elif levels or layout.places(LEVEL_NAME):
        layout.shape = "matrix"
    layout.reasons.append(Message("the columns are as you said"))
    return layout


def _header_for(sheet: Sheet, mapped: Map, guessed: Layout) -> int | None:
    """The place of the header that a mapping speaks of; None where the guess has it."""
    rows = sheet.rows[:HEADER_ROWS]
    if mapped.header is not None:
        return next((n for n, row in enumerate(rows) if row.number == mapped.header), 0)
    if guessed.header or len(rows) < 2:
        return None
    named = {plain(said) for _, said in mapped.parts}
    for n, row in enumerate(rows):
        if any(len(plain(row.text(p))) > 2 and plain(row.text(p)) in named for p in row.filled):
            return n
    numbers = [p for p in rows[0].filled if amount(rows[1].text(p)) and not amount(rows[0].text(p))]
    return 0 if numbers or any(role == LEVEL for role, _ in mapped.parts) else None


def _group_cycle(layout: Layout, levels: list[int], points: list[int], named: list[int]) -> None:
    for group in (levels, points, named):
        for number, place in enumerate(group):
            layout.columns[place].cycle = number
