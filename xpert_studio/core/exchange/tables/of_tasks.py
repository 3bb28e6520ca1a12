"""Tables of tasks, which are told from rubrics and from ratings by their headings."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from xpert_studio.core.exchange.tables.cells import TableRow, TableSheet
from xpert_studio.core.messages import Message

_PARTS: Final = frozenset(
    {
        "prompt", "context", "work context", "materials", "background materials", "deliverables",
        "required deliverables", "reference", "reference answer", "工作背景", "背景材料",
        "交付成果", "要求的交付成果", "参考答案",
    }
)  # fmt: skip
_FEWEST: Final = 2
_HEADER_ROWS: Final = 20
WHAT: Final = Message("is a table of tasks, which cannot be imported.")
REMEDY: Final = Message(
    "Bring the tasks as tasks.jsonl in a folder (docs/bundle.md names its keys), or write each: "
    "xpert-studio task new."
)


def heads_tasks(row: TableRow) -> bool:
    """Whether a row names two parts of briefs or more, as the heading of a table of tasks."""
    names = (" ".join(row.text(n).replace("_", " ").split()).casefold() for n in row.filled)
    return len(_PARTS.intersection(names)) >= _FEWEST


def holds_tasks(sheets: Iterable[TableSheet]) -> bool:
    """Whether a sheet is a table of tasks."""
    return any(heads_tasks(row) for sheet in sheets for row in sheet.rows[:_HEADER_ROWS])
