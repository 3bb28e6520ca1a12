"""Writes files and folders whole or not at all: nothing half-written has the final name."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from xpert_studio.errors import UsageError, XpertError


@contextmanager
def whole_file(target: Path, *, replace: bool) -> Iterator[Path]:
    """A path to write to; what is there when the block ends well takes the final name.

    Args:
        target: The final name.
        replace: Whether an existing file may be replaced.

    Raises:
        UsageError: The file exists and may not be replaced.
        XpertError: It could not be written.
    """
    if target.exists() and not replace:
        raise UsageError(f"{target} exists.", remedy="Choose another name, or add --replace.")
    unfinished = target.with_name(f".{target.stem}.{os.getpid()}{target.suffix}")
    try:
        yield unfinished
        unfinished.replace(target)
    except OSError as error:
        raise XpertError(
            f"{target} could not be written: {error.strerror or error}.",
            remedy="Check the folder and the room on the disk.",
        ) from error
    finally:
        with suppress(OSError):
            unfinished.unlink()


def write_whole(target: Path, text: str) -> None:
    """Writes a small text file whole, in place of what was there.

    Raises:
        XpertError: It could not be written.
    """
    with whole_file(target, replace=True) as unfinished:
        unfinished.write_text(text, encoding="utf-8")


def swap_folder(unfinished: Path, target: Path) -> None:
    """Puts a folder in its place; an old one that stood there comes back where that fails.

    Raises:
        OSError: It could not be put there.
    """
    if not target.exists():
        unfinished.rename(target)
        return
    old = target.with_name(f".{target.name}.{os.getpid()}.old")
    target.rename(old)
    try:
        unfinished.rename(target)
    except OSError:
        old.rename(target)
        raise
    shutil.rmtree(old, ignore_errors=True)
