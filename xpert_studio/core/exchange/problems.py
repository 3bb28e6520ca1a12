"""What an import or export tells: everything that is wrong at once, else what it did."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Final

from pydantic import ValidationError

from xpert_studio.core.errors import InputRefusedError, Problem, problem_kind
from xpert_studio.core.messages import Message
from xpert_studio.core.records import content_hash
from xpert_studio.core.records.base import ID_REMEDY
from xpert_studio.core.records.judgments import NO_VALUE

MAX_LISTED: Final = 200
MAX_KINDS: Final = 20
"""Of so many kinds the problems that are not listed are counted; an input can name any field."""

OTHERS: Final = "other fields"

_REMEDIES: Final[dict[str, str]] = {
    "string_type": Message("Write it as text, in quotes."),
    "bool_type": Message("Write true or false, without quotes."),
    "int_type": Message("Write a whole number, without quotes."),
    "float_type": Message("Write a number, without quotes."),
    "list_type": Message("Write a list, in square brackets."),
    "tuple_type": Message("Write a list, in square brackets."),
    "model_type": Message("Write an object, in curly braces."),
    "dict_type": Message("Write an object, in curly braces."),
}
_TIME_REMEDY: Final = Message("Write UTC, such as 2026-03-01T12:00:00Z.")


class FaultError(Exception):
    """Something in an input that cannot be used.

    Args:
        message: What is wrong: "is …", "has …".
        remedy: What to do.
        field: Where, as far as what raises it knows.
    """

    def __init__(self, message: str, remedy: str = "", field: str = "") -> None:
        super().__init__(message, remedy)
        self.message, self.remedy, self.field = message, remedy, field


class Problems:
    """The problems of one input, in the order found; lists the first, counts the rest by kind."""

    def __init__(self) -> None:
        self._listed: list[Problem] = []
        self._unlisted: Counter[str] = Counter()
        self.total = 0

    def __bool__(self) -> bool:
        return self.total > 0

    @property
    def listed(self) -> tuple[Problem, ...]:
        """Those that are listed one by one."""
        return tuple(self._listed)

    @property
    def list_is_full(self) -> bool:
        """Whether what is added from now on is only counted, so that no words need be found."""
        return len(self._listed) >= MAX_LISTED

    def add(self, file: str, place: str, field: str, message: str, remedy: str = "") -> None:
        """Notes a problem."""
        self.total += 1
        if not self.list_is_full:
            self._listed.append(Problem(file, place, field, message, remedy))
            return
        kind = problem_kind(file, field)
        is_new = kind not in self._unlisted and len(self._unlisted) >= MAX_KINDS
        self._unlisted[OTHERS if is_new else kind] += 1

    def add_validation(self, file: str, place: str, error: ValidationError) -> None:
        """Notes what a record's validation found, in words for a person."""
        for detail in error.errors(include_url=False):
            *outer, last = detail["loc"] or ("",)
            if (last, detail["type"]) == ("int", "int_type"):
                continue  # what may be whole may have a fraction: that says it
            is_number = last == "float" and detail["type"].startswith(("float", "finite"))
            field = ".".join(str(part) for part in (outer if is_number else detail["loc"]))
            field = "met" if detail["type"] == NO_VALUE else field
            message, remedy = ("", "") if self.list_is_full else _in_words(dict(detail))
            self.add(file, place, field, message, remedy)

    def refuse_if_any(self, source: str) -> None:
        """Refuses the input.

        Raises:
            InputRefusedError: There are problems.
        """
        if self.total:
            raise InputRefusedError(source, self._listed, self._unlisted)


def shown(value: Any, limit: int = 60) -> str:  # noqa: ANN401 - anything found in a file
    """A value as it can be quoted in a message."""
    is_text = isinstance(value, str)
    text = f'"{value}"' if is_text else json.dumps(value, ensure_ascii=False, default=repr)
    text = text.encode("utf-8", "backslashreplace").decode("utf-8")
    return text if len(text) <= limit else text[: limit - 1] + "…"


def _in_words(detail: dict[str, Any]) -> tuple[str, str]:
    kind, value = detail["type"], detail.get("input")
    context = detail.get("ctx", {})
    field = str(detail["loc"][-1]) if detail["loc"] else ""
    if kind == "string_pattern_mismatch":
        return _bad_pattern(field, value)
    if kind == "extra_forbidden":
        return Message("is not known here."), Message("Remove it, or check its spelling.")
    if kind.startswith(("datetime", "timezone")):
        return Message("{value} is not a time.", value=shown(value)), _TIME_REMEDY
    if field == "instrument":
        return Message("names no instrument."), Message(
            'Write an object with its "id", such as {"id": "graded", …}.'
        )
    if field == "weight":
        return Message("{value} is not a weight.", value=shown(value)), Message(
            "Write a number above 0, such as 1 to 10."
        )
    if kind == "value_error":
        return Message("{error}.", error=context["error"]), _TIME_REMEDY if field.endswith(
            "_at"
        ) else ""
    words = _words_by_kind(value, context)
    return words.get(kind, (f"{shown(value)}: {detail['msg']}.", _REMEDIES.get(kind, "")))


def _words_by_kind(value: Any, context: dict[str, Any]) -> dict[str, tuple[str, str]]:  # noqa: ANN401
    """What pydantic's kinds of errors mean, and what to do."""
    return {
        "missing": (Message("is missing."), Message("Add it.")),
        NO_VALUE: (
            Message("is missing, and no state says why."),
            Message("Add it, or the state cannot_assess or not_applicable."),
        ),
        "enum": (
            Message("{value} is not allowed.", value=shown(value)),
            Message("Choose: {expected}.", expected=context.get("expected")),
        ),
        "model_type": (
            Message("{value} is not an object.", value=shown(value)),
            _REMEDIES["model_type"],
        ),
        "float_type": (
            Message("{value} is not a number.", value=shown(value)),
            _REMEDIES["float_type"],
        ),
        "literal_error": (
            Message("{value} is not allowed.", value=shown(value)),
            Message("Choose: {expected}.", expected=context.get("expected")),
        ),
        "too_short": (
            Message("has too few entries."),
            Message("At least {min_length}.", min_length=context.get("min_length")),
        ),
        "too_long": (
            Message("has too many entries."),
            Message("At most {max_length}.", max_length=context.get("max_length")),
        ),
        "string_too_long": (
            Message("is too long."),
            Message("At most {max_length} characters.", max_length=context.get("max_length")),
        ),
        "greater_than_equal": (
            Message("{value} is too small.", value=shown(value)),
            Message("At least {ge}.", ge=context.get("ge")),
        ),
        "less_than_equal": (
            Message("{value} is too large.", value=shown(value)),
            Message("At most {le}.", le=context.get("le")),
        ),
    }


def _bad_pattern(field: str, value: Any) -> tuple[str, str]:  # noqa: ANN401 - anything found
    if field == "id" or field.endswith(("_id", "_by")):
        return Message("{value} is not an id.", value=shown(value)), ID_REMEDY
    if field in {"sha256", "key", "basis"} or field.endswith("_hash"):
        return Message("{value} is not a SHA-256.", value=shown(value)), Message(
            "Write 64 hexadecimal digits in lower case."
        )
    return _bad_text(value)


def _bad_text(value: Any) -> tuple[str, str]:  # noqa: ANN401 - anything found in a file
    return (
        (Message("is empty."), Message("Write a text."))
        if isinstance(value, str) and not value.strip()
        else (Message("contains a NUL character."), Message("Remove it."))
    )


MAX_WARNINGS: Final = 100


@dataclass(slots=True)
class ImportReport:
    """What an import did.

    Attributes:
        source: What was imported.
        format: The id of the kind as which it was read.
        added: New records by kind.
        unchanged: Records that were there already, with the same content, by kind.
        warnings: What a person should know; the first hundred.
        id: By which it is taken back; None where it founded the project.
    """

    source: str
    added: dict[str, int] = field(default_factory=dict)
    unchanged: dict[str, int] = field(default_factory=dict)
    warnings: list[str] = field(default_factory=list)
    warnings_total: int = 0
    id: str | None = None
    format: str = ""

    def warn(self, text: str) -> None:
        """Notes something to know."""
        self.warnings_total += 1
        if len(self.warnings) < MAX_WARNINGS:
            self.warnings.append(text)

    def count(self, label: str, *, added: int = 0, unchanged: int = 0) -> None:
        """Counts records of a kind."""
        self.added[label] = self.added.get(label, 0) + added
        self.unchanged[label] = self.unchanged.get(label, 0) + unchanged

    def to_dict(self) -> dict[str, Any]:
        """As plain data."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class ExportReport:
    """What an export wrote: rows by file, and what a person should know about it.

    ``possible_keys`` is in how many texts something that looks like a key was allowed, ``judges``
    whose figures are in a report.
    """

    target: str
    rows: dict[str, int]
    content_hash: str | None = None
    warnings: tuple[str, ...] = ()
    possible_keys: int = 0
    judges: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """As plain data: of what has rows."""
        found = asdict(self) | {"warnings": list(self.warnings)}
        return {name: value for name, value in found.items() if name != "judges"}


def fingerprint(path: Path) -> str:
    """The SHA-256 of a file; of a folder, the hash over the names and hashes of its files."""
    if path.is_file():
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    files = sorted(item for item in path.rglob("*") if item.is_file())
    return content_hash(
        [{"path": item.relative_to(path).as_posix(), "sha256": fingerprint(item)} for item in files]
    )
