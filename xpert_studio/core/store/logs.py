"""Logs that lie beside a project file, and whether they belong to it.

SQLite replays a log that lies beside a file, whatever file it was written for. So a log that was
left there by another file must be set aside before it is opened. A log belongs to its file if all
of this holds:

- The file says that it keeps a write-ahead log. It says so from before there is one until after it
  is gone; a file that was closed, copied by us, restored or just made says that it keeps none.
- Both have pages of the same size.
- The marks in the log (``log_mark``) go on where the file's own mark ends: the file's mark is in
  the log, or the first one in the log is the next. A copy of the file as it was earlier, or of
  another session, has another mark.

The own log after a crash always passes: the token is in the file before the log is begun, each
transaction in the log holds a mark, and a checkpoint carries the marks into the file in order. Of
files older than version 10, which have no mark, only the first two are known.
"""

from __future__ import annotations

import os
import sqlite3
import struct
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from xpert_studio.core.messages import Message
from xpert_studio.core.store import open_files
from xpert_studio.core.store.connection import connect
from xpert_studio.core.store.log_mark import Mark, mark_in, page_of

WAL: Final = "-wal"
JOURNAL: Final = "-journal"
INDEX: Final = "-shm"

_MAGIC: Final = (0x377F0682, 0x377F0683)
_LOG_HEADER: Final = 32
_FRAME_HEADER: Final = 24
_READ_VERSION: Final = 18
_KEEPS_WAL: Final = 2
_LARGEST_PAGE: Final = 65536
_SHARED_LOCK: Final = (0x40000002, 510)
"""Which bytes of a file every SQLite connection to it locks, and how many they are."""


def log_of(path: Path, suffix: str = WAL) -> Path:
    """Where a file's log lies."""
    return path.with_name(path.name + suffix)


def has_log(path: Path) -> bool:
    """Whether a log, which may hold what the file does not, lies beside it."""
    return any(_size(log_of(path, suffix)) for suffix in (WAL, JOURNAL))


def set_aside(path: Path) -> str | None:
    """Puts logs that lie where a file is to be put under other names.

    Returns:
        What a person should know; None where there was nothing.

    Raises:
        OSError: They cannot be moved away.
    """
    kept = None
    for suffix in (WAL, JOURNAL):
        log = log_of(path, suffix)
        if log.exists():
            stamp = datetime.now(UTC).strftime("%Y%m%dT%H%M%S%fZ")
            kept = log.with_name(f"{path.stem}.left-log-{stamp}{path.suffix}{suffix}")
            log.rename(kept)
    log_of(path, INDEX).unlink(missing_ok=True)  # it holds nothing but an index of the log
    if kept is None:
        return None
    return Message(
        "Beside {path} lay the log of another file. It was kept as {kept}.",
        path=path.name,
        kept=kept.name,
    )


def set_foreign_aside(path: Path) -> str | None:
    """Sets a log aside that does not belong to the file it lies beside; as ``set_aside``.

    A log that another program is using is left alone: it was looked at when that opened the file.
    """
    if open_files.is_held(path) or belongs(path):
        return None
    with _nobody_else(path) as is_alone:
        return set_aside(path) if is_alone and not belongs(path) else None


def belongs(path: Path) -> bool:
    """Whether a write-ahead log beside a file may be used with it; True where there is none.

    False only where it certainly belongs to another file. Changes nothing.
    """
    with suppress(OSError, struct.error, sqlite3.Error, UnicodeDecodeError):
        if not _size(log_of(path)):
            return True
        with path.open("rb") as file:
            header = file.read(100)
        if header[:6] != b"SQLite":
            return True
        if header[_READ_VERSION] != _KEEPS_WAL:
            return False
        return _continues(path, _page_size(header[16:18]))
    return True


def _continues(path: Path, page_size: int) -> bool:
    page = _mark_page(path)
    if page is None:
        return True
    with path.open("rb") as file:
        file.seek((page - 1) * page_size)
        mark = mark_in(file.read(page_size))
    return mark is None or _holds(log_of(path), mark, page, page_size)


def _mark_page(path: Path) -> int | None:
    connection = connect(path, mode="immutable")  # which looks at no log
    try:
        return page_of(connection)
    finally:
        connection.close()


def _holds(log: Path, mark: Mark, page: int, page_size: int) -> bool:
    """Whether the log continues from a mark, or holds no whole transaction at all."""
    is_first, is_empty = True, True
    for number, commits, content in _frames(log, page, page_size):
        is_empty = is_empty and not commits
        found = mark_in(content) if number == page else None
        if found is None:
            continue
        if found == mark or (is_first and mark.precedes(found)):
            return True
        is_first = False
    return is_empty


def _frames(log: Path, wanted: int, page_size: int) -> Iterator[tuple[int, bool, bytes]]:
    """Page, whether it ends a transaction, and content (of the wanted page) of each frame.

    Raises:
        struct.error: It is no log.
    """
    with log.open("rb") as file:
        header = file.read(_LOG_HEADER)
        magic, _, size = struct.unpack(">III", header[:12])
        if magic not in _MAGIC:
            return
        if size != page_size:
            yield 0, True, b""  # of a file with other pages
            return
        for _ in range((_size(log) - _LOG_HEADER) // (_FRAME_HEADER + page_size)):
            frame = file.read(_FRAME_HEADER)
            number, pages = struct.unpack(">II", frame[:8])
            if frame[8:16] != header[16:24]:  # left of what was in the log before
                return
            if number == wanted:
                yield number, pages > 0, file.read(page_size)
            else:
                yield number, pages > 0, b""
                file.seek(page_size, os.SEEK_CUR)


def _page_size(field: bytes) -> int:
    (size,) = struct.unpack(">H", field)
    return _LARGEST_PAGE if size == 1 else int(size)


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0


@contextmanager
def _nobody_else(path: Path) -> Iterator[bool]:
    """Whether no other process has a file open, and none can open it meanwhile."""
    if sys.platform == "win32":  # a log that is open cannot be renamed there
        yield True
        return
    import fcntl

    start, length = _SHARED_LOCK
    with path.open("rb+") as file:
        try:
            fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB, length, start)
        except OSError:
            yield False
        else:
            yield True
