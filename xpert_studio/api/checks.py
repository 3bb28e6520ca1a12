"""Kinds of checks, which a program decides."""

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
