"""Cuts a response into passages: sentences, the lines they stand in, and neighbouring pairs.

A checkpoint is looked for in windows of one passage, two neighbouring passages or one whole line
(a bullet, a paragraph). Long responses are read up to a limit, so that time stays bounded.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

READ_LIMIT: Final = 200_000
"""Characters of a response that are read; what comes after is not looked at."""

PASSAGE_LIMIT: Final = 3_000
"""Most passages a response is cut into; what is left over belongs to the last one."""

_MARKER: Final = re.compile(r"[ \t>]*(?:[-*•·–—+#]+|\(?\d{1,2}[.)、])?[ \t]*")
_SENTENCE_END: Final = re.compile(
    r"[.!?][\"'”’)\]*_]*\s+(?=[\"'“‘(\[*_]*[^\Wa-z_])|[。！？；][”’」）]*"
)
_ABBREVIATION: Final = re.compile(
    r"(?:\b(?:e\.g|i\.e|cf|vs|dr|mr|mrs|ms|prof|no|fig|approx|inc|ltd|co|st)|\b[A-Z])\.\s*$",
    re.IGNORECASE,
)
_LINE: Final = re.compile(r"[^\n\r\u2028\u2029]+")


@dataclass(frozen=True, slots=True)
class Passage:
    """A sentence, or what stands for one.

    Attributes:
        start: Where it begins in the response.
        end: Where it ends (exclusive).
        line: Number of the line it stands in; empty lines are not counted.
    """

    start: int
    end: int
    line: int


def passages_of(text: str) -> list[Passage]:
    """The passages of a response, in order; they do not overlap."""
    read = min(len(text), READ_LIMIT)
    passages: list[Passage] = []
    line_number = 0
    for line in _LINE.finditer(text, 0, read):
        before = len(passages)
        for start, end in _sentences(text, line.start(), line.end()):
            if len(passages) == PASSAGE_LIMIT:
                passages[-1] = Passage(passages[-1].start, read, passages[-1].line)
                return passages
            passages.append(Passage(start, end, line_number))
        line_number += len(passages) > before
    return passages


def _sentences(text: str, start: int, end: int) -> list[tuple[int, int]]:
    marker = _MARKER.match(text, start, end)
    at = marker.end() if marker else start
    spans: list[tuple[int, int]] = []
    for stop in _SENTENCE_END.finditer(text, at, end):
        dot = stop.start()
        if text[dot] == "." and _ABBREVIATION.search(text, max(at, dot - 8), dot + 1):
            continue
        spans.append((at, stop.end()))
        at = stop.end()
    spans.append((at, end))
    trimmed = (_trimmed(text, *span) for span in spans)
    return [span for span in trimmed if span[0] < span[1]]


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    piece = text[start:end]
    left = len(piece) - len(piece.lstrip())
    return (start + left, start + left + len(piece.strip()))
