"""Rubrics as people keep them, in any table: what its shape is, what its columns hold.

Reading and writing know nothing of a project; ``exchange.rubric_import`` brings both together.
"""

from xpert_studio.core.exchange.rubric_sheet.maps import (
    forget_maps,
    keep_map,
    kept_map,
    map_for,
    read_map,
)
from xpert_studio.core.exchange.rubric_sheet.reading import (
    RubricSource,
    open_pasted_rubric,
    open_rubric,
    read_rubric_sheet,
)
from xpert_studio.core.exchange.rubric_sheet.sheet import (
    FormRow,
    RubricSheet,
    SheetReading,
    UnknownTag,
)
from xpert_studio.core.exchange.rubric_sheet.showing import (
    UnsureTableError,
    preview_lines,
    role_shown,
    role_words,
)
from xpert_studio.core.exchange.rubric_sheet.writing import write_rubric_sheet

__all__ = [
    "FormRow",
    "RubricSheet",
    "RubricSource",
    "SheetReading",
    "UnknownTag",
    "UnsureTableError",
    "forget_maps",
    "keep_map",
    "kept_map",
    "map_for",
    "open_pasted_rubric",
    "open_rubric",
    "preview_lines",
    "read_map",
    "read_rubric_sheet",
    "role_shown",
    "role_words",
    "write_rubric_sheet",
]
