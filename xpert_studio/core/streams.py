"""Standard output and error on any terminal: of another encoding, full, or closed."""

from __future__ import annotations

import errno
import os
import sys
from pathlib import Path
from typing import Final, TextIO

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


def is_of_output(error: OSError) -> bool:
    """Whether an error is that standard output takes no more; errors of files name theirs."""
    return error.filename is None and error.errno in _FAILING


def leave_output() -> None:
    """Sends to nowhere what is still to be printed."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
