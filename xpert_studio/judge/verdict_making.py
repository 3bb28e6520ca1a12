"""Makes verdicts of what a judge answered: quotes looked up, oddities flagged, gaps named."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final

from xpert_studio.instruments import instrument_of
from xpert_studio.judge import suspicion
from xpert_studio.judge.answers import Answer, Reading, read_reply
from xpert_studio.judge.evidence import Haystack, look_up, occurs_in, shared_haystack
from xpert_studio.judge.providers.base import IMAGES_NOT_SEEN, ChatReply, Finish
from xpert_studio.judge.work import Ask
from xpert_studio.records import (
    ATTACHMENTS_NOT_SEEN,
    Checkpoint,
    Judge,
    JudgeSettings,
    Quote,
    RatingState,
    Response,
    Usage,
    Verdict,
)

_FINISH_PROBLEMS: Final = {
    Finish.REFUSAL: "the model refused",
    Finish.FILTERED: "the provider's content filter withheld the reply",
}


def make_verdicts(
    judge: Judge,
    ask: Ask,
    points: Sequence[Checkpoint],
    reading: Reading,
    reply: ChatReply,
    *,
    now: datetime,
) -> tuple[Verdict, ...]:
    """Verdicts on some of the checkpoints of an ask.

    Args:
        judge: Who answered.
        ask: What was asked.
        points: The checkpoints to give a verdict on; those without an answer become ``invalid``.
        reading: What the reply came to.
        reply: The reply; its tokens are divided among the verdicts.
        now: The time.
    """
    settings = judge.settings or JudgeSettings()
    shares = split_usage(reply.usage, len(points))
    haystack = Haystack(ask.material)
    marks = _marks(ask, reply) if points else ()
    verdicts = []
    for point, usage in zip(points, shares, strict=True):
        common: dict[str, Any] = {
            "response_id": ask.response.id,
            "checkpoint_id": point.id,
            "judge_id": judge.id,
            "trial": ask.trial,
            "key": ask.keys[point.id],
            "basis": ask.basis_of(point),
            "usage": usage,
            "judged_at": now,
        }
        answer = reading.answers.get(point.id)
        if answer is None:
            common |= {"state": RatingState.INVALID, "problem": _why_invalid(point, reading)}
            verdicts.append(Verdict(flags=marks, **common))
            continue
        quotes = _placed(
            look_up(answer.quotes, haystack, threshold=settings.fuzzy_threshold), ask.response
        )
        found = any(quote.verified for quote in quotes)
        verdicts.append(
            Verdict(
                value=answer.value,
                rationale=answer.rationale or None,
                evidence=quotes,
                flags=(*marks, *_flags(answer, point, ask, anything_found=found)),
                **common,
            )
        )
    return tuple(verdicts)


def _marks(ask: Ask, reply: ChatReply) -> tuple[str, ...]:
    """What a reader should know of all verdicts of a call."""
    blind = IMAGES_NOT_SEEN in reply.flags and ask.files.has_pictures
    unseen = (ATTACHMENTS_NOT_SEEN,) if blind or ask.files.unseen else ()
    return (*suspicion.suspicions(ask.material), *reply.flags, *unseen)


def _placed(quotes: Sequence[Quote], response: Response) -> tuple[Quote, ...]:
    """Quotes with their places in the response; one from its documents has none there."""
    end = len(response.text)
    return tuple(
        quote.model_copy(update={"start": None, "end": None})
        if quote.end is not None and quote.end > end
        else quote
        for quote in quotes
    )


def split_usage(usage: Usage, parts: int) -> list[Usage | None]:
    """Divides a call's tokens among its verdicts; the parts add up to the whole exactly."""
    if parts == 0:
        return []
    totals = {name: value for name, value in usage if isinstance(value, int)}
    if not totals:
        return [None] * parts
    return [
        Usage.model_validate(
            {name: total // parts + (index < total % parts) for name, total in totals.items()}
        )
        for index in range(parts)
    ]


def read_answers(reply: ChatReply, points: Sequence[Checkpoint]) -> Reading:
    """Reads a reply, unless the provider says that it is none."""
    problem = _FINISH_PROBLEMS.get(reply.finish)
    if problem:
        return Reading(problem=problem)
    return read_reply(reply.text, points, cut_off=reply.finish is Finish.LENGTH)


def _why_invalid(point: Checkpoint, reading: Reading) -> str:
    if reading.problem:
        return reading.problem
    if point.id in reading.conflicting:
        return "answered twice, differently"
    if point.id in reading.unusable:
        return instrument_of(point).unusable
    return "left out of the reply"


def _flags(answer: Answer, point: Checkpoint, ask: Ask, *, anything_found: bool) -> list[str]:
    flags = []
    instrument = instrument_of(point)
    is_met, passed = (rule(answer.value, point) for rule in (instrument.fulfils, instrument.passes))
    if passed is not None and suspicion.contradicts(answer.rationale, met=passed):
        flags.append(suspicion.CONTRADICTS_RATIONALE)
    may_be_pictured = not answer.quotes and any(file.is_picture for file in ask.files.response)
    if is_met and not anything_found and not may_be_pictured:
        flags.append(suspicion.QUOTES_NOT_FOUND)
        rubric = shared_haystack("\n".join(point.text for point in ask.chunk))
        if any(occurs_in(quote, rubric) for quote in answer.quotes):
            flags.append(suspicion.QUOTES_RUBRIC)
        elif any(
            occurs_in(quote, shared_haystack(anchor.response_text))
            for quote in answer.quotes
            for anchor in ask.anchors
        ):
            flags.append(suspicion.QUOTES_ANCHOR)
    return flags


def storable(text: str) -> str | None:
    """A text from outside as the project file can hold it."""
    cleaned = text.replace("\x00", "").encode("utf-8", "replace").decode("utf-8")[:2_000_000]
    return cleaned or None
