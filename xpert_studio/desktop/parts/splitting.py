"""Work and what helps with it: side by side where there is room, one above the other where not."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSplitter, QWidget

from xpert_studio.desktop.look import px

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
        super().__init__(Qt.Orientation.Horizontal)
        self._room = room
        self._sizes = sizes
        self._parts = (work, help_)
        self.addWidget(work)
        self.addWidget(help_)
        self.setStretchFactor(0, sizes[0])
        self.setStretchFactor(1, sizes[1])
        self.setChildrenCollapsible(False)
        self.setSizes([px(size) for size in sizes])

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """As narrow as the wider part, for they can stand above each other."""
        return QSize(max(self._least_widths()), super().minimumSizeHint().height())

    def _least_widths(self) -> list[int]:
        return [max(part.minimumWidth(), part.minimumSizeHint().width()) for part in self._parts]

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Turns when there is too little, or enough, room beside each other."""
        super().resizeEvent(event)
        is_narrow = event.size().width() < max(px(self._room), sum(self._least_widths()))
        wanted = Qt.Orientation.Vertical if is_narrow else Qt.Orientation.Horizontal
        if wanted != self.orientation():
            self.setOrientation(wanted)
            sizes = (520, 240) if is_narrow else self._sizes
            self.setSizes([px(size) for size in sizes])
