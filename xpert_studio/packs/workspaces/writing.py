"""Writes a folder that is kept onto a disk, exactly, into a new or empty folder."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

from xpert_studio.api import Message
from xpert_studio.core.atomic_files import not_written
from xpert_studio.core.errors import UsageError
from xpert_studio.packs.workspaces.folder import Folder

_PLAIN, _RUN = 0o644, 0o755
_NEW: Final = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0)


def write_folder(folder: Folder, target: Path) -> None:
    """Writes every file.

    Args:
        folder: What is written.
        target: A folder that is empty, or not there yet; a link is none.

    Raises:
        UsageError: Something is there already.
        XpertError: It cannot be written.
    """
    if target.is_symlink() or (target.exists() and (not target.is_dir() or any(target.iterdir()))):
        raise UsageError(
            Message("{path} is no empty folder.", path=target),
            remedy="Name a new folder: nothing is overwritten.",
        )
    try:
        for path, file in folder.files.items():
            place = target.joinpath(*path.split("/"))
            place.parent.mkdir(parents=True, exist_ok=True)
            flags = _NEW | getattr(os, "O_BINARY", 0)
            mode = _RUN if file.is_executable else _PLAIN
            with os.fdopen(os.open(place, flags, mode), "wb") as opened:
                opened.write(file.content)
            place.chmod(mode)
        target.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise not_written(target, error) from error
