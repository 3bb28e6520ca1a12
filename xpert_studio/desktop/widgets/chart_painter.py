"""Paints the layout of a chart with Qt, in the colours of the theme and the font of the window."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPen, QPolygonF

from xpert_studio.desktop.look import colour
from xpert_studio.report.charts.shapes import (
    ChartLayout,
    Circle,
    DrawnLine,
    Place,
    Polygon,
    Rect,
    Role,
    Shape,
    Text,
)

USES: Final = {
    Role.INK: "text",
    Role.SOFT: "muted",
    Role.GRID: "border",
    Role.PAPER: "surface",
    Role.FIRST: "accent",
    Role.SECOND: "warn",
    Role.THIRD: "border_strong",
}
"""The colour of the theme for each role."""
_BORDER: Final = 1.8
_SIDES: Final = {"start": 0.0, "middle": 0.5, "end": 1.0}


class Letters:
    """The letters of a font of the window at the sizes of a chart, and how wide they are."""

    def __init__(self, font: QFont) -> None:
        self._font = font
        self._made: dict[tuple[float, bool], tuple[QFont, QFontMetricsF]] = {}
        self._widths: dict[tuple[str, float, bool], float] = {}

    def are_of(self, font: QFont) -> bool:
        """Whether they are those of a font."""
        return self._font == font

    def sized(self, size: float, *, bold: bool) -> tuple[QFont, QFontMetricsF]:
        """The font at a size; unhinted, so that widths grow evenly with the zoom."""
        if (size, bold) not in self._made:
            font = QFont(self._font)
            font.setPixelSize(round(size))
            font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
            font.setWeight(QFont.Weight.DemiBold if bold else QFont.Weight.Normal)
            self._made[size, bold] = font, QFontMetricsF(font)
        return self._made[size, bold]

    def measure(self, text: str, size: float, bold: bool) -> float:
        """How wide a text is; a chart is laid out for several widths, with the same texts."""
        asked = text, size, bold
        if asked not in self._widths:
            self._widths[asked] = self.sized(size, bold=bold)[1].horizontalAdvance(text)
        return self._widths[asked]


def paint(painter: QPainter, drawn: ChartLayout, letters: Letters) -> None:
    """Paints all shapes of a layout.

    Args:
        painter: Scaled so that its unit is the layout's.
        drawn: The layout.
        letters: Those it was laid out for.
    """
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    for shape in drawn.shapes:
        _paint(painter, shape, letters)


def _paint(painter: QPainter, shape: Shape, letters: Letters) -> None:
    match shape:
        case DrawnLine(runs, role, width, dashed):
            _use(painter, None, 1.0, role, width)
            if dashed:
                pen = painter.pen()
                pen.setDashPattern([5 / width, 4 / width])
                painter.setPen(pen)
            painter.drawPath(_path(runs))
        case Rect(x, y, width, height, fill, opacity, border):
            _use(painter, fill, opacity, border)
            painter.drawRect(QRectF(x, y, width, height))
        case Circle(x, y, radius, fill, opacity, border):
            _use(painter, fill, opacity, border)
            painter.drawEllipse(QPointF(x, y), radius, radius)
        case Polygon(places, fill, opacity):
            _use(painter, fill, opacity)
            painter.drawPolygon(QPolygonF([QPointF(*place) for place in places]))
        case Text():
            _write(painter, shape, letters)


def _use(
    painter: QPainter,
    fill: Role | None,
    opacity: float = 1.0,
    border: Role | None = None,
    width: float = _BORDER,
) -> None:
    pen = QPen(Qt.PenStyle.NoPen) if border is None else QPen(colour(USES[border]), width)
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    painter.setPen(pen)
    ground = QColor(0, 0, 0, 0) if fill is None else colour(USES[fill])
    ground.setAlphaF(opacity if fill else 0.0)
    painter.setBrush(ground)


def _path(runs: tuple[tuple[Place, ...], ...]) -> QPainterPath:
    path = QPainterPath()
    for run in filter(None, runs):
        path.moveTo(*run[0])
        for place in run[1:]:
            path.lineTo(*place)
    return path


def _write(painter: QPainter, text: Text, letters: Letters) -> None:
    painter.save()
    painter.setFont(letters.sized(text.size, bold=text.bold)[0])
    painter.setPen(colour(USES[text.role]))
    painter.translate(text.x, text.y)
    painter.rotate(-90 if text.upright else 0)
    wide = letters.measure(text.text, text.size, text.bold)
    painter.drawText(QPointF(-_SIDES[text.anchor] * wide, 0), text.text)
    painter.restore()
