"""A field for a number that may be left empty: empty is none, which is not zero."""

from __future__ import annotations

from PySide6.QtCore import QLocale
from PySide6.QtGui import QDoubleValidator, QIntValidator
from PySide6.QtWidgets import QLineEdit

from xpert_studio.desktop.look import px


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
