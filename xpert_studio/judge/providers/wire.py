"""What a wire format has to do: turn a question into a body, and a payload into a reply."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from xpert_studio.judge.providers.accepted import Accepted, ReplyFormat, Teachable
from xpert_studio.judge.providers.base import IMAGES_NOT_SEEN, ChatReply, ChatRequest, Image


@dataclass(frozen=True, slots=True)
class Outgoing:
    """A body ready to send.

    Attributes:
        body: The request's JSON.
        teachable: What of it may be given up when the server refuses it.
        flags: What a reader of the reply should know: parameters of the judge that were not sent.
    """

    body: dict[str, Any]
    teachable: Teachable
    flags: tuple[str, ...] = ()


class Wire(Protocol):
    """One provider's format."""

    @property
    def path(self) -> str:
        """Where requests go, below the base URL."""
        ...

    def outgoing(self, request: ChatRequest, accepted: Accepted) -> Outgoing:
        """The body for a question, of what the server accepts."""
        ...

    def reply(self, payload: Mapping[str, Any], request_id: str) -> ChatReply | None:
        """The reply in a payload, or None when it holds none."""
        ...


def asked_suffix(request: ChatRequest, accepted: Accepted) -> list[str | Image]:
    """The suffix in its parts: one text, or the texts before and after the candidate's images.

    Where the provider does not enforce the schema, it is appended as text: the prefix stays the
    same, and cached.
    """
    closing = f"{request.closing}{_schema_in_words(request, accepted.reply_format)}"
    if request.own_images and accepted.images:
        return [request.suffix, *request.own_images, closing]
    return [f"{request.suffix}{closing}"]


def _schema_in_words(request: ChatRequest, reply_format: ReplyFormat) -> str:
    if not request.schema or reply_format is ReplyFormat.SCHEMA:
        return ""
    schema = json.dumps(request.schema, ensure_ascii=False)
    return (
        "\n\nReply with one JSON object that fits this JSON schema, "
        f"and with nothing else:\n{schema}"
    )


def flags_for(
    request: ChatRequest, accepted: Accepted, unsent: frozenset[str] = frozenset()
) -> tuple[str, ...]:
    """What the judge's settings or attachments asked for and the server did not get."""
    wanted = {name for name, value in request.parameters.items() if value is not None}
    flags = [f"{name}_not_sent" for name in sorted(wanted & (accepted.dropped | unsent))]
    if request.has_images and not accepted.images:
        flags.append(IMAGES_NOT_SEEN)
    if request.schema and accepted.reply_format is not ReplyFormat.SCHEMA:
        flags.append("schema_not_enforced")
    return tuple(flags)
