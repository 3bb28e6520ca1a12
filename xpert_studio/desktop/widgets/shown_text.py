"""How much of a text is shown, without keeping the window waiting; and texts drawn in a cell.

A text may be of any length and kind. What is cut says so. Nothing here decides what is kept; the
project keeps every text whole.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Sequence
from functools import lru_cache
from html import escape
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

from xpert_studio.core.wording import number, t
from xpert_studio.desktop.look import colour

_SOLID: Final = re.compile(r"[^\s\u2e80-\uffff]{160,}")
_PART: Final = re.compile(r".{40}(?=.)")
_HINT: Final = 800
_HINT_LINES: Final = 12
_HINT_WIDTH: Final = 90


def clipped(text: str, longest: int, lines: int) -> str:
    """The beginning of a text, with how much more there is; as it is where it is short.

    Args:
        text: It.
        longest: How many characters are shown.
        lines: How many lines are shown.
    """
    if len(text) <= longest and text.count("\n") < lines:
        return text
    start = "\n".join(text[:longest].split("\n", lines)[:lines]).rstrip()
    return f"{start} … " + t("({n} more characters)", n=number(len(text) - len(start)))


def breakable(text: str) -> str:
    """A text whose longest words can be broken, so that none makes a window wider."""
    return _SOLID.sub(lambda word: _PART.sub("\\g<0>\u200b", word.group()), text)


def menu_words(text: str) -> str:
    """A text as a button or menu shows it as it is: no letter underlined, no shortcut."""
    line = " ".join(text.split())
    return (line if len(line) <= 120 else f"{line[:119]}…").replace("&", "&&")


def hint(text: str) -> str:
    """A text as a tooltip shows it: never as HTML, and no larger than a screen."""
    made = "\n".join(
        part
        for line in clipped(text, _HINT, _HINT_LINES).split("\n")
        for part in textwrap.wrap(line, _HINT_WIDTH, replace_whitespace=False) or [""]
    )
    if "<" in made:  # Qt guesses whether a text is HTML: such a text is HTML, and shows itself
        return f"<span>{escape(made).replace(chr(10), '<br>')}</span>"
    return made


# How much of a text is rendered at once. What a line costs was measured; what matters is that tables,
# and words without an end, cost far more than what people and systems usually write.

BUDGET: Final = 80_000.0
"""About so many microseconds may be spent at once."""

_LINE: Final = 20.0
_CHARACTER: Final = 0.4
_CELL: Final = 140.0
_SOLID_COST: Final = 0.00018
_PLAIN_LINE: Final = 4.0
_LEVEL: Final = 20.0
_DEPTH: Final = 0.05
_IMAGE: Final = 250.0
_NESTED: Final = re.compile(r"[ \t]*(?:(?:[-+*]|\d{1,9}[.)])[ \t]+|>[ \t]*)+")
_RUN: Final = re.compile(r"(?<!\S)\S{2000,}")
_DELIMITERS: Final = re.compile(
    r"^[ >\t]*+\|?[ \t]*+:?-++:?[ \t]*+(?:\|[ \t]*+:?-*+:?[ \t]*+)++$", re.MULTILINE
)


def portion(text: str, *, is_plain: bool, budget: float = BUDGET) -> str:
    """The beginning of a text that can be shown without keeping anybody waiting.

    Args:
        text: It.
        is_plain: Whether it is shown as it is, rather than as Markdown.
        budget: What may be spent.
    """
    has_tables = not is_plain and _DELIMITERS.search(text[: int(budget / _CHARACTER)]) is not None
    at, left = 0, budget
    while at < len(text):
        end = text.find("\n", at) + 1 or len(text)
        cost = (end - at) * _CHARACTER  # a line may be too long to be looked at
        if cost <= left:
            cost = _cost(text[at:end], is_plain=is_plain, has_tables=has_tables)
        if cost > left:
            break
        at, left = end, left - cost
    if at >= len(text):
        return text
    return text[:at] if at else _start(text, is_plain, budget)


def _start(text: str, is_plain: bool, budget: float) -> str:
    """The beginning of a first line that is too long by itself."""
    line = text[: int(budget / _CHARACTER)].split("\n", 1)[0]
    while len(line) > 1 and _cost(line, is_plain=is_plain, has_tables=not is_plain) > budget:
        line = line[: len(line) // 2]
    return line or text[:1]  # a line may be empty, a beginning may not


def _cost(line: str, *, is_plain: bool, has_tables: bool) -> float:
    cost = (_PLAIN_LINE if is_plain else _LINE) + len(line) * _CHARACTER
    if not is_plain:
        start = _NESTED.match(line)
        depth = start.end() if start else 0
        cost += depth * _LEVEL + depth**2 * _DEPTH + line.count("![") * _IMAGE
    if has_tables:
        cost += line.count("|") * _CELL
    return cost + sum(len(run.group()) ** 2 * _SOLID_COST for run in _RUN.finditer(line))


# Stretches of a text as Qt counts and marks them: in UTF-16 units, not in characters.


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
