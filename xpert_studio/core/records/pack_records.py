"""Records of kinds that packs bring: what the core knows of them is where they hang, and JSON."""

from __future__ import annotations

import json
from typing import Annotated, Any, ClassVar, Final

from pydantic import Field, JsonValue, StringConstraints, model_validator

from xpert_studio.core.messages import Message
from xpert_studio.core.pack_manifest import RECORD_NAME
from xpert_studio.core.records.base import MAX_TEXT, Id, Record, Sha256

MAX_DEPTH: Final = 100
"""How deep JSON from outside may be nested."""

Name = Annotated[str, StringConstraints(pattern=f"^{RECORD_NAME}$")]
Content = dict[str, JsonValue]


class PackRecord(Record):
    """A record of a kind that a pack brings.

    Attributes:
        pack, kind: Of which pack, and which kind of its records.
        id: Among the records of the kind.
        task_id, response_id: What it hangs on, if anything: a task, or a response.
        version: Of the kind's JSON.
        content: The JSON, an object.
        hash: Of pack, kind, version and content; not of what it hangs on, which is under another
            id in assignments.
    """

    HASHED: ClassVar[tuple[str, ...]] = ("pack", "kind", "version", "content")
    PUBLIC: ClassVar[tuple[str, ...]] = (
        "pack",
        "kind",
        "id",
        "task_id",
        "response_id",
        "version",
        "content",
        "hash",
    )
    PRIVATE: ClassVar[tuple[str, ...]] = ()

    pack: Name
    kind: Name
    id: Id
    task_id: Id | None = None
    response_id: Id | None = None
    version: Annotated[int, Field(ge=1, le=1_000_000)] = 1
    content: Content
    hash: Sha256 = ""

    @model_validator(mode="after")
    def _is_sound(self) -> PackRecord:
        if self.task_id is not None and self.response_id is not None:
            raise ValueError(Message("it names a task and a response; a record hangs on one"))
        try:
            need_sound_json(self.content)
        except RecursionError:
            raise ValueError(Message("the content is nested too deeply")) from None
        if len(json.dumps(self.content, ensure_ascii=False)) > MAX_TEXT:
            raise ValueError(Message("the content is too long"))
        found = self.content_hash
        if self.hash not in ("", found):
            raise ValueError(Message("hash is not that of the content"))
        self.__dict__["hash"] = found
        return self

    @property
    def of(self) -> tuple[str, str]:
        """Pack and kind."""
        return self.pack, self.kind


def need_sound_json(value: Any, depth: int = 0) -> None:  # noqa: ANN401 - any JSON
    """Refuses what UTF-8 or SQLite cannot hold, anywhere inside.

    Raises:
        ValueError: There is half a character, or a number that is none.
        RecursionError: It is nested more than ``MAX_DEPTH`` deep.
    """
    if depth > MAX_DEPTH:
        raise RecursionError
    if isinstance(value, str):
        if not value.isascii() and any("\ud800" <= char <= "\udfff" for char in value):
            raise ValueError("half a character (a lone surrogate) in a text")
    elif isinstance(value, float) and value in (float("inf"), float("-inf")):
        raise ValueError("a number is too large")
    elif isinstance(value, dict):
        for key, item in value.items():
            need_sound_json(key, depth + 1)
            need_sound_json(item, depth + 1)
    elif isinstance(value, list):
        for item in value:
            need_sound_json(item, depth + 1)
