"""A short word on a coloured ground, drawn in a cell."""

from __future__ import annotations

from PySide6.QtCore import (
    QRect,
    Qt,
)
from PySide6.QtGui import QPainter

from xpert_studio.desktop.look import colour, px, type_of


def draw_chip(painter: QPainter, left: int, top: int, text: str, tone: str, *, room: int) -> None:
    """Paints it.

    Args:
        painter: Where.
        left: Where it begins, in pixels.
        top: Its upper edge.
        text: The word.
        tone: A colour that has a soft ground.
        room: The most it may take, in pixels.
    """
    painter.save()
    painter.setFont(type_of(painter.font(), "small", is_strong=True))
    width = min(painter.fontMetrics().horizontalAdvance(text) + px(16), room)
    ground = QRect(left, top, width, px(21))
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour(f"{tone}_soft"))
    painter.drawRoundedRect(ground, px(4), px(4))
    painter.setPen(colour(tone))
    painter.drawText(ground, Qt.AlignmentFlag.AlignCenter, text)
    painter.restore()
