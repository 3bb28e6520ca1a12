"""Marks responses that try to direct their judge, and rationales that contradict their verdict.

A mark changes no verdict: it tells a person where to look. What protects the judge is that the
candidate is data between markers it cannot forge.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import Final

from xpert_studio.core.judge.judge_address import passage_to_judge
from xpert_studio.core.resources import resource_json
from xpert_studio.core.undisguising import other_signs

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
_MAX_LOOKED_AT: Final = 400_000
_SHELL_LENGTH: Final = 80


@cache
def _patterns(file: str, name: str) -> re.Pattern[str]:
    wordings = resource_json("judging", file)[name]
    return re.compile(
        "|".join(f"(?:{wording})" for wording in wordings), re.IGNORECASE | re.MULTILINE
    )


@lru_cache(maxsize=256)
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
    if _HIDDEN.search("".join(other_signs(text))):
        flags.append(HIDDEN_CHARACTERS)
    if passage_to_judge(text) is not None:
        flags.append(ADDRESSES_THE_JUDGE)
    return tuple(flags)


def contradicts(rationale: str, *, met: bool) -> bool:
    """Whether a rationale plainly says the opposite of its verdict."""
    opposite = "says_not_met" if met else "says_met"
    agreeing = "says_met" if met else "says_not_met"
    return bool(
        _patterns("contradictions.json", opposite).search(rationale)
        and not _patterns("contradictions.json", agreeing).search(rationale)
    )
