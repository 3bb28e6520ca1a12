"""Fields for numbers; in one of them empty is none, which is not zero."""

from __future__ import annotations

import re
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QLineEdit, QSpinBox

from xpert_studio.desktop.look import px
from xpert_studio.wording import number, t

_NUMBER: Final = re.compile(r"[+-]?\d+(\.\d+)?", re.ASCII)


class Spin(QSpinBox):
    """A whole number; the mouse wheel scrolls the page and leaves it alone."""

    def __init__(self, name: str, least: int, most: int, suffix: str = "") -> None:
        super().__init__(suffix=suffix, minimum=least, maximum=most)
        self.setAccessibleName(name)
        self.setFixedWidth(px(84))
        self.lineEdit().setTextMargins(px(6), 0, 0, 0)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def wheelEvent(self, event: QWheelEvent) -> None:  # noqa: N802 - Qt's name
        """Passes it on."""
        event.ignore()


class NumberField(QLineEdit):
    """One number; whatever is typed stays, and ``fault`` says what is wrong with it.

    Args:
        name: What screen readers call it.
        least, most: Between which it lies.
        digits: Behind the point; 0 for whole numbers.
        empty: What stands in it while it is empty.
    """

    def __init__(
        self, name: str, least: float, most: float, *, digits: int = 0, empty: str = ""
    ) -> None:
        super().__init__(placeholderText=empty)
        self._range, self._digits = (least, most), digits
        self.setAccessibleName(name)
        self.setFixedWidth(px(110))

    @property
    def number(self) -> float | None:
        """What stands in it; None where that is nothing, or no number that may be."""
        found = _NUMBER.fullmatch(self.text().strip())
        behind = len(found[1] or ".") - 1 if found else 0
        value = float(found[0]) if found and behind <= self._digits else None
        return value if value is not None and self._range[0] <= value <= self._range[1] else None

    @property
    def whole(self) -> int | None:
        """The same as a whole number."""
        found = self.number
        return None if found is None else int(found)

    def fault(self) -> str:
        """What is wrong with what stands in it; empty for nothing."""
        if not self.text().strip() or self.number is not None:
            return ""
        said = (
            t("Write a number from {least} to {most}, such as 0.5.")
            if self._digits
            else t("Write a whole number from {least} to {most}.")
        )
        least, most = self._range
        return said.format(least=number(least), most=number(most))

    def show_number(self, value: float | None) -> None:
        """Shows a number, or nothing."""
        self.setText("" if value is None else f"{value:.12g}")
