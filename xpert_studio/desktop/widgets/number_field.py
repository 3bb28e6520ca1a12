"""Numbers; in one of the fields empty is none, which is not zero."""

from __future__ import annotations

import re
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import (
    QLineEdit,
    QSpinBox,
)

from xpert_studio.core.wording import number, t
from xpert_studio.desktop.look import px

_NUMBER: Final = re.compile(r"[+-]?\d+(\.\d+)?", re.ASCII)


class Spin(QSpinBox):
    """A whole number; the mouse wheel scrolls the page and leaves it alone."""

    def __init__(
        self, name: str, least: int, most: int, suffix: str = "", step: int = 1, wide: int = 0
    ) -> None:
        super().__init__(suffix=suffix, minimum=least, maximum=most, singleStep=step)
        self.setAccessibleName(name)
        self.setFixedWidth(px(wide or 84))
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
        wide: Its width in pixels at 100 %; the usual one where 0.
    """

    def __init__(
        self,
        name: str,
        least: float,
        most: float,
        *,
        digits: int = 0,
        empty: str = "",
        wide: int = 0,
    ) -> None:
        super().__init__(placeholderText=empty)
        self._range, self._digits = (least, most), digits
        self.setAccessibleName(name)
        self.setFixedWidth(px(wide or 110))

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
        return None if self.number is None else int(self.number)

    def fault(self) -> str:
        """What is wrong with what stands in it; empty for nothing."""
        if not self.text().strip() or self.number is not None:
            return ""
        least, most = map(number, self._range)
        if self._digits:
            return t("Write a number from {least} to {most}, such as 0.5.", least=least, most=most)
        return t("Write a whole number from {least} to {most}.", least=least, most=most)

    def show_number(self, value: float | None) -> None:
        """Shows a number, or nothing."""
        self.setText("" if value is None else f"{value:.12g}")
