"""Whether a judge favours a system, beyond what errors do to every judge.

Two differences to the other systems are computed: of the judge's scores less the experts', and of
the judge's scores among answers that experts gave the same score. Errors of the judge bring systems
closer together in the first, errors of the experts apart in the second: in opposite directions. So
only what both show counts, and the smaller of the two is told.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from xpert_studio.metrics.intervals import ratio
from xpert_studio.metrics.pairing import Paired
from xpert_studio.metrics.significance import benjamini_hochberg
from xpert_studio.metrics.task_estimates import Difference, Figure, Scale, differences, in_clusters
from xpert_studio.metrics.within import grouped
from xpert_studio.records import FEWEST_TASKS
from xpert_studio.records.columns import Catalog, FloatArray

FEWEST_ANSWERS: Final = 20
"""A system with fewer answers, or on fewer tasks than ``FEWEST_TASKS``, is not tested."""
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
        by: Mean score it gets beyond the other systems, -1 to 1; the smaller of the two
            differences, with the larger p, corrected for the number of systems.
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
    alike = grouped(np.round(paired.first_score * 20).astype(np.int32))
    found = [
        _beyond_others(catalog, paired, paired.second_score - usual)
        for usual in (paired.first_score, alike.mean(paired.second_score))
    ]
    both = {
        system: min(one, found[1][system], key=lambda item: abs(item.value or 0.0))
        for system, one in found[0].items()
        if (one.value or 0.0) * (found[1][system].value or 0.0) > 0
    }
    kept = [
        Favour(system, replace(by, corrected_p=max(one[system].reported_p or 1.0 for one in found)))
        for system, by in both.items()
    ]
    sure = [one for one in kept if one.by.is_significant]
    return tuple(sorted(sure, key=lambda one: -abs(one.by.value or 0.0)))


def _beyond_others(catalog: Catalog, paired: Paired, value: FloatArray) -> dict[str, Difference]:
    """By system, the mean of a value less that of the other systems, where it can be tested."""
    task = catalog.response_task[paired.response]
    system = catalog.response_system[paired.response]
    sums = np.zeros((len(catalog.systems), len(catalog.tasks), 2))
    np.add.at(sums, (system, task), np.stack([value, np.ones(len(paired))], axis=-1))
    places = [
        place
        for place, own in enumerate(sums)
        if own[:, 1].sum() >= FEWEST_ANSWERS and np.count_nonzero(own[:, 1]) >= FEWEST_TASKS
    ]
    if np.unique(system).size < 2 or not places:
        return {}
    own, rest = sums[places], sums.sum(axis=0) - sums[places]
    found = differences(
        _MEAN, *(in_clusters(side, catalog.task_cluster) for side in (rest, own)), paired=False
    ).each()
    tested = [(place, one) for place, one in zip(places, found, strict=True) if one.p is not None]
    corrected = benjamini_hochberg([one.p or 0.0 for _, one in tested])
    return {
        catalog.systems[place]: replace(one, corrected_p=p)
        for (place, one), p in zip(tested, corrected, strict=True)
    }
