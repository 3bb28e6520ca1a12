"""Cells that several tables of the page have."""

from __future__ import annotations

from xpert_studio.desktop.parts.figures import Cell
from xpert_studio.desktop.wording import figure


def p_cell(p: float | None) -> Cell:
    """A p-value; never shown as zero."""
    return Cell("< 0.001" if p is not None and p < 0.0005 else figure(p, 3), p)
