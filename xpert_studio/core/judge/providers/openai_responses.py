"""OpenAI's Responses, which has tools of the provider: a model that searches is asked by it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from xpert_studio.core.judge.providers.accepted import Accepted, ReplyFormat
from xpert_studio.core.judge.providers.base import (
    ChatReply,
    ChatRequest,
    Finish,
    Image,
    ProviderOptions,
)
from xpert_studio.core.judge.providers.openai_chat import connect_to, usage_of
from xpert_studio.core.judge.providers.payload import base64_of, blocks, objects, text_at
from xpert_studio.core.judge.providers.registry import ProviderEntry
from xpert_studio.core.judge.providers.reply_traces import (
    search_calls,
    trace_of,
    url_citations,
)
from xpert_studio.core.judge.providers.sdk_provider import (
    Body,
    SdkProvider,
    Words,
    shown_prefix,
    shown_suffix,
)

_NAMES: Final = {
    "max_completion_tokens": "max_output_tokens",
    "max_tokens": "max_output_tokens",
    "temperature": "temperature",
    "top_p": "top_p",
}
"""What parameters of chats are called here; others stand elsewhere or are not known."""
_INCOMPLETE: Final = {"max_output_tokens": Finish.LENGTH, "content_filter": Finish.FILTERED}


def connect(entry: ProviderEntry, options: ProviderOptions) -> SdkProvider:
    """OpenAI by its Responses; where no base URL is given, the SDK's own holds."""
    return connect_to(entry, options, "/responses", _Responses)


class _Responses(SdkProvider):
    formats: tuple[ReplyFormat, ...] = ()

    def _body(
        self, request: ChatRequest, used: Accepted, given: Mapping[str, Any]
    ) -> tuple[Body, Words]:
        shown = [*shown_prefix(request, used), *shown_suffix(request, used)]
        before = [{"role": role, "content": text} for role, text in request.history]
        body: Body = {
            "model": self._model,
            "input": [*before, {"role": "user", "content": blocks(shown, _image, _text)}],
            # Nothing that is asked is to stay on the provider's servers.
            "store": False,
            **({"instructions": request.system} if request.system else {}),
        }
        words: Words = {}
        for name, value in given.items():
            words[name] = (name,)
            if name in _NAMES:
                body[_NAMES[name]] = value
                words[name] += (_NAMES[name],)
            elif name == "reasoning_effort":
                body["reasoning"] = {"effort": value}
                words[name] += ("reasoning.effort", "reasoning")
            elif name == "web_search":
                body["tools"] = [{"type": "web_search"}]
                words[name] += ("tools", "web search", "hosted tool")
        return body, words

    def _reply(self, payload: Mapping[str, Any], request_id: str) -> ChatReply | None:
        output = payload.get("output")
        if not isinstance(output, list):
            return None
        parts = [
            part
            for item in objects(output)
            if item.get("type") == "message"
            for part in objects(item.get("content"))
        ]
        refusal = "".join(text_at(part, "refusal") for part in parts)
        reason = text_at(payload.get("incomplete_details"), "reason")
        finish = {"completed": Finish.STOP, "incomplete": _INCOMPLETE.get(reason, Finish.OTHER)}
        model = text_at(payload, "model")
        return ChatReply(
            text="".join(text_at(part, "text") for part in parts),
            finish=Finish.REFUSAL
            if refusal
            else finish.get(text_at(payload, "status"), Finish.OTHER),
            usage=usage_of(payload.get("usage"), "input_tokens", "output_tokens"),
            model=model,
            request_id=request_id,
            refusal=refusal,
            trace=trace_of(
                "responses",
                model,
                _citations(parts),
                search_calls(output),
                "\n\n".join(_thoughts(output)),
            ),
        )


def _text(text: str) -> Body:
    return {"type": "input_text", "text": text}


def _image(image: Image) -> Body:
    return {
        "type": "input_image",
        "image_url": f"data:{image.media_type};base64,{base64_of(image)}",
    }


def _citations(parts: list[Mapping[str, Any]]) -> Iterator[Any]:
    place = 0
    for part in parts:
        yield from url_citations(part.get("annotations"), place)
        place += len(text_at(part, "text"))


def _thoughts(output: object) -> Iterator[str]:
    for item in objects(output):
        if item.get("type") == "reasoning":
            yield from (text_at(part, "text") for part in objects(item.get("summary")))
