"""Texts that are too long to be written in here: they are kept whole, and can be taken elsewhere."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from xpert_studio.core.wording import number, t
from xpert_studio.desktop.look import GAP, PAD
from xpert_studio.desktop.widgets.labels import Card, button, label
from xpert_studio.desktop.widgets.layouts import column, row

_LONGEST: Final = 400_000
_LINES: Final = 8_000
_PARAGRAPH: Final = 25_000
_SOLID: Final = 10_000


def is_editable(text: str) -> bool:
    """Whether a text can be written in without keeping anybody waiting."""
    if len(text) <= _SOLID:
        return True
    if len(text) > _LONGEST or text.count("\n") > _LINES:
        return False
    return all(len(line) <= _SOLID or _can_be_laid_out(line) for line in text.split("\n"))


def _can_be_laid_out(line: str) -> bool:
    # Words without an end cost the square of their length.
    return len(line) <= _PARAGRAPH and max(map(len, line.split()), default=0) <= _SOLID


class TooLong(Card):
    """Says that only the beginning is shown, and lets the whole text out and another one in.

    Args:
        parent: The field in which it stands.
        copy: Copies all of the text.
        put: Puts the text on the clipboard in its place.
    """

    def __init__(
        self, parent: QWidget, copy: Callable[[], object], put: Callable[[str], object]
    ) -> None:
        super().__init__(parent=parent)
        self._put = put
        self._words = label("", "warn")
        self.copy = button(t("Copy all of it"), copy, picture="copy")
        self._other = button(
            t("Replace it by what was copied"), self._replace, picture="clipboard-paste"
        )
        column(self._words, row(self.copy, self._other, 1), on=self, pad=PAD, gap=GAP)
        self.hide()

    def show_lengths(self, shown: int, total: int, *, is_open: bool) -> None:
        """Shows how much of the text is seen, and whether it may be replaced."""
        self._words.setText(
            t(
                "This text is too long to be edited here. It is kept whole; shown is its "
                "beginning, {n} of {total} characters. Copy it to edit it in another "
                "program.",
                n=number(shown),
                total=number(total),
            )
        )
        self._other.setVisible(is_open)

    def _replace(self) -> None:
        text = QGuiApplication.clipboard().text()
        if text.strip():
            self._put(text)
        else:
            self._words.setText(t("There is no text on the clipboard."))
