"""Sections of reports, and the blocks that they are made of."""

from xpert_studio.core.wording import t
from xpert_studio.report.blocks import (
    Action,
    Block,
    Column,
    Figure,
    Heading,
    KeyFigure,
    Listing,
    Note,
    Row,
    Settings,
    Table,
    Text,
)
from xpert_studio.report.section import BOARD, REPORT, Section, View

__all__ = [
    "BOARD",
    "REPORT",
    "Action",
    "Block",
    "Column",
    "Figure",
    "Heading",
    "KeyFigure",
    "Listing",
    "Note",
    "Row",
    "Section",
    "Settings",
    "Table",
    "Text",
    "View",
    "t",
]
