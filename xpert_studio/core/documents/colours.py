"""Colours of Office files: those of a theme, lighter or darker ones, and which look alike."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple
from xml.etree.ElementTree import Element

_HEX: Final = re.compile(r"(?:[0-9A-Fa-f]{2})?([0-9A-Fa-f]{6})")
_ALIKE: Final = 12
"""Shades by which two colours may differ in each part and still look the same."""
_THOUSANDTHS: Final = 100_000
_NAMED: Final = {
    "white": "FFFFFF", "black": "000000", "red": "FF0000", "green": "00FF00", "blue": "0000FF",
    "yellow": "FFFF00", "cyan": "00FFFF", "magenta": "FF00FF", "darkBlue": "000080",
    "darkCyan": "008080", "darkGreen": "008000", "darkMagenta": "800080", "darkRed": "800000",
    "navy": "000080", "maroon": "800000", "teal": "008080", "purple": "800080", "olive": "808000",
    "lime": "00FF00", "aqua": "00FFFF", "fuchsia": "FF00FF", "gray": "808080", "silver": "C0C0C0",
    "darkYellow": "808000", "darkGray": "808080", "lightGray": "C0C0C0",
}  # fmt: skip


class Colour(NamedTuple):
    """A colour: its parts from 0 to 255, and how much of what is behind it is covered."""

    red: float
    green: float
    blue: float
    opacity: float = 1.0

    def looks_like(self, other: Colour) -> bool:
        """Whether a person sees no difference between two colours."""
        return all(abs(one - two) <= _ALIKE for one, two in zip(self[:3], other[:3], strict=True))

    def toward(self, end: float, share: float) -> Colour:
        """The colour, with each part brought a share of the way to an end."""
        red, green, blue = (part + (end - part) * share for part in self[:3])
        return Colour(red, green, blue, self.opacity)


WHITE: Final = Colour(255, 255, 255)
BLACK: Final = Colour(0, 0, 0)
UNKNOWN: Final = Colour(-1, -1, -1)
"""The colour of a picture, pattern or gradient."""
FILLS: Final = frozenset(
    {"a:solidFill", "a:noFill", "a:gradFill", "a:blipFill", "a:pattFill", "a:grpFill"}
)
"""What says how a shape is filled."""


def colour_of(code: str) -> Colour | None:
    """A colour by its code: six digits, or eight of which the first two are passed."""
    match = _HEX.fullmatch(_NAMED.get(code, code))
    if match is None:
        return None
    red, green, blue = (int(match[1][place : place + 2], 16) for place in (0, 2, 4))
    return Colour(red, green, blue)


def tinted(colour: Colour, tint: float) -> Colour:
    """A colour as a workbook makes it lighter (above 0) or darker."""
    return colour.toward(255, min(tint, 1.0)) if tint > 0 else colour.toward(0, min(-tint, 1.0))


def theme_colours(root: Element | None) -> dict[str, Colour]:
    """The colours of a theme by their names: ``dk1``, ``lt1``, ``accent1`` and so on."""
    found = {"dk1": BLACK, "lt1": WHITE}
    scheme = None if root is None else next(root.iter("a:clrScheme"), None)
    for item in () if scheme is None else scheme:
        own = next(iter(item), None)
        code = "" if own is None else own.get("lastClr", own.get("val", ""))
        if colour := colour_of(code):
            found[item.tag.removeprefix("a:")] = colour
    return found


def drawn_colour(fill: Element, theme: Mapping[str, Colour]) -> Colour | None:
    """The colour in an element such as ``a:solidFill``; None where it is not known.

    Args:
        fill: The element.
        theme: The colours of the theme, by all names that are used for them.
    """
    item = next(iter(fill), None)
    if item is None:
        return None
    colour = _base(item, theme)
    return None if colour is None else _changed(colour, item)


def _base(item: Element, theme: Mapping[str, Colour]) -> Colour | None:
    if item.tag == "a:schemeClr":
        return theme.get(item.get("val", ""))
    if item.tag == "a:prstClr":
        return colour_of(item.get("val", ""))
    return colour_of(item.get("lastClr", item.get("val", "")))


def _changed(colour: Colour, changes: Iterable[Element]) -> Colour | None:
    for change in changes:
        value = change.get("val", "")
        if not re.fullmatch(r"-?\d{1,7}", value):
            return None
        share = int(value) / _THOUSANDTHS
        if change.tag == "a:alpha":
            colour = colour._replace(opacity=share)
        elif change.tag in {"a:lumMod", "a:shade"}:
            colour = colour.toward(0, 1 - share)
        elif change.tag in {"a:lumOff", "a:tint"}:
            colour = colour.toward(255, share if change.tag == "a:lumOff" else 1 - share)
        else:
            return None
    return colour


def fill_of(
    properties: Element | None, style: Element | None, theme: Mapping[str, Colour]
) -> Colour | None:
    """The colour of a shape or cell; None where it has none."""
    own = (
        next((item for item in properties if item.tag in FILLS), None)
        if (properties is not None)
        else None
    )
    if own is None:
        used = None if style is None else style.find("a:fillRef")
        if used is None or used.get("idx", "0") == "0":
            return None
        return (drawn_colour(used, theme) or UNKNOWN) if used.get("idx") == "1" else UNKNOWN
    if own.tag == "a:noFill":
        return None
    return (drawn_colour(own, theme) or UNKNOWN) if own.tag == "a:solidFill" else UNKNOWN
