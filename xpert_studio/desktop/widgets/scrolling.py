"""What may be longer than the room there is, and scrolls then."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Final

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QScrollArea,
    QScrollBar,
    QSizePolicy,
    QWidget,
)
from shiboken6 import isValid

from xpert_studio.desktop.look import GAP, px
from xpert_studio.desktop.widgets.layouts import Grow, Item, Pad, Stack, box, column

_WITHIN: Final = 280
"""Height that is asked for within something that scrolls, in pixels at 100 %."""


def scrolled(inside: QWidget) -> QScrollArea:
    """Something that may be longer than the window."""
    if not inside.objectName():
        inside.setObjectName("canvas")
    return _Scroll(inside)


class _Scroll(QScrollArea):
    """What is in it has the room there is, or the height that it needs at this width.

    Qt's own way of doing so also asks for the least height at any width, at which every text is
    broken into many lines: it scrolls where all would fit.
    """

    def __init__(self, inside: QWidget) -> None:
        super().__init__()
        self._inside, self._least = inside, 0
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setWidget(inside)

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Wide enough for what is in it: nothing scrolls sideways."""
        bar = self.verticalScrollBar().sizeHint().width()
        wide = self._inside.minimumSizeHint().width() + bar
        return QSize(wide, super().minimumSizeHint().height())

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Within something that scrolls it asks for little: else both would scroll."""
        wanted, around = super().sizeHint(), self.parentWidget()
        while around is not None and not isinstance(around, _Scroll):
            around = around.parentWidget()
        is_within = around is not None and not isinstance(around, PageScroll)
        return QSize(wanted.width(), min(wanted.height(), px(_WITHIN))) if is_within else wanted

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Another window has other room."""
        super().resizeEvent(event)
        self.fit()

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802 - Qt's name
        """What is in it may have changed while it was not seen."""
        super().showEvent(event)
        self.fit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """What is in it needs more room, or less; Qt's scroll area watches it already."""
        if event.type() is QEvent.Type.LayoutRequest:
            self.fit()
        return super().eventFilter(watched, event)

    def fit(self) -> None:
        """Gives what is in it its room, and asks for the width that it needs now."""
        room, least = self.viewport().size(), self._inside.minimumSizeHint().width()
        wide = max(room.width(), least)
        self._inside.resize(wide, max(room.height(), self._needed(wide)))
        if least != self._least:
            self._least = least
            self.updateGeometry()

    def _needed(self, width: int) -> int:
        """How high what is in it has to be at a width."""
        needed = self._inside.heightForWidth(width)
        return needed if needed >= 0 else self._inside.minimumSizeHint().height()


class PageScroll(_Scroll):
    """The pages of the window."""

    _begun: QWidget | None = None
    """What has the focus, until the page is scrolled elsewhere."""
    _is_showing = False

    def __init__(self, pages: Stack) -> None:
        super().__init__(pages)
        self.verticalScrollBar().valueChanged.connect(self._scrolled)
        pages.currentChanged.connect(self._begin)
        QApplication.instance().focusChanged.connect(self._keep_in_sight)  # type: ignore[union-attr]

    def fit(self) -> None:
        """Keeps what has been given the focus in sight, too: a form opens around it."""
        super().fit()
        self._show_begun()

    def _begin(self) -> None:
        self._begun = None
        self.fit()
        self.verticalScrollBar().setValue(0)

    def _keep_in_sight(self, _: QWidget | None, focus: QWidget | None) -> None:
        """Scrolls to what an action has given the focus; Qt does so for Tab alone."""
        is_here = focus is not None and self._inside.isAncestorOf(focus)
        self._begun = focus if is_here else None
        self._show_begun()

    def _scrolled(self) -> None:
        if not self._is_showing:
            self._begun = None

    def _show_begun(self) -> None:
        """Shows its first line; what is seen of it stays while a mouse button is held on it."""
        focus = self._begun
        if focus is None or not isValid(focus) or not self._inside.isAncestorOf(focus):
            return
        high = min(focus.height(), 2 * focus.fontMetrics().height())
        place = QRect(focus.mapTo(self.viewport(), QPoint()), QSize(focus.width(), high))
        room = self.viewport().rect()
        is_seen = place.top() >= room.top() and place.bottom() <= room.bottom()
        is_held = place.intersects(room) and bool(QApplication.mouseButtons().value)
        if not is_seen and not is_held:
            self._is_showing = True
            self.ensureWidgetVisible(focus)
            self._is_showing = False


class FittedScroll(_Scroll):
    """As high as what is in it where there is room, and scrolled where there is not.

    Args:
        inside: What is in it.
        least: Its least height, in pixels at 100 %.
    """

    def __init__(self, inside: QWidget, *, least: int) -> None:
        self._lowest, self._is_whole = px(least), False
        super().__init__(inside)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        self.setMinimumHeight(self._lowest)

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """As high as its content is at this width."""
        return QSize(self._inside.sizeHint().width(), self._needed(max(self.width(), 1)))

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """As wide as any other, and no lower than it may be."""
        return QSize(super().minimumSizeHint().width(), self.minimumHeight())

    def show_whole(self, is_whole: bool) -> None:
        """Leaves the scrolling to what is around it, or scrolls by itself again."""
        self._is_whole = is_whole
        self.fit()

    def fit(self) -> None:
        """Asks for the height that what is in it needs now, too."""
        super().fit()
        least = self._needed(self.width()) if self._is_whole else self._lowest
        if least != self.minimumHeight():
            self.setMinimumHeight(least)
        self.updateGeometry()


def scrolled_column(
    *items: Item, on: QWidget, pad: Pad = 0, gap: int = GAP, grow: Grow = None
) -> None:
    """Things below each other that fill a widget, and scroll where they are longer than it."""
    column(scrolled(box(column(*items, pad=pad, gap=gap, grow=grow))), on=on)


class ScrolledTogether:
    """Texts that scroll together: each as far through as the one that is scrolled.

    Args:
        bars: Of the texts.
        is_on: Says whether they do so now.
    """

    def __init__(self, bars: Sequence[QScrollBar], is_on: Callable[[], bool]) -> None:
        self._bars, self._is_on = tuple(bars), is_on
        self._is_following = False
        for bar in self._bars:
            bar.valueChanged.connect(partial(self._follow, bar))

    def _follow(self, here: QScrollBar, value: int) -> None:
        if self._is_on() and not self._is_following:
            with self.apart():  # the others would move this one again
                for there in self._bars:
                    if there is not here:
                        there.setValue(round(value / max(here.maximum(), 1) * there.maximum()))

    @contextmanager
    def apart(self) -> Iterator[None]:
        """In it, each goes to a place of its own."""
        before, self._is_following = self._is_following, True
        try:
            yield
        finally:
            self._is_following = before
