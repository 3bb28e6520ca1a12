"""Form fields and comments of a page of a PDF."""

from __future__ import annotations

import ctypes
from functools import partial
from typing import Any, Final

import pypdfium2.raw as pdfium

from xpert_studio.api.readers import Findings, GapReason, Message
from xpert_studio.packs.pdf.page import DrawnRule, Glyph, PageContent, turned_by

_FLAG_HIDDEN: Final = 2 | 32
_DRAWINGS: Final = frozenset(
    {
        pdfium.FPDF_ANNOT_INK,
        pdfium.FPDF_ANNOT_LINE,
        pdfium.FPDF_ANNOT_POLYGON,
        pdfium.FPDF_ANNOT_POLYLINE,
        pdfium.FPDF_ANNOT_CIRCLE,
        pdfium.FPDF_ANNOT_STAMP,
    }
)
_OBJECTS: Final = frozenset(
    {
        pdfium.FPDF_ANNOT_MOVIE,
        pdfium.FPDF_ANNOT_SCREEN,
        pdfium.FPDF_ANNOT_SOUND,
        pdfium.FPDF_ANNOT_THREED,
        pdfium.FPDF_ANNOT_RICHMEDIA,
    }
)
_MUTE: Final = frozenset({pdfium.FPDF_ANNOT_LINK, pdfium.FPDF_ANNOT_POPUP})


class Annotations:
    """Takes the fields and comments of a page."""

    def __init__(
        self,
        document: Any,
        form: Any,
        page: Any,
        content: PageContent,
        found: Findings,
        where: Message,
        turned: int,
    ) -> None:
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
                corners = (
                    (points.x1, points.y1),
                    (points.x2, points.y2),
                    (points.x3, points.y3),
                    (points.x4, points.y4),
                )
                xs, ys = zip(*(turned_by(corner, self._turned) for corner in corners), strict=True)
                self._content.level.append(DrawnRule(sum(ys) / 4, min(xs), max(xs)))

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
            chosen = (
                place
                for place in range(pdfium.FPDFAnnot_GetOptionCount(form, item))
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
        xs, ys = zip(*(turned_by(corner, self._turned) for corner in corners), strict=True)
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
