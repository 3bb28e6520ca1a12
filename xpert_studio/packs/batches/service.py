"""What a provider's batches are to the program: posted, listed, read, cancelled; and its limits."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from importlib import import_module
from typing import Any, ClassVar, Final, Protocol, cast

import httpx2

from xpert_studio.api import Message
from xpert_studio.core.errors import UsageError
from xpert_studio.core.judge.providers.base import Failure, ProviderError, ProviderOptions
from xpert_studio.core.judge.providers.error_reply import read_error
from xpert_studio.core.judge.providers.failures import Peer, failed, from_exception, from_status
from xpert_studio.core.judge.providers.payload import read_json
from xpert_studio.core.judge.providers.registry import entry_of


@dataclass(frozen=True, slots=True)
class BatchTerms:
    """What a provider says of its batches.

    Attributes:
        requests, size: Calls and bytes of one, at most.
        hours: After so many it answers no more.
        factor: Its prices, as a share of those of single calls.
        module: What speaks its wire format.
    """

    requests: int
    size: int
    hours: int
    factor: float
    module: str


TERMS: Final[Mapping[str, BatchTerms]] = {
    "openai": BatchTerms(50_000, 200_000_000, 24, 0.5, "openai_wire"),
    "anthropic": BatchTerms(100_000, 256_000_000, 24, 0.5, "anthropic_wire"),
    "gemini": BatchTerms(50_000, 20_000_000, 48, 0.5, "gemini_wire"),
}
"""As of 2026-11: by the documents of the SDKs, Gemini's of calls within the request."""
MOST_READ: Final = 1_000_000_000
"""Bytes of the answers to one part, at most."""
PAGE: Final = 100
"""Batches that are listed at once."""


def terms_of(provider: str) -> BatchTerms:
    """A provider's terms.

    Raises:
        UsageError: It has no batches.
    """
    if provider not in TERMS:
        raise UsageError(
            Message("{provider} has no batches.", provider=provider),
            remedy=Message("Leave out --batch, or ask one of {known}.", known=", ".join(TERMS)),
        )
    return TERMS[provider]


@dataclass(frozen=True, slots=True)
class Seen:
    """A batch as its provider tells of it.

    Attributes:
        name: As it was posted; None where the provider keeps no names.
        requests: How many calls it has; None where that is not said.
        has_ended: Whether nothing more comes of it.
        done: How many calls have an answer or an error; None where that is not said.
        problem: Why it failed as a whole.
        place: Where its answers lie, as its wire format wants it.
    """

    id: str
    created_at: datetime
    name: str | None = None
    requests: int | None = None
    has_ended: bool = False
    done: int | None = None
    ends_by: datetime | None = None
    problem: str = ""
    place: Any = None


@dataclass(frozen=True, slots=True)
class CallAnswer:
    """What came for one call.

    Attributes:
        code: Its id.
        status: Of HTTP, as a single call would have it; 0 where it was not worked on.
        body: As a single call would have it.
    """

    code: str
    status: int
    body: Any


Body = dict[str, Any]


class BatchService(Protocol):
    """The batches of one account. All raise ``ProviderError``."""

    async def upload(self, name: str, requests: Sequence[tuple[str, Body]]) -> Any:  # noqa: ANN401
        """Brings the calls, by their ids, to where they can be posted; that alone costs nothing."""
        ...

    async def post(self, name: str, uploaded: Any) -> Seen:  # noqa: ANN401 - of ``upload``
        """Posts them."""
        ...

    async def listed(self, since: datetime) -> list[Seen]:
        """All batches that were made since."""
        ...

    async def look(self, batch_id: str) -> Seen:
        """How one stands."""
        ...

    async def answers(self, seen: Seen) -> Iterator[CallAnswer]:
        """What came of one that has ended, in any order; what is no answer has an empty code."""
        ...

    async def cancel(self, batch_id: str) -> None:
        """Asks for the end of one; what came before is kept."""
        ...

    async def close(self) -> None:
        """Releases the connections."""
        ...


def connect(provider: str, options: ProviderOptions) -> BatchService:
    """The batches of a provider; ``options`` with its key, see ``factory.usable_options``."""
    module = import_module(f"{__package__}.{terms_of(provider).module}")
    return cast("BatchService", module.connect(options))


class BatchLine:
    """Sends what an SDK's client sends, and gives the JSON that came.

    Args:
        provider: Whose client it is.
        errors: What it raises.
    """

    def __init__(self, provider: str, errors: type[Exception]) -> None:
        entry = entry_of(provider)
        self._peer = Peer(entry.id, entry.title)
        from xpert_studio.core.judge.providers.transport import TRANSPORT_ERRORS

        self._errors = (errors, *TRANSPORT_ERRORS)

    async def raw(self, call: Callable[[], Awaitable[httpx2.Response]]) -> bytes:
        """The body of a response.

        Raises:
            ProviderError: There is none, or it tells of an error.
        """
        response: httpx2.Response | None
        try:
            response = await call()
        except self._errors as error:
            there = getattr(error, "response", None)
            failure = from_exception(self._peer, error)
            response = there if isinstance(there, httpx2.Response) else None
        # Raised out here, so that the SDK's error, which knows the headers, is not carried along.
        if response is None:
            raise failure
        if response.is_success:
            return response.content
        raise from_status(
            self._peer, read_error(response.status_code, response.headers, response.content)
        )

    async def json(self, call: Callable[[], Awaitable[httpx2.Response]]) -> Body:
        """The JSON object of a response; raises as ``raw``."""
        found = read_json(await self.raw(call))
        if isinstance(found, dict):
            return found
        raise self.garbled("no JSON object")

    def garbled(self, detail: str) -> ProviderError:
        """An error for a response that is of no use."""
        return failed(self._peer, Failure.GARBLED, detail)


class BatchesAtPath(ABC):
    """The batches of an API that lists them at a path, with each below it.

    Attributes:
        path: Of the list.
        after: What the list is asked by for what follows a batch.

    Args:
        client: Of an SDK.
        line: Sends what it sends.
    """

    path: ClassVar[str]
    after: ClassVar[str]

    def __init__(self, client: Any, line: BatchLine) -> None:  # noqa: ANN401 - of an SDK
        self._client, self._line = client, line

    @abstractmethod
    def _seen(self, batch: object) -> Seen:
        """Reads a batch."""

    async def listed(self, since: datetime) -> list[Seen]:
        """All batches that were made since; their list begins with the newest."""
        found: list[Seen] = []
        query: dict[str, Any] = {"limit": PAGE}
        while True:
            page = await self._got(self.path, **query)
            data = page.get("data")
            batches = [self._seen(one) for one in data] if isinstance(data, list) else []
            found += [batch for batch in batches if batch.created_at >= since]
            is_last = not batches or page.get("has_more") is not True
            if is_last or batches[-1].created_at < since or query.get(self.after) == batches[-1].id:
                return found
            query[self.after] = batches[-1].id

    async def look(self, batch_id: str) -> Seen:
        """How a batch stands."""
        return self._seen(await self._got(f"{self.path}/{batch_id}"))

    async def cancel(self, batch_id: str) -> None:
        """Asks for the end of a batch."""
        path = f"{self.path}/{batch_id}/cancel"
        await self._line.json(lambda: self._client.post(path, cast_to=httpx2.Response))

    async def close(self) -> None:
        """Closes the client."""
        await self._client.close()

    async def _got(self, path: str, **query: Any) -> Body:  # noqa: ANN401 - of JSON
        how = {"params": query}
        return await self._line.json(
            lambda: self._client.get(path, cast_to=httpx2.Response, options=how)
        )
