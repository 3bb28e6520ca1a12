"""The window: pages over the workflow's verbs and views, for people who write, review and judge."""

from __future__ import annotations

import ctypes
import sys
from typing import Final

_IMMORTAL_SINCE: Final = (3, 12)
_PLENTY: Final = 1 << 40
_HANDED_OUT: Final = (None, True, False, NotImplemented, ...)


def keep_singletons_alive() -> None:
    """Keeps ``None``, ``True`` and ``False`` alive under Python 3.11, once a process.

    The wheels of PySide6 6.12 are built for interpreters in which these objects are immortal (PEP
    683, Python 3.12 and later): they hand them out without counting the reference. On Python 3.11
    every such call takes one reference away, until the interpreter frees ``None`` and aborts. A
    large number added to their counts once makes them as immortal as there.
    """
    if sys.version_info >= _IMMORTAL_SINCE:
        return
    for thing in _HANDED_OUT:
        # The count is the first field of every object of CPython.
        count = ctypes.c_ssize_t.from_address(id(thing))
        if count.value < _PLENTY // 2:
            count.value += _PLENTY


keep_singletons_alive()
