"""The messages format, as Anthropic speaks it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from xpert_studio.judge.providers.accepted import Accepted, ReplyFormat, Teachable
from xpert_studio.judge.providers.base import ChatReply, ChatRequest, Finish, Image
from xpert_studio.judge.providers.images import base64_of
from xpert_studio.judge.providers.tokens import count, part_of
from xpert_studio.judge.providers.wire import Outgoing, asked_suffix, flags_for
from xpert_studio.records import Usage

DEFAULT_OUTPUT_TOKENS: Final = 8192
"""The format demands a limit; this is one that a rubric's verdicts do not reach."""

_SAME_NAME: Final = ("temperature", "top_p")
_FORMATS: Final = (ReplyFormat.SCHEMA, ReplyFormat.PLAIN)
_EPHEMERAL: Final = {"type": "ephemeral"}
_EFFORT_WORDS: Final = ("effort", "output_config")
_FINISH: Final = {
    "end_turn": Finish.STOP,
    "stop_sequence": Finish.STOP,
    "max_tokens": Finish.LENGTH,
    "model_context_window_exceeded": Finish.LENGTH,
    "refusal": Finish.REFUSAL,
}


@dataclass(frozen=True, slots=True)
class MessagesWire:
    """Anthropic's messages.

    Attributes:
        model: The model to ask.
    """

    model: str

    @property
    def path(self) -> str:
        """Where requests go, below the base URL."""
        return "/v1/messages"

    def outgoing(self, request: ChatRequest, accepted: Accepted) -> Outgoing:
        """The body for a question."""
        parameters = {
            name: value
            for name in _SAME_NAME
            if (value := request.parameters.get(name)) is not None and name not in accepted.dropped
        }
        limit = request.parameters.get("max_output_tokens")
        config = _output_config(request, accepted)
        body: dict[str, Any] = {
            "model": self.model,
            "max_tokens": DEFAULT_OUTPUT_TOKENS if limit is None else limit,
            **_prompt(request, accepted),
            **parameters,
            **({"output_config": config} if config else {}),
        }
        words: dict[str, tuple[str, ...]] = {name: (name,) for name in parameters}
        if "effort" in config:
            # Without a format in it, a refused ``output_config`` can only be about the effort.
            words["reasoning_effort"] = ("effort",) if "format" in config else _EFFORT_WORDS
        if "cache" not in accepted.dropped:
            words["cache"] = ("cache_control",)
        teachable = Teachable(parameters=words, formats=_FORMATS if request.schema else ())
        sent = {*_SAME_NAME, "max_output_tokens", "reasoning_effort"}
        return Outgoing(
            body, teachable, flags_for(request, accepted, frozenset(request.parameters) - sent)
        )

    def reply(self, payload: Mapping[str, Any], request_id: str) -> ChatReply | None:
        """The text blocks joined, the stop reason, and the tokens it took."""
        content = payload.get("content")
        if payload.get("type") != "message" or not isinstance(content, list):
            return None
        texts = [
            block.get("text")
            for block in content
            if isinstance(block, dict) and block.get("type") == "text"
        ]
        finish = _FINISH.get(str(payload.get("stop_reason")), Finish.OTHER)
        model = payload.get("model")
        return ChatReply(
            text="".join(text for text in texts if isinstance(text, str)),
            finish=finish,
            usage=_usage(payload.get("usage")),
            model=model if isinstance(model, str) else "",
            request_id=request_id,
            refusal=_refusal(payload) if finish is Finish.REFUSAL else "",
        )


def _prompt(request: ChatRequest, accepted: Accepted) -> dict[str, Any]:
    """System and message; the last block that all candidates share carries the cache mark.

    The mark covers everything before it, so one is enough for system, images and prefix.
    """
    system = [{"type": "text", "text": request.system}] if request.system else []
    shared = [block for image in request.images for block in _blocks(image)]
    if request.prefix:
        shared.append({"type": "text", "text": request.prefix})
    cacheable: list[dict[str, Any]] = [*system, *shared]
    if cacheable and "cache" not in accepted.dropped:
        cacheable[-1]["cache_control"] = _EPHEMERAL
    suffix = [block for item in asked_suffix(request, accepted) for block in _blocks(item)]
    prompt: dict[str, Any] = {"messages": [{"role": "user", "content": [*shared, *suffix]}]}
    if system:
        prompt["system"] = system
    return prompt


def _blocks(item: str | Image) -> list[dict[str, Any]]:
    """A text, or an image below its caption."""
    if isinstance(item, str):
        return [{"type": "text", "text": item}]
    source = {"type": "base64", "media_type": item.media_type, "data": base64_of(item)}
    block = {"type": "image", "source": source}
    return [{"type": "text", "text": item.caption}, block] if item.caption else [block]


def _output_config(request: ChatRequest, accepted: Accepted) -> dict[str, Any]:
    config: dict[str, Any] = {}
    if request.schema and accepted.reply_format is ReplyFormat.SCHEMA:
        config["format"] = {"type": "json_schema", "schema": request.schema}
    effort = request.parameters.get("reasoning_effort")
    if effort is not None and "reasoning_effort" not in accepted.dropped:
        config["effort"] = effort
    return config


def _refusal(payload: Mapping[str, Any]) -> str:
    details = payload.get("stop_details")
    words = details.get("explanation") if isinstance(details, dict) else None
    return words if isinstance(words, str) else ""


def _usage(usage: object) -> Usage:
    """Anthropic counts cached input apart; here ``input_tokens`` is all input."""
    if not isinstance(usage, dict):
        return Usage()
    fresh = count(usage, "input_tokens")
    read = _cache_count(usage, "cache_read_input_tokens")
    written = _cache_count(usage, "cache_creation_input_tokens")
    known = fresh is not None and read is not None and written is not None
    output = count(usage, "output_tokens")
    return Usage(
        input_tokens=(fresh or 0) + (read or 0) + (written or 0) if known else None,
        cached_tokens=read,
        cache_write_tokens=written,
        output_tokens=output,
        reasoning_tokens=part_of(count(usage, "output_tokens_details", "thinking_tokens"), output),
    )


def _cache_count(usage: Mapping[str, Any], name: str) -> int | None:
    """A cache's count; absent means that no cache was used."""
    return 0 if usage.get(name) is None else count(usage, name)
