"""A layout that breaks into lines, as words do: for buttons and pickers that may not fit in one."""

from __future__ import annotations

from PySide6.QtCore import QMargins, QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import (
    QLayout,
    QLayoutItem,
    QWidget,
)

from xpert_studio.desktop.look import GAP, px


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
