"""Chat completions, as OpenAI and the servers compatible with it speak them."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from typing import Any, Final

import httpx2
import openai

from xpert_studio.core.judge.providers.accepted import Accepted, ReplyFormat
from xpert_studio.core.judge.providers.base import (
    ChatReply,
    ChatRequest,
    Finish,
    Image,
    ProviderOptions,
)
from xpert_studio.core.judge.providers.factory import host_of
from xpert_studio.core.judge.providers.failures import Peer
from xpert_studio.core.judge.providers.payload import (
    base64_of,
    blocks,
    count,
    joined_texts,
    part_of,
    text_at,
)
from xpert_studio.core.judge.providers.registry import ProviderEntry
from xpert_studio.core.judge.providers.reply_traces import trace_of, url_citations
from xpert_studio.core.judge.providers.sdk_provider import (
    Body,
    SdkProvider,
    Words,
    shown_prefix,
    shown_suffix,
)
from xpert_studio.core.judge.providers.transport import MAX_REPLY_BYTES, NOT_PACKED, open_http
from xpert_studio.core.messages import Message
from xpert_studio.core.records import Usage

_NO_KEY: Final = "none"
"""Sent where a server wants no key: the SDK insists on one."""
_CACHE_WORDS: Final = ("prompt_cache_key", "prompt_cache_options", "prompt_cache_breakpoint")
_BREAKPOINTS_SINCE: Final = (5, 6)
"""The first GPT version that takes explicit cache breakpoints, by OpenAI's SDK."""
_GPT_VERSION: Final = re.compile(r"gpt-(\d+)(?:\.(\d+))?(?![\do])")
_LONGEST_CACHE_KEY: Final = 64
_FINISH: Final = {
    "stop": Finish.STOP,
    "eos": Finish.STOP,
    "end_turn": Finish.STOP,
    "length": Finish.LENGTH,
    "max_tokens": Finish.LENGTH,
    "content_filter": Finish.FILTERED,
}


def connect(entry: ProviderEntry, options: ProviderOptions) -> SdkProvider:
    """OpenAI or a compatible server; where no base URL is given, the SDK's own holds."""
    return connect_to(entry, options, "/chat/completions", _ChatCompletions)


def connect_to(
    entry: ProviderEntry, options: ProviderOptions, path: str, kind: type[SdkProvider]
) -> SdkProvider:
    """As ``connect``, by one of OpenAI's interfaces.

    Args:
        entry: The provider.
        options: How to reach it.
        path: Of the interface, below the base URL.
        kind: What speaks its wire format.
    """
    client = open_client(options)
    how: openai.RequestOptions = (
        {} if "OPENAI_" in entry.environment else {"headers": _without_openai_account()}
    )

    async def post(body: bytes) -> httpx2.Response:
        try:
            return await client.post(path, content=body, cast_to=httpx2.Response, options=how)
        except openai.APIStatusError as error:
            return error.response

    host = host_of(options.base_url or "")
    peer = (
        Peer(entry.id, Message("The server at {host}", host=host)) if entry.needs_address else None
    )
    return kind(entry, options, post, client.close, openai.OpenAIError, peer)


def open_client(options: ProviderOptions, *, most: int = MAX_REPLY_BYTES) -> openai.AsyncOpenAI:
    """The SDK's client, which tries nothing twice; it reads replies of so many bytes at most."""
    return openai.AsyncOpenAI(
        api_key=options.api_key or _NO_KEY,
        base_url=options.base_url,
        timeout=options.timeout,
        max_retries=0,
        default_headers=NOT_PACKED,
        http_client=open_http(options, openai.DefaultAioHttpClient, most=most),
    )


def _without_openai_account() -> dict[str, openai.Omit]:
    """Keeps what the environment says about OpenAI's own account from other people's servers."""
    custom = os.environ.get("OPENAI_CUSTOM_HEADERS", "").splitlines()
    names = {line.partition(":")[0].strip() for line in custom if ":" in line}
    names |= {"OpenAI-Organization", "OpenAI-Project"}
    return {name: openai.omit for name in names if name.lower() != "authorization"}


class _ChatCompletions(SdkProvider):
    def _body(
        self, request: ChatRequest, used: Accepted, given: Mapping[str, Any]
    ) -> tuple[Body, Words]:
        cache = self._cache(request, used)
        if "web_search_options" in given:
            given = {**given, "web_search_options": {}}
        body = {
            "model": self._model,
            "messages": self._messages(request, used, marked="prompt_cache_options" in cache),
            **given,
            **_response_format(request, used.reply_format),
            **cache,
        }
        words: Words = {name: (name,) for name in given}
        return body, words | ({"cache": _CACHE_WORDS} if cache else {})

    def _cache(self, request: ChatRequest, used: Accepted) -> Body:
        if not self.caches_prefix or not request.cache_key or "cache" in used.dropped:
            return {}
        hints: Body = {"prompt_cache_key": request.cache_key[:_LONGEST_CACHE_KEY]}
        if _takes_breakpoints(self._model) and request.prefix:
            # Without the implicit breakpoint no candidate is written to the cache and paid for,
            # since none is read again.
            hints["prompt_cache_options"] = {"mode": "explicit"}
        return hints

    def _messages(self, request: ChatRequest, used: Accepted, *, marked: bool) -> list[Body]:
        messages: list[Body] = []
        if request.system:
            messages.append({"role": "system", "content": request.system})
        messages += ({"role": role, "content": text} for role, text in request.history)
        suffix = shown_suffix(request, used)
        content: str | list[Body]
        if self.caches_prefix or (request.images and used.images) or len(suffix) > 1:
            content = blocks(shown_prefix(request, used), _image_part)
            if marked:
                content[-1]["prompt_cache_breakpoint"] = {"mode": "explicit"}
            content += blocks(suffix, _image_part)
        else:
            # One string: some servers know no lists of parts.
            content = "\n\n".join(text for text in (request.prefix, *map(str, suffix)) if text)
        messages.append({"role": "user", "content": content})
        return messages

    def _reply(self, payload: Mapping[str, Any], request_id: str) -> ChatReply | None:
        choices = payload.get("choices")
        choice = choices[0] if isinstance(choices, list) and choices else None
        message = choice.get("message") if isinstance(choice, dict) else None
        if not isinstance(choice, dict) or not isinstance(message, dict):
            return None
        refusal = text_at(message, "refusal")
        finish = _FINISH.get(str(choice.get("finish_reason")), Finish.OTHER)
        return ChatReply(
            # Reasoning models of some servers wrap the text in parts.
            text=text_at(message, "content") or joined_texts(message.get("content")),
            finish=Finish.REFUSAL if refusal else finish,
            usage=usage_of(payload.get("usage")),
            model=text_at(payload, "model"),
            request_id=request_id,
            refusal=refusal,
            trace=trace_of(
                "chat completions",
                text_at(payload, "model"),
                url_citations(message.get("annotations")),
                thoughts=text_at(message, "reasoning_content") or text_at(message, "reasoning"),
            ),
        )


def _takes_breakpoints(model: str) -> bool:
    version = _GPT_VERSION.match(model)
    return version is not None and (int(version[1]), int(version[2] or 0)) >= _BREAKPOINTS_SINCE


def _response_format(request: ChatRequest, reply_format: ReplyFormat) -> Body:
    if not request.schema or reply_format is ReplyFormat.PLAIN:
        return {}
    if reply_format is ReplyFormat.OBJECT:
        return {"response_format": {"type": "json_object"}}
    return {
        "response_format": {
            "type": "json_schema",
            "json_schema": {"name": request.schema_name, "strict": True, "schema": request.schema},
        }
    }


def _image_part(image: Image) -> Body:
    return {
        "type": "image_url",
        "image_url": {"url": f"data:{image.media_type};base64,{base64_of(image)}"},
    }


def usage_of(usage: object, given: str = "prompt_tokens", made: str = "completion_tokens") -> Usage:
    """The tokens of a reply, by what its protocol calls those that were sent and those it made."""
    if not isinstance(usage, dict):
        return Usage()
    sent = count(usage, given)
    return Usage(
        input_tokens=sent,
        cached_tokens=part_of(count(usage, f"{given}_details", "cached_tokens"), sent),
        cache_write_tokens=part_of(count(usage, f"{given}_details", "cache_write_tokens"), sent),
        output_tokens=count(usage, made),
        reasoning_tokens=count(usage, f"{made}_details", "reasoning_tokens"),
    )
