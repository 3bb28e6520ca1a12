"""Kinds of checks: pure functions that decide a checkpoint; a new one is an entry of a file."""

from typing import Final

from xpert_studio.instruments.checks import counts, ifeval
from xpert_studio.instruments.checks.kind import (
    CannotCheckError,
    CheckKind,
    Outcome,
    Parameters,
    Subject,
)

KINDS: Final[dict[str, CheckKind]] = {
    kind.id: kind
    for kinds in (
        counts.KINDS,
        ifeval.KINDS,
    )
    for kind in kinds
}  # fmt: skip
"""By id."""

__all__ = ["KINDS", "CannotCheckError", "CheckKind", "Outcome", "Parameters", "Subject"]
