"""Reads JSON lines into records: fast where a line is plain, exact about what is wrong if not."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import IO, Any, Final

from pydantic import AliasChoices, ValidationError

from xpert_studio.core.exchange.bundle_format import ContradictionError
from xpert_studio.core.exchange.problems import Problems, shown
from xpert_studio.core.exchange.sources import UnreadableError
from xpert_studio.core.instruments import DoubledKeyError, without_doubled_keys
from xpert_studio.core.messages import Message
from xpert_studio.core.records import (
    COST,
    TRACE,
    AnyRecord,
    Attachment,
    Checklist,
    Checkpoint,
    JudgeSettings,
    Person,
    Qualification,
    Quote,
    Rating,
    Record,
    Region,
    Reply,
    Response,
    Triage,
    Usage,
    given_cost,
    given_trace,
    need_sound_json,
)
from xpert_studio.core.records.practice import PRACTICE

MAX_LINE: Final = 32 * 1024 * 1024
"""Longest line, in bytes."""

MOST_EMPTY: Final = 100_000
"""Most lines of a file that may hold nothing."""
_KEY: Final = b'":'
_MET_KEY: Final = b'"met":'
_MET: Final = {"met": True}
_STATED_HASH: Final = re.compile(rb',\s*"content_hash":\s*"([0-9a-f]{64})"\s*\}$')
_SPACED_KEY: Final = re.compile(rb'"[ \t\r\n]+:')
_BOM: Final = b"\xef\xbb\xbf"
_WIDE: Final = (b"\xff\xfe", b"\xfe\xff")

_NESTED: Final[dict[str, type[Record]]] = {
    "attachments": Attachment,
    "evidence": Quote,
    "region": Region,
    "usage": Usage,
    "qualification": Qualification,
    "settings": JudgeSettings,
    "checkpoints": Checkpoint,
    "replies": Reply,
    "checklist": Checklist,
    "triage": Triage,
}

Mend = Callable[[dict[str, Any]], None]


_TRUTH: Final = re.compile(rb'"value":\s*(?:true|false)')
"""A value that only binary checkpoints have."""


def read_records(
    stream: IO[bytes],
    name: str,
    kind: type[AnyRecord],
    problems: Problems,
    *,
    hashed: bool = True,
    mend: Mend = lambda _: None,
    on_unknown: Callable[[int, str], None],
) -> Iterator[tuple[int, AnyRecord, dict[str, Any]]]:
    """Records of a ``*.jsonl`` file, those of sound lines only.

    Args:
        stream: The file.
        name: Its name, for messages.
        kind: What each line holds.
        problems: Takes what is wrong.
        hashed: Whether ``content_hash`` belongs to the format here; else it is a key like others.
        mend: Normalises what is known to vary (tiers, ids), in place, before validation.
        on_unknown: Told of each key that the record does not know, with its row.

    Yields:
        Row number from 1, the record, and keys that are no field but belong to the format:
        ``content_hash``, and ``met`` where a rating's value was written so.
    """
    validate = kind.__pydantic_validator__.validate_json
    ids = [field for field in kind.model_fields if _is_id(field)]
    rates = issubclass(kind, Rating)
    fast = _FREE_FORM.isdisjoint(kind.model_fields)  # free-form JSON is always looked at closely
    for row, read in numbered_lines(stream, name, problems):
        record, beside = None, {}
        line = _without_met(read) if rates else read
        # White space between a key and its colon would hide a doubled key from the count below.
        if fast and not _SPACED_KEY.search(line) and not (rates and _TRUTH.search(line)):
            stated = _STATED_HASH.search(line) if hashed else None
            if stated:
                beside = {"content_hash": stated[1].decode()}
            try:
                record = validate(line[: stated.start()] + b"}" if stated else line)
            except (ValidationError, OverflowError):
                record = None
            if record is not None and not _is_exact(record, line, ids, len(beside)):
                record = None
        if record is not None:
            yield row, record, _MET if rates and _MET_KEY in line else beside
            continue
        apart = ("content_hash",) if hashed else ()
        looked = _look_closely(read, name, row, kind, problems, apart, mend, on_unknown)
        if looked is not None:
            yield row, *looked


def hash_matches(
    name: str, row: int, record: Record, beside: Mapping[str, Any], problems: Problems
) -> bool:
    """Whether the ``content_hash`` beside a record, if there is one, is its own; notes if not."""
    if "content_hash" not in beside or beside["content_hash"] == record.content_hash:
        return True
    problems.add(
        name,
        Message("row {row}", row=row),
        "content_hash",
        "is not the hash of this row's content: the row was changed after it was hashed.",
        "Get the original row, or remove its content_hash if the change is meant.",
    )
    return False


def _without_met(line: bytes) -> bytes:
    """A rating's line without the ``met`` that only repeats its ``value`` for older readers.

    What is replaced has quotes that would be escaped within a text, so it is never part of one.
    """
    if b'"met"' in line and b'"adjudicated_value"' not in line:
        line = line.replace(b'"value":1,"met":true,', b'"value":1,')
        line = line.replace(b'"value":0,"met":false,', b'"value":0,')
    return line


def _is_exact(record: Record, line: bytes, ids: list[str], beside: int) -> bool:
    """Whether nothing was glossed over: no key doubled, no id that needs normalising."""
    if line.count(_KEY) != _keys(record) + beside:
        return False
    return line.isascii() or all((getattr(record, name) or "").isascii() for name in ids)


def _keys(record: Record) -> int:
    """How many keys the JSON of a record had, all levels together.

    A key ``extra`` in the file is a key like any unknown one, not our field: it never counts, so
    that such a line is looked at closely.
    """
    fields = record.model_fields_set - {"extra"}
    count = len(fields)
    for name in _HOLDS_KEYS & fields:
        count += _nested_keys(getattr(record, name))
    return count


_FREE_FORM: Final = frozenset({"parameters", "content"})
_HOLDS_KEYS: Final = frozenset({*_NESTED, "parameters"})
"""Fields whose values have keys of their own; lists of texts have none."""


def _nested_keys(value: Any) -> int:  # noqa: ANN401 - any field of a record
    if isinstance(value, Record):
        return _keys(value)
    if isinstance(value, tuple | list):
        return sum(_nested_keys(item) for item in value)
    if isinstance(value, dict):
        return len(value) + sum(_nested_keys(item) for item in value.values())
    return 0


def _look_closely(
    line: bytes,
    name: str,
    row: int,
    kind: type[AnyRecord],
    problems: Problems,
    apart: tuple[str, ...],
    mend: Mend,
    on_unknown: Callable[[int, str], None],
) -> tuple[AnyRecord, dict[str, Any]] | None:
    place = Message("row {row}", row=row)
    value = parse_object(line, name, place, problems)
    if value is None:
        return None
    beside = {key: value.pop(key) for key in apart if key in value}
    beside = {key: item for key, item in beside.items() if item is not None}
    _set_unknown_apart(value, kind, lambda key: on_unknown(row, key))
    try:
        mend(value)
    except ContradictionError as error:
        problems.add(
            name,
            place,
            error.key,
            Message("contradicts {other}.", other=error.other),
            "Correct one of the two, or leave it out.",
        )
        return None
    _normalise_ids(value)
    if issubclass(kind, Rating) and "met" in value:
        beside |= _MET
    try:
        return kind.__pydantic_validator__.validate_json(
            json.dumps(value, ensure_ascii=False)
        ), beside
    except ValidationError as error:
        problems.add_validation(name, place, error)
    except (ValueError, OverflowError, RecursionError) as error:
        problems.add(
            name,
            place,
            "",
            Message("cannot be imported: {error}.", error=error),
            "Write plain text.",
        )
    return None


def _is_known_beside(kind: type[Record], key: str, row: Mapping[str, Any]) -> bool:
    """Whether a key that is no field belongs to the format, and its value can be read."""
    if kind is Person:
        return key == PRACTICE
    if row[key] is None or kind is not Response:
        return kind is Response and key in {COST, TRACE}
    return (key == COST and given_cost(row) is not None) or (
        key == TRACE and given_trace(row) is not None
    )


SHOWN_TEXTS: Final = ("title", "prompt", "context", "materials", "deliverables", "text")
"""Fields that people read."""
_HIDDEN: Final = re.compile("[\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069]")


def hides_something(text: str | None) -> bool:
    """Whether a text holds invisible or direction-changing characters."""
    return bool(text and not text.isascii() and _HIDDEN.search(text))


def hidden_words(name: str, field: str) -> Message:
    """What is said of a field that hides something."""
    return Message(
        "{file}, {field}: contains invisible or direction-changing characters; it "
        "may read differently than it is",
        file=name,
        field=field,
    )


def unknown_words(name: str, kind: type[Record], key: str) -> Message:
    """What is said of a key that a record does not know, or a cost that is none."""
    if kind is Response and key == COST:
        return Message(
            "{file}: the cost is no number from 0 on, so it counts as unknown", file=name
        )
    return Message("{file}: the key {key} is not known; it was kept", file=name, key=shown(key))


def _set_unknown_apart(
    value: dict[str, Any], kind: type[Record], on_unknown: Callable[[str], None], path: str = ""
) -> None:
    """Moves unknown keys, nested records' too, to ``extra``, where they are kept."""
    if "extra" not in kind.model_fields:
        return  # it has no place for them; its validation names them
    known = _names(kind)
    unknown = [key for key in value if key not in known or key == "extra"]
    for key in unknown:
        if not _is_known_beside(kind, key, value):
            on_unknown(path + key)
    if unknown:
        value["extra"] = {key: value.pop(key) for key in unknown}
    for field, inner in _NESTED.items():
        found = value.get(field)
        for item in found if isinstance(found, list) else [found]:
            if isinstance(item, dict):
                _set_unknown_apart(item, inner, on_unknown, f"{path}{field}.")


@cache
def _names(kind: type[Record]) -> frozenset[str]:
    """Keys of a record: its fields, and what earlier versions called them."""
    aliases = (info.validation_alias for info in kind.model_fields.values())
    found = (alias.choices for alias in aliases if isinstance(alias, AliasChoices))
    return frozenset(kind.model_fields).union(
        *([name for name in names if isinstance(name, str)] for names in found)
    )


def _is_id(field: str) -> bool:
    return field == "id" or field.endswith(("_id", "_by"))


def _normalise_ids(value: dict[str, Any]) -> None:
    for key, item in value.items():
        if isinstance(item, str) and _is_id(key):
            value[key] = unicodedata.normalize("NFC", item)
        elif isinstance(item, list) and key == "anchors":
            value[key] = [
                unicodedata.normalize("NFC", name) if isinstance(name, str) else name
                for name in item
            ]
        elif isinstance(item, dict) and key == "qualification":
            _normalise_ids(item)


def parse_object(data: bytes, name: str, place: str, problems: Problems) -> dict[str, Any] | None:
    """One JSON object, strictly: no doubled keys, no NaN, bounded nesting, sound Unicode.

    Returns:
        The object, or None after noting what is wrong.
    """
    remedy = Message("Write one JSON object a line.")
    try:
        value = strict_json(data)
    except (ValueError, RecursionError) as error:
        problems.add(name, place, "", *unread(error, remedy))
        return None
    if not isinstance(value, dict):
        told = Message("is {value}, not an object.", value=shown(value))
        problems.add(name, place, "", told, remedy)
        return None
    return value


def strict_json(data: bytes) -> Any:  # noqa: ANN401 - any JSON
    """A JSON value without doubled keys, NaN, deep nesting or unsound Unicode.

    Raises:
        ValueError: It is none.
        RecursionError: It is nested too deeply.
    """
    value = json.loads(
        data.decode("utf-8"), object_pairs_hook=without_doubled_keys, parse_constant=_no_constant
    )
    need_sound_json(value)
    return value


def unread(error: ValueError | RecursionError, remedy: str) -> tuple[str, str]:
    """What is wrong with JSON that could not be read, and what to do."""
    if isinstance(error, UnicodeDecodeError):
        message = Message("is not UTF-8 (byte {start} of the line).", start=error.start + 1)
        return message, Message("Save the file as UTF-8.")
    if isinstance(error, DoubledKeyError):
        doubled = Message("names the key {doubled} twice.", doubled=shown(error.args[0]))
        return doubled, Message("Keep one of the two.")
    if isinstance(error, RecursionError):
        return Message("is nested too deeply."), remedy
    return Message("is not JSON: {error}.", error=error), remedy


def _no_constant(name: str) -> float:
    raise ValueError(Message("{name} is not a number", name=name))


def is_whole_text(value: Any) -> bool:  # noqa: ANN401 - any JSON
    """Whether UTF-8 can hold every text in it."""
    try:
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return False
    return True


def numbered_lines(stream: IO[bytes], name: str, problems: Problems) -> Iterator[tuple[int, bytes]]:
    """The lines of a file that hold anything, with their numbers from 1.

    Args:
        stream: The file.
        name: Its name, for messages.
        problems: Takes what is wrong: UTF-16, a line too long, too many empty lines, a file that
            ends too soon.
    """
    row = empty = 0
    try:
        while True:
            line = stream.readline(MAX_LINE + 1)
            if not line:
                return
            row += 1
            if len(line) > MAX_LINE:
                _refuse(
                    problems,
                    name,
                    row,
                    Message("is longer than 32 MB."),
                    Message("Shorten the text in it."),
                )
                return
            if row == 1:
                if line.startswith(_WIDE):
                    problems.add(name, "", "", "is UTF-16.", "Save it as UTF-8.")
                    return
                line = line.removeprefix(_BOM)
            line = line.strip(b"\r\n \t")
            if line:
                yield row, line
                continue
            empty += 1
            if empty > MOST_EMPTY:
                said = Message("is one of more than {most:,} empty lines.", most=MOST_EMPTY)
                _refuse(problems, name, row, said, Message("Remove the empty lines."))
                return
    except UnreadableError as error:
        problems.add(
            name,
            Message("after row {row}", row=row),
            "",
            Message("{error}.", error=error),
            "Get a fresh copy of the file.",
        )


def _refuse(problems: Problems, name: str, row: int, message: Message, remedy: Message) -> None:
    problems.add(name, Message("row {row}", row=row), "", message, remedy)
