"""How many tokens a prompt will be, before anybody has counted: a rough and stated rule."""

from __future__ import annotations

import re
from typing import Final

OUTPUT_PER_CHECKPOINT: Final = 110
OUTPUT_PER_CALL: Final = 20
_WIDE: Final = re.compile("[\u2e80-\U0010ffff]+")


def text_tokens(text: str) -> int:
    """About how many tokens a text is."""
    if text.isascii():
        return len(text) // 4 + 1
    wide = sum(map(len, _WIDE.findall(text)))
    return (len(text) - wide) // 4 + wide * 3 // 4 + 1


def reply_tokens(checkpoints: int) -> int:
    """About how many tokens the verdicts on so many checkpoints are."""
    return OUTPUT_PER_CALL + OUTPUT_PER_CHECKPOINT * checkpoints
