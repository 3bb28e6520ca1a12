"""What stands on a page of a PDF, by place: letters, straight lines, pictures, fields, notes.

Places are in points from the lower left corner, of a page turned so that its letters are upright.
"""

from __future__ import annotations

import ctypes
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from math import dist, hypot
from typing import Any, Final, NamedTuple

import pypdfium2.raw as pdfium

from xpert_studio.core.documents.document import Findings, GapReason
from xpert_studio.core.documents.symbols import LOST, sign_of
from xpert_studio.core.messages import Message

_SPACES: Final = frozenset(" \r\n\t\u00a0\x00")
_HYPHENS: Final = frozenset({"\x02", "\ufffe"})
_LAST_LETTER: Final = 0x10FFFF
_FALLBACK_SIZE: Final = 10.0
_LEAST_PICTURE: Final = 8.0
_STRAIGHT: Final = 0.6
_MOST_SEGMENTS: Final = 20_000
_DRAWN: Final = 12
"""So many strokes that are neither level nor upright make a drawing."""
_DEEPEST: Final = 6
_LONG: Final = 25.0
_WHITE: Final = 245
_CLEAR: Final = 20
_COLOURFUL: Final = 50
"""Shades by which the parts of a colour differ that is no grey."""
_LEAST_AREA: Final = 4.0


class Glyph(NamedTuple):
    """A letter.

    Attributes:
        text: The letter.
        left: Where it begins.
        right: Where it ends.
        base: Its baseline.
        size: Its size.
        order: Its place in the file, white space not counted.
        last: Of several letters that are one sign, the place of the last.
        after: The white space before it in the file: a space, the end of a line, or nothing.
        shift: Above 0 for a letter that its font raises, below 0 for one that it lowers.
    """

    text: str
    left: float
    right: float
    base: float
    size: float
    order: int
    last: int
    after: str = ""
    shift: int = 0


class Rule(NamedTuple):
    """A straight line, level or upright: from one place to another, at one height or width."""

    at: float
    start: float
    end: float


@dataclass(slots=True)
class PageContent:
    """What stands on a page.

    Attributes:
        glyphs: Its letters, without white space, in the order of the file.
        level: Level lines.
        upright: Upright lines.
        notes: Comments, which have no place in the text.
        has_pictures: Whether there are pictures.
        strokes: So many strokes are neither level nor upright.
        doubtful: Letters that may not be seen, by their order: the box of each in the file.
    """

    glyphs: list[Glyph] = field(default_factory=list)
    level: list[Rule] = field(default_factory=list)
    upright: list[Rule] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    has_pictures: bool = False
    strokes: int = 0
    doubtful: dict[int, tuple[float, float, float, float]] = field(default_factory=dict)


def page_content(
    document: Any, form: Any, page: Any, found: Findings, where: Message
) -> PageContent:
    """All that stands on a page.

    Args:
        document: The document's handle.
        form: That of its forms; None where it has none.
        page: That of the page.
        found: Takes what is not known.
        where: The page.
    """
    content = PageContent()
    turned = _take_letters(page, content, found, where)
    count = pdfium.FPDFPage_CountObjects(page)
    objects = (pdfium.FPDFPage_GetObject(page, place) for place in range(count))
    _Shapes(content, turned).take(objects, _IDENTITY, 0)
    _Annotations(document, form, page, content, found, where, turned).take()
    if content.has_pictures:
        found.gap(GapReason.PICTURES, where)
    if content.strokes >= _DRAWN:
        found.gap(GapReason.DRAWING, where)
    return content


# Letters.


def _take_letters(page: Any, content: PageContent, found: Findings, where: Message) -> int:
    """Takes the letters; gives the quarters by which most of them are turned."""
    text = pdfium.FPDFText_LoadPage(page)
    turns: Counter[int] = Counter()
    try:
        content.glyphs = list(_letters(text, content, found, where, turns))
    finally:
        pdfium.FPDFText_ClosePage(text)
    return turns.most_common(1)[0][0] if turns else 0


def _letters(
    text: Any, content: PageContent, found: Findings, where: Message, turns: Counter[int]
) -> Iterator[Glyph]:
    """The letters in the order of the file; each turned upright by itself."""
    box, x, y = pdfium.FS_RECTF(), ctypes.c_double(), ctypes.c_double()
    to_box, to_x, to_y = ctypes.byref(box), ctypes.byref(x), ctypes.byref(y)
    unicode_of, box_of = pdfium.FPDFText_GetUnicode, pdfium.FPDFText_GetLooseCharBox
    origin_of, size_of = pdfium.FPDFText_GetCharOrigin, pdfium.FPDFText_GetFontSize
    half, after = "", "\n"
    order = quarter = 0
    scale, last_said, doubtful = 1.0, 0.0, False
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
            letter = _known(text, place, ord(letter), found, where)
        box_of(text, place, to_box)
        origin_of(text, place, to_x, to_y)
        said = size_of(text, place)
        if after == "\n" or said != last_said:
            scale, last_said = _scale(text, place), said
        if after == "\n":  # letters of another direction begin a line of their own
            quarter = -round(pdfium.FPDFText_GetCharAngle(text, place) / 1.5707963) % 4
            turns[quarter] += 1
        doubtful = _is_doubtful(text, place) if after else doubtful
        if doubtful:
            content.doubtful[order] = box.left, box.bottom, box.right, box.top
        size = said * scale or _FALLBACK_SIZE
        left, right, base = _along(quarter, box, x.value, y.value)
        shift = _shift(text, place, base, size) if letter.isdigit() and not quarter else 0
        yield Glyph(letter, left, right, base, size, order, order, after, shift)
        order, after = order + 1, ""


def _paired(half: str, letter: str) -> tuple[str, str]:
    """A letter of two halves, and the half that still waits for its other one."""
    if not half:
        return "", letter
    pair = (half + letter).encode("utf-16-le", "surrogatepass")
    return pair.decode("utf-16-le", "replace"), ""


def _along(quarter: int, box: Any, x: float, y: float) -> tuple[float, float, float]:
    """Where a letter begins and ends, and its baseline, turned by quarters."""
    if quarter == 0:
        return box.left, box.right, y
    if quarter == 1:
        return box.bottom, box.top, -x
    return (-box.right, -box.left, -y) if quarter == 2 else (-box.top, -box.bottom, x)


def _is_doubtful(text: Any, place: int) -> bool:
    """Whether a letter may not be seen: it is white, clear, or there for searching only."""
    red, green, blue, opacity = (ctypes.c_uint() for _ in range(4))
    item = pdfium.FPDFText_GetTextObject(text, place)
    if item and pdfium.FPDFTextObj_GetTextRenderMode(item) == pdfium.FPDF_TEXTRENDERMODE_INVISIBLE:
        return True
    if not pdfium.FPDFText_GetFillColor(text, place, red, green, blue, opacity):
        return False
    is_white = min(red.value, green.value, blue.value) > _WHITE
    return is_white or opacity.value < _CLEAR


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


def _known(text: Any, place: int, code: int, found: Findings, where: Message) -> str:
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
        found.gap(GapReason.SYMBOL, where)
        return LOST
    return sign


# Lines and pictures.

_Matrix = tuple[float, float, float, float, float, float]
_IDENTITY: Final[_Matrix] = (1, 0, 0, 1, 0, 0)


def _applied(matrix: _Matrix, x: float, y: float) -> tuple[float, float]:
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f


def _combined(inner: _Matrix, outer: _Matrix) -> _Matrix:
    a, b, c, d, e, f = inner
    (x, y), (u, v), (left, low) = (
        _applied(outer, a, b), _applied(outer, c, d), _applied(outer, e, f)
    )  # fmt: skip
    return x - outer[4], y - outer[5], u - outer[4], v - outer[5], left, low


def _matrix_of(item: Any) -> _Matrix:
    found = pdfium.FS_MATRIX()
    if not pdfium.FPDFPageObj_GetMatrix(item, found):
        return _IDENTITY
    return found.a, found.b, found.c, found.d, found.e, found.f


class _Shapes:
    """Takes the lines and pictures among the objects of a page."""

    def __init__(self, content: PageContent, turned: int) -> None:
        self._content, self._turned = content, turned
        self._left = _MOST_SEGMENTS

    def take(self, objects: Iterator[Any], matrix: _Matrix, depth: int) -> None:
        """Takes objects, and those in them."""
        for item in objects:
            kind = pdfium.FPDFPageObj_GetType(item)
            if kind == pdfium.FPDF_PAGEOBJ_PATH:
                self._path(item, _combined(_matrix_of(item), matrix))
            elif kind == pdfium.FPDF_PAGEOBJ_IMAGE:
                a, b, c, d, _, _ = _combined(_matrix_of(item), matrix)
                if abs(a) + abs(c) >= _LEAST_PICTURE and abs(b) + abs(d) >= _LEAST_PICTURE:
                    self._content.has_pictures = True
            elif kind == pdfium.FPDF_PAGEOBJ_SHADING:
                self._content.strokes += 1
            elif kind == pdfium.FPDF_PAGEOBJ_FORM and depth < _DEEPEST:
                count = pdfium.FPDFFormObj_CountObjects(item)
                inner = (pdfium.FPDFFormObj_GetObject(item, place) for place in range(count))
                self.take(inner, _combined(_matrix_of(item), matrix), depth + 1)

    def _path(self, item: Any, matrix: _Matrix) -> None:
        count = min(pdfium.FPDFPath_CountSegments(item), self._left)
        self._left -= count
        self._area(item)
        x, y = ctypes.c_float(), ctypes.c_float()
        start = last = (0.0, 0.0)
        for place in range(count):
            segment = pdfium.FPDFPath_GetPathSegment(item, place)
            pdfium.FPDFPathSegment_GetPoint(segment, x, y)
            point = _applied(matrix, x.value, y.value)
            kind = pdfium.FPDFPathSegment_GetType(segment)
            if kind == pdfium.FPDF_SEGMENT_MOVETO:
                start = point
            elif kind == pdfium.FPDF_SEGMENT_LINETO:
                self._stroke(last, point)
            elif kind == pdfium.FPDF_SEGMENT_BEZIERTO:
                self._drawn(last, point)
            last = point
            if pdfium.FPDFPathSegment_GetClose(segment):
                self._stroke(last, start)

    def _area(self, item: Any) -> None:
        """Counts a coloured area without letters, as the bars of a chart are."""
        red, green, blue, opacity = (ctypes.c_uint() for _ in range(4))
        left, low, right, high = (ctypes.c_float() for _ in range(4))
        mode, is_stroked = ctypes.c_int(), ctypes.c_int()
        pdfium.FPDFPath_GetDrawMode(item, mode, is_stroked)
        if not mode.value or not pdfium.FPDFPageObj_GetFillColor(item, red, green, blue, opacity):
            return
        shades = red.value, green.value, blue.value
        pdfium.FPDFPageObj_GetBounds(item, left, low, right, high)
        least = min(right.value - left.value, high.value - low.value)
        if (
            max(shades) - min(shades) > _COLOURFUL
            and least > _LEAST_AREA
            and not any(
                left.value < glyph.left < right.value and low.value < glyph.base < high.value
                for glyph in self._content.glyphs
            )
        ):
            self._content.strokes += _DRAWN // 2

    def _stroke(self, one: tuple[float, float], other: tuple[float, float]) -> None:
        (x, y), (u, v) = _upright(one, self._turned), _upright(other, self._turned)
        if abs(y - v) <= _STRAIGHT:
            if abs(x - u) > _STRAIGHT:
                self._content.level.append(Rule((y + v) / 2, min(x, u), max(x, u)))
        elif abs(x - u) <= _STRAIGHT:
            self._content.upright.append(Rule((x + u) / 2, min(y, v), max(y, v)))
        else:
            self._drawn(one, other)

    def _drawn(self, one: tuple[float, float], other: tuple[float, float]) -> None:
        """Counts a stroke that is neither level nor upright; a long one is a drawing by itself."""
        self._content.strokes += _DRAWN if dist(one, other) > _LONG else 1


def _upright(point: tuple[float, float], quarter: int) -> tuple[float, float]:
    x, y = point
    return ((x, y), (y, -x), (-x, -y), (-y, x))[quarter]


# Form fields and comments.

_FLAG_HIDDEN: Final = 2 | 32
_DRAWINGS: Final = frozenset({
    pdfium.FPDF_ANNOT_INK, pdfium.FPDF_ANNOT_LINE, pdfium.FPDF_ANNOT_POLYGON,
    pdfium.FPDF_ANNOT_POLYLINE, pdfium.FPDF_ANNOT_CIRCLE, pdfium.FPDF_ANNOT_STAMP,
})  # fmt: skip
_OBJECTS: Final = frozenset({
    pdfium.FPDF_ANNOT_MOVIE, pdfium.FPDF_ANNOT_SCREEN, pdfium.FPDF_ANNOT_SOUND,
    pdfium.FPDF_ANNOT_THREED, pdfium.FPDF_ANNOT_RICHMEDIA,
})  # fmt: skip
_MUTE: Final = frozenset({pdfium.FPDF_ANNOT_LINK, pdfium.FPDF_ANNOT_POPUP})


class _Annotations:
    def __init__(
        self, document: Any, form: Any, page: Any, content: PageContent, found: Findings,
        where: Message, turned: int,
    ) -> None:  # fmt: skip
        self._document, self._form, self._page = document, form, page
        self._content, self._found, self._where, self._turned = content, found, where, turned
        self._order = 2_000_000_000

    def take(self) -> None:
        """Takes all of a page."""
        for place in range(pdfium.FPDFPage_GetAnnotCount(self._page)):
            item = pdfium.FPDFPage_GetAnnot(self._page, place)
            if item:
                self._one(item)
                pdfium.FPDFPage_CloseAnnot(item)

    def _one(self, item: Any) -> None:
        kind = pdfium.FPDFAnnot_GetSubtype(item)
        if kind in _MUTE:
            return
        said = self._value(item) if kind == pdfium.FPDF_ANNOT_WIDGET else _string(item, b"Contents")
        if pdfium.FPDFAnnot_GetFlags(item) & _FLAG_HIDDEN:
            if said.strip("☐ "):
                self._found.gap(GapReason.HIDDEN, self._where)
        elif kind in {pdfium.FPDF_ANNOT_WIDGET, pdfium.FPDF_ANNOT_FREETEXT}:
            self._place(item, said)
        else:
            self._remark(item, kind, said)

    def _remark(self, item: Any, kind: int, said: str) -> None:
        if kind in _DRAWINGS:
            self._found.gap(GapReason.DRAWING, self._where)
        elif kind in _OBJECTS:
            self._found.gap(GapReason.EMBEDDED, self._where)
        elif kind == pdfium.FPDF_ANNOT_FILEATTACHMENT:
            self._found.gap(GapReason.ATTACHED, self._where)
        elif kind == pdfium.FPDF_ANNOT_STRIKEOUT:
            self._strike(item)
        if author := _string(item, b"T"):
            self._found.metadata.append(author)
        if said.strip():
            self._content.notes.append(f"[Comment: {' '.join(said.split())}]")

    def _strike(self, item: Any) -> None:
        points = pdfium.FS_QUADPOINTSF()
        for place in range(pdfium.FPDFAnnot_CountAttachmentPoints(item)):
            if pdfium.FPDFAnnot_GetAttachmentPoints(item, place, points):
                corners = ((points.x1, points.y1), (points.x2, points.y2), (points.x3, points.y3),
                           (points.x4, points.y4))  # fmt: skip
                xs, ys = zip(*(_upright(corner, self._turned) for corner in corners), strict=True)
                self._content.level.append(Rule(sum(ys) / 4, min(xs), max(xs)))

    def _value(self, item: Any) -> str:
        """What a form field shows."""
        form = self._form
        kind = pdfium.FPDFAnnot_GetFormFieldType(form, item) if form else -1
        if kind in {pdfium.FPDF_FORMFIELD_CHECKBOX, pdfium.FPDF_FORMFIELD_RADIOBUTTON}:
            return "☒" if pdfium.FPDFAnnot_IsChecked(form, item) else "☐"
        if kind == pdfium.FPDF_FORMFIELD_SIGNATURE:
            if _string(item, b"V") or pdfium.FPDFAnnot_HasKey(item, b"V"):
                self._found.gap(GapReason.EMBEDDED, self._where)
            return ""
        if kind == pdfium.FPDF_FORMFIELD_PUSHBUTTON:
            return ""
        if kind == pdfium.FPDF_FORMFIELD_LISTBOX:
            count = pdfium.FPDFAnnot_GetOptionCount(form, item)
            chosen = (
                place
                for place in range(count)
                if pdfium.FPDFAnnot_IsOptionSelected(form, item, place)
            )
            return ", ".join(
                _wide(partial(pdfium.FPDFAnnot_GetOptionLabel, form, item, place))
                for place in chosen
            )
        if not form:
            return _string(item, b"V")
        return _wide(partial(pdfium.FPDFAnnot_GetFormFieldValue, form, item))

    def _place(self, item: Any, said: str) -> None:
        """Puts a text where its field stands, word by word."""
        box = pdfium.FS_RECTF()
        lines = [line.split() for line in said.replace("\r", "\n").split("\n") if line.strip()]
        if not lines or not pdfium.FPDFAnnot_GetRect(item, box):
            return
        corners = ((box.left, box.bottom), (box.right, box.top))
        xs, ys = zip(*(_upright(corner, self._turned) for corner in corners), strict=True)
        left, right, low, high = min(xs), max(xs), min(ys), max(ys)
        step = (high - low) / len(lines)
        size = min(step * 0.8, 12.0)
        for number, words in enumerate(lines):
            base = high - step * (number + 0.5) - size * 0.35
            letters = max(sum(map(len, words)) + len(words), 1)
            width = min((right - left) / letters, 0.5 * size)
            start = left
            for word in words:
                end = start + width * len(word)
                self._order += 1
                self._content.glyphs.append(
                    Glyph(word, start, end, base, size, self._order, self._order, " ")
                )
                start = end + width


def _string(item: Any, key: bytes) -> str:
    return _wide(partial(pdfium.FPDFAnnot_GetStringValue, item, key))


def _wide(call: Any) -> str:
    """A text that the library writes into a buffer."""
    size = call(None, 0)
    if size <= 2:
        return ""
    buffer = (ctypes.c_ushort * (size // 2))()
    call(buffer, size)
    return bytes(buffer)[: size - 2].decode("utf-16-le", "replace")
