"""Which column of a table holds the points: by its name, and by what stands in it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from xpert_studio.core.exchange.rubric_sheet.layout import Columns
from xpert_studio.core.exchange.rubric_sheet.numbers import amount
from xpert_studio.core.exchange.rubric_sheet.roles import (
    LEVEL,
    POINTS,
    SCORE,
    TIER,
    names_scores,
    says_most,
)
from xpert_studio.core.exchange.tables.cells import TableRow, plain
from xpert_studio.core.messages import Message

_FEW: Final = 2
_WEIGHTS: Final = re.compile(r"weigh|gewicht|pond|coef|peso|poids|权|權|ウェイト|重み|比重|가중")


def take_points(columns: Columns) -> None:
    """Decides which column holds the points, of those that are left."""
    _given(columns)
    numeric = [p for p in columns.left if columns.contents[p].numeric >= 0.6]
    named = [p for p in columns.left if columns.named[p] == POINTS and _may_be_points(columns, p)]
    full = _filled(columns, named)
    if not full:
        full = _most_of_given(columns)
    if not full:
        others = [p for p in numeric if columns.named[p] in {None, TIER, LEVEL}]
        if len(others) == 1:
            columns.take(others[0], POINTS, Message("holds numbers"))
            if columns.heads.get(others[0]):
                columns.doubts.append(
                    Message(
                        "Column {name} holds numbers, and its name is not known.",
                        name=columns.name_of(others[0]),
                    )
                )
        elif others:
            columns.doubts.append(
                Message(
                    "Several columns hold numbers: {names}.",
                    names=", ".join(map(columns.name_of, others)),
                )
            )
        return
    chosen = _of_several(columns, full)
    columns.take(chosen, POINTS, Message("is known by its name"))
    for place in full:
        if place != chosen:
            columns.take(place, SCORE, Message("holds points beside the most points"))


def _given(columns: Columns) -> None:
    """Scores whose heading says the most: a person's, also where cells hold other texts."""
    for place in columns.left:
        if names_scores(columns.heads.get(place, "")):
            columns.take(place, SCORE, Message("holds what a person gave"))


def _filled(columns: Columns, named: list[int]) -> list[int]:
    """Of columns named as points those that hold some; the others are for a person's."""
    full = [p for p in named if columns.contents[p].texts or columns.contents[p].formulas]
    if not full and TIER in columns.roles.values():
        full = named[:1]
    shares = {p: columns.contents[p].formulas or len(columns.contents[p].texts) for p in full}
    full = [p for p in full if shares[p] >= max(shares.values()) / 2]
    for place in set(named) - set(full):
        columns.take(place, SCORE, Message("is empty: a person's points go there"))
    return [p for p in full if not _is_given(columns, p)]


def _is_given(columns: Columns, place: int) -> bool:
    """Whether it holds what a person gave: nothing but 0, or a score beside levels."""
    values = {a.value for text in columns.contents[place].texts if (a := amount(text))}
    is_zero = values == {0} and columns.has_levels
    if is_zero or (columns.has_levels and plain(columns.heads.get(place, "")) == "score"):
        columns.take(place, SCORE, Message("holds what a person gave"))
        if not is_zero:
            columns.doubts.append(
                Message("Column {name} may be a person's score.", name=columns.name_of(place))
            )
        return True
    return False


def _most_of_given(columns: Columns) -> list[int]:
    """Columns of scores such as ``/ 25``, which say the most points too."""
    scores = [p for p, role in columns.roles.items() if role == SCORE and columns.contents[p].texts]
    found = [p for p in scores if all("/" in t and amount(t) for t in columns.contents[p].texts)]
    for place in found[:1]:
        del columns.roles[place]
    return found[:1]


def _may_be_points(columns: Columns, place: int) -> bool:
    content = columns.contents[place]
    are_words = not any(any(map(str.isdigit, text)) for text in content.texts)
    if are_words and len(content.texts) > _FEW and content.distinct < 1:
        columns.doubts.append(
            Message("Column {name} holds words, not points.", name=columns.name_of(place))
        )
        return False
    return (
        not content.texts or content.numeric >= 0.4 or bool(content.formulas) or content.length < 12
    )


def _of_several(columns: Columns, full: list[int]) -> int:
    """Of columns of points the one that counts: by its heading, or as it adds up to another."""
    if len(full) == 1:
        return full[0]
    heads = {place: plain(columns.heads.get(place, "")) for place in full}
    most = [place for place in full if says_most(heads[place])]
    weights = [place for place in full if _WEIGHTS.search(heads[place])]
    if len(most) == 1 and not weights:
        return most[0]
    parts = [p for p in full if any(_sums_to(columns, p, w) for w in full if w != p)]
    if len(parts) == 1:
        return parts[0]
    if not _are_proportional(columns, full):
        columns.doubts.append(
            Message(
                "Several columns may be the points: {names}.",
                names=", ".join(map(columns.name_of, full)),
            )
        )
    return (most or weights or full)[0]


def _sums_to(columns: Columns, parts: int, whole: int) -> bool:
    """Whether a column repeats, for each section, what another one sums up to there."""
    for place in columns.places:
        groups: dict[str, list[TableRow]] = {}
        for row in columns.rows:
            groups.setdefault(plain(row.text(place)), []).append(row)
        if columns.contents[place].numeric > 0 or not 1 < len(groups) < len(columns.rows):
            continue
        sums = [
            sum(a.value for r in rows if (a := amount(r.text(parts)))) for rows in groups.values()
        ]
        wholes = [
            {a.value for r in rows if (a := amount(r.text(whole)))} for rows in groups.values()
        ]
        if all({s} == w for s, w in zip(sums, wholes, strict=True)):
            return True
    return False


def _are_proportional(columns: Columns, places: list[int]) -> bool:
    """Whether the points of columns are the same but for a factor: any of them will do."""
    first, *others = (
        [a.value for text in columns.contents[place].texts if (a := amount(text))]
        for place in places
    )
    return all(_is_proportional(first, other) for other in others)


def _is_proportional(one: Sequence[float], two: Sequence[float]) -> bool:
    if len(one) != len(two) or not one or not all(one):
        return False
    ratios = [b / a for a, b in zip(one, two, strict=True)]
    return max(ratios) - min(ratios) < 1e-6
