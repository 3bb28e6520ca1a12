"""A prompt or exchange as it goes over the wire: parts under headings, the cacheable ones marked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtGui import (
    QFont,
    QGuiApplication,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextOption,
)
from PySide6.QtWidgets import QPlainTextEdit

from xpert_studio.core.wording import t
from xpert_studio.desktop.look import colour
from xpert_studio.desktop.widgets.shown_text import breakable, clipped

_LONGEST: Final = 200_000
_LINES: Final = 6_000


@dataclass(frozen=True, slots=True)
class PromptPart:
    """One part of a prompt.

    Attributes:
        title: What it is.
        text: It, letter for letter.
        is_shared: Whether a cache may serve it.
    """

    title: str
    text: str
    is_shared: bool = False


class PromptView(QPlainTextEdit):
    """Parts below each other, on a ground of their own where a cache may serve them."""

    def __init__(self, name: str) -> None:
        super().__init__(readOnly=True, tabChangesFocus=True)
        self.setAccessibleName(name)
        self.setProperty("kind", "reading")
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self._parts: tuple[PromptPart, ...] = ()

    def show_parts(self, parts: Sequence[PromptPart]) -> None:
        """Shows a prompt; of a very long part its beginning."""
        if tuple(parts) == self._parts:
            return
        self._parts = tuple(parts)
        self.clear()
        cursor, plain = QTextCursor(self.document()), QTextCharFormat()
        for part in parts:
            ground, head = QTextBlockFormat(), QTextCharFormat()
            head.setFontWeight(QFont.Weight.DemiBold)
            if part.is_shared:
                ground.setBackground(colour("accent_soft"))
                head.setForeground(colour("accent"))
            if not cursor.atStart():
                cursor.insertBlock(QTextBlockFormat(), plain)
                cursor.insertBlock()
            cursor.setBlockFormat(ground)
            title = f"{part.title} · {t('cacheable')}" if part.is_shared else part.title
            cursor.insertText(title, head)
            cursor.insertBlock(ground, plain)
            cursor.insertText(breakable(clipped(part.text, _LONGEST, _LINES)))
        self.moveCursor(QTextCursor.MoveOperation.Start)

    def copy_all(self) -> None:
        """Copies everything, parts that are shown in part as a whole."""
        QGuiApplication.clipboard().setText(
            "\n\n".join(f"{part.title}\n{part.text}" for part in self._parts)
        )
