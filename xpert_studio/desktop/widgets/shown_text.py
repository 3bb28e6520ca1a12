"""Texts in the few words there is room for: cut short, in a menu, as a hint.

A text may be of any length and kind. What is cut says so. Nothing here decides what is kept; the
project keeps every text whole.
"""

from __future__ import annotations

import re
import textwrap
from html import escape
from typing import Final

from xpert_studio.core.wording import number, t

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
