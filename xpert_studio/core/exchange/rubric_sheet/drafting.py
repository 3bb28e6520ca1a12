"""The rows of a table as the checkpoints they become: sections and totals told apart.

A total is compared with what it sums up; nothing is left out without a message.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from xpert_studio.core.exchange.rubric_sheet.assigning import letters_as_tiers
from xpert_studio.core.exchange.rubric_sheet.branches import (
    divide_merged,
    folded_branches,
    folded_numbers,
    points_in_texts,
)
from xpert_studio.core.exchange.rubric_sheet.drafts import Drafted, RowDraft, without_marks
from xpert_studio.core.exchange.rubric_sheet.layout import TableLayout
from xpert_studio.core.exchange.rubric_sheet.level_rows import (
    cycle_heads,
    has_cycle,
    level_text,
    row_heads,
    row_level,
    take_levels,
)
from xpert_studio.core.exchange.rubric_sheet.lists import list_drafts
from xpert_studio.core.exchange.rubric_sheet.numbers import Amount, amount, leading_amount
from xpert_studio.core.exchange.rubric_sheet.roles import (
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
    TASK,
    TIER,
    TITLE,
    most_in_head,
)
from xpert_studio.core.exchange.rubric_sheet.totals import (
    is_total,
    reads_as_a_sentence,
    tell_total,
    total_words,
)
from xpert_studio.core.exchange.tables.cells import Cell, TableRow, is_date, plain
from xpert_studio.core.messages import Message, joined

_FULL_ROLES: Final = (POINTS, TIER, DIMENSION, LEVEL, LEVEL_NAME, "scale", "check", "options")
_FIRST_WORDS: Final = 2
_NEARLY: Final = 0.8
_LONG_NAME: Final = 60
_ROLE_CELLS: Final = (REQUIREMENT, TITLE, ID, POINTS, TIER, DIMENSION, SECTION, LEVEL, LEVEL_NAME)


def drafts_of(layout: TableLayout) -> Drafted:
    """The checkpoints of a table."""
    has_points = layout.place(POINTS) is not None or _most_given(layout) is not None
    made = Drafted([], [], layout.shape, [], has_points=has_points)
    if layout.is_own:
        made.drafts = [_draft(layout, row) for row in layout.body]
        return made
    if layout.sheet.is_list:
        drafts = list_drafts(layout, made)
    elif (
        layout.shape in {"matrix", "long"}
        and not layout.heads
        and layout.place(LEVEL) is not None
        and not has_cycle(layout)
    ):
        drafts = list(_grouped(layout, made))
    else:
        drafts = list(_plain_rows(layout, made))
        place = layout.place(POINTS)
        divide_merged(drafts, made, "" if place is None else layout.columns[place].name)
    letters_as_tiers(drafts)
    points_in_texts(drafts, made)
    drafts = folded_numbers(drafts, made)
    drafts = folded_branches(drafts, made)
    made.drafts = drafts
    without_scale = [draft.row.number for draft in drafts if draft.has_no_scale]
    if without_scale:
        made.doubts.append(
            Message(
                "The levels of some rows make no scale and are kept as notes: {rows}.",
                rows=joined(without_scale, most=10),
            )
        )
    if not layout.heads and any(draft.has_no_order for draft in drafts):
        made.doubts.append(Message("Which level is the best is not said: the first one was taken."))
    shares = [draft.points.is_share for draft in drafts if draft.points is not None]
    if any(shares) and not all(shares):
        made.doubts.append(Message("Some points are per cent, and others are not."))
    made.messages[:0] = _told(layout)
    return made


def _told(layout: TableLayout) -> list[str]:
    named = [" ".join(layout.columns[head.place].name.split()) for head in layout.heads]
    return [Message("Levels: {names}.", names=joined(named))] if named else []


def _plain_rows(layout: TableLayout, drafted: Drafted) -> Iterator[RowDraft]:
    section = layout.section
    columns = _Spread(layout)
    rows = [columns.filled(row) for row in layout.body]
    body = _Body.of(layout)
    last = max((n for n, row in enumerate(rows) if _is_full(layout, row)), default=-1)
    if last < 0:
        last = len(rows) - 1
    total = 0.0
    part = 0.0
    count = 0
    left: list[TableRow] = []
    draft: RowDraft | None = None
    counted_cell: Cell | None = None
    for n, row in enumerate(rows):
        if n > last:
            _tell_below(layout, rows[n:], total, part, drafted)
            break
        kind = _kind(layout, row, body, n < last, total, part, count)
        if kind == "section" and _goes_on(draft, _section_name(layout, row)):
            continue
        if kind == "total":
            tell_total(layout, row, total, part, drafted)
            continue
        if kind == "nothing":
            left.append(row)
            continue
        if kind in {"section", "unsure section"}:
            section, part = _begun(layout, row, drafted, is_sure=kind == "section"), 0.0
            continue
        draft = _draft(layout, row)
        draft.section = draft.section or section
        is_new = counted_cell is None or draft.points_cell is not counted_cell
        counted_cell = draft.points_cell
        if draft.value is not None and draft.text and is_new:
            total, part, count = total + draft.value, part + draft.value, count + 1
        yield draft
    if left:
        drafted.messages.append(
            Message(
                "Rows without a requirement and without points were left out: {rows}.",
                rows=joined([row.number for row in left], most=10),
            )
        )


def _begun(layout: TableLayout, row: TableRow, drafted: Drafted, *, is_sure: bool) -> str:
    """The name of the section that a row begins."""
    name = _section_name(layout, row)
    if not is_sure:
        drafted.doubts.append(
            Message(
                "Row {n} has no points and was taken for a section: {text}.",
                n=row.number,
                text=name[:60],
            )
        )
    drafted.shape = "tree" if drafted.shape == "list" else drafted.shape
    return name


def _goes_on(draft: RowDraft | None, name: str) -> bool:
    """Whether a long line below a criterion begins as it does; it then is a note of it."""
    title = plain(draft.title or draft.text).split()[:_FIRST_WORDS] if draft else []
    if not title or len(name) < _LONG_NAME or plain(name).split()[: len(title)] != title:
        return False
    if draft is not None:
        draft.note = "\n".join(filter(None, [draft.note, name]))
    return True


def _tell_below(
    layout: TableLayout, rows: Sequence[TableRow], total: float, part: float, drafted: Drafted
) -> None:
    """Totals below the last criterion, and notes, which are left out."""
    totals = [row for row in rows if total_words(layout, row)]
    for one in totals:
        tell_total(layout, one, total, part, drafted)
    others = [row for row in rows if row not in totals]
    if others:
        first = others[0]
        drafted.messages.append(
            Message(
                "{left_out} rows of notes below the table were left out, the first: {text}.",
                left_out=len(others),
                text=first.text(first.filled[0])[:80],
            )
        )


class _Spread:
    """Fills cells of sections, tiers and dimensions that are covered from above."""

    def __init__(self, layout: TableLayout) -> None:
        self._layout = layout
        self._places = [
            n for role in (SECTION, TIER, DIMENSION, TASK, POINTS) for n in layout.places(role)
        ]
        self._sections = set(layout.places(SECTION)) | set(layout.places(TASK))
        self._seen: dict[int, tuple[int, Cell]] = {}

    def filled(self, row: TableRow) -> TableRow:
        """The row with what covers it from above; a total is covered by nothing."""
        if total_words(self._layout, row) == "sure":
            return row
        cells = list(row.cells)
        for place in self._places:
            cell = row.cell(place)
            if cell.text:
                self._seen[place] = row.number, cell
                continue
            number, above = self._seen.get(place, (0, None))
            if above is None or place >= len(cells):
                continue
            is_covered = cell.is_covered and row.number < number + above.rows
            if is_covered or (place in self._sections and len(row.filled) > 1):
                cells[place] = above
        return TableRow(row.number, cells)


def _is_full(layout: TableLayout, row: TableRow) -> bool:
    """Whether a row is a criterion beyond doubt: it has a text, and points, levels or a tier."""
    has_text = bool(layout.text(row, REQUIREMENT) or layout.text(row, TITLE))
    if not has_text or (total_words(layout, row) and not _is_too_small(layout, row)):
        return False
    roles: tuple[str, ...] = _FULL_ROLES
    if layout.heads and _has_levels_throughout(layout):
        roles = (LEVEL,)
    has_value = any(
        (row.text(n) and (role != POINTS or _may_be_amount(row.cell(n))))
        or row.cell(n).has_no_value
        for role in roles
        for n in layout.places(role)
    )
    return has_value or not any(layout.places(role) for role in roles)


def _is_too_small(layout: TableLayout, row: TableRow) -> bool:
    """Whether a row that may be a total has fewer points than some row: it sums up none."""
    place = layout.place(POINTS)
    if total_words(layout, row) == "sure" or not reads_as_a_sentence(row):
        return False
    own = amount(row.text(place)) if place is not None else None
    if own is None or place is None:
        return place is None
    return any(one.value > own.value for r in layout.body if (one := amount(r.text(place))))


def _has_levels_throughout(layout: TableLayout) -> bool:
    """Whether nearly every row of a matrix says something of its levels."""
    rows = [row for row in layout.body if len(row.filled) > 1]
    return sum(bool(level_text(layout, row)) for row in rows) >= _NEARLY * len(rows)


def _may_be_amount(cell: Cell) -> bool:
    """Whether a cell of points is one, or a slip that has to be told."""
    return amount(cell.text) is not None or is_date(cell.value) or len(cell.text) < 12


def _used(layout: TableLayout, row: TableRow) -> list[int]:
    unused = {IGNORE, SCORE, NOTE}
    return [n for n in row.filled if n in layout.columns and layout.columns[n].role not in unused]


@dataclass(frozen=True, slots=True)
class _Body:
    """What is known of all rows together, so that each is read once.

    Attributes:
        is_measured: Whether any has points, a level or a tier.
        all_bold: Columns whose texts are all bold.
    """

    is_measured: bool
    all_bold: frozenset[int]

    @classmethod
    def of(cls, layout: TableLayout) -> _Body:
        """Reads them."""
        places = [n for role in (POINTS, LEVEL, TIER) for n in layout.places(role)]
        plain_at = {n for row in layout.body for n in row.filled if not row.cell(n).is_bold}
        return cls(
            any(row.text(n) for n in places for row in layout.body),
            frozenset(layout.columns.keys() - plain_at),
        )


def _kind(
    layout: TableLayout,
    row: TableRow,
    body: _Body,
    is_followed: bool,
    total: float,
    part: float,
    count: int,
) -> str:
    """What a row is: a criterion, a section, for sure or not, a total, or nothing that is read."""
    if is_total(layout, row, total, part, count):
        return "total"
    if _repeats_header(layout, row) or (is_followed and _is_lone_heading(layout, row)):
        return "section"
    used = _used(layout, row)
    if not used:
        return "section" if is_followed and len(row.filled) == 1 else "nothing"
    if any(layout.columns[n].role in _VALUES for n in used):
        return "row"
    return _kind_without_values(layout, row, body, used, is_followed=is_followed)


def _kind_without_values(
    layout: TableLayout, row: TableRow, body: _Body, used: Sequence[int], *, is_followed: bool
) -> str:
    places = [n for n in used if layout.columns[n].role in _HEADING]
    texts = [layout.columns[n].role for n in places]
    if {ID, SECTION}.issuperset(texts) and len(row.filled) > 1 and layout.places(POINTS):
        return "nothing"
    if not is_followed:
        return "row"
    is_pair = len(texts) == _PAIR
    if is_pair and ID not in texts and layout.places(POINTS):
        return "unsure section"
    is_lone = len(texts) == 1 or (is_pair and ID in texts and not _has_no_values(layout))
    if is_lone and (body.is_measured or _stands_out(layout, row, places[0], body)):
        return "section"
    return "row"


_VALUES: Final = frozenset({POINTS, LEVEL, LEVEL_POINTS, TIER, DIMENSION})
_HEADING: Final = frozenset({REQUIREMENT, TITLE, SECTION, ID})
_PAIR: Final = 2


def _repeats_header(layout: TableLayout, row: TableRow) -> bool:
    """Whether a row says again what the column of points is called: a heading of a part."""
    place = layout.place(POINTS)
    if place is None or not layout.header or not layout.text(row, REQUIREMENT):
        return False
    said = plain(row.text(place))
    return len(said) > 1 and said == plain(layout.columns[place].name) and not amount(said)


def _is_lone_heading(layout: TableLayout, row: TableRow) -> bool:
    """Whether a bold text stands alone in a row, in a column that holds no texts."""
    place = row.filled[0] if len(row.filled) == 1 else -1
    role = layout.columns[place].role if place in layout.columns else REQUIREMENT
    is_text = row.cell(place).is_bold and amount(row.text(place)) is None
    return is_text and role in {POINTS, TIER, DIMENSION, LEVEL, LEVEL_POINTS, SCORE}


def _has_no_values(layout: TableLayout) -> bool:
    """Whether no row has points or levels."""
    return layout.place(POINTS) is None and not layout.places(LEVEL)


def _stands_out(layout: TableLayout, row: TableRow, place: int, body: _Body) -> bool:
    cell = row.cell(place)
    return (
        cell.columns > 1
        or (cell.is_bold and place not in body.all_bold)
        or layout.columns[place].role == SECTION
    )


def _section_name(layout: TableLayout, row: TableRow) -> str:
    if _repeats_header(layout, row):
        return without_marks(layout.text(row, REQUIREMENT)).rstrip(":：")
    texts = [
        row.text(n)
        for n in row.filled
        if n not in layout.columns or layout.columns[n].role not in {IGNORE, SCORE, NOTE}
    ]
    return without_marks(" ".join(texts) or row.text(row.filled[0])).rstrip(":：")


def _draft(layout: TableLayout, row: TableRow) -> RowDraft:
    requirement = layout.place(REQUIREMENT)
    text = row.text(requirement) if requirement is not None else ""
    title = layout.text(row, TITLE)
    if not text:
        text, title = title, ""
    clean = str if layout.is_own else without_marks
    draft = RowDraft(
        row,
        clean(text),
        clean(title),
        section=" › ".join(
            without_marks(row.text(n)) for n in layout.places(SECTION) if row.text(n)
        ),
        id=layout.text(row, ID),
        tier=layout.text(row, TIER),
        tag=layout.text(row, DIMENSION),
        note="\n".join(row.text(n) for n in layout.places(NOTE) if row.text(n)),
        task=layout.text(row, TASK),
    )
    _take_points(layout, row, draft)
    draft.answering = {
        column.role: row.cell(column.place)
        for column in layout.columns.values()
        if column.role not in _ROLE_CELLS
        and (row.text(column.place) or row.cell(column.place).has_no_value)
    }
    if layout.heads:
        take_levels(draft, row_heads(layout, row))
    elif has_cycle(layout):
        take_levels(draft, cycle_heads(layout, row))
    elif layout.legend:
        take_levels(draft, layout.legend)
    return draft


def _take_points(layout: TableLayout, row: TableRow, draft: RowDraft) -> None:
    """What a criterion is worth: by its cell, or by the heading of the scores."""
    place = layout.place(POINTS)
    if place is None:
        most = _most_given(layout)
        draft.points = None if most is None else Amount(most)
        return
    draft.points_cell = row.cell(place)
    draft.points = None if is_date(row.cell(place).value) else amount(row.text(place))
    if draft.points is None and not layout.is_own:
        draft.points, about = leading_amount(row.text(place))
        if draft.points is not None:
            draft.note = "\n".join(filter(None, [draft.note, about]))


def _most_given(layout: TableLayout) -> float | None:
    """The most points of every row, where the heading of the scores says it: ``Score (/10)``."""
    heads = [layout.columns[n].name for n in layout.places(SCORE)]
    found = [most for head in heads if (most := most_in_head(head)) is not None]
    return found[0] if len(found) == 1 and not layout.heads else None


def _grouped(layout: TableLayout, drafted: Drafted) -> Iterator[RowDraft]:
    groups: list[list[TableRow]] = []
    place = layout.place(REQUIREMENT)
    current = ""
    for row in layout.body:
        text = row.text(place) if place is not None else ""
        if total_words(layout, row) == "sure":
            tell_total(layout, row, 0, 0, drafted)
            continue
        is_new = bool(text) and (
            not groups or plain(text) != current or not level_text(layout, row)
        )
        if is_new or not groups:
            groups.append([])
            current = plain(text)
        groups[-1].append(row)
    section = ""
    columns = _Spread(layout)
    for rows in groups:
        first = columns.filled(rows[0])
        if len(rows) == 1 and not level_text(layout, first) and layout.text(first, POINTS) == "":
            section = _section_name(layout, first)
            continue
        draft = _draft(layout, first)
        draft.section = draft.section or section
        draft.answering = {k: v for k, v in draft.answering.items() if k != LEVEL_POINTS}
        take_levels(draft, [row_level(layout, row) for row in rows if level_text(layout, row)])
        yield draft
