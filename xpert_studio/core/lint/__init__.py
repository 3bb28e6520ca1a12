"""The rubric linter: what makes a checkpoint hard to judge, where it stands, and how to fix it.

One rule a function; packs bring others. English and Chinese word lists in
``resources/lint``. Imports records only; knows no clock, no file, no person. The rules are loaded
when one is asked for: most commands lint nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xpert_studio.core.lint.findings import Finding, FixKind, Level

if TYPE_CHECKING:
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


def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from xpert_studio.core.lint import linter
    from xpert_studio.core.lint.rules import relevance

    return getattr(relevance if name == "untested_spans" else linter, name)
