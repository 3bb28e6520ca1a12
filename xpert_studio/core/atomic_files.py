"""Writes files and folders whole or not at all: nothing half-written has the final name.

What has it is on the disk: the content is synced before it gets the name, and the name after, so
that what was said to be written is there after a power cut.

What is being written has its own name beside the target. The name says which process writes
it, so that what a killed process has left is known, and deleted by the next one that writes there.
"""

from __future__ import annotations

import ctypes
import errno
import hashlib
import os
import re
import secrets
import shutil
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from xpert_studio.core.errors import UsageError, XpertError
from xpert_studio.core.messages import Message

_HOST: Final = hashlib.sha256(socket.gethostname().encode()).hexdigest()[:8]
_UNFINISHED: Final = re.compile(
    r"\..*\.(?P<host>[0-9a-f]{8})-(?P<process>\d+)-[0-9a-f]{8}\.part(\.[^.]+)?"
)
_LONGEST_STEM: Final = 40
_CANNOT_SYNC: Final = frozenset({errno.EINVAL, errno.ENOTSUP, errno.ENOSYS})
"""What file systems say that keep no promise at all, such as some on a network."""
_REMEDIES: Final = {
    errno.ENOSPC: Message("Free some room on that disk and try again."),
    errno.EDQUOT: Message(
        "Your quota on that disk is used up: delete files of yours there, or ask for "
        "more, and try again."
    ),
    errno.EFBIG: Message(
        "That disk, or a limit of this computer, allows no file of this size: choose another disk."
    ),
    errno.EIO: Message(
        "The disk or the connection to it fails: copy your files from it to another "
        "disk now, and work there."
    ),
    errno.EROFS: Message("That disk can only be read: choose a folder on another one."),
    errno.EACCES: Message("Choose a folder that you may write to, or have the permission given."),
    errno.EPERM: Message("Choose a folder that you may write to, or have the permission given."),
    errno.ENOENT: Message("Choose a folder that exists."),
}


def unfinished_path(target: Path) -> Path:
    """A name beside the target for what is being written; it has the target's suffix.

    What killed processes have left in that folder is deleted.
    """
    delete_unfinished(target.parent)
    tag = f"{_HOST}-{os.getpid()}-{secrets.token_hex(4)}"
    return target.with_name(f".{target.stem[:_LONGEST_STEM]}.{tag}.part{target.suffix}")


def delete_unfinished(folder: Path) -> None:
    """Deletes what processes of this computer that have ended were writing in a folder."""
    with suppress(OSError):
        for path in list(folder.iterdir()):
            name = re.sub(r"-(wal|shm|journal)$", "", path.name)
            found = _UNFINISHED.fullmatch(name)
            if found is None or found["host"] != _HOST or process_exists(int(found["process"])):
                continue
            delete(path)


def delete(path: Path) -> None:
    """Deletes a file or folder, as far as that is possible."""
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path, ignore_errors=True)
    else:
        with suppress(OSError):
            path.unlink()


def process_exists(process: int) -> bool:
    """Whether a process of this computer is running; True where that cannot be known."""
    if sys.platform == "win32":  # where asking would end it
        return True
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:
        return True
    return True


def remedy_for(error: OSError) -> str:
    """What a person can do about a file that could not be written."""
    return _REMEDIES.get(error.errno or 0, Message("Check the folder and the disk, and try again."))


def need_free(target: Path, *, replace: bool) -> None:
    """Refuses a name that is taken; whoever works long for a file asks before the work.

    Args:
        target: A file or folder.
        replace: Whether what is there may be replaced.

    Raises:
        UsageError: Something is there, and may not be.
    """
    if target.exists() and not replace:
        raise UsageError(
            Message("{target} exists.", target=target),
            remedy="Choose another name, or add --replace.",
        )


def need_folder_name(target: Path, tool: str) -> None:
    """Refuses the name of a packed file for what is written as a folder.

    Args:
        target: The folder.
        tool: What reads it.

    Raises:
        UsageError: It ends in ``.zip``.
    """
    if target.suffix.lower() == ".zip":
        raise UsageError(
            Message(
                "{tool} reads a folder, and {target} cannot be the name of a folder.",
                tool=tool,
                target=target.name,
            ),
            remedy=Message("Write to {target} instead.", target=target.with_suffix("").name),
        )


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
    need_free(target, replace=replace)
    unfinished = unfinished_path(target)
    try:
        yield unfinished
        sync_all(unfinished)
        unfinished.replace(target)
        sync(target.parent)
    except OSError as error:
        raise not_written(target, error) from error
    finally:
        delete(unfinished)


def sync(path: Path) -> None:
    """Waits until the content of a file, or the names in a folder, are on the disk.

    Raises:
        OSError: The disk says that they are not.
    """
    if sys.platform == "win32" and path.is_dir():  # whose folders cannot be opened
        return
    handle = os.open(path, os.O_RDWR if sys.platform == "win32" else os.O_RDONLY)
    try:
        os.fsync(handle)
    except OSError as error:
        if error.errno not in _CANNOT_SYNC:
            raise
    finally:
        os.close(handle)


def sync_all(path: Path) -> None:
    """The same of a file, or of a folder with all that is in it.

    Raises:
        OSError: The disk says that something of it is not there.
    """
    inside = sorted(path.rglob("*"), reverse=True) if path.is_dir() else []
    for one in (*inside, path):
        if not one.is_symlink():
            sync(one)


def not_written(target: Path, error: OSError) -> XpertError:
    """The error a person should see for a file that could not be written."""
    return XpertError(
        Message(
            "{target} could not be written: {error}.", target=target, error=error.strerror or error
        ),
        remedy=remedy_for(error),
    )


@contextmanager
def as_not_written(target: Path) -> Iterator[None]:
    """What the disk refuses in the block is an error that a person should see.

    Raises:
        XpertError: The file could not be written.
    """
    try:
        yield
    except OSError as error:
        raise not_written(target, error) from error


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
        OSError: It could not be put there, or is not on the disk.
    """
    sync_all(unfinished)
    _swapped(unfinished, target)
    sync(target.parent)


def _swapped(unfinished: Path, target: Path) -> None:
    if not target.exists():
        unfinished.rename(target)
        return
    if _exchanged(unfinished, target):
        shutil.rmtree(unfinished, ignore_errors=True)
        return
    old = target.with_name(f".{target.name}.{os.getpid()}.old")
    target.rename(old)
    try:
        unfinished.rename(target)
    except OSError:
        old.rename(target)
        raise
    shutil.rmtree(old, ignore_errors=True)


def _exchanged(one: Path, other: Path) -> bool:
    """Lets two files or folders change names in one step, where the system and the disk can.

    Returns:
        Whether they did: else nothing has happened.
    """
    try:
        rename = ctypes.CDLL(None, use_errno=True).renameat2
    except (AttributeError, OSError, TypeError):  # not Linux, or an old C library
        return False
    here, exchange = -100, 2  # AT_FDCWD, RENAME_EXCHANGE of linux/fs.h
    return bool(rename(here, os.fsencode(one), here, os.fsencode(other), exchange) == 0)
