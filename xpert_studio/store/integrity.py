"""Is everything in the file as it was written? SQLite's own check, and ours on top."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from pathlib import Path

from xpert_studio.records import bytes_hash
from xpert_studio.store.backups import Backup, list_backups
from xpert_studio.store.connection import connect


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
    """Checks pages, indexes, references and the hashes of attachments.

    Args:
        path: The project file.
        limit: At most so many problems are listed.
    """
    problems = _problems(path, limit)
    newest = None
    if problems:
        newest = next((copy for copy in list_backups(path) if not _problems(copy.path, 1)), None)
    return IntegrityReport(tuple(problems), newest)


def _problems(path: Path, limit: int) -> list[str]:
    try:
        connection = connect(path, mode="ro")
        try:
            return _sqlite_problems(connection, limit) or _blob_problems(connection, limit)
        finally:
            connection.close()
    except sqlite3.Error as error:
        return [f"The file cannot be read: {error}."]


def _sqlite_problems(connection: sqlite3.Connection, limit: int) -> list[str]:
    rows = connection.execute(f"PRAGMA integrity_check({limit:d})").fetchall()
    found = [f"Damaged: {row[0]}." for row in rows if row[0] != "ok"]
    for table, row, parent, _ in connection.execute("PRAGMA foreign_key_check").fetchmany(limit):
        found.append(f"Row {row} of {table} points at a row of {parent} that is not there.")
    return found[:limit]


def _blob_problems(connection: sqlite3.Connection, limit: int) -> list[str]:
    found = []
    for name, data in connection.execute("SELECT sha256, data FROM blob"):
        if bytes_hash(data) != name:
            found.append(f"The attachment {name[:12]}… does not have the content its name says.")
            if len(found) >= limit:
                break
    return found
