"""Rules of the linter, and what attacks meet a checkpoint.

- A ``Rule`` looks at a ``LintedLine`` or a rubric, in a ``Context``, and yields what it ``Found``:
  each ``Finding`` of a ``Level``, with a ``Fix`` of a ``FixKind`` where there is one.
- A ``GatherMetBy`` reads a ``Transaction`` and gives a ``MetBy``: which attacks meet each
  ``Checkpoint``.
"""

from xpert_studio.core.lint.findings import Context, Finding, Fix, FixKind, Found, Level, LintedLine
from xpert_studio.core.lint.linter import Rule
from xpert_studio.core.records import Checkpoint
from xpert_studio.core.store import Transaction
from xpert_studio.core.workflow.linting import GatherMetBy, MetBy

__all__ = [
    "Checkpoint",
    "Context",
    "Finding",
    "Fix",
    "FixKind",
    "Found",
    "GatherMetBy",
    "Level",
    "LintedLine",
    "MetBy",
    "Rule",
    "Transaction",
]
