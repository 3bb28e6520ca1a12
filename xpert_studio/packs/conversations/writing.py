"""Messages as chat APIs have them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from xpert_studio.core.records.transcripts import ChatTurn, Speaker


def chat_messages(messages: Iterable[ChatTurn]) -> list[dict[str, Any]]:
    """Messages with roles and content; calls stand with the message of the assistant before them.

    Args:
        messages: Of a transcript, in their order.
    """
    found: list[dict[str, Any]] = []
    for said in messages:
        if said.speaker is Speaker.CALL:
            if not found or found[-1]["role"] != "assistant":
                found.append({"role": "assistant", "content": None})
            found[-1].setdefault("tool_calls", []).append(_call(said))
            continue
        role = "tool" if said.speaker is Speaker.RESULT else said.speaker.value
        more = {"name": said.name, "tool_call_id": said.call_id, "files": list(said.files)}
        known = {name: value for name, value in more.items() if value}
        found.append({"role": role, "content": said.text, **known})
    return found


def _call(said: ChatTurn) -> dict[str, Any]:
    function = {"name": said.name, "arguments": said.text}
    return {"id": said.call_id, "type": "function", "function": function}
