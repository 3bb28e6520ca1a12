"""Divides what is to be posted into parts, and posts each: written down first, never twice."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any, Final

from pydantic_core import to_json

from xpert_studio.core.judge.budget import Budget, Need, OutOfBudgetError
from xpert_studio.core.judge.chat_backend import ChatBackend
from xpert_studio.core.judge.providers.base import Failure, ProviderError
from xpert_studio.core.judge.providers.sdk_provider import SdkProvider
from xpert_studio.core.judge.work import JudgeCall
from xpert_studio.packs.batches.parts import BatchCall, BatchPart, State
from xpert_studio.packs.batches.service import BatchService, BatchTerms, Body, Seen

SKEW: Final = timedelta(hours=1)
"""So much may the clock of a provider differ from this one's."""
_ROWS: Final = 4_000_000
"""Bytes that the list of a part's calls takes in the project, at most."""
_BESIDE: Final = 256
"""Bytes that stand beside the body of a call."""


def certain_after(timeout: float) -> timedelta:
    """How long after a post broke off a batch that is not listed will not be there any more.

    Args:
        timeout: Seconds that a call may take.
    """
    return timedelta(seconds=timeout) + timedelta(minutes=15)


def was_refused(error: ProviderError) -> bool:
    """Whether a failed post made no batch for certain."""
    if error.failure is Failure.UNREACHED:
        return True
    status = error.status or 0
    return 400 <= status < 500 and status not in {408, 409, 425, 499}


@dataclass(slots=True)
class PartDraft:
    """A part that is being filled.

    Attributes:
        asks: Its calls with their rows, in order.
        needs: What each is expected to take.
        size: Bytes so far.
    """

    asks: list[tuple[BatchCall, JudgeCall]]
    needs: list[Need]
    size: int = 0
    listed: int = 0

    def takes(self, size: int, listed: int, terms: BatchTerms) -> bool:
        """Whether another call fits."""
        return not self.asks or (
            len(self.asks) < terms.requests
            and self.size + size <= terms.size
            and self.listed + listed <= _ROWS
        )


def drafts(
    wanted: Iterable[tuple[BatchCall, JudgeCall]],
    chat: ChatBackend,
    provider: SdkProvider,
    terms: BatchTerms,
    budget: Budget,
    on_empty: Callable[[], object],
) -> Iterator[PartDraft]:
    """What is wanted, as parts within the limits of the provider.

    Args:
        wanted: Calls with their rows.
        chat: Makes their requests.
        provider: Makes the bodies of these.
        terms: Of the provider.
        budget: What each is expected to take is held in it.
        on_empty: Called where the budget allows no more.
    """
    part = PartDraft([], [])
    for row, ask in wanted:
        need = chat.need(ask)
        try:
            budget.hold(need)
        except OutOfBudgetError:
            on_empty()
            break
        size = len(to_json(provider.body(chat.request_of(ask)))) + _BESIDE
        listed = len(to_json(row))
        if not part.takes(size, listed, terms):
            yield part
            part = PartDraft([], [])
        part.asks.append((row, ask))
        part.needs.append(need)
        part.size += size
        part.listed += listed
    if part.asks:
        yield part


def part_from(draft: PartDraft, *, provider: SdkProvider, **named: Any) -> BatchPart:  # noqa: ANN401 - fields
    """A part as it is written before it is posted."""
    accepted = provider.accepted
    return BatchPart(
        provider=provider.name,
        secret=secrets.token_hex(16),
        rows=[row for row, _ in draft.asks],
        tokens=sum(need.tokens for need in draft.needs),
        money=sum(need.money for need in draft.needs),
        reply_format=accepted.reply_format.value,
        images=accepted.images,
        dropped=sorted(accepted.dropped),
        **named,
    )


def requests_of(
    part: BatchPart, asks: Sequence[JudgeCall], chat: ChatBackend, provider: SdkProvider
) -> list[tuple[str, Body]]:
    """The bodies of a part by their codes."""
    return [
        (code, provider.body(chat.request_of(replace(ask, code=code))))
        for code, ask in zip(part.codes, asks, strict=True)
    ]


async def found(
    part: BatchPart, service: BatchService, claimed: set[str], *, is_late: bool
) -> Seen | State:
    """The batch of a part whose post may have arrived.

    It is known by its name; where a provider keeps none, by the ids in the answers of a batch that
    has as many calls and belongs to no other part. As long as such a batch has not ended, it may be
    the one, and the part is not posted again.

    Args:
        part: The part.
        service: Its provider.
        claimed: Ids of batches that are known to be of other parts.
        is_late: Whether its post is long enough past that what is not listed will not be there.

    Returns:
        The batch; ``ABSENT`` where it is certain that there is none; ``INTENT`` as long as it is
        not.
    """
    listed = await service.listed(part.attempted_at - SKEW)
    unsure = not is_late
    for one in listed:
        if one.name == part.name:
            return one
        if one.name is None and one.requests == len(part.rows) and one.id not in claimed:
            if not one.has_ended:
                unsure = True
            elif any(answer.code in part.codes for answer in await service.answers(one)):
                return one
    return State.INTENT if unsure else State.ABSENT
