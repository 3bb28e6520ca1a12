"""Levels of a rubric: what the head of a column says of one, and the scale that they make."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cache, lru_cache
from itertools import pairwise, zip_longest
from typing import Any, Final

from xpert_studio.core.exchange.rubric_sheet.numbers import UNIT, N, folded, number, range_in
from xpert_studio.core.exchange.tables.cells import plain
from xpert_studio.core.instruments.range_columns import exact, number_of
from xpert_studio.core.resources import resource_json

_POINTS: Final = re.compile(rf"(?<![\w.,])(-?{N})({UNIT})", re.IGNORECASE)
_BARE: Final = re.compile(rf"(?<![\w.,:])(-?{N})(?![\w.,]|\s*%|:\d)")
_LEADING: Final = re.compile(rf"({N})\s*(?:[-–—:=]\s+|[=:)]\s*)(?=[^\d\s])")
_MOST_WORDS: Final = 3
_SENTENCE: Final = 4
_LETTERED: Final = re.compile(r"([A-Ja-j])(?=[^\w]|$)")
_LONGEST_HEAD: Final = 300
_WEAK: Final = frozenset(
    ["some", "full", "fully", "no", "none", "low", "high", "basic", "limited", "half", "complete",
     "partial", "pass", "fail", "missing", "meets", "below", "solid", "average", "weak", "strong",
     "extensive", "thorough", "convincing", "substantial", "decent", "moderate", "medium", "bad",
     "correct", "perfect", "absent", "elementary", "intermediate", "deficient", "marginal"]
)  # fmt: skip
"""Words that begin many a text which is no level."""
_DIGITS_ONLY: Final = re.compile(rf"-?{N}")
_TRIM: Final = " \n\t-–—:：=()（）[]【】,.;/|*_`’'\"”“"


@dataclass(frozen=True, slots=True)
class LevelHead:
    """What is known of a level before its texts.

    Attributes:
        name: Its word, such as "Excellent"; may be empty.
        low, high: Its values; equal where it is one; None where none is given.
        is_open: ``high`` is not part of it, as in ``[60, 85)``.
        is_low_open: ``low`` is not part of it, as in ``> 80``.
        is_share: The values are per cent.
        rank: How good its word is, from 0 to 100; None where the word is not known.
        place: Its column, from 0.
    """

    name: str
    low: float | None = None
    high: float | None = None
    is_open: bool = False
    is_share: bool = False
    rank: int | None = None
    place: int = -1
    is_below: bool = False
    is_above: bool = False
    is_low_open: bool = False

    @property
    def has_value(self) -> bool:
        """Whether a number was given."""
        return self.low is not None


Levels = list[tuple[LevelHead, str]]
"""Levels with their texts."""


@cache
def _ranks() -> Mapping[str, int]:
    listed: Mapping[str, Sequence[str]] = resource_json("rubric_sheet.json")["level_words"]
    return {plain(word): int(rank) for rank, words in listed.items() for word in words}


def rank_of(name: str) -> int | None:
    """How good the word for a level is."""
    said = plain(re.sub(r"[^\w\s'+\-]", " ", folded(name)))
    said = re.sub(r"^(?:level|stufe|niveau|nivel|grade|rating|等级|レベル|수준)\s+", "", said)
    words = said.split()
    if not words or len(words) > 6:
        return None
    known = _ranks()
    if said in known:
        return known[said]
    return next((known[part] for part in _parts_of(words) if part in known), None)


def _parts_of(words: Sequence[str]) -> Iterator[str]:
    """Phrases of a short text that may name its level: several words, else its first or last."""
    for size in range(min(4, len(words)), 1, -1):
        for start in range(len(words) - size + 1):
            yield " ".join(words[start : start + size])
    for word in (words[0], words[-1]) if len(words) <= _MOST_WORDS else ():
        if (len(words) <= 2 or word not in _WEAK) and (len(word) > 2 or not word.isascii()):
            yield word


def head_of(text: str, place: int = -1) -> LevelHead:
    """What the text above a level's column, or beside its row, says."""
    said = folded(text[:_LONGEST_HEAD])
    values, rest = _values(said)
    name = " ".join(part for part in (piece.strip(_TRIM) for piece in rest) if part)
    name = re.sub(r"\s+", " ", name).strip(_TRIM)
    return replace(values, name=name, rank=rank_of(name or said), place=place)


def _values(said: str) -> tuple[LevelHead, list[str]]:
    if found := _LEADING.match(said):
        value = number(found[1])
        return LevelHead("", value, value), ["", said[found.end() :]]
    if (part := range_in(said)) is not None:
        low = part.low if part.low is not None else 0
        high = part.high if part.high is not None else low
        values = LevelHead(
            "",
            low,
            high,
            is_open=part.is_high_open,
            is_low_open=part.is_low_open,
            is_share=part.is_share,
            is_below=part.low is None,
            is_above=part.high is None,
        )
        return values, [said[: part.start], said[part.end :]]
    for pattern in (_POINTS, _BARE):
        if found := pattern.search(said):
            value = number(found[1])
            share = pattern is _POINTS and "%" in found[2]
            around = [said[: found.start()], said[found.end() :]]
            return LevelHead("", value, value, is_share=share), around
    return LevelHead(""), [said]


@lru_cache(maxsize=65_536)
def is_level_head(text: str) -> bool:
    """Whether a short text heads a column of one level."""
    said = folded(text)
    if not said or len(said) > 90:
        return False
    head = head_of(said)
    if head.rank is not None:
        return True
    if not head.has_value or (said.endswith((".", "。")) and len(said.split()) > _SENTENCE):
        return False
    words = [word for word in re.findall(r"[^\W\d_]+", head.name) if len(word) > 1]
    return bool(_DIGITS_ONLY.fullmatch(said)) or len(words) <= (15 if _LEADING.match(said) else 5)


@dataclass(frozen=True, slots=True)
class LevelScale:
    """What the levels of a criterion come to.

    Attributes:
        settings: Of a graded checkpoint, without the texts of its bands.
        bands: Low and high end of each level, in the order of the heads.
        most: The points of the best level; None where the levels have none.
        is_share: The values are per cent.
        doubt: Why it may be wrong: ``order`` where no level has a value or a known word;
            ``reversed`` where the best word had the least number; ``ranked`` where no level has a
            value.
    """

    settings: dict[str, Any]
    bands: tuple[tuple[float, float], ...]
    most: float | None
    is_share: bool
    doubt: str = ""


def scale_of_heads(heads: Sequence[LevelHead]) -> LevelScale | None:
    """The scale that two levels or more make; None where they make none."""
    return _by_values(heads) if all(head.has_value for head in heads) else _by_rank(heads)


def _by_rank(heads: Sequence[LevelHead]) -> LevelScale:
    """One step a level, the best one on top."""
    order, doubt = list(heads), "ranked"
    direction = _direction([head.rank for head in heads]) or _by_letters(heads)
    if direction == 0:
        doubt = "order"
    top = len(order)
    values = [index + 1 if direction > 0 else top - index for index in range(top)]
    settings = {"low": 1, "high": top, "step": 1}
    return LevelScale(
        settings, tuple((value, value) for value in values), None, is_share=False, doubt=doubt
    )


def _by_letters(heads: Sequence[LevelHead]) -> int:
    """Whether names begin with A, B, C …, of which A is the best, or the other way round."""
    found = [_LETTERED.match(head.name) for head in heads]
    letters = "".join(one[1].upper() if one else "" for one in found)
    alphabet = "ABCDEFGHIJ"[: len(heads)]
    return {alphabet: -1, alphabet[::-1]: 1}.get(letters, 0) if len(heads) > 2 else 0


def _direction(ranks: Sequence[float | None]) -> int:
    """Whether what is known of the levels rises (1) or falls (-1) from the first to the last."""
    known = [rank for rank in ranks if rank is not None]
    ups = sum(a < b for a, b in pairwise(known))
    downs = sum(a > b for a, b in pairwise(known))
    return 0 if ups == downs or min(ups, downs) > 1 else (1 if ups > downs else -1)


def _by_values(heads: Sequence[LevelHead]) -> LevelScale | None:
    lows = [float(head.low or 0) for head in heads]
    highs = [float(head.high or 0) for head in heads]
    if len(set(zip(lows, highs, strict=True))) < len(heads):
        return None
    doubt = ""
    by_word = _direction([head.rank for head in heads])
    by_number = _direction(lows)
    if by_word and by_number and by_word != by_number:
        if any(head.low != head.high for head in heads):
            return None
        top = max(lows) + min(lows)
        lows = highs = [top - value for value in lows]
        doubt = "reversed"
    is_share = any(head.is_share for head in heads)
    if all(low == high for low, high in zip(lows, highs, strict=True)) and not any(
        h.is_above or h.is_below for h in heads
    ):
        return _steps(lows, is_share=is_share, doubt=doubt)
    return _ranges(heads, lows, highs, is_share=is_share, doubt=doubt)


def _steps(values: Sequence[float], *, is_share: bool, doubt: str) -> LevelScale | None:
    low, high = min(values), max(values)
    step = Decimal(0)
    for value in values:
        step = _gcd(step, exact(value) - exact(low))
    most = None if is_share or doubt == "reversed" else high
    bands = [(value, value) for value in values]
    return _scale((low, high, step), bands, most, is_share=is_share, doubt=doubt)


def _gcd(a: Decimal, b: Decimal) -> Decimal:
    while b:
        a, b = b, a % b
    return abs(a)


def _ranges(
    heads: Sequence[LevelHead], lows: list[float], highs: list[float], *, is_share: bool, doubt: str
) -> LevelScale | None:
    most = max(highs)
    is_open = any(head.is_above for head in heads) and 50 < most < 100
    looks_like_share = is_share or is_open or most == 100
    if looks_like_share:
        most = max(most, 100)
    places = max(-int(exact(v).normalize().as_tuple().exponent) for v in (*lows, *highs))
    step = Decimal(1).scaleb(-max(places, 0))
    lows = [
        float(exact(low) + step) if head.is_low_open else low
        for low, head in zip(lows, heads, strict=True)
    ]
    highs = _ends(heads, lows, highs, most, step)
    if any(high < low for low, high in zip(lows, highs, strict=True)):
        return None
    high = max(most if looks_like_share else 0, *highs)
    return _scale(
        (min(0.0, *lows), high, step),
        list(zip(lows, highs, strict=True)),
        None if looks_like_share else high,
        is_share=looks_like_share,
        doubt=doubt,
    )


def _ends(
    heads: Sequence[LevelHead],
    lows: Sequence[float],
    highs: Sequence[float],
    most: float,
    step: Decimal,
) -> list[float]:
    """The upper ends of ranges, each a step below where the next one begins at the most."""
    ends = list(highs)
    order = sorted(range(len(heads)), key=lambda n: lows[n])
    for n, above in zip_longest(order, order[1:]):
        if heads[n].is_above:
            ends[n] = most if above is None else lows[above]
        if above is not None and ends[n] >= lows[above]:
            ends[n] = float(exact(lows[above]) - step)
        elif heads[n].is_open:
            ends[n] = float(exact(ends[n]) - step)
    return ends


def _scale(
    span: tuple[float, float, Decimal],
    bands: Sequence[tuple[float, float]],
    most: float | None,
    *,
    is_share: bool,
    doubt: str,
) -> LevelScale | None:
    """A scale from its lowest value, its highest and its step; None where it has too many."""
    low, high, step = exact(span[0]), exact(span[1]), span[2]
    if step <= 0 or (high - low) / step > 5_000:
        return None
    return LevelScale(
        {"low": number_of(low), "high": number_of(high), "step": number_of(step)},
        tuple((number_of(exact(a)), number_of(exact(b))) for a, b in bands),
        None if most is None else number_of(exact(most)),
        is_share,
        doubt,
    )
