"""Sections of reports, and the blocks that they are made of."""

from xpert_studio.core.wording import t
from xpert_studio.report.blocks import (
    Block,
    Column,
    Figure,
    Heading,
    Listing,
    Note,
    Row,
    Section,
    Settings,
    Table,
    Text,
)
from xpert_studio.report.section import ReportSection, ReportView

__all__ = [
    "Block",
    "Column",
    "Figure",
    "Heading",
    "Listing",
    "Note",
    "ReportSection",
    "ReportView",
    "Row",
    "Section",
    "Settings",
    "Table",
    "Text",
    "t",
]
