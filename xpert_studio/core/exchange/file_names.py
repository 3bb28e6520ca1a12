"""Names of the files in a bundle: which are one file on some system, which belong to the format.

A bundle that was made on one system is unpacked on others. Windows drops dots and spaces at the
end of a name and keeps names for devices and short names; macOS ignores case, normalisation and
some invisible characters. So an unknown file is kept only under a name that means the same
everywhere.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from pathlib import PurePosixPath
from typing import Final

from xpert_studio.core.exchange.bundle_format import (
    ATTACHMENTS,
    CARD,
    CROISSANT,
    MANIFEST,
    RECORD_FILE,
    ROW_NAMES,
)
from xpert_studio.core.messages import Message

MAX_PART: Final = 200
"""Longest name of a file or folder, in bytes: what every file system holds."""

MAX_PATH: Final = 240
"""Longest path inside a bundle, in characters: what Windows unpacks into a folder."""

_PORTABLE: Final = re.compile(r'[^/\\:*?"<>|\x00-\x1f]*[^/\\:*?"<>|\x00-\x1f. ]')
_DEVICE: Final = re.compile(
    r"(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9¹²³]) *(\..*)?", re.IGNORECASE
)
_SHORT_NAME: Final = re.compile(r"~[0-9]")
_IGNORED: Final = re.compile("[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]")


def normal_name(name: str) -> str:
    """A path without ``.`` and empty parts: ``.//tasks.jsonl`` is ``tasks.jsonl``."""
    return "/".join(part for part in name.split("/") if part not in {"", "."})


def leads_out(name: str) -> bool:
    """Whether a name, on any system, could stand for something outside its folder."""
    path = PurePosixPath(name)
    return (
        path.is_absolute()
        or not path.parts
        or ".." in path.parts
        or "\\" in name
        or ":" in path.parts[0]
    )


def folded(name: str) -> str:
    """A path as the system compares it that tells the fewest names apart."""
    text = unicodedata.normalize("NFC", _IGNORED.sub("", name)).casefold()
    parts = unicodedata.normalize("NFC", text).split("/")
    return "/".join(part.rstrip(". ") or part for part in parts)


def is_portable(part: str) -> bool:
    """Whether every system can hold a file or folder of that name, as just that."""
    return (
        _PORTABLE.fullmatch(part) is not None
        and len(part.encode("utf-8")) <= MAX_PART
        and not _DEVICE.fullmatch(part)
        and not _SHORT_NAME.search(part)
    )


def format_name_like(name: str) -> str | None:
    """The name of the format that a path is, is another spelling of, or lies in as in a folder."""
    first = folded(name).partition("/")[0]
    return first if RECORD_FILE.fullmatch(first) else _OF_FORMAT.get(first)


_OF_FORMAT: Final = {
    folded(name): name
    for name in (
        MANIFEST,
        CARD,
        CROISSANT,
        *ROW_NAMES,
        ATTACHMENTS.rstrip("/"),
    )
}


class UnknownNames:
    """Decides under which names a bundle can hold files that are not part of the format.

    Args:
        taken: Paths of unknown files that it holds already.
    """

    def __init__(self, taken: Iterable[str] = ()) -> None:
        self._files: set[str] = set()
        self._folders: set[str] = set()
        for name in taken:
            self.take(name)

    def take(self, name: str) -> None:
        """Notes that the bundle holds a file of that path."""
        self._files.add(folded(name))
        self._folders.update(_folders_of(folded(name)))

    def why_not(self, name: str) -> tuple[str, str] | None:
        """What is wrong with a path, and the remedy; None where nothing is."""
        like = format_name_like(name)
        if like is not None:
            return Message("is too like {like}, a name of the format.", like=like), Message(
                "Rename it, or leave it out."
            )
        if len(name) > MAX_PATH or not all(is_portable(part) for part in name.split("/")):
            return (
                Message("is a name that not every system can hold."),
                Message("Rename it: at most 200 letters, digits, spaces, '.', '_' and '-'."),
            )
        key = folded(name)
        return (
            (Message("is a file, and a folder of another file."), Message("Rename one of the two."))
            if key in self._folders or not self._files.isdisjoint(_folders_of(key))
            else None
        )


def _folders_of(key: str) -> Iterator[str]:
    for place, char in enumerate(key):
        if char == "/":
            yield key[:place]
