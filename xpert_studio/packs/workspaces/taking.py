"""Takes a folder from a disk, whatever a program left in it.

Every entry is opened relative to the folder that it lies in and without following links, and looked
at once it is open: what has another name meanwhile, or has become something else, leads nowhere.
Nothing waits: a pipe is seen to be one. All that cannot be kept is named, and then nothing is.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from xpert_studio.api import Message
from xpert_studio.core.errors import UsageError
from xpert_studio.packs.workspaces.folder import (
    DEEPEST,
    LEFT_OUT,
    MOST_BYTES,
    MOST_FILES,
    Folder,
    FolderError,
    FolderFile,
    named,
    path_problem,
    size_problem,
)

_MOST_ENTRIES: Final = 4 * MOST_FILES
"""Entries that are looked at, folders among them."""

_MOST_PROBLEMS: Final = 20
_CAN: Final = os.open in os.supports_dir_fd and os.scandir in os.supports_fd
"""Whether this system opens entries relative to an open folder."""

_CHUNK: Final = 1024 * 1024
_FLAGS: Final = (
    os.O_RDONLY
    | getattr(os, "O_NOFOLLOW", 0)
    | getattr(os, "O_NONBLOCK", 0)
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_NOCTTY", 0)
)
_SPECIAL: Final = stat.S_ISUID | stat.S_ISGID | stat.S_ISVTX


@dataclass(frozen=True, slots=True)
class Taken:
    """A folder that was taken.

    Attributes:
        folder: Its files.
        left_out: Paths of what tools make for themselves, which was not looked into.
    """

    folder: Folder
    left_out: tuple[str, ...] = ()


class _StopError(Exception):
    """There is too much to be looked at."""


@dataclass
class _Found:
    """What was found so far."""

    files: dict[str, FolderFile] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)
    entries: int = 0
    size: int = 0

    def problem(self, said: str) -> None:
        self.problems.append(said)
        if len(self.problems) >= _MOST_PROBLEMS:
            raise _StopError

    def count(self) -> None:
        self.entries += 1
        if self.entries > _MOST_ENTRIES or len(self.files) > MOST_FILES:
            self.problems.append(
                Message(
                    "it has more than {n:,} files, or {all:,} files and folders",
                    n=MOST_FILES,
                    all=_MOST_ENTRIES,
                )
            )
            raise _StopError


def take_folder(path: Path) -> Taken:
    """Takes a folder that a person names.

    Raises:
        UsageError: It is no folder, or this system cannot do it safely.
        FolderError: Something in it cannot be kept.
    """
    if not _CAN:
        raise UsageError(
            "Folders are taken on Linux and macOS only.",
            remedy="On Windows, run the program inside WSL 2.",
        )
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    except OSError as error:
        raise UsageError(
            Message("{path} is no folder that can be read: {why}.", path=path, why=error.strerror),
            remedy="Name a folder.",
        ) from error
    try:
        return take_open_folder(descriptor)
    finally:
        os.close(descriptor)


def take_open_folder(descriptor: int) -> Taken:
    """Takes a folder that is open.

    Args:
        descriptor: Of the folder; it stays open.

    Raises:
        FolderError: Something in it cannot be kept.
    """
    found = _Found()
    with suppress(_StopError):
        _look_into(descriptor, "", found)
    if found.problems:
        raise FolderError(
            found.problems,
            remedy=Message("Take out or rename what is named, and try again."),
        )
    return Taken(Folder(dict(sorted(found.files.items()))), tuple(sorted(found.left_out)))


def _look_into(folder: int, above: str, found: _Found) -> None:
    """Looks at all entries of an open folder; the deepest one is bounded."""
    for name in _names(folder, above, found):
        path = f"{above}{name}"
        if name in LEFT_OUT or name.endswith((".pyc", ".pyo")):
            found.left_out.append(path)
            continue
        problem = path_problem(path)
        if problem is not None:
            found.problem(problem)
            continue
        try:
            _look_at(folder, name, path, found)
        except OSError as error:
            found.problem(_unreadable(path, error))


def _names(folder: int, above: str, found: _Found) -> Iterator[str]:
    """The names in a folder, sorted; no more of them than may be looked at."""
    names: list[str] = []
    try:
        with os.scandir(folder) as entries:
            for entry in entries:
                found.count()
                names.append(entry.name)
    except OSError as error:
        found.problem(_unreadable(above or ".", error))
    yield from sorted(names)


def _look_at(folder: int, name: str, path: str, found: _Found) -> None:
    # Devices are not even opened: that alone can do something.
    problem = _kind_problem(path, os.stat(name, dir_fd=folder, follow_symlinks=False))
    if problem is not None:
        found.problem(problem)
        return
    descriptor = os.open(name, _FLAGS, dir_fd=folder)
    try:
        known = os.fstat(descriptor)  # it may have become another since
        problem = _kind_problem(path, known)
        if problem is not None:
            found.problem(problem)
        elif stat.S_ISDIR(known.st_mode):
            if path.count("/") + 2 > DEEPEST:
                found.problem(Message("{name} is too long or too deep", name=named(path)))
            else:
                _look_into(descriptor, f"{path}/", found)
        else:
            _take_file(descriptor, path, known, found)
    finally:
        os.close(descriptor)


def _kind_problem(path: str, known: os.stat_result) -> Message | None:
    """Why something cannot be kept, by what it is; None where it can."""
    for is_kind, said in _KINDS:
        if is_kind(known.st_mode):
            return Message(said.template, name=named(path))
    if stat.S_ISDIR(known.st_mode):
        return None
    if known.st_mode & _SPECIAL:
        return Message("{name} has setuid, setgid or sticky bits", name=named(path))
    if known.st_nlink > 1:
        return Message("{name} is a hard link: the file has other names", name=named(path))
    return size_problem(path, known.st_size)


_KINDS: Final = (
    (stat.S_ISLNK, Message("{name} is a symbolic link")),
    (stat.S_ISFIFO, Message("{name} is a pipe")),
    (stat.S_ISSOCK, Message("{name} is a socket")),
    (stat.S_ISBLK, Message("{name} is a device")),
    (stat.S_ISCHR, Message("{name} is a device")),
)


def _take_file(descriptor: int, path: str, known: os.stat_result, found: _Found) -> None:
    content = _read(descriptor, known.st_size)
    after = os.fstat(descriptor)
    if content is None or (after.st_size, after.st_mtime_ns, after.st_nlink) != (
        known.st_size,
        known.st_mtime_ns,
        known.st_nlink,
    ):
        found.problem(Message("{name} was changed while it was read", name=named(path)))
        return
    found.size += len(content)
    if found.size > MOST_BYTES:
        found.problems.append(Message("it has more than {most:,} bytes in all", most=MOST_BYTES))
        raise _StopError
    found.files[path] = FolderFile(content, bool(known.st_mode & stat.S_IXUSR))


def _read(descriptor: int, size: int) -> bytes | None:
    """Exactly so many bytes; None where there are fewer or more."""
    pieces: list[bytes] = []
    left = size + 1
    while left and (piece := os.read(descriptor, min(left, _CHUNK))):
        pieces.append(piece)
        left -= len(piece)
    return b"".join(pieces) if left == 1 else None


def _unreadable(path: str, error: OSError) -> Message:
    return Message(
        "{name} cannot be read ({why})", name=named(path), why=error.strerror or type(error)
    )
