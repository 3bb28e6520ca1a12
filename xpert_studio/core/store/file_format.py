"""Is this file a project, whole and of a version we know? Asked before anything in it is used."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Sequence
from functools import cache
from operator import itemgetter
from pathlib import Path
from typing import Any, Final

from sqlalchemy import create_engine

from xpert_studio.core.errors import DamagedProjectError, NewerProjectError, NotAProjectError
from xpert_studio.core.messages import Message, joined
from xpert_studio.core.store.connection import connect
from xpert_studio.core.store.mapping import metadata
from xpert_studio.core.store.open_files import is_held
from xpert_studio.core.store.schema import APPLICATION_ID, SCHEMA_VERSION

_HEADER: Final = b"SQLite format 3\x00"
_VIRTUAL: Final = re.compile(r"\s*create\s+virtual", re.IGNORECASE)


def recognise(path: Path, *, mode: str) -> int:
    """The schema version of a project file.

    Args:
        path: The file.
        mode: As for ``connect``.

    Returns:
        A version from 1 to ``SCHEMA_VERSION``.

    Raises:
        NotAProjectError: The file is empty, text, or an SQLite file of some other program.
        NewerProjectError: The version is newer than this program's.
        DamagedProjectError: Triggers, views or other things were planted in the schema, or a
            table is missing.
    """
    if not is_held(path):  # one that is has been looked at when it was opened
        _check_header(path)
    connection = connect(path, mode=mode)
    try:
        (application,) = connection.execute("PRAGMA application_id").fetchone()
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        if application != APPLICATION_ID:
            raise NotAProjectError(
                Message(
                    "{path} is an SQLite file, but not an Xpert Studio project.", path=path.name
                ),
                remedy="Choose a .xpert file, or import a bundle into a new project.",
            )
        if version > SCHEMA_VERSION:
            raise NewerProjectError(
                Message(
                    "{path} was written by a newer version of Xpert Studio (schema {version}; this "
                    "program knows up to {schema_version}).",
                    path=path.name,
                    version=version,
                    schema_version=SCHEMA_VERSION,
                ),
                remedy="Update Xpert Studio to open it. The file was not touched.",
            )
        if version < 1:
            raise DamagedProjectError(
                Message(
                    "{path} says its schema is version {version}, which never existed.",
                    path=path.name,
                    version=version,
                ),
                remedy="Go back to a backup.",
            )
        _check_schema(connection, path, version)
    finally:
        connection.close()
    return int(version)


def need_ordinary(path: Path) -> None:
    """The path is that of no pipe, socket or device: to open one would wait for ever.

    Raises:
        NotAProjectError: It is.
    """
    if path.exists() and not (path.is_file() or path.is_dir()):
        raise NotAProjectError(
            Message("{path} is not an ordinary file.", path=path.name),
            remedy="Choose a .xpert file.",
        )


def _check_header(path: Path) -> None:
    try:
        with path.open("rb") as file:
            header = file.read(len(_HEADER))
    except IsADirectoryError as error:
        raise NotAProjectError(
            Message("{path} is a folder, not a project file.", path=path.name),
            remedy="To take in a bundle folder, use 'xpert-studio import'.",
        ) from error
    except OSError as error:
        raise NotAProjectError(
            Message("{path} cannot be read: {error}.", path=path.name, error=error.strerror)
        ) from error
    if not header:
        raise NotAProjectError(
            Message("{path} is empty.", path=path.name),
            remedy="Choose another file, or a backup of this one.",
        )
    if header != _HEADER:
        raise NotAProjectError(
            Message("{path} is not an Xpert Studio project.", path=path.name),
            remedy="Choose a .xpert file, or import a bundle into a new project.",
        )


Shape = dict[str, tuple[str, Sequence[Any]]]
Statement = tuple[str, str, str | None]
"""Kind and name of something in the schema, and the statement that made it."""


def _shape(connection: sqlite3.Connection) -> Shape:
    """Columns of every table and index, whatever the wording of the statements that made them.

    The order of a table's columns means nothing: migrations add theirs behind the others.
    """
    shape: Shape = {}
    for kind, name in connection.execute("SELECT type, name FROM sqlite_master").fetchall():
        if name.startswith("sqlite_") or name == "alembic_version":
            continue
        pragma, first = ("table_xinfo", 1) if kind == "table" else ("index_xinfo", 2)
        quoted = name.replace('"', '""')
        columns = connection.execute(f'PRAGMA {pragma}("{quoted}")').fetchall()
        rows = [row[first:] for row in columns]
        shape[name] = kind, sorted(rows, key=itemgetter(0)) if kind == "table" else rows
    return shape


def _is_as(found: tuple[str, Sequence[Any]], expected: tuple[str, Sequence[Any]]) -> bool:
    """Whether a table or index is as it should be; a default may be missing: none is relied on."""
    if found[0] != expected[0] or len(found[1]) != len(expected[1]) or found[0] != "table":
        return found == expected
    return all(
        own == other or (own[3] is None and (*own[:3], other[3], *own[4:]) == other)
        for own, other in zip(found[1], expected[1], strict=True)
    )


def _statements(connection: sqlite3.Connection) -> list[Statement]:
    return connection.execute("SELECT type, name, sql FROM sqlite_master").fetchall()


@cache
def _expected() -> tuple[frozenset[Statement], Shape]:
    raw = sqlite3.connect(":memory:")
    engine = create_engine("sqlite://", creator=lambda: raw)
    metadata.create_all(engine)
    expected = frozenset(_statements(raw)), _shape(raw)
    engine.dispose()
    return expected


def _check_schema(connection: sqlite3.Connection, path: Path, version: int) -> None:
    rows = _statements(connection)
    planted = sorted(
        name
        for kind, name, sql in rows
        if kind not in {"table", "index"} or _VIRTUAL.match(sql or "")
    )
    if planted:
        listed = ", ".join(planted[:5])
        raise DamagedProjectError(
            Message(
                "{path} contains things that do not belong in a project: {listed}.",
                path=path.name,
                listed=listed,
            ),
            remedy="Do not trust this file; ask its sender for an exported bundle instead.",
        )
    if version != SCHEMA_VERSION:
        return
    statements, expected = _expected()
    if set(rows) == statements:
        return  # word for word as new files are made
    found = _shape(connection)
    different = sorted(found.keys() ^ expected.keys()) + sorted(
        name for name in found.keys() & expected.keys() if not _is_as(found[name], expected[name])
    )
    if different:
        raise DamagedProjectError(
            Message(
                "{path} has an altered schema ({different}).",
                path=path.name,
                different=joined(different[:5]),
            ),
            remedy="Go back to a backup, or ask the sender for an exported bundle.",
        )
