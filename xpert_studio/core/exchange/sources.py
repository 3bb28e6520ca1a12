"""Opens a bundle, folder or zip, as a set of named byte streams; hostile until proven otherwise.

Nothing is ever unpacked to disk. Names are checked before anything is read, sizes while it is.
"""

from __future__ import annotations

import hashlib
import io
import lzma
import os
import stat
import struct
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Final, Protocol

from typing_extensions import Buffer

from xpert_studio.core.errors import NotFoundError
from xpert_studio.core.exchange.file_names import folded, leads_out, normal_name
from xpert_studio.core.exchange.problems import Problems, shown
from xpert_studio.core.messages import Message

MAX_MEMBERS: Final = 50_000
MAX_MEMBER_BYTES: Final = 4 * 1024**3
MAX_TOTAL_BYTES: Final = 8 * 1024**3
MAX_RATIO: Final = 200
"""A member that unpacks to more than this many times its size, and is large, is a bomb."""

_BUFFER: Final = 1 << 20
_RATIO_MATTERS_FROM: Final = 50 * 1024**2
_UNREADABLE: Final = (
    zipfile.BadZipFile,
    zlib.error,
    lzma.LZMAError,
    struct.error,
    EOFError,
    NotImplementedError,
    RuntimeError,
    ValueError,  # also what is no Unicode
    OverflowError,
    OSError,
)


class UnreadableError(Exception):
    """A member could not be read to its end; the message says why."""


class Source(Protocol):
    """A bundle's files."""

    @property
    def names(self) -> list[str]:
        """Paths of the files, with forward slashes, sorted."""
        ...

    def open(self, name: str) -> io.BufferedReader:
        """One file, bounded in size.

        Raises (while it is read):
            UnreadableError: It is damaged or too large.
        """
        ...


_FRESH_COPY: Final = Message("Get a fresh copy of the file.")


def content_of(
    source: Source, name: str, problems: Problems, *, most: int, remedy: str = _FRESH_COPY
) -> bytes | None:
    """A file's content, of a larger one a byte more than ``most``.

    Returns:
        None after noting that it cannot be read.
    """
    try:
        with source.open(name) as stream:
            return stream.read(most + 1)
    except UnreadableError as error:
        problems.add(name, "", "", Message("{error}.", error=error), remedy)
        return None


def hash_of(source: Source, name: str, problems: Problems, remedy: str = _FRESH_COPY) -> str:
    """The SHA-256 of a file's content; empty after noting that it cannot be read."""
    try:
        with source.open(name) as stream:
            return hashlib.file_digest(stream, "sha256").hexdigest()
    except UnreadableError as error:
        problems.add(name, "", "", Message("{error}.", error=error), remedy)
        return ""


@contextmanager
def open_source(path: Path, problems: Problems) -> Iterator[Source]:
    """Opens a bundle.

    Args:
        path: A folder or a ``.zip``.
        problems: Takes what is wrong with its names.

    Raises:
        NotFoundError: There is nothing at ``path``.
    """
    if not path.exists():
        raise NotFoundError(
            Message("There is nothing at {path}.", path=path), remedy="Check the name."
        )
    if path.is_dir():
        yield _Folder(path, problems)
        return
    archive = _opened_zip(path)
    if archive is None:
        problems.add(
            path.name, "", "", "is not a zip file, or a damaged one.", "Get a fresh copy of it."
        )
        yield _Nothing()
        return
    with archive:
        yield _Archive(archive, problems)


def _opened_zip(path: Path) -> zipfile.ZipFile | None:
    if not path.is_file():  # a pipe would keep us waiting
        return None
    try:
        return zipfile.ZipFile(path)
    except _UNREADABLE:
        return None


class SingleFile:
    """One row file by itself."""

    def __init__(self, path: Path) -> None:
        self._path = path

    @property
    def names(self) -> list[str]:
        """Its name."""
        return [self._path.name]

    def open(self, name: str) -> io.BufferedReader:
        """The file; see ``Source.open``."""
        return self._path.with_name(name).open("rb")


class _Nothing:
    names: Final[list[str]] = []

    def open(self, name: str) -> io.BufferedReader:
        raise UnreadableError(name)


class _Folder:
    def __init__(self, root: Path, problems: Problems) -> None:
        self._root = root
        self._paths = dict(self._walk(problems))
        _check_names(list(self._paths), problems)

    @property
    def names(self) -> list[str]:
        return sorted(self._paths)

    def _walk(self, problems: Problems) -> Iterator[tuple[str, Path]]:
        count = 0

        def on_error(error: OSError) -> None:
            name = shown(os.path.relpath(error.filename or self._root, self._root))
            problems.add(name, "", "", "cannot be read.", "Check the permissions.")

        for folder, folders, files in os.walk(self._root, onerror=on_error, followlinks=False):
            links = [name for name in folders if Path(folder, name).is_symlink()]
            folders[:] = sorted(set(folders) - set(links))
            for name in sorted(files + links):
                path = Path(folder, name)
                relative = path.relative_to(self._root).as_posix()
                if leads_out(relative) or any("\ud800" <= char <= "\udfff" for char in relative):
                    problems.add(shown(relative), "", "", *_BAD_NAME)
                    continue
                count += 1
                if count > MAX_MEMBERS:
                    problems.add(relative, "", "", *_too_many())
                    return
                if not stat.S_ISREG(path.lstat().st_mode):
                    problems.add(
                        relative,
                        "",
                        "",
                        "is not an ordinary file (a link or device).",
                        "Put the file itself there, or remove it.",
                    )
                    continue
                yield relative, path

    def open(self, name: str) -> io.BufferedReader:
        try:
            stream = self._paths[name].open("rb")
        except OSError as error:
            raise UnreadableError(
                Message("cannot be read: {error}", error=error.strerror or error)
            ) from error
        return io.BufferedReader(_Bounded(stream, MAX_MEMBER_BYTES), _BUFFER)


class _Archive:
    def __init__(self, archive: zipfile.ZipFile, problems: Problems) -> None:
        self._archive = archive
        self._left = MAX_TOTAL_BYTES
        members = archive.infolist()
        if len(members) > MAX_MEMBERS:
            problems.add("", "", "", *_too_many())
            members = []
        files = [
            member
            for member in members
            # macOS keeps a shadow of every file there that holds nothing of the bundle.
            # is_dir() of Python stumbles over a member without a name.
            if not (member.filename.endswith("/") or member.filename.startswith("__MACOSX/"))
        ]
        safe = [member for member in files if _is_safe(member, problems)]
        names = [normal_name(member.filename) for member in safe]
        prefix = _common_folder(names)
        self._members = {
            name[len(prefix) :]: member for name, member in zip(names, safe, strict=True)
        }
        _check_names([name[len(prefix) :] for name in names], problems)

    @property
    def names(self) -> list[str]:
        return sorted(self._members)

    def open(self, name: str) -> io.BufferedReader:
        member = self._members[name]
        limit = min(MAX_MEMBER_BYTES, self._left)
        if member.compress_size * MAX_RATIO < MAX_MEMBER_BYTES:
            limit = min(limit, max(member.compress_size * MAX_RATIO, _RATIO_MATTERS_FROM))
        try:
            stream = self._archive.open(member)
        except _UNREADABLE as error:
            raise UnreadableError(Message("cannot be read: {error}", error=error)) from error
        return io.BufferedReader(_Bounded(stream, limit, self._used, member.file_size), _BUFFER)

    def _used(self, count: int) -> None:
        self._left -= count


class _Bounded(io.RawIOBase):
    """A stream that ends in an error rather than growing without bound."""

    def __init__(
        self,
        stream: IO[bytes],
        limit: int,
        used: Callable[[int], None] = lambda _: None,
        stated: int | None = None,
    ) -> None:
        super().__init__()
        self._stream = stream
        self._left = limit
        self._used = used
        self._stated_left = stated

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Buffer) -> int:
        view = memoryview(buffer)
        try:
            data = self._stream.read(len(view))
        except _UNREADABLE as error:
            raise UnreadableError(Message("is damaged: {error}", error=error)) from error
        self._left -= len(data)
        self._used(len(data))
        if self._left < 0:
            raise UnreadableError("unpacks to more than is sensible (a zip bomb?)")
        if self._stated_left is not None:
            self._stated_left -= len(data)
            if not data and len(view) and self._stated_left:
                raise UnreadableError("is not as long as the zip says")
        view[: len(data)] = data
        return len(data)

    def close(self) -> None:
        self._stream.close()
        super().close()


def _too_many() -> tuple[str, str]:
    return Message("More than {max_members:,} files.", max_members=MAX_MEMBERS), Message(
        "A bundle has a handful of files and attachments."
    )


_BAD_NAME: Final = (
    Message("is not a valid name inside the bundle."),
    Message("Rename the file, with letters and digits."),
)


def _is_safe(member: zipfile.ZipInfo, problems: Problems) -> bool:
    name = member.filename
    mode = member.external_attr >> 16
    if leads_out(name):
        problems.add(shown(name), "", "", *_BAD_NAME)
        return False
    if stat.S_IFMT(mode) not in {0, stat.S_IFREG}:
        message = Message("is not an ordinary file (a link or device).")
    elif member.flag_bits & 0x1:
        message = Message("is encrypted.")
    else:
        return True
    problems.add(shown(name), "", "", message, "Create the zip again, from ordinary files only.")
    return False


def _common_folder(names: list[str]) -> str:
    """The one folder that everything lies in, as when a folder was zipped from outside."""
    if "tasks.jsonl" in names:
        return ""
    tops = {name.partition("/")[0] for name in names if "/" in name}
    return f"{tops.pop()}/" if len(tops) == 1 and all("/" in name for name in names) else ""


def _check_names(names: list[str], problems: Problems) -> None:
    seen: dict[str, str] = {}
    for name in names:
        key = folded(name)
        if key in seen:
            problems.add(
                shown(name),
                "",
                "",
                Message("has the same name as {seen}.", seen=shown(seen[key])),
                "Keep one of the two.",
            )
        seen.setdefault(key, name)
