"""Keeps API keys out of what is published: known keys always, possible ones unless allowed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from typing import Final

from pydantic import BaseModel

from xpert_studio.errors import UsageError
from xpert_studio.exchange.targets import Target, Written
from xpert_studio.judge.keys import remember_keys
from xpert_studio.judge.redaction import holds_key, holds_known_key
from xpert_studio.messages import Message, joined

_MOST_NAMED: Final = 10


class PossibleKeysError(UsageError):
    """Texts of a public export look as if they held keys; nothing was written.

    Attributes:
        places: Where, by file and row.
    """

    def __init__(self, places: tuple[str, ...]) -> None:
        super().__init__(
            Message(
                "Something that looks like a key or password is in {places}; nothing was written.",
                places=joined(dict.fromkeys(places), most=_MOST_NAMED),
            ),
            remedy="Look at these texts. If none is a key, export with --allow-possible-keys.",
        )
        self.places = places


class KeyCheck:
    """Looks for keys in the texts of one public export.

    Args:
        allow_possible: Whether texts may go out that only look as if they held a key.
    """

    def __init__(self, *, allow_possible: bool) -> None:
        remember_keys()
        self._allow_possible = allow_possible
        self._known: list[str] = []
        self._possible: list[str] = []

    def look(self, text: str, place: str) -> None:
        """Notes a text that holds a key, or may."""
        if holds_key(text):
            (self._known if holds_known_key(text) else self._possible).append(place)

    def look_into(self, data: bytes, name: str) -> None:
        """Looks at every line of a file; what is no text is left out."""
        if b"\x00" not in data:
            for number, line in enumerate(data.decode("utf-8", "replace").splitlines(), start=1):
                self.look(line, f"{name} row {number}")

    def settle(self) -> int:
        """Decides, when everything was looked at.

        Returns:
            How many texts that may hold a key were allowed.

        Raises:
            UsageError: A known key is in one of the texts.
            PossibleKeysError: Something that looks like a key is, and was not allowed.
        """
        if self._known:
            raise UsageError(
                Message(
                    "An API key that is set up on this machine is in {known}; nothing was written.",
                    known=joined(dict.fromkeys(self._known), most=_MOST_NAMED),
                ),
                remedy="Take it out of these texts, and replace the key at its provider.",
            )
        if self._possible and not self._allow_possible:
            raise PossibleKeysError(tuple(self._possible))
        return len(self._possible)


class CheckedTarget:
    """A target whose texts are all looked at.

    Args:
        inner: Where everything goes.
        check: Looks for keys.
    """

    def __init__(self, inner: Target, check: KeyCheck) -> None:
        self._inner = inner
        self._check = check

    @property
    def written(self) -> Written:
        """What was written so far."""
        return self._inner.written

    def put_lines(self, name: str, lines: Iterable[str]) -> int:
        """Writes a file line by line; returns how many there were."""
        return self._inner.put_lines(name, self._looked_at(name, lines))

    def put(self, name: str, data: bytes) -> None:
        """Writes a whole file."""
        self._check.look_into(data, name)
        self._inner.put(name, data)

    def _looked_at(self, name: str, lines: Iterable[str]) -> Iterator[str]:
        for number, line in enumerate(lines, start=1):
            self._check.look(line, f"{name} row {number}")
            yield line


def check_texts(check: KeyCheck, value: object, place: str = "") -> None:
    """Looks at every text in records, mappings and sequences; a place is a record's kind and id."""
    if isinstance(value, str):
        check.look(value, place)
    elif isinstance(value, bytes):
        check.look_into(value, place)
    elif isinstance(value, BaseModel):
        names = [str(part) for key in _IDS if (part := value.__dict__.get(key))]
        check_texts(check, value.__dict__, f"{type(value).__name__.lower()} {' / '.join(names)}")
    elif is_dataclass(value):
        for item in fields(value):
            check_texts(check, getattr(value, item.name), place or item.name)
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            check_texts(check, inner, place or str(key))
    elif isinstance(value, list | tuple | set | frozenset):
        for inner in value:
            check_texts(check, inner, place)


_IDS: Final = ("task_id", "response_id", "checkpoint_id", "id")
