"""How a found place looks: the task, what kind of place, and the words with what was found."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QPointF, QRect, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QTextCharFormat, QTextLayout, QTextOption

from xpert_studio.desktop.look import GAP, PAD, TIGHT, colour, pixmap, px
from xpert_studio.desktop.pages.search.model import PICTURES, where
from xpert_studio.desktop.parts.rows import ROW_ROLE, Index, RowDelegate, high
from xpert_studio.desktop.parts.text_places import format_range
from xpert_studio.workflow.views.finding import Found

_SIGN: Final = 18


class FoundDelegate(RowDelegate):
    """Draws one place."""

    def height(self, index: Index) -> int:
        """As high as the words need at the list's width."""
        width = self._view.viewport().width()
        words = _snippet(index.data(ROW_ROLE), self.body(), width - _left() - px(PAD))
        lines = high(self.body()) + px(TIGHT) + int(words.boundingRect().height())
        return lines + 2 * px(PAD)

    def draw(self, painter: QPainter, rect: QRect, row: Found, index: Index) -> None:
        """Draws a sign of its kind, its title, and the words around."""
        more = px(PAD) - px(GAP)
        inner = rect.adjusted(0, more, 0, -more)
        painter.drawPixmap(inner.topLeft(), pixmap(PICTURES[row.hit.kind], "muted", _SIGN))
        inner.setLeft(inner.left() + _left() - px(PAD))
        head = QRect(inner.left(), inner.top(), inner.width(), high(self.body()))
        self._draw_head(painter, head, row.title, where(row))
        painter.setPen(colour("text"))
        words = _snippet(row, self.body(), inner.width())
        words.draw(painter, QPointF(inner.left(), head.bottom() + px(TIGHT)))

    def _draw_head(self, painter: QPainter, rect: QRect, title: str, where: str) -> None:
        bold, small = self.strong(), self.small()
        taken = QFontMetrics(small).horizontalAdvance(where) + px(GAP)
        room = max(rect.width() - taken, rect.width() // 2)
        shown = QFontMetrics(bold).elidedText(title, Qt.TextElideMode.ElideRight, room)
        middle = Qt.AlignmentFlag.AlignVCenter
        painter.setFont(bold)
        painter.setPen(colour("text"))
        painter.drawText(rect, int(middle | Qt.AlignmentFlag.AlignLeft), shown)
        after = QFontMetrics(bold).horizontalAdvance(shown) + px(GAP)
        rest = rect.adjusted(after, 0, 0, 0)
        painter.setFont(small)
        painter.setPen(colour("muted"))
        where = QFontMetrics(small).elidedText(where, Qt.TextElideMode.ElideRight, rest.width())
        painter.drawText(rest, int(middle | Qt.AlignmentFlag.AlignLeft), where)


def _left() -> int:
    return px(PAD) + px(_SIGN) + px(GAP)


def _snippet(found: Found, font: QFont, width: int) -> QTextLayout:
    """The words around a place, laid out, with what was found marked and bold."""
    layout = QTextLayout(found.hit.snippet, font)
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    layout.setTextOption(option)
    layout.setFormats(_marked(found.hit.snippet, found.hit.spans))
    layout.beginLayout()
    height = 0.0
    while (line := layout.createLine()).isValid():
        line.setLineWidth(max(width, px(80)))
        line.setPosition(QPointF(0, height))
        height += line.height()
    layout.endLayout()
    return layout


def _marked(text: str, spans: Sequence[tuple[int, int]]) -> list[QTextLayout.FormatRange]:
    style = QTextCharFormat()
    style.setBackground(colour("mark_strong"))
    style.setForeground(colour("text"))
    style.setFontWeight(QFont.Weight.DemiBold)
    return [
        format_range(text, start, end, style)
        for start, end in spans
        if 0 <= start < end <= len(text)
    ]
