"""Small widgets that pages are made of; the most common ones stand here for all pages.

Those that know the window around them, and tables and lists, are imported from their modules.
"""

from __future__ import annotations

from xpert_studio.desktop.parts.asking import Sheet, ask_reason
from xpert_studio.desktop.parts.bounds import clipped, hint, menu_words
from xpert_studio.desktop.parts.copied_line import CopiedLine
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
from xpert_studio.desktop.parts.flow import Flow
from xpert_studio.desktop.parts.labels import Card, button, card, chip, label, line, retone, tool
from xpert_studio.desktop.parts.layouts import (
    FittedScroll,
    SideSplitter,
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
from xpert_studio.desktop.parts.number_field import NumberField, Spin
from xpert_studio.desktop.parts.revealing import open_file, show_in_folder
from xpert_studio.desktop.parts.texts import WritingField, exact_text, with_plain_breaks

__all__ = [
    "Card",
    "CopiedLine",
    "EmptyState",
    "FittedScroll",
    "Flow",
    "NumberField",
    "Sheet",
    "SideSplitter",
    "Spin",
    "WritingField",
    "ask_reason",
    "box",
    "button",
    "card",
    "chip",
    "choices",
    "clear",
    "clipped",
    "column",
    "exact_text",
    "field",
    "filter_field",
    "hint",
    "label",
    "line",
    "menu_words",
    "open_file",
    "picker",
    "progress_bar",
    "refill",
    "retone",
    "row",
    "scrolled",
    "scrolled_column",
    "show_in_folder",
    "split",
    "stacked",
    "tab_bar",
    "tabbed",
    "text_box",
    "tick",
    "tool",
    "turn_to",
    "wide",
    "with_plain_breaks",
]
