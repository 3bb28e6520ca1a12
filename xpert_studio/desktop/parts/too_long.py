"""Texts that are too long to be written in here: they are kept whole, and can be taken elsewhere.

A field lays out a paragraph anew with every key. What that costs was measured: it is the length of
the longest paragraph that keeps a person waiting, and the number of lines when they are first shown.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from xpert_studio.desktop.look import GAP, PAD
from xpert_studio.desktop.parts.labels import Card, button, label
from xpert_studio.desktop.parts.layouts import column, row
from xpert_studio.desktop.wording import number, t

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

    Signals:
        copy_wanted: All of the text should be copied.
        other_wanted: The text on the clipboard should take its place.
    """

    copy_wanted = Signal()
    other_wanted = Signal(str)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent=parent)
        self._words = label("", "warn")
        self._copy = button(t("Copy all of it"), self.copy_wanted.emit, picture="copy")
        self._other = button(
            t("Replace it by what was copied"), self._replace, picture="clipboard-paste"
        )
        column(self._words, row(self._copy, self._other, 1), on=self, pad=PAD, gap=GAP)
        self.hide()

    def show_lengths(self, shown: int, total: int, *, is_open: bool) -> None:
        """Shows how much of the text is seen, and whether it may be replaced."""
        self._words.setText(
            t("This text is too long to be edited here. It is kept whole; shown is its beginning, {n} of {total} characters. Copy it to edit it in another program.",
              n=number(shown), total=number(total))
        )  # fmt: skip
        self._other.setVisible(is_open)

    def _replace(self) -> None:
        text = QGuiApplication.clipboard().text()
        if text.strip():
            self.other_wanted.emit(text)
        else:
            self._words.setText(t("There is no text on the clipboard."))
