"""Whether a judge favours a system, beyond what errors do to every judge.

A judge that errs brings the scores of systems closer together than the experts have them; experts
that err bring them closer than a judge has them that does not. Either way a system's score moves
by a part of what the experts' score of it differs from the others. So that part is taken off, as
far as errors explain it, and what is left is tested by task or family.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from xpert_studio.core.metrics.intervals import ratio
from xpert_studio.core.metrics.pairing import Paired
from xpert_studio.core.metrics.significance import benjamini_hochberg
from xpert_studio.core.metrics.task_estimates import (
    Difference,
    Figure,
    Scale,
    differences,
    in_clusters,
)
from xpert_studio.core.records import FEWEST_TASKS
from xpert_studio.core.records.columns import Catalog, FloatArray

FEWEST_ANSWERS: Final = 20
"""A system with fewer answers, or on fewer tasks than ``FEWEST_TASKS``, is not tested."""
_EXPLAINED: Final = (-1.0, 0.5)
"""The part that errors explain: down to a judge that tells nothing, and up to experts that give the
wrong answer once in six times."""
MOST_FAVOURED: Final = 0.1
"""A judge that surely favours a system by more has not enough evidence for anything."""

_MEAN: Final = Figure(
    lambda sums: ratio(sums[..., 0], sums[..., 1]), lambda sums: sums[..., 1], Scale.SIGNED
)


@dataclass(frozen=True, slots=True)
class Favour:
    """A system that a judge favours by more than chance explains, or puts at a disadvantage.

    Attributes:
        system: Its name.
        by: Mean score it gets from the judge less the experts', beyond that of the other systems
            and beyond what errors explain: -1 to 1; p corrected for the number of systems.
    """

    system: str
    by: Difference

    @property
    def is_large(self) -> bool:
        """Whether it is surely more than ``MOST_FAVOURED``, either way."""
        low, high = self.by.interval or (0.0, 0.0)
        return low > MOST_FAVOURED or high < -MOST_FAVOURED


def favours(catalog: Catalog, paired: Paired) -> tuple[Favour, ...]:
    """The systems that a judge favours or puts at a disadvantage, the largest difference first.

    Args:
        catalog: What there is to judge.
        paired: Answers of experts (first) and judge (second).
    """
    if not len(paired):
        return ()
    places, moved, given = _by_system(catalog, paired)
    if not places or np.unique(catalog.response_system[paired.response]).size < 2:
        return ()
    shift, apart = (own[:, 0] - rest[:, 0] for own, rest in map(_means, (moved, given)))
    part = np.clip(np.nan_to_num(ratio(shift, apart)), *_EXPLAINED)
    sides = (
        (one[..., 0] - part[:, None] * other[..., 0], one[..., 1])
        for one, other in zip(moved, given, strict=True)
    )
    own, rest = (in_clusters(np.stack(side, axis=-1), catalog.task_cluster) for side in sides)
    found = differences(_MEAN, rest, own, paired=False).each()
    tested = [(place, one) for place, one in zip(places, found, strict=True) if one.p is not None]
    corrected = benjamini_hochberg([one.p or 0.0 for _, one in tested])
    kept = [
        Favour(catalog.systems[place], replace(one, corrected_p=p))
        for (place, one), p in zip(tested, corrected, strict=True)
    ]
    sure = [one for one in kept if one.by.is_significant]
    return tuple(sorted(sure, key=lambda one: -abs(one.by.value or 0.0)))


_Sides = tuple[FloatArray, FloatArray]
"""Of each system and of all others: (systems, tasks, 2), a sum and the number of answers."""


def _by_system(catalog: Catalog, paired: Paired) -> tuple[list[int], _Sides, _Sides]:
    """The systems that can be tested; what the judge adds to the experts' scores, and these."""
    task = catalog.response_task[paired.response]
    system = catalog.response_system[paired.response]
    columns = (paired.second_score - paired.first_score, paired.first_score, np.ones(len(paired)))
    sums = np.zeros((len(catalog.systems), len(catalog.tasks), 3))
    np.add.at(sums, (system, task), np.stack(columns, axis=-1))
    places = [
        place
        for place, own in enumerate(sums)
        if own[:, 2].sum() >= FEWEST_ANSWERS and np.count_nonzero(own[:, 2]) >= FEWEST_TASKS
    ]
    own, rest = sums[places], sums.sum(axis=0) - sums[places]
    return places, (own[..., [0, 2]], rest[..., [0, 2]]), (own[..., [1, 2]], rest[..., [1, 2]])


def _means(sides: _Sides) -> _Sides:
    own, rest = (ratio(side.sum(axis=1)[:, :1], side.sum(axis=1)[:, 1:]) for side in sides)
    return own, rest
