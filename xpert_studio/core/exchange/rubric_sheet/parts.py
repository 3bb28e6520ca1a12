"""What several tables of one file are: sections of one rubric, versions of it, or several tasks.

Evidence, in its order: a name that the file itself gives each rubric; the same requirements again;
points that come to 100 only together; names that count up or say what their part is worth.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Final

from xpert_studio.core.exchange.rubric_sheet.numbers import points_in
from xpert_studio.core.exchange.rubric_sheet.sheet import FormRow
from xpert_studio.core.exchange.tables.cells import plain

SECTIONS: Final = "sections"
VERSIONS: Final = "versions"
TASKS: Final = "tasks"
_WHOLE: Final = 100
_CLOSE: Final = 0.011
_COUNTED: Final = re.compile(
    r"(?:part|section|area|category|criterion|criteria|step|tier|phase|stage|dimension|domain|teil|"
    r"abschnitt|bereich|kategorie|stufe|partie|volet|étape|parte|sección|bloque|第)?\s*"
    r"(?:\d{1,2}|[ivx]{1,4}|[a-h]|[一二三四五六七八九十]{1,2})"
    r"(?:\s*(?:[.):：、﹒．–—-]|部分|章|节|부|장)\s*.*)?",
    re.IGNORECASE,
)


def guessed_parts(
    parts: Mapping[str, Sequence[FormRow]], *, is_named: bool, unnamed: Collection[str] = ()
) -> str:
    """What tables are: ``sections``, ``versions``, ``tasks``; empty where nothing says so.

    Args:
        parts: Their rows by their names.
        is_named: The file itself names each as a rubric.
        unnamed: Tables without a name whose rows have sections: these are parts beside others.
    """
    if is_named:
        return TASKS
    texts = [{plain(row.text) for row in rows} for rows in parts.values()]
    for n, one in enumerate(texts):
        for other in texts[n + 1 :]:
            if len(one & other) >= max(1, min(len(one), len(other)) / 2):
                return VERSIONS
    sums = [sum(row.weight for row in rows) for rows in parts.values()]
    if abs(sum(sums) - _WHOLE) < _CLOSE and max(sums) < _WHOLE - _CLOSE:
        return SECTIONS
    if all(
        name.rstrip().endswith((":", "："))
        or name in unnamed
        or _COUNTED.fullmatch(plain(name))
        or _BONUS.match(name)
        or points_in(name)[1] is not None
        for name in parts
    ):
        return SECTIONS
    return ""


_BONUS: Final = re.compile(
    r"\W*(?:bonus|malus|extra|zusatz|puntos extra|加分|附加|ボーナス|加点|가산)", re.IGNORECASE
)


def as_section(row: FormRow) -> FormRow:
    """A row of a part as one of the whole, under the part's name."""
    is_said = row.task is not None and f"{row.section} › ".startswith(f"{row.task} › ")
    section = row.section if is_said else " › ".join(filter(None, [row.task, row.section]))
    return replace(row, task=None, section=section)
