"""Rubrics in running text: a criterion as a heading or line, its levels as the lines below it.

What is a level is told by its words or values, and by what comes again: the same names of levels
under one criterion after the other. A line that comes again above the levels of several criteria,
such as "Levels:", is none of them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final

from xpert_studio.core.exchange.rubric_sheet.headed_texts import all_lines, headed_texts
from xpert_studio.core.exchange.rubric_sheet.levels import LevelHead, head_of, is_level_head
from xpert_studio.core.exchange.rubric_sheet.numbers import Amount, is_monotonic, points_in
from xpert_studio.core.exchange.tables.cells import (
    LISTED,
    PROSE,
    STRONG,
    TableSheet,
    plain,
)
from xpert_studio.core.exchange.tables.marked_up import without_tick
from xpert_studio.core.exchange.tables.nodes import SECTION, Node, sheet_of_nodes
from xpert_studio.core.messages import Message, joined

_HEADING: Final = 6
_LONGEST: Final = 48
_FEWEST: Final = 2
_CLOSE: Final = 0.011
_TITLE: Final = 160
_MOSTLY: Final = 0.8
_TENTH: Final = 0.1
_MARKS: Final = "【】■◆▼★◎ "
_SPLIT: Final = re.compile(
    rf"^(?P<head>[^:：\n]{{1,{_LONGEST}}}?)\s*(?:[:：]|\s[-–—]{{1,2}}\s)\s*(?P<rest>\S.*)$",
    re.DOTALL,
)
_VALUED: Final = re.compile(
    r"^(?P<head>[^()（）:：\n]{0,30}[(（][^()（）]{1,24}[)）])[\s.,-]*(?P<rest>\S.*)?$", re.DOTALL
)
_COUNTED: Final = re.compile(r"[(（]?\d{1,2}[)）.]\s")
_POINTS: Final = re.compile(
    r"[(（\[【]\s*(?:[^\W\d]+[\s:-]+)?(\d[^()（）\]】]{0,20})[)）\]】]\s*[:：.–—-]?\s*"
)


@dataclass(slots=True)
class _OutlineLine:
    """A line of a text.

    Attributes:
        depth: How deep it lies.
        block: The number of its paragraph.
    """

    text: str
    depth: int
    block: int


@dataclass(slots=True)
class _Group:
    """Levels below each other, with the lines that lie around them.

    Attributes:
        start, end: Its first line, and the one behind its last.
        above: The places of the lines around it, the outermost first.
    """

    start: int
    end: int
    above: list[int]
    levels: list[tuple[LevelHead, str]] = field(default_factory=list)

    @property
    def names(self) -> tuple[str, ...]:
        """What its levels are called, or their values."""
        return tuple(plain(head.name) or f"{head.low}-{head.high}" for head, _ in self.levels)


def with_outline(sheets: Sequence[TableSheet]) -> list[TableSheet]:
    """Sheets with the criteria of their texts, in place of the lists that these lie in.

    A text without levels, tables and lists is read as headings with what stands below each.
    """
    found = [sheet for sheet in sheets if not sheet.is_text]
    for text in (sheet for sheet in sheets if sheet.is_text):
        listed = {id(row.cell(0)) for sheet in found if sheet.is_list for row in sheet.rows}
        cells = [(row.number, row.cell(0)) for row in text.rows]
        lines = [
            _OutlineLine(cell.text, cell.depth + LISTED * (id(cell) in listed), block)
            for block, cell in cells
        ]
        _raise_titles(lines)
        outline = _outline(lines)
        if outline is not None and not _is_outdone(outline, found):
            made, used = outline
            made.is_pasted = text.is_pasted
            found = [made, *(one for one in found if not (one.is_list and _lies_in(one, used)))]
        elif not found:
            said = [(line.text, line.depth) for line in lines]
            found = headed_texts(said) or all_lines(said)
    return found


def _is_outdone(outline: tuple[TableSheet, set[str]], found: Sequence[TableSheet]) -> bool:
    """Whether one criterion with levels stands beside lists of boxes: what these come to."""
    lists = [sheet for sheet in found if sheet.is_list and not _lies_in(sheet, outline[1])]
    boxes = sum(without_tick(row.text(0)) is not None for sheet in lists for row in sheet.rows)
    return len(outline[0].rows) - 1 < _FEWEST <= boxes


def _raise_titles(lines: Sequence[_OutlineLine]) -> None:
    """The first line of a paragraph stands out where all others are levels."""
    blocks: dict[int, list[_OutlineLine]] = {}
    for line in lines:
        blocks.setdefault(line.block, []).append(line)
    for first, *others in blocks.values():
        heads = [level[0] for line in others if (level := _level(line.text)) is not None]
        if (
            first.depth == PROSE
            and len(heads) == len(others) >= _FEWEST
            and _may_lead(first, heads)
        ):
            first.depth = STRONG


def _may_lead(first: _OutlineLine, heads: Sequence[LevelHead]) -> bool:
    own = _level(first.text)
    return own is None or (own[0].rank is None and any(head.rank is not None for head in heads))


def _lies_in(sheet: TableSheet, used: set[str]) -> bool:
    return any(row.text(0) in used for row in sheet.rows)


def _outline(lines: Sequence[_OutlineLine]) -> tuple[TableSheet, set[str]] | None:
    """The criteria of a text with their levels, and the lines that went into them.

    Returns:
        None where it has no criteria with levels.
    """
    lines = _joined(lines)
    every = _groups(lines)
    titles = _titles(lines, every)
    groups = [group for group in every if id(group) in titles]
    if not groups:
        return _holistic(lines, every)
    found = {titles[id(group)]: group for group in groups}
    used = {n for group in groups for n in (*range(group.start, group.end), *group.above)}
    single = list(_without_levels(lines, found, used))
    nodes: list[Node] = []
    for place in sorted([*found, *single]):
        group = found.get(place)
        end = group.start if group else _end_of(lines, place)
        used |= set(range(place, end))
        nodes.append(_node(lines, place, end, group))
    sheet = sheet_of_nodes("", nodes)
    sheet.rubric = ""
    in_groups = {n for group in groups for n in range(group.start, group.end)}
    _tell(sheet, lines, used, len(groups))
    _tell_loose([line.text for n, line in enumerate(lines) if n not in in_groups], sheet)
    return sheet, {line.text for n, line in enumerate(lines) if n in used}


def _holistic(
    lines: Sequence[_OutlineLine], groups: Sequence[_Group]
) -> tuple[TableSheet, set[str]] | None:
    """One scale with nothing above it, which is most of a text: for the response as a whole."""
    whole = next((g for g in groups if g.end - g.start >= _MOSTLY * len(lines)), None)
    if whole is None:
        return None
    sheet = sheet_of_nodes(
        "", [_levelled(Node({"title": Message("The response as a whole")}), whole)]
    )
    used = set(range(whole.start, whole.end))
    _tell(sheet, lines, used, 1)
    return sheet, {lines[n].text for n in used}


def _levelled(node: Node, group: _Group) -> Node:
    node.levels = [(head.name, text, _value(head)) for head, text in group.levels]
    return node


def _joined(lines: Sequence[_OutlineLine]) -> list[_OutlineLine]:
    """Lines such as ``: text`` below a term as one with it."""
    made: list[_OutlineLine] = []
    for line in lines:
        if made and line.text.startswith((": ", "：")):
            text = f"{made[-1].text}: {line.text[1:].strip()}"
            made[-1] = _OutlineLine(text, PROSE, made[-1].block)
        else:
            made.append(line)
    return made


def _level(text: str) -> tuple[LevelHead, str] | None:
    """A line as a level with its text; None where it does not begin as one."""
    for pattern in (_SPLIT, _VALUED):
        found = pattern.match(text)
        if found and is_level_head(found["head"]):
            return head_of(found["head"]), (found["rest"] or "").strip()
    if len(text) <= _LONGEST and is_level_head(text) and not text.endswith((":", "：")):
        return head_of(text), ""
    return None


def _groups(lines: Sequence[_OutlineLine]) -> list[_Group]:
    """Runs of levels at one depth, the innermost ones: a criterion with points is no level."""
    found: list[_Group] = []
    above: list[int] = []
    ends: dict[int, int] = {}
    for place, line in enumerate(lines):
        above = [n for n in above if lines[n].depth < line.depth]
        if place >= ends.get(line.depth, 0):
            before = place - 1
            leads = before >= 0 and lines[before].depth == line.depth and _is_lead(lines, before)
            group = _group_at(lines, place, [*above, *([before] if leads else [])])
            if group is not None:
                found.append(group)
                ends[line.depth] = group.end
        above.append(place)
    again = Counter(group.names for group in found)
    scales = [group for group in found if _is_scale(group, again[group.names])]
    starts = [group.start for group in scales]
    return [g for g in scales if not any(g.start < n < g.end for n in starts)]


def _is_lead(lines: Sequence[_OutlineLine], place: int) -> bool:
    """Whether a line with a name and points stands above bare values at its own depth."""
    own = _level(lines[place].text)
    following = next((n for n in lines[place + 1 :] if n.depth <= lines[place].depth), None)
    below = _level(following.text) if following else None
    is_named = own is None or (own[0].rank is None and bool(own[0].name) and not own[1])
    is_bare = below is not None and not below[0].name and bool(below[1])
    return is_named and is_bare and _points(lines[place].text)[1] is not None


def _group_at(lines: Sequence[_OutlineLine], place: int, above: list[int]) -> _Group | None:
    depth = lines[place].depth
    group = _Group(place, place, above)
    block = -1
    while group.end < len(lines):
        line = lines[group.end]
        is_own = line.depth == depth and not _is_lead(lines, group.end)
        level = _level(line.text) if is_own else None
        if level is not None:
            group.levels.append(level)
            block = line.block
        elif group.levels and (line.depth > depth or (line.block == block and block >= 0)):
            head, text = group.levels[-1]
            group.levels[-1] = head, "\n".join(filter(None, [text, line.text]))
        else:
            break
        group.end += 1
    return group if len(group.levels) > 1 else None


def _is_scale(group: _Group, times: int) -> bool:
    """Whether levels are in an order, and not criteria with points of their own."""
    heads = [head for head, _ in group.levels]
    if len(set(group.names)) < len(heads) or _is_numbering(group):
        return False
    lows = [head.low for head in heads if head.low is not None]
    is_ordered = len(lows) == len(heads) and is_monotonic(lows)
    ranks = [head.rank for head in heads if head.rank is not None]
    is_named = len(ranks) >= max(2, len(heads) - 1) and is_monotonic(ranks, strictly=False)
    if times > 1:
        return is_ordered or is_named or len(ranks) >= len(heads) / 2
    if is_named:
        return True
    are_bare = all(not head.name for head in heads)
    are_ranges = any(head.low != head.high for head in heads)
    return is_ordered and are_bare and (are_ranges or min(lows) == 0)


def _is_numbering(group: _Group) -> bool:
    """Whether levels are called 3.1, 3.2 and 3.3: that numbers what lies within 3."""
    lows = [head.low or 0 for head, _ in group.levels]
    is_counted = all(abs(b - a - _TENTH) < _CLOSE / 2 for a, b in pairwise(lows))
    is_named = all(head.name and head.rank is None for head, _ in group.levels)
    return is_named and is_counted and abs(lows[0] % 1 - _TENTH) < _CLOSE / 2


def _titles(lines: Sequence[_OutlineLine], groups: Sequence[_Group]) -> dict[int, int]:
    """The line that names the criterion of each group; a line that comes again names none."""
    above = [[n for n in group.above if _may_name(lines, n)] for group in groups]
    said = Counter(plain(lines[n].text) for n in {n for some in above for n in some})
    claimed = Counter(some[-1] for some in above if some)
    found: dict[int, int] = {}
    for group, around in zip(groups, above, strict=True):
        some = [n for n in around if said[plain(lines[n].text)] == 1 and not _is_label(lines, n)]
        if not some or _are_parts(group, _points(lines[some[-1]].text)[1]):
            continue
        if claimed[some[-1]] < 2 and some[-1] not in found.values():
            found[id(group)] = some[-1]
            group.above = some
    return found


def _are_parts(group: _Group, whole: Amount | None) -> bool:
    """Whether points sum up to those of the line above: they are of criteria, not of levels."""
    lows = [head.low or 0 for head, _ in group.levels]
    are_single = all(head.low == head.high and not head.rank for head, _ in group.levels)
    return whole is not None and are_single and abs(sum(lows) - whole.value) < _CLOSE


def _may_name(lines: Sequence[_OutlineLine], place: int) -> bool:
    line = lines[place]
    if line.depth == PROSE:
        return len(line.text) <= _TITLE and _points(line.text)[1] is not None
    return len(line.text) <= 4 * _TITLE


def _is_label(lines: Sequence[_OutlineLine], place: int) -> bool:
    """Whether a line only leads to what follows: it ends with a colon and has no points."""
    text = lines[place].text
    is_outer = lines[place].depth <= _HEADING
    return not is_outer and text.endswith((":", "：")) and _points(text)[1] is None


def _points(text: str) -> tuple[str, Amount | None, str]:
    """A title before its points, these, and what follows them."""
    found = _POINTS.search(text)
    if found is not None:
        bare, amount = points_in(f"x ({found[1].strip()})")
        if amount is not None and bare == "x" and text[: found.start()].strip():
            return text[: found.start()].strip(" *:：-–—"), amount, text[found.end() :].strip()
    rest, amount = points_in(text)
    return rest, amount, ""


def _without_levels(
    lines: Sequence[_OutlineLine], found: dict[int, _Group], used: set[int]
) -> Iterator[int]:
    """Lines beside the criteria that have points and no levels."""
    depths = {lines[n].depth for n in found}
    for place, line in enumerate(lines):
        if place in used or line.depth not in depths or _points(line.text)[1] is None:
            continue
        inner = range(place + 1, _end_of(lines, place))
        if not any(n in found for n in inner) and not any(
            g.start <= n < g.end for g in found.values() for n in (place, *inner)
        ):
            yield place


def _end_of(lines: Sequence[_OutlineLine], place: int) -> int:
    """The place behind the last line that lies within one."""
    end = place + 1
    while end < len(lines) and lines[end].depth > lines[place].depth:
        end += 1
    return end


def _node(lines: Sequence[_OutlineLine], place: int, end: int, group: _Group | None) -> Node:
    title, amount, rest = _points(lines[place].text)
    between = [lines[n].text for n in range(place + 1, end) if not _is_label(lines, n)]
    about = "\n".join(filter(None, [rest, *between]))
    name = title.strip(_MARKS) or lines[place].text
    node = Node({"title": name, "description": about or None})
    outer = [n for n in (group.above if group else _above(lines, place)) if n < place]
    node.values[SECTION] = " › ".join(lines[n].text for n in outer if lines[n].depth > 1) or None
    if amount is not None:
        node.values["points"] = f"{amount.value:g}%" if amount.is_share else amount.value
    return _levelled(node, group) if group else node


def _above(lines: Sequence[_OutlineLine], place: int) -> list[int]:
    found: list[int] = []
    depth = lines[place].depth
    for n in range(place - 1, -1, -1):
        if lines[n].depth < depth and lines[n].depth <= STRONG:
            depth = lines[n].depth
            found.insert(0, n)
    return found


def _value(head: LevelHead) -> str:
    """The values of a level as a cell of points has them."""
    if head.low is None or head.high is None:
        return ""
    high = 100.0 if head.is_above and (head.is_share or head.low > 50) else head.high
    span = f"{head.low:g}" if head.low == high else f"{head.low:g}-{high:g}"
    return f"{span}%" if head.is_share else span


def _tell_loose(texts: Sequence[str], sheet: TableSheet) -> None:
    """Says where lines look like levels and were not taken for some."""
    found = [(text, level[0]) for text in texts if (level := _level(text)) and level[1]]
    loose = [
        text[:60]
        for text, head in found
        if (head.rank is not None or not head.name) and not _COUNTED.match(text)
    ]
    if len(loose) >= _FEWEST:
        sheet.doubts.append(
            Message("Lines that may be levels stand alone: {names}.", names=joined(loose, most=5))
        )


def _tell(sheet: TableSheet, lines: Sequence[_OutlineLine], used: set[int], groups: int) -> None:
    """Says what of the text was left out; where it has points, that has to be confirmed."""
    left = [line for n, line in enumerate(lines) if n not in used]
    pointed = [line.text[:60] for line in left if _points(line.text)[1] is not None]
    if pointed:
        sheet.doubts.append(
            Message("Lines with points were not taken: {names}.", names=joined(pointed, most=5))
        )
    elif left:
        sheet.notes.append(
            Message(
                "Lines that are neither criteria nor levels were left out: {n}, the first: {text}.",
                n=len(left),
                text=left[0].text[:80],
            )
        )
    if groups == 1:
        sheet.doubts.append(Message("Only one line of the text has levels below it."))
