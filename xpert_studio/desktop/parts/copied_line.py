"""A line to be copied, such as a command; it is selected, copied, and scrolls where it is long."""

from __future__ import annotations

from PySide6.QtGui import QFontDatabase, QGuiApplication
from PySide6.QtWidgets import QLineEdit, QWidget

from xpert_studio.desktop.look import GAP
from xpert_studio.desktop.parts.labels import tool
from xpert_studio.desktop.parts.layouts import row
from xpert_studio.desktop.wording import t


class CopiedLine(QWidget):
    """One line."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.field = QLineEdit()
        self.field.setReadOnly(True)
        self.field.setAccessibleName(name)
        font = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
        font.setPixelSize(self.field.font().pixelSize())
        self.field.setFont(font)
        self.copy = tool("copy", t("Copy: {what}", what=name), self.take)
        row(self.field, self.copy, on=self, gap=GAP)
        self._whole = ""

    def show_text(self, text: str) -> None:
        """Shows a line; of a very long one the beginning, while all of it is copied."""
        self._whole = text
        self.field.setText(text[:4000])
        self.field.setCursorPosition(0)

    def take(self) -> None:
        """Copies the whole line."""
        QGuiApplication.clipboard().setText(self._whole)
