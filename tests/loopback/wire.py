"""The bodies of the two wire formats: OpenAI's chat completions and Anthropic's messages."""

from __future__ import annotations

import json
from typing import Any

from tests.loopback.behaviours import Behaviour, TokenCount
from tests.loopback.recorded import Recorded

_ANTHROPIC_FINISH = {
    None: "end_turn",
    "stop": "end_turn",
    "length": "max_tokens",
    "content_filter": "refusal",
}


def reply_body(request: Recorded, behaviour: Behaviour, text: str, cached: bool) -> bytes:
    """The body of a proper reply.

    Args:
        request: What was asked.
        behaviour: What to deviate in.
        text: The model's text.
        cached: Whether the shared prefix was asked about before.
    """
    build = _message if request.is_anthropic else _completion
    body = build(request, behaviour, text)
    if behaviour.usage is TokenCount.MISSING:
        del body["usage"]
    else:
        count = _anthropic_usage if request.is_anthropic else _openai_usage
        usage = count(request, behaviour, text, cached)
        if behaviour.usage is TokenCount.NEGATIVE:
            usage = _spoil(usage, -1)
        elif behaviour.usage is TokenCount.NONSENSE:
            usage = _spoil(usage, "many")
        body["usage"] = usage
    return json.dumps(body).encode()


def _completion(request: Recorded, behaviour: Behaviour, text: str) -> dict[str, Any]:
    message = {"role": "assistant", "content": text, "refusal": behaviour.refusal or None}
    return {
        "id": "chatcmpl-loopback",
        "object": "chat.completion",
        "created": 1_760_000_000,
        "model": behaviour.model or request.model,
        "choices": [
            {
                "index": 0,
                "message": message,
                "logprobs": None,
                "finish_reason": behaviour.finish or "stop",
            }
        ],
        "usage": None,
        "system_fingerprint": "fp_loopback",
    }


def _message(request: Recorded, behaviour: Behaviour, text: str) -> dict[str, Any]:
    stop = _ANTHROPIC_FINISH.get(behaviour.finish, behaviour.finish)
    details = None
    if behaviour.refusal:
        stop = "refusal"
        details = {"type": "refusal", "category": "cyber", "explanation": behaviour.refusal}
    return {
        "id": "msg_loopback",
        "type": "message",
        "role": "assistant",
        "model": behaviour.model or request.model,
        "content": [{"type": "text", "text": text}] if text else [],
        "stop_reason": stop,
        "stop_sequence": None,
        "stop_details": details,
        "usage": None,
    }


def _openai_usage(
    request: Recorded, behaviour: Behaviour, text: str, cached: bool
) -> dict[str, Any]:
    prompt = len(request.body) // 4
    completion = len(text) // 4 + behaviour.reasoning_tokens
    return {
        "prompt_tokens": prompt,
        "completion_tokens": completion,
        "total_tokens": prompt + completion,
        "prompt_tokens_details": {"cached_tokens": len(request.shared) // 4 if cached else 0},
        "completion_tokens_details": {"reasoning_tokens": behaviour.reasoning_tokens},
    }


def _anthropic_usage(
    request: Recorded, behaviour: Behaviour, text: str, cached: bool
) -> dict[str, Any]:
    shared = len(request.shared) // 4
    return {
        "input_tokens": len(request.body) // 4 - shared,
        "cache_read_input_tokens": shared if cached else 0,
        "cache_creation_input_tokens": 0 if cached else shared,
        "output_tokens": len(text) // 4 + behaviour.reasoning_tokens,
    }


def _spoil(usage: dict[str, Any], value: Any) -> dict[str, Any]:
    return {
        name: _spoil(old, value) if isinstance(old, dict) else value for name, old in usage.items()
    }
