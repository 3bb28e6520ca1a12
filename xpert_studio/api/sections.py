"""Sections of reports, and the blocks that they are made of.

- A ``Section`` computes a model of a ``View`` and shows it as a ``Block`` after the other. Its
  places are ``REPORT``, ``RANKED_BY``, ``AGAINST``, ``EXPLORED``, ``COMPARED``, ``AGREEMENT_PAGE``,
  ``RATER``, ``RUBRIC`` and ``JUDGE`` (of one judge, on the page of alignment). What a person
  chooses for it is an ``Option``, or a ``Choice`` that gives ``Options``.
- Blocks: ``Text`` (a ``headline`` is one that commands show first), ``Note``, ``Heading``,
  ``Listing``, ``Settings``, ``Table`` (of ``Column`` and ``Row``, a ``Cell`` may be ``Told``),
  ``Figure`` (a chart), ``KeyFigure``, ``Action``. ``in_full`` and ``with_notes_together`` change a
  row of blocks; ``shown`` is a cell as text, ``PROBABILITY`` the form of p-values.
- A ``BoardColumn`` gives ``ColumnFigures`` beside the scores of a leaderboard; an ``Estimate`` has
  n and interval.
- Names: ``judge_name`` (``told_apart`` for several), ``rater_name``, ``domain_name``,
  ``dimension_name``.
- Words: ``t`` and ``tn`` (for one or many), ``mark``, ``translated``, ``listed``, ``labelled``,
  ``in_a_row`` (sentences), ``clauses`` (parts of one), ``short``. Figures: ``figure``, ``percent``,
  ``signed_points``, ``between`` (an interval), ``percent_span``.
"""

from xpert_studio.core.metrics.task_estimates import Estimate
from xpert_studio.core.wording import (
    between,
    clauses,
    figure,
    in_a_row,
    labelled,
    listed,
    mark,
    percent,
    short,
    signed_points,
    t,
    tn,
    translated,
)
from xpert_studio.report.blocks import (
    PROBABILITY,
    Action,
    Block,
    Cell,
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
    Told,
    headline,
)
from xpert_studio.report.board_columns import BoardColumn, ColumnFigures
from xpert_studio.report.part_names import dimension_name, domain_name, rater_name
from xpert_studio.report.section import (
    AGAINST,
    AGREEMENT_PAGE,
    COMPARED,
    EXPLORED,
    JUDGE,
    RANKED_BY,
    RATER,
    REPORT,
    RUBRIC,
    Choice,
    Option,
    Options,
    Section,
    View,
)
from xpert_studio.report.sentences import judge_name, percent_span, told_apart
from xpert_studio.report.shown_blocks import in_full, shown, with_notes_together

__all__ = [
    "AGAINST",
    "AGREEMENT_PAGE",
    "COMPARED",
    "EXPLORED",
    "JUDGE",
    "PROBABILITY",
    "RANKED_BY",
    "RATER",
    "REPORT",
    "RUBRIC",
    "Action",
    "Block",
    "BoardColumn",
    "Cell",
    "Choice",
    "Column",
    "ColumnFigures",
    "Estimate",
    "Figure",
    "Heading",
    "KeyFigure",
    "Listing",
    "Note",
    "Option",
    "Options",
    "Row",
    "Section",
    "Settings",
    "Table",
    "Text",
    "Told",
    "View",
    "between",
    "clauses",
    "dimension_name",
    "domain_name",
    "figure",
    "headline",
    "in_a_row",
    "in_full",
    "judge_name",
    "labelled",
    "listed",
    "mark",
    "percent",
    "percent_span",
    "rater_name",
    "short",
    "shown",
    "signed_points",
    "t",
    "tn",
    "told_apart",
    "translated",
    "with_notes_together",
]
