"""The chat completions format, as OpenAI and the servers compatible with it speak it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from xpert_studio.judge.providers.accepted import Accepted, ReplyFormat, Teachable
from xpert_studio.judge.providers.base import ChatReply, ChatRequest, Finish, Image
from xpert_studio.judge.providers.images import data_url
from xpert_studio.judge.providers.tokens import count, part_of
from xpert_studio.judge.providers.wire import Outgoing, asked_suffix, flags_for
from xpert_studio.records import Usage

_SAME_NAME: Final = ("temperature", "top_p", "seed", "reasoning_effort")
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


@dataclass(frozen=True, slots=True)
class ChatWire:
    """One dialect of chat completions.

    Attributes:
        model: The model to ask.
        token_limit_names: What the limit on output tokens is called, the likeliest first.
        caches: Whether the server takes OpenAI's hints for its prompt cache.
        blind_is_fine: Whether to ask again without images when the server cannot see.
    """

    model: str
    token_limit_names: tuple[str, ...]
    caches: bool = False
    blind_is_fine: bool = False

    @property
    def path(self) -> str:
        """Where requests go, below the base URL."""
        return "/chat/completions"

    def outgoing(self, request: ChatRequest, accepted: Accepted) -> Outgoing:
        """The body for a question."""
        parameters = self._parameters(request, accepted)
        cache = self._cache(request, accepted)
        body = {
            "model": self.model,
            "messages": self._messages(request, accepted, marked="prompt_cache_options" in cache),
            **parameters,
            **_response_format(request, accepted.reply_format),
            **cache,
        }
        words: dict[str, tuple[str, ...]] = {name: (name,) for name in parameters}
        if cache:
            words["cache"] = _CACHE_WORDS
        teachable = Teachable(
            parameters=words,
            formats=tuple(ReplyFormat) if request.schema else (),
            images=request.has_images and accepted.images and self.blind_is_fine,
        )
        known = {*_SAME_NAME}
        if not accepted.dropped.issuperset(self.token_limit_names):
            known.add("max_output_tokens")
        unsent = frozenset(request.parameters) - known
        return Outgoing(body, teachable, flags_for(request, accepted, unsent))

    def _parameters(self, request: ChatRequest, accepted: Accepted) -> dict[str, Any]:
        parameters = {
            name: value
            for name in _SAME_NAME
            if (value := request.parameters.get(name)) is not None and name not in accepted.dropped
        }
        limit = request.parameters.get("max_output_tokens")
        names = [name for name in self.token_limit_names if name not in accepted.dropped]
        if limit is not None and names:
            parameters[names[0]] = limit
        return parameters

    def _cache(self, request: ChatRequest, accepted: Accepted) -> dict[str, Any]:
        if not self.caches or not request.cache_key or "cache" in accepted.dropped:
            return {}
        hints: dict[str, Any] = {"prompt_cache_key": request.cache_key[:_LONGEST_CACHE_KEY]}
        if _takes_breakpoints(self.model) and request.prefix:
            # Without the implicit breakpoint nobody pays for writing candidates to the cache,
            # which are never read again.
            hints["prompt_cache_options"] = {"mode": "explicit"}
        return hints

    def _messages(
        self, request: ChatRequest, accepted: Accepted, *, marked: bool
    ) -> list[dict[str, Any]]:
        messages: list[dict[str, Any]] = []
        if request.system:
            messages.append({"role": "system", "content": request.system})
        suffix = asked_suffix(request, accepted)
        images = request.images if accepted.images else ()
        content: str | list[dict[str, Any]]
        if self.caches or images or len(suffix) > 1:
            content = [part for image in images for part in _parts(image)]
            if request.prefix:
                prefix: dict[str, Any] = {"type": "text", "text": request.prefix}
                if marked:
                    prefix["prompt_cache_breakpoint"] = {"mode": "explicit"}
                content.append(prefix)
            content += [part for item in suffix for part in _parts(item)]
        else:
            # One string: some servers know no lists of parts.
            content = "\n\n".join(text for text in (request.prefix, *map(str, suffix)) if text)
        messages.append({"role": "user", "content": content})
        return messages

    def reply(self, payload: Mapping[str, Any], request_id: str) -> ChatReply | None:
        """The first choice's text, refusal and finish, and the tokens it took."""
        choices = payload.get("choices")
        choice = choices[0] if isinstance(choices, list) and choices else None
        message = choice.get("message") if isinstance(choice, dict) else None
        if not isinstance(choice, dict) or not isinstance(message, dict):
            return None
        refusal = message.get("refusal")
        refusal = refusal if isinstance(refusal, str) else ""
        finish = _FINISH.get(str(choice.get("finish_reason")), Finish.OTHER)
        model = payload.get("model")
        return ChatReply(
            text=_text(message.get("content")),
            finish=Finish.REFUSAL if refusal else finish,
            usage=_usage(payload.get("usage")),
            model=model if isinstance(model, str) else "",
            request_id=request_id,
            refusal=refusal,
        )


def _takes_breakpoints(model: str) -> bool:
    version = _GPT_VERSION.match(model)
    if version is None:
        return False
    return (int(version[1]), int(version[2] or 0)) >= _BREAKPOINTS_SINCE


def _response_format(request: ChatRequest, reply_format: ReplyFormat) -> dict[str, Any]:
    if not request.schema or reply_format is ReplyFormat.PLAIN:
        return {}
    if reply_format is ReplyFormat.OBJECT:
        return {"response_format": {"type": "json_object"}}
    schema = {"name": request.schema_name, "strict": True, "schema": request.schema}
    return {"response_format": {"type": "json_schema", "json_schema": schema}}


def _parts(item: str | Image) -> list[dict[str, Any]]:
    """A text, or an image below its caption."""
    if isinstance(item, str):
        return [{"type": "text", "text": item}]
    part = {"type": "image_url", "image_url": {"url": data_url(item)}}
    return [{"type": "text", "text": item.caption}, part] if item.caption else [part]


def _text(content: object) -> str:
    """A message's text; reasoning models of some servers wrap it in parts."""
    if isinstance(content, str):
        return content
    if not isinstance(content, list):
        return ""
    texts = [part.get("text") for part in content if isinstance(part, dict)]
    return "".join(text for text in texts if isinstance(text, str))


def _usage(usage: object) -> Usage:
    if not isinstance(usage, dict):
        return Usage()
    prompt = count(usage, "prompt_tokens")
    completion = count(usage, "completion_tokens")
    details = "prompt_tokens_details"
    return Usage(
        input_tokens=prompt,
        cached_tokens=part_of(count(usage, details, "cached_tokens"), prompt),
        cache_write_tokens=part_of(count(usage, details, "cache_write_tokens"), prompt),
        output_tokens=completion,
        reasoning_tokens=count(usage, "completion_tokens_details", "reasoning_tokens"),
    )
