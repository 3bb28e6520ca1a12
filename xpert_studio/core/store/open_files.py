"""Which project files this process has open.

SQLite's locks on a file belong to the whole process: as soon as any other handle on that file is
closed in it, the system lets all of them go, and SQLite is not told. Another program that closes
the project would then believe that it was the last one, and take the write-ahead log away from
under ours. So a file that is held here is never opened by hand.
"""

from __future__ import annotations

import threading
from collections import Counter
from pathlib import Path
from typing import Final

Identity = tuple[int, int]

opening: Final = threading.RLock()
"""Held while a file is looked at and opened, so that no thread looks while another opens."""

_held: Final[Counter[Identity]] = Counter()


def identity(path: Path) -> Identity | None:
    """What tells a file from every other one, by whatever name; None where there is none."""
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino


def hold(file: Identity | None) -> None:
    """Says that a file is open."""
    if file is not None:
        with opening:
            _held[file] += 1


def let_go(file: Identity | None) -> None:
    """Says that it is closed again."""
    if file is not None:
        with opening:
            _held[file] -= 1


def is_held(path: Path) -> bool:
    """Whether a file is open in this process."""
    file = identity(path)
    with opening:
        return file is not None and _held[file] > 0
