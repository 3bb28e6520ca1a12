"""Sections of reports, and the blocks that they are made of."""

from xpert_studio.core.metrics.task_estimates import Estimate
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
from xpert_studio.report.board_columns import BoardColumn, ColumnFigures
from xpert_studio.report.section import (
    AGAINST,
    AGREEMENT_PAGE,
    COMPARED,
    EXPLORED,
    RANKED_BY,
    RATER,
    REPORT,
    RUBRIC,
    Option,
    Section,
    View,
)

__all__ = [
    "AGAINST",
    "AGREEMENT_PAGE",
    "COMPARED",
    "EXPLORED",
    "RANKED_BY",
    "RATER",
    "REPORT",
    "RUBRIC",
    "Action",
    "Block",
    "BoardColumn",
    "Column",
    "ColumnFigures",
    "Estimate",
    "Figure",
    "Heading",
    "KeyFigure",
    "Listing",
    "Note",
    "Option",
    "Row",
    "Section",
    "Settings",
    "Table",
    "Text",
    "View",
    "t",
]
