"""A folder as it is kept: its files by path, within limits, under names that every system holds."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from xpert_studio.api import Message
from xpert_studio.core.errors import UsageError
from xpert_studio.core.messages import joined
from xpert_studio.core.records import bytes_hash, content_hash

MOST_FILES: Final = 1_000
MOST_FILE_BYTES: Final = 8 * 1024 * 1024
MOST_BYTES: Final = 32 * 1024 * 1024
DEEPEST: Final = 40
"""Folders inside each other."""

_SHOWN: Final = 80

LEFT_OUT: Final = frozenset({
    ".git", ".hg", ".svn", ".venv", "venv", "node_modules", "__pycache__", ".pytest_cache",
    ".mypy_cache", ".ruff_cache", ".DS_Store", "Thumbs.db",
})  # fmt: skip
"""Files and folders that tools make for themselves: never part of a folder that is kept."""


class FolderError(UsageError):
    """A folder cannot be kept; all that is wrong is named.

    Attributes:
        problems: One for each file, a sentence with its name.
    """

    def __init__(self, problems: Iterable[str], *, remedy: str = "") -> None:
        self.problems = tuple(problems)
        super().__init__(
            Message(
                "The folder cannot be taken: {problems}.",
                problems=joined(self.problems, most=10),
            ),
            remedy=remedy or Message("Correct what is named, and try again."),
        )


@dataclass(frozen=True, slots=True)
class FolderFile:
    """A file of a folder.

    Attributes:
        content: Its bytes.
        is_executable: Whether its owner may run it.
    """

    content: bytes
    is_executable: bool = False


@dataclass(frozen=True)
class Folder:
    """Files by their path, with ``/`` between its parts; folders without files do not count.

    Raises:
        FolderError: A path leaves the folder, is no name on some system or is there twice; or
            there are too many files, or too large ones.
    """

    files: Mapping[str, FolderFile]

    def __post_init__(self) -> None:
        problems = list(_problems({path: len(one.content) for path, one in self.files.items()}))
        if problems:
            raise FolderError(problems)

    @cached_property
    def hash(self) -> str:
        """Of paths, contents, and what is executable."""
        return content_hash(
            {path: [bytes_hash(one.content), one.is_executable] for path, one in self.files.items()}
        )

    @property
    def size(self) -> int:
        """Of all files, in bytes."""
        return sum(len(file.content) for file in self.files.values())


def named(path: str) -> str:
    """A path as a message says it: what cannot be printed is escaped, and it is short."""
    shown = path.encode("utf-8", "backslashreplace").decode()
    shown = shown if shown.isprintable() else shown.encode("unicode_escape").decode("ascii")
    return shown if len(shown) <= _SHOWN else f"{shown[: _SHOWN - 1]}…"


def path_problem(path: str) -> Message | None:
    """Why a path cannot be one of a file that is kept; None where it can.

    The path of a file elsewhere, one that leaves the folder, and one that some system cannot hold
    or would write otherwise.
    """
    # Here, since checks are decided also where there is no store, which this brings along.
    from xpert_studio.core.exchange.file_names import MAX_PATH, is_portable

    try:
        path.encode()
    except UnicodeEncodeError:
        return Message("the name {name} is not written in UTF-8", name=named(path))
    parts = path.split("/")
    faults = (
        (".." in parts or path.startswith("/"), Message("{name} leads out of the folder")),
        (
            not path.isprintable() or not all(map(is_portable, parts)),
            Message("{name} is a name that not every system can hold"),
        ),
        (
            unicodedata.normalize("NFC", path) != path,
            Message("{name} is written in decomposed letters"),
        ),
        (
            len(path) > MAX_PATH or len(parts) > DEEPEST,
            Message("{name} is too long or too deep"),
        ),
    )
    said = next((said for is_so, said in faults if is_so), None)
    return None if said is None else Message(said.template, name=named(path))


def size_problem(path: str, size: int) -> Message | None:
    """Why a file is too large to be kept; None where it is not."""
    if size <= MOST_FILE_BYTES:
        return None
    return Message(
        "{name} has {n:,} bytes; a file may have {most:,}",
        name=named(path),
        n=size,
        most=MOST_FILE_BYTES,
    )


def _problems(sizes: Mapping[str, int]) -> Iterator[Message]:
    if len(sizes) > MOST_FILES:
        yield Message("it has {n:,} files; {most:,} may be", n=len(sizes), most=MOST_FILES)
        return
    for path, size in sizes.items():
        yield from filter(None, (path_problem(path), size_problem(path, size)))
    if sum(sizes.values()) > MOST_BYTES:
        yield Message("it has more than {most:,} bytes in all", most=MOST_BYTES)
    yield from _collisions(sizes) if sizes else ()


def _collisions(paths: Iterable[str]) -> Iterator[Message]:
    """Paths that are one file, or a file and a folder, on some system."""
    from xpert_studio.core.exchange.file_names import folded

    known: dict[str, str] = {}
    folders: dict[str, str] = {}
    for path in paths:
        other = known.setdefault(folded(path), path)
        if other != path:
            yield Message(
                "{name} and {other} are one file on some systems",
                name=named(path),
                other=named(other),
            )
        for place, char in enumerate(path):
            if char == "/":
                folders.setdefault(folded(path[:place]), path[:place])
                if folders[folded(path[:place])] != path[:place]:
                    yield Message(
                        "{name} lies in a folder that is also written {other}",
                        name=named(path),
                        other=named(folders[folded(path[:place])]),
                    )
                    break
    yield from (
        Message("{name} is a file and a folder", name=named(known[key]))
        for key in known.keys() & folders.keys()
    )


EMPTY: Final = Folder({})
