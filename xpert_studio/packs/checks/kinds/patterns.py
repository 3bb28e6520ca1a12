r"""Regular expressions, searched by RE2.

Patterns and responses are hostile. RE2 searches in a time that grows linearly with the text for
any pattern, where ``re`` can take exponential time and cannot be interrupted. RE2 knows no
look-around and no back-references; ``\w``, ``\d`` and ``\b`` are ASCII, ``\p{L}`` and ``\p{Han}``
are letters of any script and Chinese characters.
"""

from __future__ import annotations

from typing import Final

from pydantic import Field, field_validator

from xpert_studio.api.checks import (
    CannotCheckError,
    CheckKind,
    Message,
    Negatable,
    Outcome,
    Subject,
)
from xpert_studio.packs.checks.kinds import reading
from xpert_studio.packs.checks.kinds.schema_cost import states

_LONGEST: Final = 500
_BUDGET: Final = 100_000_000
"""Bytes of text times states that counted repetitions add: about a second where all are active."""


def _search(pattern: str, text: bytes, *, ignore_case: bool = False) -> int:
    """Where a pattern matches first, in bytes of UTF-8; -1 where it does not.

    Raises:
        ValueError: RE2 cannot compile the pattern.
    """
    import re2

    options = re2.Options()
    options.case_sensitive, options.log_errors = not ignore_case, False
    try:
        found = re2.search(pattern.encode(), text, options)
    except re2.error as error:
        raise ValueError(pattern) from error
    return -1 if found is None else int(found.start())


class Regex(Negatable):
    """A regular expression."""

    pattern: str = Field(
        min_length=1,
        max_length=_LONGEST,
        title="Regular expression",
        description="In RE2's syntax: without look-around and back-references.",
    )
    case_sensitive: bool = Field(default=True, title="Case matters")
    whole: bool = Field(default=False, title="Whole response must match")

    @field_validator("pattern")
    @classmethod
    def _compiles(cls, pattern: str) -> str:
        try:
            _search(pattern, b"")
        except ValueError as error:
            raise ValueError(Message("it is no regular expression of RE2")) from error
        return pattern


def _regex(subject: Subject, given: Regex) -> Outcome:
    coded = (subject.text.strip() if given.whole else subject.text).encode("utf-8", "replace")
    if len(coded) * states(given.pattern) > _BUDGET:
        raise CannotCheckError(
            Message("The response is too long for a pattern with such repetitions."),
            Message("Give the pattern smaller numbers of repetitions."),
        )
    pattern = f"\\A(?:{given.pattern})\\z" if given.whole else given.pattern
    place = _search(pattern, coded, ignore_case=not given.case_sensitive)
    if place < 0:
        no = Message('Nothing matches "{pattern}".', pattern=reading.shown(given.pattern))
        return given.outcome(False, no, no)
    yes = Message(
        '"{text}" in line {line:,} matches "{pattern}".',
        text=reading.shown(coded[place : place + 120].decode("utf-8", "ignore")),
        line=coded.count(b"\n", 0, place) + 1,
        pattern=reading.shown(given.pattern),
    )
    return given.outcome(True, yes, yes)


KINDS: Final = (CheckKind("regex", "Matches regular expression", Regex, _regex),)
