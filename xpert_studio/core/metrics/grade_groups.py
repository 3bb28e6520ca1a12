"""How far a judge is from the experts on graded checkpoints, group by group."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from xpert_studio.core.metrics.alignment import group_codes
from xpert_studio.core.metrics.engine import Figures
from xpert_studio.core.metrics.grades import compared_scale, figures_on
from xpert_studio.core.metrics.pairing import Paired
from xpert_studio.core.records.columns import Catalog, IntArray

GRADE_GROUPINGS: Final = ("tier", "dimension", "domain", "system", "task")
_MOST_TASKS: Final = 20
"""Of tasks those are named on which the judge is furthest from the experts."""


@dataclass(frozen=True, slots=True)
class GradeGroup:
    """One group of a judge's values.

    Attributes:
        by: What it is a group of, one of ``GRADE_GROUPINGS``.
        scale: The scale, or ``ALL_SCALES`` where there are several.
        figures: The mean absolute error (``mae``) and ``bias`` among them, in units of the scale.
    """

    by: str
    name: str
    scale: str
    figures: Figures

    @property
    def tasks(self) -> int:
        """On how many tasks its values are."""
        return self.figures.tasks


def grade_groups(catalog: Catalog, paired: Paired) -> list[GradeGroup]:
    """Groups of graded answers by their mean absolute error, the largest first; then single tasks.

    Args:
        catalog: What there is to judge.
        paired: Answers of experts and judge.
    """
    one = compared_scale(catalog, paired)
    if one is None:
        return []
    found = []
    for by in GRADE_GROUPINGS:
        codes, names = _codes(catalog, one.paired, by)
        for code in _worst(codes, one.paired.distance, _MOST_TASKS if by == "task" else None):
            figures = figures_on(catalog, one, one.paired.where(codes == code))
            found.append(GradeGroup(by, names[code], one.name, figures.figures))
    return sorted(
        found, key=lambda group: (group.by == "task", -(group.figures["mae"].value or 0.0))
    )


def _codes(catalog: Catalog, paired: Paired, by: str) -> tuple[IntArray, tuple[str, ...]]:
    if by == "task":
        return catalog.response_task[paired.response], tuple(catalog.tasks)
    return group_codes(catalog, paired, by)


def _worst(codes: IntArray, apart: np.ndarray, most: int | None) -> list[int]:
    """The codes there are; with ``most`` so many of them, by the mean of how far apart."""
    known = codes >= 0
    count = np.bincount(codes[known])
    total = np.bincount(codes[known], apart[known], count.size)
    there = np.flatnonzero(count)
    by_mean = there[np.argsort(-total[there] / count[there], kind="stable")]
    return [int(code) for code in by_mean[:most]]
