"""Compound lines: two demands in one, of which a response may meet half.

What joins two demands: a conjunction before a second demanding verb, sentences that each demand,
numbered items, a list of things after one verb. What does not: comparisons and relations, fixed
phrases, names, quotes, asides in brackets, explanations of the one demand.
"""

from __future__ import annotations

from xpert_studio.core.lint.findings import Context, Fix, FixKind, Found, Level, LintedLine
from xpert_studio.core.lint.rules.compound_en import compound_en
from xpert_studio.core.lint.rules.compound_zh import compound_zh


def compound(line: LintedLine, context: Context) -> Found:
    """Two demands in one line: a response that meets one of them is neither met nor not met."""
    found = compound_zh(line) if line.language == "zh" else compound_en(line)
    if found is None:
        return
    yield context.finding(
        "compound",
        Level.WARNING,
        line,
        (found.start, found.end),
        fix=Fix(FixKind.SPLIT, found.parts) if len(found.parts) > 1 else None,
    )
