"""What Qt paints in the window is what the drawing of the same layout shows."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QByteArray, QRectF
from PySide6.QtGui import QColor, QFont, QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

from tests.charts.samples import samples
from xpert_studio.desktop.look import colour
from xpert_studio.desktop.widgets.chart_painter import USES, Letters, paint
from xpert_studio.report.charts import layout
from xpert_studio.report.charts.palette import Palette
from xpert_studio.report.charts.shapes import Role
from xpert_studio.report.charts.svg import painted

KNOWN = samples()


def blank(drawn) -> QImage:
    image = QImage(round(drawn.width), round(drawn.height), QImage.Format.Format_RGB32)
    image.fill(QColor(colour("surface")))
    return image


@pytest.mark.parametrize("name", KNOWN)
def test_what_qt_paints_is_what_the_drawing_shows(qapp, name):
    letters = Letters(QFont("DejaVu Sans"))
    drawn = layout(KNOWN[name], 600, letters.measure)
    ours, theirs = blank(drawn), blank(drawn)
    painter = QPainter(ours)
    paint(painter, drawn, letters)
    painter.end()
    palette = Palette({role: colour(USES[role]).name() for role in Role}, "'DejaVu Sans'")
    painter = QPainter(theirs)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    svg = QByteArray(painted(drawn, "d", palette).encode())
    QSvgRenderer(svg).render(painter, QRectF(0, 0, drawn.width, drawn.height))
    painter.end()
    width, height = ours.width(), ours.height()
    differs = 0
    for x in range(0, width, 2):
        for y in range(0, height, 2):
            a, b = QColor(ours.pixel(x, y)), QColor(theirs.pixel(x, y))
            differs += abs(a.lightness() - b.lightness()) > 90
    assert differs <= 0.012 * width * height / 4
    for mark in drawn.marks:
        box = (round(mark.x), round(mark.y), round(mark.width), round(mark.height))
        assert ours.copy(*box) != blank(drawn).copy(*box) or "0" in mark.label, mark
