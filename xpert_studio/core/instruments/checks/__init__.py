"""Kinds of checks: pure functions that decide a checkpoint; a new one is an entry of a file."""

from typing import Final

from xpert_studio.core.instruments.checks import (
    behaviour,
    code,
    combined,
    counts,
    dates,
    facts,
    html_signs,
    ifeval,
    json_texts,
    languages,
    lengths,
    markdown,
    markup,
    numbers,
    overlap,
    patterns,
    phrases,
    repetition,
    tables,
    texts,
    traps,
)
from xpert_studio.core.instruments.checks.kind import (
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
        lengths.KINDS,
        texts.KINDS,
        patterns.KINDS,
        repetition.KINDS,
        overlap.KINDS,
        json_texts.KINDS,
        markup.KINDS,
        html_signs.KINDS,
        tables.KINDS,
        markdown.KINDS,
        numbers.KINDS,
        dates.KINDS,
        languages.KINDS,
        phrases.KINDS,
        facts.KINDS,
        code.KINDS,
        behaviour.KINDS,
        traps.KINDS,
        ifeval.KINDS,
    )
    for kind in kinds
}  # fmt: skip
"""By id."""
KINDS["constraints"] = combined.combining(KINDS)

__all__ = ["KINDS", "CannotCheckError", "CheckKind", "Outcome", "Parameters", "Subject"]
