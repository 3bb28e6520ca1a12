"""Cuts a response into tokens, each with a class of one character, and these into sentences.

The classes are those of ``phrases.CLASSES`` and these: ``L`` a letter, ``l`` a small one that may
be a word, ``T`` the text of an option, ``Q`` a letter with its own text, ``P`` such a one in a list
of all options, ``#`` a number, ``w`` another word, ``W`` one with a capital letter, ``X`` and ``Y``
around an answer that a format marks; punctuation stands for itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from .options import Options
from .phrases import Phrases
from .texts import CLOSE, OPEN

_HAN: Final = "\u3400-\u9fff"
_PART: Final = r"[^\W_]"
_LETTER: Final = re.compile(
    # No part of a word, of "Á", "C#", "C++", "A's", "A-level", "A.M." or "B/w".
    rf"(?P<open>[(\[])?(?P<letter>[A-Za-z])(?![^\W_{_HAN}]|[\u0300-\u036f]|#|\+(?! ?[A-Z](?!\w))"
    rf"|'(?=[a-z])|-(?=[A-Za-z0-9])|\.(?=\d|[A-Za-z](?![A-Za-z]))|[/&](?! ?[A-Za-z](?!{_PART})))"
    r"(?P<close>[)\]])?"
)
_RUN: Final = re.compile(rf"[A-Z]{{2,26}}(?![^\W_{_HAN}]|[\-'+#]\w)")
_NUMBER: Final = re.compile(r"[-+]?\d+(?:[.,/:]\d+)*[%°²³^]?\w*")
_WORD: Final = re.compile(
    rf"[^\W_{_HAN}](?:[^\W_{_HAN}]|['\-./](?=[^\W_{_HAN}]))*[+#%°²³\u0300-\u036f]*"
)
_DOTS: Final = re.compile(r"\.{2,}")
_MARKS: Final = {
    OPEN: "X", CLOSE: "Y", "\n": "\n", "。": ".", "、": ",", "✓": "y", "✔": "y", "✅": "y",
    "☑": "y", "√": "y", "×": "b", "✗": "b", "✘": "b", "❌": "b", "✖": "b", "=": "c", ">": "O",
    "→": "c", "#": ";",
    **dict.fromkeys(".,;:!?()-|/&+"), " ": "", ")": "", "]": "", "[": "", "}": "",
    '"': "", "'": "", "`": "", "*": "", "_": "",
}  # fmt: skip
"""Classes of single characters; those of no class are left out."""
_ENDS: Final = frozenset(".?!\n")
_AFTER_TEXT: Final = frozenset("\n.?!;:,(Y|")
_LABEL: Final = frozenset(".:,(-/c")


class Token(NamedTuple):
    """A token: its class, where it begins, and the letters of options that it names."""

    mark: str
    at: int
    end: int
    letters: frozenset[str] = frozenset()
    is_number: bool = False


class Sentence(NamedTuple):
    """A sentence: its tokens, their classes, and what ends it."""

    tokens: Sequence[Token]
    marks: str
    ending: str
    begins_line: bool


class Tokenizer:
    """Cuts one response.

    Args:
        phrases: By which answers are stated.
        options: Of the choice.
        text: The response as running text.
    """

    def __init__(self, phrases: Phrases, options: Options, text: str) -> None:
        self._phrases, self._options, self._text = phrases, options, text
        self._lowered = text.lower()
        self._named = dict(options.found_in(self._lowered))

    def sentences(self) -> Iterator[Sentence]:
        """The sentences; a line such as "Answer:" and the next one are a sentence."""
        held: list[Token] = []
        begins_line = True
        for token in [*self._listed(self._joined()), Token("\n", len(self._text), 0)]:
            if token.mark not in _ENDS:
                held.append(token)
                continue
            marks = "".join(item.mark for item in held)
            if token.mark == "\n" and re.search(r"^[fw]{0,2}[nm]$|[nmv]f{0,3}[c:]+$", marks):
                held += [Token(":", token.at, token.end)] if marks[-1] in "nm" else []
                continue
            if held:
                yield Sentence(held, marks, token.mark, begins_line)
            begins_line = token.mark == "\n" or (begins_line and not held)
            held = []

    def _tokens(self) -> Iterator[Token]:
        at = 0
        while at < len(self._text):
            token = self._token(at)
            at = token.end
            if token.mark:
                yield token

    def _token(self, at: int) -> Token:
        own = self._named.get(at)
        phrase = self._phrases.at(self._lowered, at, self._named)
        if own and own.end >= (phrase[1] if phrase else 0):
            return Token("T", at, own.end, frozenset(own.letter), own.is_number)
        place = self._phrases.place.match(self._lowered, at)
        if place and self._phrases.number_of(place) < len(self._options.letters):
            letter = self._options.letters[self._phrases.number_of(place)]
            return Token("L", at, place.end(), frozenset(letter))
        letter_token = self._letter(at)
        if letter_token and not (phrase and phrase[1] > letter_token.end):
            return letter_token
        if phrase:
            return Token(phrase[0], at, phrase[1])
        return self._other(at)

    def _letter(self, at: int) -> Token | None:
        run = _RUN.match(self._text, at)
        if run:
            letters = frozenset(run[0])
            is_row = list(run[0]) == sorted(letters) and letters <= set(self._options.letters)
            return Token("L", at, run.end(), letters) if is_row else None
        found = _LETTER.match(self._text, at)
        if found is None or (found["open"] and not found["close"]):
            return None
        is_sure = found["letter"].isupper() or found["close"]
        letters = frozenset(found["letter"].upper())
        return Token("L" if is_sure else "l", at, found.end(), letters)

    def _other(self, at: int) -> Token:
        number = _NUMBER.match(self._text, at)
        if number:
            return Token("#", at, number.end())
        word = _WORD.match(self._text, at)
        if word:
            return Token("W" if word[0][0].isupper() else "w", at, word.end())
        dots = _DOTS.match(self._text, at)
        if dots:
            return Token(",", at, dots.end())
        char = self._text[at]
        mark = _MARKS.get(char, "w")
        return Token(char if mark is None else mark, at, at + 1)

    def _joined(self) -> list[Token]:
        """The tokens, a letter with the text after it as one; letters that are words as words."""
        tokens = list(self._tokens())
        made: list[Token] = []
        place = 0
        while place < len(tokens):
            token, size = self._mention(tokens, place)
            place += size
            is_part = (
                token.mark == "T"
                and made
                and made[-1].mark == "W"
                and self._is_next(made[-1], token)
            )
            made.append(token._replace(mark="w") if is_part else token)
        return made

    def _is_next(self, token: Token, other: Token) -> bool:
        return self._text[other.at].isupper() and self._text[token.end : other.at] == " "

    def _mention(self, tokens: Sequence[Token], place: int) -> tuple[Token, int]:
        """The mention at a place, and how many tokens it takes."""
        token = tokens[place]
        if token.mark not in "LlT":
            return token, 1
        ahead = [item.mark for item in tokens[place + 1 : place + 5]] + ["\n"] * 4
        if token.mark == "T":
            return self._text_of_option(token, tokens, place, ahead)
        gap = 1 if ahead[0] in _LABEL else 0
        gap += ahead[gap] == "f" and gap > 0
        if len(token.letters) == 1 and ahead[gap] == "T":
            own = tokens[place + 1 + gap]
            before = tokens[place - 1].mark if place else "\n"
            goes_on = ahead[0] == "." and ahead[gap + 1] not in _AFTER_TEXT
            if goes_on and before not in _ENDS:
                return token, 1
            if own.letters == token.letters:
                return token._replace(mark="Q", end=own.end), gap + 2
            if ahead[gap + 1] in _AFTER_TEXT and ahead[0] != "c":
                return token._replace(letters=token.letters | own.letters), gap + 2
        if self._is_word(token, tokens[place + 1 : place + 3]):
            return token._replace(mark="w", letters=frozenset()), 1
        return token, 1

    def _is_word(self, token: Token, after: Sequence[Token]) -> bool:
        """Whether a letter is an article, a pronoun, or an initial: "A plan", "E. coli"."""
        marks = "".join(item.mark for item in after)
        if (
            token.end - token.at == 1
            and token.letters <= {"A", "I"}
            and marks[:1] in {"w", "n", "U", "h"} | ({"f"} if token.mark == "l" else set())
        ):
            return True
        if not re.match(r"\.[wW]", marks):
            return False
        word = self._text[after[1].at : after[1].end]
        is_close = self._text[after[0].end : after[1].at] in ("", " ")
        return is_close and word.isascii() and word.lower() not in self._phrases.starters

    def _text_of_option(
        self, token: Token, tokens: Sequence[Token], place: int, ahead: Sequence[str]
    ) -> tuple[Token, int]:
        """The text of an option with a letter or a unit after it."""
        gap = 1 if ahead[0] in "(," else 0
        gap += ahead[gap] == "f" and gap > 0
        if ahead[gap] == "L" and len(tokens[place + 1 + gap].letters) == 1:
            letter = tokens[place + 1 + gap]
            if self._text[letter.at] == "(" or ahead[0] == "(":
                mark = "Q" if letter.letters == token.letters else "T"
                return Token(mark, token.at, letter.end, token.letters | letter.letters), gap + 2
        is_unit = token.is_number and ahead[0] == "w" and ahead[1] in "\n.?!,;)Y"
        return (token, 2) if is_unit else (token, 1)

    def _listed(self, tokens: list[Token]) -> list[Token]:
        """Marks the options that a response only repeats, all in their order from A."""
        least = min(3, len(self._options.letters))
        run: list[int] = []
        for place, token in [*enumerate(tokens), (-1, Token("\n", 0, 0))]:
            if token.mark != "Q" and place >= 0:
                continue
            (letter,) = token.letters or {""}
            if letter and letter == self._options.letters[len(run) : len(run) + 1]:
                run.append(place)
                continue
            if len(run) >= least:
                for one in run:
                    tokens[one] = tokens[one]._replace(mark="P")
            run = [place] if letter == "A" else []
        return tokens
