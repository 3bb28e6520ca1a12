"""Finds the places of a response that state an answer, and decides what they come to."""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final, NamedTuple

from .letters import Letters
from .options import Options
from .phrases import Phrases

_SENTENCE_END: Final = re.compile(r"[.!?。\n]")
_LINE_END: Final = re.compile(r"[\s.。,!;:)\]}*_`~\"'”’」』】》$>]*")
_QUOTED: Final = re.compile(
    r"```.*?```|`[^`\n]{1,300}`|“[^“”\n]{0,300}”|「[^「」\n]{0,300}」|\"[^\"\n]{0,300}\"|^>[^\n]*",
    re.DOTALL | re.MULTILINE,
)
_SPECIAL: Final = re.compile(r"\\boxed\s?(?=\{)|<answer>|^[ \t]{0,3}####(?!#)", re.MULTILINE)
_LINE_LABEL: Final = re.compile(
    r"^[ \t>*_-]{0,8}[(\[]?([A-Z])[)\].:、][*_]{0,3}[ \t]{0,3}", re.MULTILINE
)
_MENTION: Final = re.compile(r"(?P<text>.{1,19000}?)[ \t]*\((?P<letter>[A-Z])\)[\s.*_]*")
_WORD: Final = re.compile(r"[^\W_]")
_FENCE: Final = re.compile(r"\A```\w*\s|```\Z")
_BEFORE: Final = 160
"""Characters before a marker that are read of its sentence."""
_LONGEST_LINE: Final = 20_000
_LONGEST_JSON: Final = 65_536
_MOST: Final = 500
"""Of the places of one kind only so many first and last ones are read: time stays bounded."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What was read.

    Attributes:
        letters: The letters named, in order; also those that are no answer.
        found: ``answer`` (one answer was stated, of one letter or several), ``contradiction``
            (answers that differ), ``outside`` (a letter beyond the options), ``retracted`` (an
            answer was taken back, and none followed), ``listed`` (options were listed, none was
            chosen), ``none``.
    """

    letters: tuple[str, ...]
    found: str

    @property
    def answer(self) -> tuple[str, ...]:
        """The letters of the answer; none where there is no answer."""
        return self.letters if self.found == "answer" else ()


class _Statement(NamedTuple):
    """An answer that is stated: where, whether as the final one, and its letters."""

    at: int
    is_final: bool
    letters: frozenset[str]


class _Marker(NamedTuple):
    """Words after which an answer may be named."""

    at: int
    end: int
    is_final: bool


class ResponseReader:
    """Reads one response.

    Args:
        phrases: By which answers are stated.
        text: The response, in plain letters.
        options: Of the choice.
    """

    def __init__(self, phrases: Phrases, text: str, options: Options) -> None:
        self._phrases, self._text, self._options = phrases, text, options
        self._lowered = text.lower()
        self._letters = Letters(phrases, text, options)
        spans = [match.span() for match in _QUOTED.finditer(text)]
        self._starts = [start for start, _ in spans]
        self._ends = [end for _, end in spans]

    def reading(self) -> Reading:
        """What the response names."""
        whole = self._whole()
        if whole:
            return self._judged([_Statement(0, True, frozenset(whole))])
        found = sorted({*self._statements(), *self._lines()}, key=lambda item: item.at)
        kept = self._after_retraction(found)
        if kept:
            return self._judged(kept)
        if found:
            letters = {letter for item in found for letter in item.letters}
            return Reading(tuple(sorted(letters)), "retracted")
        labels = self._labels()
        return Reading(labels, "listed") if len(labels) > 1 else Reading((), "none")

    def _judged(self, said: Sequence[_Statement]) -> Reading:
        """What statements come to; final ones count alone where there are any."""
        answers = {item.letters for item in said if item.is_final}
        answers = answers or {item.letters for item in said}
        letters = tuple(sorted(letter for answer in answers for letter in answer))
        letters = tuple(dict.fromkeys(letters))
        outside = tuple(letter for letter in letters if letter not in self._options.letters)
        if len(answers) > 1:
            return Reading(letters, "contradiction")
        return Reading(outside, "outside") if outside else Reading(letters, "answer")

    # A response that is an answer as a whole

    def _whole(self) -> Iterable[str] | None:
        """The letters of a response that is an option's text, or JSON; None where it is neither."""
        option = self._options.equal_to(self._text)
        if option or len(self._text) > _LONGEST_JSON:
            return option
        text = _FENCE.sub("", self._text.strip()).strip()
        if not text.startswith("{"):
            return None
        try:
            said = json.loads(text)
        except (ValueError, RecursionError):
            return None
        given = {str(key).lower(): value for key, value in said.items()}
        values = [given[key] for key in self._phrases.json_keys if key in given]
        return self._named_by(values[0]) if values else None

    def _named_by(self, value: object) -> Iterable[str] | None:
        """The letters that a value of JSON names."""
        if isinstance(value, list):
            parts = [None if isinstance(part, list) else self._named_by(part) for part in value]
            return None if None in parts else [key for part in parts for key in part or ()]
        if not isinstance(value, str) or not value.strip():
            return None
        option = self._options.equal_to(value)
        inner = ResponseReader(self._phrases, value, self._options)
        found = next(inner._lines(), None)
        return option or (found.letters if found else None)

    # Statements inside a response

    def _statements(self) -> Iterator[_Statement]:
        """All statements of an answer but those in quotations, suppositions and questions."""
        for marker in self._markers():
            letters, end = self._letters.named(marker.end)
            if letters and not self._is_question(end):
                yield _Statement(marker.at, marker.is_final, letters)
        for match in _some(self._phrases.verdict, self._lowered):
            found = self._verdict(match)
            if found:
                yield found

    def _markers(self) -> Iterator[_Marker]:
        for match in _some(_SPECIAL, self._text):
            if not self._is_quoted(match.start()) or match[0].startswith("\\"):
                yield _Marker(match.start(), match.end(), is_final=True)
        for match in _some(self._phrases.json_key, self._lowered):
            yield _Marker(match.start(), match.end(), is_final=True)
        for match in _some(self._phrases.noun, self._lowered):
            marker = self._noun(match)
            if marker and self._is_meant(marker.at):
                yield marker
        for match in _some(self._phrases.verb, self._lowered):
            if self._begins_word(match) and self._is_meant(match.start()):
                colon = self._text.startswith(":", match.end())
                yield _Marker(match.start(), match.end() + colon, is_final=False)

    def _noun(self, match: re.Match[str]) -> _Marker | None:
        """A noun with what links it to a letter; Chinese ones need nothing."""
        tail = self._phrases.copula.match(self._lowered, match.end())
        if tail is None or not self._begins_word(match):
            return None
        if match[0].isascii() and not tail["how"] and not tail[0].endswith(":"):
            return None
        is_final = match[0] in self._phrases.final_nouns
        is_final = is_final or self._is_heading(match.start(), tail[0])
        return _Marker(match.start(), tail.end(), is_final)

    def _begins_word(self, match: re.Match[str]) -> bool:
        before = self._text[match.start() - 1 : match.start()] if match.start() else ""
        return not (match[0][0].isascii() and before.isascii() and _WORD.match(before))

    def _is_heading(self, at: int, tail: str) -> bool:
        """Whether a noun such as "Answer:" begins its line."""
        before = self._text[max(0, at - 12) : at]
        line = before.rpartition("\n")[2]
        is_first = len(before) < 12 or "\n" in before
        return ":" in tail and is_first and not line.strip(" \t*_#>-")

    def _verdict(self, match: re.Match[str]) -> _Statement | None:
        """The statement of "B is correct"."""
        start = max(0, match.start() - 40)
        letter = self._phrases.verdict_letter.search(self._lowered[start : match.start()])
        after = self._lowered[match.end() : match.end() + 16]
        is_ended = re.match(r"[ \t]*(?:[^\w \t]|\Z)", after) or self._phrases.reason.match(after)
        if letter is None or not is_ended or self._is_question(match.end()):
            return None
        place = start + letter.start(1)
        name = self._text[place]
        if not name.isupper() or not self._is_meant(place):
            return None
        return _Statement(place, False, frozenset(name))

    def _is_quoted(self, at: int) -> bool:
        place = bisect_right(self._starts, at) - 1
        return place >= 0 and at < self._ends[place]

    def _is_meant(self, at: int) -> bool:
        """Whether what begins here is said, and not quoted, denied or supposed."""
        if self._is_quoted(at):
            return False
        sentence = _SENTENCE_END.split(self._lowered[max(0, at - _BEFORE) : at])[-1]
        cuts = [match.end() for match in self._phrases.clause_end.finditer(sentence)]
        clause = sentence[cuts[-1] :] if cuts else sentence
        if self._phrases.denied_far.search(clause):
            return False
        return not self._phrases.denied_near.search(clause[-3:])

    def _is_question(self, at: int) -> bool:
        end = _SENTENCE_END.search(self._text, at, at + 300)
        return end is not None and end[0] == "?"

    # The first and the last line

    def _lines(self) -> Iterator[_Statement]:
        """What the first and the last line say, where they are an answer alone."""
        start, end = len(self._text) - len(self._text.lstrip()), len(self._text.rstrip())
        if start >= end:
            return
        first_end = self._text.find("\n", start, end)
        last_start = self._text.rfind("\n", start, end) + 1
        spans = {(start, first_end if first_end >= 0 else end), (max(start, last_start), end)}
        for begin, stop in sorted(spans):
            letters, is_alone = self._line(begin, min(stop, begin + _LONGEST_LINE))
            if letters and (is_alone or len(self._labels()) < 2):
                yield _Statement(begin, is_alone, letters)

    def _line(self, begin: int, stop: int) -> tuple[frozenset[str], bool]:
        """The letters that a line names, and whether it holds nothing beside them."""
        line = self._text[begin:stop]
        option = self._options.equal_to(line)
        if option:
            return frozenset(option), False
        letters, end = self._letters.after(begin)
        rest = _LINE_END.match(self._text, end)
        if letters and rest and rest.end() >= stop and "?" not in line:
            return letters, True
        if len(letters) == 1:
            (letter,) = letters
            is_reason = self._phrases.reason.match(self._lowered, end)
            if is_reason or self._letters.is_own_text(letter, end):
                return letters, False
        mention = _MENTION.fullmatch(line)
        if mention and self._options.equal_to(mention["text"]) == mention["letter"]:
            return frozenset(mention["letter"]), False
        return frozenset(), False

    def _labels(self) -> tuple[str, ...]:
        """The letters of the lines that repeat an option."""
        found = set()
        for match in _some(_LINE_LABEL, self._text):
            own = self._options.beginning(self._text, match.end())
            if own and own.letter == match[1]:
                found.add(match[1])
        return tuple(sorted(found))

    def _after_retraction(self, said: Sequence[_Statement]) -> Sequence[_Statement]:
        """What was said after the last words that take an answer back."""
        last = -1
        for match in _some(self._phrases.retraction, self._lowered):
            before = self._text[max(0, match.start() - 8) : match.start()].rstrip(" \t*_(")
            if not before or before[-1] in ".!?。\n:,…":
                last = match.start()
        return [item for item in said if item.at > last]


def _some(pattern: re.Pattern[str], text: str) -> list[re.Match[str]]:
    """The matches of a pattern; of very many only the first and the last."""
    matches = pattern.finditer(text)
    first = list(islice(matches, _MOST))
    return [*first, *deque(matches, maxlen=_MOST)]
