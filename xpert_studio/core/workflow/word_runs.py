"""Reduces a text to its words: no markup, case, punctuation or invisible characters.

Words are 64-bit hashes, so that thousands of texts of thousands of characters are compared in
seconds.
"""

from __future__ import annotations

import html
import re
import unicodedata
from collections import Counter
from functools import cache, cached_property
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from xpert_studio.core.undisguising import INVISIBLE, WIDE

Hashes: TypeAlias = npt.NDArray[np.uint64]

RUN: Final = 5
"""Length of the word shingles, in words."""

_REMOVED: Final = -1
_UNKNOWN: Final = -8
_LETTER: Final = 1
_WORD: Final = 2
"""A character that is a word by itself: of a script that puts no spaces between words."""

_UNSPACED: Final = (
    (0x0E00, 0x0EFF),
    (0x1000, 0x109F),
    (0x1780, 0x17FF),
    (0x3040, 0x30FF),
    (0x3400, 0x9FFF),
    (0xF900, 0xFAFF),
    (0x20000, 0x3FFFF),
)
_BEYOND: Final = 0x20000
"""From here on, the kind of a character is not looked up: rare Chinese characters, and tags."""
_LAST: Final = 0xE1000
_EMPHASIS: Final = "*_~`"
_INLINE: Final = re.compile(
    r"</?(?:a|abbr|b|code|del|em|font|i|ins|mark|s|small|span|strong|sub|sup|u)\b[^<>]*>"
)
"""HTML tags that do not part words."""
_MARKUP: Final = re.compile(r"<!--(?:(?!<!--|-->).)*-->|</?[a-z][^<>]*>", re.DOTALL)
"""HTML comments and other tags."""
_TARGET: Final = re.compile(r"\]\([^()\n]*\)")
"""Targets of Markdown links, with the bracket before them."""

_BULLET: Final = re.compile(r"^[^\S\n]*(?:[->#|+•·‣◦▪–—]+[^\S\n]+)+", re.MULTILINE)
_QUOTES: Final = re.compile(r"[|\"'“”„‟‘’‚‛«»‹›「」『』《》〈〉]+")
_STOPS: Final = re.compile(r"[.,:;!?…。、]+(?!\d)")
"""Punctuation that does not change an answer. Directly before a digit it may: 1.5, 1:2, .5."""
_NUMBER: Final = re.compile(r"^\s*\(?\d{1,3}[.)、]\s*(?=\D)")
"""The number of an item of a list, at the start of a line."""
_GAPS: Final = re.compile(r"(?<!\d) | (?!\d)")
"""Spaces that do not part two numbers."""

FORM_LINES: Final = 8
"""Fewer lines are no form."""
FORM_WORDS: Final = 6
"""Most words of a form are in lines of at most so many words ..."""
FORM_SHARE: Final = 0.6
"""... at least this share of them, after some text before or behind the form ..."""
FORM_RUNS: Final = 0.7
"""... or at most this share of its runs are different ones: its lines repeat one sentence."""

_RARER: Final = np.array([chr(code) not in "aehinorst" for code in range(128)])
"""By code: whether an ASCII character is none of the commonest letters of English."""
_BASE: Final = 0x9E3779B97F4A7C15
_INVERSE: Final = pow(_BASE, -1, 1 << 64)
_BUCKETS: Final = 13
"""Logarithm to base 2 of the number of buckets in which letters are counted."""


class PlainText:
    """A text as it is compared: in Unicode form NFKC, without case, markup, invisible characters.

    Args:
        text: The text as the system wrote it.

    Attributes:
        text: The reduced text, with its punctuation and white space.
    """

    def __init__(self, text: str) -> None:
        text = _visible(html.unescape(text)).casefold()
        if "<" in text:
            text = _MARKUP.sub(" ", _INLINE.sub("", text))
        self.text = _TARGET.sub("]", text)
        codes = self._codes = _codes(self.text)
        kinds = _kinds_of(codes)
        begins = kinds == _WORD
        begins[:1] = True
        begins[1:] |= kinds[:-1] != _LETTER
        is_letter = kinds > 0
        self._letters, self._kinds = codes[is_letter], kinds[is_letter]
        self._first = np.flatnonzero(begins[is_letter])

    @cached_property
    def letters(self) -> str:
        """Letters and digits alone."""
        return self._letters.tobytes().decode("utf-32-le")

    @cached_property
    def rarer_letters(self) -> str:
        """Letters and digits without the commonest ones of English, some 40 % of them."""
        is_rarer = _RARER[np.minimum(self._letters, _RARER.size - 1)]
        return str(self._letters[is_rarer].tobytes(), "utf-32-le")

    @cached_property
    def letter_counts(self) -> npt.NDArray[np.int64]:
        """How often which letter or digit occurs, counted in buckets."""
        return np.bincount(self._letters % (1 << _BUCKETS), minlength=1 << _BUCKETS)

    @cached_property
    def words(self) -> Hashes:
        """The words and numbers, in their order; of Chinese and the like, the characters."""
        size, first = self._letters.size, self._first
        if not size:
            return np.zeros(0, np.uint64)
        bits = size.bit_length()
        sums = np.add.reduceat(self._letters * _powers(_BASE, bits)[:size], first)
        return np.asarray(sums * _powers(_INVERSE, bits)[first])

    @cached_property
    def vocabulary(self) -> Hashes:
        """The different words; of scripts without spaces, the different pairs of characters."""
        is_character = self._kinds[self._first] == _WORD
        pairs = (self.words[:-1] ^ (self.words[1:] * np.uint64(_BASE)))[
            is_character[:-1] & is_character[1:]
        ]
        found = np.sort(np.concatenate((self.words[~is_character], pairs)))
        is_new = np.append(True, found[1:] != found[:-1])[: found.size]
        return np.asarray(found[is_new])

    def overlap(self, other: PlainText) -> float:
        """Jaccard index of the two vocabularies, 0 to 1."""
        shared = int(_are_in(self.vocabulary, other.vocabulary).sum())
        return shared / max(self.vocabulary.size + other.vocabulary.size - shared, 1)

    def pair_overlap(self, other: PlainText) -> float:
        """Jaccard index of the two sets of two words in a row, 0 to 1."""
        one, another = np.unique(self._in_a_row(2)), np.unique(other._in_a_row(2))
        shared = int(_are_in(one, another).sum())
        return shared / max(one.size + another.size - shared, 1)

    def _in_a_row(self, length: int) -> Hashes:
        """Every ``length`` words in a row."""
        count = max(self.words.size - length + 1, 0)
        runs = np.zeros(count, np.uint64)
        for place in range(length):
            runs = (runs ^ self.words[place : place + count]) * np.uint64(_BASE)
        return runs

    @cached_property
    def runs(self) -> Hashes:
        """Every ``RUN`` words in a row."""
        return self._in_a_row(RUN)

    @cached_property
    def sorted_runs(self) -> Hashes:
        """The runs in numerical order."""
        return np.sort(self.runs)

    def covered_by(self, other: PlainText, least: float) -> float:
        """Share of the words, 0 to 1, that are in runs which the other text has too.

        Args:
            other: The other text.
            least: Below this, the result may be 0 instead.
        """
        # Sorted runs are looked up many times faster, and few texts share enough to go further.
        shared = int(_are_in(self.sorted_runs, other.sorted_runs).sum())
        if shared * RUN < least * self.words.size or not shared:
            return 0.0
        is_known = _are_in(self.runs, other.sorted_runs)
        covered = np.zeros(self.words.size, np.bool_)
        for offset in range(RUN):
            covered[offset : offset + is_known.size] |= is_known
        return float(covered.mean())

    @cached_property
    def bare(self) -> str:
        """The text without white space, bullets, quotation marks and sentence punctuation.

        Signs, operators, brackets and what parts two numbers remain: they may change an answer.
        """
        return _bare(self.text)

    @cached_property
    def lines(self) -> list[str]:
        """The lines, each reduced as ``bare``, without empty ones."""
        return [bare for line in self.text.splitlines() if (bare := _bare(line))]

    @cached_property
    def is_form(self) -> bool:
        """Whether most lines are alike or of a few words: a form, a choice form, data, code."""
        breaks = np.flatnonzero((self._codes == ord("\n")) | (self._codes == ord("\r")))
        if breaks.size < FORM_LINES - 1:
            return False
        first = np.flatnonzero(_kinds_of(self._codes) > 0)[self._first]
        words = np.bincount(np.searchsorted(breaks, first))
        words = words[words > 0]
        if words.size < FORM_LINES:
            return False
        in_short_lines = words[words <= FORM_WORDS].sum()
        different = np.count_nonzero(np.diff(self.sorted_runs)) + 1
        return bool(
            in_short_lines >= FORM_SHARE * words.sum() or different <= FORM_RUNS * self.runs.size
        )

    @cached_property
    def _unnumbered(self) -> dict[str, str]:
        """The lines, as in ``lines``, without the number of a list."""
        lines = self.text.splitlines()
        return {_bare(line): _bare(_NUMBER.sub("", line)) for line in lines}

    def _lines_beside(self, other: PlainText) -> list[str]:
        """The lines, without the number of a list where the other text has them without it."""
        known = set(other.lines)
        plain = ((line, self._unnumbered[line]) for line in self.lines)
        return [bare if line not in known and bare in known else line for line, bare in plain]

    def shared_lines(self, other: PlainText, *, in_order: bool) -> float:
        """Share of the lines that the other text has too, of the text that has fewer, 0 to 1.

        Args:
            other: The other text.
            in_order: Whether lines that occur repeatedly in both texts, or are letters alone, must
                have the same place among such lines: in a ranking the order is the answer.
        """
        lines = self._lines_beside(other), other._lines_beside(self)
        counts = Counter(lines[0]), Counter(lines[1])
        placed = {
            line
            for line in counts[0].keys() & counts[1].keys()
            if in_order and (line.isalpha() or min(count[line] for count in counts) > 1)
        }
        one, another = (_with_places(items, placed) for items in lines)
        return (one & another).total() / max(min(one.total(), another.total()), 1)


def _with_places(lines: list[str], placed: set[str]) -> Counter[tuple[str, int]]:
    """The lines with their place among those that are ``placed``; 0 for others."""
    place = 0
    found: Counter[tuple[str, int]] = Counter()
    for line in lines:
        place += line in placed
        found[line, place if line in placed else 0] += 1
    return found


def _bare(text: str) -> str:
    text = _STOPS.sub("", _QUOTES.sub("", _BULLET.sub("", text)))
    return _GAPS.sub("", " ".join(text.split()))


def _are_in(values: Hashes, known: Hashes) -> npt.NDArray[np.bool_]:
    """Which of the values are among others, which are sorted."""
    if not known.size:
        return np.zeros(values.size, np.bool_)
    place = np.minimum(np.searchsorted(known, values), known.size - 1)
    return np.asarray(known[place] == values)


def _codes(text: str) -> npt.NDArray[np.uint32]:
    return np.frombuffer(text.encode("utf-32-le"), np.uint32)


def _visible(text: str) -> str:
    """The text in Unicode form NFKC, without invisible characters and marks of emphasis."""
    codes = _codes(text)
    # Chinese punctuation is full-width; a text without it is normalised many times faster.
    is_wide = (codes >= WIDE[0]) & (codes <= WIDE[1])
    codes = np.where(is_wide, codes - np.uint32(WIDE[0] - ord("!")), codes)
    codes = codes[_kinds_of(codes) != _REMOVED]
    return unicodedata.normalize("NFKC", codes.tobytes().decode("utf-32-le"))


def _kinds_of(codes: npt.NDArray[np.uint32]) -> npt.NDArray[np.int8]:
    kinds, codes = _kinds(), np.minimum(codes, _LAST)
    found = kinds[codes]
    is_new = found <= _UNKNOWN
    if is_new.any():
        new = np.unique(codes[is_new])
        is_letter = [unicodedata.category(chr(code))[0] in "LMN" for code in new]
        kinds[new] = np.where(is_letter, kinds[new] // _UNKNOWN, 0)
        found = kinds[codes]
    return found


@cache
def _kinds() -> npt.NDArray[np.int8]:
    """By code: whether a character is removed, parts words, or is a letter or a word itself.

    What no text had yet is ``_UNKNOWN``, times what it is if it is a letter.
    """
    kinds = np.full(_LAST + 1, _UNKNOWN, np.int8)
    kinds[_BEYOND:] = _LETTER
    for low, high in _UNSPACED:
        kinds[low : high + 1] *= _WORD
    for low, high in (*INVISIBLE, *((ord(mark), ord(mark)) for mark in _EMPHASIS)):
        kinds[low : high + 1] = _REMOVED
    return kinds


@cache
def _powers(base: int, bits: int) -> Hashes:
    """The first 2^bits powers modulo 2^64."""
    return np.cumprod(np.full(1 << bits, base, np.uint64), dtype=np.uint64)
