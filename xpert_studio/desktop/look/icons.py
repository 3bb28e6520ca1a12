"""Icons of one set (Lucide, ISC licence), drawn in a colour of the theme."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from PySide6.QtCore import QByteArray, QRectF, QSize, Qt
from PySide6.QtGui import QGuiApplication, QIcon, QPainter, QPixmap

from xpert_studio.core.resources import resource_path
from xpert_studio.desktop.look.measures import px
from xpert_studio.desktop.look.theme import colour

_SIZE: Final = 16
_ROOM: Final = 4
"""Of an icon before words, in pixels at 100 %."""


def icon(name: str, use: str = "text", size: int = 18, *, room: int = 0) -> QIcon:
    """An icon; greyed where what it stands on is disabled.

    Args:
        name: The icon's file name without its suffix.
        use: The colour's use.
        size: In pixels at 100 %.
        room: Likewise, at its right.
    """
    made = QIcon()
    for mode, tone in ((QIcon.Mode.Normal, use), (QIcon.Mode.Disabled, "border_strong")):
        made.addPixmap(pixmap(name, tone, size, room=room), mode)
    return made


def icon_before_words(name: str, use: str = "text") -> QIcon:
    """An icon with room behind it, for a button's words: Qt has them nearly touch."""
    return icon(name, use, _SIZE, room=_ROOM)


def size_before_words() -> QSize:
    """The icon size of a button with words."""
    return QSize(px(_SIZE) + px(_ROOM), px(_SIZE))


def pixmap(name: str, use: str = "text", size: int = 18, *, room: int = 0) -> QPixmap:
    """An icon as a picture; see ``icon``."""
    ratio = max((screen.devicePixelRatio() for screen in QGuiApplication.screens()), default=1.0)
    whole = QSize(px(size) + (px(room) if room else 0), px(size))
    return _drawn(name, colour(use).name(), whole, max(ratio, 1.0))


@lru_cache(maxsize=512)
def _drawn(name: str, tint: str, size: QSize, ratio: float) -> QPixmap:
    from PySide6.QtSvg import QSvgRenderer

    source = resource_path("icons", f"{name}.svg").read_bytes()
    picture = QPixmap(size * ratio)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    tinted = QByteArray(source.replace(b"currentColor", tint.encode()))
    high = size.height() * ratio
    QSvgRenderer(tinted).render(painter, QRectF(0, 0, high, high))
    painter.end()
    picture.setDevicePixelRatio(ratio)
    return picture
