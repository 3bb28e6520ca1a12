"""Gives finished messages of the program in another language, by the templates they were made of.

Errors are raised in English, with names and numbers already in place. The catalogue
(``resources/translations/``, kept complete by ``packaging/collect_messages.py``) has the template
of each. A message is matched with the literal texts of the templates, from the first to the last
of them; of several that fit, the one with the most literal characters counts.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import pairwise
from typing import Final, NamedTuple

from xpert_studio.resources import resource_json

_CATALOGUES: Final = {"zh": "messages.zh_CN.json"}
_HOLE: Final = re.compile(r"\{(\d+)\}")
_SENTENCE_END: Final = re.compile(r"(?<=[.?!”)]) ")
_HAN: Final = re.compile(r"[\u3400-\u9fff]")
_LIKE_LETTERS: Final = "/\\~._-$'\"[]{}"
_MOST_CUTS: Final = 12
_LIST: Final = ", "
_COLON: Final = ": "


def in_language(message: str, language: str) -> str:
    """A message in the language of the window.

    Args:
        message: What an error, a problem or a note says, in English: one sentence or several.
        language: ``zh`` for Simplified Chinese; in any other the message stays as it is.

    Returns:
        The message in that language; as it is where no template fits.
    """
    if language not in _CATALOGUES or not message:
        return message
    return _translated(message, language)


class _Reading(NamedTuple):
    """A message translated, and how many of its characters were recognised."""

    text: str
    literal: int


@dataclass(frozen=True, slots=True)
class _Template:
    """A template in pieces: the literal texts before, between and after its holes."""

    literals: tuple[str, ...]
    translation: str
    longest: str
    size: int
    named: frozenset[int]

    @classmethod
    def of(cls, text: str, translation: str) -> _Template:
        """Takes a template apart; its holes are numbered in their order."""
        literals = tuple(_HOLE.split(text)[::2])
        # What stands alone in brackets, or after the last colon, may be its own message.
        named = frozenset(
            place
            for place, (before, after) in enumerate(pairwise(literals))
            if (before.endswith("(") and after.startswith(")"))
            or (before.endswith(_COLON) and place + 2 == len(literals) and after in {"", "."})
        )
        size = sum(len(literal) for literal in literals)
        return cls(literals, translation, max(literals, key=len), size, named)

    def values(self, message: str) -> list[str] | None:
        """What stands in the holes of a message that is made of this template."""
        first, last = self.literals[0], self.literals[-1]
        if len(message) < self.size or not (message.startswith(first) and message.endswith(last)):
            return None
        start, end = len(first), len(message) - len(last)
        found = []
        for literal in self.literals[1:-1]:
            place = message.find(literal, start, end)
            if place < 0:
                return None
            found.append(message[start:place])
            start = place + len(literal)
        found.append(message[start:end])
        return found if self._may_hold(found) else None

    def _may_hold(self, values: Sequence[str]) -> bool:
        """Whether values can stand in the holes: not a place before its colon, no sentences."""
        if not self.literals[0] and values[0].endswith(":"):
            return False
        is_sentence = self.literals[-1].endswith((".", "?", "”")) or (
            not self.literals[-1] and self.literals[-2].endswith(_COLON)
        )
        return is_sentence or not any(_COLON in value or value.endswith(".") for value in values)


@dataclass(frozen=True, slots=True)
class _Catalogue:
    """A language's templates with holes, those with most literal characters first, and words."""

    words: dict[str, str]
    templates: tuple[_Template, ...]
    joints: tuple[tuple[str, str], ...]


@cache
def _catalogue(language: str) -> _Catalogue:
    texts: dict[str, str] = resource_json("translations", _CATALOGUES[language])
    done = {text: translation for text, translation in texts.items() if translation}
    made = [_Template.of(text, done[text]) for text in done if _HOLE.search(text)]
    return _Catalogue(
        words={text: done[text] for text in done if not _HOLE.search(text)},
        templates=tuple(sorted(made, key=lambda item: -item.size)),
        joints=(*((text, done[text]) for text in done if text != text.strip()), (_LIST, "、")),
    )


@lru_cache(maxsize=512)
def _translated(message: str, language: str) -> str:
    known = _catalogue(language)
    reading = _read(message, known)
    return reading.text if reading else message


def _read(message: str, known: _Catalogue, *, with_place: bool = True) -> _Reading | None:
    """A message read as sentences, cut so that most of it is recognised; None where nothing is."""
    ends = [found.start() for found in _SENTENCE_END.finditer(message)][:_MOST_CUTS]
    cuts = [-1, *ends, len(message)]
    best = [_Reading("", 0)]
    for place, end in enumerate(cuts[1:], start=1):
        ways = []
        for number, begin in enumerate(cuts[:place]):
            sentence = message[begin + 1 : end]
            reading = _read_whole(sentence, known)
            if reading is None and with_place:
                reading = _read_placed(sentence, known)
            if reading is None and number + 1 < place:
                continue
            text, literal = reading or _Reading(sentence, 0)
            ways.append(_Reading(_beside(best[number].text, text), best[number].literal + literal))
        best.append(max(ways, key=lambda way: way.literal))
    return best[-1] if best[-1].literal else None


def _read_whole(message: str, known: _Catalogue) -> _Reading | None:
    if message in known.words:
        return _Reading(known.words[message], len(message))
    best = None
    for template in known.templates:
        values = template.values(message) if template.longest in message else None
        if values is not None:
            reading = _filled(template, values, known)
            if best is None or reading.literal > best.literal:
                best = reading
    return best


def _read_placed(message: str, known: _Catalogue) -> _Reading | None:
    """A problem of an input, its place before it: ``tasks.jsonl, row 3, title: is empty.``."""
    parts = message.split(_COLON) if message.endswith((".", "?")) else []
    for number in range(1, min(len(parts), _MOST_CUTS)):
        reading = _read_whole(_COLON.join(parts[number:]), known)
        if reading is not None:
            places = _COLON.join(parts[:number]).split(_LIST)
            where = "，".join(_place(place, known) for place in places)
            return _Reading(f"{where}：{reading.text}", reading.literal)
    return None


def _place(text: str, known: _Catalogue) -> str:
    """A part of a place; the names of files and fields, one word each, stay what they are."""
    reading = _read_whole(text, known) if " " in text else None
    return reading.text if reading else text


def _filled(template: _Template, values: Sequence[str], known: _Catalogue) -> _Reading:
    """A template's translation with the values in it, in words where these are words."""
    given, literal = [], template.size
    for place, value in enumerate(values):
        text = _word(value, known)
        if text is not None:
            literal += len(value)
        elif place in template.named and (inner := _read(value, known, with_place=False)):
            text = inner.text
            literal += inner.literal
            if template.literals[place + 1] == ".":
                text = text.removesuffix("。")
        given.append(value if text is None else text)
    pieces = _HOLE.split(template.translation)
    for place in range(1, len(pieces), 2):
        pieces[place] = given[int(pieces[place])]
    return _Reading(_spaced(pieces), literal)


def _word(value: str, known: _Catalogue) -> str | None:
    """A value that is a word of the program, or several of them joined; None for any other."""
    found = known.words.get(value) or known.words.get(value.replace(" ", "_"))
    if found is not None:
        return found
    for joint, translation in known.joints:
        parts = value.split(joint)
        words = [known.words.get(part) for part in parts]
        if len(parts) > 1 and all(words):
            return translation.join(word or "" for word in words)
    return None


def _spaced(pieces: Sequence[str]) -> str:
    """Pieces put together, with a space where Chinese meets letters or digits."""
    text = ""
    for piece in pieces:
        text += " " * _need_space(text[-1:], piece[:1]) + piece
    return text


def _need_space(before: str, after: str) -> bool:
    if not before or not after:
        return False
    if _HAN.match(before) or _HAN.match(after):
        other = after if _HAN.match(before) else before
        return not _HAN.match(other) and (other.isalnum() or other in _LIKE_LETTERS)
    return before.isalnum() and after.isalnum()


def _beside(before: str, after: str) -> str:
    """Sentences one after the other; after a Chinese one there is no space."""
    is_close = not before or before[-1] in "。？！”）"
    return before + after if is_close else f"{before} {after}"
