"""What of a slide cannot be seen: tiny letters and hidden ones, shapes off it or behind others.

Letters are hidden in the colour of what is behind them. Where a colour is not known, as that of a
picture, they are taken as seen.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple
from xml.etree.ElementTree import Element

from xpert_studio.api.readers import UNKNOWN, WHITE, Colour, fill_of, theme_colours
from xpert_studio.core.documents.colours import FILLS, drawn_colour
from xpert_studio.packs.office.drawings import is_divider
from xpert_studio.packs.office.package import OfficePackage, Relation, down

_TINY: Final = 150
"""Hundredths of a point up to which letters cannot be read."""
_TOUCHING: Final = 45_720
_CLEAR: Final = 0.1
_WHOLE: Final = 0.97
"""Share of a shape that another one has to cover."""
_USUAL: Final = {"bg1": "lt1", "tx1": "dk1", "bg2": "lt2", "tx2": "dk2"}
_FULL: Final = frozenset({"rect", "roundRect"})
_PNG: Final = b"\x89PNG"
_JPEG: Final = b"\xff\xd8\xff"


class SlideBox(NamedTuple):
    """A place on a slide."""

    left: int
    top: int
    right: int
    bottom: int

    def covers(self, other: SlideBox) -> bool:
        """Whether nearly all of another place lies in this one."""
        width = min(self.right, other.right) - max(self.left, other.left)
        height = min(self.bottom, other.bottom) - max(self.top, other.top)
        whole = (other.right - other.left) * (other.bottom - other.top)
        return width > 0 and height > 0 and width * height >= _WHOLE * whole > 0


class SlideShape(NamedTuple):
    """A shape of a slide: its XML, its place, and the kind of its placeholder."""

    element: Element
    box: SlideBox
    kind: str


@dataclass(slots=True)
class SlideLooks:
    """Tells what of a slide's shapes can be seen.

    Attributes:
        package: The file.
        relations: Those of the slide.
        theme: The colours, by all names that are used for them.
        ground: The colour of the slide itself.
        shapes: Its shapes from the back to the front.
        size: Width and height; None where they are not known.
        is_animated: Whether shapes come and go.
    """

    package: OfficePackage
    relations: Mapping[str, Relation]
    theme: Mapping[str, Colour]
    ground: Colour
    shapes: Sequence[SlideShape] = ()
    size: tuple[int, int] | None = None
    is_animated: bool = False
    _behind: dict[int, Colour] = field(default_factory=dict)

    def is_hidden(self, shape: SlideShape) -> bool:
        """Whether a shape lies off the slide, or wholly behind another one."""
        left, top, right, bottom = shape.box
        if self.size and not (left < self.size[0] and top < self.size[1] and right > 0 < bottom):
            return (right, bottom) != (0, 0) and top < _FAR
        if self.is_animated:
            return False
        place = next(at for at, item in enumerate(self.shapes) if item is shape)
        return any(
            other.box.covers(shape.box) and self._is_opaque(other)
            for other in self.shapes[place + 1 :]
        )

    def behind(self, shape: SlideShape) -> Colour:
        """The colour behind the letters of a shape."""
        own = fill_of(shape.element.find("p:spPr"), shape.element.find("p:style"), self.theme)
        if own is not None and own.opacity > 1 - _CLEAR:
            return own
        if own is not None:
            return UNKNOWN
        place = next((at for at, item in enumerate(self.shapes) if item is shape), 0)
        for other in reversed(self.shapes[:place]):
            if _overlap(other.box, shape.box) and (colour := self._colour(other)) is not None:
                return colour if other.box.covers(shape.box) else UNKNOWN
        return self.ground

    def is_divider(self, shape: SlideShape) -> bool:
        """Whether a line stands by itself, as between two parts of a slide."""
        around = SlideBox(
            shape.box.left - _TOUCHING,
            shape.box.top - _TOUCHING,
            shape.box.right + _TOUCHING,
            shape.box.bottom + _TOUCHING,
        )
        return is_divider(shape.element) and not any(
            _overlap(around, other.box)
            for other in self.shapes
            if other is not shape and other.element.tag != "p:cxnSp" and other.box.top < _FAR
        )

    def _colour(self, shape: SlideShape) -> Colour | None:
        if shape.element.tag in {"p:pic", "p:graphicFrame"}:
            return UNKNOWN
        return fill_of(shape.element.find("p:spPr"), shape.element.find("p:style"), self.theme)

    def _is_opaque(self, shape: SlideShape) -> bool:
        if shape.element.tag == "p:pic":
            return self._is_opaque_picture(shape.element)
        form = down(shape.element, "p:spPr/a:prstGeom")
        if shape.element.tag != "p:sp" or form is None or form.get("prst") not in _FULL:
            return False
        own = next((item for item in shape.element.find("p:spPr") or () if item.tag in FILLS), None)
        used = down(shape.element, "p:style/a:fillRef")
        if own is None:
            return used is not None and used.get("idx", "0") != "0"
        colour = drawn_colour(own, self.theme) if own.tag == "a:solidFill" else None
        return colour is not None and colour.opacity > 1 - _CLEAR

    def _is_opaque_picture(self, element: Element) -> bool:
        blip = next(element.iter("a:blip"), None)
        relation = None if blip is None else self.relations.get(blip.get("r:embed", ""))
        data = self.package.data(relation.target) if relation else None
        if blip is None or data is None or blip.find("a:alphaModFix") is not None:
            return False
        return data.startswith(_JPEG) or (
            data.startswith(_PNG) and data[25] not in {4, 6} and b"tRNS" not in data[:4096]
        )


_FAR: Final = 10**11


def is_unseen(look: Element | None, behind: Colour, theme: Mapping[str, Colour]) -> bool:
    """Whether letters of a look are tiny, clear or have the colour of what is behind them."""
    if look is None:
        return False
    size = look.get("sz", "")
    is_tiny = size.isdigit() and int(size) <= _TINY
    if is_tiny or (look.find("a:noFill") is not None and look.find("a:ln") is None):
        return True
    fill = look.find("a:solidFill")
    colour = None if fill is None else drawn_colour(fill, theme)
    if colour is None:
        return False
    return colour.opacity < _CLEAR or (
        behind != UNKNOWN and look.find("a:ln") is None and colour.looks_like(behind)
    )


def slide_theme(package: OfficePackage, master: str) -> dict[str, Colour]:
    """The colours of the slides of a master, by all names that are used for them."""
    relations = package.relations(master)
    part = next((item.target for item in relations.values() if item.kind == "theme"), "")
    colours = theme_colours(package.xml(part) if part else None)
    root = package.xml(master) if master else None
    named = None if root is None else root.find("p:clrMap")
    names = _USUAL | (dict(named.attrib) if named is not None else {})
    return colours | {name: colours[own] for name, own in names.items() if own in colours}


def ground_of(roots: Sequence[Element | None], theme: Mapping[str, Colour]) -> Colour:
    """The colour of a slide: its own, else that of its layout, else that of its master."""
    for root in roots:
        background = down(root, "p:cSld/p:bg")
        if background is None:
            continue
        used = background.find("p:bgRef")
        if used is not None:
            is_plain = used.get("idx") in {"1001", "1"}
            return (drawn_colour(used, theme) or UNKNOWN) if is_plain else UNKNOWN
        return fill_of(background.find("p:bgPr"), None, theme) or UNKNOWN
    return theme.get("bg1", WHITE)


def _overlap(slide_box: SlideBox, other: SlideBox) -> bool:
    return (
        slide_box.left < other.right
        and other.left < slide_box.right
        and slide_box.top < other.bottom
        and other.top < slide_box.bottom
    )
