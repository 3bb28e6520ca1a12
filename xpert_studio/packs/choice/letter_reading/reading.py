"""Decides what the statements of a response come to."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from .forms import BESIDE, FIRST, LAST, RIVALS, UNREADABLE, Level, Standing, forms_in, standing
from .options import Options
from .phrases import Phrases
from .tokens import Sentence, Tokenizer

_CORRECTION: Final = re.compile(
    r"(?:^|(?<=[,;:\-BhkRzs]))[kR]|(?:^|(?<=[,;:\-BhkRzsL]))K|(?<=[LTQl])-?k|^b(?=,)"
)
_SCOPE: Final = 60
_LABEL: Final = re.compile(
    r"(?:(?<=[\s.。;；!！])|^)[(\[]?(?P<letter>[A-Z])(?P<close>[).:：、\]])(?=\s?\S)", re.MULTILINE
)
_NO: Final = re.compile(
    r"[(\[]?[A-Z][)\].:：、,，\-–\s]{0,3}"
    r"(?:(?:no|nope|false|wrong|incorrect)\b(?!\s+\w)|[×✗✘❌错否]|不对|不是(?=[。，,.!！]|$))",
    re.IGNORECASE,
)
_NOT: Final = frozenset("~!¬")
"""Signs of negation before a letter."""


@dataclass(frozen=True, slots=True)
class LetterReading:
    """What was read.

    Attributes:
        letters: The letters named, in order; also those that are no answer.
        found: ``answer`` (one answer was stated, of one letter or several), ``open`` (several
            were, with "or"), ``contradiction`` (answers that differ), ``outside`` (a letter beyond
            the options), ``retracted`` (an answer was taken back, and none followed), ``listed``
            (options were listed, none was chosen), ``none``.
    """

    letters: tuple[str, ...]
    found: str

    @property
    def answer(self) -> tuple[str, ...]:
        """The letters of the answer; none where there is no answer."""
        return self.letters if self.found == "answer" else ()


class Statement(NamedTuple):
    """An answer that is stated: where, how plainly, its letters, and whether they are open.

    Attributes:
        replaces: Where a word such as "actually" takes back what was said before; -1 without one.
        is_rival: Whether it stands beside another answer: "C is also correct".
    """

    at: int
    level: Level
    letters: frozenset[str]
    is_open: bool = False
    replaces: int = -1
    is_rival: bool = False


class ResponseReader:
    """Reads one response.

    Args:
        phrases: By which answers are stated.
        options: Of the choice.
        text: The response as running text.
    """

    def __init__(self, phrases: Phrases, options: Options, text: str) -> None:
        self._phrases, self._options, self._text = phrases, options, text
        self._sentences = list(Tokenizer(phrases, options, text).sentences())

    def reading(self) -> LetterReading:
        """What the response names."""
        found = sorted(self._statements(), key=lambda item: item.at)
        kept = self._kept(found)
        stated = [item for item in kept if item.letters]
        if stated:
            return self._judged(_counting(kept))
        if any(item.letters for item in found):
            letters = {letter for item in found for letter in item.letters}
            return LetterReading(tuple(sorted(letters)), "retracted")
        listed = {
            letter
            for sentence in self._sentences
            for token in sentence.tokens
            if token.mark == "P"
            for letter in token.letters
        }
        return (
            LetterReading(tuple(sorted(listed)), "listed") if listed else LetterReading((), "none")
        )

    def _judged(self, said: Sequence[Statement]) -> LetterReading:
        """What the statements that count come to."""
        answers = {item.letters for item in said}
        letters = tuple(sorted({letter for answer in answers for letter in answer}))
        outside = tuple(letter for letter in letters if letter not in self._options.letters)
        if len(answers) > 1:
            return LetterReading(letters, "contradiction")
        if outside:
            return LetterReading(outside, "outside")
        if any(item.is_open for item in said):
            return LetterReading(letters, "open")
        return LetterReading(letters, "answer" if letters else "none")

    def _statements(self) -> Iterator[Statement]:
        for place, sentence in enumerate(self._sentences):
            yield from self._stated(sentence)
            if place in (0, len(self._sentences) - 1):
                yield from self._alone(sentence, is_first=place == 0)

    def _stated(self, sentence: Sentence) -> Iterator[Statement]:
        for match, form in forms_in(sentence):
            level = form.level
            if sentence.ending == "?" and not (
                match.end() == len(sentence.marks) and "h" in match[0][:-1]
            ):
                continue
            meant = Standing.MEANT if level is Level.FORMAL else standing(sentence, match.start())
            if meant is Standing.NOT_MEANT:
                continue
            if self._is_formal(sentence, match):
                level = Level.FORMAL
            is_text = form.is_weak_by_text and not re.search("[LQl]", match["m"])
            if is_text or meant is Standing.CONDITIONAL:
                level = Level.WEAK
            yield self._statement(sentence, match, level)
        for match in (match for form in RIVALS for match in form.finditer(sentence.marks)):
            if sentence.ending != "?" and standing(sentence, match.start()) is Standing.MEANT:
                rival = self._statement(sentence, match, Level.STATED)
                yield rival._replace(is_rival=True, is_open=True, replaces=-1)
        marked = UNREADABLE.search(sentence.marks)
        if marked and sentence.ending != "?":
            yield Statement(sentence.tokens[marked.start()].at, Level.WEAK, frozenset())

    def _is_formal(self, sentence: Sentence, match: re.Match[str]) -> bool:
        """Whether a noun begins its line before a colon ("Answer: B"), or is a formal one."""
        if match[0][0] not in "nm":
            return False
        token = sentence.tokens[match.start()]
        is_label = match.start() == 0 and sentence.begins_line and ":" in match[0][:5]
        return is_label or self._text[token.at : token.end].lower() in self._phrases.formal

    def _alone(self, sentence: Sentence, *, is_first: bool) -> Iterator[Statement]:
        """The statement of a first or last sentence that only names options."""
        match = (FIRST if is_first else LAST).search(sentence.marks)
        if match is None or sentence.ending == "?":
            return
        found = self._statement(sentence, match, Level.STATED)
        is_listed = sentence.marks[match.start()] != "Q" and self._is_label(found)
        if not is_listed and not self._is_denied(found):
            yield found

    def _is_label(self, statement: Statement) -> bool:
        """Whether a letter is the label of one of several options that are gone through."""
        label = _LABEL.match(self._text, statement.at)
        if label is None:
            return False
        alike = {
            other["letter"]
            for other in _LABEL.finditer(self._text)
            if other["close"] == label["close"]
        }
        return len(alike) > 1

    def _is_denied(self, statement: Statement) -> bool:
        """Whether a sign before a letter, or the word after it, says that it is wrong."""
        behind = _NO.match(self._text, statement.at)
        return self._text[max(0, statement.at - 1) : statement.at] in _NOT or behind is not None

    def _statement(self, sentence: Sentence, match: re.Match[str], level: Level) -> Statement:
        group = "q" if match.groupdict().get("q") else "m"
        named = sentence.tokens[match.start(group) : match.end(group)]
        letters = frozenset(letter for token in named for letter in token.letters)
        beside = BESIDE.search(sentence.marks[match.end() : match.end() + 60])
        if beside:
            place = match.end() + beside.start("m")
            letters |= sentence.tokens[place].letters
        begin = max(0, match.start(group) - _SCOPE)
        before = sentence.marks[begin : match.start(group)]
        words = [found.end() for found in _CORRECTION.finditer(before)]
        replaces = sentence.tokens[begin + words[-1] - 1].at if words else -1
        is_open = "o" in match[group] or (match[group].count("h") > 0 and len(letters) > 1)
        return Statement(named[-1].at, level, letters, is_open, replaces)

    def _kept(self, said: Sequence[Statement]) -> Sequence[Statement]:
        """What was said after the last words that take an answer back."""
        last = max([*self._retractions(), *(item.replaces for item in said)], default=-1)
        return [item for item in said if item.at > last]

    def _retractions(self) -> Iterable[int]:
        for sentence in self._sentences:
            for match in re.finditer(r"(?:^|(?<=[,;:\-BhkR]))R|^b(?=,|$)", sentence.marks):
                yield sentence.tokens[match.start()].at


def _counting(said: Sequence[Statement]) -> Sequence[Statement]:
    """The plainest statements, and those after the last of them that are not weak.

    A weak statement counts only after the last marker of an answer that names no option.
    """
    level = max(item.level for item in said if item.letters)
    if level is Level.WEAK:
        blocked = max((item.at for item in said if not item.letters), default=-1)
        return [item for item in said if item.letters and item.at > blocked]
    last = max(item.at for item in said if item.level is level and item.letters)
    return [
        item
        for item in said
        if item.letters
        and (item.level is level or item.is_rival or (item.at > last and item.level > Level.WEAK))
    ]
