"""Finds known API keys in a text, as they are and in the disguises that a model may give them.

A key is looked for by its letters and digits alone, in either case, so that nothing put between
them hides it; in the text as it stands and with its escapes decoded (JSON, percent-encoding, HTML
entities, wide characters); forwards and backwards, in hexadecimal and in base64 at any alignment.
Any 16 characters in a row after the provider's public prefix are enough. A key that has fewer is
too close to ordinary words for that: it is found whole, as it is, in base64 and in hexadecimal.

A text without a key costs about as much as reading it a few times: groups of eight letters are
looked up as numbers. Only a text that has one of a key's groups is read letter by letter.
"""

from __future__ import annotations

import base64
import re
import sys
import unicodedata
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final
from urllib.parse import quote

from xpert_studio.core.judge.providers.registry import key_prefixes
from xpert_studio.core.undisguising import ESCAPE, escaped_character

WINDOW: Final = 16
"""So many characters of a key in a row give it away."""

_GRAM: Final = 8
_STEPS: Final = (4, 2)
"""Letters from one look into a text to the next; the smaller, the fewer in a row are found."""
_FEWEST: Final = _GRAM + min(_STEPS) - 1
"""Fewer letters and digits in 16 characters only keys of punctuation have; they are found whole."""

_IN_BASE64: Final = 20
"""Characters of base64 that 16 characters decide, at the worst alignment."""
_IN_BASE64_TWICE: Final = 26
_ROUNDS: Final = 4
"""So many escapes may be written within each other."""

_PREFIX: Final = re.compile(
    r"(?:sk|pk|rk|gsk|xai|hf|nvapi|pplx|r8|ghp|gho|ghu|ghs|ghr|glpat|xoxb|xoxp|fw|tgp|csk)[-_]"
    r"(?:(?:proj|svcacct|admin|service|ant|or|live|test|pat|(?:api|admin|oat|v)\d{1,2})[-_])*"
    r"|github_pat_|AKIA|ASIA"
)
"""How the keys of any service begin, besides those of the providers."""
_LOWER: Final = bytes(range(256)).lower()
_OTHERS: Final = bytes(code for code in range(256) if not chr(code).isalnum() or code > 127)
_UNSEEN: Final = re.compile(
    "[\\r\\n\u00ad\u200b-\u200f\u2028\u2029\u202a-\u202e\u2060-\u2064\ufeff]"
)


@dataclass(frozen=True)
class _Form:
    """One way to write a key.

    Attributes:
        letters: Its letters and digits in lower case.
        origin: Their places in the form as written.
        begin, end: Which part of it is secret.
        need: So many characters of that part in a row give the key away.
    """

    letters: bytes
    origin: tuple[int, ...]
    begin: int
    end: int
    need: int

    @classmethod
    def of(cls, written: str, begin: int, end: int, need: int) -> _Form:
        places = tuple(at for at, char in enumerate(written) if char.isascii() and char.isalnum())
        return cls(letters_of(written), places, begin, end, min(need, end - begin))

    @property
    def fewest(self) -> int:
        """The fewest letters and digits among so many characters in a row that give it away."""
        starts = range(self.begin, self.end - self.need + 1)
        return min(
            bisect_left(self.origin, at + self.need) - bisect_left(self.origin, at) for at in starts
        )

    def gives_away(self, first: int, last: int) -> bool:
        """Whether these letters do, with whatever may stand between and beside them."""
        begin = self.origin[first - 1] + 1 if first else 0
        end = self.origin[last] if last < len(self.origin) else self.end
        return min(end, self.end) - max(begin, self.begin) >= self.need


@dataclass(frozen=True)
class _View:
    """A text as it is looked through; ``spans`` are the places of its characters in the text."""

    text: str
    spans: Sequence[tuple[int, int]]

    @cached_property
    def letters(self) -> tuple[bytes, list[int]]:
        """Letters and digits in lower case, and their places in this view."""
        places = [at for at, char in enumerate(self.text) if char.isascii() and char.isalnum()]
        return letters_of(self.text), places

    def span(self, first: int, last: int) -> tuple[int, int]:
        """Where the characters from ``first`` to before ``last`` stand in the text."""
        return self.spans[first][0], self.spans[last - 1][1]


class KeyFinder:
    """Finds some keys in texts."""

    def __init__(self, keys: Iterable[str]) -> None:
        self.keys = frozenset(keys)
        forms = [form for key in sorted(self.keys) for form in _forms(key)]
        self._whole = tuple({text for key in sorted(self.keys) for text in _whole(key)})
        self._seeds: dict[bytes, list[tuple[_Form, int]]] = {}
        for form in forms:
            seen = set()
            for at in range(len(form.letters) - _GRAM + 1):
                gram = form.letters[at : at + _GRAM]
                if gram not in seen:
                    seen.add(gram)
                    self._seeds.setdefault(gram, []).append((form, at))
        self._grams = {int.from_bytes(gram, sys.byteorder) for gram in self._seeds}
        fewest = min((form.fewest for form in forms), default=WINDOW)
        self._step = next((step for step in _STEPS if fewest >= _GRAM + step - 1), _STEPS[-1])
        self._has_short = any(_is_short(key) for key in self.keys)

    def may_hold(self, text: str) -> bool:
        """Whether a closer look is needed; quick."""
        return any(self._may_hold(reading) for reading in _readings(text, unseen=self._has_short))

    def spans(self, text: str) -> list[tuple[int, int]]:
        """Where keys stand in a text: places in order that do not overlap."""
        if not self.may_hold(text):
            return []
        found: list[tuple[int, int]] = []
        for view in _views(text):
            found += self._whole_in(view)
            found += self._parts_in(view)
        return _merged(found)

    def _may_hold(self, text: str) -> bool:
        if any(whole in text for whole in self._whole):
            return True
        letters = letters_of(text)
        return any(
            not self._grams.isdisjoint(memoryview(letters)[at:end].cast("Q"))
            for at in range(0, _GRAM, self._step)
            if (end := at + (len(letters) - at) // _GRAM * _GRAM) > at
        )

    def _whole_in(self, view: _View) -> Iterator[tuple[int, int]]:
        for whole in self._whole:
            at = view.text.find(whole)
            while at >= 0:
                yield view.span(at, at + len(whole))
                at = view.text.find(whole, at + len(whole))

    def _parts_in(self, view: _View) -> Iterator[tuple[int, int]]:
        letters, places = view.letters
        at = 0
        while at <= len(letters) - _GRAM:
            end = at
            for form, place in self._seeds.get(letters[at : at + _GRAM], ()):
                first, last = _stretch(letters, at, form.letters, place)
                if form.gives_away(place - (at - first), place + (last - at)):
                    yield view.span(places[first], places[last - 1] + 1)
                    end = max(end, last)
            at = max(at + 1, end)


def letters_of(text: str) -> bytes:
    """The ASCII letters and digits of a text, in lower case."""
    return text.encode("ascii", "ignore").translate(_LOWER, _OTHERS)


def _stretch(text: bytes, at: int, form: bytes, place: int) -> tuple[int, int]:
    """From where to where a text agrees with a form, around a place where it does."""
    first, last = at, at + _GRAM
    back, on = place, place + _GRAM
    while first and back and text[first - 1] == form[back - 1]:
        first, back = first - 1, back - 1
    while last < len(text) and on < len(form) and text[last] == form[on]:
        last, on = last + 1, on + 1
    return first, last


def _public(key: str) -> int:
    """How many characters of a key are its provider's public prefix."""
    match = _PREFIX.match(key)
    named = (len(start) for start in key_prefixes() if key.startswith(start))
    return max(match.end() if match else 0, *named, 0)


def _is_short(key: str) -> bool:
    """Whether a key is too short to be recognized by a part of it."""
    own = key[_public(key) :]
    return len(own) < WINDOW or len(letters_of(own)) < _FEWEST


def _forms(key: str) -> Iterator[_Form]:
    """The ways in which a long key may be written."""
    begin, end = _public(key), len(key)
    if _is_short(key):
        return
    yield _Form.of(key, begin, end, WINDOW)
    for text, first, last in ((key, begin, end), (key[::-1], 0, end - begin)):
        if text != key:
            yield _Form.of(text, first, last, WINDOW)
        yield _Form.of(text.encode().hex(), 2 * first, 2 * last, 2 * WINDOW)
        for shift, inner in _base64(text):
            start = max(0, -(-4 * (first + shift) // 3) - (1 if shift else 0))
            size = -(-4 * (last - first) // 3)
            yield _Form.of(inner, start, min(len(inner), start + size), _IN_BASE64)
            if text == key:
                for _, outer in _base64(inner[start:]):
                    yield _Form.of(outer, 0, len(outer), _IN_BASE64_TWICE)


def _whole(key: str) -> Iterator[str]:
    """What of a key is found letter by letter; the only forms of a short one."""
    yield key
    yield quote(key, safe="")
    if _is_short(key):
        yield key.encode().hex()
        for _, inner in _base64(key):
            yield inner
            yield inner.replace("+", "-").replace("/", "_")


def _base64(text: str) -> Iterator[tuple[int, str]]:
    """A text in base64 at each alignment: the characters that it alone decides."""
    data = text.encode()
    for shift in range(3):
        written = base64.b64encode(bytes(shift) + data).decode().rstrip("=")
        bits = 8 * (shift + len(data))
        yield shift, written[-(-8 * shift // 6) : bits // 6]


def _readings(text: str, *, unseen: bool) -> Iterator[str]:
    """A text as it stands, and decoded; on request also without what cannot be seen."""
    yield text
    plain = text if text.isascii() else unicodedata.normalize("NFKC", text)
    for _ in range(_ROUNDS):
        decoded = ESCAPE.sub(escaped_character, plain)
        if decoded == plain:
            break
        plain = decoded
    if unseen:
        plain = _UNSEEN.sub("", plain)
    if plain != text:
        yield plain


def _views(text: str) -> Iterator[_View]:
    """``_readings`` with the place of every character."""
    spans = [(at, at + 1) for at in range(len(text))]
    yield _View(text, spans)
    wide = [
        (unicodedata.normalize("NFKC", char), span) for char, span in zip(text, spans, strict=True)
    ]
    plain = "".join(chars for chars, _ in wide)
    spans = [span for chars, span in wide for _ in chars]
    for _ in range(_ROUNDS):
        plain, spans, changed = _replaced(ESCAPE, plain, spans)
        if not changed:
            break
    plain, spans, _ = _replaced(_UNSEEN, plain, spans)
    if plain != text:
        yield _View(plain, spans)


def _replaced(
    pattern: re.Pattern[str], text: str, spans: Sequence[tuple[int, int]]
) -> tuple[str, list[tuple[int, int]], bool]:
    """A text with matches decoded or taken out, its characters' places, and if any matched."""
    parts: list[str] = []
    places: list[tuple[int, int]] = []
    done = 0
    for match in pattern.finditer(text):
        parts.append(text[done : match.start()])
        places += spans[done : match.start()]
        chars = escaped_character(match) if pattern is ESCAPE else ""
        parts.append(chars)
        places += [(spans[match.start()][0], spans[match.end() - 1][1])] * len(chars)
        done = match.end()
    parts.append(text[done:])
    places += spans[done:]
    return "".join(parts), places, done > 0


def _merged(spans: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    merged: list[tuple[int, int]] = []
    for begin, end in sorted(spans):
        if merged and begin <= merged[-1][1]:
            merged[-1] = merged[-1][0], max(merged[-1][1], end)
        else:
            merged.append((begin, end))
    return merged
