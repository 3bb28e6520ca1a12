"""Backups: whole copies made through SQLite's backup API, rotated by age.

They lie in ``NAME.backups/`` beside the project. A copy gets its final name only after it was
checked and is on disk.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

from xpert_studio.core.atomic_files import (
    as_not_written,
    delete,
    delete_unfinished,
    remedy_for,
    unfinished_path,
)
from xpert_studio.core.errors import (
    DamagedProjectError,
    NotFoundError,
    ProjectBusyError,
    ProjectFileError,
)
from xpert_studio.core.messages import Message
from xpert_studio.core.store import logs, open_files
from xpert_studio.core.store.connection import connect, person_readable, readable_errors
from xpert_studio.core.store.opening import Progress, fold, place_as_it_is
from xpert_studio.core.store.placing import keep_as, place_new, put_in_place_of

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


def back_up(
    project: Path,
    *,
    reason: str = "",
    to: Path | None = None,
    on_notice: Callable[[str], object] = lambda _: None,
    on_progress: Progress = lambda _done, _total: None,
) -> Path:
    """Copies a project while others may be writing to it.

    Args:
        project: The project file.
        reason: A word or two for the copy's name.
        to: Where to; otherwise the project's backup folder, where old copies are then thinned.
        on_notice: Told what a person should know.
        on_progress: Told how many pages are copied, of how many.

    Returns:
        The copy.

    Raises:
        DamagedProjectError: The project itself is damaged; older backups were left alone.
        ProjectFileError: The copy could not be written, or ``to`` exists.
    """
    target = to or _new_name(project, reason)
    if target.exists():
        raise ProjectFileError(
            Message("{target} exists already.", target=target), remedy="Choose another name."
        )
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with _copied(project, target, on_progress) as unfinished:
            notice = place_new(unfinished, target)
    except OSError as error:
        raise ProjectFileError(
            Message(
                "The backup {target} could not be written: {error}.",
                target=target,
                error=error.strerror or error,
            ),
            remedy=remedy_for(error),
        ) from error
    if notice:
        on_notice(notice)
    if to is None:
        thin_out(project)
    return target


def back_up_if_due(project: Path, *, now: datetime, reason: str = "") -> Path | None:
    """A backup, unless there is one that is younger than an hour.

    What killed processes have left in the backup folder is deleted either way.
    """
    delete_unfinished(backup_folder(project))
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


@contextmanager
def _copied(project: Path, target: Path, on_progress: Progress) -> Iterator[Path]:
    """A checked copy of a project, beside the target; it is gone when the block ends."""
    unfinished = unfinished_path(target)
    try:
        with readable_errors(project):
            place = place_as_it_is(project)
        try:
            source = connect(place.path, mode=place.mode)
            try:
                _copy(source, unfinished, project.name, on_progress)
            finally:
                source.close()
        except sqlite3.Error as error:
            raise _why_not_copied(error, project, unfinished) from error
        finally:
            place.leave()
        yield unfinished
    finally:
        for suffix in ("", logs.JOURNAL, logs.WAL, logs.INDEX):
            delete(logs.log_of(unfinished, suffix))


def _copy(source: sqlite3.Connection, target: Path, name: str, on_progress: Progress) -> None:
    copy = sqlite3.connect(target)
    try:
        source.backup(
            copy, pages=4096, progress=lambda _, left, total: on_progress(total - left, total)
        )
        copy.execute("PRAGMA journal_mode = DELETE")
        (verdict,) = copy.execute("PRAGMA quick_check(1)").fetchone()
    finally:
        copy.close()
    if verdict != "ok":
        raise DamagedProjectError(
            Message(
                "{name} is damaged, so no new backup was made ({verdict}).",
                name=name,
                verdict=verdict,
            ),
            remedy="Go back to an older backup; 'xpert-studio verify' names the newest good one.",
        )


def _why_not_copied(error: sqlite3.Error, project: Path, target: Path) -> ProjectFileError:
    """A disk that fails is the target's; anything else is the project's."""
    is_disk = getattr(error, "sqlite_errorname", "").startswith(("SQLITE_FULL", "SQLITE_IOERR"))
    return person_readable(error, target if is_disk else project)


def clone(project: Path, target: Path) -> None:
    """Writes a copy of a project under a new name, whole or not at all.

    Raises:
        XpertError: A file is there, or the disk is full or failing.
    """
    with (
        as_not_written(target),
        _copied(project, target, lambda _done, _total: None) as unfinished,
    ):
        place_new(unfinished, target)


def replace_with(project: Path, other: Path, why: str) -> Path:
    """Puts another file in a project's place; gives where the former is kept.

    Raises:
        ProjectBusyError: The project is open.
        XpertError: The disk is full or failing.
    """
    with (
        as_not_written(project),
        _copied(other, project, lambda _done, _total: None) as unfinished,
    ):
        return _replaced(project, unfinished, why)


def _replaced(project: Path, unfinished: Path, why: str) -> Path:
    _fold_if_sound(project)
    stamp = datetime.now(UTC).strftime(_STAMP)
    aside = project.with_name(f"{project.stem}.before-{why}-{stamp}{project.suffix}")
    keep_as(project, aside)
    put_in_place_of(unfinished, project)
    return aside


def restore(
    project: Path, name: str, *, on_notice: Callable[[str], object] = lambda _: None
) -> Path | None:
    """Puts a backup in the project's place; what stood there is kept beside it.

    Killed anywhere, it can be run again: the name always holds a whole project, the old one or the
    backup, and what is kept has its log beside it or in it.

    Args:
        project: The project file, damaged or missing even.
        name: File name of a backup in the project's backup folder.
        on_notice: Told what a person should know.

    Returns:
        Where the former file is kept, or None where there was none.

    Raises:
        NotFoundError: There is no such backup.
        DamagedProjectError: The backup is damaged itself.
        ProjectBusyError: The project is open.
        ProjectFileError: The disk is full or failing.
    """
    source = backup_folder(project) / Path(name).name
    if not source.exists():
        raise NotFoundError(
            Message("There is no backup {name} of {project}.", name=name, project=project.name),
            remedy="'xpert-studio backup PROJECT --list' shows them.",
        )
    aside = None
    try:
        with _copied(source, project, lambda _done, _total: None) as unfinished:
            if not project.exists():
                notice = place_new(unfinished, project)
            else:
                notice = logs.set_foreign_aside(project)
                aside = _replaced(project, unfinished, "restore")
    except OSError as error:
        raise ProjectFileError(
            Message(
                "{project} could not be restored: {error}.",
                project=project.name,
                error=error.strerror or error,
            ),
            remedy=remedy_for(error),
        ) from error
    if notice:
        on_notice(notice)
    return aside


def _fold_if_sound(project: Path) -> None:
    """Takes the log of what is replaced into it; a damaged file keeps its log beside it."""
    if open_files.is_held(project):
        raise _busy(project)
    try:
        if _is_sound(project):
            fold(project)
    except sqlite3.Error as error:
        if getattr(error, "sqlite_errorname", "").startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
            raise _busy(project) from error


def _is_sound(project: Path) -> bool:
    """Whether SQLite finds no damage; asked for reading only, which leaves file and log alone."""
    try:
        source = connect(project, mode="ro")
        try:
            return bool(source.execute("PRAGMA quick_check(1)").fetchone() == ("ok",))
        finally:
            source.close()
    except (sqlite3.DatabaseError, UnicodeDecodeError):
        return False


def _busy(project: Path) -> ProjectBusyError:
    return ProjectBusyError(
        Message("{project} is open.", project=project.name),
        remedy="Close it in every window and terminal, and try again.",
    )
