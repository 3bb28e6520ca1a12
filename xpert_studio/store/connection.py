"""How SQLite is opened: one policy for every thread, window and command line.

Every connection is in autocommit mode at the driver, and SQLAlchemy's transactions begin
explicitly: readers with BEGIN (a consistent snapshot), writers with BEGIN IMMEDIATE (they queue
at once instead of failing halfway). Files from others are hostile: nothing planted in the schema
is trusted, no extension is ever loaded, and single values are bounded.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final
from urllib.parse import quote

from sqlalchemy import Engine, create_engine, event
from sqlalchemy.engine import Connection
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import QueuePool

from xpert_studio.errors import (
    DamagedProjectError,
    DiskError,
    ProjectBusyError,
    ProjectFileError,
    ReadOnlyProjectError,
)

BUSY_SECONDS: Final = 15.0
MAX_VALUE_BYTES: Final = 256 * 1024 * 1024
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
    return connection


def _configure(connection: sqlite3.Connection) -> None:
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA cache_size = -65536")
    connection.execute("PRAGMA temp_store = MEMORY")


def make_engine(path: Path, *, mode: str) -> Engine:
    """An SQLAlchemy engine on a project file; connections may move between threads."""

    def creator() -> sqlite3.Connection:
        connection = connect(path, mode=mode)
        _configure(connection)
        return connection

    engine = create_engine(
        "sqlite+pysqlite://", creator=creator, poolclass=QueuePool, pool_size=4, max_overflow=8
    )

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        writes = connection.get_execution_options().get("xpert_writes", False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    return engine


def person_readable(error: sqlite3.Error, path: Path) -> ProjectFileError:
    """The error a person should see for one of SQLite's."""
    text = str(error).lower()
    name = path.name
    if "locked" in text or "busy" in text:
        return ProjectBusyError(
            f"{name} is being written by another program.",
            remedy="Wait until it has finished, or close it, and try again.",
        )
    if "readonly" in text or "read-only" in text or "attempt to write" in text:
        return ReadOnlyProjectError(
            f"{name} cannot be written to.",
            remedy="Check the permissions of the file and its folder, or save a copy elsewhere.",
        )
    if "full" in text or "disk i/o" in text:
        return DiskError(
            f"{name} could not be written: the disk is full or failing. What was saved is safe.",
            remedy="Free some room and try again.",
        )
    if "malformed" in text or "not a database" in text or "corrupt" in text:
        return DamagedProjectError(
            f"{name} is damaged.",
            remedy="Run 'xpert-studio check' on it: it names the newest backup to go back to.",
        )
    return ProjectFileError(f"{name} could not be used: {error}.")


@contextmanager
def readable_errors(path: Path) -> Iterator[None]:
    """Turns SQLite's and SQLAlchemy's errors into the program's own."""
    try:
        yield
    except sqlite3.Error as error:
        raise person_readable(error, path) from error
    except DBAPIError as error:
        if isinstance(error.orig, sqlite3.Error):
            raise person_readable(error.orig, path) from error
        raise
