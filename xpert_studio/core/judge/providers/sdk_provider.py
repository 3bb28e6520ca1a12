"""A provider on top of an SDK's client: sends, learns what the server takes, names what failed.

An SDK's client is used for one thing: to send a body that was made here to an address, with the
provider's own authentication, headers and settings from the environment. Bodies and replies are
not built as the SDK's models, because that costs more than the rest of a call. Measured with
``tests/benchmarks/provider_overhead.py`` (600 calls, 64 at once, 100 ms each): the body sent as
bytes takes 0.95 ms of CPU a call and reaches 511 calls a second; ``create`` of the SDK over the
same transport takes 2.07 ms and reaches 390, with its raw response 1.85 ms and 411. In a run
(``bench_engine.py``) the raw response raises the CPU of a call from 2.2 to 3.3 ms.
"""

from __future__ import annotations

import asyncio
import json
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Mapping
from copy import copy
from dataclasses import replace
from typing import Any, Final, Self

import httpx2
from pydantic_core import PydanticSerializationError, to_json

from xpert_studio.core.judge.image_rules import fitted, rule_of
from xpert_studio.core.judge.providers.accepted import (
    Accepted,
    ReplyFormat,
    Teachable,
    learn,
    named_parameter,
)
from xpert_studio.core.judge.providers.base import (
    IMAGES_NOT_SEEN,
    ChatReply,
    ChatRequest,
    Failure,
    Finish,
    Image,
    ProviderError,
    ProviderOptions,
)
from xpert_studio.core.judge.providers.error_reply import ErrorReply, error_from, read_error
from xpert_studio.core.judge.providers.failures import (
    Peer,
    failed,
    from_exception,
    from_status,
    setting_refused,
)
from xpert_studio.core.judge.providers.payload import read_json
from xpert_studio.core.judge.providers.registry import ProviderEntry
from xpert_studio.core.judge.providers.transport import TRANSPORT_ERRORS
from xpert_studio.core.judge.redaction import redact_known
from xpert_studio.core.messages import Message
from xpert_studio.core.records import Usage

Body = dict[str, Any]
Words = dict[str, tuple[str, ...]]

EMPTY_REPLIES: Final = 2
"""After so many empty replies under an enforced schema it is no longer enforced: some servers
cannot do it on long inputs, and the replies are checked all the same."""

_MOST_LESSONS: Final = 12
"""More refusals than there are things to give up mean that the server never agrees."""


class SdkProvider(ABC):
    """Asks one model through one SDK; no key that is known comes out of it in a reply or an error.

    A subclass knows a wire format: the body of a question, and the reply in a payload.

    Args:
        entry: The provider.
        options: How to reach it.
        post: Sends a body by its SDK's client and gives the response, of whatever status.
        close: Releases the client's connections.
        errors: What the client raises where there is no response.
        peer: What to call it in messages; its title by default.

    Attributes:
        name: The provider's id.
        caches_prefix: Whether a shared prefix is cheaper once a first call has warmed it.
        close: Releases the connections.
    """

    formats: tuple[ReplyFormat, ...] = tuple(ReplyFormat)
    """How the wire format can ask for the reply's shape."""

    def __init__(
        self,
        entry: ProviderEntry,
        options: ProviderOptions,
        post: Callable[[bytes], Awaitable[httpx2.Response]],
        close: Callable[[], Awaitable[None]],
        errors: type[Exception],
        peer: Peer | None = None,
    ) -> None:
        self._entry = entry
        self.name = entry.id
        self.caches_prefix = entry.caches_prefix
        self._model = options.model
        self._timeout = options.timeout
        self._post = post
        self._peer = peer or Peer(entry.id, entry.title)
        self._accepted = Accepted()
        self._empty = 0
        self._errors = (errors, *TRANSPORT_ERRORS)
        self.close = close

    @property
    def accepted(self) -> Accepted:
        """What the server turned out to accept so far."""
        return self._accepted

    def sending(
        self, accepted: Accepted, post: Callable[[bytes], Awaitable[httpx2.Response]]
    ) -> Self:
        """The same, but sending by another function, to a server known to accept so much."""
        other = copy(self)
        other._accepted, other._post = accepted, post  # noqa: SLF001 - its own class
        return other

    def body(self, request: ChatRequest) -> Body:
        """The body of a question, as ``ask`` sends it first."""
        return self._outgoing(self._fitted(request), self._accepted)[0]

    @abstractmethod
    def _body(
        self, request: ChatRequest, used: Accepted, given: Mapping[str, Any]
    ) -> tuple[Body, Words]:
        """The body for a question.

        Args:
            request: The question.
            used: What the server accepts.
            given: The parameters to send, by their names in the wire format.

        Returns:
            The body, and what of it may be given up: by name, the words by which a refusal
            means it.
        """

    @abstractmethod
    def _reply(self, payload: Mapping[str, Any], request_id: str) -> ChatReply | None:
        """The reply in a payload, or None when it holds none."""

    async def ask(self, request: ChatRequest) -> ChatReply:
        """Sends one request; again only when the server refuses a part that can be left out.

        Raises:
            ProviderError: The call failed.
        """
        # Around everything, since a server may also send one byte a second for ever.
        deadline = asyncio.timeout(self._timeout)
        try:
            async with deadline:
                return await self._ask(self._fitted(request))
        except TimeoutError:
            if not deadline.expired():
                raise
        raise failed(
            self._peer,
            Failure.TIMEOUT,
            Message("no answer within {timeout:g} s", timeout=self._timeout),
        )

    def _fitted(self, request: ChatRequest) -> ChatRequest:
        """A question with its images as large as the model takes them."""
        if not request.has_images:
            return request
        count = len(request.images) + len(request.own_images)
        rule = rule_of(self.name, self._model)
        return replace(
            request,
            images=fitted(request.images, rule, of=count),
            own_images=fitted(request.own_images, rule, of=count),
        )

    async def _ask(self, request: ChatRequest) -> ChatReply:
        for _ in range(_MOST_LESSONS):
            used = self._accepted
            body, sent, flags = self._outgoing(request, used)
            response = await self._send(body)
            if isinstance(response, httpx2.Response):
                reply = self._read(response, flags)
                if sent.formats and used.reply_format is not ReplyFormat.PLAIN:
                    self._count_empty(reply)
                return reply
            if response.is_filtered:
                return ChatReply(text="", finish=Finish.FILTERED, usage=Usage())
            lesson = learn(used, sent, response)
            if request.is_strict:
                self._need_setting(request, sent, response, lesson)
            if lesson is None:
                raise from_status(self._peer, response)
            self._accepted = self._accepted.narrowed_to(lesson)
        raise failed(self._peer, Failure.BAD_REQUEST, "every form of the request was refused")

    def _need_setting(
        self, request: ChatRequest, sent: Teachable, reply: ErrorReply, lesson: Accepted | None
    ) -> None:
        """A refusal is of no setting that has to be as it is said to be.

        Raises:
            ProviderError: It is, and there is no other way to write it.
        """
        word = named_parameter(sent.parameters, reply)
        spelt = self._entry.parameters.items()
        setting = next((name for name, words in spelt if word in words), None)
        if setting is None or request.parameters.get(setting) is None:
            return
        dropped = lesson.dropped if lesson is not None else {word}
        if lesson is not None and set(self._entry.parameters[setting]) - dropped:
            return
        value = request.parameters[setting]
        raise setting_refused(self._peer, self._model, setting, value, reply.message)

    def _spelt(self, used: Accepted) -> dict[str, str]:
        """How each parameter is written here; empty for one that the server refuses."""
        return {
            name: next((word for word in words if word not in used.dropped), "")
            for name, words in self._entry.parameters.items()
        }

    def _outgoing(
        self, request: ChatRequest, used: Accepted
    ) -> tuple[Body, Teachable, tuple[str, ...]]:
        """A body ready to send, what of it may be given up, and what it lacks already."""
        wanted = {name: value for name, value in request.parameters.items() if value is not None}
        spelt = self._spelt(used)
        given = {word: wanted[name] for name, word in spelt.items() if word and name in wanted}
        unspelt = next((name for name in wanted if not spelt.get(name)), None)
        if request.is_strict and unspelt is not None:
            raise setting_refused(self._peer, self._model, unspelt, wanted[unspelt])
        flags = [f"{name}_not_sent" for name in sorted(wanted) if not spelt.get(name)]
        if request.has_images and not used.images:
            flags.append(IMAGES_NOT_SEEN)
        if request.schema and used.reply_format is not ReplyFormat.SCHEMA:
            flags.append("schema_not_enforced")
        body, words = self._body(request, used, given)
        teachable = Teachable(
            parameters=words,
            formats=self.formats if request.schema else (),
            images=self._entry.may_lack_vision and request.has_images and used.images,
        )
        return body, teachable, tuple(flags)

    async def _send(self, body: Body) -> httpx2.Response | ErrorReply:
        """The response, or what the server said in place of one."""
        try:
            encoded = to_json(body)
        except (PydanticSerializationError, UnicodeError):
            raise failed(
                self._peer, Failure.BAD_REQUEST, "the prompt holds characters that cannot be sent"
            ) from None
        try:
            response = await self._post(encoded)
            return (
                response
                if response.is_success
                else read_error(response.status_code, response.headers, response.content)
            )
        except self._errors as error:
            failure = from_exception(self._peer, error)
        # Raised out here, so that the SDK's error, which knows the request's headers, is not
        # carried along.
        raise failure

    def _read(self, response: httpx2.Response, flags: tuple[str, ...]) -> ChatReply:
        headers = response.headers
        payload = self._payload(response)
        reply = self._reply(payload, headers.get("x-request-id") or headers.get("request-id") or "")
        if reply is None:
            raise self._no_reply(payload, response)
        return replace(
            reply,
            text=redact_known(reply.text),
            model=redact_known(reply.model),
            request_id=redact_known(reply.request_id),
            refusal=redact_known(reply.refusal),
            trace=reply.trace.with_texts(redact_known) if reply.trace.plain() else reply.trace,
            flags=flags,
        )

    def _payload(self, response: httpx2.Response) -> dict[str, Any]:
        payload = read_json(response.content)
        if isinstance(payload, dict):
            return payload
        is_page = "html" in response.headers.get("content-type", "")
        raise failed(
            self._peer,
            Failure.GARBLED,
            "a web page" if is_page else "no JSON object",
            status=response.status_code,
        )

    def _no_reply(self, payload: dict[str, Any], response: httpx2.Response) -> ProviderError:
        """Some gateways report an error with status 200; its code then tells what happened."""
        inner = payload.get("error")
        code = inner.get("code") if isinstance(inner, dict) else None
        if inner and isinstance(code, int) and 400 <= code < 600:
            return from_status(self._peer, error_from(code, payload, response.headers))
        detail = error_from(200, payload, {}).message if inner else Message("JSON of another shape")
        return failed(self._peer, Failure.GARBLED, detail, status=response.status_code)

    def _count_empty(self, reply: ChatReply) -> None:
        """Counts a reply under an enforced schema, if it is empty."""
        # A model that ran out of tokens before any text was reasoning; one that ran out on white
        # space was caught in the grammar.
        caught = reply.finish is Finish.STOP or (reply.finish is Finish.LENGTH and reply.text)
        if not caught or reply.text.strip():
            return
        self._empty += 1
        if self._empty >= EMPTY_REPLIES:
            self._accepted = replace(self._accepted, reply_format=ReplyFormat.PLAIN)


def shown_prefix(request: ChatRequest, used: Accepted) -> list[str | Image]:
    """What all candidates share: images, then the text."""
    prefix = [request.prefix] if request.prefix else []
    return [*request.images, *prefix] if used.images else [*prefix]


def shown_suffix(request: ChatRequest, used: Accepted) -> list[str | Image]:
    """The suffix in its parts: one text, or the texts before and after the candidate's images.

    Where the provider does not enforce the schema, it is appended as text: the prefix stays the
    same, and cached.
    """
    closing = request.closing
    if request.schema and used.reply_format is not ReplyFormat.SCHEMA:
        schema = json.dumps(request.schema, ensure_ascii=False)
        closing += (
            "\n\nReply with one JSON object that fits this JSON schema, "
            f"and with nothing else:\n{schema}"
        )
    return (
        [request.suffix, *request.own_images, closing]
        if request.own_images and used.images
        else [f"{request.suffix}{closing}"]
    )
