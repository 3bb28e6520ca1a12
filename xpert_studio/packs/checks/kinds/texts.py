"""Checks that look for given texts in a response."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Annotated, Final

from pydantic import Field

from xpert_studio.api.checks import (
    CheckKind,
    Message,
    Negatable,
    Outcome,
    Parameters,
    Subject,
    joined,
)
from xpert_studio.packs.checks.kinds import reading

_NAMED: Final = 3
Texts = Annotated[
    tuple[Annotated[str, Field(min_length=1, max_length=5_000)], ...],
    Field(min_length=1, max_length=500),
]


class Contains(Parameters):
    """Texts to look for."""

    texts: Texts = Field(title="Texts")
    case_sensitive: bool = Field(default=False, title="Case matters")


class ContainsAll(Contains, Negatable):
    """Texts to look for; also turned round."""


class BannedWords(Parameters):
    """Words that must not be used."""

    words: Texts = Field(
        title="Banned words", description="Whole words; Chinese is also found inside other text."
    )
    case_sensitive: bool = Field(default=False, title="Case matters")


class Edge(Negatable):
    """A text at the start or end."""

    text: str = Field(min_length=1, max_length=20_000, title="Text")
    case_sensitive: bool = Field(default=True, title="Case matters")


class Equals(Negatable):
    """A text that the response must be."""

    text: str = Field(max_length=100_000, title="Text")
    as_written: bool = Field(
        default=False,
        title="Exactly as written",
        description=(
            "Otherwise case, white space, forms of characters and final punctuation are ignored."
        ),
    )


def folded(text: str, *, case_sensitive: bool) -> str:
    """A text as texts are looked for in it."""
    found = reading.levelled(text)
    return found if case_sensitive else found.casefold()


def _spaced(text: str) -> str:
    """A text with one space in the place of white space of any kind."""
    return " ".join(text.split())


def quoted(texts: Iterable[str]) -> str:
    """Texts in quotes, the first three of them."""
    return joined((f'"{reading.shown(text)}"' for text in texts), most=_NAMED)


def _found(subject: Subject, given: Contains) -> tuple[list[str], list[str]]:
    """The texts that are there, and those that are not."""
    text = folded(subject.text, case_sensitive=given.case_sensitive)
    written = [_spaced(text), _spaced(reading.unmarked(text))]
    there: list[str] = []
    missing: list[str] = []
    for item in given.texts:
        wanted = folded(item, case_sensitive=given.case_sensitive)
        plain = _spaced(wanted)
        is_there = wanted in text or (bool(plain) and any(plain in way for way in written))
        (there if is_there else missing).append(item)
    return there, missing


def _contains_all(subject: Subject, given: ContainsAll) -> Outcome:
    there, missing = _found(subject, given)
    return given.outcome(
        not missing,
        Message("Contains {texts}.", texts=quoted(there)),
        Message("Does not contain {texts}.", texts=quoted(missing)),
    )


def _contains_any(subject: Subject, given: Contains) -> Outcome:
    there, _ = _found(subject, given)
    if there:
        return Outcome(True, Message("Contains {texts}.", texts=quoted(there)))
    return Outcome(
        False, Message("Contains none of {texts}; one is expected.", texts=quoted(given.texts))
    )


def _contains_none(subject: Subject, given: Contains) -> Outcome:
    there, _ = _found(subject, given)
    if there:
        return Outcome(False, Message("Contains {texts}; none is allowed.", texts=quoted(there)))
    return Outcome(True, Message("Contains none of {texts}.", texts=quoted(given.texts)))


_TOKEN: Final = re.compile(rf"[^\W{reading.HAN}]+")


def _banned_words(subject: Subject, given: BannedWords) -> Outcome:
    text = folded(subject.text, case_sensitive=given.case_sensitive)
    written = [(way, set(_TOKEN.findall(way))) for way in (text, reading.unmarked(text))]
    found = [
        (word, place)
        for word in given.words
        for place in _first_place(folded(word, case_sensitive=given.case_sensitive), written)
    ]
    if not found:
        return Outcome(True, Message("None of the banned words is used."))
    said = joined(
        (
            Message('"{word}" in line {line:,}', word=reading.shown(word), line=line)
            for word, line in found
        ),
        most=_NAMED,
    )
    return Outcome(False, Message("Uses banned words: {found}.", found=said))


def _first_place(word: str, written: Iterable[tuple[str, set[str]]]) -> Iterator[int]:
    """The line of the first place where a word is used, with emphasis inside it or without."""
    return islice((place for text, tokens in written for place in _places(word, text, tokens)), 1)


def _places(word: str, text: str, tokens: set[str]) -> Iterator[int]:
    """The line of the first place where a word is used."""
    is_word = _TOKEN.fullmatch(word) is not None
    if is_word and word not in tokens:
        return
    edge = rf"(?<![^\W{reading.HAN}])" if _needs_edge(word[0]) else ""
    end = rf"(?![^\W{reading.HAN}])" if _needs_edge(word[-1]) else ""
    spaced = r"\s+".join(map(re.escape, word.split())) or re.escape(word)
    place = re.search(edge + spaced + end, text)
    if place is not None:
        yield reading.line_of(text, place.start())


def _needs_edge(char: str) -> bool:
    return _TOKEN.match(char) is not None


def _starts_with(subject: Subject, given: Edge) -> Outcome:
    text = folded(
        subject.text.lstrip().lstrip("\ufeff").lstrip()[: 4 * len(given.text) + 40],
        case_sensitive=given.case_sensitive,
    )
    is_there = text.startswith(folded(given.text, case_sensitive=given.case_sensitive))
    return given.outcome(
        is_there,
        Message('Starts with "{text}".', text=reading.shown(given.text)),
        Message(
            'Starts with "{found}"; "{text}" expected.',
            found=reading.shown(subject.text.lstrip()),
            text=reading.shown(given.text),
        ),
    )


def _ends_with(subject: Subject, given: Edge) -> Outcome:
    end = subject.text.rstrip()[-(4 * len(given.text) + 40) :]
    is_there = folded(end, case_sensitive=given.case_sensitive).endswith(
        folded(given.text.rstrip() or given.text, case_sensitive=given.case_sensitive)
    )
    return given.outcome(
        is_there,
        Message('Ends with "{text}".', text=reading.shown(given.text)),
        Message(
            'Ends with "{found}"; "{text}" expected.',
            found=reading.shown(end[-40:]),
            text=reading.shown(given.text),
        ),
    )


_FINAL: Final = " .。!！?？;；,，:：…"


def same(text: str) -> str:
    """A short text without what ``equals`` ignores."""
    return reading.tidy(reading.tidy(reading.levelled(text)).casefold()).strip(_FINAL)


def _equals(subject: Subject, given: Equals) -> Outcome:
    return given.outcome(
        _is_equal(subject.text, given),
        Message("Equals the expected text."),
        Message(
            'Is "{found}"; "{text}" expected.',
            found=reading.shown(subject.text),
            text=reading.shown(given.text),
        ),
    )


def _is_equal(text: str, given: Equals) -> bool:
    if given.as_written:
        return text == given.text
    spaced = " ".join(text.split()).strip(_FINAL)
    is_near = len(spaced) <= 4 * len(given.text) + 200  # no form of its characters is shorter
    return is_near and same(spaced) == same(given.text)


KINDS: Final = (
    CheckKind("contains_all", "Contains all texts", ContainsAll, _contains_all, 2),
    CheckKind("contains_any", "Contains any text", Contains, _contains_any, 2),
    CheckKind("contains_none", "Contains no text", Contains, _contains_none, 2),
    CheckKind("banned_words", "Uses no banned words", BannedWords, _banned_words, 3),
    CheckKind("starts_with", "Starts with", Edge, _starts_with, 2),
    CheckKind("ends_with", "Ends with", Edge, _ends_with, 2),
    CheckKind("equals", "Equals", Equals, _equals, 2),
)
