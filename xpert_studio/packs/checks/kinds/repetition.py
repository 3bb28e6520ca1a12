"""Checks of how like a text a response is, and how far it repeats itself."""

from __future__ import annotations

from collections import Counter
from typing import Final

from pydantic import Field, model_validator

from xpert_studio.api.checks import CheckKind, Message, Negatable, Outcome, Parameters, Subject
from xpert_studio.packs.checks.kinds import reading
from xpert_studio.packs.checks.kinds.texts import same

_READ: Final = 1_000_000
"""So many last characters of a response are searched for repetition: a loop is at the end."""


class Similarity(Negatable):
    """How near to a text a response must be, by single characters changed (Levenshtein)."""

    text: str = Field(min_length=1, max_length=20_000, title="Text")
    at_least: float | None = Field(
        default=None, gt=0, le=1, title="At least", description="Share that is the same, 0 to 1."
    )
    at_most_edits: int | None = Field(
        default=None, ge=0, le=20_000, title="At most characters changed"
    )
    as_written: bool = Field(
        default=False,
        title="Exactly as written",
        description=(
            "Otherwise case, white space, forms of characters and final punctuation are ignored."
        ),
    )

    @model_validator(mode="after")
    def _some_bound(self) -> Similarity:
        if self.at_least is self.at_most_edits is None:
            raise ValueError(Message("give at_least or at_most_edits"))
        return self


class NoRepetition(Parameters):
    """How often a response may repeat itself."""

    at_most: int = Field(
        default=1, ge=1, title="Same sentence at most", description="Times; also the same line."
    )
    from_words: int = Field(
        default=4, ge=1, title="From words", description="Shorter sentences may be repeated."
    )
    repeated_at_most: float | None = Field(
        default=None,
        ge=0,
        le=1,
        title="Repeated sequences at most",
        description="Share, 0 to 1, of the sequences of words that came before.",
    )
    sequence: int = Field(default=4, ge=1, le=10, title="Words of a sequence")


def _similarity(subject: Subject, given: Similarity) -> Outcome:
    edits, longest = _distance(subject.text, given)
    share = 1 - edits / longest if longest else 1.0
    if given.at_most_edits is not None and edits > given.at_most_edits:
        is_near = False
    else:
        is_near = given.at_least is None or share >= given.at_least
    reason = Message(
        "{share:.1f}% the same, characters changed: {edits:,}; {wanted} expected.",
        share=share * 100,
        edits=edits,
        wanted=_wanted(given),
    )
    return given.outcome(is_near, reason, reason)


def _distance(text: str, given: Similarity) -> tuple[int, int]:
    """Characters changed, and the length of the longer text.

    Where the lengths alone put the texts too far apart, their difference stands for the distance,
    which is at least that.
    """
    from rapidfuzz.distance import Levenshtein

    spaced = text if given.as_written else " ".join(text.split())
    found = spaced if given.as_written or len(spaced) > _FAR * len(given.text) else same(spaced)
    wanted = given.text if given.as_written else same(given.text)
    longest = max(len(found), len(wanted))
    apart = abs(len(found) - len(wanted))
    if apart > longest * (1 - (given.at_least or 0)) or apart > (given.at_most_edits or longest):
        return apart, longest
    return Levenshtein.distance(found, wanted), longest


_FAR: Final = 200


def _wanted(given: Similarity) -> Message:
    if given.at_least is None:
        return Message("at most {n:,} changed", n=given.at_most_edits)
    if given.at_most_edits is None:
        return Message("at least {share:g}%", share=given.at_least * 100)
    return Message(
        "at least {share:g}% and at most {n:,} changed",
        share=given.at_least * 100,
        n=given.at_most_edits,
    )


def _no_repetition(subject: Subject, given: NoRepetition) -> Outcome:
    text = subject.text[-_READ:]
    for pieces in (reading.sentences(text), reading.lines(text)):
        often = Counter(" ".join(piece.split()).casefold() for piece in pieces).most_common()
        for piece, times in often:
            if times <= given.at_most:
                break  # none of the others occurs more often
            if len(reading.words(piece)) >= given.from_words:
                return Outcome(
                    False,
                    Message(
                        '"{text}" occurs {n:,} times; at most {most:,} expected.',
                        text=reading.shown(piece),
                        n=times,
                        most=given.at_most,
                    ),
                )
    if given.repeated_at_most is None:
        return Outcome(True, Message("No sentence or line occurs too often."))
    share = repeated_share(reading.words(text.casefold()), given.sequence)
    return Outcome(
        share <= given.repeated_at_most,
        Message(
            "Repeated word sequences of length {n}: {share:.1f}%; at most {most:g}% expected.",
            share=share * 100,
            n=given.sequence,
            most=given.repeated_at_most * 100,
        ),
    )


def repeated_share(words: list[str], length: int) -> float:
    """The share of the sequences of so many words that occur earlier in the text."""
    count = len(words) - length + 1
    if count < 1:
        return 0.0
    different = len(set(zip(*(words[at:] for at in range(length)), strict=False)))
    return 1 - different / count


KINDS: Final = (
    CheckKind("similarity", "Similar to text", Similarity, _similarity),
    CheckKind("no_repetition", "No repetition", NoRepetition, _no_repetition),
)
