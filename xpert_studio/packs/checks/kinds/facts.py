"""Checks of facts about the call that made a response."""

from __future__ import annotations

from typing import Annotated, Final

from pydantic import Field

from xpert_studio.api.checks import (
    CannotCheckError,
    CheckKind,
    Message,
    Negatable,
    Outcome,
    Parameters,
    Subject,
    joined,
)
from xpert_studio.packs.checks.kinds.counts import Bounds, within


class FinishReason(Negatable):
    """Why the model may have stopped."""

    one_of: Annotated[tuple[str, ...], Field(min_length=1, max_length=50)] = Field(
        default=("stop", "end_turn", "STOP"),
        title="One of",
        description="As providers say it: stop, length, content_filter, end_turn, max_tokens.",
    )


class Seconds(Parameters):
    """How long a response may have taken."""

    at_most: float = Field(gt=0, title="At most (s)")


class Dollars(Parameters):
    """What a response may have cost."""

    at_most: float = Field(ge=0, title="At most ($)")


def _unknown(message: Message) -> CannotCheckError:
    return CannotCheckError(
        message, Message("Have the response made by the program, or import it with this fact.")
    )


def _finish_reason(subject: Subject, given: FinishReason) -> Outcome:
    found = subject.finish_reason
    if found is None:
        raise _unknown(Message("It is not known why the model stopped."))
    said = Message(
        'The model stopped with "{found}"; one of {wanted} expected.',
        found=found,
        wanted=joined(given.one_of, most=10),
    )
    plain = Message('The model stopped with "{found}".', found=found)
    is_one = found.casefold() in {reason.casefold() for reason in given.one_of}
    return given.outcome(is_one, plain, said)


def _output_tokens(subject: Subject, bounds: Bounds) -> Outcome:
    if subject.output_tokens is None:
        raise _unknown(Message("It is not known how many tokens the response has."))
    return within(subject.output_tokens, bounds, Message("tokens"))


def _latency(subject: Subject, given: Seconds) -> Outcome:
    if subject.seconds is None:
        raise _unknown(Message("It is not known how long the response took."))
    return Outcome(
        subject.seconds <= given.at_most,
        Message(
            "Took {found:,.2f} s; at most {most:g} s expected.",
            found=subject.seconds,
            most=given.at_most,
        ),
    )


def _cost(subject: Subject, given: Dollars) -> Outcome:
    if subject.cost is None:
        raise _unknown(Message("It is not known what the response cost."))
    return Outcome(
        subject.cost <= given.at_most,
        Message(
            "Cost ${found:.6f}; at most ${most:g} expected.", found=subject.cost, most=given.at_most
        ),
    )


KINDS: Final = (
    CheckKind("finish_reason", "Why the model stopped", FinishReason, _finish_reason),
    CheckKind("output_tokens", "Tokens of the response", Bounds, _output_tokens),
    CheckKind("latency_seconds", "Time to respond", Seconds, _latency),
    CheckKind("cost", "Cost of the response", Dollars, _cost),
)
