"""Pictures from anybody, made small enough to be shown; on any thread, better not the window's."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QBuffer, QIODevice, QSize, Qt
from PySide6.QtGui import QColor, QImage, QImageReader, QPainter

from xpert_studio.core.documents import upright

_MOST_PIXELS: Final = 40_000_000
WIDEST: Final = 1600
_PAGE: Final = QSize(1_000, 4_000)
"""A page has no more pixels than are needed to read it: many are shown at once."""
_EDGE: Final = QColor(128, 128, 128, 110)


def picture(data: bytes, widest: QSize | None = None) -> QImage:
    """The picture that a file holds, turned as its EXIF orientation says; null where it is too large.

    Args:
        data: The file.
        widest: The box it has to fit into.
    """
    bounds = widest or QSize(WIDEST, WIDEST * 4)
    buffer = QBuffer()
    buffer.setData(upright(data))
    buffer.open(QIODevice.OpenModeFlag.ReadOnly)
    reader = QImageReader(buffer)
    size = reader.size()
    if size.width() * size.height() > _MOST_PIXELS:
        return QImage()
    if size.width() > bounds.width() or size.height() > bounds.height():
        fitting = size.scaled(bounds, Qt.AspectRatioMode.KeepAspectRatio)
        reader.setScaledSize(fitting.expandedTo(QSize(1, 1)))
    return reader.read()


def page(data: bytes) -> QImage:
    """The picture of a page, with a thin edge: white pages stand on white ground."""
    found = picture(data, _PAGE)
    if not found.isNull():
        painter = QPainter(found)
        painter.setPen(_EDGE)
        painter.drawRect(found.rect().adjusted(0, 0, -1, -1))
        painter.end()
    return found
