"""Letters of symbol fonts (Symbol, Wingdings …) as the signs that are seen."""

from __future__ import annotations

from functools import cache
from typing import Final

from xpert_studio.core.documents.document import Findings, GapReason
from xpert_studio.core.messages import Message
from xpert_studio.core.resources import resource_json

LOST: Final = "\N{REPLACEMENT CHARACTER}"
"""In the place of a sign that is not known."""
_BULLET: Final = 0xF0B7
"""The bullet of lists, which programs put into fonts of several names."""
_PRIVATE: Final = (0xE000, 0xF8FF)


@cache
def _fonts() -> dict[str, dict[int, str]]:
    """Signs by font and code."""
    tables: dict[str, dict[str, str]] = resource_json("documents", "symbols.json")
    return {
        font: {int(code, 16): sign for code, sign in signs.items()}
        for font, signs in tables.items()
    }


def is_symbol_font(font: str) -> bool:
    """Whether a font shows signs in the place of letters."""
    return font.strip().lower() in _fonts()


def sign_of(code: int, font: str) -> str | None:
    """The sign that a font shows for a code; None where it is not known."""
    signs = _fonts().get(font.strip().lower())
    if signs is not None:
        return " " if code & 0xFF == 0x20 else signs.get(code & 0xFF)
    if code == _BULLET:
        return "•"
    return None if _PRIVATE[0] <= code <= _PRIVATE[1] else chr(code)


def in_signs(text: str, font: str, findings: Findings, where: Message) -> str:
    """A text as its font shows it; signs that are not known are gaps."""
    if not is_symbol_font(font) and not any(
        _PRIVATE[0] <= ord(letter) <= _PRIVATE[1] for letter in text
    ):
        return text
    return "".join(_sign(letter, font, findings, where) for letter in text)


def _sign(letter: str, font: str, findings: Findings, where: Message) -> str:
    if letter.isspace():
        return letter
    sign = sign_of(ord(letter), font)
    if sign is None:
        findings.gap(GapReason.SYMBOL, where)
    return sign or LOST
