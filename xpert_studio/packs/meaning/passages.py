"""Long texts in passages: what is meant in one sentence is lost in the mean of a hundred."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

LONGEST: Final = 400
"""Characters of a passage, at most; half as many of Chinese, which says more by each."""
_END: Final = re.compile(r"(?<=[.!?;])\s+|(?<=[。！？；])|\n+")
_WIDE: Final = re.compile("[\u2e80-\U0010ffff]")


def passages(text: str) -> Iterator[str]:
    """The passages of a text in order: as many whole sentences as one holds.

    A sentence that is longer than a passage is cut.
    """
    longest = LONGEST // 2 if len(_WIDE.findall(text[:LONGEST])) > LONGEST // 4 else LONGEST
    held = ""
    for sentence in _END.split(text):
        plain = " ".join(sentence.split())
        while len(plain) > longest:
            at = plain.rfind(" ", longest // 2, longest)
            at = at if at > 0 else longest
            if held:
                yield held
                held = ""
            yield plain[:at]
            plain = plain[at:].strip()
        if held and len(held) + len(plain) >= longest:
            yield held
            held = ""
        held = f"{held} {plain}".strip()
    if held:
        yield held
