"""Pictures from anybody, made small enough to be shown; on any thread, better not the window's."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QBuffer, QIODevice, QSize, Qt
from PySide6.QtGui import QImage, QImageReader

from xpert_studio.core.documents import upright

_MOST_PIXELS: Final = 40_000_000
WIDEST: Final = 1600


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
