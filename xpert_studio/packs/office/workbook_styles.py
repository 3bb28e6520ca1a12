"""What the styles of a workbook say of its cells: formats, struck or unseen letters, colours."""

from __future__ import annotations

from functools import cache
from typing import Final
from xml.etree.ElementTree import Element

from xpert_studio.core.documents.colours import BLACK, WHITE, Colour, colour_of, tinted
from xpert_studio.packs.office.number_formats import BUILT_IN, GENERAL
from xpert_studio.packs.office.package import down

_TINY: Final = 1.5
_THEME: Final = ("lt1", "dk1", "lt2", "dk2", "accent1", "accent2", "accent3", "accent4", "accent5",
                 "accent6", "hlink", "folHlink")  # fmt: skip
_PALETTE: Final = ("000000", "FFFFFF", "FF0000", "00FF00", "0000FF", "FFFF00", "FF00FF", "00FFFF")
_SYSTEM: Final = {64: BLACK, 65: WHITE}
_COLOURFUL: Final = 50
_ON: Final = frozenset({"1", "true"})


class WorkbookStyles:
    """The styles of cells.

    Args:
        root: ``styles.xml``; None where there is none.
        theme: The colours of the theme by their names.
    """

    def __init__(self, root: Element | None, theme: dict[str, Colour]) -> None:
        self._theme = theme
        self._cells = _items(root, "x:cellXfs")
        self._fonts = _items(root, "x:fonts")
        self._fills = _items(root, "x:fills")
        self._codes = BUILT_IN | {
            int(item.get("numFmtId", "0")): item.get("formatCode", GENERAL)
            for item in (() if root is None else root.iter("x:numFmt"))
        }
        self.is_unseen = cache(self._is_unseen)
        self.shade = cache(self._shade)

    def _of(self, style: str) -> Element | None:
        place = int(style) if style.isdigit() else 0
        return self._cells[place] if place < len(self._cells) else None

    def _part(self, style: str, key: str, parts: list[Element]) -> Element | None:
        item = self._of(style)
        place = -1 if item is None else int(item.get(key, "0"))
        return parts[place] if 0 <= place < len(parts) else None

    def code(self, style: str) -> str:
        """The number format of a style."""
        item = self._of(style) if style else None
        return GENERAL if item is None else self._codes.get(int(item.get("numFmtId", "0")), GENERAL)

    def is_struck(self, style: str) -> bool:
        """Whether letters are struck through."""
        strike = down(self._part(style, "fontId", self._fonts), "x:strike")
        return strike is not None and strike.get("val", "1") in _ON

    def _is_unseen(self, style: str) -> bool:
        """Whether letters are too small to be seen, or have the colour of their cell."""
        font = self._part(style, "fontId", self._fonts)
        size = down(font, "x:sz")
        if size is not None and float(size.get("val", "11")) <= _TINY:
            return True
        letters = self._colour(down(font, "x:color")) or BLACK
        pattern = down(self._part(style, "fillId", self._fills), "x:patternFill")
        kind = "none" if pattern is None else pattern.get("patternType", "none")
        fill = self._part(style, "fillId", self._fills)
        if kind not in {"none", "solid"} or (fill is not None and pattern is None):
            return False
        behind = WHITE if kind == "none" else self._colour(down(pattern, "x:fgColor"))
        return behind is not None and letters.looks_like(behind)

    def _shade(self, style: str) -> Colour | None:
        """The colour of a cell that has one, and no grey."""
        pattern = down(self._part(style, "fillId", self._fills), "x:patternFill")
        if pattern is None or pattern.get("patternType") != "solid":
            return None
        colour = self._colour(down(pattern, "x:fgColor"))
        is_grey = colour is None or max(colour[:3]) - min(colour[:3]) <= _COLOURFUL
        return None if is_grey else colour

    def _colour(self, item: Element | None) -> Colour | None:
        """A colour as it stands, of the theme, or of the palette; None where it is not said."""
        if item is None or item.get("auto") in _ON:
            return None
        tint = float(item.get("tint", "0"))
        if code := item.get("rgb"):
            colour = colour_of(code)
        elif (place := item.get("theme", "")).isdigit() and int(place) < len(_THEME):
            colour = self._theme.get(_THEME[int(place)])
        elif (place := item.get("indexed", "")).isdigit():
            colour = _SYSTEM.get(int(place)) or (
                colour_of(_PALETTE[int(place) % 8]) if int(place) < 16 else None
            )
        else:
            return None
        return None if colour is None else tinted(colour, tint)


def _items(root: Element | None, name: str) -> list[Element]:
    found = down(root, name)
    return [] if found is None else list(found)
