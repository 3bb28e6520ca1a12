"""Checks that count: words, characters, sentences, paragraphs, lines, list items."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from functools import partial
from typing import Final

from pydantic import Field, model_validator

from xpert_studio.instruments.checks.kind import CheckKind, Outcome, Parameters, Subject
from xpert_studio.messages import Message


class Bounds(Parameters):
    """How many there may be."""

    at_least: int | None = Field(default=None, ge=0, title="At least")
    at_most: int | None = Field(default=None, ge=0, title="At most")
    exactly: int | None = Field(default=None, ge=0, title="Exactly")

    @model_validator(mode="after")
    def _some_bound(self) -> Bounds:
        if self.at_least is self.at_most is self.exactly is None:
            raise ValueError("give at_least, at_most or exactly")
        if None not in (self.at_least, self.at_most) and self.at_least > self.at_most:  # type: ignore[operator]
            raise ValueError("at_least is above at_most")
        return self


def within(found: int, bounds: Bounds, what: str) -> Outcome:
    """Whether a count is within bounds.

    Args:
        found: How many there are.
        bounds: How many there may be.
        what: What was counted, in the plural.
    """
    wanted = (
        ("exactly {n}", bounds.exactly, bounds.exactly == found),
        ("at least {n}", bounds.at_least, found >= (bounds.at_least or 0)),
        ("at most {n}", bounds.at_most, found <= (bounds.at_most or 0)),
    )
    for words, number, is_kept in wanted:
        if number is not None and not is_kept:
            return Outcome(
                False,
                Message(
                    "{found:,} {what}; {wanted} expected.",
                    found=found, what=Message(what), wanted=Message(words, n=number),
                ),
            )  # fmt: skip
    return Outcome(True, Message("{found:,} {what}.", found=found, what=Message(what)))


_WORD: Final = re.compile(r"[^\W_]+(?:['’.,-][^\W_]+)*")


def _is_han(char: str) -> bool:
    return unicodedata.name(char, "").startswith(("CJK UNIFIED", "CJK COMPATIBILITY IDEO"))


def words_in(text: str) -> int:
    """Words of a text; each Chinese character counts as one."""
    spread = "".join(f" {char} " if _is_han(char) else char for char in text)
    return len(_WORD.findall(spread))


def _counted(count: Callable[[str], int], what: str, subject: Subject, bounds: Bounds) -> Outcome:
    return within(count(subject.text), bounds, what)


KINDS: Final = (
    CheckKind("word_count", "Number of words", Bounds, partial(_counted, words_in, "words")),
)
