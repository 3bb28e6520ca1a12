"""Checks that count: words, characters, sentences, paragraphs, lines, list items."""

from __future__ import annotations

from typing import Final, Literal

from pydantic import Field, model_validator

from xpert_studio.api.checks import CheckKind, Message, Outcome, Parameters, Subject, refuse_longer
from xpert_studio.packs.checks.kinds import reading


class Bounds(Parameters):
    """How many there may be."""

    at_least: int | None = Field(default=None, ge=0, title="At least")
    at_most: int | None = Field(default=None, ge=0, title="At most")
    exactly: int | None = Field(default=None, ge=0, title="Exactly")

    @model_validator(mode="after")
    def _some_bound(self) -> Bounds:
        if self.at_least is self.at_most is self.exactly is None:
            raise ValueError(Message("give at_least, at_most or exactly"))
        if None not in (self.at_least, self.at_most) and self.at_least > self.at_most:  # type: ignore[operator]
            raise ValueError(Message("at_least is above at_most"))
        return self


class Characters(Bounds):
    """Which characters are counted, and how many there may be."""

    only_chinese: bool = Field(default=False, title="Chinese characters only")
    without_spaces: bool = Field(default=False, title="Without white space")


class Lines(Bounds):
    """Which lines are counted, and how many there may be."""

    with_blank: bool = Field(default=False, title="Count blank lines too")


class Items(Bounds):
    """Which items of lists are counted, and how many there may be."""

    kind: Literal["any", "bulleted", "numbered"] = Field(default="any", title="Kind of list")


def within(found: int, bounds: Bounds, what: str) -> Outcome:
    """Whether a count is within bounds.

    Args:
        found: How many there are.
        bounds: How many there may be.
        what: What was counted, in the plural. A ``Message``.
    """
    wanted = (
        (Message("exactly {n:,}", n=bounds.exactly or 0), bounds.exactly in (None, found)),
        (Message("at least {n:,}", n=bounds.at_least or 0), found >= (bounds.at_least or 0)),
        (
            Message("at most {n:,}", n=bounds.at_most or 0),
            bounds.at_most is None or found <= bounds.at_most,
        ),
    )
    for words, is_kept in wanted:
        if not is_kept:
            return Outcome(
                False,
                Message(
                    "Number of {what}: {found:,}; {wanted} expected.",
                    what=what,
                    found=found,
                    wanted=words,
                ),
            )
    return Outcome(True, Message("Number of {what}: {found:,}.", what=what, found=found))


def words_in(text: str) -> int:
    """Words of a text; each Chinese character counts as one."""
    return len(reading.words(text))


def _word_count(subject: Subject, bounds: Bounds) -> Outcome:
    return within(words_in(subject.text), bounds, Message("words"))


def _character_count(subject: Subject, bounds: Characters) -> Outcome:
    text = "".join(subject.text.split()) if bounds.without_spaces else subject.text
    if bounds.only_chinese:
        found = len(reading.HAN_CHARACTER.findall(text))
        return within(found, bounds, Message("Chinese characters"))
    return within(len(text), bounds, Message("characters"))


_MOST_SENTENCES_OF: Final = 2_000_000
"""Characters: about two seconds, where every other one is a full stop."""


def _sentence_count(subject: Subject, bounds: Bounds) -> Outcome:
    refuse_longer(subject.text, _MOST_SENTENCES_OF)
    return within(len(reading.sentences(subject.text)), bounds, Message("sentences"))


def _paragraph_count(subject: Subject, bounds: Bounds) -> Outcome:
    return within(len(reading.paragraphs(subject.text)), bounds, Message("paragraphs"))


def _line_count(subject: Subject, bounds: Lines) -> Outcome:
    found = reading.lines(subject.text)
    kept = len(found) if bounds.with_blank else sum(bool(line.strip()) for line in found)
    return within(kept, bounds, Message("lines"))


def _list_item_count(subject: Subject, bounds: Items) -> Outcome:
    found = sum(
        reading.is_item(line, bounds.kind) for _, line in reading.outside_fences(subject.text)
    )
    return within(found, bounds, Message("list items"))


def _words_per_item(subject: Subject, bounds: Items) -> Outcome:
    counts = [len(reading.words(item)) for item in _items(subject.text, bounds.kind)]
    if not counts:
        return Outcome(False, Message("No list items."))
    off = next((n for n, count in enumerate(counts) if not within(count, bounds, "").passed), None)
    place = counts.index(max(counts)) if off is None else off
    found = within(counts[place], bounds, Message("words"))
    return Outcome(off is None, Message("Item {n:,}: {reason}", n=place + 1, reason=found.reason))


def _items(text: str, kind: str) -> list[str]:
    """List items without their marks, each with the lines that go on below it."""
    found: list[str] = []
    is_inside = False
    for _, line in reading.outside_fences(text):
        if reading.is_item(line, kind):
            found.append(reading.without_mark(line))
            is_inside = True
        elif not line.strip() or reading.is_item(line) or reading.heading(line) is not None:
            is_inside = False
        elif is_inside:
            found[-1] += f" {line.strip()}"
    return found


KINDS: Final = (
    CheckKind("word_count", "Number of words", Bounds, _word_count),
    CheckKind("character_count", "Number of characters", Characters, _character_count),
    CheckKind("sentence_count", "Number of sentences", Bounds, _sentence_count, 2),
    CheckKind("paragraph_count", "Number of paragraphs", Bounds, _paragraph_count),
    CheckKind("line_count", "Number of lines", Lines, _line_count),
    CheckKind("list_item_count", "Number of list items", Items, _list_item_count),
    CheckKind("words_per_item", "Words of each list item", Items, _words_per_item),
)
