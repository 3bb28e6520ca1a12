"""What all records share: frozen, validated, and hashed by their meaning."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Annotated, Any, ClassVar, Final, TypeVar

from pydantic import (
    AfterValidator,
    AliasChoices,
    AwareDatetime,
    BaseModel,
    ConfigDict,
    JsonValue,
    StringConstraints,
)

from xpert_studio.core.messages import Message
from xpert_studio.core.records.hashing import content_hash

Key = TypeVar("Key")
Item = TypeVar("Item")
MAX_TEXT: Final = 8_000_000
"""Longest text a field may hold, in characters."""

ID_PATTERN: Final = r"^[\p{L}\p{M}\p{N}._:\-]+$"
NO_NUL: Final = r"^[^\x00]*$"
ID_REMEDY: Final = Message(
    "Use 1 to 128 letters, digits, '.', '_', ':' and '-'; not '-' at the beginning, nor only dots."
)
_ASCII_ID: Final = re.compile(r"[A-Za-z0-9._:\-]{1,128}", re.ASCII)


def _in_utc(value: datetime) -> datetime:
    if value.year < 1970:
        raise ValueError("the year is before 1970")
    try:
        return value.astimezone(UTC)
    except OverflowError as error:
        raise ValueError("the year is after 9999 in UTC") from error


Id = Annotated[str, StringConstraints(pattern=ID_PATTERN, max_length=128)]
"""A stable name: 1 to 128 letters, digits, ``.``, ``_``, ``:`` and ``-``; normalised to NFC where
it is read from outside. Projects of earlier versions hold ids of dots only and ids that begin with
``-``; new records get none (``is_valid_id``)."""

Text = Annotated[str, StringConstraints(pattern=NO_NUL, max_length=MAX_TEXT)]
"""Any text without NUL characters; may be empty."""

NonBlank = Annotated[
    str, StringConstraints(pattern=r"^[^\x00]*[^\s\x00][^\x00]*$", max_length=MAX_TEXT)
]
"""A text with at least one visible character."""

Sha256 = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]

Timestamp = Annotated[AwareDatetime, AfterValidator(_in_utc)]
"""A moment in UTC."""

Extra = dict[str, JsonValue]
"""Keys of an imported row that this version does not know: kept, and written out again."""


def since_2(earlier: str, name: str, later: str = "") -> AliasChoices:
    """A field that version 1 of the bundle format has under another key.

    Args:
        earlier: Its key in version 1.
        name: The field's name, and its key since version 2.
        later: Its key since version 2, where that is not its name.
    """
    return AliasChoices(earlier, name, *([later] if later else []))


def grouped(pairs: Iterable[tuple[Key, Item]]) -> dict[Key, list[Item]]:
    """What comes with each key, in the order of the pairs."""
    found: dict[Key, list[Item]] = {}
    for key, item in pairs:
        found.setdefault(key, []).append(item)
    return found


class Record(BaseModel):
    """A frozen, validated piece of a project.

    Subclasses name in ``HASHED`` the fields that carry their meaning; ``content_hash`` is the
    SHA-256 of those. Two records with equal hashes mean the same, whatever their ids.

    What goes into a public bundle says for each of its fields what becomes of it there: ``PUBLIC``
    as it is, ``PEOPLE`` as pseudonyms; ``PRIVATE`` and what is in none of them as by default.
    """

    # Built when the first record of a class is made: a command uses a few of them.
    model_config = ConfigDict(
        frozen=True, extra="forbid", strict=True, validate_default=False, defer_build=True
    )

    HASHED: ClassVar[tuple[str, ...]] = ()
    PUBLIC: ClassVar[tuple[str, ...]] = ()
    PEOPLE: ClassVar[tuple[str, ...]] = ()
    PRIVATE: ClassVar[tuple[str, ...]] = ("extra",)

    def meaning(self) -> dict[str, Any]:
        """The meaning-bearing fields as plain data, absent ones left out."""
        return {name: value for name in self.HASHED if (value := getattr(self, name)) is not None}

    @property
    def content_hash(self) -> str:
        """SHA-256 (hex) of the canonical JSON of ``meaning()``."""
        return content_hash(self.meaning())


AnyRecord = TypeVar("AnyRecord", bound=Record)


def is_misleading_id(text: str) -> bool:
    """Whether an id would be taken for a folder or an option: only dots, or ``-`` first."""
    return text.startswith("-") or not text.strip(".")


def is_valid_id(text: str) -> bool:
    """Whether a new record can have that id (plain ASCII ids are recognised without a model)."""
    if is_misleading_id(text):
        return False
    if _ASCII_ID.fullmatch(text):
        return True
    return 1 <= len(text) <= 128 and all(
        char in "._:-" or unicodedata.category(char)[0] in "LMN" for char in text
    )
