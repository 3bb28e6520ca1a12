"""Rules of the linter."""

from xpert_studio.core.lint.findings import Context, Finding, Fix, FixKind, Found, Level, LintedLine
from xpert_studio.core.lint.linter import Rule
from xpert_studio.core.records import Checkpoint

__all__ = [
    "Checkpoint",
    "Context",
    "Finding",
    "Fix",
    "FixKind",
    "Found",
    "Level",
    "LintedLine",
    "Rule",
]
