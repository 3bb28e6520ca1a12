"""The bodies of the wire formats: OpenAI's chat completions, Anthropic's messages, Gemini's own."""

from __future__ import annotations

import json
from typing import Any
from zlib import crc32

from tests.loopback.behaviours import Behaviour, TokenCount
from tests.loopback.recorded import Recorded

_ANTHROPIC_FINISH = {
    None: "end_turn",
    "stop": "end_turn",
    "length": "max_tokens",
    "content_filter": "refusal",
}


_GEMINI_FINISH = {
    None: "STOP",
    "stop": "STOP",
    "length": "MAX_TOKENS",
    "content_filter": "SAFETY",
}
_GOOGLE_STATUS = {
    400: "INVALID_ARGUMENT",
    401: "UNAUTHENTICATED",
    403: "PERMISSION_DENIED",
    404: "NOT_FOUND",
    409: "ABORTED",
    429: "RESOURCE_EXHAUSTED",
    500: "INTERNAL",
    501: "UNIMPLEMENTED",
    503: "UNAVAILABLE",
    504: "DEADLINE_EXCEEDED",
}


def reply_body(request: Recorded, behaviour: Behaviour, text: str, cached: bool) -> bytes:
    """The body of a proper reply.

    Args:
        request: What was asked.
        behaviour: What to deviate in.
        text: The model's text.
        cached: Whether the shared prefix was asked about before.
    """
    build, count, place = _completion, _openai_usage, "usage"
    if request.is_embeddings:
        build = _embeddings
    elif request.is_anthropic:
        build, count = _message, _anthropic_usage
    elif request.is_responses:
        build, count = _response, _responses_usage
    elif request.is_gemini:
        build, count, place = _generated, _gemini_usage, "usageMetadata"
    body = build(request, behaviour, text)
    if behaviour.usage is not TokenCount.MISSING:
        usage = count(request, behaviour, text, cached)
        if behaviour.usage is TokenCount.NEGATIVE:
            usage = _spoil(usage, -1)
        elif behaviour.usage is TokenCount.NONSENSE:
            usage = _spoil(usage, "many")
        body[place] = usage
    return json.dumps(body).encode()


def error_body(request: Recorded, behaviour: Behaviour) -> bytes:
    """The body of an error, in the JSON of the provider that was asked."""
    problem = dict(behaviour.problem or {})
    wait = problem.pop("wait", None)
    if not request.is_gemini:
        return json.dumps({"type": "error", "error": problem}).encode()
    message, domain = problem["message"], "type.googleapis.com/google.rpc."
    details: list[dict[str, Any]] = []
    if problem["code"]:
        details.append({"@type": f"{domain}ErrorInfo", "reason": problem["code"]})
    if problem["param"]:
        violation = {"field": problem["param"], "description": message}
        details.append({"@type": f"{domain}BadRequest", "fieldViolations": [violation]})
    if wait:
        details.append({"@type": f"{domain}RetryInfo", "retryDelay": wait})
    status = _GOOGLE_STATUS.get(behaviour.status, "UNKNOWN")
    error = {"code": behaviour.status, "message": message, "status": status, "details": details}
    return json.dumps({"error": error}).encode()


def _completion(request: Recorded, behaviour: Behaviour, text: str) -> dict[str, Any]:
    message: dict[str, Any] = {
        "role": "assistant", "content": text, "refusal": behaviour.refusal or None,
    }  # fmt: skip
    if behaviour.cited:
        message["annotations"] = [
            {"type": "url_citation", "url_citation": cited}
            for cited in _url_citations(behaviour, text)
        ]
    if behaviour.thoughts:
        message["reasoning_content"] = behaviour.thoughts
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
        "system_fingerprint": "fp_loopback",
    }


def _embeddings(request: Recorded, behaviour: Behaviour, text: str) -> dict[str, Any]:
    """A vector for each text: how often words of each of 64 classes stand in it."""
    vectors = []
    for part in request.json["input"]:
        found = [0.0] * 64
        for word in part.lower().split():
            found[crc32(word.encode()) % 64] += 1.0
        vectors.append(found)
    return {
        "object": "list",
        "data": [
            {"object": "embedding", "index": place, "embedding": vector}
            for place, vector in enumerate(vectors)
        ],
        "model": behaviour.model or request.model,
    }


def _url_citations(behaviour: Behaviour, text: str) -> list[dict[str, Any]]:
    return [
        {"url": url, "title": title, "start_index": 0, "end_index": len(text)}
        for url, title, _ in behaviour.cited
    ]


def _response(request: Recorded, behaviour: Behaviour, text: str) -> dict[str, Any]:
    """A reply of OpenAI's Responses."""
    reason = {"length": "max_output_tokens"}.get(behaviour.finish or "", behaviour.finish)
    said: dict[str, Any] = {
        "type": "output_text",
        "text": text,
        "annotations": [
            {"type": "url_citation", **cited} for cited in _url_citations(behaviour, text)
        ],
    }
    if behaviour.refusal:
        said = {"type": "refusal", "refusal": behaviour.refusal}
    output: list[dict[str, Any]] = [
        {
            "type": "web_search_call",
            "id": f"ws_{place}",
            "status": "completed",
            "action": {
                "type": "search",
                "query": query,
                "sources": [{"type": "url", "url": url} for url, _, _ in behaviour.cited],
            },
        }
        for place, query in enumerate(behaviour.queries)
    ]
    if behaviour.thoughts:
        summary = [{"type": "summary_text", "text": behaviour.thoughts}]
        output.insert(0, {"type": "reasoning", "id": "rs_1", "summary": summary})
    if text or behaviour.refusal:
        output.append(
            {"type": "message", "id": "msg_1", "role": "assistant", "content": [said],
             "status": "incomplete" if reason else "completed"}
        )  # fmt: skip
    return {
        "id": "resp_loopback",
        "object": "response",
        "created_at": 1_760_000_000,
        "model": behaviour.model or request.model,
        "status": "incomplete" if reason else "completed",
        "incomplete_details": {"reason": reason} if reason else None,
        "error": None,
        "output": output,
        "parallel_tool_calls": True,
        "tool_choice": "auto",
        "tools": request.json.get("tools", []),
    }


def _responses_usage(
    request: Recorded, behaviour: Behaviour, text: str, cached: bool
) -> dict[str, Any]:
    prompt = len(request.body) // 4
    completion = len(text) // 4 + behaviour.reasoning_tokens
    return {
        "input_tokens": prompt,
        "input_tokens_details": {"cached_tokens": 0, "cache_write_tokens": 0},
        "output_tokens": completion,
        "output_tokens_details": {"reasoning_tokens": behaviour.reasoning_tokens},
        "total_tokens": prompt + completion,
    }


def _anthropic_blocks(behaviour: Behaviour, text: str) -> list[dict[str, Any]]:
    """Thoughts, searches with their results, and the text with what it cites."""
    found: list[dict[str, Any]] = []
    if behaviour.thoughts:
        found.append({"type": "thinking", "thinking": behaviour.thoughts, "signature": "c2ln"})
    for place, query in enumerate(behaviour.queries):
        id_ = f"srvtoolu_{place}"
        found += [
            {"type": "server_tool_use", "id": id_, "name": "web_search", "input": {"query": query}},
            {
                "type": "web_search_tool_result",
                "tool_use_id": id_,
                "content": [
                    {"type": "web_search_result", "url": url, "title": title,
                     "encrypted_content": "ZW5j", "page_age": None}
                    for url, title, _ in (() if place else behaviour.cited)
                ],
            },
        ]  # fmt: skip
    said: dict[str, Any] = {"type": "text", "text": text}
    if behaviour.cited:
        said["citations"] = [
            {"type": "web_search_result_location", "url": url, "title": title,
             "cited_text": quote, "encrypted_index": "aW4="}
            for url, title, quote in behaviour.cited
        ]  # fmt: skip
    return [*found, said] if text else found


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
        "content": _anthropic_blocks(behaviour, text),
        "stop_reason": "pause_turn" if behaviour.pauses else stop,
        "stop_sequence": None,
        "stop_details": details,
    }


def _generated(request: Recorded, behaviour: Behaviour, text: str) -> dict[str, Any]:
    candidate: dict[str, Any] = {
        "content": {"role": "model", "parts": [{"text": text}] if text else []},
        "finishReason": _GEMINI_FINISH.get(behaviour.finish, behaviour.finish),
        "index": 0,
    }
    if behaviour.reasoning_tokens:
        candidate["content"]["parts"].insert(0, {"text": "I think ...", "thought": True})
    if behaviour.thoughts:
        candidate["content"]["parts"].insert(0, {"text": behaviour.thoughts, "thought": True})
    if behaviour.queries or behaviour.cited:
        candidate["groundingMetadata"] = {
            "webSearchQueries": list(behaviour.queries),
            "groundingChunks": [
                {"web": {"uri": url, "title": title}} for url, title, _ in behaviour.cited
            ],
            "groundingSupports": [
                {
                    "segment": {"startIndex": 0, "endIndex": len(text.encode()), "text": text},
                    "groundingChunkIndices": [place],
                }
                for place in range(len(behaviour.cited))
            ],
        }
    body = {"modelVersion": behaviour.model or request.model, "responseId": "req_loopback"}
    if behaviour.refusal:
        return {
            "promptFeedback": {"blockReason": "SAFETY", "blockReasonMessage": behaviour.refusal},
            **body,
        }
    return {"candidates": [candidate], **body}


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


def _gemini_usage(
    request: Recorded, behaviour: Behaviour, text: str, cached: bool
) -> dict[str, Any]:
    """Counts of nothing are left out, as Google leaves them out."""
    prompt, answer = len(request.body) // 4, len(text) // 4
    counts = {
        "promptTokenCount": prompt,
        "cachedContentTokenCount": len(request.shared) // 4 if cached else 0,
        "candidatesTokenCount": answer,
        "thoughtsTokenCount": behaviour.reasoning_tokens,
        "totalTokenCount": prompt + answer + behaviour.reasoning_tokens,
    }
    details = [{"modality": "TEXT", "tokenCount": prompt}]
    is_honest = behaviour.usage is TokenCount.HONEST
    kept = {name: n for name, n in counts.items() if n or not is_honest}
    return kept | {"promptTokensDetails": details}


def _spoil(usage: dict[str, Any], value: Any) -> dict[str, Any]:
    return {
        name: _spoil(old, value) if isinstance(old, dict) else value for name, old in usage.items()
    }
