"""Keeps API keys out of what is shared: known keys always, possible ones of public exports."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from typing import Final, TypeVar

from pydantic import BaseModel

from xpert_studio.core.documents import media_type_of, read_document, unpacked
from xpert_studio.core.documents.media_types import FOLDER
from xpert_studio.core.documents.package import parts_of
from xpert_studio.core.errors import UsageError
from xpert_studio.core.judge.keys import remember_keys
from xpert_studio.core.judge.redaction import holds_known_key, looks_like_key, shapes_possible
from xpert_studio.core.messages import Message, joined

Row = TypeVar("Row")
_MOST_NAMED: Final = 10
_PACKED: Final = (b"PK\x03\x04", b"%PDF-", b"\x1f\x8b")
_MARKUP: Final = re.compile(r"<[^<>]*>")
_DEEPEST: Final = 3
_PORTION: Final = 1 << 15
"""Characters that are looked at, and written, at a time."""


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
    """Looks for keys in the texts of one export.

    Args:
        allow_possible: Whether texts may go out that only look as if they held a key.
        public: Whether such texts are looked for at all.
    """

    def __init__(self, *, allow_possible: bool = False, public: bool = True) -> None:
        remember_keys()
        self._allow_possible = allow_possible
        self._public = public
        self._known: list[str] = []
        self._possible: list[str] = []

    def look(self, text: str, place: str) -> None:
        """Notes a text that holds a key, or may."""
        if holds_known_key(text):
            self._known.append(place)
        elif self._public and looks_like_key(text):
            self._possible.append(place)

    def look_at_rows(self, rows: Sequence[str], name: str, *, after: int = 0) -> None:
        """As ``look`` at each of some rows of a file, many times faster where no row holds a key.

        A key in a row is one in the rows together, too: so these are looked at first.

        Args:
            rows: The texts.
            name: What the file is called.
            after: How many rows of it come before.
        """
        together = "\n".join(rows)
        has_known = holds_known_key(together)
        shapes = shapes_possible(together) if self._public else ()
        if not has_known and not shapes:
            return
        for number, row in enumerate(rows, start=after + 1):
            if has_known and holds_known_key(row):
                self._known.append(f"{name} row {number}")
            elif shapes and looks_like_key(row, shapes):
                self._possible.append(f"{name} row {number}")

    def look_into(self, data: bytes, name: str, *, depth: int = 0) -> None:
        """Looks at every line of a text; of other files at what the program reads of them.

        All are searched for known keys as they are, too, with and without markup, part by part.

        Args:
            data: The file.
            name: What it is called.
            depth: In how many archives of folders it lies.
        """
        if b"\x00" not in data and not data.startswith(_PACKED):
            done = 0
            for some in portions(data.decode("utf-8", "replace").splitlines()):
                self.look_at_rows(some, name, after=done)
                done += len(some)
        elif depth < _DEEPEST and media_type_of(data) == FOLDER:
            for part, content in parts_of(data):
                self.look(part, name)
                self.look_into(content, f"{name}: {part}", depth=depth + 1)
        else:
            found = read_document(data, "")
            self.look(f"{found.text}\n{found.metadata}", name)
        if any(_holds_known(piece) for piece in _pieces(data)):
            self._known.append(name)

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


def portions(texts: Iterable[str]) -> Iterator[list[str]]:
    """Texts in lists of some thousand characters each."""
    some: list[str] = []
    size = 0
    for text in texts:
        some.append(text)
        size += len(text)
        if size >= _PORTION:
            yield some
            some, size = [], 0
    if some:
        yield some


def need_no_keys(*names: str) -> None:
    """Refuses a key where the name of a model is asked for: names are kept.

    Raises:
        UsageError: One of them holds a key, or looks like one.
    """
    remember_keys()
    if any(looks_like_key(name) or holds_known_key(name) for name in names):
        raise UsageError(
            "That looks like an API key.",
            remedy="Keys belong in the settings, or in 'xpert-studio keys set'.",
        )


def _pieces(data: bytes, depth: int = 0) -> Iterator[bytes]:
    """A file as it is, and the parts of the packages in it."""
    for piece in unpacked(data):
        yield piece
        if piece is not data and depth < _DEEPEST and piece.startswith(_PACKED):
            yield from _pieces(piece, depth + 1)


def _holds_known(piece: bytes) -> bool:
    text = piece.decode("utf-8", "replace")
    return holds_known_key(text) or ("<" in text and holds_known_key(_MARKUP.sub("", text)))


def without_known_keys(rows: Iterable[Row], place: str) -> Iterator[Row]:
    """The rows of a file, as they are; refused at the end where one holds a known key.

    Args:
        rows: Texts, or records, mappings and sequences of them.
        place: Says which file it is.

    Raises:
        UsageError: A known key is in one of them.
    """
    check = KeyCheck(public=False)
    for number, row in enumerate(rows, start=1):
        check_texts(check, row, f"{place} row {number}")
        yield row
    check.settle()


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
