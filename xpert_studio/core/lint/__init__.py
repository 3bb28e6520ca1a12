"""The rubric linter: what makes a checkpoint hard to judge, where it stands, and how to fix it.

One rule a function; packs bring others. English and Chinese word lists in
``resources/lint``. Imports records only; knows no clock, no file, no person.
"""

from xpert_studio.core.lint.findings import Finding, FixKind, Level
from xpert_studio.core.lint.linter import RULES, lint_checkpoint, lint_rubric, rules_in_order
from xpert_studio.core.lint.rules.relevance import untested_spans

__all__ = [
    "RULES",
    "Finding",
    "FixKind",
    "Level",
    "lint_checkpoint",
    "lint_rubric",
    "rules_in_order",
    "untested_spans",
]
