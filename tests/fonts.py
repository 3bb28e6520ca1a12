"""The fonts that tests see: those that come with them, whatever the machine has.

Latin, Greek, Cyrillic, Hebrew and Arabic letters and signs are DejaVu's, of which the samples hold
a part, with its licence. Chinese is a font of empty squares, each as wide as it is high: as real
Chinese fonts have it, which is all that a layout depends on.
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import newTable
from fontTools.ttLib.tables._c_m_a_p import CmapSubtable

from tests.built import built

LATIN = "DejaVu Sans"
CHINESE = "Noto Sans CJK SC"
"""A name that the program looks for."""
_CONFIG = f"""<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">.</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
  <match target="pattern">
    <edit name="family" mode="append" binding="weak">
      <string>{LATIN}</string><string>{CHINESE}</string>
    </edit>
  </match>
</fontconfig>
"""
_DEJAVU = Path(__file__).parent / "samples" / "dejavu_fonts.zip"
_EM = 1000
_LETTER = 550
_ASCENT, _DESCENT = 1160, -288
"""Those of Noto Sans CJK, in units of the em."""
_HALF = ((0x20, 0x17F), (0x2010, 0x2027))
"""Letters and punctuation of the West, which stand in a Chinese font too."""
_SQUARE = ((0x2E80, 0x303F), (0x3040, 0x30FF), (0x3400, 0x9FFF), (0xAC00, 0xD7A3), (0xF900, 0xFAFF),
           (0xFE30, 0xFE4F), (0xFF01, 0xFF60))  # fmt: skip


def bring_fonts() -> None:
    """Lets this process and those that it starts see the fonts of the tests only."""
    files = built("fonts", _make).files
    os.environ["FONTCONFIG_FILE"] = str(files / "fonts.conf")


def _make(folder: Path) -> None:
    shutil.unpack_archive(_DEJAVU, folder)
    _square_font(folder / "Chinese.ttf")
    (folder / "fonts.conf").write_text(_CONFIG, encoding="utf-8")


def _square_font(path: Path) -> None:
    """A font in which every sign of Chinese, Japanese and Korean is an empty square."""
    builder = FontBuilder(_EM)
    builder.setupGlyphOrder([".notdef", "square", "half"])
    builder.font["cmap"] = _character_map()
    builder.setupGlyf({".notdef": _square(_EM), "square": _square(_EM), "half": _square(_LETTER)})
    builder.setupHorizontalMetrics(
        {".notdef": (_EM, 60), "square": (_EM, 60), "half": (_LETTER, 60)}
    )
    builder.setupHorizontalHeader(ascent=_ASCENT, descent=_DESCENT)
    builder.setupNameTable({"familyName": CHINESE, "styleName": "Regular"})
    builder.setupOS2(
        sTypoAscender=_ASCENT, sTypoDescender=_DESCENT, usWinAscent=_ASCENT, usWinDescent=-_DESCENT
    )
    builder.setupPost()
    builder.save(path)


def _character_map() -> object:
    """A map of format 12: one of format 4 has no room for so many signs with one glyph."""
    subtable = CmapSubtable.newSubtable(12)
    subtable.platformID, subtable.platEncID, subtable.language = 3, 10, 0
    subtable.cmap = {
        code: glyph
        for glyph, ranges in (("square", _SQUARE), ("half", _HALF))
        for first, last in ranges
        for code in range(first, last + 1)
    }
    table = newTable("cmap")
    table.tableVersion, table.tables = 0, [subtable]
    return table


def _square(width: int) -> object:
    pen = TTGlyphPen(None)
    for inset, is_hole in ((60, False), (100, True)):
        left, right, low, high = inset, width - inset, inset - 120, 880 - inset
        corners = [(left, low), (left, high), (right, high), (right, low)]
        corners = corners[::-1] if is_hole else corners
        pen.moveTo(corners[0])
        for corner in corners[1:]:
            pen.lineTo(corner)
        pen.closePath()
    return pen.glyph()
