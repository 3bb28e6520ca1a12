"""The letters on a page of a PDF, each with its place."""

from __future__ import annotations

import ctypes
from collections import Counter
from collections.abc import Iterator
from math import hypot
from typing import Any, Final

import pypdfium2.raw as pdfium

from xpert_studio.api.readers import LOST, Findings, GapReason, Message, sign_of
from xpert_studio.packs.pdf.page import Glyph, PageContent

_SPACES: Final = frozenset(" \r\n\t\u00a0\x00")
_HYPHENS: Final = frozenset({"\x02", "\ufffe"})
_LAST_LETTER: Final = 0x10FFFF
_FALLBACK_SIZE: Final = 10.0
_LEVEL: Final = 0.05
"""Share of a quarter by which letters may be turned and stand in lines."""


def take_letters(page: Any, content: PageContent, findings: Findings, where: Message) -> int:
    """Takes the letters; gives the quarters by which most of them are turned."""
    text = pdfium.FPDFText_LoadPage(page)
    turns: Counter[int] = Counter()
    try:
        content.glyphs = list(_letters(text, content, findings, where, turns))
    finally:
        pdfium.FPDFText_ClosePage(text)
    return turns.most_common(1)[0][0] if turns else 0


def _letters(
    text: Any, content: PageContent, findings: Findings, where: Message, turns: Counter[int]
) -> Iterator[Glyph]:
    """The letters in the order of the file; each turned upright by itself."""
    box, x, y = pdfium.FS_RECTF(), ctypes.c_double(), ctypes.c_double()
    to_box, to_x, to_y = ctypes.byref(box), ctypes.byref(x), ctypes.byref(y)
    unicode_of, box_of = pdfium.FPDFText_GetUnicode, pdfium.FPDFText_GetLooseCharBox
    origin_of, size_of = pdfium.FPDFText_GetCharOrigin, pdfium.FPDFText_GetFontSize
    boxes, half, after = content.boxes, "", "\n"
    order = quarter = 0
    is_oblique = False
    scale, last_said = 1.0, 0.0
    for place in range(pdfium.FPDFText_CountChars(text)):
        letter = chr(min(unicode_of(text, place), _LAST_LETTER))
        if letter in _SPACES:
            after = "\n" if letter in "\r\n" else after or " "
            continue
        if "\ud800" <= letter <= "\udfff":
            letter, half = _paired(half, letter)
            if half:
                continue
        if _is_odd(letter):
            letter = _known(text, place, ord(letter), findings, where)
        said = size_of(text, place)
        if after == "\n" or said != last_said:
            scale, last_said = _scale(text, place), said
        if after == "\n":  # letters of another direction begin a line of their own
            quarters = pdfium.FPDFText_GetCharAngle(text, place) / 1.5707963
            quarter, is_oblique = -round(quarters) % 4, abs(quarters - round(quarters)) > _LEVEL
            turns[quarter] += not is_oblique
        if is_oblique:
            content.oblique += after + letter
            after = ""
            continue
        box_of(text, place, to_box)
        origin_of(text, place, to_x, to_y)
        corners = left, _, right, _ = box.left, box.bottom, box.right, box.top
        boxes.append(corners)
        size, base = said * scale or _FALLBACK_SIZE, y.value
        if quarter:
            left, right, base = _along(quarter, corners, x.value, base)
        shift = _shift(text, place, base, size) if letter.isdigit() and not quarter else 0
        yield Glyph(letter, left, right, base, size, order, order, after, shift)
        order, after = order + 1, ""


def _paired(half: str, letter: str) -> tuple[str, str]:
    """A letter of two halves, and the half that still waits for its other one."""
    if not half:
        return "", letter
    return (half + letter).encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace"), ""


def _along(
    quarter: int, box: tuple[float, float, float, float], x: float, y: float
) -> tuple[float, float, float]:
    """Where a letter begins and ends, and its baseline, turned by quarters."""
    left, bottom, right, top = box
    if quarter == 1:
        return bottom, top, -x
    return (-right, -left, -y) if quarter == 2 else (-top, -bottom, x)


def _shift(text: Any, place: int, base: float, size: float) -> int:
    """Whether a digit is drawn raised or lowered on its baseline, as some fonts do."""
    left, right, low, high = (ctypes.c_double() for _ in range(4))
    pdfium.FPDFText_GetCharBox(text, place, left, right, low, high)
    if not 0.1 * size < high.value - low.value < 0.56 * size:
        return 0
    above = low.value - base
    return 1 if above > 0.15 * size else -1 if above < -0.05 * size else 0


def _scale(text: Any, place: int) -> float:
    """By what a file enlarges the size of its letters at a place."""
    found = pdfium.FS_MATRIX()
    if not pdfium.FPDFText_GetMatrix(text, place, found):
        return 1.0
    return hypot(found.c, found.d) or 1.0


def _is_odd(letter: str) -> bool:
    """Whether a letter says nothing by itself, or what the library puts for a hyphen."""
    return letter < " " or letter in _HYPHENS or "\ue000" <= letter <= "\uf8ff" or letter == LOST


def _known(text: Any, place: int, code: int, findings: Findings, where: Message) -> str:
    """The sign for a letter without a meaning of its own; one that is not known is a gap."""
    if chr(code) in _HYPHENS:
        return "-"
    buffer = ctypes.create_string_buffer(200)
    pdfium.FPDFText_GetFontInfo(text, place, buffer, 200, None)
    font = buffer.value.decode("utf-8", "replace").partition("+")[2] or buffer.value.decode(
        "utf-8", "replace"
    )
    name = font.lower().replace("-regular", "")
    spaced = {"wingdings2": "wingdings 2", "wingdings3": "wingdings 3"}.get(name, name)
    sign = sign_of(code, spaced) if code != ord(LOST) else None
    if sign is None or sign < " ":
        findings.gap(GapReason.SYMBOL, where)
        return LOST
    return sign
