"""Takes in conversations as chat APIs and shared datasets have them, one an object.

An object has its messages under one of several names. Beside them it may have what a task has, its
checkpoints (each with the ``turn`` that it looks at), the system, and how to play it; see
``docs/conversations.md``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from xpert_studio.api.formats import Message, id_like, rows_of
from xpert_studio.core.records import DIFFICULTIES
from xpert_studio.core.records.transcripts import ChatTurn, Speaker
from xpert_studio.packs.conversations.assembling import Conversation, ConversationReading
from xpert_studio.packs.conversations.reading import (
    are_messages,
    read_messages,
)

MESSAGES: Final = ("messages", "conversations", "conversation", "trajectory", "dialog", "dialogue")
_TASK_IDS: Final = ("task_id", "id", "prompt_id", "conversation_id", "question_id")
_MODELS: Final = ("model", "model_id", "system_name", "generator")
_TASK_FIELDS: Final = ("title", "domain", "category", "language", "reference_answer", "family")
_RESPONSE_FIELDS: Final = ("finish_reason", "prompt_tokens", "completion_tokens", "latency_ms")
_POINT_FIELDS: Final = (
    "id",
    "text",
    "weight",
    "tier",
    "dimension",
    "turn",
    "instrument",
    "settings",
    "notes",
)
_OTHER_FIELDS: Final = (
    "response_id",
    "checkpoints",
    "difficulty",
    "tags",
    "files",
    "system",
    "system_prompt",
    "asked",
    "canary",
)


def messages_in(row: Mapping[str, Any]) -> str | None:
    """The key of a row under which its messages are; None where it has none."""
    return next((name for name in MESSAGES if are_messages(row.get(name))), None)


class Chats(ConversationReading):
    """Conversations, one an object; of a list of messages, one."""

    nothing = Message("holds no conversation."), Message("Choose a file with one an object.")

    def read(self) -> None:
        """Takes every conversation."""
        rows = list(rows_of(self, self.source))
        values = [row for _, row in rows]
        if values and messages_in(values[0]) is None and are_messages(values):
            rows = [(rows[0][0], {"messages": values})]
        for place, row in rows:
            self.take(place, row)

    def take(self, place: str, row: Mapping[str, Any]) -> None:
        """Takes one conversation."""
        name = messages_in(row)
        if name is None:
            self.problem(
                place,
                "messages",
                "holds no messages.",
                Message("Write a list of objects with role and content as “messages”."),
            )
            return
        with self.noting(place, name):
            self._conversation(place, row, name, read_messages(row[name], self.told))

    def _conversation(
        self, place: str, row: Mapping[str, Any], name: str, messages: list[ChatTurn]
    ) -> None:
        system = _text(row, ("system", "system_prompt"))
        if system and messages and messages[0].speaker is not Speaker.SYSTEM:
            messages = [ChatTurn(Speaker.SYSTEM, system), *messages]
        known = {name, *_TASK_IDS, *_MODELS, *_TASK_FIELDS, *_RESPONSE_FIELDS, *_OTHER_FIELDS}
        self.unknown.update(key for key in row if key not in known)
        self.canaries.add(_text(row, ("canary",)))
        task_id = _text(row, _TASK_IDS)
        response_id = _text(row, ("response_id",))
        self.conversations.append(
            Conversation(
                place,
                messages,
                task_id=id_like(task_id) if task_id else "",
                response_id=id_like(response_id) if response_id else "",
                model=_text(row, _MODELS),
                task=_task_fields(row),
                response={key: row[key] for key in _RESPONSE_FIELDS if row.get(key) is not None},
                checkpoints=self._points(place, row.get("checkpoints")),
                given=_given(row, len(messages)),
            )
        )

    def _points(self, place: str, given: object) -> list[dict[str, Any]]:
        if given is None:
            return []
        if not isinstance(given, list) or not all(isinstance(item, dict) for item in given):
            self.problem(place, "checkpoints", "is no list of objects.", "Write one a checkpoint.")
            return []
        for item in given:
            self.unknown.update(f"checkpoints.{key}" for key in item if key not in _POINT_FIELDS)
        return [
            {"weight": 1, **{key: item[key] for key in _POINT_FIELDS if key in item}}
            for item in given
        ]


def _given(row: Mapping[str, Any], most: int) -> int:
    """How many of the messages are the task's, where the row says so."""
    found = row.get("asked")
    return found if isinstance(found, int) and 0 < found < most else 0


def _task_fields(row: Mapping[str, Any]) -> dict[str, Any]:
    fields = {key: row[key] for key in _TASK_FIELDS if isinstance(row.get(key), str)}
    difficulty = DIFFICULTIES.find(str(row.get("difficulty") or ""))
    tags = row.get("tags")
    return fields | {
        "difficulty": difficulty.value if difficulty else None,
        "tags": tags if isinstance(tags, list) else None,
    }


def _text(row: Mapping[str, Any], keys: tuple[str, ...]) -> str:
    plain = (value for key in keys if isinstance(value := row.get(key), str | int))
    return next((str(value) for value in plain if value not in {"", True, False}), "")
