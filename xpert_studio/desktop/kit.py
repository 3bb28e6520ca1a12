"""What pages that show results are built from."""

from __future__ import annotations

from xpert_studio.core.records import CAUSES, DIFFICULTIES, TIERS
from xpert_studio.core.wording import (
    explained,
    figure,
    in_a_row,
    labelled,
    listed,
    mark,
    moment,
    number,
    percent,
    short,
    t,
    tn,
    translated,
)
from xpert_studio.desktop.actions import Action
from xpert_studio.desktop.bridge import Job
from xpert_studio.desktop.look import GAP, PAD, SPACE, TIGHT, WIDE, pixmap, px
from xpert_studio.desktop.names import (
    EVEN,
    MET,
    NOT_MET,
    VERDICT_STATES,
    Look,
    decided,
    flag_name,
    is_named,
    judge_kind,
    judge_name,
    language_name,
    value_look,
)
from xpert_studio.desktop.places import Place, verdict_place
from xpert_studio.desktop.session import now
from xpert_studio.desktop.shell import Shell, ShellWidget
from xpert_studio.desktop.widgets.asking import ActionDialog, ask_reason
from xpert_studio.desktop.widgets.explorer import EmptyState, Explorer
from xpert_studio.desktop.widgets.fields import (
    check_box,
    filter_field,
    menu_button,
    picker,
    refill,
    tab_bar,
    tabbed,
    tick,
    turn_to,
)
from xpert_studio.desktop.widgets.files import open_file
from xpert_studio.desktop.widgets.flow import Flow
from xpert_studio.desktop.widgets.form import FormField
from xpert_studio.desktop.widgets.grid import BLANK, Bar, Figures, Grid, GridCell, GridColumn
from xpert_studio.desktop.widgets.grid_view import GridView, figure_table
from xpert_studio.desktop.widgets.labels import Card, FigureCard, button, chip, label, retone, tool
from xpert_studio.desktop.widgets.layouts import box, column, put_in, row, stacked
from xpert_studio.desktop.widgets.paged_table import Late
from xpert_studio.desktop.widgets.reading_pane import ReadingPane
from xpert_studio.desktop.widgets.reading_views import Marked, ResponseView
from xpert_studio.desktop.widgets.scrolling import scrolled, scrolled_column
from xpert_studio.desktop.widgets.shown_text import hint
from xpert_studio.desktop.widgets.side_splitter import SideSplitter, split
from xpert_studio.desktop.widgets.wiring import enable_if, show_if, wire
from xpert_studio.report.part_names import dimension_name, domain_name, part_name

__all__ = [
    "BLANK",
    "CAUSES",
    "DIFFICULTIES",
    "EVEN",
    "GAP",
    "MET",
    "NOT_MET",
    "PAD",
    "SPACE",
    "TIERS",
    "TIGHT",
    "VERDICT_STATES",
    "WIDE",
    "Action",
    "ActionDialog",
    "Bar",
    "Card",
    "EmptyState",
    "Explorer",
    "FigureCard",
    "Figures",
    "Flow",
    "FormField",
    "Grid",
    "GridCell",
    "GridColumn",
    "GridView",
    "Job",
    "Late",
    "Look",
    "Marked",
    "Place",
    "ReadingPane",
    "ResponseView",
    "Shell",
    "ShellWidget",
    "SideSplitter",
    "ask_reason",
    "box",
    "button",
    "check_box",
    "chip",
    "column",
    "decided",
    "dimension_name",
    "domain_name",
    "enable_if",
    "explained",
    "figure",
    "figure_table",
    "filter_field",
    "flag_name",
    "hint",
    "in_a_row",
    "is_named",
    "judge_kind",
    "judge_name",
    "label",
    "labelled",
    "language_name",
    "listed",
    "mark",
    "menu_button",
    "moment",
    "now",
    "number",
    "open_file",
    "part_name",
    "percent",
    "picker",
    "pixmap",
    "put_in",
    "px",
    "refill",
    "retone",
    "row",
    "scrolled",
    "scrolled_column",
    "short",
    "show_if",
    "split",
    "stacked",
    "t",
    "tab_bar",
    "tabbed",
    "tick",
    "tn",
    "tool",
    "translated",
    "turn_to",
    "value_look",
    "verdict_place",
    "wire",
]
