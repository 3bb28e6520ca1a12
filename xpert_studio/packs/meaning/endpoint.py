"""Likeness by an embeddings endpoint of OpenAI or a compatible server: it costs money."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Final

import numpy as np

from xpert_studio.api import Message, mark
from xpert_studio.api.changes import UsageError
from xpert_studio.api.providers import OPENAI_CHAT
from xpert_studio.core.errors import JudgeError
from xpert_studio.core.generation.asking import ModelChoice, ask
from xpert_studio.core.judge.pricing import Bill
from xpert_studio.core.judge.providers.accepted import Accepted
from xpert_studio.core.judge.providers.base import ChatReply, ChatRequest, Finish, ProviderOptions
from xpert_studio.core.judge.providers.factory import usable_options
from xpert_studio.core.judge.providers.openai_chat import connect_to, usage_of
from xpert_studio.core.judge.providers.payload import text_at
from xpert_studio.core.judge.providers.registry import PROVIDERS, entry_of
from xpert_studio.core.judge.providers.sdk_provider import Body, SdkProvider, Words
from xpert_studio.core.records import Usage
from xpert_studio.packs.meaning.encoder import Encode, Encoder, Vectors

_LONGEST: Final = 8_000
"""Characters of a text: no more than the 8,191 tokens that OpenAI's models take."""


class _Embeddings(SdkProvider):
    """Texts are the turns of a request; the reply's text is a JSON list of their vectors."""

    def _body(
        self, request: ChatRequest, used: Accepted, given: Mapping[str, Any]
    ) -> tuple[Body, Words]:
        del used, given  # there is nothing that it could do without
        return {
            "model": self._model,
            "input": [text for _, text in request.history],
            "encoding_format": "float",
        }, {}

    def _reply(self, payload: Mapping[str, Any], request_id: str) -> ChatReply | None:
        items = payload.get("data")
        if not isinstance(items, list) or not all(isinstance(item, dict) for item in items):
            return None
        rows = {str(one.get("index", at)): one.get("embedding") for at, one in enumerate(items)}
        return ChatReply(
            text=json.dumps([rows.get(str(at)) for at in range(len(items))]),
            finish=Finish.STOP,
            usage=Usage(input_tokens=usage_of(payload.get("usage")).input_tokens, output_tokens=0),
            model=text_at(payload, "model"),
            request_id=request_id,
        )


def endpoint(choice: ModelChoice, bill: Bill) -> Encoder:
    """The encoder that asks a model at an endpoint.

    Args:
        choice: Which model, and how it is reached.
        bill: Counts what it costs.

    Raises:
        UsageError: The provider has no such endpoint, or cannot be reached like this.
    """
    entry = entry_of(choice.provider)
    if entry.module != OPENAI_CHAT:
        known = ", ".join(
            f"{one.id}:MODEL" for one in PROVIDERS.values() if one.module == OPENAI_CHAT
        )
        raise UsageError(
            Message(
                "{provider} has no embeddings endpoint that is known here.", provider=entry.title
            ),
            remedy=Message("Name one of: {known}.", known=known),
        )
    return Encoder(
        id=choice.name,
        title=choice.name,
        limit=mark("The model of the endpoint decides what means the same."),
        make=partial(_make, choice, bill),
        keeps=f"{choice.name} {choice.base_url or ''}",
    )


def _make(choice: ModelChoice, bill: Bill, among: Sequence[str]) -> Encode:
    del among
    options = usable_options(
        choice.provider,
        ProviderOptions(model=choice.model, base_url=choice.base_url, timeout=choice.timeout),
    )
    connect = partial(connect_to, entry_of(choice.provider), options, "/embeddings", _Embeddings)

    def encode(texts: Sequence[str]) -> Vectors:
        request = ChatRequest(
            system="",
            prefix="",
            suffix="",
            history=tuple(("user", text[:_LONGEST] or " ") for text in texts),
        )
        reply = asyncio.run(_asked(connect, request, bill, choice.max_retries))
        return _rows(reply.text, len(texts), choice.name)

    return encode


async def _asked(
    connect: Callable[[], SdkProvider], request: ChatRequest, bill: Bill, retries: int
) -> ChatReply:
    provider = connect()
    try:
        return await ask(provider, request, bill, max_retries=retries)
    finally:
        await provider.close()


def _rows(text: str, count: int, name: str) -> Vectors:
    """The vectors of a reply, with length 1.

    Raises:
        JudgeError: They are not one of numbers for each text, all of one width.
    """
    try:
        found = np.array(json.loads(text), np.float64)
    except (ValueError, TypeError):
        found = np.zeros(0)
    if found.ndim != 2 or len(found) != count or not found.size or not np.isfinite(found).all():
        raise JudgeError(
            Message("{name} did not answer with a vector for each text.", name=name),
            remedy="Check that it is a model of embeddings.",
        )
    lengths = np.linalg.norm(found, axis=1, keepdims=True)
    made: Vectors = (found / np.maximum(lengths, np.finfo(np.float32).tiny)).astype(np.float32)
    return made
