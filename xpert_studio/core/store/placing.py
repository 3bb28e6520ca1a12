"""Puts finished project files under their names, whole and without anybody else's log."""

from __future__ import annotations

import shutil
from pathlib import Path

from xpert_studio.core.atomic_files import delete, sync, unfinished_path
from xpert_studio.core.store import logs


def place_new(unfinished: Path, path: Path) -> str | None:
    """Gives a finished file a name that no file has.

    Returns:
        That a log was set aside, for a person; else None.

    Raises:
        FileExistsError: A file of that name exists.
        OSError: It could not be written.
    """
    if path.exists():
        raise FileExistsError(path)
    sync(unfinished)
    notice = logs.set_aside(path)
    if not _linked(unfinished, path):
        unfinished.rename(path)
    delete(unfinished)
    sync(path.parent)
    return notice


def keep_as(path: Path, kept: Path) -> None:
    """Gives a file and its logs a second name; the file is the last to get it.

    Raises:
        OSError: It could not be done.
    """
    for suffix in (logs.WAL, logs.JOURNAL):
        log = logs.log_of(path, suffix)
        if log.exists():
            _link_or_copy(log, logs.log_of(kept, suffix))
    _link_or_copy(path, kept)
    sync(path.parent)


def put_in_place_of(unfinished: Path, path: Path) -> None:
    """Puts a finished file in the place of another one, whose logs are deleted.

    Killed before that, the new file has the old one's write-ahead log beside it. It says itself
    that it keeps none, so that is set aside when it is opened.

    Raises:
        OSError: It could not be done; the old one is still there.
    """
    sync(unfinished)
    logs.log_of(path, logs.JOURNAL).unlink(missing_ok=True)
    unfinished.replace(path)
    sync(path.parent)
    for suffix in (logs.WAL, logs.INDEX):
        logs.log_of(path, suffix).unlink(missing_ok=True)


def _link_or_copy(source: Path, target: Path) -> None:
    if _linked(source, target):
        return
    unfinished = unfinished_path(target)
    try:
        shutil.copyfile(source, unfinished)
        sync(unfinished)
        unfinished.rename(target)
    finally:
        delete(unfinished)


def _linked(source: Path, target: Path) -> bool:
    """Whether the file has the second name now; False on a disk that knows no second names."""
    try:
        target.hardlink_to(source)
    except FileExistsError:
        raise
    except OSError:
        return False
    return True
