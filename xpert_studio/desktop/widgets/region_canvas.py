"""A picture with regions on it; one more can be drawn, by mouse and by keys."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QImage,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPixmap,
)
from PySide6.QtWidgets import QLabel, QSizePolicy

from xpert_studio.core.records import Region, region_between
from xpert_studio.core.wording import t
from xpert_studio.desktop.look import colour, px
from xpert_studio.desktop.widgets.wiring import ENTER

_STEP: Final = 0.01
_LEAST: Final = 0.01
_FIRST: Final = (0.4, 0.4, 0.2, 0.2)
"""Where a region begins that is drawn by keys: left, top, width and height."""
_WHOLE: Final = QRectF(0, 0, 1, 1)
_LIGHT: Final = 150
"""Colours that are lighter, of 255, are drawn on black: those of the dark look."""
_ARROWS: Final = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}
_OWN_KEYS: Final = frozenset({*_ARROWS, *ENTER, Qt.Key.Key_Escape})


@dataclass(frozen=True, slots=True)
class MarkedRegion:
    """A region that is drawn on the picture.

    Attributes:
        is_current: Whether it stands out.
        tone: The name of its colour.
        is_dashed: Whether its line is, as that of judges is.
        words: A letter or number at its corner, as of the checkpoint.
        said: What and where it is, where the picture cannot be shown.
    """

    region: Region
    is_current: bool = True
    tone: str = "accent"
    is_dashed: bool = False
    words: str = ""
    said: str = ""


class RegionCanvas(QLabel):
    """Shows one picture as large as there is room; a label, as screen readers know no other picture.

    Signals:
        drawn: A region is begun, moved or dropped by hand.
        kept: Enter was pressed on the region that is drawn.
    """

    drawn = Signal()
    kept = Signal()

    def __init__(self) -> None:
        super().__init__(pixmap=QPixmap(1, 1))  # makes it a picture and is not drawn
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumSize(QSize(px(160), px(120)))
        self.may_draw = False
        self._image = QImage()
        self._picture = ""
        self._marks: Sequence[MarkedRegion] = ()
        self._active: QRectF | None = None
        self._from: QPointF | None = None

    def show_picture(self, picture: str, image: QImage, name: str) -> None:
        """Shows another picture; what was being drawn is dropped.

        Args:
            picture: The hash by which its regions are known.
            image: What is shown.
            name: What it shows.
        """
        self._picture, self._image, self._active = picture, image, None
        self.setAccessibleName(name)
        self.update()

    def show_marks(self, marks: Sequence[MarkedRegion]) -> None:
        """Shows regions of the picture; those of others are left out."""
        self._marks = [mark for mark in marks if mark.region.picture == self._picture]
        self.update()

    @property
    def region(self) -> Region | None:
        """The region that is being drawn; None while there is none."""
        area = self._active
        if area is None or not self._picture:
            return None
        return region_between(self._picture, area.left(), area.top(), area.right(), area.bottom())

    def begin(self) -> None:
        """Begins a region in the middle, to be moved by keys."""
        if self.may_draw:
            self._put(QRectF(*_FIRST))
            self.setFocus()

    def drop(self) -> None:
        """Drops the region that is being drawn."""
        self._put(None)

    def _put(self, area: QRectF | None) -> None:
        self._active = area
        said = ""
        if area is not None:
            said = t(
                "Region at {left:.0%}, {top:.0%} of {width:.0%} × {height:.0%}",
                left=area.left(),
                top=area.top(),
                width=area.width(),
                height=area.height(),
            )
        self.setAccessibleDescription(said)
        self.update()
        self.drawn.emit()

    @property
    def ground(self) -> QRectF:
        """Where the picture is drawn, in pixels of the widget."""
        room = QRectF(self.rect())
        if self._image.isNull() or room.isEmpty():
            return QRectF()
        size = self._image.size().scaled(self.size(), Qt.AspectRatioMode.KeepAspectRatio)
        made = QRectF(0, 0, max(size.width(), 1), max(size.height(), 1))
        made.moveCenter(room.center())
        return made

    def place_of(self, region: Region) -> QRectF:
        """Where a region is drawn, in pixels of the widget."""
        return self._in_pixels(QRectF(region.left, region.top, region.width, region.height))

    def _in_pixels(self, area: QRectF) -> QRectF:
        ground = self.ground
        return QRectF(
            ground.left() + area.left() * ground.width(),
            ground.top() + area.top() * ground.height(),
            area.width() * ground.width(),
            area.height() * ground.height(),
        )

    def _share(self, at: QPointF) -> QPointF:
        ground = self.ground
        across = (at.x() - ground.left()) / max(ground.width(), 1)
        down = (at.y() - ground.top()) / max(ground.height(), 1)
        return QPointF(min(max(across, 0.0), 1.0), min(max(down, 0.0), 1.0))

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """Draws the picture, the regions on it, and the one that is being drawn."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.drawImage(self.ground, self._image)
        for mark in sorted(self._marks, key=lambda one: one.is_current):
            line = Qt.PenStyle.DashLine if mark.is_dashed else Qt.PenStyle.SolidLine
            _frame(painter, self.place_of(mark.region), _tone(mark), line)
        for mark, badge in self.badges():
            painter.fillRect(badge, _tone(mark))
            painter.setPen(_against(_tone(mark)))
            painter.drawText(badge, Qt.AlignmentFlag.AlignCenter, mark.words)
        if self._active is not None:
            area = self._in_pixels(self._active)
            _frame(painter, area, colour("bad"), Qt.PenStyle.SolidLine)
        if self.hasFocus():
            painter.setPen(QPen(colour("accent"), px(2)))
            painter.drawRect(self.rect().adjusted(1, 1, -1, -1))

    def badges(self) -> list[tuple[MarkedRegion, QRectF]]:
        """Where the words of each region stand, in pixels of the widget.

        At an outer corner of it, the one where they cover least of regions and of other words; the
        current regions choose first.
        """
        taken = [self.place_of(mark.region) for mark in self._marks]
        room, found = QRectF(self.rect()), list[tuple[MarkedRegion, QRectF]]()
        high = self.fontMetrics().height()
        for mark in sorted(self._marks, key=lambda one: not one.is_current):
            if not mark.words:
                continue
            area = self.place_of(mark.region)
            wide = self.fontMetrics().horizontalAdvance(mark.words) + px(6)
            corners = (
                _inside(room, QRectF(left, top, wide, high))
                for top in (area.top() - high, area.bottom())
                for left in (area.left(), area.right() - wide)
            )
            found.append((mark, min(corners, key=lambda one: _covered(one, taken))))
            taken.append(found[-1][1])
        return found

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """Begins a region at a corner."""
        if self.may_draw and event.button() is Qt.MouseButton.LeftButton:
            self._from = self._share(event.position())
            self.setFocus()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """Draws the region as far as the pointer."""
        if self._from is None:
            return
        area = QRectF(self._from, self._share(event.position())).normalized()
        if area.width() >= _LEAST and area.height() >= _LEAST:
            self._put(area)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """The region stays, to be kept or dropped."""
        self.mouseMoveEvent(event)
        self._from = None

    def event(self, event: QEvent) -> bool:
        """Takes its keys before the window's shortcuts do."""
        if (
            event.type() is QEvent.Type.ShortcutOverride
            and isinstance(event, QKeyEvent)
            and self._active is not None
            and event.key() in _OWN_KEYS
        ):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        """Arrow keys move the region, with Shift they size it; Enter keeps it, Escape drops it."""
        area, key = self._active, Qt.Key(event.key())
        if area is None or key not in _OWN_KEYS:
            super().keyPressEvent(event)
        elif key is Qt.Key.Key_Escape:
            self.drop()
        elif key in ENTER:
            self.kept.emit()
        else:
            across, down = (step * _STEP for step in _ARROWS[key])
            if event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
                self._put(_sized(area, across, down))
            else:
                self._put(_inside(_WHOLE, area.translated(across, down)))


def _tone(mark: MarkedRegion) -> QColor:
    return colour(mark.tone if mark.is_current else "border_strong")


def _against(tone: QColor) -> QColor:
    return QColor("black" if tone.lightness() > _LIGHT else "white")


def _frame(painter: QPainter, area: QRectF, tone: QColor, line: Qt.PenStyle) -> None:
    """A line that is seen on dark and on bright pictures."""
    painter.setPen(QPen(_against(tone), px(5)))
    painter.drawRect(area)
    painter.setPen(QPen(tone, px(3), line))
    painter.drawRect(area)


def _inside(room: QRectF, badge: QRectF) -> QRectF:
    left = min(max(badge.left(), room.left()), room.right() - badge.width())
    top = min(max(badge.top(), room.top()), room.bottom() - badge.height())
    return QRectF(left, top, badge.width(), badge.height())


def _covered(badge: QRectF, areas: Iterable[QRectF]) -> float:
    """Pixels of areas that lie below a badge."""
    shared = (badge.intersected(area) for area in areas)
    return sum(one.width() * one.height() for one in shared)


def _sized(area: QRectF, across: float, down: float) -> QRectF:
    wide = min(max(area.width() + across, _LEAST), 1 - area.left())
    high = min(max(area.height() + down, _LEAST), 1 - area.top())
    return QRectF(area.left(), area.top(), wide, high)
