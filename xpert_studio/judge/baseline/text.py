"""Cuts English and Chinese text into terms that can be compared.

A term is the stem of a word with content, or two neighbouring characters of Chinese. Digits
standing alone are no terms: numbers are compared by value, see ``numbers``.

English words are brought to a common form: irregular forms, endings, synonyms. The stems are for
comparing, not for reading. Endings are data; one is cut at most twice ("investments", "investment",
"invest"), and never so far that less than four letters are left.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Final

from xpert_studio.judge.baseline.words import chinese, english
from xpert_studio.records import grouped

_MIN_STEM: Final = 4
_ROUNDS: Final = 2
_VOWELS: Final = "aeiouy"


@lru_cache(maxsize=65_536)
def stem(word: str) -> str:
    """The stem of a lower-case word."""
    word = english().irregular.get(word, word)
    if not word.isascii() or len(word) <= _MIN_STEM - 1:
        return word
    for _ in range(_ROUNDS):
        shorter = _cut(word)
        if shorter == word:
            break
        word = shorter
    return _undouble(word)


@lru_cache(maxsize=65_536)
def concept(word: str) -> str:
    """The stem of a lower-case word, or the name of the synonyms it belongs to."""
    root = stem(word)
    return _synonyms().get(root, root)


@cache
def _synonyms() -> dict[str, str]:
    names: dict[str, str] = {}
    for group in english().synonyms:
        for word in group:
            names.setdefault(stem(word), f"={group[0]}")
    return names


@cache
def _by_last_letter() -> dict[str, tuple[tuple[str, str], ...]]:
    letters = grouped(
        (suffix.ending[-1], (suffix.ending, suffix.put)) for suffix in english().suffixes
    )
    return {letter: tuple(pairs) for letter, pairs in letters.items()}


def _cut(word: str) -> str:
    if word.endswith(("ss", "us", "is")):
        return word
    for ending, put in _by_last_letter().get(word[-1], ()):
        if word.endswith(ending):
            left = word[: len(word) - len(ending)] + put
            shortest = 3 if len(ending) <= 3 else _MIN_STEM
            if len(left) >= shortest and any(letter in _VOWELS for letter in left):
                return left
    return word


def _undouble(word: str) -> str:
    if len(word) > _MIN_STEM and word[-1] == word[-2] and word[-1] not in "aeiousl":
        return word[:-1]
    return word


HAN: Final = "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"

FIRST_HAN: Final = HAN[0]

_LONGEST: Final = 40
_TOKEN: Final = re.compile(rf"[^\W_{HAN}]+(?:['’][^\W\d_{HAN}]+)?|[{HAN}]+")
_HAN_CHAR: Final = re.compile(rf"[{HAN}]")
_CITATION: Final = re.compile(r"\[\d{1,4}(?:\s?[,;–-]\s?\d{1,4})*\]")


@dataclass(frozen=True, slots=True)
class Term:
    """A comparable piece of text.

    Attributes:
        key: What is compared.
        start: Where it begins in the text.
        end: Where it ends in the text (exclusive).
        generic: It belongs to the language of rubrics rather than to their subject.
        named: It is written like a name: a capital inside a sentence, or capitals only.
    """

    key: str
    start: int
    end: int
    generic: bool = False
    named: bool = False


def is_chinese(text: str) -> bool:
    """Whether a text is mainly Chinese (one character says about as much as a few letters)."""
    return not text.isascii() and 4 * len(_HAN_CHAR.findall(text)) > len(text)


def without_citations(text: str) -> str:
    """The text with references such as ``[12]`` or ``[3, 7]`` blanked out: they are no figures."""
    return _CITATION.sub(lambda found: " " * len(found.group()), text)


def terms_of(text: str, start: int = 0, end: int | None = None) -> list[Term]:
    """The terms of a stretch of text, in order, with offsets into the whole text."""
    terms: list[Term] = []
    stop = len(text) if end is None else end
    for found in _TOKEN.finditer(text, start, stop):
        token = found.group()
        if _HAN_CHAR.match(token):
            terms.extend(_bigrams(token, found.start()))
        else:
            term = _word(token, found.start(), found.end(), text)
            if term is not None:
                terms.append(term)
    return terms


def keys_of(text: str, start: int = 0, end: int | None = None) -> list[str]:
    """The keys of ``terms_of``, for those who need nothing else: much faster."""
    keys: list[str] = []
    for token in _TOKEN.findall(text, start, len(text) if end is None else end):
        if token[0] >= FIRST_HAN and _HAN_CHAR.match(token):
            keys.extend(term.key for term in _bigrams(token, 0))
        elif (reduced := _reduced(token)) is not None:
            keys.append(reduced[0])
    return keys


@lru_cache(maxsize=65_536)
def _reduced(token: str) -> tuple[str, bool] | None:
    """Key of a word and whether it is generic; None for words without content."""
    if len(token) > _LONGEST:
        return token[:_LONGEST].casefold(), False
    if not token.isascii():
        token = unicodedata.normalize("NFKC", token)
    word = token.casefold().replace("’", "'")
    word = word.removesuffix("'s")
    lists = english()
    if word in lists.stop or word.isdigit() or word.partition("'")[0] in lists.stop:
        return None
    return None if len(word) < 2 and word.isascii() else (concept(word), word in lists.rubric)


def _word(token: str, start: int, end: int, text: str) -> Term | None:
    reduced = _reduced(token)
    if reduced is None:
        return None
    key, generic = reduced
    named = token[0].isupper() and (
        not _begins_sentence(text, start) or (len(token) > 1 and token[1:] != token[1:].lower())
    )
    return Term(key, start, end, generic=generic, named=named)


def _begins_sentence(text: str, start: int) -> bool:
    before = text[max(0, start - 4) : start].rstrip(" \t'\"“‘(*_#-•")
    return not before or before[-1] in ".!?:;\n。！？：；"


@cache
def _stop_pattern() -> re.Pattern[str]:
    return re.compile("|".join(re.escape(word) for word in chinese().stop))


@cache
def _rubric_pattern() -> re.Pattern[str]:
    return re.compile("|".join(re.escape(word) for word in chinese().rubric))


@cache
def _chinese_synonyms() -> dict[str, str]:
    return {word: f"={group[0]}" for group in chinese().synonyms for word in group}


def _bigrams(run: str, offset: int) -> list[Term]:
    generic = [found.span() for found in _rubric_pattern().finditer(run)]
    synonyms = _chinese_synonyms()
    terms: list[Term] = []
    at = 0
    for gap in [*_stop_pattern().finditer(run), None]:
        end = len(run) if gap is None else gap.start()
        if end - at == 1:
            terms.append(Term(run[at:end], offset + at, offset + end, generic=True))
        for i in range(at, end - 1):
            pair = run[i : i + 2]
            inside = any(a < i + 2 and i < b for a, b in generic)
            terms.append(Term(synonyms.get(pair, pair), offset + i, offset + i + 2, inside))
        at = end if gap is None else gap.end()
    return terms
