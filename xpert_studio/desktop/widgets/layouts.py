"""Layouts with the standard spacings, and one that breaks into lines where there is little room."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from PySide6.QtCore import QMargins, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QAbstractScrollArea,
    QApplication,
    QBoxLayout,
    QGridLayout,
    QHBoxLayout,
    QLayout,
    QLayoutItem,
    QSizePolicy,
    QSplitter,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from xpert_studio.desktop.look import GAP, SPACE, px

# Work and what helps with it: side by side where there is room, one above the other where not.

_ROOM = 700


class SideSplitter(QSplitter):
    """Two parts; the second helps with the first.

    Args:
        work: The first.
        help_: The second.
        room: Below this width, at 100 %, they stand one above the other.
        sizes: How wide they are beside each other, and in which proportion they grow.
    """

    def __init__(
        self,
        work: QWidget,
        help_: QWidget,
        *,
        room: int = _ROOM,
        sizes: tuple[int, int] = (760, 340),
    ) -> None:
        super().__init__(Qt.Orientation.Horizontal, childrenCollapsible=False)
        self._room = room
        self._sizes = sizes
        self._parts = (work, help_)
        _fill(self, self._parts, shares=sizes, sizes=sizes)

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """As narrow as the wider part, for they can stand above each other."""
        return QSize(max(map(_least_width, self._parts)), super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Turns when there is too little, or enough, room beside each other."""
        super().resizeEvent(event)
        is_narrow = event.size().width() < max(px(self._room), sum(map(_least_width, self._parts)))
        wanted = Qt.Orientation.Vertical if is_narrow else Qt.Orientation.Horizontal
        if wanted != self.orientation():
            self.setOrientation(wanted)
            self._parts[1].setContentsMargins(0, px(GAP) if is_narrow else 0, 0, 0)
            self.setSizes([px(size) for size in ((520, 240) if is_narrow else self._sizes)])


def _least_width(part: QWidget) -> int:
    return max(part.minimumWidth(), part.minimumSizeHint().width())


Item = QWidget | QLayout | int | None
Pad = int | tuple[int, int, int, int]
"""The room around: the same on all sides, or left, above, right and below."""
Grow = int | tuple[int, ...] | None
"""The place that takes the room that is left, or the shares of the places in turn."""
Box = TypeVar("Box", bound=QBoxLayout)


def column(
    *items: Item, on: QWidget | None = None, pad: Pad = 0, gap: int = GAP, grow: Grow = None
) -> QVBoxLayout:
    """Things below each other; a number is a stretch, None is left out."""
    return _filled(QVBoxLayout() if on is None else QVBoxLayout(on), items, pad, gap, grow)


def row(
    *items: Item, on: QWidget | None = None, pad: Pad = 0, gap: int = GAP, grow: Grow = None
) -> QHBoxLayout:
    """Things beside each other; a number is a stretch, None is left out."""
    return _filled(QHBoxLayout() if on is None else QHBoxLayout(on), items, pad, gap, grow)


def _filled(made: Box, items: tuple[Item, ...], pad: Pad, gap: int, grow: Grow) -> Box:
    sides = pad if isinstance(pad, tuple) else (pad,) * 4
    made.setContentsMargins(*(px(side) if side else 0 for side in sides))
    made.setSpacing(px(gap) if gap else 0)
    for item in items:
        if isinstance(item, int):
            made.addStretch(item)
        elif isinstance(item, QLayout):
            made.addLayout(item)
        elif item is not None:
            made.addWidget(item)
    if isinstance(grow, int):
        made.setStretch(grow, 1)
    for place, share in enumerate(grow if isinstance(grow, tuple) else ()):
        made.setStretch(place, share)
    return made


class Sides(QWidget):
    """Things beside each other; below each other where there is too little room.

    Args:
        items: They, and what stands between them.
        narrow: In a narrower room they stand below each other, in pixels at 100 %; so they do where
            one of them would be cut.
        gap: The room between them.
        pad: The room around them.
        grow: Which of them takes the room that is left.

    Signals:
        turned: Whether they stand below each other now.
    """

    turned = Signal(bool)

    def __init__(
        self, *items: Item, narrow: int, gap: int = SPACE, pad: Pad = 0, grow: Grow = None
    ) -> None:
        super().__init__()
        self._narrow = narrow
        self._parts = [item for item in items if isinstance(item, QWidget)]
        self._box = row(*items, on=self, gap=gap, pad=pad, grow=grow)

    @property
    def _around(self) -> int:
        return self._box.contentsMargins().left() + self._box.contentsMargins().right()

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """As narrow as the widest part, for they can stand below each other."""
        widest = max(map(_least_width, self._parts))
        return QSize(widest + self._around, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Another width may need another direction."""
        super().resizeEvent(event)
        least = sum(map(_least_width, self._parts)) + self._around
        least += self._box.spacing() * (len(self._parts) - 1)
        way, is_narrow = QBoxLayout.Direction, event.size().width() < max(px(self._narrow), least)
        wanted = way.TopToBottom if is_narrow else way.LeftToRight
        if wanted != self._box.direction():
            self._box.setDirection(wanted)
            self.turned.emit(is_narrow)


def grid(across: int, down: int, *, grow: tuple[int, ...] = ()) -> QGridLayout:
    """A grid with gaps of so many pixels at 100 %; the shares of its columns in what is left."""
    made = QGridLayout()
    made.setHorizontalSpacing(px(across))
    made.setVerticalSpacing(px(down))
    for place, share in enumerate(grow):
        made.setColumnStretch(place, share)
    return made


def put_in_row(layout: QGridLayout, line: int, *cells: QWidget) -> None:
    """Puts widgets into a line of a grid, from its first column on."""
    for place, cell in enumerate(cells):
        layout.addWidget(cell, line, place)


def box(layout: QLayout, *, name: str = "") -> QWidget:
    """A widget around a layout."""
    made = QWidget()
    made.setObjectName(name)
    layout.setParent(None)
    made.setLayout(layout)
    return made


class Stack(QStackedWidget):
    """Widgets of which one is seen at a time; it needs the room of that one alone."""

    def __init__(self) -> None:
        super().__init__()
        self.currentChanged.connect(self.updateGeometry)

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """What the widget that is seen needs at least."""
        seen = self.currentWidget()
        if seen is None:
            return super().minimumSizeHint()
        return seen.minimumSizeHint().expandedTo(seen.minimumSize())


def stacked(*pages: QWidget) -> Stack:
    """Widgets of which one is seen at a time, the first to begin with."""
    made = Stack()
    for page in pages:
        made.addWidget(page)
    return made


def split(
    *parts: QWidget,
    sizes: tuple[int, ...] = (),
    shares: tuple[int, ...] = (),
    way: Qt.Orientation = Qt.Orientation.Horizontal,
    least: int = 0,
) -> QSplitter:
    """Widgets with borders between them that can be moved.

    Args:
        parts: The widgets.
        sizes: Their sizes, in pixels at 100 %.
        shares: In which proportion they grow.
        way: Whether they stand beside or below each other.
        least: The least height of all, in pixels at 100 %.
    """
    made = QSplitter(way, childrenCollapsible=False)
    made.setMinimumHeight(px(least))
    _fill(made, parts, shares=shares, sizes=sizes)
    # It takes the height that is left, and never presses what stands above it.
    made.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Ignored)
    return made


def _fill(
    splitter: QSplitter,
    parts: Iterable[QWidget],
    *,
    shares: tuple[int, ...],
    sizes: tuple[int, ...],
) -> None:
    for part in parts:
        splitter.addWidget(part)
    for place, share in enumerate(shares):
        splitter.setStretchFactor(place, share)
    if sizes:
        splitter.setSizes([px(size) for size in sizes])


def clear(layout: QLayout) -> None:
    """Takes everything out of a layout."""
    while (item := layout.takeAt(0)) is not None:
        if (inner := item.layout()) is not None:
            clear(inner)
        if (widget := item.widget()) is not None:
            _keep_focus_near(widget)
            widget.hide()
            widget.setParent(None)
            widget.deleteLater()


def put_in(layout: QLayout, widgets: Iterable[QWidget]) -> None:
    """Puts widgets into a layout in place of those that are in it."""
    clear(layout)
    for widget in widgets:
        layout.addWidget(widget)


def _keep_focus_near(widget: QWidget) -> None:
    """Hands the focus of what goes to what it stands on; Qt would begin at the sidebar again."""
    held = QApplication.focusWidget()
    if held is None or not (held is widget or widget.isAncestorOf(held)):
        return
    ground = widget.parentWidget()
    while ground is not None and not isinstance(ground, QAbstractScrollArea):
        ground = ground.parentWidget()
    if ground is not None:
        ground.setFocus(Qt.FocusReason.OtherFocusReason)


def wide(widget: QWidget) -> QWidget:
    """Lets a widget take all the room there is."""
    widget.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
    return widget


# A layout that breaks into lines, as words do: for buttons and pickers that may not fit in one.


class Flow(QLayout):
    """Widgets beside each other, and below each other where there is no more room."""

    def __init__(self, *widgets: QWidget, on: QWidget | None = None, gap: int = GAP) -> None:
        super().__init__(on, contentsMargins=QMargins(0, 0, 0, 0))
        self._items: list[QLayoutItem] = []
        self._gap = px(gap)
        for widget in widgets:
            self.addWidget(widget)

    def addItem(self, item: QLayoutItem) -> None:  # noqa: N802 - Qt's name
        """Takes one more."""
        self._items.append(item)

    def count(self) -> int:
        """How many there are."""
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:  # noqa: N802 - Qt's name
        """One of them."""
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:  # noqa: N802 - Qt's name
        """Gives one back."""
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:  # noqa: N802 - Qt's name
        """It takes no more than it needs."""
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:  # noqa: N802 - Qt's name
        """The narrower, the higher."""
        return True

    def heightForWidth(self, width: int) -> int:  # noqa: N802 - Qt's name
        """How high it is at a width."""
        return self._arrange(QRect(0, 0, width, 0), move=False)

    def setGeometry(self, rect: QRect) -> None:  # noqa: N802 - Qt's name
        """Puts everything in its place."""
        super().setGeometry(rect)
        self._arrange(rect, move=True)

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """All in one line."""
        hints = [item.sizeHint() for item in self._seen()]
        return QSize(
            sum(hint.width() for hint in hints) + self._gap * max(len(hints) - 1, 0),
            max((hint.height() for hint in hints), default=0),
        )

    def minimumSize(self) -> QSize:  # noqa: N802 - Qt's name
        """As wide as the widest."""
        sizes = [item.minimumSize() for item in self._seen()]
        return QSize(
            max((size.width() for size in sizes), default=0),
            max((size.height() for size in sizes), default=0),
        )

    def _seen(self) -> list[QLayoutItem]:
        return [item for item in self._items if not item.isEmpty()]

    def _arrange(self, rect: QRect, *, move: bool) -> int:
        """Breaks the items into lines; gives the height they take."""
        x = y = high = 0
        line: list[tuple[QLayoutItem, int, QSize]] = []
        for item in self._seen():
            size = item.sizeHint()
            size.setWidth(min(size.width(), rect.width()))
            if line and x + size.width() > rect.width():
                self._place(line, rect.topLeft() + QPoint(0, y), high, move=move)
                x, y, high, line = 0, y + high + self._gap, 0, []
            line.append((item, x, size))
            x += size.width() + self._gap
            high = max(high, size.height())
        self._place(line, rect.topLeft() + QPoint(0, y), high, move=move)
        return y + high

    def _place(
        self, line: list[tuple[QLayoutItem, int, QSize]], start: QPoint, high: int, *, move: bool
    ) -> None:
        """Items of one line, each in the middle of its height."""
        if move:
            for item, x, size in line:
                item.setGeometry(QRect(start + QPoint(x, (high - size.height()) // 2), size))
