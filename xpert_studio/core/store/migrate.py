"""Brings an older project file up to date before it is used: backed up first, all or nothing."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Final

from xpert_studio.core.errors import DiskError, ReadOnlyProjectError
from xpert_studio.core.store import logs
from xpert_studio.core.store.backups import back_up
from xpert_studio.core.store.checksums import driver_of, fill
from xpert_studio.core.store.connection import make_engine, readable_errors
from xpert_studio.core.store.driver import run_plain
from xpert_studio.core.store.file_format import recognise
from xpert_studio.core.store.mapping import metadata
from xpert_studio.core.store.opening import (
    Place,
    Progress,
    fold,
    may_write,
    place_as_it_is,
    private_copy,
)
from xpert_studio.core.store.row_check import unreadable_rows
from xpert_studio.core.store.schema import SCHEMA_VERSION

_SCRIPTS = Path(__file__).with_name("migrations")
_BACKUP_SHARE: Final = 40
_STEPS_SHARE: Final = 20
_CHECKSUMS_SHARE: Final = 40
_ALL: Final = 100


def migrate(path: Path, version: int, on_progress: Callable[[int, int], object]) -> Path:
    """Backs a project file up, and migrates it to ``SCHEMA_VERSION`` in one transaction.

    Args:
        path: The file.
        version: The version it has now.
        on_progress: Told how much is done, and of how much.

    Returns:
        The backup that was made before.

    Raises:
        sqlite3.Error: The disk is full, or another program has the file open.
    """

    def copied(done: int, total: int) -> None:
        on_progress(_BACKUP_SHARE * done // max(1, total), _ALL)

    backup = back_up(path, reason=f"before-schema-{SCHEMA_VERSION}", on_progress=copied)
    migrate_in_place(path, version, on_progress)
    return backup


def migrate_in_place(path: Path, version: int, on_progress: Callable[[int, int], object]) -> None:
    """Migrates a project file of which there is a copy; as ``migrate``."""
    from alembic import command  # which takes long to import, and few files are older
    from alembic.config import Config

    fold(path)  # in a log, the new tables would have no mark that the file knows
    logging.getLogger("alembic").setLevel(logging.WARNING)
    config = Config()
    config.set_main_option("script_location", str(_SCRIPTS).replace("%", "%%"))
    steps = SCHEMA_VERSION - version
    done = 0

    def stepped(**_: object) -> None:
        nonlocal done
        done += 1
        on_progress(_BACKUP_SHARE + _STEPS_SHARE * done // steps, _ALL)

    on_progress(_BACKUP_SHARE, _ALL)
    engine = make_engine(path, mode="rw")
    try:
        with engine.connect() as plain:
            connection = plain.execution_options(xpert_writes="schema")
            with connection.begin():
                config.attributes["connection"] = connection
                command.stamp(config, f"{version:04}" if version else "base")
                config.attributes["on_step"] = stepped
                command.upgrade(config, f"{SCHEMA_VERSION:04}")
                _write_checksums(driver_of(connection), on_progress)
                run_plain(connection, f"PRAGMA user_version = {SCHEMA_VERSION}")
    finally:
        engine.dispose()
    on_progress(_ALL, _ALL)


def _write_checksums(
    connection: sqlite3.Connection, on_progress: Callable[[int, int], object]
) -> None:
    """Gives every row its checksum, but those that cannot be read: a check is to name them."""
    tables = metadata.sorted_tables
    for place, table in enumerate(tables):
        done = _BACKUP_SHARE + _STEPS_SHARE + _CHECKSUMS_SHARE * place // len(tables)
        fill(connection, table)
        for number in unreadable_rows(connection, table, on_some=partial(on_progress, done, _ALL)):
            connection.execute(
                f'UPDATE "{table.name}" SET checksum = NULL WHERE rowid = ?',  # noqa: S608 - our names
                (number,),
            )


def place_for_writing(path: Path, on_progress: Progress) -> Place:
    """Makes a file ready to be changed: an older one is backed up and migrated."""
    notice = logs.set_foreign_aside(path)
    _migrate_if_older(path, recognise(path, mode="rw"), on_progress)
    return Place(path, "rw", [notice] if notice else [])


def place_for_reading(path: Path, on_progress: Progress) -> Place:
    """Makes a file ready to be read; an older one is migrated, in a copy if need be."""
    place = place_as_it_is(path)
    try:
        version = recognise(place.path, mode=place.mode)
        if version == SCHEMA_VERSION:
            return place
        if may_write(path) and not place.is_copy:
            with suppress(DiskError, ReadOnlyProjectError), readable_errors(path):
                _migrate_if_older(path, version, on_progress)
                return place
        if not place.is_copy:
            place = private_copy(path, place)
        with readable_errors(place.path):
            migrate_in_place(place.path, version, on_progress)
    except BaseException:
        place.leave()
        raise
    return place


def _migrate_if_older(path: Path, version: int, on_progress: Progress) -> None:
    if version != SCHEMA_VERSION:
        migrate(path, version, on_progress)
