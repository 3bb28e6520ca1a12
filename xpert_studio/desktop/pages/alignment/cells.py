"""Cells that several tables of the page have."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xpert_studio.desktop.evidence_words import caution_hint
from xpert_studio.desktop.pages.alignment.words import with_span
from xpert_studio.desktop.parts.figures import Cell
from xpert_studio.desktop.wording import figure

if TYPE_CHECKING:
    from xpert_studio.metrics import Interval


def span_cell(
    value: float | None, interval: Interval | None, caution: str | None, tasks: int
) -> Cell:
    """A figure with its interval; the tooltip says why the interval is approximate.

    Args:
        value: The figure.
        interval: Its interval.
        caution: Why that is approximate; None where it is not.
        tasks: Tasks behind the figure.
    """
    return Cell(with_span(value, interval, caution), value, hint=caution_hint(caution, tasks))


def p_cell(p: float | None) -> Cell:
    """A p-value; never shown as zero."""
    return Cell("< 0.001" if p is not None and p < 0.0005 else figure(p, 3), p)
