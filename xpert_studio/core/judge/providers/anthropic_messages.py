"""Anthropic's messages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

import anthropic
import httpx2

from xpert_studio.core.judge.providers.accepted import Accepted, ReplyFormat
from xpert_studio.core.judge.providers.base import (
    ChatReply,
    ChatRequest,
    Finish,
    Image,
    ProviderOptions,
)
from xpert_studio.core.judge.providers.payload import (
    base64_of,
    blocks,
    count,
    count_or_none_used,
    joined_texts,
    objects,
    part_of,
    text_at,
    total,
    typed_text,
)
from xpert_studio.core.judge.providers.registry import ProviderEntry
from xpert_studio.core.judge.providers.reply_traces import (
    block_citations,
    server_calls,
    trace_of,
)
from xpert_studio.core.judge.providers.sdk_provider import (
    Body,
    SdkProvider,
    Words,
    shown_prefix,
    shown_suffix,
)
from xpert_studio.core.judge.providers.transport import MAX_REPLY_BYTES, NOT_PACKED, open_http
from xpert_studio.core.records import Usage
from xpert_studio.core.records.traces import joined_traces

DEFAULT_OUTPUT_TOKENS: Final = 8192
"""The format demands a limit; this is one that a rubric's verdicts do not reach."""

_OTHERWISE: Final = frozenset({"effort", "thinking", "web_search"})
"""Parameters that the format does not have under a name of its own."""
_SEARCH: Final = {"type": "web_search_20250305", "name": "web_search"}
"""The version that searches without running code: the later ones need a container."""
_MOST_PAUSES: Final = 16
_EPHEMERAL: Final = {"type": "ephemeral"}
_FINISH: Final = {
    "end_turn": Finish.STOP,
    "stop_sequence": Finish.STOP,
    "max_tokens": Finish.LENGTH,
    "model_context_window_exceeded": Finish.LENGTH,
    "refusal": Finish.REFUSAL,
}


def connect(entry: ProviderEntry, options: ProviderOptions) -> SdkProvider:
    """Anthropic; where no base URL is given, ``ANTHROPIC_BASE_URL`` or the SDK's own holds."""
    client = open_client(options)

    async def post(body: bytes) -> httpx2.Response:
        try:
            return await client.post("/v1/messages", content=body, cast_to=httpx2.Response)
        except anthropic.APIStatusError as error:
            return error.response

    return _Messages(entry, options, post, client.close, anthropic.AnthropicError)


def open_client(
    options: ProviderOptions, *, most: int = MAX_REPLY_BYTES
) -> anthropic.AsyncAnthropic:
    """The SDK's client, which tries nothing twice; it reads replies of so many bytes at most."""
    return anthropic.AsyncAnthropic(
        api_key=options.api_key,
        base_url=options.base_url,
        timeout=options.timeout,
        max_retries=0,
        default_headers=NOT_PACKED,
        open_telemetry=False,
        http_client=open_http(options, anthropic.DefaultAioHttpClient, most=most),
    )


class _Messages(SdkProvider):
    formats = (ReplyFormat.SCHEMA, ReplyFormat.PLAIN)

    def _body(
        self, request: ChatRequest, used: Accepted, given: Mapping[str, Any]
    ) -> tuple[Body, Words]:
        config: Body = {}
        if request.schema and used.reply_format is ReplyFormat.SCHEMA:
            config["format"] = {"type": "json_schema", "schema": request.schema}
        # The limit on output tokens is demanded, and so not given up.
        words: Words = {
            name: (name,) for name in given if name != "max_tokens" or request.is_strict
        }
        if "effort" in given:
            # Without a format in it, a refused ``output_config`` can only be about the effort.
            words["effort"] = ("effort",) if config else ("effort", "output_config")
            config["effort"] = given["effort"]
        if "cache" not in used.dropped:
            words["cache"] = ("cache_control",)
        body: Body = {
            "model": self._model,
            "max_tokens": DEFAULT_OUTPUT_TOKENS,
            **_prompt(request, used),
            **{name: value for name, value in given.items() if name not in _OTHERWISE},
            **({"output_config": config} if config else {}),
            **_thinking(given),
            **({"tools": [_SEARCH]} if "web_search" in given else {}),
        }
        if "thinking" in words:
            words["thinking"] += ("budget_tokens",)
        if "web_search" in words:
            words["web_search"] += ("web search", "tools", _SEARCH["type"])
        return body, words

    async def _ask(self, request: ChatRequest) -> ChatReply:
        """One reply, asked for again as long as its provider pauses between calls of its tools."""
        replies: list[ChatReply] = []
        for _ in range(_MOST_PAUSES):
            replies.append(await super()._ask(request))
            if not replies[-1].unfinished:
                break
            request = replace(request, begun=(*request.begun, *replies[-1].unfinished))
        return replies[0] if len(replies) == 1 else _joined(replies)

    def _reply(self, payload: Mapping[str, Any], request_id: str) -> ChatReply | None:
        content = payload.get("content")
        if payload.get("type") != "message" or not isinstance(content, list):
            return None
        finish = _FINISH.get(str(payload.get("stop_reason")), Finish.OTHER)
        words = text_at(payload.get("stop_details"), "explanation")
        return ChatReply(
            text=joined_texts([part for part in content if text_at(part, "type") == "text"]),
            finish=finish,
            usage=_usage(payload.get("usage")),
            model=text_at(payload, "model"),
            request_id=request_id,
            refusal=words if finish is Finish.REFUSAL else "",
            trace=trace_of(
                "messages",
                text_at(payload, "model"),
                block_citations(content),
                server_calls(content),
                "\n\n".join(text_at(part, "thinking") for part in objects(content)).strip(),
            ),
            unfinished=tuple(content) if payload.get("stop_reason") == "pause_turn" else (),
        )


def _prompt(request: ChatRequest, used: Accepted) -> Body:
    """System and message; the last block that all candidates share carries the cache mark.

    The mark covers everything before it, so one is enough for system, images and prefix.
    """
    system = [typed_text(request.system)] if request.system else []
    shared = blocks(shown_prefix(request, used), _image_block)
    cacheable = [*system, *shared]
    if cacheable and "cache" not in used.dropped:
        cacheable[-1]["cache_control"] = _EPHEMERAL
    before = [{"role": role, "content": text} for role, text in request.history]
    messages = [
        *before,
        {"role": "user", "content": [*shared, *blocks(shown_suffix(request, used), _image_block)]},
    ]
    if request.begun:
        messages.append({"role": "assistant", "content": list(request.begun)})
    return {"messages": messages, **({"system": system} if system else {})}


def _thinking(given: Mapping[str, Any]) -> Body:
    """Thinking with a budget, and room for the reply beside it where no limit is given."""
    if "thinking" not in given:
        return {}
    tokens = int(given["thinking"])
    if not tokens:
        return {"thinking": {"type": "disabled"}}
    room = {} if "max_tokens" in given else {"max_tokens": tokens + DEFAULT_OUTPUT_TOKENS}
    return {"thinking": {"type": "enabled", "budget_tokens": tokens}, **room}


def _joined(replies: Sequence[ChatReply]) -> ChatReply:
    """The parts of one reply as one; places of citations are those in the whole text."""
    place, moved = 0, []
    for one in replies:
        shifted = [
            cited.model_copy(update={"start": cited.start + place, "end": cited.end + place})
            if cited.start is not None and cited.end is not None
            else cited
            for cited in one.trace.citations
        ]
        moved.append(one.trace.model_copy(update={"citations": tuple(shifted)}))
        place += len(one.text)
    usages = [reply.usage for reply in replies]
    sums: dict[str, Any] = {
        name: total(*(getattr(usage, name) for usage in usages))
        for name in Usage.model_fields
        if name != "extra"
    }
    return replace(
        replies[-1],
        text="".join(reply.text for reply in replies),
        usage=Usage(**sums),
        trace=joined_traces(moved, keep_places=True),
        unfinished=(),
    )


def _image_block(image: Image) -> Body:
    return {
        "type": "image",
        "source": {"type": "base64", "media_type": image.media_type, "data": base64_of(image)},
    }


def _usage(usage: object) -> Usage:
    """Anthropic counts cached input apart; here ``input_tokens`` is all input."""
    if not isinstance(usage, dict):
        return Usage()
    read = count_or_none_used(usage, "cache_read_input_tokens")
    written = count_or_none_used(usage, "cache_creation_input_tokens")
    output = count(usage, "output_tokens")
    return Usage(
        input_tokens=total(count(usage, "input_tokens"), read, written),
        cached_tokens=read,
        cache_write_tokens=written,
        output_tokens=output,
        reasoning_tokens=part_of(count(usage, "output_tokens_details", "thinking_tokens"), output),
    )
