"""Where a project file is read or written: its log, and a private copy where it needs one."""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from xpert_studio.core.atomic_files import not_written
from xpert_studio.core.errors import XpertError
from xpert_studio.core.messages import Message
from xpert_studio.core.store import logs, open_files
from xpert_studio.core.store.connection import connect, readable_errors
from xpert_studio.core.store.file_format import need_ordinary, recognise
from xpert_studio.core.store.schema import SCHEMA_VERSION

Progress = Callable[[int, int], object]
"""Told how much is done, of how much."""

_UNUSABLE_IN_PLACE: Final = ("SQLITE_CANTOPEN", "SQLITE_READONLY", "SQLITE_FULL", "SQLITE_IOERR")


@dataclass(slots=True)
class ProjectPlace:
    """Where and how a project is read or written.

    Attributes:
        path: The file itself, or a private copy of it.
        mode: As for ``connect``.
        warnings: What a person should know.
    """

    path: Path
    mode: str
    warnings: list[str] = field(default_factory=list)
    _folder: tempfile.TemporaryDirectory[str] | None = None

    @property
    def is_copy(self) -> bool:
        """Whether it is a private copy."""
        return self._folder is not None

    def leave(self) -> None:
        """Deletes the private copy."""
        if self._folder is not None:
            self._folder.cleanup()


def may_write(path: Path) -> bool:
    """Whether a file and its folder can be written to."""
    return os.access(path, os.W_OK) and os.access(path.parent, os.W_OK)


def is_older(path: Path) -> bool:
    """Whether a file is a project of an older version; False for what cannot be opened at all."""
    try:
        with readable_errors(path), open_files.opening:
            place = place_as_it_is(path, sets_aside=False)
            try:
                return recognise(place.path, mode=place.mode) < SCHEMA_VERSION
            finally:
                place.leave()
    except (XpertError, OSError):
        return False


def place_as_it_is(path: Path, *, sets_aside: bool = True) -> ProjectPlace:
    """Where a file of any version is read with its log, and without any other.

    Args:
        path: The file.
        sets_aside: Whether the log of another file is moved away; otherwise it is not looked at.
    """
    need_ordinary(path)
    warnings = []
    mode = "ro"
    if sets_aside and may_write(path):
        notice = logs.set_foreign_aside(path)
        warnings += [notice] if notice else []
    if not open_files.is_held(path) and not logs.belongs(path):
        log = logs.log_of(path).name
        warnings.append(Message("{log} belongs to another file; it was not read.", log=log))
        return ProjectPlace(path, "immutable", warnings)
    if not logs.has_log(path) and not os.access(path.parent, os.W_OK):
        mode = "immutable"
    place = ProjectPlace(path, mode, warnings)
    return place if _is_usable(place) else private_copy(path, place)


def _is_usable(place: ProjectPlace) -> bool:
    """Whether the file can be read where it lies: its log may have to be indexed or undone."""
    try:
        connection = connect(place.path, mode=place.mode)
        try:
            connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
        finally:
            connection.close()
    except sqlite3.OperationalError as error:
        name = getattr(error, "sqlite_errorname", "")
        return not (name.startswith(_UNUSABLE_IN_PLACE) and logs.has_log(place.path))
    except (sqlite3.Error, UnicodeDecodeError):
        return True  # that is damage, which is said elsewhere
    return True


def private_copy(path: Path, place: ProjectPlace) -> ProjectPlace:
    """A copy in the folder for temporary files, with its log folded in.

    Raises:
        XpertError: There is no room for it.
    """
    folder = tempfile.TemporaryDirectory(prefix="xpert-studio-")
    copy = Path(folder.name, path.name)
    try:
        for suffix in ("", logs.WAL, logs.JOURNAL):
            source = logs.log_of(path, suffix)
            if source.exists() and (place.mode != "immutable" or not suffix):
                shutil.copyfile(source, logs.log_of(copy, suffix))
        fold(copy)
    except OSError as error:
        folder.cleanup()
        raise not_written(copy, error) from error
    except BaseException:
        folder.cleanup()
        raise
    return ProjectPlace(copy, "ro", place.warnings, folder)


def fold(path: Path) -> None:
    """Takes a file's own log into the file.

    Raises:
        sqlite3.Error: It is damaged, or another program has it open.
    """
    connection = connect(path, mode="rw")
    try:
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
        (mode,) = connection.execute("PRAGMA journal_mode = DELETE").fetchone()
        if mode != "delete":
            raise sqlite3.OperationalError("database is locked")
    finally:
        connection.close()
