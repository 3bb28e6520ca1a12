"""Stretches of a text as Qt counts and marks them: in UTF-16 units, not in characters; and texts drawn in a cell."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from PySide6.QtCore import QPointF, QRect
from PySide6.QtGui import (
    QColor,
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
from xpert_studio.desktop.widgets.shown_text import clipped


def units(text: str, place: int) -> int:
    """A place in characters as Qt counts it."""
    return len(text[:place].encode("utf-16-le", "surrogatepass")) // 2


def characters(text: str, place: int) -> int:
    """A place as Qt counts it, in characters."""
    data = text.encode("utf-16-le", "surrogatepass")[: place * 2]
    return len(data.decode("utf-16-le", "ignore"))


def text_style(
    *,
    ground: QColor | str = "",
    ink: str = "",
    line: str = "",
    wave: str = "",
    dots: str = "",
    is_struck: bool = False,
) -> QTextCharFormat:
    """How a stretch of a text looks.

    Args:
        ground: Behind it: a colour, or its use.
        ink: Of its letters.
        line: Of a line below it.
        wave: Of a wave below it.
        dots: Of dots below it.
        is_struck: Whether it is struck through.
    """
    made, below = QTextCharFormat(), QTextCharFormat.UnderlineStyle
    if ground:
        made.setBackground(colour(ground) if isinstance(ground, str) else ground)
    if ink:
        made.setForeground(colour(ink))
    styles = ((below.SingleUnderline, line), (below.WaveUnderline, wave), (below.DotLine, dots))
    for style, use in styles:
        if use:
            made.setUnderlineStyle(style)
            made.setUnderlineColor(colour(use))
    made.setFontStrikeOut(is_struck)
    return made


def format_range(
    text: str, start: int, end: int, style: QTextCharFormat
) -> QTextLayout.FormatRange:
    """A stretch of a text that is laid out in another style."""
    made = QTextLayout.FormatRange()
    made.start = units(text, start)
    made.length = units(text, end) - made.start
    made.format = style
    return made


def cursor_at(document: QTextDocument, start: int, end: int | None = None) -> QTextCursor:
    """A cursor at a place as Qt counts it, or over the stretch up to another place."""
    made = QTextCursor(document)
    made.setPosition(start)
    if end is not None:
        made.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
    return made


def selection(
    document: QTextDocument, text: str, start: int, end: int, style: QTextCharFormat
) -> QTextEdit.ExtraSelection:
    """A stretch of a document, whose text is given, that is shown in another style."""
    made = QTextEdit.ExtraSelection()
    made.cursor = cursor_at(document, units(text, start), units(text, end))
    made.format = style
    return made


Stretch = tuple[int, int, str]
_DRAWN: Final = 4000
_DRAWN_LINES: Final = 60


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
    styles = [(start, end, text_style(wave=use)) for start, end, use in underlined]
    styles += [(start, end, _changed(use)) for start, end, use in changed]
    looked_for = text_style(ground="mark_strong", ink="text", line="text")
    styles += [(*stretch, looked_for) for stretch in marked]
    ranges = [
        format_range(text, start, min(end, len(text)), style)
        for start, end, style in styles
        if 0 <= start < min(end, len(text))
    ]
    painter.setPen(colour(tone))
    layout.draw(painter, QPointF(rect.topLeft()), ranges)


def shown(text: str) -> str:
    """A text as a cell shows it: its beginning where it would fill the whole page and more."""
    return clipped(text, _DRAWN, _DRAWN_LINES)


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
    while (line := layout.createLine()).isValid():
        line.setLineWidth(width)
        line.setPosition(QPointF(0, height))
        height += line.height() + leading
    layout.endLayout()
    return layout


def _changed(use: str) -> QTextCharFormat:
    is_gone = use == "bad"
    return text_style(ground=f"{use}_soft", ink=use, line="" if is_gone else use, is_struck=is_gone)
