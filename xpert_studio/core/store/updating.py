"""Makes a project file ready to be changed or read: an older one is migrated first."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from xpert_studio.core.errors import DiskError, ReadOnlyProjectError
from xpert_studio.core.store import logs
from xpert_studio.core.store.connection import readable_errors
from xpert_studio.core.store.file_format import recognise
from xpert_studio.core.store.opening import (
    Progress,
    ProjectPlace,
    may_write,
    place_as_it_is,
    private_copy,
)
from xpert_studio.core.store.schema import SCHEMA_VERSION


def place_for_writing(path: Path, on_progress: Progress) -> ProjectPlace:
    """Makes a file ready to be changed: an older one is backed up and migrated."""
    notice = logs.set_foreign_aside(path)
    _migrate_if_older(path, recognise(path, mode="rw"), on_progress)
    return ProjectPlace(path, "rw", [notice] if notice else [])


def place_for_reading(path: Path, on_progress: Progress) -> ProjectPlace:
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
        from xpert_studio.core.store.migrate import migrate_in_place  # Alembic is slow to import

        with readable_errors(place.path):
            migrate_in_place(place.path, version, on_progress)
    except BaseException:
        place.leave()
        raise
    return place


def _migrate_if_older(path: Path, version: int, on_progress: Progress) -> None:
    if version != SCHEMA_VERSION:
        from xpert_studio.core.store.migrate import migrate  # Alembic takes half a second to import

        migrate(path, version, on_progress)
