"""How SQLite is opened: one policy for every thread, window and command line.

Every connection is in autocommit mode at the driver, and SQLAlchemy's transactions begin
explicitly: readers with BEGIN (a consistent snapshot, in which nothing can be changed), writers
with BEGIN IMMEDIATE (they queue at once instead of failing halfway). Files from others are hostile:
nothing planted in the schema is trusted, no extension is ever loaded, and single values are
bounded.
"""

from __future__ import annotations

import errno
import glob
import os
import sqlite3
import tempfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from types import TracebackType
from typing import Any, Final
from urllib.parse import quote

from sqlalchemy import Engine, create_engine, event
from sqlalchemy.engine import Connection
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import QueuePool
from sqlalchemy.util import LRUCache

from xpert_studio.core.atomic_files import remedy_for
from xpert_studio.core.errors import (
    DamagedProjectError,
    DiskError,
    ProjectBusyError,
    ProjectFileError,
    ReadOnlyProjectError,
)
from xpert_studio.core.messages import Message
from xpert_studio.core.store import checksums
from xpert_studio.core.store.driver import run_plain

BUSY_SECONDS: Final = 15.0
MAX_VALUE_BYTES: Final = 256 * 1024 * 1024
UNREADABLE: Final = (
    ValueError,
    TypeError,
    KeyError,
    IndexError,
    AttributeError,
    RecursionError,
    OverflowError,
    zlib.error,
)
"""What is raised where records are made of rows that do not hold them."""

_OF_DISKS: Final = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EIO, errno.EFBIG})
_TRIED_BYTES: Final = 65536
_STORE: Final = "xpert_studio.core.store."
_AROUND: Final = frozenset({"connection", "project_file", "log_watch", "transaction"})
"""Modules of the store that only stand around what others do in a transaction."""

_COMPILED: Final[LRUCache[Any, Any]] = LRUCache(1024)
"""Statements as text, for every project file that this program opens."""

_DEFENSIVE: Final = getattr(sqlite3, "SQLITE_DBCONFIG_DEFENSIVE", None)  # Python 3.12 and later


def connect(path: Path, *, mode: str) -> sqlite3.Connection:
    """Opens SQLite itself, hardened.

    Args:
        path: The file.
        mode: ``rw``, ``rwc`` (create), ``ro``, or ``immutable`` (read-only on a medium that
            cannot be written to, so that not even a shared-memory file can be made).
    """
    query = "mode=ro&immutable=1" if mode == "immutable" else f"mode={mode}"
    connection = sqlite3.connect(
        f"file:{quote(str(path.absolute()))}?{query}",
        uri=True,
        timeout=BUSY_SECONDS,
        isolation_level=None,
        check_same_thread=False,
    )
    connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, MAX_VALUE_BYTES)
    connection.setlimit(sqlite3.SQLITE_LIMIT_ATTACHED, 0)
    if _DEFENSIVE is not None:
        connection.setconfig(_DEFENSIVE, True)  # type: ignore[attr-defined,unused-ignore]
    connection.execute("PRAGMA trusted_schema = OFF")
    connection.execute("PRAGMA cell_size_check = ON")
    checksums.teach(connection)
    return connection


def _configure(connection: sqlite3.Connection) -> None:
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA cache_size = -65536")
    connection.execute("PRAGMA temp_store = MEMORY")


@cache
def _shared() -> Engine:
    """What gives all project files their dialect: with one of its own, each compiles all anew."""
    engine = create_engine("sqlite+pysqlite://")
    engine.connect().close()  # which has the dialect learn what this SQLite can do
    engine.dispose()
    return engine


def make_engine(path: Path, *, mode: str) -> Engine:
    """An SQLAlchemy engine on a project file; connections may move between threads.

    A connection with the option ``xpert_writes`` begins to write at once: ``rows``, whose
    checksums it keeps, or the ``schema``.
    """

    def creator() -> Any:  # noqa: ANN401 - what SQLAlchemy asks of a connection is a protocol
        connection = connect(path, mode=mode)
        _configure(connection)
        return connection

    shared = _shared()
    pool = QueuePool(creator, pool_size=4, max_overflow=8)
    engine = Engine(
        pool, shared.dialect, shared.url, execution_options={"compiled_cache": _COMPILED}
    )

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        writes = connection.get_execution_options().get("xpert_writes")
        only_reads = not writes
        if connection.info.get("only_reads", False) is not only_reads:
            # Where it changes alone: after it, SQLite compiles a connection's statements anew.
            run_plain(connection, f"PRAGMA query_only = {only_reads}")
            connection.info["only_reads"] = only_reads
        if writes == "rows" and "keeps_checksums" not in connection.info:
            checksums.watch(checksums.driver_of(connection))
            connection.info["keeps_checksums"] = True
        run_plain(connection, "BEGIN IMMEDIATE" if writes else "BEGIN")

    return engine


def person_readable(error: sqlite3.Error, path: Path) -> ProjectFileError:
    """The error a person should see for one of SQLite's."""
    text = str(error).lower()
    code = getattr(error, "sqlite_errorname", "")
    name = path.name
    if "locked" in text or "busy" in text:
        return ProjectBusyError(
            Message("{name} is being written by another program.", name=name),
            remedy="Wait until it has finished, or close it, and try again.",
        )
    if "readonly" in text or "read-only" in text or "attempt to write" in text:
        return ReadOnlyProjectError(
            Message("{name} cannot be written to.", name=name),
            remedy="Check the permissions of the file and its folder, or save a copy elsewhere.",
        )
    if code.startswith("SQLITE_IOERR_READ") or code == "SQLITE_IOERR_SHORT_READ":
        error_of_disk = OSError(errno.EIO, os.strerror(errno.EIO))
        return DiskError(
            Message(
                "{name} could not be read: {error_of_disk}.",
                name=name,
                error_of_disk=error_of_disk.strerror,
            ),
            remedy=remedy_for(error_of_disk),
        )
    if "full" in text:
        return disk_error(path, OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)))
    if "disk i/o" in text:
        found = _why_not_written(path)
        return disk_error(path, found or OSError(errno.EIO, os.strerror(errno.EIO)))
    if "unable to open" in text:
        found = _why_not_written(path) if path.parent.is_dir() else None
        if found is not None and found.errno in _OF_DISKS:
            return disk_error(path, found)
        return ProjectFileError(
            Message("{name} could not be opened.", name=name),
            remedy="Check that its folder exists, and that you may read and write there.",
        )
    if any(
        part in text
        for part in ("malformed", "not a database", "corrupt", "too big", checksums.FAILED)
    ):
        return damaged(path)
    if "could not decode" in text or "no such" in text:
        return damaged(path)
    return ProjectFileError(Message("{name} could not be used: {error}.", name=name, error=error))


def damaged(path: Path) -> DamagedProjectError:
    """The error a person should see where something in a file cannot be read."""
    return DamagedProjectError(
        Message("{path} is damaged.", path=path.name),
        remedy="Run 'xpert-studio verify' on it: it names the newest backup to go back to.",
    )


def disk_error(path: Path, error: OSError) -> DiskError:
    """The error a person should see for a disk that cannot be written."""
    reason = (
        Message("the disk is full") if error.errno == errno.ENOSPC else error.strerror or str(error)
    )
    return DiskError(
        Message(
            "{path} could not be written: {reason}. What was saved is safe.",
            path=path.name,
            reason=reason,
        ),
        remedy=remedy_for(error),
    )


def _why_not_written(path: Path) -> OSError | None:
    """Why SQLite could not write, which it does not say: found by writing beside the file.

    None where that works.

    As far behind as the file is long, for there may be a limit to that.
    """
    try:
        sizes = [item.stat().st_size for item in path.parent.glob(f"{glob.escape(path.name)}*")]
        with tempfile.TemporaryFile(dir=path.parent) as file:
            for place in (0, max(sizes, default=0)):
                file.seek(place)
                file.write(os.urandom(_TRIED_BYTES))
                file.flush()
                os.fsync(file.fileno())
    except OSError as error:
        return error
    return None


@contextmanager
def readable_errors(path: Path) -> Iterator[None]:
    """Turns SQLite's and SQLAlchemy's errors into the program's own.

    So are errors of the store's own functions that make records of what they read: what they read
    cannot be what was written.
    """
    try:
        yield
    except sqlite3.Error as error:
        raise person_readable(error, path) from error
    except DBAPIError as error:
        if isinstance(error.orig, sqlite3.Error):
            raise person_readable(error.orig, path) from error
        raise
    except UNREADABLE as error:
        if not _is_of_store(error.__traceback__):
            raise
        raise damaged(path) from error


def _is_of_store(trace: TracebackType | None) -> bool:
    """Whether an error was raised while the store made something of what it had read."""
    while trace is not None:
        name = str(trace.tb_frame.f_globals.get("__name__"))
        if name.startswith(_STORE) and name.removeprefix(_STORE) not in _AROUND:
            return True
        trace = trace.tb_next
    return False
