"""Texts as they are compared: plain letters, one case, single spaces."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

_SHIFTED: Final = {code: chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)}
_STYLED: Final = {
    code: letter
    for codes in (range(0x24B6, 0x24EA), range(0x1D400, 0x1D6A4))
    for code in codes
    if len(letter := unicodedata.normalize("NFKC", chr(code))) == 1 and letter.isascii()
}
_INVISIBLE: Final = (0x200B, 0x200C, 0x200D, 0x2060, 0xFEFF)
_PLAIN: Final = {**_SHIFTED, **_STYLED, **dict.fromkeys(_INVISIBLE), 0x0130: "I"}
"""Full-width, circled and mathematical letters as plain ones; Roman numerals are none.

The letter U+0130 is the only one whose lower case is longer than itself.
"""
_HALF: Final = 400_000
_EDGES: Final = " \t\n.*_`\"'“”‘’。!！"


def plain(text: str) -> str:
    """A text with plain letters and line ends; its lower case has the same length."""
    if not text.isascii():
        text = unicodedata.normalize("NFC", text).translate(_PLAIN)
    return re.sub(r"\r\n?|[\u0085\u2028\u2029]", "\n", text)


def answer_part(text: str) -> str:
    """A response without the thoughts before its answer; thoughts without an end are no answer.

    Of a very long one it is the beginning and the end.
    """
    _, closed, after = text.rpartition("</think>")
    part = after if closed else text.partition("<think>")[0]
    return part if len(part) <= 2 * _HALF else f"{part[:_HALF]}\n{part[-_HALF:]}"


def folded(text: str) -> str:
    """A text in lower case with single spaces."""
    return " ".join(text.lower().split())


def bare(text: str) -> str:
    """A text in lower case without what surrounds it, such as quotation marks and a full stop."""
    return text.lower().strip(_EDGES) or text
