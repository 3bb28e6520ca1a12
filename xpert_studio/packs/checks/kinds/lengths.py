"""Checks that compare the length of a response with that of a source text."""

from __future__ import annotations

from typing import Final, Literal

from pydantic import Field, model_validator

from xpert_studio.api.checks import (
    CannotCheckError,
    CheckKind,
    Message,
    Outcome,
    Parameters,
    Subject,
)
from xpert_studio.packs.checks.kinds.counts import words_in


class _Source(Parameters):
    source: str = Field(
        default="",
        max_length=1_000_000,
        title="Source text",
        description="Without one, the materials of the task, else its prompt.",
    )
    unit: Literal["words", "characters"] = Field(default="words", title="Counted in")


def _some(low: float | None, high: float | None) -> None:
    if low is high is None:
        raise ValueError(Message("give at_least or at_most"))
    if low is not None and high is not None and low > high:
        raise ValueError(Message("at_least is above at_most"))


class Reduction(_Source):
    """How much shorter than its source a response must be, in percent."""

    at_least: float | None = Field(default=None, ge=0, le=100, title="At least %")
    at_most: float | None = Field(default=None, ge=0, le=100, title="At most %")

    @model_validator(mode="after")
    def _some_bound(self) -> Reduction:
        _some(self.at_least, self.at_most)
        return self


class Ratio(_Source):
    """How long a response must be as a multiple of its source."""

    at_least: float | None = Field(default=None, ge=0, title="At least")
    at_most: float | None = Field(default=None, ge=0, title="At most")

    @model_validator(mode="after")
    def _some_bound(self) -> Ratio:
        _some(self.at_least, self.at_most)
        return self


def _ratio_of(subject: Subject, given: _Source) -> float:
    count = words_in if given.unit == "words" else len
    source = count(given.source or subject.materials or subject.prompt)
    if not source:
        raise CannotCheckError(
            Message("There is no source text to compare the length with."),
            Message("Give the check a source text, or the task materials or a prompt."),
        )
    return count(subject.text) / source


def _is_within(found: float, low: float | None, high: float | None) -> bool:
    return (low is None or found >= low) and (high is None or found <= high)


def _expected(low: float | None, high: float | None, unit: str) -> Message:
    if high is None:
        return Message("at least {n:g}{unit}", n=low, unit=unit)
    if low is None:
        return Message("at most {n:g}{unit}", n=high, unit=unit)
    return Message("{low:g} to {high:g}{unit}", low=low, high=high, unit=unit)


def _reduction(subject: Subject, given: Reduction) -> Outcome:
    found = round((1 - _ratio_of(subject, given)) * 100, 9)
    return Outcome(
        _is_within(found, given.at_least, given.at_most),
        Message(
            "Shorter than the source text by {found:.1f}%; {wanted} expected.",
            found=found,
            wanted=_expected(given.at_least, given.at_most, "%"),
        ),
    )


def _length_ratio(subject: Subject, given: Ratio) -> Outcome:
    found = round(_ratio_of(subject, given), 9)
    return Outcome(
        _is_within(found, given.at_least, given.at_most),
        Message(
            "{found:.2f} times as long as the source text; {wanted} expected.",
            found=found,
            wanted=_expected(given.at_least, given.at_most, ""),
        ),
    )


KINDS: Final = (
    CheckKind("word_count_reduction", "Shorter than source text", Reduction, _reduction),
    CheckKind("length_ratio", "Length against source text", Ratio, _length_ratio),
)
