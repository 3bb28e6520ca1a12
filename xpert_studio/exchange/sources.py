"""Opens a bundle, folder or zip, as a set of named byte streams; hostile until proven otherwise.

Nothing is ever unpacked to disk. Names are checked before anything is read, sizes while it is.
"""

from __future__ import annotations

import io
import os
import stat
import unicodedata
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from typing import IO, Final, Protocol

from typing_extensions import Buffer

from xpert_studio.errors import NotFoundError
from xpert_studio.exchange.problems import Problems, shown

MAX_MEMBERS: Final = 50_000
MAX_MEMBER_BYTES: Final = 4 * 1024**3
MAX_TOTAL_BYTES: Final = 8 * 1024**3
MAX_RATIO: Final = 200
"""A member that unpacks to more than this many times its size, and is large, is a bomb."""

_BUFFER: Final = 1 << 20
_RATIO_MATTERS_FROM: Final = 50 * 1024**2
_UNREADABLE: Final = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError)


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
        raise NotFoundError(f"There is nothing at {path}.", remedy="Check the name.")
    if path.is_dir():
        yield _Folder(path, problems)
        return
    try:
        with zipfile.ZipFile(path) as archive:
            yield _Archive(archive, problems)
    except zipfile.BadZipFile:
        problems.add(
            path.name, "", "", "is not a zip file, or a damaged one.", "Get a fresh copy of it."
        )
        yield _Nothing()


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
        for folder, folders, files in os.walk(self._root, followlinks=False):
            folders.sort()
            for name in sorted(files):
                path = Path(folder, name)
                relative = path.relative_to(self._root).as_posix()
                count += 1
                if count > MAX_MEMBERS:
                    problems.add(relative, "", "", *_too_many())
                    return
                if not stat.S_ISREG(path.lstat().st_mode):
                    problems.add(
                        relative, "", "", "is not an ordinary file (a link or device).",
                        "Put the file itself there, or remove it.",
                    )  # fmt: skip
                    continue
                yield relative, path

    def open(self, name: str) -> io.BufferedReader:
        return io.BufferedReader(_Bounded(self._paths[name].open("rb"), MAX_MEMBER_BYTES), _BUFFER)


class _Archive:
    def __init__(self, archive: zipfile.ZipFile, problems: Problems) -> None:
        self._archive = archive
        self._left = MAX_TOTAL_BYTES
        members = archive.infolist()
        if len(members) > MAX_MEMBERS:
            problems.add("", "", "", *_too_many())
            members = []
        files = [member for member in members if not member.is_dir()]
        safe = [member for member in files if _is_safe(member, problems)]
        self._prefix = _common_folder([member.filename for member in safe])
        self._members = {member.filename[len(self._prefix) :]: member for member in safe}
        _check_names([member.filename for member in files], problems)

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
            raise UnreadableError(f"cannot be read: {error}") from error
        return io.BufferedReader(_Bounded(stream, limit, self._used), _BUFFER)

    def _used(self, count: int) -> None:
        self._left -= count


class _Bounded(io.RawIOBase):
    """A stream that ends in an error rather than growing without bound."""

    def __init__(
        self, stream: IO[bytes], limit: int, used: Callable[[int], None] = lambda _: None
    ) -> None:
        super().__init__()
        self._stream = stream
        self._left = limit
        self._used = used

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Buffer) -> int:
        view = memoryview(buffer)
        try:
            data = self._stream.read(len(view))
        except (*_UNREADABLE, OSError) as error:
            raise UnreadableError(f"is damaged: {error}") from error
        self._left -= len(data)
        self._used(len(data))
        if self._left < 0:
            raise UnreadableError("unpacks to more than is sensible (a zip bomb?)")
        view[: len(data)] = data
        return len(data)

    def close(self) -> None:
        self._stream.close()
        super().close()


def _too_many() -> tuple[str, str]:
    return f"More than {MAX_MEMBERS:,} files.", "A bundle has a handful of files and attachments."


def _is_safe(member: zipfile.ZipInfo, problems: Problems) -> bool:
    name = member.filename
    path = PurePosixPath(name)
    mode = member.external_attr >> 16
    if path.is_absolute() or ".." in path.parts or "\\" in name or ":" in path.parts[0]:
        message = "is a name that leads out of the bundle."
    elif stat.S_IFMT(mode) not in {0, stat.S_IFREG}:
        message = "is not an ordinary file (a link or device)."
    elif member.flag_bits & 0x1:
        message = "is encrypted."
    else:
        return True
    problems.add(shown(name), "", "", message, "Make the zip anew, of ordinary files only.")
    return False


def _common_folder(names: list[str]) -> str:
    """The one folder that everything lies in, as when a folder was zipped from outside."""
    if "tasks.jsonl" in names:
        return ""
    tops = {name.partition("/")[0] for name in names if "/" in name}
    if len(tops) == 1 and all("/" in name for name in names):
        return f"{tops.pop()}/"
    return ""


def _check_names(names: list[str], problems: Problems) -> None:
    seen: dict[str, str] = {}
    for name in names:
        folded = unicodedata.normalize("NFC", name).casefold()
        if folded in seen:
            problems.add(
                shown(name), "", "", f"has the same name as {shown(seen[folded])}.",
                "Keep one of the two.",
            )  # fmt: skip
        seen.setdefault(folded, name)
