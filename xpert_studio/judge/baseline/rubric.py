"""Reads the checkpoints of a rubric: what each asks for, once what all of them share is set aside.

Terms weigh by how rare they are among the project's checkpoints and among the rubric's own: what
every checkpoint names ("the patient", "Foot Locker") tells one from another as little as "the".

A checkpoint may state its own tolerance for figures ("± 2 %", "a 0.3 % margin of error",
"误差不超过 5%"); without one, they must agree to the precision the response states them in.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

import numpy as np
import numpy.typing as npt

from xpert_studio.judge.baseline.matching import gram_codes, gram_size
from xpert_studio.judge.baseline.quantities import Quantity, Unit, quantities_of
from xpert_studio.judge.baseline.text import Term, is_chinese, terms_of
from xpert_studio.judge.baseline.words import chinese, english

_ROUNDING: Final = 0.005
_ROUGHLY: Final = 0.02

_PLUS_MINUS: Final = r"(?:±|\+/-|\+-|\\pm|plus or minus|正负|上下浮动)"
_AMOUNT: Final = (
    r"(?P<amount>\d+(?:\.\d+)?)\s?(?P<unit>%|％|percentage points?|per ?cent|pp|个百分点)?"
)
_PATTERNS: Final = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"(?:{_PLUS_MINUS}\s?)+{_AMOUNT}",
        r"within\s+(?:about\s+)?" + _AMOUNT + r"\s+of\b",
        _AMOUNT + r"\s+(?:error\s+margin|margin of error|tolerance|deviation|error)",
        r"(?:margin of error|tolerance|error margin|deviation)\s*(?:of|:|is|up to)?\s*" + _AMOUNT,
        r"(?:允许|容许|误差|偏差)(?:的|范围|误差|偏差)*(?:不超过|不大于|小于|在|为|≤|：|:)?\s?"
        + _AMOUNT,
    )
)
_ROUGH: Final = re.compile(
    r"(?:approximately|approx\.?|about|around|roughly|nearly|almost|some|circa|~|≈|约|大约|接近|近)"
    r"\s?(?:us)?[$€£¥￥]?$",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Wanted:
    """A figure a checkpoint asks for.

    Attributes:
        quantity: The figure.
        slack: How far off a figure may be, in units of the value.
        text: As the checkpoint writes it.
    """

    quantity: Quantity
    slack: float
    text: str

    @property
    def reach(self) -> float:
        """How far from the figure a number can be at most, and still agree in the same unit."""
        return max(self.slack, abs(self.quantity.value) * _ROUNDING) * 1.01 + 1e-9

    def agrees(self, found: Quantity) -> bool:
        """Whether a figure of the response says the same."""
        wanted = self.quantity
        if Unit.DATE in {wanted.unit, found.unit}:
            return _same_date(wanted, found)
        value = _in_unit(found, wanted)
        if value is None:
            return False
        rounding = min(found.step / 2, abs(wanted.value) * _ROUNDING)
        if Unit.YEAR in {wanted.unit, found.unit}:
            rounding = 0.0
        return abs(value - wanted.value) <= max(self.slack, rounding) * (1 + 1e-9) + 1e-12


def wanted_of(text: str) -> tuple[Wanted, ...]:
    """The figures a checkpoint asks for, with their tolerances; small number words left out."""
    stated, spans = _stated_tolerance(text)
    wanted = []
    for item in quantities_of(text):
        if item.small or any(a < item.end and item.start < b for a, b in spans):
            continue
        wanted.append(Wanted(item, _slack(item, stated, text), text[item.start : item.end].strip()))
    return tuple(wanted)


def _stated_tolerance(text: str) -> tuple[tuple[float, bool] | None, list[tuple[int, int]]]:
    stated: tuple[float, bool] | None = None
    spans: list[tuple[int, int]] = []
    for pattern in _PATTERNS:
        for found in pattern.finditer(text):
            spans.append(found.span())
            if stated is None:
                stated = (float(found["amount"]), found["unit"] is not None)
    return stated, spans


def _slack(item: Quantity, stated: tuple[float, bool] | None, text: str) -> float:
    if item.unit in {Unit.YEAR, Unit.DATE}:
        return 0.0
    if stated is not None:
        amount, percent = stated
        return (
            amount if not percent or item.unit is Unit.PERCENT else abs(item.value) * amount / 100
        )
    if _ROUGH.search(text[max(0, item.start - 16) : item.start]):
        return abs(item.value) * _ROUGHLY
    return 0.0


def _in_unit(found: Quantity, wanted: Quantity) -> float | None:
    """The value found, in the unit wanted; None where the units do not go together."""
    if found.currency and wanted.currency and found.currency != wanted.currency:
        return None
    percent = Unit.PERCENT
    if wanted.unit is percent and found.unit is Unit.PLAIN and 0 < abs(found.value) < 1:
        return found.value * 100
    if (wanted.unit is percent) is not (found.unit is percent):
        return None
    return found.value


def _same_date(wanted: Quantity, found: Quantity) -> bool:
    if found.unit is Unit.DATE and wanted.unit is Unit.YEAR:
        return int(found.value) // 10_000 == int(wanted.value)
    if found.unit is not wanted.unit:
        return False
    return all(
        not ours or ours == theirs
        for ours, theirs in zip(_date_parts(wanted), _date_parts(found), strict=True)
    )


def _date_parts(item: Quantity) -> tuple[int, int, int]:
    value = int(item.value)
    return value // 10_000, value // 100 % 100, value % 100


FloatArray = npt.NDArray[np.float64]

_GENERIC_WEIGHT: Final = 0.25
_MIN_PREFIX_WORDS: Final = 3
_MIN_PREFIX_HAN: Final = 4
_MIN_LEFT: Final = 8
_MIN_LEFT_HAN: Final = 4
_LATIN_NEGATION: Final = re.compile(r"[a-z]+(?:['’]t)?")


@dataclass(frozen=True, slots=True, eq=False)
class Corpus:
    """How many of a project's checkpoints use each term.

    Attributes:
        checkpoints: Number of checkpoints counted.
        counts: Checkpoints by term.
    """

    checkpoints: int
    counts: dict[str, int]


@dataclass(frozen=True, slots=True)
class Asked:
    """What one checkpoint asks for.

    Attributes:
        id: The checkpoint's id.
        text: Its text without what all checkpoints of the rubric begin with.
        terms: Its terms in order, each once.
        weights: Weight of each term.
        surface: Each term as the checkpoint writes it.
        pairs: Places in ``terms`` of terms that follow one another in the text.
        names: Places in ``terms`` of names.
        figures: The figures it asks for.
        grams: Its short runs of characters, see ``grams``.
        negations: How many negations it has.
        forbids: It asks for something to be absent.
    """

    id: str
    text: str
    terms: tuple[str, ...]
    weights: tuple[float, ...]
    surface: tuple[str, ...]
    pairs: tuple[tuple[int, int], ...]
    names: tuple[int, ...]
    figures: tuple[Wanted, ...]
    grams: frozenset[int]
    negations: int
    forbids: bool


@dataclass(frozen=True, slots=True, eq=False)
class Rubric:
    """The checkpoints of a task, read together.

    Attributes:
        asked: What each asks for.
        terms: All their terms, each once.
        rows: By checkpoint, the places of its terms in ``terms``.
        weights: By checkpoint (row) and term (column): the term's share of the checkpoint's
            weight; rows sum to 1, or to 0 where a checkpoint has no terms.
        gram_size: Length of the runs of characters that are compared.
    """

    asked: tuple[Asked, ...]
    terms: tuple[str, ...]
    rows: tuple[tuple[int, ...], ...]
    weights: FloatArray
    gram_size: int


def corpus_of(rubrics: Iterable[Sequence[str]]) -> Corpus:
    """Counts the terms of a project's checkpoints, rubric by rubric."""
    counts: Counter[str] = Counter()
    number = 0
    for texts in rubrics:
        for text in without_prefix(texts):
            counts.update({term.key for term in terms_of(text)})
            number += 1
    return Corpus(number, dict(counts))


def without_prefix(texts: Sequence[str]) -> list[str]:
    """The texts without what all of them begin with ("The answer states that ...").

    Cut after the last colon within the shared beginning, else after its last whole word; nothing
    is cut from fewer than three texts, nor where hardly anything would be left of one.
    """
    texts = [text.strip() for text in texts]
    if len(texts) < 3:
        return texts
    shared = _shared_beginning(texts)
    colon = max(shared.rfind(":"), shared.rfind("："))
    if colon >= 0:
        cut = colon + 1
    else:
        cut = len(shared) if is_chinese(shared) else shared.rfind(" ") + 1
        enough = _MIN_PREFIX_HAN if is_chinese(shared) else _MIN_PREFIX_WORDS
        if (cut if is_chinese(shared) else len(shared[:cut].split())) < enough:
            return texts
    left = [text[cut:].strip() for text in texts]
    fewest = _MIN_LEFT_HAN if is_chinese(shared) else _MIN_LEFT
    return texts if min(map(len, left)) < fewest else left


def _shared_beginning(texts: Sequence[str]) -> str:
    first, last = min(texts), max(texts)
    same = next((i for i, (a, b) in enumerate(zip(first, last, strict=False)) if a != b), None)
    return first[:same] if same is not None else min(first, last, key=len)


def read_rubric(ids: Sequence[str], texts: Sequence[str], corpus: Corpus) -> Rubric:
    """Reads all checkpoints of one rubric together.

    Args:
        ids: Checkpoint ids.
        texts: Checkpoint texts, in the same order.
        corpus: Counts over the project's checkpoints; may be empty.
    """
    bare = without_prefix(texts)
    parsed = [terms_of(text) for text in bare]
    own: Counter[str] = Counter()
    for terms in parsed:
        own.update({term.key for term in terms})
    rarity = _Rarity(corpus, Corpus(len(bare), dict(own)))
    size = gram_size("".join(bare))
    asked = tuple(
        _asked(name, text, terms, rarity, size)
        for name, text, terms in zip(ids, bare, parsed, strict=True)
    )
    places = {term: i for i, term in enumerate(own)}
    rows = tuple(tuple(places[term] for term in item.terms) for item in asked)
    weights = np.zeros((len(asked), len(places)))
    for i, item in enumerate(asked):
        weights[i, rows[i]] = item.weights
    totals = weights.sum(axis=1, keepdims=True)
    weights /= np.where(totals > 0, totals, 1.0)
    return Rubric(asked, tuple(places), rows, weights, size)


def negations_in(text: str) -> int:
    """How many negations a stretch of text has."""
    lists = english().negation
    lower = text.lower()
    count = len(lists.intersection(lower.split())) + lower.count("n't") + lower.count("n’t")
    return count if text.isascii() else count + sum(map(text.count, chinese().negation))


@dataclass(frozen=True, slots=True)
class _Rarity:
    project: Corpus
    rubric: Corpus

    def weight(self, term: Term) -> float:
        weight = _inverse(self.rubric, term.key)
        if self.project.checkpoints > self.rubric.checkpoints:
            weight = (weight * _inverse(self.project, term.key)) ** 0.5
        return weight * (_GENERIC_WEIGHT if term.generic else 1.0)


def _inverse(corpus: Corpus, key: str) -> float:
    """Rarity between nearly 0 (in every checkpoint) and 1 (in one only)."""
    seen = max(corpus.counts.get(key, 1), 1)
    total = max(corpus.checkpoints, seen)
    return math.log((total + 1) / (seen + 0.25)) / math.log((total + 1) / 1.25)


def _asked(name: str, text: str, terms: Sequence[Term], rarity: _Rarity, size: int) -> Asked:
    places: dict[str, int] = {}
    firsts: list[Term] = []
    for term in terms:
        if term.key not in places:
            places[term.key] = len(firsts)
            firsts.append(term)
    pairs = {
        (places[a.key], places[b.key])
        for a, b in pairwise(terms)
        if a.key != b.key and not (a.generic or b.generic)
    }
    return Asked(
        id=name,
        text=text,
        terms=tuple(term.key for term in firsts),
        weights=tuple(rarity.weight(term) for term in firsts),
        surface=tuple(text[term.start : term.end] for term in firsts),
        pairs=tuple(sorted(pairs)),
        names=tuple(sorted({places[term.key] for term in terms if term.named})),
        figures=wanted_of(text),
        grams=frozenset(gram_codes(text, size).tolist()),
        negations=negations_in(text),
        forbids=_forbids(text),
    )


def _forbids(text: str) -> bool:
    """Whether the answer itself is to leave something out ("The answer does not claim ...").

    What the subject matter does not do ("the drug does not interact") is no such thing, so only
    words about the answer may come before.
    """
    opening = text[:60].lower()
    lists = english()
    for words in lists.forbids:
        found = re.search(rf"\b{words}\b", opening)
        if found:
            before = _LATIN_NEGATION.findall(opening[: found.start()])
            return all(word in lists.stop or word in lists.rubric for word in before)
    return any(words in text[:12] for words in chinese().forbids)
