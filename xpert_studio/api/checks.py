"""Kinds of checks, which a program decides."""

from xpert_studio.core.instruments.deciding import (
    CannotCheckError,
    Completed,
    Outcome,
    Program,
    Runner,
    Subject,
)
from xpert_studio.core.messages import Message
from xpert_studio.packs.checks.kinds.kind import CheckKind, Negatable, Parameters

__all__ = [
    "CannotCheckError",
    "CheckKind",
    "Completed",
    "Message",
    "Negatable",
    "Outcome",
    "Parameters",
    "Program",
    "Runner",
    "Subject",
]
