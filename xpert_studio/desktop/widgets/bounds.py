"""How much of a text is shown: where there is little room, and without keeping the window waiting.

A text may be of any length and kind. What is cut says so. Nothing here decides what is kept; the
project keeps every text whole.
"""

from __future__ import annotations

import re
import textwrap
from html import escape
from typing import Final

from xpert_studio.wording import number, t

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
