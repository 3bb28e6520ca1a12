"""Rubrics as experts keep them: a spreadsheet with criterion, points, importance and tag.

Reading and writing know nothing of a project; ``exchange.rubric_import`` brings both together.
"""

from xpert_studio.exchange.rubric_sheet.reading import (
    FormRow,
    RubricSheet,
    UnknownTag,
    read_pasted_rubric,
    read_rubric_sheet,
)
from xpert_studio.exchange.rubric_sheet.writing import write_rubric_sheet

__all__ = [
    "FormRow",
    "RubricSheet",
    "UnknownTag",
    "read_pasted_rubric",
    "read_rubric_sheet",
    "write_rubric_sheet",
]
