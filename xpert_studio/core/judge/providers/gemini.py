"""Google's Gemini, by ``generateContent`` of the Gemini Developer API.

The SDK has no public call that sends a body as it is; ``generate_content`` sends the one in
``extra_body``. A call takes about 2.8 ms of CPU, half of it the SDK's own: the SDK's models are
built nevertheless, and its own transport cannot be bounded.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final

import httpx2
from google import genai
from google.genai import errors, types
from pydantic_core import from_json

from xpert_studio.core.errors import UsageError
from xpert_studio.core.judge.providers.accepted import Accepted, ReplyFormat
from xpert_studio.core.judge.providers.base import (
    ChatReply,
    ChatRequest,
    Failure,
    Finish,
    Image,
    ProviderOptions,
)
from xpert_studio.core.judge.providers.failures import failed
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
)
from xpert_studio.core.judge.providers.registry import ProviderEntry
from xpert_studio.core.judge.providers.reply_traces import (
    grounding_calls,
    grounding_citations,
    trace_of,
)
from xpert_studio.core.judge.providers.sdk_provider import (
    Body,
    SdkProvider,
    Words,
    shown_prefix,
    shown_suffix,
)
from xpert_studio.core.judge.providers.transport import MAX_REPLY_BYTES, NOT_PACKED, open_http, tls
from xpert_studio.core.messages import Message
from xpert_studio.core.records import Usage

_BUDGETS: Final = {"none": 0, "minimal": 512, "low": 1024, "medium": 8192, "high": 24576}
"""Tokens for thinking by reasoning effort, for models that know no levels of thinking."""

_THINKING_WORDS: Final[dict[str, Words]] = {
    name: {name: (word, "thinkingConfig", "thinking")}
    for name, word in (
        ("thinkingLevel", "thinkingLevel"),
        ("thinkingBudget", "thinkingBudget"),
        ("thinkingTokens", "thinkingBudget"),
    )
}
"""By the parameter for thinking that is sent: the words by which a refusal means it."""

_FINISH: Final = {
    "STOP": Finish.STOP,
    "MAX_TOKENS": Finish.LENGTH,
    **dict.fromkeys(
        ("SAFETY", "RECITATION", "BLOCKLIST", "PROHIBITED_CONTENT", "SPII", "LANGUAGE"),
        Finish.FILTERED,
    ),
}


async def _hand_over(response: httpx2.Response) -> None:
    """Takes a response past the SDK, which loses the status of some that it cannot read."""
    await response.aread()
    raise httpx2.HTTPStatusError("reassigned", request=response.request, response=response)


def connect(entry: ProviderEntry, options: ProviderOptions) -> SdkProvider:
    """Gemini; where no base URL is given, ``GOOGLE_GEMINI_BASE_URL`` or the SDK's own holds.

    Raises:
        UsageError: The name cannot be one of a model.
    """
    if not re.fullmatch(r"[\w@:-]+([./][\w@:-]+)*", options.model):
        raise UsageError(
            Message("{model} cannot be the name of a model.", model=options.model),
            remedy="Name it as its provider writes it.",
        )
    client, close = open_client(options)

    async def post(body: bytes) -> httpx2.Response:
        config = types.GenerateContentConfig(
            http_options=types.HttpOptions(extra_body=from_json(body)),
            automatic_function_calling=types.AutomaticFunctionCallingConfig(disable=True),
        )
        return await handed_over(
            client.aio.models.generate_content(
                model=options.model, contents="overwritten by the body", config=config
            )
        )

    return _GenerateContent(entry, options, post, close, errors.APIError)


def open_client(
    options: ProviderOptions, *, most: int = MAX_REPLY_BYTES
) -> tuple[genai.Client, Callable[[], Awaitable[None]]]:
    """The SDK's client, whose calls end as ``handed_over`` expects, and what closes it.

    It reads replies of so many bytes at most.
    """
    # The SDK warns of keys in the environment that are not used here, and says that they are.
    logging.getLogger("google_genai").setLevel(logging.ERROR)
    http = open_http(options, hooks=(_hand_over,), most=most)
    client = genai.Client(
        vertexai=False,
        api_key=options.api_key,
        http_options=types.HttpOptions(
            base_url=options.base_url,
            api_version="v1beta",
            headers=dict(NOT_PACKED),
            httpx_async_client=http,
            # For clients that are not used here it would read the certificates twice more.
            async_client_args={"verify": tls(), "ssl": tls()},
        ),
    )

    async def close() -> None:
        await http.aclose()
        client.close()

    return client, close


async def handed_over(call: Awaitable[Any]) -> httpx2.Response:
    """The response to a call of the client, of whatever status.

    Raises:
        HTTPError: There is none.
    """
    try:
        await call
    except httpx2.HTTPStatusError as answered:
        return answered.response
    raise httpx2.ReadError("no response")


class _GenerateContent(SdkProvider):
    def _body(
        self, request: ChatRequest, used: Accepted, given: Mapping[str, Any]
    ) -> tuple[Body, Words]:
        config = {
            name: value
            for name, value in given.items()
            if not name.startswith("thinking") and name != "googleSearch"
        }
        if thinking := self._thinking(given):
            if request.is_strict:
                thinking["includeThoughts"] = True
            config["thinkingConfig"] = thinking
        if request.schema and used.reply_format is not ReplyFormat.PLAIN:
            config["responseMimeType"] = "application/json"
            if used.reply_format is ReplyFormat.SCHEMA:
                config["responseJsonSchema"] = request.schema
        shown = [*shown_prefix(request, used), *shown_suffix(request, used)]
        before = [
            {"role": "model" if role == "assistant" else role, "parts": [_text_part(text)]}
            for role, text in request.history
        ]
        own = {"role": "user", "parts": blocks(shown, _image_part, _text_part)}
        body: Body = {
            "contents": [*before, own],
            "generationConfig": config,
        }
        if request.system:
            body["systemInstruction"] = {"parts": [_text_part(request.system)]}
        if "googleSearch" in given:
            body["tools"] = [{"googleSearch": {}}]
        words: Words = {name: (name,) for name in given} | _THINKING_WORDS.get(
            next((name for name in given if name.startswith("thinking")), ""), {}
        )
        if "googleSearch" in words:
            words["googleSearch"] += ("tools", "Search as tool", "grounding", "search")
        return body, words

    def _thinking(self, given: Mapping[str, Any]) -> Body:
        if "thinkingLevel" in given:
            return {"thinkingLevel": str(given["thinkingLevel"]).upper()}
        if "thinkingTokens" in given:
            return {"thinkingBudget": int(given["thinkingTokens"])}
        if "thinkingBudget" not in given:
            return {}
        effort = str(given["thinkingBudget"])
        if effort not in _BUDGETS:
            raise failed(
                self._peer,
                Failure.BAD_REQUEST,
                Message("no reasoning effort {effort}", effort=effort),
            )
        return {"thinkingBudget": _BUDGETS[effort]}

    def _reply(self, payload: Mapping[str, Any], request_id: str) -> ChatReply | None:
        """The first candidate, or none where the prompt was blocked."""
        found, feedback = payload.get("candidates"), payload.get("promptFeedback")
        candidate = found[0] if isinstance(found, list) and found else None
        if not isinstance(candidate, dict):
            if not text_at(feedback, "blockReason"):
                return None
            candidate = {"finishReason": "SAFETY"}
        content = candidate.get("content")
        finish = _FINISH.get(text_at(candidate, "finishReason"), Finish.OTHER)
        words = text_at(candidate, "finishMessage") or text_at(feedback, "blockReasonMessage")
        parts = content.get("parts") if isinstance(content, dict) else None
        text, grounding = joined_texts(parts), candidate.get("groundingMetadata")
        return ChatReply(
            text=text,
            finish=finish,
            usage=_usage(payload.get("usageMetadata")),
            model=text_at(payload, "modelVersion"),
            request_id=request_id or text_at(payload, "responseId"),
            refusal=words if finish is Finish.FILTERED else "",
            trace=trace_of(
                "generateContent",
                text_at(payload, "modelVersion"),
                grounding_citations(grounding, text),
                grounding_calls(grounding),
                "\n\n".join(
                    text_at(part, "text") for part in objects(parts) if part.get("thought") is True
                ),
            ),
        )


def _text_part(text: str) -> Body:
    return {"text": text}


def _image_part(image: Image) -> Body:
    return {"inlineData": {"mimeType": image.media_type, "data": base64_of(image)}}


def _usage(usage: object) -> Usage:
    """Gemini counts thoughts apart and bills them as output; ``output_tokens`` is both."""
    if not isinstance(usage, dict):
        return Usage()
    prompt = count(usage, "promptTokenCount")
    thoughts = count_or_none_used(usage, "thoughtsTokenCount")
    return Usage(
        input_tokens=prompt,
        cached_tokens=part_of(count_or_none_used(usage, "cachedContentTokenCount"), prompt),
        output_tokens=total(count_or_none_used(usage, "candidatesTokenCount"), thoughts),
        reasoning_tokens=thoughts,
    )
