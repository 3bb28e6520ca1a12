"""Text drawn in a cell: wrapped, with stretches underlined or coloured."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from PySide6.QtCore import QPointF, QRect
from PySide6.QtGui import (
    QFont,
    QFontMetricsF,
    QPainter,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextLayout,
    QTextOption,
)
from PySide6.QtWidgets import QTextEdit

from xpert_studio.desktop.look import colour
from xpert_studio.desktop.widgets.bounds import clipped

# Stretches of a text as Qt counts and marks them: in UTF-16 units, not in characters.


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


Stretch = tuple[int, int, str]
_LONGEST: Final = 4000
_LINES: Final = 60


def draw_text(
    painter: QPainter,
    rect: QRect,
    text: str,
    underlined: Sequence[Stretch] = (),
    *,
    changed: Sequence[Stretch] = (),
    marked: Sequence[tuple[int, int]] = (),
    tone: str = "text",
) -> None:
    """Paints a text in a rectangle.

    Args:
        painter: Where.
        rect: Its width is what lines break at.
        text: What; line breaks are kept.
        underlined: Stretches (start, end, colour) that get a wave below.
        changed: Stretches that went (``bad``: struck through) or came (``good``: underlined).
        marked: Stretches (start, end) that were looked for.
        tone: The colour of the rest.
    """
    text = shown(text)
    layout = _layout(text, painter.font(), rect.width())
    ranges = []
    for start, end, use in underlined:
        if 0 <= start < end <= len(text):
            ranges.append(_range(text, start, end, use))
    ranges += [_changed(text, *stretch) for stretch in changed if stretch[0] < len(text)]
    ranges += [_marked(text, *stretch) for stretch in marked if stretch[1] <= len(text)]
    painter.setPen(colour(tone))
    layout.draw(painter, QPointF(rect.topLeft()), ranges)


def shown(text: str) -> str:
    """A text as a cell shows it: its beginning where it would fill the whole page and more."""
    return clipped(text, _LONGEST, _LINES)


@lru_cache(maxsize=4096)
def _height(text: str, font: str, width: int) -> int:
    made = QFont()
    made.fromString(font)
    return int(_layout(shown(text), made, width).boundingRect().height()) + 1


def text_height(text: str, font: QFont, width: int) -> int:
    """How high a text is when its lines break at a width."""
    return _height(text, font.toString(), max(width, 20))


def _layout(text: str, font: QFont, width: int) -> QTextLayout:
    layout = QTextLayout(text.replace("\n", "\u2028"), font)
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    layout.setTextOption(option)
    layout.beginLayout()
    height = 0.0
    leading = QFontMetricsF(font).leading()
    while True:
        line = layout.createLine()
        if not line.isValid():
            break
        line.setLineWidth(width)
        line.setPosition(QPointF(0, height))
        height += line.height() + leading
    layout.endLayout()
    return layout


def _range(text: str, start: int, end: int, use: str) -> QTextLayout.FormatRange:
    style = QTextCharFormat()
    style.setUnderlineStyle(QTextCharFormat.UnderlineStyle.WaveUnderline)
    style.setUnderlineColor(colour(use))
    return format_range(text, start, end, style)


def _changed(text: str, start: int, end: int, use: str) -> QTextLayout.FormatRange:
    style = QTextCharFormat()
    style.setForeground(colour(use))
    style.setBackground(colour(f"{use}_soft"))
    style.setFontStrikeOut(use == "bad")
    style.setFontUnderline(use == "good")
    return format_range(text, start, end, style)


def _marked(text: str, start: int, end: int) -> QTextLayout.FormatRange:
    style = QTextCharFormat()
    style.setForeground(colour("text"))
    style.setBackground(colour("mark_strong"))
    style.setFontUnderline(True)
    return format_range(text, start, end, style)
