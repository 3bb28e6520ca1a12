"""Reads which of two responses a judge prefers."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from xpert_studio.core.judge.comparing import PAIR, VALUES, PairCall
from xpert_studio.core.judge.json_reply import candidates
from xpert_studio.core.judge.providers.base import IMAGES_NOT_SEEN, ChatReply, Finish
from xpert_studio.core.judge.verdict_making import FINISH_PROBLEMS, MAX_RATIONALE, clean
from xpert_studio.core.messages import Message
from xpert_studio.core.records import (
    Comparison,
    Judge,
    RaterKind,
    RatingState,
)


@dataclass(frozen=True, slots=True)
class Preferred:
    """What a reply came to: 1 the first, -1 the second, 0 a tie; None with the problem."""

    value: int | None
    rationale: str = ""
    problem: str = ""


def read_preference(reply: ChatReply, *, has_pictures: bool = False) -> Preferred:
    """Reads a reply strictly: one decision, in one of three words.

    Args:
        reply: The reply.
        has_pictures: Whether images were sent, so that a reply without them is none.
    """
    if problem := FINISH_PROBLEMS.get(reply.finish):
        return Preferred(None, problem=problem)
    if has_pictures and IMAGES_NOT_SEEN in reply.flags:
        return Preferred(None, problem=Message("the server would not take the images"))
    if not reply.text.strip():
        return Preferred(None, problem=Message("empty reply"))
    found = [
        item
        for item in candidates(reply.text)
        if isinstance(item, dict) and isinstance(item.get("better"), str)
    ]
    said = {VALUES.get(item["better"].strip().casefold()) for item in found}
    if len(said) > 1:
        # The second may be a forgery in a response that the judge quoted: neither is believed.
        return Preferred(None, problem=Message("several different decisions in the reply"))
    value = said.pop() if said else None
    if value is None:
        cut_off = reply.finish is Finish.LENGTH and not found
        problem = Message("cut off at the token limit") if cut_off else Message("no decision in it")
        return Preferred(None, problem=problem)
    rationale = found[0].get("rationale")
    return Preferred(
        value, rationale=clean(rationale)[:MAX_RATIONALE] if isinstance(rationale, str) else ""
    )


def comparison_of(
    judge: Judge, ask: PairCall, found: Preferred, *, now: datetime, is_error: bool = False
) -> Comparison:
    """The record of what a judge said of a pair in one order.

    Args:
        judge: Who was asked.
        ask: What was asked.
        found: What came of it.
        now: The time.
        is_error: The call failed; otherwise a reply without a decision is invalid.
    """
    first, second = sorted((ask.response.id, ask.against.id))
    is_turned = ask.response.id != first
    value = -found.value if is_turned and found.value else found.value
    without = RatingState.ERROR if is_error else RatingState.INVALID
    return Comparison(
        task_id=ask.task.id,
        first_id=first,
        second_id=second,
        rater=RaterKind.JUDGE,
        rater_id=judge.id,
        shown_first=ask.response.id,
        value=value,
        state=RatingState.OK if value is not None else without,
        problem=found.problem or None,
        rationale=found.rationale or None,
        compared_hash=ask.compared_hash,
        compared_at=now,
        key=ask.keys[PAIR.id],
    )
