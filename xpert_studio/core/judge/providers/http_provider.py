"""A provider that is asked by HTTP in a format of its own: two functions, without an SDK."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import httpx2

from xpert_studio.core.judge.providers.accepted import Accepted, ReplyFormat
from xpert_studio.core.judge.providers.base import ChatReply, ChatRequest, ProviderOptions
from xpert_studio.core.judge.providers.registry import ProviderEntry
from xpert_studio.core.judge.providers.sdk_provider import Body, SdkProvider, Words
from xpert_studio.core.judge.providers.transport import NOT_PACKED, open_http

MakeBody = Callable[[str, ChatRequest, Accepted, Mapping[str, Any]], tuple[Body, Words]]
ReadReply = Callable[[Mapping[str, Any]], ChatReply | None]


def http_provider(
    entry: ProviderEntry,
    options: ProviderOptions,
    path: str,
    body: MakeBody,
    reply: ReadReply,
    *,
    headers: Callable[[str], Mapping[str, str]] = lambda key: {"Authorization": f"Bearer {key}"},
    formats: Sequence[ReplyFormat] = (ReplyFormat.PLAIN,),
) -> SdkProvider:
    """What asks a provider: to be given back by the ``connect`` of its entry's module.

    Each question is one POST of JSON. Answers that are no success, in whatever shape, and what a
    connection can do are named failures; the program waits and tries again where that helps. A
    part of a question that the server refuses in words is left out from then on.

    Args:
        entry: The provider.
        options: How to reach it; ``base_url`` is that of the entry, or what a person gave.
        path: Below the base URL.
        body: Gets the model, the question, what the server accepts, and the parameters by their
            names in the wire format. It gives the body, and what of it may be given up: by name,
            the words by which a refusal means it.
        reply: The reply in the JSON of an answer; None where it holds none.
        headers: What a key is sent in.
        formats: How the wire format can ask for the shape of a reply.
    """
    client = open_http(options)
    sent = {"Content-Type": "application/json", **NOT_PACKED}
    if options.api_key:
        sent |= headers(options.api_key)
    address = f"{(options.base_url or '').rstrip('/')}{path}"

    async def post(content: bytes) -> httpx2.Response:
        return await client.post(address, content=content, headers=sent)

    made = _Http(entry, options, post, client.aclose, httpx2.HTTPError)
    made.formats, made.make_body, made.read_reply = tuple(formats), body, reply
    return made


class _Http(SdkProvider):
    make_body: MakeBody
    read_reply: ReadReply

    def _body(
        self, request: ChatRequest, used: Accepted, given: Mapping[str, Any]
    ) -> tuple[Body, Words]:
        return self.make_body(self._model, request, used, given)

    def _reply(
        self,
        payload: Mapping[str, Any],
        request_id: str,  # noqa: ARG002 - in no header of its own
    ) -> ChatReply | None:
        return self.read_reply(payload)
