"""Standard output and error on any terminal: of another encoding, full, or closed."""

from __future__ import annotations

import errno
import os
import sys
from pathlib import Path
from typing import Final, TextIO

_OUTPUT: Final = 1
"""The number of standard output among the open files of a process."""
_FAILING: Final = frozenset({errno.ENOSPC, errno.EIO, errno.EBADF, errno.EDQUOT})


def ready_streams() -> None:
    """Lets every text be printed, whatever the terminal's encoding, and where nobody listens.

    A character that the terminal does not have is printed by its number: what a command has done
    must not end in an error because its report cannot be shown. In JSON that is how it is written.
    """
    for name in ("stdout", "stderr"):
        stream: TextIO | None = getattr(sys, name)
        if stream is None:
            nowhere = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115 - for good
            setattr(sys, name, nowhere)
        elif hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")


_kept: tuple[TextIO, TextIO, bool] | None = None
"""Where all else is printed since ``keep_output``, what was standard output, and whether of the
system."""


def keep_output() -> None:
    """Keeps standard output for the result of this process, which is written to ``output()``.

    Whatever else is printed from now on, by packs, libraries, threads and processes that are
    started here, goes to standard error. It stays so until the process ends.
    """
    global _kept
    own, is_system = output(), False
    if own is not sys.stdout:
        return
    own.flush()
    try:
        if own.fileno() == _OUTPUT:
            is_system = True
            error = sys.stderr.fileno()
            own = os.fdopen(os.dup(_OUTPUT), "w", encoding=own.encoding, errors=own.errors)
            os.dup2(error, _OUTPUT)
    except (OSError, ValueError):  # one of them is no file of the system
        pass
    _kept, sys.stdout = (sys.stderr, own, is_system), sys.stderr


def give_output_back() -> None:
    """Ends that standard output is kept, where a caller put a stream of its own in its place.

    That of the system stays kept: threads print until the process ends.
    """
    global _kept
    if _kept is not None and not _kept[2]:
        sys.stdout, _kept = output(), None


def output() -> TextIO:
    """Where the result of this process goes: standard output, also while it is kept for that."""
    return _kept[1] if _kept and sys.stdout is _kept[0] else sys.stdout


def is_of_output(error: OSError) -> bool:
    """Whether an error is that standard output takes no more; errors of files name theirs."""
    return error.filename is None and error.errno in _FAILING


def leave_output() -> None:
    """Sends to nowhere what is still to be printed."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), output().fileno())
