"""Asks a provider of a protocol of its own: parts with a role, a shape, and what was said."""

from collections.abc import Mapping
from typing import Any

from xpert_studio.api.protocols import (
    Accepted,
    ChatReply,
    ChatRequest,
    Finish,
    Image,
    Provider,
    ProviderOptions,
    ReplyFormat,
    Usage,
    base64_of,
    count,
    http_provider,
    shown_prefix,
    shown_suffix,
    text_at,
)
from xpert_studio.api.providers import ProviderEntry

_ENDS = {"done": Finish.STOP, "full": Finish.LENGTH, "declined": Finish.REFUSAL}


def connect(entry: ProviderEntry, options: ProviderOptions) -> Provider:
    """What the program asks."""
    return http_provider(
        entry,
        options,
        "/ask",
        _body,
        _reply,
        headers=lambda key: {"X-Lab-Key": key},
        formats=(ReplyFormat.SCHEMA, ReplyFormat.PLAIN),
    )


def _body(
    model: str, request: ChatRequest, used: Accepted, given: Mapping[str, Any]
) -> tuple[dict[str, Any], dict[str, tuple[str, ...]]]:
    asked = [*shown_prefix(request, used), *shown_suffix(request, used)]
    earlier = [{"role": role, "words": text} for role, text in request.history]
    body = {
        "of": model,
        "rules": request.system,
        "parts": [*earlier, *map(_part, asked)],
        **given,
    }
    if request.schema and used.reply_format is ReplyFormat.SCHEMA:
        body["shape"] = request.schema
    return body, {name: (name,) for name in given}


def _part(part: str | Image) -> dict[str, str]:
    if isinstance(part, str):
        return {"words": part}
    return {"picture": base64_of(part), "kind": part.media_type, "words": part.caption}


def _reply(payload: Mapping[str, Any]) -> ChatReply | None:
    if "said" not in payload:
        return None
    return ChatReply(
        text=text_at(payload, "said"),
        finish=_ENDS.get(text_at(payload, "end"), Finish.OTHER),
        usage=Usage(
            input_tokens=count(payload, "spent", "read"),
            output_tokens=count(payload, "spent", "written"),
        ),
        model=text_at(payload, "of"),
    )
