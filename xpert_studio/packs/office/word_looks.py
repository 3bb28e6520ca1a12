"""What of a Word file cannot be seen: tiny and hidden letters, and what stands off the page."""

from __future__ import annotations

import re
from typing import Final
from xml.etree.ElementTree import Element

from xpert_studio.api.readers import UNKNOWN, Colour, colour_of, fill_of
from xpert_studio.packs.office.package import down
from xpert_studio.packs.office.word_lists import value_of
from xpert_studio.packs.office.word_styles import WordStyles

_TINY: Final = 3
"""Half points up to which letters cannot be read."""
_NARROW: Final = 5
"""Per cent of their width up to which they cannot."""
_WIDEST: Final = 22 * 914_400
"""The largest page there is, in English metric units."""
_WIDEST_TWIPS: Final = 22 * 1440


def ground(shading: Element | None, around: Colour) -> Colour:
    """The colour behind letters.

    Args:
        shading: The element ``w:shd`` of a run, paragraph or cell; None where it has none.
        around: The colour of what it stands in.
    """
    if shading is None or (
        shading.get("w:fill", "auto") == "auto"
        and shading.get("w:val", "clear") in {"clear", "nil"}
    ):
        return around
    if shading.get("w:val", "clear") != "clear":
        return UNKNOWN
    return colour_of(shading.get("w:fill", "")) or UNKNOWN


def box_ground(box: Element, drawing: Element, around: Colour) -> Colour:
    """The colour of a text box in a drawing."""
    shapes = [item for item in drawing.iter() if item.tag.endswith((":wsp", ":shape", ":rect"))]
    shape = next((item for item in shapes if any(part is box for part in item.iter())), None)
    if shape is None:
        return UNKNOWN
    if shape.tag.startswith("v:"):
        return around if shape.get("filled") in {"f", "false"} else UNKNOWN
    prefix = shape.tag.partition(":")[0]
    fill = fill_of(shape.find(f"{prefix}:spPr"), shape.find(f"{prefix}:style"), {})
    return around if fill is None else fill


def is_unseen(properties: Element | None, styles: WordStyles, style: str, behind: Colour) -> bool:
    """Whether letters are too small to be read, or have the colour of what is behind them.

    Args:
        properties: The look of their run.
        styles: The styles of the file.
        style: That of the paragraph.
        behind: The colour behind the paragraph.
    """
    for name, least in (("w:sz", _TINY), ("w:w", _NARROW)):
        said = styles.look(name, properties, style)
        size = "" if said is None else said.get("w:val", "").rstrip("%")
        if size.isdigit() and int(size) <= least:
            return True
    colour = styles.look("w:color", properties, style)
    letters = None if colour is None else colour_of(colour.get("w:val", ""))
    if letters is None:
        return False
    marked = styles.look("w:highlight", properties, style)
    if marked is not None and marked.get("w:val", "none") != "none":
        behind = colour_of(marked.get("w:val", "")) or UNKNOWN
    else:
        behind = ground(styles.look("w:shd", properties, style), behind)
    return behind != UNKNOWN and letters.looks_like(behind)


def is_off_page(drawing: Element) -> bool:
    """Whether a drawing is hidden, or stands left, right, above or below of every page."""
    if any(item.get("hidden") in {"1", "true"} for item in drawing.iter("wp:docPr")):
        return True
    extent = next(drawing.iter("wp:extent"), None)
    for name, side in (("wp:positionH", "cx"), ("wp:positionV", "cy")):
        place = next(drawing.iter(name), None)
        offset = None if place is None else place.find("wp:posOffset")
        said = "" if offset is None else (offset.text or "").strip()
        if re.fullmatch(r"-?\d{1,12}", said):
            length = 0 if extent is None else int(extent.get(side, "0"))
            if int(said) + length < -_WIDEST // 20 or int(said) > _WIDEST:
                return True
    return False


def is_frame_off_page(properties: Element | None) -> bool:
    """Whether a paragraph stands in a frame left or right, above or below of every page."""
    frame = down(properties, "w:framePr")
    if frame is None:
        return False
    for name, side in (("w:x", "w:w"), ("w:y", "w:h")):
        said, length = frame.get(name, "0"), frame.get(side, "0")
        if not (re.fullmatch(r"-?\d{1,9}", said) and length.isdigit()):
            continue
        if int(said) + int(length) < -_WIDEST_TWIPS // 20 or int(said) > _WIDEST_TWIPS:
            return True
    return False


def is_drop_cap(properties: Element | None) -> bool:
    """Whether a paragraph is the large first letter of the next one."""
    frame = down(properties, "w:framePr")
    return frame is not None and frame.get("w:dropCap", "none") != "none"


def shade_of_cell(cell: Element | None, around: Colour, *, has_style: bool) -> Colour:
    """The colour of a table's cell; where a style may colour it that is not known."""
    return ground(down(cell, "w:shd"), UNKNOWN if has_style else around)


def has_table_style(element: Element) -> bool:
    """Whether a table has the look of a style."""
    return value_of(element, "w:tblPr/w:tblStyle") not in {"", "TableGrid", "TableNormal"}
