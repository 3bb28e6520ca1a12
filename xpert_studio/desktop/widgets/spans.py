"""An interval drawn as a bar, the value as a point."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QPointF, QRect, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from xpert_studio.core.wording import percent, t
from xpert_studio.desktop.look import colour, heat, px
from xpert_studio.desktop.widgets.grid import Bar

_POINT: Final = 4


def draw_bar(painter: QPainter, rect: QRect, bar: Bar) -> None:
    """Paints it across a rectangle, whose sides are 0 and 1."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    middle, side = rect.center().y() + 0.5, px(_POINT)
    left, wide = rect.left() + side, rect.width() - 2 * side

    def x(share: float) -> float:
        return left + wide * max(0.0, min(share, 1.0))

    def line(first: float, second: float, use: str, width: float) -> None:
        painter.setPen(QPen(colour(use), width))
        painter.drawLine(QPointF(x(first), middle), QPointF(x(second), middle))

    line(0.0, 1.0, "border", 1)
    if bar.low is not None and bar.high is not None:
        line(bar.low, bar.high, "accent", px(3))
    painter.setPen(QPen(colour("surface"), 1))
    painter.setBrush(colour("accent"))
    painter.drawEllipse(QPointF(x(bar.value), middle), side, side)
    painter.restore()


class HeatLegend(QWidget):
    """The scale of a heat map, from 0 to 100 per cent."""

    def __init__(self) -> None:
        said = t("The darker, the higher: from 0 % to 100 %")
        super().__init__(accessibleName=said, toolTip=said)
        self.setFixedSize(px(260), px(20))  # a step for every quarter

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """Paints the steps, each with its share."""
        painter, wide = QPainter(self), self.width() // 5
        for step in range(5):
            rect = QRect(step * wide, 0, wide - 1, self.height())
            ground, ink = heat(step / 4)
            painter.fillRect(rect, ground)
            painter.setPen(ink)
            painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, percent(step / 4))
