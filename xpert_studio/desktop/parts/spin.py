"""A field for a whole number."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QSpinBox

from xpert_studio.desktop.look import px


class Spin(QSpinBox):
    """A whole number; the mouse wheel scrolls the page and leaves it alone."""

    def __init__(self, name: str, least: int, most: int, suffix: str = "") -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.setRange(least, most)
        self.setSuffix(suffix)
        self.setFixedWidth(px(84))
        self.lineEdit().setTextMargins(px(6), 0, 0, 0)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def wheelEvent(self, event: QWheelEvent) -> None:  # noqa: N802 - Qt's name
        """Passes it on."""
        event.ignore()

    def show_value(self, value: int) -> None:
        """Shows what holds, unless the person is entering something else."""
        if not self.hasFocus():
            with QSignalBlocker(self):
                self.setValue(value)
