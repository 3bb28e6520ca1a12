"""What the program's exit code means, and which error gives which."""

from __future__ import annotations

from enum import IntEnum

from xpert_studio.errors import (
    BudgetError,
    DamagedProjectError,
    ExchangeRefusedError,
    InputRefusedError,
    JudgeError,
    NewerProjectError,
    NotAProjectError,
    NotFoundError,
    UsageError,
    XpertError,
)


class Exit(IntEnum):
    """Exit codes of every command."""

    DONE = 0
    PROBLEMS = 1
    USAGE = 2
    REFUSED = 3
    PARTLY = 4
    INTERRUPTED = 130


_REFUSED = (
    InputRefusedError,
    ExchangeRefusedError,
    NotAProjectError,
    NewerProjectError,
    DamagedProjectError,
)
_USAGE = (UsageError, NotFoundError, JudgeError, BudgetError)


def exit_code(error: XpertError) -> Exit:
    """The exit code an error ends a command with."""
    if isinstance(error, _REFUSED):
        return Exit.REFUSED
    return Exit.USAGE if isinstance(error, _USAGE) else Exit.PROBLEMS
