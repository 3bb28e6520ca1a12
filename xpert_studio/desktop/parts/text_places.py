"""Stretches of a text as Qt counts and marks them: in UTF-16 units, not in characters."""

from __future__ import annotations

from PySide6.QtGui import QTextCharFormat, QTextCursor, QTextDocument, QTextLayout
from PySide6.QtWidgets import QTextEdit


def units(text: str, place: int) -> int:
    """A place in characters as Qt counts it."""
    return len(text[:place].encode("utf-16-le", "surrogatepass")) // 2


def characters(text: str, place: int) -> int:
    """A place as Qt counts it, in characters."""
    data = text.encode("utf-16-le", "surrogatepass")[: place * 2]
    return len(data.decode("utf-16-le", "ignore"))


def format_range(
    text: str, start: int, end: int, style: QTextCharFormat
) -> QTextLayout.FormatRange:
    """A stretch of a text that is laid out in another style."""
    made = QTextLayout.FormatRange()
    made.start = units(text, start)
    made.length = units(text, end) - made.start
    made.format = style
    return made


def selection(
    document: QTextDocument, text: str, start: int, end: int, style: QTextCharFormat
) -> QTextEdit.ExtraSelection:
    """A stretch of a document, whose text is given, that is shown in another style."""
    made = QTextEdit.ExtraSelection()
    cursor = QTextCursor(document)
    cursor.setPosition(units(text, start))
    cursor.setPosition(units(text, end), QTextCursor.MoveMode.KeepAnchor)
    made.cursor, made.format = cursor, style
    return made
