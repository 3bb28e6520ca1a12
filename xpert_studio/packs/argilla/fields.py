"""Which fields of an Argilla dataset are the prompt, and which is the response."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from pydantic import TypeAdapter, ValidationError

from xpert_studio.api.formats import ChatMessage, Message, Reading, joined, prompt_text, shown
from xpert_studio.packs.argilla.questions import DataField, DatasetSettings, words
from xpert_studio.packs.argilla.reading import ArgillaRecord

IMAGE: Final = "image"
_CHAT: Final = TypeAdapter(list[ChatMessage])
_DATA: Final = "data:image/"


@dataclass(frozen=True, slots=True)
class FieldChoice:
    """The fields of a dataset by what they are here.

    Attributes:
        prompt: Names of the fields that make up the prompt, with their titles, in order.
        response: The field that holds the response.
        images: Fields that hold pictures.
    """

    prompt: Mapping[str, str]
    response: str
    images: tuple[str, ...] = ()

    def texts(self, row: ArgillaRecord, told: Counter[str]) -> tuple[str, str | None]:
        """Prompt and response of a record; no response where its field is empty.

        Args:
            row: The record.
            told: Counts fields with pictures, which are left out.
        """
        told["pictures"] += sum(row.fields.get(name) is not None for name in self.images)
        before, response = _split(row.fields.get(self.response))
        parts = []
        for name, title in self.prompt.items():
            value = row.fields.get(name)
            if _is_picture(value):
                told["pictures"] += 1
            elif value is not None:
                parts.append(f"{title}:\n{_text(value)}" if len(self.prompt) > 1 else _text(value))
        return "\n\n".join([*parts, *before]), response

    def note(self) -> str:
        """What was taken for what."""
        if not self.prompt:
            return Message(
                "The field {response} holds a conversation: its last message was taken as the "
                "response, the messages before it as the prompt.",
                response=shown(self.response),
            )
        return Message(
            "The field {response} was taken as the response, {prompt} as the prompt. To choose "
            "another field, import into a new project with --response-field.",
            response=shown(self.response),
            prompt=joined(map(shown, self.prompt)),
        )


def chosen_fields(
    reading: Reading, rows: Sequence[ArgillaRecord], settings: DatasetSettings | None, wanted: str
) -> FieldChoice | None:
    """Sorts the fields, and the columns of flat rows into fields and metadata.

    Args:
        reading: The dataset being read.
        rows: Its records.
        settings: Its settings; None where there are none.
        wanted: The field that holds the response; empty to find it by its name.

    Returns:
        The choice, or None after noting why there is none.
    """
    fields = settings.fields if settings else _fields_in(rows)
    _sort_columns(rows, {field.name for field in fields})
    images = tuple(field.name for field in fields if field.settings.type == IMAGE)
    texts = _texts_in(fields)
    response = _response_in(list(texts), wanted)
    if response is None:
        _note_no_response(reading, list(texts), wanted)
        return None
    prompt = {name: title for name, title in texts.items() if name != response}
    is_chat = any(_turns(row.fields.get(response)) is not None for row in rows)
    if prompt or is_chat:
        return FieldChoice(prompt, response, images)
    reading.problem(
        "",
        response,
        "is the only field with text: there is no prompt.",
        "Add a field with the prompt, or choose another dataset.",
    )
    return None


def response_candidates(
    rows: Sequence[ArgillaRecord], settings: DatasetSettings | None
) -> tuple[str, ...]:
    """Fields that may hold the response; that which is taken unasked comes first."""
    names = list(_texts_in(settings.fields if settings else _fields_in(rows)))
    first = _response_in(names, "")
    return tuple(sorted(names, key=lambda name: name != first))


def _texts_in(fields: Sequence[DataField]) -> dict[str, str]:
    """Titles of the fields that hold text, by name."""
    return {
        field.name: (field.title or "").strip() or field.name
        for field in fields
        if field.settings.type != IMAGE
    }


def _note_no_response(reading: Reading, names: Sequence[str], wanted: str) -> None:
    if not names:
        reading.problem(
            "", "fields", "has no field with text.", "Choose a dataset with text or chat fields."
        )
        return
    reading.problem(
        "",
        wanted,
        "is no field of the dataset.",
        Message("Choose one of {names}.", names=joined(map(shown, names), most=20)),
    )


def _response_in(names: Sequence[str], wanted: str) -> str | None:
    if wanted:
        return wanted if wanted in names else None
    by_name = {name.casefold(): name for name in names}
    known = (by_name[word] for word in words().response_fields if word in by_name)
    return next(known, names[-1] if names else None)


def _fields_in(rows: Sequence[ArgillaRecord]) -> list[DataField]:
    """The fields of rows without settings: what is text, but for what names the system."""
    names: dict[str, None] = {}
    for row in rows:
        names |= dict.fromkeys(row.fields)
        for name, value in row.columns.items():
            is_text = isinstance(value, str | dict) or _turns(value) is not None
            if is_text and name not in words().system_keys:
                names[name] = None
    return [DataField(name=name) for name in names if name.strip()]


def _sort_columns(rows: Sequence[ArgillaRecord], names: set[str]) -> None:
    for row in rows:
        for name, value in row.columns.items():
            if name in names:
                row.fields[name] = value
            elif _is_vector(value):
                row.has_vectors = True
            else:
                row.metadata[name] = value
        row.columns.clear()


def _is_vector(value: object) -> bool:
    if not isinstance(value, list) or not value:
        return False
    return all(isinstance(item, int | float) for item in value)


def _is_picture(value: object) -> bool:
    if isinstance(value, str):
        return value.startswith(_DATA)
    return isinstance(value, dict) and value.keys() == {"bytes", "path"}


def _turns(value: object) -> list[ChatMessage] | None:
    if not isinstance(value, list) or not value:
        return None
    try:
        return _CHAT.validate_python(value)
    except ValidationError:
        return None


def _text(value: Any) -> str:  # noqa: ANN401 - any JSON
    if isinstance(value, str):
        return value
    turns = _turns(value)
    return prompt_text(turns) if turns else json.dumps(value, ensure_ascii=False, indent=2)


def _split(value: object) -> tuple[list[str], str | None]:
    """What of the field with the response belongs to the prompt, and the response.

    Of a conversation the last message is the response, and those before it are the prompt.
    """
    turns = _turns(value)
    if turns is None:
        return [], None if value is None else _text(value)
    before = turns[:-1]
    return ([prompt_text(before)] if before else []), turns[-1].content
