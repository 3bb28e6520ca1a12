"""Kinds of checks, which decide by program.

- A ``CheckKind`` has a class of ``Parameters``; ``Negatable`` is one whose check can be turned
  round, ``Exact`` a number that is compared exactly, ``LINES`` marks a text of several lines.
- It is given a ``Subject`` and gives an ``Outcome``, in which a ``Message`` says why (``joined``
  lists several). What it cannot decide is a ``CannotCheckError``, a text that would take too long
  too (``refuse_longer``).
- Code of responses is a ``Program`` that a ``Runner`` runs until it is ``Completed``.
"""

from xpert_studio.core.instruments.deciding import (
    CannotCheckError,
    Completed,
    Outcome,
    Program,
    Runner,
    Subject,
)
from xpert_studio.core.messages import Message, joined
from xpert_studio.packs.checks.kinds.kind import (
    LINES,
    CheckKind,
    Exact,
    Negatable,
    Parameters,
    refuse_longer,
)

__all__ = [
    "LINES",
    "CannotCheckError",
    "CheckKind",
    "Completed",
    "Exact",
    "Message",
    "Negatable",
    "Outcome",
    "Parameters",
    "Program",
    "Runner",
    "Subject",
    "joined",
    "refuse_longer",
]
