"""What compound lines have in common: where two demands meet, numbered items, closed parts."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from xpert_studio.core.lint.findings import LintedLine

ALLOWS: Final = re.compile(
    r"allowed|acceptable|accepted|suffic|permitted|tolera|允许|可接受|均可|即可|视为", re.IGNORECASE
)

LONG: Final = 60
"""In longer lines, which have a finding of their own, only clear marks are trusted."""


@dataclass(frozen=True, slots=True)
class Join:
    """Where two demands meet: the joining words, and the fix where it can be made."""

    start: int
    end: int
    parts: tuple[str, ...]


def items(line: LintedLine, mark: re.Pattern[str], stop: str) -> Join | None:
    """Numbered items, each its own demand."""
    marks = list(mark.finditer(line.masked))
    if len(marks) < 2:
        return None
    opening = line.text[: marks[0].start()].strip().rstrip(":：,，")
    texts = [
        line.text[found.end() : following].strip(" ;；,，、.。")
        for found, following in zip(
            marks, [*(m.start() for m in marks[1:]), len(line.text)], strict=True
        )
    ]
    texts = [re.sub(r"(?:[;,]?\s+and|；?以及|和)$", "", text).strip() for text in texts]
    if not all(texts):
        return Join(marks[1].start(), marks[1].end(), ())
    if opening:
        gap = "" if stop == "。" else " "
        joint = "：" if stop == "。" else ":"
        texts = [f"{opening}{joint}{gap}{text}" for text in texts]
    return Join(marks[1].start(), marks[1].end(), tuple(closed(text, stop) for text in texts))


def closed(text: str, stop: str = ".") -> str:
    """A part as its own sentence."""
    plain = text.strip().rstrip(",;，；、 ")
    return plain if plain.endswith((".", "。", "!", "！", "”。", '."')) else plain + stop
