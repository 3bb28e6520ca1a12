"""The numbers that Word prints before paragraphs, from ``numbering.xml``.

A list (``num``) is an instance of a definition (``abstractNum``); instances of one definition go on
counting with each other, unless one says where it starts.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final
from xml.etree.ElementTree import Element

from xpert_studio.api.readers import Findings, GapReason, Message, in_signs
from xpert_studio.packs.office.numbering import counted_as
from xpert_studio.packs.office.package import down

_PLACE: Final = re.compile(r"%([1-9])")
_LEVELS: Final = 9
_LEGAL: Final = frozenset({"none", "bullet", "decimalZero"})
"""Ways of counting that legal numbering leaves as they are, as in ``Section 1.01``."""
_NUMBERS: Final = Message("numbers of lists")


@dataclass(frozen=True, slots=True)
class _Level:
    start: int
    way: str
    text: str
    restarts_after: int | None
    is_legal: bool
    suffix: str
    style: str
    font: str


@dataclass(slots=True)
class _List:
    """An instance: its definition, levels that it defines itself, and where it starts."""

    definition: str
    levels: dict[int, _Level] = field(default_factory=dict)
    starts: dict[int, int] = field(default_factory=dict)
    begun: set[int] = field(default_factory=set)


def value_of(element: Element | None, path: str, default: str = "") -> str:
    """The ``w:val`` of an element's descendant."""
    item = down(element, path)
    return default if item is None else item.get("w:val", default)


def is_on(element: Element | None, path: str) -> bool | None:
    """Whether a property is switched on; None where it is not there."""
    item = down(element, path)
    return None if item is None else says_on(item)


def says_on(switch: Element) -> bool:
    """Whether a property that is there is switched on."""
    return switch.get("w:val", "1") not in {"0", "false", "off", "none"}


class WordLists:
    """Counts the paragraphs of a document.

    Args:
        root: ``numbering.xml``; None where there is none.
        style_lists: The lists of styles of the kind ``numbering``, by style.
        found: Takes ways of counting that are not known.
    """

    def __init__(self, root: Element | None, style_lists: dict[str, str], found: Findings) -> None:
        self._found = found
        self._definitions: dict[str, dict[int, _Level]] = {}
        self._links: dict[str, str] = {}
        self._lists: dict[str, _List] = {}
        self._counts: dict[str, dict[int, int]] = {}
        self._style_lists = style_lists
        for item in () if root is None else root.findall("w:abstractNum"):
            self._define(item)
        for item in () if root is None else root.findall("w:num"):
            self._instantiate(item)

    def _define(self, item: Element) -> None:
        name = item.get("w:abstractNumId", "")
        self._definitions[name] = {
            int(level.get("w:ilvl", "0")): _level(level) for level in item.findall("w:lvl")
        }
        if link := value_of(item, "w:numStyleLink"):
            self._links[name] = link

    def _instantiate(self, item: Element) -> None:
        made = _List(value_of(item, "w:abstractNumId"))
        for override in item.findall("w:lvlOverride"):
            place = int(override.get("w:ilvl", "0"))
            if (level := override.find("w:lvl")) is not None:
                made.levels[place] = _level(level)
            if start := value_of(override, "w:startOverride"):
                made.starts[place] = int(start)
        self._lists[item.get("w:numId", "")] = made

    def _resolved(self, made: _List) -> str:
        """The definition of a list: the one of the style it is linked to, where it is."""
        link = self._links.get(made.definition)
        other = self._lists.get(self._style_lists.get(link or "", ""))
        return other.definition if other is not None else made.definition

    def level_of_style(self, list_id: str, style: str) -> int | None:
        """The level that belongs to a paragraph style in a list."""
        made = self._lists.get(list_id)
        if made is None:
            return None
        levels = self._levels(made)
        return next((place for place, level in levels.items() if level.style == style), None)

    def _levels(self, made: _List) -> dict[int, _Level]:
        return self._definitions.get(self._resolved(made), {}) | made.levels

    def number(self, list_id: str, place: int) -> str:
        """The number of the next paragraph of a list, with what stands after it.

        Args:
            list_id: The list.
            place: The level, from 0.
        """
        made = self._lists.get(list_id)
        levels = {} if made is None else self._levels(made)
        if made is None or place not in levels:
            return ""
        counts = self._counts.setdefault(self._resolved(made), {})
        self._count(made, levels, counts, place)
        level = levels[place]
        text = self._text(level, levels, counts)
        return text + ("" if level.suffix == "nothing" or not text else " ")

    def _count(
        self, made: _List, levels: dict[int, _Level], counts: dict[int, int], place: int
    ) -> None:
        if place in made.starts and place not in made.begun:
            counts[place] = made.starts[place]
        else:
            counts[place] = counts.get(place, made.starts.get(place, levels[place].start) - 1) + 1
        made.begun.add(place)
        for below in range(place + 1, _LEVELS):
            after = levels[below].restarts_after if below in levels else None
            # Without a rule a level restarts after any above it; 0 says that it never does.
            if after is None or (after > 0 and place < after):
                counts.pop(below, None)

    def _text(self, level: _Level, levels: dict[int, _Level], counts: dict[int, int]) -> str:
        if level.way == "bullet":
            return in_signs(level.text, level.font, self._found, _NUMBERS).strip()

        def shown(match: re.Match[str]) -> str:
            place = int(match[1]) - 1
            if place not in levels:
                return ""
            way = levels[place].way
            if level.is_legal and way not in _LEGAL:
                way = "decimal"
            said = counted_as(counts.get(place, levels[place].start), way)
            if said is None:
                self._found.gap(GapReason.FORMAT, _NUMBERS)
            return str(counts.get(place, 1)) if said is None else said

        return _PLACE.sub(shown, level.text).strip()


def _level(item: Element) -> _Level:
    restart = value_of(item, "w:lvlRestart")
    way = value_of(item, "w:numFmt", "decimal")
    custom = next(item.iter("w:numFmt"), None)
    if way == "custom" and custom is not None:
        way = {"001, 002, 003, ...": "decimalZero"}.get(custom.get("w:format", ""), way)
    fonts = down(item, "w:rPr/w:rFonts")
    return _Level(
        start=int(value_of(item, "w:start", "0") or 0),
        way=way,
        text="" if is_on(item, "w:rPr/w:vanish") else value_of(item, "w:lvlText"),
        restarts_after=int(restart) if restart else None,
        is_legal=bool(is_on(item, "w:isLgl")),
        suffix=value_of(item, "w:suff", "tab"),
        style=value_of(item, "w:pStyle"),
        font="" if fonts is None else fonts.get("w:ascii", fonts.get("w:hAnsi", "")),
    )
