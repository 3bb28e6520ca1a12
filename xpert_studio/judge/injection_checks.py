"""Marks responses that try to direct their judge, and rationales that contradict their verdict.

A mark changes no verdict: it tells a person where to look. What protects the judge is that the
candidate is data between markers it cannot forge.
"""

from __future__ import annotations

import base64
import binascii
import re
from functools import cache, lru_cache
from typing import Final

from xpert_studio.resources import resource_json

ADDRESSES_THE_JUDGE: Final = "addresses_the_judge"
HIDDEN_CHARACTERS: Final = "hidden_characters"
EMPTY_SHELL: Final = "empty_shell"
CONTRADICTS_RATIONALE: Final = "contradicts_rationale"
QUOTES_NOT_FOUND: Final = "quotes_not_found"
QUOTES_RUBRIC: Final = "quotes_rubric"
QUOTES_ANCHOR: Final = "quotes_anchor"

_HIDDEN: Final = re.compile(
    "[\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff\U000e0000-\U000e007f]"
)
_SHORTEST_BASE64: Final = 24
_BASE64: Final = re.compile(rf"[A-Za-z0-9+/]{{{_SHORTEST_BASE64},4000}}={{0,2}}")
_IN_BASE64: Final = bytes(
    ord("x") if char.isascii() and (char.isalnum() or char in "+/") else ord(" ")
    for char in map(chr, range(256))
)
"""Maps the characters of base64 to ``x``: runs of them are found far faster than by matching."""
_MAX_LOOKED_AT: Final = 400_000
_SHELL_LENGTH: Final = 80


@cache
def _patterns(file: str, name: str) -> re.Pattern[str]:
    wordings = resource_json("judging", file)[name]
    return re.compile(
        "|".join(f"(?:{wording})" for wording in wordings), re.IGNORECASE | re.MULTILINE
    )


@lru_cache(maxsize=64)
def suspicions(response: str) -> tuple[str, ...]:
    """What is suspicious about a response, as flags; empty for nearly all.

    Args:
        response: The candidate's text.
    """
    text = response[:_MAX_LOOKED_AT]
    flags = []
    stripped = text.strip()
    shell = _patterns("suspicious.json", "empty_shells")
    if len(stripped) <= _SHELL_LENGTH and shell.fullmatch(stripped):
        flags.append(EMPTY_SHELL)
    visible = text
    if not text.isascii() and _HIDDEN.search(text):
        flags.append(HIDDEN_CHARACTERS)
        visible = _HIDDEN.sub("", text)
    if any(_addresses_the_judge(part) for part in (visible, *_decoded(visible))):
        flags.append(ADDRESSES_THE_JUDGE)
    return tuple(flags)


@cache
def _wordings() -> tuple[tuple[tuple[bytes, ...], re.Pattern[str]], ...]:
    return tuple(
        (
            tuple(need.encode() for need in entry["needs"]),
            re.compile(entry["pattern"], re.MULTILINE),
        )
        for entry in resource_json("judging", "suspicious.json")["addresses_the_judge"]
    )


def _addresses_the_judge(text: str) -> bool:
    # Plain words first: a hundred times faster than the expressions, which in turn are ten times
    # faster on case-folded text than with IGNORECASE. As bytes, since words of one byte a character
    # are found slowly in a text of two.
    folded = text.casefold()
    data = _utf_8(folded)
    return any(
        pattern.search(folded)
        for needs, pattern in _wordings()
        if any(word in data for word in needs)
    )


def _utf_8(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


def contradicts(rationale: str, *, met: bool) -> bool:
    """Whether a rationale plainly says the opposite of its verdict."""
    opposite = "says_not_met" if met else "says_met"
    agreeing = "says_met" if met else "says_not_met"
    return bool(
        _patterns("contradictions.json", opposite).search(rationale)
        and not _patterns("contradictions.json", agreeing).search(rationale)
    )


def _decoded(text: str) -> list[str]:
    if b"x" * _SHORTEST_BASE64 not in _utf_8(text).translate(_IN_BASE64):
        return []
    found = []
    for match in list(_BASE64.finditer(text))[:20]:
        try:
            data = base64.b64decode(match.group() + "=" * (-len(match.group()) % 4), validate=True)
            found.append(data.decode("utf-8"))
        except (binascii.Error, UnicodeDecodeError, ValueError):
            continue
    return found
