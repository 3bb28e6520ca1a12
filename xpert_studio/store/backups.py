"""Backups: whole copies made through SQLite's backup API, rotated by age.

They lie in ``NAME.backups/`` beside the project. A copy gets its final name only after it was
checked and is on disk.
"""

from __future__ import annotations

import os
import re
import sqlite3
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

from xpert_studio.errors import DamagedProjectError, NotFoundError, ProjectFileError
from xpert_studio.store.connection import connect, readable_errors

KEEP_NEWEST: Final = 8
KEEP_DAILY: Final = 14
DUE_AFTER: Final = timedelta(hours=1)
_NAME: Final = re.compile(r"(?P<at>\d{8}T\d{6}\d*Z)(-(?P<reason>[\w-]+))?\.xpert")
_STAMP: Final = "%Y%m%dT%H%M%S%fZ"


@dataclass(frozen=True, slots=True)
class Backup:
    """A backup on disk: where, when it was made, and why (empty for a routine one)."""

    path: Path
    at: datetime
    reason: str


def backup_folder(project: Path) -> Path:
    """Where the backups of a project lie."""
    return project.parent / f"{project.stem}.backups"


def list_backups(project: Path) -> list[Backup]:
    """The backups of a project, newest first."""
    found = []
    folder = backup_folder(project)
    for path in folder.iterdir() if folder.is_dir() else ():
        match = _NAME.fullmatch(path.name)
        if match:
            at = datetime.strptime(match["at"], _STAMP).replace(tzinfo=UTC)
            found.append(Backup(path, at, match["reason"] or ""))
    return sorted(found, key=lambda backup: backup.path.name, reverse=True)


def back_up(project: Path, *, reason: str = "", to: Path | None = None) -> Path:
    """Copies a project while others may be writing to it.

    Args:
        project: The project file.
        reason: A word or two for the copy's name.
        to: Where to; otherwise the project's backup folder, where old copies are then thinned.

    Returns:
        The copy.

    Raises:
        DamagedProjectError: The project itself is damaged; older backups were left alone.
        ProjectFileError: The copy could not be written, or ``to`` exists.
    """
    target = to or _new_name(project, reason)
    if target.exists():
        raise ProjectFileError(f"{target} exists already.", remedy="Choose another name.")
    unfinished = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with readable_errors(project):
            _copy(project, unfinished)
        unfinished.replace(target)
    except OSError as error:
        raise ProjectFileError(
            f"The backup {target} could not be written: {error.strerror or error}.",
            remedy="Free some room, or name another place with --to.",
        ) from error
    finally:
        with suppress(OSError):
            unfinished.unlink()
    if to is None:
        thin_out(project)
    return target


def back_up_if_due(project: Path, *, now: datetime, reason: str = "") -> Path | None:
    """A backup, unless there is one that is younger than an hour."""
    backups = list_backups(project)
    if backups and now - backups[0].at < DUE_AFTER:
        return None
    return back_up(project, reason=reason)


def thin_out(project: Path) -> None:
    """Keeps the newest copies and one a day; copies made before a migration stay."""
    kept_days: set[str] = set()
    for number, backup in enumerate(list_backups(project)):
        day = backup.at.date().isoformat()
        first_of_day = day not in kept_days and len(kept_days) < KEEP_DAILY
        if number < KEEP_NEWEST or first_of_day or backup.reason.startswith("before-schema"):
            kept_days.add(day)
            continue
        with suppress(OSError):
            backup.path.unlink()


def _new_name(project: Path, reason: str) -> Path:
    stamp = datetime.now(UTC).strftime(_STAMP)
    suffix = f"-{re.sub(r'[^A-Za-z0-9]+', '-', reason).strip('-')}" if reason else ""
    return backup_folder(project) / f"{stamp}{suffix}.xpert"


def _copy(project: Path, target: Path) -> None:
    source = connect(project, mode="ro" if os.access(project.parent, os.W_OK) else "immutable")
    try:
        copy = sqlite3.connect(target)
        try:
            source.backup(copy, pages=4096)
            copy.execute("PRAGMA journal_mode = DELETE")
            (verdict,) = copy.execute("PRAGMA quick_check(1)").fetchone()
        finally:
            copy.close()
    finally:
        source.close()
    if verdict != "ok":
        raise DamagedProjectError(
            f"{project.name} is damaged, so no new backup was made ({verdict}).",
            remedy="Go back to an older backup; 'xpert-studio check' names the newest good one.",
        )
    with target.open("rb+") as file:
        os.fsync(file.fileno())


def restore(project: Path, name: str) -> Path | None:
    """Puts a backup in the project's place; what stood there is kept beside it.

    Args:
        project: The project file, damaged or missing even.
        name: File name of a backup in the project's backup folder.

    Returns:
        Where the former file is kept, or None where there was none.

    Raises:
        NotFoundError: There is no such backup.
        DamagedProjectError: The backup is damaged itself.
    """
    source = backup_folder(project) / Path(name).name
    if not source.exists():
        raise NotFoundError(
            f"There is no backup {name} of {project.name}.",
            remedy="'xpert-studio backup PROJECT --list' shows them.",
        )
    unfinished = project.with_name(f".{project.name}.{os.getpid()}.restored")
    try:
        with readable_errors(source):
            _copy(source, unfinished)
        aside = None
        if project.exists():
            stamp = datetime.now(UTC).strftime(_STAMP)
            aside = project.with_name(f"{project.stem}.before-restore-{stamp}{project.suffix}")
            project.replace(aside)
            # Its write-ahead log belongs to the old file: applied to the new one it would ruin it.
            for suffix in ("-wal", "-shm"):
                log = project.with_name(project.name + suffix)
                if log.exists():
                    log.replace(aside.with_name(aside.name + suffix))
        unfinished.replace(project)
    finally:
        with suppress(OSError):
            unfinished.unlink()
    return aside
