"""The rows of a table as the checkpoints they become: sections, sub-totals and totals told apart.

A total is compared with what it sums up; nothing is left out without a message.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any, Final

from xpert_studio.core.exchange.rubric_sheet.layout import Layout
from xpert_studio.core.exchange.rubric_sheet.levels import (
    Head,
    head_of,
    is_level_head,
    scale_of_heads,
)
from xpert_studio.core.exchange.rubric_sheet.numbers import Amount, amount, folded, points_in
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
)
from xpert_studio.core.exchange.tables.cells import Cell, Row, is_date, plain
from xpert_studio.core.exchange.tables.marked_up import without_tick
from xpert_studio.core.messages import Message, counted, joined
from xpert_studio.core.resources import resource_json

_NUMBERED: Final = re.compile(r"^\(?((?:\d{1,2}|[A-Z](?=[.)]))(?:\.\d{1,2}){0,4})[.)]?\s+\S")
_TRUE: Final = frozenset({"true", "yes", "1", "wahr", "是"})
_CELL_VALUE: Final = re.compile(
    r"^\s*[(\[]?\s*(?:\d{1,4}(?:[.,]\d+)?\s*(?:[-–—~]|to)\s*)?\d{1,4}(?:[.,]\d+)?\s*(?:points?|pts?\.?|p|marks?|punkte?|分|点|점|%)?\s*[)\]]?\s*(?:[:：]|[-–—]\s|\n|$)",
    re.IGNORECASE,
)
_CLOSE: Final = 0.011
_FAR: Final = 0.2
"""A sum that differs from what it should be by a greater share has to be confirmed."""
_ROLE_CELLS: Final = (REQUIREMENT, TITLE, ID, POINTS, TIER, DIMENSION, SECTION, LEVEL, LEVEL_NAME)


@dataclass(slots=True)
class LevelText:
    """A level of a criterion: its values, its name and what a response is like there."""

    name: str
    low: float
    high: float
    text: str


@dataclass(slots=True)
class Draft:
    """A checkpoint as its row says it.

    Attributes:
        row: Where it stands.
        points: What its cell of points says.
        most: The points of its best level.
        settings: Of a graded checkpoint, without its bands.
    """

    row: Row
    text: str
    title: str = ""
    section: str = ""
    id: str = ""
    tier: str = ""
    tag: str = ""
    note: str = ""
    task: str = ""
    points: Amount | None = None
    points_cell: Cell | None = None
    most: float | None = None
    settings: dict[str, Any] | None = None
    levels: list[LevelText] = field(default_factory=list)
    answering: dict[str, Cell] = field(default_factory=dict)

    @property
    def value(self) -> float | None:
        """Its points as far as they are written."""
        return self.points.value if self.points else None


@dataclass(slots=True)
class Drafted:
    """All that a table came to.

    Attributes:
        drafts: In their order.
        messages: What a person should know.
        shape: As of the layout; a tree where it has sections or branches.
        doubts: What has to be confirmed.
    """

    drafts: list[Draft]
    messages: list[str]
    shape: str
    doubts: list[str]
    has_points: bool


def drafts_of(layout: Layout) -> Drafted:
    """The checkpoints of a table."""
    made = Drafted([], [], layout.shape, [], has_points=layout.place(POINTS) is not None)
    if layout.is_own:
        made.drafts = [_draft(layout, row) for row in layout.body]
        return made
    if layout.sheet.is_list:
        drafts = _list_drafts(layout, made)
    elif (
        layout.shape in {"matrix", "long"}
        and not layout.heads
        and layout.place(LEVEL) is not None
        and not _has_cycle(layout)
    ):
        drafts = list(_grouped(layout, made))
    else:
        drafts = list(_plain_rows(layout, made))
    _points_in_texts(drafts, made)
    drafts = _numbered(drafts, made)
    drafts = _branches(drafts, made)
    made.drafts = drafts
    shares = [draft.points.is_share for draft in drafts if draft.points is not None]
    if any(shares) and not all(shares):
        made.doubts.append(Message("Some points are per cent, and others are not."))
    made.messages[:0] = _told(layout)
    return made


def _told(layout: Layout) -> list[str]:
    named = [" ".join(layout.columns[head.place].name.split()) for head in layout.heads]
    return [Message("Levels: {names}.", names=joined(named))] if named else []


def _has_cycle(layout: Layout) -> bool:
    return any(column.cycle >= 0 for column in layout.columns.values())


# Rows that stand for themselves.


def _plain_rows(layout: Layout, made: Drafted) -> Iterator[Draft]:
    section = layout.section
    rows = layout.body
    last = max((n for n, row in enumerate(rows) if _is_full(layout, row)), default=-1)
    if last < 0:
        last = len(rows) - 1
    total = 0.0
    part = 0.0
    count = 0
    columns = _Spread(layout)
    left: list[Row] = []
    for n, row in enumerate(rows):
        row = columns.filled(row)  # noqa: PLW2901 - the same row with what covers it
        if n > last:
            _tell_below(layout, rows[n:], total, part, made)
            break
        kind = _kind(layout, row, n < last, total, part, count)
        if kind == "total":
            _tell_total(layout, row, total, part, made, all_points=total)
            continue
        if kind == "nothing":
            left.append(row)
            continue
        if kind == "unsure section":
            made.doubts.append(
                Message(
                    "Row {n} has no points and was taken for a section: {text}.",
                    n=row.number,
                    text=_section_name(layout, row)[:60],
                )
            )
        if kind in {"section", "unsure section"}:
            section, part = _section_name(layout, row), 0.0
            made.shape = "tree" if made.shape == "list" else made.shape
            continue
        draft = _draft(layout, row)
        draft.section = draft.section or section
        if draft.value is not None and draft.text:
            total, part, count = total + draft.value, part + draft.value, count + 1
        yield draft
    if left:
        made.messages.append(
            Message(
                "Rows without a requirement and without points were left out: {rows}.",
                rows=joined([row.number for row in left], most=10),
            )
        )


def _tell_below(
    layout: Layout, rows: Sequence[Row], total: float, part: float, made: Drafted
) -> None:
    """Totals below the last criterion, and notes, which are left out."""
    totals = [row for row in rows if _total_words(layout, row)]
    for one in totals:
        _tell_total(layout, one, total, part, made, all_points=total)
    others = [row for row in rows if row not in totals]
    if others:
        first = others[0]
        made.messages.append(
            Message(
                "{left_out} rows of notes below the table were left out, the first: {text}.",
                left_out=len(others),
                text=first.text(first.filled[0])[:80],
            )
        )


class _Spread:
    """Fills cells of sections, tiers and dimensions that are covered from above."""

    def __init__(self, layout: Layout) -> None:
        self._places = [
            n for role in (SECTION, TIER, DIMENSION, TASK, POINTS) for n in layout.places(role)
        ]
        self._sections = set(layout.places(SECTION)) | set(layout.places(TASK))
        self._seen: dict[int, Cell] = {}

    def filled(self, row: Row) -> Row:
        """The row with what covers it from above."""
        cells = list(row.cells)
        for place in self._places:
            cell = row.cell(place)
            if cell.text:
                self._seen[place] = cell
            elif (
                place in self._seen
                and place < len(cells)
                and (cell.is_covered or (place in self._sections and len(row.filled) > 1))
            ):
                cells[place] = self._seen[place]
        return Row(row.number, cells)


def _is_full(layout: Layout, row: Row) -> bool:
    """Whether a row is a criterion beyond doubt: it has a text, and points, levels or a tier."""
    has_text = bool(layout.text(row, REQUIREMENT) or layout.text(row, TITLE))
    if not has_text or _total_words(layout, row):
        return False
    roles = (POINTS, TIER, DIMENSION, LEVEL, LEVEL_NAME, "scale", "check", "options")
    has_value = any(
        (row.text(n) and (role != POINTS or _may_be_amount(row.cell(n))))
        or row.cell(n).has_no_value
        for role in roles
        for n in layout.places(role)
    )
    return has_value or not any(layout.places(role) for role in roles)


def _may_be_amount(cell: Cell) -> bool:
    """Whether a cell of points is one, or a slip that has to be told."""
    return amount(cell.text) is not None or is_date(cell.value) or len(cell.text) < 12


def _used(layout: Layout, row: Row) -> list[int]:
    unused = {IGNORE, SCORE, NOTE}
    return [n for n in row.filled if n in layout.columns and layout.columns[n].role not in unused]


def _kind(
    layout: Layout, row: Row, is_followed: bool, total: float, part: float, count: int
) -> str:
    if _is_total(layout, row, total, part, count):
        return "total"
    used = _used(layout, row)
    if not used:
        return "section" if is_followed and len(row.filled) == 1 else "nothing"
    has_values = any(
        layout.columns[n].role in {POINTS, LEVEL, LEVEL_POINTS, TIER, DIMENSION} for n in used
    )
    texts = [n for n in used if layout.columns[n].role in {REQUIREMENT, TITLE, SECTION, ID}]
    if (
        not has_values
        and all(layout.columns[n].role in {ID, SECTION} for n in texts)
        and len(row.filled) > 1
        and layout.places(POINTS)
    ):
        return "nothing"
    measured = any(
        row.text(n)
        for role in (POINTS, LEVEL, TIER)
        for n in layout.places(role)
        for row in layout.body
    )
    if (
        is_followed
        and not has_values
        and len(texts) == 2
        and layout.places(POINTS)
        and not any(layout.columns[n].role == ID for n in texts)
    ):
        return "unsure section"
    lone = len(texts) == 1 or (
        len(texts) == 2
        and any(layout.columns[n].role == ID for n in texts)
        and not _has_no_values(layout)
    )
    if (
        is_followed
        and not has_values
        and lone
        and texts
        and (measured or _stands_out(layout, row, texts[0]))
    ):
        return "section"
    return "row"


def _has_no_values(layout: Layout) -> bool:
    """Whether no row has points or levels."""
    return layout.place(POINTS) is None and not layout.places(LEVEL)


def _stands_out(layout: Layout, row: Row, place: int) -> bool:
    cell = row.cell(place)
    others = [r.cell(place).is_bold for r in layout.body if r.text(place)]
    return (
        cell.columns > 1
        or (cell.is_bold and not all(others))
        or layout.columns[place].role == SECTION
    )


def _section_name(layout: Layout, row: Row) -> str:
    texts = [
        row.text(n)
        for n in row.filled
        if n not in layout.columns or layout.columns[n].role not in {IGNORE, SCORE, NOTE}
    ]
    return _clean(" ".join(texts) or row.text(row.filled[0])).rstrip(":：")


# Totals.


@cache
def _words(kind: str) -> frozenset[str]:
    listed: Sequence[str] = resource_json("rubric_sheet.json")["totals"][kind]
    return frozenset(plain(word) for word in listed)


def _total_text(row: Row) -> str | None:
    """The text by which a row may be a total; None where it has a longer one."""
    texts = [row.text(n) for n in row.filled if amount(row.text(n)) is None]
    own = [t for t in texts if len(t) <= 60]
    return own[0] if own and len(texts) <= 3 else None


def _total_words(layout: Layout, row: Row) -> str:
    """``sure`` or ``maybe`` where a row is named as a total; empty where it is not."""
    text = _total_text(row)
    if text is None or any(
        row.text(n)
        for n in layout.places(LEVEL)
        if amount(row.text(n)) is None and len(row.text(n)) > 12
    ):
        return ""
    bare = re.sub(r"[\d.,/%()（）\[\]:：=_*+-]+", " ", folded(text))
    said = plain(bare)
    for kind in ("sure", "maybe"):
        if said in _words(kind):
            return kind
    words = said.split()
    ends = {words[0], " ".join(words[:2]), words[-1]} if words and len(words) <= 5 else set()
    if ends & _words("sure"):
        return "maybe"
    if (
        any(word in said for word in _words("sure") if not word.isascii() and len(word) > 1)
        and len(said) <= 10
    ):
        return "maybe"
    return ""


def _is_total(layout: Layout, row: Row, total: float, part: float, count: int) -> bool:
    points = layout.place(POINTS)
    value = amount(row.text(points)) if points is not None else None
    words = _total_words(layout, row)
    others = [layout.text(row, role) for role in (TIER, DIMENSION, ID)]
    if words == "sure" and not any(others):
        return True
    sums_up = (
        value is not None
        and count > 0
        and any(abs(value.value - s) < _CLOSE for s in (total, part) if s)
    )
    if words == "maybe":
        return sums_up or (
            value is None and count > 0 and points is not None and row is not layout.body[0]
        )
    no_text = not layout.text(row, REQUIREMENT) and not layout.text(row, TITLE)
    return sums_up and no_text and count > 1 and not any(others)


def _tell_total(
    layout: Layout, row: Row, total: float, part: float, made: Drafted, *, all_points: float
) -> None:
    points = layout.place(POINTS)
    value = amount(row.text(points)) if points is not None else None
    name = _total_text(row) or "–"
    if value is None:
        made.messages.append(
            Message("Row {n} ({name}) was read as a total.", n=row.number, name=_clean(name))
        )
        return
    sums = [s for s in (total, part) if abs(s - value.value) < _CLOSE]
    if sums or not all_points:
        made.messages.append(
            Message(
                "Row {n} ({name}: {value:g}) was read as a total; it is the sum of the rows.",
                n=row.number, name=_clean(name), value=value.value,
            )
            if sums
            else Message("Row {n} ({name}) was read as a total.", n=row.number, name=_clean(name))
        )  # fmt: skip
        return
    _differing(made, value.value, total).append(
        Message(
            "Row {n} ({name}) was read as a total of {value:g}, but the rows sum up to {total:g}.",
            n=row.number, name=_clean(name), value=value.value, total=total,
        )
    )  # fmt: skip


def _differing(made: Drafted, one: float, other: float) -> list[str]:
    """Where a difference is told: among the messages, or the doubts where it is large."""
    return made.doubts if abs(one - other) > _FAR * max(abs(one), abs(other)) else made.messages


# One row.


def _clean(text: str) -> str:
    """A text without the marks of Markdown around it, and without the box of a checklist."""
    bare = without_tick(text)
    text = (text if bare is None else bare).strip()
    for mark in ("**", "__", "*", "`"):
        if (
            text.startswith(mark)
            and text.endswith(mark)
            and len(text) > 2 * len(mark)
            and mark not in text[len(mark) : -len(mark)]
        ):
            text = text[len(mark) : -len(mark)].strip()
    return text


def _draft(layout: Layout, row: Row) -> Draft:
    requirement = layout.place(REQUIREMENT)
    text = row.text(requirement) if requirement is not None else ""
    title = layout.text(row, TITLE)
    if not text:
        text, title = title, ""
    clean = str if layout.is_own else _clean
    draft = Draft(
        row, clean(text), clean(title),
        section=" › ".join(_clean(row.text(n)) for n in layout.places(SECTION) if row.text(n)),
        id=layout.text(row, ID), tier=layout.text(row, TIER), tag=layout.text(row, DIMENSION),
        note="\n".join(row.text(n) for n in layout.places(NOTE) if row.text(n)),
        task=layout.text(row, TASK),
    )  # fmt: skip
    place = layout.place(POINTS)
    if place is not None:
        draft.points_cell = row.cell(place)
        draft.points = None if is_date(row.cell(place).value) else amount(row.text(place))
    draft.answering = {
        column.role: row.cell(column.place)
        for column in layout.columns.values()
        if column.role not in _ROLE_CELLS
        and (row.text(column.place) or row.cell(column.place).has_no_value)
    }
    if layout.heads:
        _take_levels(draft, _row_heads(layout, row))
    elif _has_cycle(layout):
        _take_levels(draft, _cycle_heads(layout, row))
    return draft


Levels = list[tuple[Head, str]]


def _row_heads(layout: Layout, row: Row) -> Levels:
    """The levels of a row with their texts; values in its cells count before those of the heads."""
    found: Levels = []
    texts = [row.text(head.place) for head in layout.heads]
    own = [_cell_head(text) for text in texts]
    has_own = sum(head is not None for head, _ in own) >= max(2, sum(bool(t) for t in texts) - 1)
    for head, (cell_head, rest), text in zip(layout.heads, own, texts, strict=True):
        if has_own:
            if cell_head is None:
                continue
            found.append((replace(cell_head, name=head.name, rank=head.rank), rest))
        else:
            found.append((head, text))
    return found


def _cell_head(text: str) -> tuple[Head | None, str]:
    """The values at the beginning of a level's text, and the text without them."""
    if not text:
        return None, ""
    said = amount(text)
    if said is not None and not said.is_range:
        return Head("", said.value, said.value, is_share=said.is_share), ""
    rest, points = points_in(text)
    if points is not None:
        return Head("", points.value, points.value, is_share=points.is_share), rest
    found = _CELL_VALUE.match(text)
    if found is None:
        return None, text
    head = head_of(found[0])
    return (head, text[found.end() :].strip()) if head.has_value else (None, text)


def _cycle_heads(layout: Layout, row: Row) -> Levels:
    by_number: dict[int, dict[str, str]] = {}
    for column in layout.columns.values():
        if column.cycle >= 0 and row.text(column.place):
            by_number.setdefault(column.cycle, {})[column.role] = row.text(column.place)
    found: Levels = []
    for parts in by_number.values():
        name, text = parts.get(LEVEL_NAME, ""), parts.get(LEVEL, "")
        said = parts.get(LEVEL_POINTS, "")
        head = head_of(said) if said else head_of(name)
        found.append((replace(head, name=name, rank=head_of(name).rank), text or name))
    return _with_ranges(layout, row, found)


def _with_ranges(layout: Layout, row: Row, found: Levels) -> Levels:
    """Ratings of a platform that reach down to the next lower one."""
    ranged = [
        row.text(c.place)
        for c in layout.columns.values()
        if "range" in plain(c.name) and plain(row.text(c.place)) in _TRUE
    ]
    values = sorted({head.low for head, _ in found if head.low is not None})
    if not ranged or len(values) != len(found):
        return found
    below = dict(zip(values[1:], values, strict=False))
    return [
        (
            replace(
                head,
                low=below.get(head.low, head.low) if head.low is not None else None,
                is_open=False,
            ),
            text,
        )
        for head, text in found
    ]


def _take_levels(draft: Draft, levels: Levels) -> None:
    """Makes a row graded by its levels."""
    scale = scale_of_heads([head for head, _ in levels]) if len(levels) > 1 else None
    if scale is None:
        draft.note = "\n".join(
            filter(None, [draft.note, *(f"{h.name}: {t}".strip(": ") for h, t in levels)])
        )
        return
    draft.settings = dict(scale.settings)
    draft.most = scale.most
    draft.levels = [
        LevelText(head.name, low, high, text)
        for (head, text), (low, high) in zip(levels, scale.bands, strict=True)
        if text or head.name
    ]


# Levels in rows below each criterion.


def _grouped(layout: Layout, made: Drafted) -> Iterator[Draft]:
    groups: list[list[Row]] = []
    place = layout.place(REQUIREMENT)
    current = ""
    for row in layout.body:
        text = row.text(place) if place is not None else ""
        if _total_words(layout, row) == "sure":
            _tell_total(layout, row, 0, 0, made, all_points=0)
            continue
        is_new = bool(text) and (
            not groups or plain(text) != current or not _level_text(layout, row)
        )
        if is_new or not groups:
            groups.append([])
            current = plain(text)
        groups[-1].append(row)
    section = ""
    columns = _Spread(layout)
    for rows in groups:
        first = columns.filled(rows[0])
        if len(rows) == 1 and not _level_text(layout, first) and layout.text(first, POINTS) == "":
            section = _section_name(layout, first)
            continue
        draft = _draft(layout, first)
        draft.section = draft.section or section
        draft.answering = {k: v for k, v in draft.answering.items() if k != LEVEL_POINTS}
        _take_levels(draft, [_row_level(layout, row) for row in rows if _level_text(layout, row)])
        yield draft


def _level_text(layout: Layout, row: Row) -> str:
    return layout.text(row, LEVEL) or layout.text(row, LEVEL_NAME)


def _row_level(layout: Layout, row: Row) -> tuple[Head, str]:
    name, text = layout.text(row, LEVEL_NAME), layout.text(row, LEVEL)
    said = layout.text(row, LEVEL_POINTS)
    head = head_of(said) if said else head_of(name or text)
    word = name or (head_of(text).name if is_level_head(text) else "")
    return replace(head, name=word, rank=head_of(name or text).rank), text or name


# Points in the texts, branches and numbered rows.


def _points_in_texts(drafts: list[Draft], made: Drafted) -> None:
    """Points at the end of texts, where no column has any."""
    if made.has_points or not drafts:
        return
    for attribute in ("text", "title", "section"):
        found = [points_in(getattr(draft, attribute)) for draft in drafts]
        with_points = sum(points is not None for _, points in found)
        if with_points == 0:
            continue
        if attribute == "section":
            _tell_section_points(drafts, made)
            return
        for draft, (text, points) in zip(drafts, found, strict=True):
            if points is not None:
                setattr(draft, attribute, text)
                draft.points = points
        made.messages.append(
            counted(
                "The points of {n} row were read from its text.",
                "The points of {n} rows were read from their texts.",
                with_points,
            )
        )
        made.has_points = with_points == len(drafts)
        return


def _tell_section_points(drafts: list[Draft], made: Drafted) -> None:
    """Points of sections are divided among their rows, as their own weights say."""
    for section in dict.fromkeys(draft.section for draft in drafts):
        name, points = points_in(section)
        rows = [draft for draft in drafts if draft.section == section]
        if points is None:
            continue
        weights = [draft.most or 1.0 for draft in rows]
        for draft, weight in zip(rows, weights, strict=True):
            draft.section = name
            share = points.value * weight / sum(weights)
            draft.points = Amount(round(share, 6), points.is_share)
    made.messages.append(Message("The points of sections were divided among their rows."))


def _numbered(drafts: list[Draft], made: Drafted) -> list[Draft]:
    """Rows numbered 1, 1.1, 1.2: the first is a section where the others have the points."""
    numbers = [_number_of(draft) for draft in drafts]
    if not any("." in n for n in numbers if n):
        return drafts
    kept: list[Draft] = []
    for place, (draft, own) in enumerate(zip(drafts, numbers, strict=True)):
        below = _below(drafts, numbers, place) if own else []
        if not below or not all(d.value for d in below):
            kept.append(draft)
            continue
        made.shape = "tree" if made.shape == "list" else made.shape
        for one in below:
            one.section = one.section or draft.text
        if draft.value is not None:
            _divide(draft, below, made)
    return kept


def _below(drafts: Sequence[Draft], numbers: Sequence[str], place: int) -> list[Draft]:
    """The rows that are numbered one step below the one at a place, and follow it."""
    found: list[Draft] = []
    for draft, number_of_row in zip(drafts[place + 1 :], numbers[place + 1 :], strict=True):
        if not number_of_row.startswith(f"{numbers[place]}."):
            break
        if _is_below(number_of_row, numbers[place]):
            found.append(draft)
    return found


def _number_of(draft: Draft) -> str:
    found = _NUMBERED.match(draft.text)
    if found:
        return found[1]
    said = draft.id.rstrip(".)")
    return said if re.fullmatch(r"\d{1,2}(?:\.\d{1,2})*", said) else ""


def _is_below(number_of_row: str, outer: str) -> bool:
    return (
        number_of_row.startswith(f"{outer}.") and number_of_row.count(".") == outer.count(".") + 1
    )


def _branches(drafts: list[Draft], made: Drafted) -> list[Draft]:
    """Bold rows, or rows without a text of their own, whose points are the sum of those below."""
    kept: list[Draft] = []
    starts = [n for n, draft in enumerate(drafts) if _is_branch(drafts, n)]
    for place, draft in enumerate(drafts):
        if place not in starts:
            kept.append(draft)
            continue
        end = next((n for n in starts if n > place), len(drafts))
        below = drafts[place + 1 : end]
        made.shape = "tree" if made.shape == "list" else made.shape
        name = draft.text or draft.title or draft.section
        for one in below:
            one.section = name
        _divide(draft, below, made)
    return kept


def _is_branch(drafts: Sequence[Draft], place: int) -> bool:
    draft = drafts[place]
    following = drafts[place + 1 : place + 2]
    if draft.value is None or not following or draft.levels:
        return False
    if not draft.text:
        return bool(draft.section) and bool(following[0].text)
    bold = draft.row.cell(min(draft.row.filled, default=0)).is_bold
    if not bold or following[0].row.cell(min(following[0].row.filled, default=0)).is_bold:
        return False
    total = 0.0
    for one in drafts[place + 1 :]:
        total += one.value or 0
        if total > draft.value - _CLOSE:
            break
    return abs(total - draft.value) < _CLOSE


def _divide(draft: Draft, below: Sequence[Draft], made: Drafted) -> None:
    """Compares what a branch weighs with the sum below it, and divides it where they differ."""
    whole = draft.value or 0.0
    total = sum(one.value or 0 for one in below)
    name = (draft.text or draft.title or draft.section)[:60]
    if abs(total - whole) < _CLOSE or not total:
        return
    if abs(total - 1) < _CLOSE or abs(total - 100) < _CLOSE:
        for one in below:
            one.points = Amount(round(whole * (one.value or 0) / total, 6))
        made.messages.append(
            Message(
                "The {value:g} points of “{name}” were divided among its rows.",
                value=whole,
                name=name,
            )
        )
        return
    _differing(made, whole, total).append(
        Message(
            "“{name}” has {value:g} points, but its rows sum up to {total:g}.",
            name=name, value=whole, total=total,
        )
    )  # fmt: skip


# Lists of lines.


def _list_drafts(layout: Layout, made: Drafted) -> list[Draft]:
    rows = layout.sheet.rows
    ticked = sum(without_tick(row.text(0)) is not None for row in rows)
    if ticked >= 0.5 * len(rows):
        made.shape = "checklist"
    found: list[Draft] = []
    path: list[tuple[int, str, Amount | None]] = []
    place = 0
    while place < len(rows):
        row = rows[place]
        cell = row.cell(0)
        path = [item for item in path if item[0] < cell.depth]
        inner = _inner(rows, place)
        text = _clean(cell.text)
        levels = [_line_level(_clean(one.text(0))) for one in inner]
        section = " › ".join(points_in(name)[0] for _, name, _ in path)
        if len(inner) > 1 and all(head is not None for head, _ in levels):
            draft = Draft(row, text, section=section)
            _take_levels(draft, [(head, said) for head, said in levels if head is not None])
            made.shape = "matrix"
            found.append(draft)
            place += len(inner) + 1
            continue
        if inner:
            path.append((cell.depth, text, points_in(text)[1]))
            made.shape = "tree" if made.shape == "list" else made.shape
        else:
            found.append(Draft(row, text, section=section))
        place += 1
    _share_of_branches(rows, found, made)
    return found


def _inner(rows: Sequence[Row], place: int) -> list[Row]:
    depth = rows[place].cell(0).depth
    found: list[Row] = []
    for row in rows[place + 1 :]:
        if row.cell(0).depth <= depth:
            break
        found.append(row)
    return found


def _line_level(text: str) -> tuple[Head | None, str]:
    head, colon, rest = text.partition(":" if ":" in text else "：")
    if colon and rest.strip() and len(head) < 40 and is_level_head(head):
        return head_of(head), rest.strip()
    return None, text


def _share_of_branches(rows: Sequence[Row], found: Sequence[Draft], made: Drafted) -> None:
    """Points that only an outer line has are divided among the lines within it."""
    if any(points_in(draft.text)[1] for draft in found):
        return
    divided = 0
    by_row = {id(draft.row): draft for draft in found}
    for place, row in enumerate(rows):
        points = points_in(_clean(row.text(0)))[1]
        inner = [by_row[id(one)] for one in _inner(rows, place) if id(one) in by_row]
        if points is None or not inner or id(row) in by_row:
            continue
        for draft in inner:
            draft.points = Amount(round(points.value / len(inner), 6), points.is_share)
            divided += 1
    if divided:
        made.has_points = divided == len(found)
        made.messages.append(
            Message("The points of outer lines were divided among the lines within them.")
        )
