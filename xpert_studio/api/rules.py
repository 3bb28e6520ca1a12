"""Rules of the linter, and what attacks meet a checkpoint."""

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
