"""The 25 instructions of IFEval (Zhou et al. 2023), decided as its published check decides them.

Parameters are called as in the published data. Known differences: sentences are counted without
NLTK's model (``ifeval_text``); keywords that are regular expressions with repeats or groups are
refused; where the published check would draw a missing parameter at random, it is required.
"""

from __future__ import annotations

from typing import Final

from xpert_studio.packs.checks.kinds import ifeval_format, ifeval_words
from xpert_studio.packs.checks.kinds.ifeval_base import PREFIX, Instruction

INSTRUCTIONS: Final[dict[str, Instruction]] = {
    item.id: item for item in (*ifeval_words.INSTRUCTIONS, *ifeval_format.INSTRUCTIONS)
}
"""By the id in the published data."""

KINDS: Final = tuple(item.kind() for item in INSTRUCTIONS.values())

__all__ = ["INSTRUCTIONS", "KINDS", "PREFIX", "Instruction"]
