"""What a judge and the experts quote of a response, as it can be marked there."""

from __future__ import annotations

from collections.abc import Sequence

from xpert_studio.core.records import Quote
from xpert_studio.core.workflow.views.verdicts import VerdictLine
from xpert_studio.desktop.widgets.reading_views import Marked


def placed(quote: Quote, text: str) -> Quote:
    """A quote as the response says it, where it was found though it is not letter for letter so."""
    start, end = quote.start, quote.end
    if start is None or end is None or not 0 <= start < end <= len(text):
        return quote
    return quote.model_copy(update={"quote": text[start:end]})


def marks_of(lines: Sequence[VerdictLine], current: VerdictLine | None, text: str) -> list[Marked]:
    """The passages to mark: the judge's of all lines, the experts' of the current one.

    The judge's of the current checkpoint are underlined; they come last, and so lie on top.
    """
    others = [(line, False) for line in lines if line is not current]
    found: list[Marked] = []
    for line, is_current in [*others, *([(current, True)] if current else [])]:
        if is_current:
            found += [
                Marked(placed(quote, text), is_current=True)
                for said in line.said
                for quote in said.judgment.evidence
            ]
        found += [
            Marked(placed(quote, text), is_current=is_current, is_underlined=is_current)
            for item in line.verdicts
            for quote in item.verdict.evidence
            if quote.verified is not False
        ]
    return found
