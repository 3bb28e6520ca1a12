"""Reads the letters, or the option's text, that stand at one place of a response."""

from __future__ import annotations

import re
from string import ascii_uppercase
from typing import Final

from .options import Beginning, Options
from .phrases import Phrases

_HAN: Final = "\u3400-\u9fff"
_PART: Final = r"[^\W_]"
_LETTER: Final = re.compile(
    # No part of a word, of "Á", "C#", "C++", "A's", "A-level", "A.M." or "B/w".
    rf"[A-Za-z](?![^\W_{_HAN}]|[\u0300-\u036f]|#|\+\+|['’](?=[a-z])|-(?=[A-Za-z0-9])"
    rf"|\.(?=\d|[A-Za-z](?![A-Za-z]))|[/&](?![ ]?[A-Za-z](?!{_PART})))"
)
_RUN: Final = re.compile(rf"[A-Z]{{2,26}}(?!{_PART})(?=[)\]}}*_`\"'$]{{0,4}}\s*(?:[.,;。<]|\Z|\n))")
_ROW: Final = re.compile(r"[ \t](?=[A-Z](?:[ \t][A-Z]){0,24}[ \t.]{0,3}(?:\n|\Z))")
_OPEN: Final = re.compile(
    r"[\s*_`~\"'“”‘’「『(\[{$<【《>]{0,12}(?:\\(?:boxed|text|textbf|mathbf|mathrm)\s?\{\s?){0,3}"
    r"[*_`\"'“(\[]{0,4}"
)
_CLOSE: Final = re.compile(r"[)\]}*_`~\"'”’」』】》$>]{0,8}")
_LABEL: Final = re.compile(r"[*_]{0,3}[ \t]{0,2}[.:)\],、\-–—]?[*_]{0,3}[ \t]{0,3}")
_FORMULA: Final = re.compile(r"[ \t]{0,3}[=<>^%×÷+\d](?!/answer)")
_HAN_NEXT: Final = re.compile(rf"[ \t]*[{_HAN}]")
_WORD_NEXT: Final = re.compile(r"[ \t]+\w")
_ENDED: Final = re.compile(r"[ \t.。*_)\"”]{0,8}(?:\n|\Z)")
_NO_WORDS: Final = "BCDEFGHJKLMNOPQRSTUVWXYZ"
"""Letters that are not English words themselves, in upper case."""


class Letters:
    """Reads letters at places of one response.

    Args:
        phrases: By which answers are stated.
        text: The response, in plain letters.
        options: Of the choice.
    """

    def __init__(self, phrases: Phrases, text: str, options: Options) -> None:
        self._phrases, self._text, self._options = phrases, text, options
        self._lowered = text.lower()

    def named(self, at: int) -> tuple[frozenset[str], int]:
        """The letters named after a marker, and where they end; none where none are."""
        begins = self._opened(at)
        option = self._options.beginning(self._text, begins)
        letter = _LETTER.match(self._text, begins)
        if option and not (letter and letter[0].upper() in self._options.letters):
            return frozenset(option.letter), option.end
        return self.after(at)

    def after(self, at: int) -> tuple[frozenset[str], int]:
        """As ``named``, without texts of options; of "not B but C" it is C."""
        begins = self._opened(at)
        denial = self._phrases.denial.match(self._lowered, begins)
        if denial is None:
            return self._list(begins)
        wrong = _LETTER.match(self._text, self._opened(denial.end()))
        close = _CLOSE.match(self._text, wrong.end()) if wrong else None
        but = self._phrases.but.match(self._lowered, close.end()) if close else None
        return self._list(self._opened(but.end())) if but else (frozenset(), at)

    def _opened(self, at: int) -> int:
        """The place after quotation marks, brackets and words such as "option"."""
        for _ in range(2):
            opened = _OPEN.match(self._text, at)
            at = opened.end() if opened else at
            filler = self._phrases.filler.match(self._lowered, at)
            at = filler.end() if filler else at
        return at

    def _list(self, at: int) -> tuple[frozenset[str], int]:
        """One letter, or several with commas, "and" or "or" between them."""
        run = _RUN.match(self._text, at)
        if (
            run
            and list(run[0]) == sorted(set(run[0]))
            and set(run[0]) <= set(self._options.letters)
        ):
            return frozenset(run[0]), run.end()
        found: list[str] = []
        end = at
        while len(found) < len(ascii_uppercase):
            letter = _LETTER.match(self._text, at)
            after = self._end_of(letter, is_first=not found) if letter else None
            if letter is None or after is None:
                break
            found.append(letter[0].upper())
            end = after
            more = self._phrases.separator.match(self._lowered, end) or _ROW.match(self._text, end)
            if more is None:
                break
            at = self._opened(more.end())
        other = self._other_text(found[0], end) if len(found) == 1 else None
        return (frozenset([*found, other.letter]), other.end) if other else (frozenset(found), end)

    def _end_of(self, letter: re.Match[str], *, is_first: bool) -> int | None:
        """Where a letter ends with its brackets; None where it is a word or part of a formula."""
        close = _CLOSE.match(self._text, letter.end())
        end = close.end() if close else letter.end()
        rest = self._lowered[end : end + 24]
        if _HAN_NEXT.match(rest):
            is_ended = bool(self._phrases.after.match(rest) or self._phrases.separator.match(rest))
        elif _FORMULA.match(rest):
            is_ended = bool(self._phrases.separator.match(rest))
        elif _WORD_NEXT.match(rest):
            is_sure = (is_first and letter[0] in _NO_WORDS) or end > letter.end()
            is_row = _ROW.match(self._text, end)
            is_ended = bool(is_sure or is_row or self._phrases.after.match(rest))
        else:
            return end
        return end if is_ended or self.is_own_text(letter[0], end) else None

    def is_own_text(self, letter: str, at: int) -> bool:
        """Whether the text of a letter's option follows it."""
        found = self._text_after(at)
        return found is not None and found.letter == letter.upper()

    def _other_text(self, letter: str, at: int) -> Beginning | None:
        """The text of another option, where it follows a letter and ends its line."""
        found = self._text_after(at)
        is_other = found is not None and found.letter != letter
        return found if is_other and found and _ENDED.match(self._text, found.end) else None

    def _text_after(self, at: int) -> Beginning | None:
        label = _LABEL.match(self._text, at)
        return self._options.beginning(self._text, label.end() if label else at)
