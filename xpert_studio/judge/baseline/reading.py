"""A response made ready for comparing: read once, compared with every checkpoint.

A response is cut into passages: sentences, the lines they stand in, and neighbouring pairs. A
checkpoint is looked for in windows of one passage, two neighbouring passages or one whole line (a
bullet, a paragraph). Long responses are read up to a limit, so that time stays bounded.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from xpert_studio.judge.baseline.quantities import Quantity, Unit, quantities_of
from xpert_studio.judge.baseline.text import keys_of

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


IntArray = npt.NDArray[np.int64]
FloatArray = npt.NDArray[np.float64]
BoolArray = npt.NDArray[np.bool_]

WINDOW_PENALTY: Final = 0.0005
"""What each character of a window costs in coverage when the best one is chosen."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A response cut into passages and windows.

    Attributes:
        text: The response.
        passages: Its passages.
        places: By term, the passages it stands in (each once, ascending).
        sequence: Terms of each passage, in order.
        quantities: Its figures, each with the passage it begins in.
        values: Values of the figures.
        other: Which figures may agree with a value that is not near theirs: dates, and shares that
            may stand for a percentage.
        first, last: First and last passage of each window: single passages come first, then
            neighbouring pairs, then whole lines of three or more.
        lengths: Characters of each window.
        size: Number of terms.
        cut: Whether only the beginning of the response was read.
    """

    text: str
    passages: tuple[Passage, ...]
    places: dict[str, list[int]]
    sequence: tuple[tuple[str, ...], ...]
    quantities: tuple[tuple[int, Quantity], ...]
    values: FloatArray
    other: BoolArray
    first: IntArray
    last: IntArray
    lengths: IntArray
    size: int
    cut: bool

    def span(self, window: int) -> tuple[int, int]:
        """Where a window begins and ends in the response."""
        return (
            self.passages[int(self.first[window])].start,
            self.passages[int(self.last[window])].end,
        )

    def window_terms(self, window: int) -> list[str]:
        """The terms of a window, in order."""
        inside = range(int(self.first[window]), int(self.last[window]) + 1)
        return [term for i in inside for term in self.sequence[i]]


def read_response(text: str) -> Reading:
    """Reads a response."""
    passages = tuple(passages_of(text))
    places: dict[str, list[int]] = {}
    sequence: list[tuple[str, ...]] = []
    for number, passage in enumerate(passages):
        keys = tuple(keys_of(text, passage.start, passage.end))
        sequence.append(keys)
        for key in dict.fromkeys(keys):
            places.setdefault(key, []).append(number)
    first, last = _windows(passages)
    figures = tuple(_quantities(text, passages))
    starts = np.array([item.start for item in passages], dtype=np.int64)
    ends = np.array([item.end for item in passages], dtype=np.int64)
    return Reading(
        text=text,
        passages=passages,
        places=places,
        sequence=tuple(sequence),
        quantities=figures,
        values=np.array([item.value for _, item in figures], dtype=np.float64),
        other=np.array(
            [item.unit is Unit.DATE or -1 < item.value < 1 for _, item in figures], dtype=np.bool_
        ),
        first=first,
        last=last,
        lengths=ends[last] - starts[first] if passages else np.zeros(0, dtype=np.int64),
        size=sum(map(len, sequence)),
        cut=len(text) > READ_LIMIT or len(passages) >= PASSAGE_LIMIT,
    )


def _quantities(text: str, passages: tuple[Passage, ...]) -> list[tuple[int, Quantity]]:
    """Read in one go, then handed to the passages they begin in."""
    placed: list[tuple[int, Quantity]] = []
    at = 0
    for item in quantities_of(text, 0, passages[-1].end if passages else 0):
        while at < len(passages) - 1 and passages[at + 1].start <= item.start:
            at += 1
        placed.append((at, item))
    return placed


def _windows(passages: tuple[Passage, ...]) -> tuple[IntArray, IntArray]:
    number = len(passages)
    spans = [(i, i) for i in range(number)]
    spans += [(i, i + 1) for i in range(number - 1)]
    begin = 0
    for i in range(1, number + 1):
        if i == number or passages[i].line != passages[begin].line:
            if i - begin > 2:
                spans.append((begin, i - 1))
            begin = i
    array = np.array(spans, dtype=np.int64).reshape(-1, 2)
    return array[:, 0], array[:, 1]
