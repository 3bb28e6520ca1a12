"""Is everything in the file as it was written? SQLite's own check, and ours on top."""

from __future__ import annotations

import json
import sqlite3
from dataclasses import dataclass
from pathlib import Path

from xpert_studio.core.errors import NewerProjectError, ProjectFileError
from xpert_studio.core.messages import Message
from xpert_studio.core.records import bytes_hash
from xpert_studio.core.store import log_chain, open_files
from xpert_studio.core.store.backups import Backup, list_backups
from xpert_studio.core.store.connection import connect, readable_errors
from xpert_studio.core.store.file_format import recognise
from xpert_studio.core.store.opening import place_as_it_is
from xpert_studio.core.store.row_check import row_problems
from xpert_studio.core.store.schema import SCHEMA_VERSION


@dataclass(frozen=True, slots=True)
class IntegrityReport:
    """What a check found.

    Attributes:
        problems: One sentence each; empty when all is well.
        newest_good_backup: The newest backup that passes SQLite's check, looked for only when
            there are problems.
    """

    problems: tuple[str, ...]
    newest_good_backup: Backup | None


def check_file(path: Path, *, limit: int = 50) -> IntegrityReport:
    """Checks pages, indexes, references, the hashes of attachments, and that rows can be read.

    Survives whatever is in the file.

    Args:
        path: The project file.
        limit: At most so many problems are listed.

    Raises:
        NewerProjectError: It was written by a newer version, whose content is not known.
    """
    problems = _problems(path, limit)
    newest = None
    if problems:
        newest = next((copy for copy in list_backups(path) if not _problems(copy.path, 1)), None)
    return IntegrityReport(tuple(problems), newest)


def _problems(path: Path, limit: int) -> list[str]:
    found: list[str] = []
    try:
        with readable_errors(path), open_files.opening:
            place = place_as_it_is(path, sets_aside=False)
            try:
                found += place.warnings
                version = recognise(place.path, mode=place.mode)
                connection = connect(place.path, mode=place.mode)
                try:
                    found += _content_problems(connection, version, limit)
                finally:
                    connection.close()
            finally:
                place.leave()
    except NewerProjectError:
        raise
    except ProjectFileError as error:
        found.append(error.message)
    return found[:limit]


def _content_problems(connection: sqlite3.Connection, version: int, limit: int) -> list[str]:
    connection.text_factory = bytes  # what is damaged may be no text any more
    found: list[str] = []
    try:
        found += _sqlite_problems(connection, limit)
        found += _reference_problems(connection, limit)
        found += _blob_problems(connection, limit)
        if version == SCHEMA_VERSION:
            found += row_problems(connection, limit)
            found += _log_problems(connection)
    except (sqlite3.Error, ValueError, TypeError) as error:
        found.append(
            Message("The file cannot be read to its end ({name}).", name=type(error).__name__)
        )
    return sorted(set(found), key=found.index)


def _log_problems(connection: sqlite3.Connection) -> list[str]:
    cursor = connection.execute("SELECT * FROM log ORDER BY pk")
    names = [column[0] for column in cursor.description]
    rows = (dict(zip(names, map(_readable, row), strict=True)) for row in cursor)
    setting = connection.execute("SELECT value FROM setting WHERE key = 'log_head'").fetchone()
    head = (
        log_chain.LogHead(**json.loads(setting[0]))
        if setting
        else log_chain.LogHead(0, log_chain.START)
    )
    return log_chain.problems_of(rows, head)


def _readable(value: object) -> object:
    return value.decode(errors="backslashreplace") if isinstance(value, bytes) else value


def _sqlite_problems(connection: sqlite3.Connection, limit: int) -> list[str]:
    rows = connection.execute(f"PRAGMA integrity_check({limit:d})").fetchall()
    texts = [row[0].decode(errors="replace") for row in rows]
    return [Message("Damaged: {text}.", text=text) for text in texts if text != "ok"]


def _reference_problems(connection: sqlite3.Connection, limit: int) -> list[str]:
    rows = connection.execute("PRAGMA foreign_key_check").fetchmany(limit)
    return [
        Message(
            "Row {row} of {table} points at a row of {parent} that is not there.",
            row=row,
            table=table.decode(errors="replace"),
            parent=parent.decode(errors="replace"),
        )
        for table, row, parent, _ in rows
    ]


def _blob_problems(connection: sqlite3.Connection, limit: int) -> list[str]:
    found: list[str] = []
    for name, data in connection.execute("SELECT sha256, data FROM blob"):
        if not isinstance(data, bytes) or bytes_hash(data).encode() != name:
            shown = bytes(name)[:12].decode(errors="replace") if isinstance(name, bytes) else name
            found.append(
                Message(
                    "The attachment {shown}… does not have the content its name says.", shown=shown
                )
            )
            if len(found) >= limit:
                break
    return found
