"""Which column of texts is the requirement, and which are its title, section and notes."""

from __future__ import annotations

from typing import Final

from xpert_studio.core.exchange.rubric_sheet.layout import Columns
from xpert_studio.core.exchange.rubric_sheet.roles import (
    DESCRIPTION,
    DIMENSION,
    LEVEL,
    NOTE,
    POINTS,
    REQUIREMENT,
    SECTION,
    TITLE,
    role_named,
)
from xpert_studio.core.messages import Message

_HALF: Final = 0.5
_TEXTS: Final = frozenset({REQUIREMENT, DESCRIPTION})


def take_texts(columns: Columns) -> None:
    """Decides which column is the requirement, and what the texts beside it are."""
    for place in columns.left:
        name, content = columns.named[place], columns.contents[place]
        if name == NOTE:
            columns.take(place, NOTE, Message("is known by its name"))
        elif content.texts and all(text[:1] in "{[" for text in content.texts):
            columns.take(place, NOTE, Message("holds data"))
            if content.fill > _HALF:
                name = columns.name_of(place)
                columns.doubts.append(Message("Column {name} holds data, not text.", name=name))
        elif name == LEVEL and content.texts:
            columns.take(place, LEVEL, Message("names a level in each row"))
    texts = [
        p
        for p in columns.left
        if (columns.contents[p].texts or not columns.rows) and columns.contents[p].numeric < 0.5
    ]
    _sections(columns, texts)
    _requirement(columns, [p for p in texts if p not in columns.roles])


def _sections(columns: Columns, texts: list[int]) -> None:
    """Columns whose values repeat are sections or dimensions, where another text is left."""
    for place in texts:
        name = columns.named[place]
        if name == DIMENSION:
            columns.take(place, DIMENSION, Message("is known by its name"))
        left = [p for p in texts if p not in columns.roles and p != place]
        if place in columns.roles or not left:
            continue
        if name == SECTION:
            longest = max(columns.contents[p].length for p in left)
            has_text = any(columns.named[p] in _TEXTS for p in left)
            if has_text or columns.contents[place].length < longest or _repeats(columns, place):
                columns.take(place, SECTION, Message("is known by its name"))
        elif (
            name in {REQUIREMENT, TITLE, None}
            and _repeats(columns, place)
            and _is_outer(columns, place, left)
        ):
            columns.take(place, SECTION, Message("repeats over several rows"))


def _repeats(columns: Columns, place: int) -> bool:
    """Whether the values of a column cover several rows each."""
    name, content = columns.named[place], columns.contents[place]
    if content.spans > 1:
        return True
    if name is None:
        has_sections = SECTION in columns.roles.values()
        return content.distinct < 0.75 and content.fill >= 0.9 and not has_sections
    return content.distinct < 0.75 or content.fill < 0.6


def _is_outer(columns: Columns, place: int, left: list[int]) -> bool:
    """Whether a column has short texts, and one behind it tells the rows better apart."""
    own, others = columns.contents[place], [columns.contents[p] for p in left]
    if place > max(left) or own.length >= 160:
        return False
    return max(other.distinct * other.fill for other in others) > own.distinct * own.fill and (
        any(columns.named[p] in {REQUIREMENT, DESCRIPTION, TITLE} for p in left)
        or max(other.length for other in others) > own.length
    )


def _requirement(columns: Columns, texts: list[int]) -> None:
    known = [p for p in texts if columns.named[p] in _TEXTS]
    titles = [p for p in texts if columns.named[p] in {TITLE, SECTION}]
    unknown = [p for p in texts if p not in known + titles]
    if not texts:
        return
    chosen = _longest(columns, known or texts)
    least = 1.3 * columns.contents[chosen].length
    longer = [
        p for p in unknown if columns.contents[p].length > least and columns.contents[p].fill >= 0.5
    ]
    if known and longer:
        other = _longest(columns, longer)
        columns.doubts.append(
            Message(
                "Columns {one} and {two} may both be the requirement.",
                one=columns.name_of(chosen),
                two=columns.name_of(other),
            )
        )
        chosen = other
    elif not known and columns.heads.get(chosen):
        _weaken(columns, chosen)
    is_named = columns.named[chosen] in _TEXTS and len(known) == 1
    why = Message("is known by its name") if is_named else Message("holds the longest texts")
    columns.take(chosen, REQUIREMENT, why)
    _beside(columns, chosen, [p for p in known + titles + unknown if p != chosen])


def _weaken(columns: Columns, chosen: int) -> None:
    if columns.has_levels:
        return
    if (
        role_named(columns.heads[chosen]) is None
        and len(columns.heads) > 1
        and POINTS not in columns.roles.values()
    ):
        columns.doubts.append(Message("No column is named as the requirement."))


def _beside(columns: Columns, chosen: int, others: list[int]) -> None:
    """The other texts: a short title, else notes."""
    whole = columns.contents[chosen]
    for place in others:
        content = columns.contents[place]
        is_short = content.length < 0.8 * whole.length and content.length < 160
        is_title = is_short and content.fill >= 0.5 and TITLE not in columns.roles.values()
        if is_title and (
            columns.named[place] in {REQUIREMENT, TITLE, DESCRIPTION, SECTION}
            or (place < chosen and content.distinct > 0.5)
        ):
            columns.take(place, TITLE, Message("holds short texts beside the requirement"))
        elif columns.named[place] in {REQUIREMENT, DESCRIPTION, TITLE}:
            columns.take(place, NOTE, Message("holds other texts beside the requirement"))


def _longest(columns: Columns, places: list[int]) -> int:
    def length(place: int) -> tuple[float, int]:
        content = columns.contents[place]
        return content.length * min(1, content.fill + 0.2), -place

    return max(places, key=length)
