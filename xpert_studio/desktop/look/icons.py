"""Icons of one set (Lucide, ISC licence), drawn in a colour of the theme."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QByteArray, QRectF, Qt
from PySide6.QtGui import QColor, QGuiApplication, QIcon, QPainter, QPixmap

from xpert_studio.desktop.look.measures import px
from xpert_studio.desktop.look.theme import colour
from xpert_studio.resources import resource_path


def icon(name: str, use: str = "text", size: int = 18) -> QIcon:
    """An icon; greyed where what it stands on is disabled.

    Args:
        name: The icon's file name without its suffix.
        use: The colour's use.
        size: In pixels at 100 %.
    """
    made = QIcon(pixmap(name, use, size))
    made.addPixmap(pixmap(name, "border_strong", size), QIcon.Mode.Disabled)
    return made


def icon_before_words(name: str, use: str = "text", size: int = 16, gap: int = 4) -> QIcon:
    """An icon with room behind it, for a button's words: Qt has them nearly touch.

    Args:
        name: The icon's file name without its suffix.
        use: The colour's use.
        size: In pixels at 100 %.
        gap: Likewise; the button's icon size is to be ``size + gap`` wide.
    """
    made = QIcon(_with_room(pixmap(name, use, size), px(gap)))
    made.addPixmap(_with_room(pixmap(name, "border_strong", size), px(gap)), QIcon.Mode.Disabled)
    return made


def _with_room(picture: QPixmap, gap: int) -> QPixmap:
    ratio = picture.devicePixelRatio()
    wider = QPixmap(picture.width() + round(gap * ratio), picture.height())
    wider.setDevicePixelRatio(ratio)
    wider.fill(Qt.GlobalColor.transparent)
    painter = QPainter(wider)
    painter.drawPixmap(0, 0, picture)
    painter.end()
    return wider


def pixmap(name: str, use: str = "text", size: int = 18) -> QPixmap:
    """An icon as a picture."""
    ratio = max((screen.devicePixelRatio() for screen in QGuiApplication.screens()), default=1.0)
    return _drawn(name, colour(use).name(), px(size), max(ratio, 1.0))


@lru_cache(maxsize=512)
def _drawn(name: str, tint: str, size: int, ratio: float) -> QPixmap:
    from PySide6.QtSvg import QSvgRenderer

    source = resource_path("icons", f"{name}.svg").read_bytes()
    picture = QPixmap(round(size * ratio), round(size * ratio))
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    tinted = source.replace(b"currentColor", QColor(tint).name().encode())
    QSvgRenderer(QByteArray(tinted)).render(painter, QRectF(0, 0, size * ratio, size * ratio))
    painter.end()
    picture.setDevicePixelRatio(ratio)
    return picture
