"""Small widgets that pages are made of; the most common ones stand here for all pages.

Those that know the window around them, and tables and lists, are imported from their modules.
"""

from __future__ import annotations

from xpert_studio.desktop.parts.asking import Sheet, ask_reason
from xpert_studio.desktop.parts.empty import EmptyState
from xpert_studio.desktop.parts.fields import (
    choices,
    field,
    filter_field,
    picker,
    progress_bar,
    refill,
    tab_bar,
    tabbed,
    text_box,
    tick,
    turn_to,
)
from xpert_studio.desktop.parts.labels import Card, button, card, chip, label, line, retone, tool
from xpert_studio.desktop.parts.layouts import (
    box,
    clear,
    column,
    row,
    scrolled,
    scrolled_column,
    split,
    stacked,
    wide,
)

__all__ = [
    "Card",
    "EmptyState",
    "Sheet",
    "ask_reason",
    "box",
    "button",
    "card",
    "chip",
    "choices",
    "clear",
    "column",
    "field",
    "filter_field",
    "label",
    "line",
    "picker",
    "progress_bar",
    "refill",
    "retone",
    "row",
    "scrolled",
    "scrolled_column",
    "split",
    "stacked",
    "tab_bar",
    "tabbed",
    "text_box",
    "tick",
    "tool",
    "turn_to",
    "wide",
]
