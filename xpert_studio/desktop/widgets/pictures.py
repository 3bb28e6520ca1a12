"""Pictures that the program made of files, as the window shows them; made on any thread."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QColor, QImage, QPainter

from xpert_studio.core.judge.attached import Shown

WIDEST: Final = 1600
_PAGE: Final = QSize(1_000, 4_000)
"""A page has no more pixels than are needed to read it: many are shown at once."""
_EDGE: Final = QColor(128, 128, 128, 110)


def picture(file: Shown, widest: QSize | None = None) -> QImage:
    """What judges are shown of an image; null where it cannot be shown.

    Args:
        file: The attachment, as it was read.
        widest: The box it has to fit into.
    """
    found = QImage.fromData(file.pictures[0].data) if file.pictures else QImage()
    bounds = widest or QSize(WIDEST, WIDEST * 4)
    if found.width() <= bounds.width() and found.height() <= bounds.height():
        return found
    return found.scaled(
        found.size().scaled(bounds, Qt.AspectRatioMode.KeepAspectRatio).expandedTo(QSize(1, 1)),
        mode=Qt.TransformationMode.SmoothTransformation,
    )


def page(file: Shown) -> QImage:
    """The picture of a page, with a thin edge: white pages stand on white ground."""
    found = picture(file, _PAGE)
    if not found.isNull():
        painter = QPainter(found)
        painter.setPen(_EDGE)
        painter.drawRect(found.rect().adjusted(0, 0, -1, -1))
        painter.end()
    return found
