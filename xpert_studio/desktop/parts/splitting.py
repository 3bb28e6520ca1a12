"""Work and what helps with it: side by side where there is room, one above the other where not."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSplitter, QWidget

from xpert_studio.desktop.look import px

_ROOM = 700


class SideSplitter(QSplitter):
    """Two parts; the second helps with the first."""

    def __init__(self, work: QWidget, help_: QWidget, *, room: int = _ROOM) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self._room = room
        self.addWidget(work)
        self.addWidget(help_)
        self.setStretchFactor(0, 5)
        self.setStretchFactor(1, 2)
        self.setChildrenCollapsible(False)
        self.setSizes([px(760), px(340)])

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Turns when there is too little, or enough, room beside each other."""
        super().resizeEvent(event)
        is_narrow = event.size().width() < px(self._room)
        wanted = Qt.Orientation.Vertical if is_narrow else Qt.Orientation.Horizontal
        if wanted != self.orientation():
            self.setOrientation(wanted)
            self.setSizes([px(520), px(240)] if is_narrow else [px(760), px(340)])
