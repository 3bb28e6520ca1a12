"""How a found place looks: the task, what kind of place, and the words with what was found."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRect, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QTextCharFormat, QTextLayout, QTextOption
from PySide6.QtWidgets import QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from xpert_studio.desktop.look import GAP, PAD, TIGHT, colour, pixmap, px
from xpert_studio.desktop.look.measures import type_size
from xpert_studio.desktop.pages.search.model import FOUND_ROLE, PICTURES, WHERE_ROLE
from xpert_studio.workflow.views.finding import Found

Index = QModelIndex | QPersistentModelIndex
_SIGN: Final = 18


class FoundDelegate(QStyledItemDelegate):
    """Draws one place."""

    def __init__(self, view: QListView) -> None:
        super().__init__(view)
        self._view = view

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:  # noqa: N802 - Qt's name
        """As high as the words need at the list's width."""
        found = index.data(FOUND_ROLE)
        if not isinstance(found, Found):
            return QSize(0, 0)
        width = self._view.viewport().width()
        words = _snippet(found, self._view.font(), width - _left() - px(PAD))
        height = _line(self._view.font()) + px(TIGHT) + int(words.boundingRect().height())
        return QSize(width, height + 2 * px(PAD))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draws the ground, a line below, and the words."""
        found = index.data(FOUND_ROLE)
        if not isinstance(found, Found):
            return
        rect: QRect = option.rect
        painter.save()
        _draw_ground(painter, rect, option)
        pad = px(PAD)
        sign = pixmap(PICTURES[found.hit.kind], "muted", _SIGN)
        painter.drawPixmap(rect.left() + pad, rect.top() + pad, sign)
        inner = rect.adjusted(_left(), pad, -pad, -pad)
        head = QRect(inner.left(), inner.top(), inner.width(), _line(self._view.font()))
        self._draw_head(painter, head, found.title, str(index.data(WHERE_ROLE)))
        painter.setPen(colour("text"))
        words = _snippet(found, self._view.font(), inner.width())
        words.draw(painter, QPointF(inner.left(), head.bottom() + px(TIGHT)))
        painter.restore()

    def _draw_head(self, painter: QPainter, rect: QRect, title: str, where: str) -> None:
        bold, small = QFont(self._view.font()), QFont(self._view.font())
        bold.setWeight(QFont.Weight.DemiBold)
        small.setPixelSize(type_size("small"))
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


def _line(font: QFont) -> int:
    return QFontMetrics(font).height()


def _draw_ground(painter: QPainter, rect: QRect, option: QStyleOptionViewItem) -> None:
    state = option.state
    if state & QStyle.StateFlag.State_Selected:
        painter.fillRect(rect, colour("selection"))
        painter.fillRect(QRect(rect.left(), rect.top(), px(3), rect.height()), colour("accent"))
    elif state & QStyle.StateFlag.State_MouseOver:
        painter.fillRect(rect, colour("hover"))
    painter.setPen(colour("border"))
    painter.drawLine(rect.bottomLeft(), rect.bottomRight())


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
    made = []
    for start, end in spans:
        if not 0 <= start < end <= len(text):
            continue
        piece = QTextLayout.FormatRange()
        piece.start = _units(text[:start])
        piece.length = _units(text[start:end])
        piece.format = style
        made.append(piece)
    return made


def _units(text: str) -> int:
    """How long a text is as Qt counts: characters outside the first plane are two."""
    return len(text.encode("utf-16-le")) // 2
