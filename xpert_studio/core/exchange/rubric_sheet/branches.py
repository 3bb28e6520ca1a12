"""Points in texts, rows that are numbered, and rows that stand for those below them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby, pairwise
from typing import Final

from xpert_studio.core.exchange.rubric_sheet.drafts import (
    CLOSE,
    Drafted,
    RowDraft,
    differing,
    divide,
)
from xpert_studio.core.exchange.rubric_sheet.numbers import TAIL, Amount, number, points_in
from xpert_studio.core.messages import Message, counted

_BEHIND: Final = re.compile(r"(?:[\s\xa0]+|[(（]\s*)(\d{1,3}(?:[.,]\d{1,2})?)\s*[)）]?\s*$")
_EACH: Final = re.compile(r"\b(?:each|per|je|chacune?|cada|ciascun\w*)\b|每|各", re.IGNORECASE)
_SEVERAL: Final = 3
_WHOLE: Final = 100
_NUMBERED: Final = re.compile(r"^\(?((?:\d{1,2}|[A-Z](?=[.)]))(?:\.\d{1,2}){0,4})[.)]?\s+\S")


def points_in_texts(drafts: list[RowDraft], drafted: Drafted) -> None:
    """Points at the end of texts, where no column has any."""
    if drafted.has_points or not drafts:
        return
    for attribute in ("text", "title", "section"):
        found = [points_in(getattr(draft, attribute)) for draft in drafts]
        with_points = sum(points is not None for _, points in found)
        if with_points == 0 and attribute == "text" and not any(d.most for d in drafts):
            texts = [draft.text for draft in drafts]
            found = _numbers_behind(texts)
            with_points = sum(points is not None for _, points in found)
            if with_points and not numbers_make_a_whole(texts):
                drafted.doubts.append(
                    Message(
                        "Numbers at the ends of texts were taken for points: they have no unit."
                    )
                )
        if with_points == 0:
            continue
        if attribute == "section":
            _tell_section_points(drafts, drafted)
            return
        for draft, (text, points) in zip(drafts, found, strict=True):
            if points is not None:
                setattr(draft, attribute, text)
                draft.points = points
        drafted.messages.append(
            counted(
                "The points of {n} row were read from its text.",
                "The points of {n} rows were read from their texts.",
                with_points,
            )
        )
        drafted.has_points = with_points == len(drafts)
        if not drafted.has_points:
            drafted.doubts.append(
                Message("Of {m} rows only {n} have points.", m=len(drafts), n=with_points)
            )
        return


def numbers_make_a_whole(texts: Sequence[str]) -> bool:
    """Whether bare numbers at the ends of texts are points that sum up to 100."""
    found = [points for _, points in _numbers_behind(texts) if points is not None]
    return len(found) == len(texts) and abs(sum(one.value for one in found) - _WHOLE) < CLOSE


def _numbers_behind(texts: Sequence[str]) -> list[tuple[str, Amount | None]]:
    """Bare numbers at the ends of texts are points where nearly all of several texts have one."""
    found = [_BEHIND.search(text, max(0, len(text) - TAIL)) for text in texts]
    values = [number(one[1]) for one in found if one]
    counts = len(values) > 1 and all(b == a + 1 for a, b in pairwise(values))
    if counts or len(texts) < _SEVERAL or len(values) < 0.8 * len(texts):
        return [(text, None) for text in texts]
    return [
        (text[: one.start()].rstrip(" -–—:：(（[【\xa0"), Amount(number(one[1])))
        if one
        else (text, None)
        for text, one in zip(texts, found, strict=True)
    ]


def _tell_section_points(drafts: list[RowDraft], drafted: Drafted) -> None:
    """Points of sections are divided among their rows, as their own weights say."""
    for section in dict.fromkeys(draft.section for draft in drafts):
        name, points = points_in(section)
        rows = [draft for draft in drafts if draft.section == section]
        if points is None:
            continue
        divide(points, rows, [draft.most or 1.0 for draft in rows])
        for draft in rows:
            draft.section = name
    drafted.messages.append(Message("The points of sections were divided among their rows."))


def divide_merged(drafts: Sequence[RowDraft], drafted: Drafted, heading: str) -> None:
    """Divides points in a cell that is merged over several criteria among these.

    Args:
        drafts: The rows of a table.
        drafted: Takes what is said of it.
        heading: Of the column of points; where it says that each row has them, nothing is divided.
    """
    if _EACH.search(heading):
        return
    divided = False
    for _, group in groupby(drafts, key=lambda draft: id(draft.points_cell)):
        sharing = list(group)
        points = sharing[0].points
        if len(sharing) == 1 or points is None or sharing[0].points_cell is None:
            continue
        divide(points, sharing)
        divided = True
    if divided:
        drafted.messages.append(
            Message("Points in cells that are merged over several rows were divided among these.")
        )


def folded_numbers(drafts: list[RowDraft], drafted: Drafted) -> list[RowDraft]:
    """Rows numbered 1, 1.1, 1.2: the first is a section where the others have the points."""
    numbers = [_number_of(draft) for draft in drafts]
    if not any("." in n for n in numbers if n):
        return drafts
    kept: list[RowDraft] = []
    for place, (draft, own) in enumerate(zip(drafts, numbers, strict=True)):
        below = _below(drafts, numbers, place) if own else []
        if not below or not all(d.value for d in below):
            kept.append(draft)
            continue
        drafted.shape = "tree" if drafted.shape == "list" else drafted.shape
        for one in below:
            one.section = one.section or draft.text
        if draft.value is not None:
            _divide(draft, below, drafted)
    return kept


def _below(drafts: Sequence[RowDraft], numbers: Sequence[str], place: int) -> list[RowDraft]:
    """The rows that are numbered one step below the one at a place, and follow it."""
    found: list[RowDraft] = []
    for draft, number_of_row in zip(drafts[place + 1 :], numbers[place + 1 :], strict=True):
        if not number_of_row.startswith(f"{numbers[place]}."):
            break
        if _is_below(number_of_row, numbers[place]):
            found.append(draft)
    return found


def _number_of(draft: RowDraft) -> str:
    found = _NUMBERED.match(draft.text)
    if found:
        return found[1]
    said = draft.id.rstrip(".)")
    return said if re.fullmatch(r"\d{1,2}(?:\.\d{1,2})*", said) else ""


def _is_below(number_of_row: str, outer: str) -> bool:
    return (
        number_of_row.startswith(f"{outer}.") and number_of_row.count(".") == outer.count(".") + 1
    )


def folded_branches(drafts: list[RowDraft], drafted: Drafted) -> list[RowDraft]:
    """Bold rows, or rows without a text of their own, whose points are the sum of those below."""
    kept: list[RowDraft] = []
    starts = [n for n, draft in enumerate(drafts) if _is_branch(drafts, n)]
    for place, draft in enumerate(drafts):
        if place not in starts:
            kept.append(draft)
            continue
        end = next((n for n in starts if n > place), len(drafts))
        below = drafts[place + 1 : end]
        drafted.shape = "tree" if drafted.shape == "list" else drafted.shape
        name = draft.text or draft.title or draft.section
        for one in below:
            one.section = name
        _divide(draft, below, drafted)
    return kept


def _is_branch(drafts: Sequence[RowDraft], place: int) -> bool:
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
        if total > draft.value - CLOSE:
            break
    return abs(total - draft.value) < CLOSE


def _divide(draft: RowDraft, below: Sequence[RowDraft], drafted: Drafted) -> None:
    """Compares what a branch weighs with the sum below it, and divides it where they differ."""
    whole = draft.value or 0.0
    total = sum(one.value or 0 for one in below)
    name = (draft.text or draft.title or draft.section)[:60]
    if abs(total - whole) < CLOSE or not total:
        return
    if abs(total - 1) < CLOSE or abs(total - 100) < CLOSE:
        divide(Amount(whole), below, [one.value or 0 for one in below])
        drafted.messages.append(
            Message(
                "The {value:g} points of “{name}” were divided among its rows.",
                value=whole,
                name=name,
            )
        )
        return
    differing(drafted, whole, total).append(
        Message(
            "“{name}” has {value:g} points, but its rows sum up to {total:g}.",
            name=name,
            value=whole,
            total=total,
        )
    )
