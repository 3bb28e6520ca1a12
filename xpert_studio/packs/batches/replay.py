"""What came with a batch, as answers of a provider: so the engine reads and records it as any."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

import httpx2

from xpert_studio.api import Message
from xpert_studio.core.judge.backend import DecidedCall, Keep
from xpert_studio.core.judge.chat_backend import ChatBackend
from xpert_studio.core.judge.pricing import Bill, Price
from xpert_studio.core.judge.providers.accepted import Accepted
from xpert_studio.core.judge.providers.base import (
    FATAL,
    ChatReply,
    ChatRequest,
    DeferredError,
    Failure,
    ProviderError,
)
from xpert_studio.core.judge.providers.sdk_provider import SdkProvider
from xpert_studio.core.judge.verdict_making import storable
from xpert_studio.core.judge.work import JudgeCall
from xpert_studio.core.records import Call, RatingState
from xpert_studio.core.store.calls import Finished
from xpert_studio.packs.batches.parts import BatchCall, BatchPart
from xpert_studio.packs.batches.service import CallAnswer

UNKNOWN: Final = Message("An answer has an id that was not posted.")
DOUBLED: Final = Message("A second answer to the same call.")
_CHANGED: Final = Message("What it was asked has changed since: the answer decides nothing.")
_AGAIN: Final = frozenset({408, 409, 425, 429, 499, *range(500, 600)})
"""Statuses by which a call was not worked on, and is posted again."""
_SNAPSHOT: Final = re.compile(r"((-preview|-exp)?[-@](\d{3,8}|(\d{4}-)?\d\d-\d\d))?")
"""What follows the name of a model in that of a snapshot: a date, or a number as long as one."""


def collected(
    part: BatchPart, answers: Iterable[CallAnswer]
) -> tuple[dict[str, CallAnswer], list[Message]]:
    """The answers to a part by their codes, the first to each; and what else came."""
    found: dict[str, CallAnswer] = {}
    refused: list[Message] = []
    for answer in answers:
        if answer.code not in part.codes:
            refused.append(UNKNOWN)
        elif answer.code in found:
            refused.append(DOUBLED)
        else:
            found[answer.code] = answer
    return found, refused


class Replay:
    """Gives each call the answer that came for it, once; a provider for ``ChatBackend``.

    Args:
        provider: Reads its wire format.
        model: Which was asked.
        accepted: For what the bodies were made.
        answers: By code.

    Attributes:
        learned: What the server turned out to accept.
        close: Does nothing.
    """

    def __init__(
        self,
        provider: SdkProvider,
        model: str,
        accepted: Accepted,
        answers: Mapping[str, CallAnswer],
    ) -> None:
        self.name, self.caches_prefix = provider.name, False
        self.learned = accepted
        self.close: Callable[[], Awaitable[None]] = _nothing
        self._provider, self._model = provider, model
        self._accepted = accepted
        self._answers = {
            code: one for code, one in answers.items() if one.status not in {0, *_AGAIN}
        }

    async def ask(self, request: ChatRequest) -> ChatReply:
        """What came; raises ``DeferredError`` where nothing did."""
        answers = [self._answers.pop(request.code)] if request.code in self._answers else []

        async def post(_: bytes) -> httpx2.Response:
            if not answers:
                raise DeferredError
            one = answers.pop()
            return httpx2.Response(one.status, json=one.body, headers={"x-request-id": one.code})

        reading = self._provider.sending(self._accepted, post)
        try:
            reply = await reading.ask(request)
        except ProviderError as error:
            if error.failure not in FATAL:
                raise
            # The run does not end for it: the answers to other calls are paid for.
            raise ProviderError(Failure.BAD_REQUEST, error.message, remedy=error.remedy) from None
        finally:
            self.learned = self.learned.narrowed_to(reading.accepted)
        if not is_of(self._model, reply.model):
            said = Message("the answer is by another model, {model}", model=reply.model)
            raise ProviderError(Failure.GARBLED, said)
        return reply


async def _nothing() -> None:
    """Nothing is open."""


def is_of(asked: str, echoed: str) -> bool:
    """Whether a model that a provider names is the one that was asked, or a snapshot of it."""
    one, other = (
        name.lower().rpartition("/")[2].removesuffix("-latest") for name in (asked, echoed)
    )
    is_snapshot = other.startswith(one) and _SNAPSHOT.fullmatch(other.removeprefix(one))
    return not other or bool(is_snapshot)


@dataclass(frozen=True, slots=True)
class Changed:
    """A call of a part that is not what it was: an ``Ask`` of its own."""

    row: BatchCall
    code: str

    @property
    def prefix_id(self) -> tuple[str, str, int]:
        """Its own."""
        return "", self.code, 0


class PartBackend:
    """Decides the calls of a part by what came for them.

    Args:
        chat: For those that are as they were.
        replay: What came.
        price: Of the model.
        now: The time.
        run_id, judge_id: Whose calls they are.
    """

    warms_up = False

    def __init__(
        self,
        chat: ChatBackend,
        replay: Replay,
        price: Price | None,
        now: datetime,
        run_id: str,
        judge_id: str,
    ) -> None:
        self._chat, self._replay, self._price, self._now = chat, replay, price, now
        self._of: dict[str, Any] = {"run_id": run_id, "judge_id": judge_id}

    async def decide(self, ask: JudgeCall | Changed, keep: Keep) -> DecidedCall:
        """As ``ChatBackend.decide``; of what has changed since, only the call is kept."""
        if not isinstance(ask, Changed):
            return await self._chat.decide(ask, keep)
        bill = Bill(self._price)
        came: dict[str, Any] = {}
        try:
            reply = await bill.ask(self._replay, ChatRequest("", "", "", code=ask.code))
            came = {"reply": storable(reply.text or reply.refusal), "usage": reply.usage}
            came |= {"finish": reply.finish.value, "model": storable(reply.model)}
        except DeferredError:
            return DecidedCall()
        except ProviderError:
            pass
        row = ask.row
        call = Call(
            id=f"call-{ask.code}",
            response_id=row.response_id,
            asked=row.asked,
            trial=row.trial,
            state=RatingState.INVALID,
            problem=_CHANGED,
            cost=bill.cost,
            started_at=self._now,
            seconds=0.0,
            **self._of,
            **came,
        )
        return DecidedCall((Finished(call),))

    async def close(self) -> None:
        """Closes nothing: the run's client is used again."""
