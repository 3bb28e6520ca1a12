"""Messages of other tools made one: those of chat APIs, logs, traces and shared conversations.

All of them say who speaks and what, in words that hardly differ: ``role`` or ``from``; ``content``,
``value`` or ``parts``; parts by their ``type`` or by the key that holds them. What a transcript has
no place for is counted, so that the import can say it.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from xpert_studio.api.formats import FaultError, Message
from xpert_studio.core.records.transcripts import ChatTurn, Speaker

_ROLES: Final = {
    **dict.fromkeys(("system", "developer", "instruction"), Speaker.SYSTEM),
    **dict.fromkeys(("user", "human", "prompter", "customer"), Speaker.USER),
    **dict.fromkeys(
        ("assistant", "gpt", "ai", "model", "bot", "chatgpt", "agent"), Speaker.ASSISTANT
    ),
    **dict.fromkeys(("function_call", "tool_call", "tool call"), Speaker.CALL),
    **dict.fromkeys(
        ("tool", "function", "observation", "tool_response", "tool result", "function_response"),
        Speaker.RESULT,
    ),
}
_ROLE_KEYS: Final = ("role", "from", "speaker")
_CONTENT_KEYS: Final = ("content", "parts", "value", "text", "message")
_CALL_KEYS: Final = ("tool_calls", "function_call")
_NAME_KEYS: Final = ("name", "function", "tool_name", "tool")
_ID_KEYS: Final = ("id", "tool_call_id", "call_id", "tool_use_id", "toolUseId", "callId")
_TEXTS: Final = frozenset({"text", "input_text", "output_text", "refusal"})
_CALLS: Final = frozenset(
    {"tool_call", "tool_use", "function_call", "server_tool_call", "server_tool_use"}
)
_RESULTS: Final = frozenset(
    {
        "tool_call_response",
        "tool_result",
        "function_call_output",
        "function_response",
        "server_tool_call_response",
        "web_search_tool_result",
    }
)
_THOUGHTS: Final = frozenset({"reasoning", "thinking", "redacted_thinking", "thought"})
_HELD: Final = {
    "functionCall": _CALLS,
    "toolUse": _CALLS,
    "functionResponse": _RESULTS,
    "toolResult": _RESULTS,
    "reasoningContent": _THOUGHTS,
}
"""Keys of parts that hold what other formats say by ``type`` (Gemini, Bedrock)."""

REASONING: Final = "reasoning"
MEDIA: Final = "media"
NAMES: Final = "names"
NOTES: Final[Mapping[str, Message]] = {
    REASONING: Message(
        "Parts with what a model thought before it spoke, which were excluded: {n:,}. People who "
        "use a system do not see them."
    ),
    NAMES: Message(
        "Messages that name who speaks, whose names were excluded: {n:,}. People who judge must "
        "not see which system it is."
    ),
    MEDIA: Message(
        "Images, sounds and files in messages, which were excluded: {n:,}. The transcript says "
        "where each stood; attach the files to the task or the response."
    ),
}


class MessageError(FaultError):
    """A message that cannot be read."""


def are_messages(value: object) -> bool:
    """Whether a value looks like the messages of a conversation."""
    return (
        isinstance(value, list)
        and bool(value)
        and all(
            isinstance(item, dict)
            and _at(item, _ROLE_KEYS) is not None
            and not item.keys().isdisjoint((*_CONTENT_KEYS, *_CALL_KEYS))
            for item in value
        )
    )


def read_messages(values: Sequence[Any], told: Counter[str]) -> list[ChatTurn]:
    """The messages of a conversation.

    Args:
        values: As another tool has them.
        told: Counts what has no place in a transcript, by the keys of ``NOTES``.

    Raises:
        MessageError: One of them cannot be read.
    """
    found: list[ChatTurn] = []
    for number, value in enumerate(values, start=1):
        if not isinstance(value, Mapping):
            raise MessageError(
                Message("has a message {number} that is no object.", number=number),
                "Write objects with role and content.",
            )
        found += _read(value, number, told)
    return _named(found)


def _read(value: Mapping[str, Any], number: int, told: Counter[str]) -> Iterator[ChatTurn]:
    speaker = _speaker(value, number)
    content = _at(value, _CONTENT_KEYS)
    if speaker in {Speaker.CALL, Speaker.RESULT} and not _has_parts(content):
        yield _said_of_tool(value, speaker, content)
        return
    is_person = speaker in {Speaker.USER, Speaker.ASSISTANT}
    told[NAMES] += is_person and isinstance(value.get("name"), str)
    files = value.get("files")
    named = tuple(map(str, files)) if isinstance(files, list) else ()
    yield from (
        replace(said, files=named) if place == 0 and named else said
        for place, said in enumerate(_parts_of(content, speaker, value, told))
    )
    calls = value.get("tool_calls") or []
    calls = [*calls] if isinstance(calls, list) else []
    if isinstance(value.get("function_call"), Mapping):
        calls.append(value["function_call"])
    yield from (_call(item) for item in calls if isinstance(item, Mapping))


def _has_parts(content: object) -> bool:
    """Whether a message of a tool names its calls itself, in parts with ids of their own."""
    return isinstance(content, list) and any(
        isinstance(part, Mapping) and _kind(part) in {_CALLS, _RESULTS} for part in content
    )


def _speaker(value: Mapping[str, Any], number: int) -> Speaker:
    role = _at(value, _ROLE_KEYS)
    found = _ROLES.get(role.strip().lower()) if isinstance(role, str) else None
    if found is None:
        raise MessageError(
            Message(
                "has a message {number} of the role {role}, which is none.",
                number=number,
                role=repr(role)[:60],
            ),
            "Use system, user, assistant or tool.",
        )
    return found


def _parts_of(
    content: object, speaker: Speaker, value: Mapping[str, Any], told: Counter[str]
) -> Iterator[ChatTurn]:
    """The messages of one with parts: texts that follow each other are one."""
    texts: list[str] = []
    parts = content if isinstance(content, list) else [] if content is None else [content]
    has_calls = any(value.get(key) for key in _CALL_KEYS)
    is_silent = not parts or all(part == "" for part in parts)
    if is_silent and has_calls:
        return
    for part in parts or [""]:
        made = _part(part, speaker, told)
        if isinstance(made, str):
            texts.append(made)
            continue
        if texts:
            yield ChatTurn(speaker, "\n".join(texts))
            texts = []
        if made is not None:
            yield made
    if texts:
        yield ChatTurn(speaker, "\n".join(texts))


def _part(part: object, speaker: Speaker, told: Counter[str]) -> str | ChatTurn | None:
    """A part of a message: a text, a message by itself, or nothing."""
    if not isinstance(part, Mapping):
        return part if isinstance(part, str) else as_text(part)
    kind, held = _kind(part), _held(part)
    if kind is _THOUGHTS or part.get("thought") is True:
        told[REASONING] += 1
        return None
    if kind is _CALLS:
        return _call(held)
    if kind is _RESULTS:
        return _said_of_tool(
            held, Speaker.RESULT, _at(held, ("response", "result", "content", "output"))
        )
    text = next((part[key] for key in ("text", "content", "refusal") if key in part), None)
    if (str(part.get("type", "text")) in _TEXTS or speaker is Speaker.RESULT) and isinstance(
        text, str
    ):
        return text
    told[MEDIA] += 1
    return f"[{part.get('modality') or part.get('type') or 'file'}]"


def _kind(part: Mapping[str, Any]) -> frozenset[str] | None:
    named = str(part.get("type", ""))
    of_type = next((kind for kind in (_CALLS, _RESULTS, _THOUGHTS) if named in kind), None)
    return of_type or next((kind for key, kind in _HELD.items() if key in part), None)


def _held(part: Mapping[str, Any]) -> Mapping[str, Any]:
    inner = next((part[key] for key in _HELD if isinstance(part.get(key), Mapping)), None)
    return part if inner is None else inner


def _call(value: Mapping[str, Any]) -> ChatTurn:
    inner = value.get("function")
    function = inner if isinstance(inner, Mapping) else value
    if isinstance(value.get("tool_call"), Mapping):  # inside a part of that type
        function = value["tool_call"]
    return ChatTurn(
        Speaker.CALL,
        as_text(_at(function, ("arguments", "input", "args", "parameters"))),
        str(_at(function, _NAME_KEYS) or ""),
        str(_at(value, _ID_KEYS) or ""),
    )


def _said_of_tool(value: Mapping[str, Any], speaker: Speaker, content: object) -> ChatTurn:
    told: Counter[str] = Counter()
    parts = content if isinstance(content, list) else [content]
    are_texts = all(isinstance(part, str) or _is_text(part) for part in parts)
    text = (
        "\n".join(str(_part(part, Speaker.RESULT, told)) for part in parts)
        if are_texts
        else as_text(content)
    )
    error = value.get("error")
    if isinstance(error, Mapping) and isinstance(error.get("message"), str):
        text = "\n".join(filter(None, (text, error["message"])))
    name, call_id = _at(value, _NAME_KEYS), _at(value, (*_ID_KEYS[1:], _ID_KEYS[0]))
    return ChatTurn(speaker, text, str(name or ""), str(call_id or ""))


def _is_text(part: object) -> bool:
    return (
        isinstance(part, Mapping)
        and _kind(part) is None
        and isinstance(part.get("text", part.get("content")), str)
    )


def _at(value: Mapping[str, Any], keys: Iterable[str]) -> Any:  # noqa: ANN401 - any JSON value
    return next((value[key] for key in keys if value.get(key) is not None), None)


def as_text(value: object) -> str:
    """A value as one text: as it is, or as JSON."""
    if value is None:
        return ""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _named(messages: Sequence[ChatTurn]) -> list[ChatTurn]:
    """Results with the name of the tool that their call has."""
    names: dict[str, str] = {}
    found = []
    for said in messages:
        if said.speaker is Speaker.CALL and said.call_id:
            names[said.call_id] = said.name
        if said.speaker is Speaker.RESULT and not said.name and said.call_id in names:
            said = ChatTurn(said.speaker, said.text, names[said.call_id], said.call_id)  # noqa: PLW2901
        found.append(said)
    return found
