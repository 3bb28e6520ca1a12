"""A provider on top of an SDK's client: sends, learns what the server takes, names what failed.

The SDKs' clients do authentication, headers and connections. Bodies go in as bytes and replies
come out as bytes, by the clients' own ``post``: building and validating the SDKs' models would
cost more time than all the rest of a call.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import Any, Final

import httpx2
from pydantic_core import PydanticSerializationError, to_json

from xpert_studio.judge.providers.accepted import Accepted, ReplyFormat, learn
from xpert_studio.judge.providers.base import (
    ChatReply,
    ChatRequest,
    Failure,
    Finish,
    ProviderError,
    ProviderOptions,
)
from xpert_studio.judge.providers.error_reply import ErrorReply, error_from, read_error
from xpert_studio.judge.providers.failures import Peer, failed, from_exception, from_status
from xpert_studio.judge.providers.reply_json import JsonError, read_json
from xpert_studio.judge.providers.transport import transport_errors
from xpert_studio.judge.providers.wire import Outgoing, Wire
from xpert_studio.judge.redaction import redact_known, remember_address, remember_secret
from xpert_studio.records import Usage

EMPTY_REPLIES: Final = 2
"""After so many empty replies under an enforced schema it is no longer enforced: some servers
cannot do it on long inputs, and the replies are checked all the same."""

_MOST_LESSONS: Final = 12
"""More refusals than there are things to give up mean that the server never agrees."""


@dataclass(frozen=True, slots=True)
class Client:
    """What is used of an SDK's client.

    Attributes:
        post: Sends bytes to a path and gives the response.
        close: Releases the connections.
        status_error: What it raises for an answer that is not a success; has ``response``.
        errors: Everything else it raises.
    """

    post: Callable[[str, bytes], Awaitable[httpx2.Response]]
    close: Callable[[], Awaitable[None]]
    status_error: type[Exception]
    errors: type[Exception]


class SdkProvider:
    """Asks one model through one SDK; no key that is known comes out of it in a reply or an error.

    Args:
        peer: Whom it asks.
        wire: Its format.
        client: Its client.
        options: How to reach it.
        caches_prefix: Whether a warmed prefix is cheaper.
    """

    def __init__(
        self,
        peer: Peer,
        wire: Wire,
        client: Client,
        options: ProviderOptions,
        *,
        caches_prefix: bool,
    ) -> None:
        remember_secret(options.api_key)
        remember_address(options.base_url)
        self._peer = peer
        self._wire = wire
        self._client = client
        self._timeout = options.timeout
        self._caches_prefix = caches_prefix
        self._accepted = Accepted()
        self._empty = 0
        self._errors = (client.errors, *transport_errors())

    @property
    def name(self) -> str:
        """The provider's short name."""
        return self._peer.name

    @property
    def caches_prefix(self) -> bool:
        """Whether a shared prefix is cheaper once a first call has warmed it."""
        return self._caches_prefix

    async def ask(self, request: ChatRequest) -> ChatReply:
        """Sends one request; again only when the server refuses a part that can be left out.

        Raises:
            ProviderError: The call failed.
        """
        # Around everything, since a server may also send one byte a second for ever.
        deadline = asyncio.timeout(self._timeout)
        try:
            async with deadline:
                return await self._ask(request)
        except TimeoutError:
            if not deadline.expired():
                raise
        raise failed(self._peer, Failure.TIMEOUT, f"no answer within {self._timeout:g} s")

    async def close(self) -> None:
        """Releases the connections."""
        await self._client.close()

    async def _ask(self, request: ChatRequest) -> ChatReply:
        for _ in range(_MOST_LESSONS):
            used = self._accepted
            outgoing = self._wire.outgoing(request, used)
            response = await self._send(outgoing)
            if isinstance(response, httpx2.Response):
                return self._read(response, used, outgoing)
            if response.is_filtered:
                return ChatReply(text="", finish=Finish.FILTERED, usage=Usage())
            lesson = learn(used, outgoing.teachable, response)
            if lesson is None:
                raise from_status(self._peer, response)
            self._accepted = self._accepted.narrowed_to(lesson)
        raise failed(self._peer, Failure.BAD_REQUEST, "every form of the request was refused")

    async def _send(self, outgoing: Outgoing) -> httpx2.Response | ErrorReply:
        """The response, or what the server said in place of one."""
        try:
            body = to_json(outgoing.body)
        except (PydanticSerializationError, UnicodeError):
            raise failed(
                self._peer, Failure.BAD_REQUEST, "the prompt holds characters that cannot be sent"
            ) from None
        try:
            return await self._client.post(self._wire.path, body)
        except self._client.status_error as error:
            refused: httpx2.Response = error.response  # type: ignore[attr-defined]
            return read_error(refused.status_code, refused.headers, _content(refused))
        except self._errors as error:
            failure = from_exception(self._peer, error)
        # Raised out here, so that the SDK's error, which knows the request's headers, is not
        # carried along.
        raise failure

    def _read(self, response: httpx2.Response, used: Accepted, outgoing: Outgoing) -> ChatReply:
        headers = response.headers
        payload = self._payload(response)
        request_id = headers.get("x-request-id") or headers.get("request-id") or ""
        reply = self._wire.reply(payload, request_id)
        if reply is None:
            raise self._no_reply(payload, response)
        self._count_empty(reply, used, outgoing)
        return replace(
            reply,
            text=redact_known(reply.text),
            model=redact_known(reply.model),
            request_id=redact_known(reply.request_id),
            refusal=redact_known(reply.refusal),
            flags=outgoing.flags,
        )

    def _payload(self, response: httpx2.Response) -> dict[str, Any]:
        try:
            payload = read_json(response.content)
        except JsonError:
            payload = None
        if isinstance(payload, dict):
            return payload
        kind = response.headers.get("content-type", "").partition(";")[0]
        what = "a web page" if "html" in kind else "no JSON object"
        raise failed(self._peer, Failure.GARBLED, what, status=response.status_code)

    def _no_reply(self, payload: dict[str, Any], response: httpx2.Response) -> ProviderError:
        """Some gateways report an error with status 200; its code then tells what happened."""
        inner = payload.get("error")
        code = inner.get("code") if isinstance(inner, dict) else None
        if inner and isinstance(code, int) and 400 <= code < 600:
            return from_status(self._peer, error_from(code, payload, response.headers))
        detail = error_from(200, payload, {}).message if inner else "JSON of another shape"
        return failed(self._peer, Failure.GARBLED, detail, status=response.status_code)

    def _count_empty(self, reply: ChatReply, used: Accepted, outgoing: Outgoing) -> None:
        enforced = used.reply_format is not ReplyFormat.PLAIN and outgoing.teachable.formats
        # A model that ran out of tokens before any text was reasoning; one that ran out on white
        # space was caught in the grammar.
        caught = reply.finish is Finish.STOP or (reply.finish is Finish.LENGTH and reply.text)
        if not enforced or not caught or reply.text.strip():
            return
        self._empty += 1
        if self._empty >= EMPTY_REPLIES:
            self._accepted = replace(self._accepted, reply_format=ReplyFormat.PLAIN)


def _content(response: httpx2.Response) -> bytes:
    try:
        return response.content
    except httpx2.ResponseNotRead:
        return b""
