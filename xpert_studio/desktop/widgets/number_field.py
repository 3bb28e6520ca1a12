"""Fields for numbers; in one of them empty is none, which is not zero."""

from __future__ import annotations

from PySide6.QtCore import QLocale, QSignalBlocker, Qt
from PySide6.QtGui import QDoubleValidator, QIntValidator, QWheelEvent
from PySide6.QtWidgets import QLineEdit, QSpinBox

from xpert_studio.desktop.look import px

# A field for a whole number.


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


class NumberField(QLineEdit):
    """One number.

    Args:
        name: What screen readers call it.
        least, most: Between which it lies.
        digits: Behind the point; 0 for whole numbers.
        empty: What stands in it while it is empty.
    """

    def __init__(
        self, name: str, least: float, most: float, *, digits: int = 0, empty: str = ""
    ) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.setPlaceholderText(empty)
        self.setFixedWidth(px(110))
        plain = QLocale(QLocale.Language.C)
        plain.setNumberOptions(QLocale.NumberOption.RejectGroupSeparator)
        if digits:
            checks = QDoubleValidator(least, most, digits, self)
            checks.setNotation(QDoubleValidator.Notation.StandardNotation)
            checks.setLocale(plain)
            self.setValidator(checks)
        else:
            whole = QIntValidator(int(least), int(most), self)
            whole.setLocale(plain)
            self.setValidator(whole)

    @property
    def number(self) -> float | None:
        """What stands in it; None where that is nothing, or not yet a number that may be."""
        text = self.text().strip()
        if not text or not self.hasAcceptableInput():
            return None
        return float(text)

    @property
    def whole(self) -> int | None:
        """The same as a whole number."""
        number = self.number
        return None if number is None else int(number)

    @property
    def is_wrong(self) -> bool:
        """Whether something stands in it that is no number it takes."""
        return bool(self.text().strip()) and not self.hasAcceptableInput()

    def show_number(self, number: float | None) -> None:
        """Shows a number, or nothing."""
        self.setText("" if number is None else f"{number:.12g}")
