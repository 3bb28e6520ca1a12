"""Before and after: what became of a judge's alignment between two days, on what both days have.

Text, gold answers and verdicts may all have changed in between; each day counts with its own.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from xpert_studio.core.metrics.alignment import group_codes
from xpert_studio.core.metrics.intervals import Interval
from xpert_studio.core.metrics.pairing import Paired
from xpert_studio.core.metrics.significance import common_pairs, differences_of
from xpert_studio.core.records.columns import Catalog

PARTS = ("tier", "dimension", "domain", "system")


@dataclass(frozen=True, slots=True)
class Shift:
    """One figure before and after; interval and p of the difference are by task."""

    before: float | None
    after: float | None
    difference: float | None = None
    interval: Interval | None = None
    p: float | None = None


@dataclass(frozen=True, slots=True)
class PartShift:
    """κ of one tier, dimension, domain or system before and after, over ``tasks`` tasks."""

    by: str
    name: str
    n: int
    tasks: int
    kappa: Shift
    accuracy: Shift


@dataclass(frozen=True, slots=True)
class Progress:
    """Before and after on the same responses and checkpoints.

    Attributes:
        n: Answers that both days have.
        only_before, only_after: Answers that one day alone has.
        verdicts_changed: Where the judge says something else now.
        gold_changed: Where the experts do.
        righted, wronged: Where the two have come together, and apart.
    """

    n: int
    only_before: int
    only_after: int
    verdicts_changed: int
    gold_changed: int
    righted: int
    wronged: int
    cdr: Shift
    kappa: Shift
    accuracy: Shift
    parts: tuple[PartShift, ...]


def progress(
    catalog: Catalog, before: Paired, after: Paired, *, tolerance: float = 0.0
) -> Progress:
    """Compares two days.

    Args:
        catalog: What there is to judge now; weights and groups are those of now for both days.
        before: Answers of experts and judge on the first day.
        after: On the second.
        tolerance: Score differences up to this are ties.
    """
    before, after = before.decided(), after.decided()
    one, two = common_pairs(catalog, before, after)
    was_right, is_right = one.first == one.second, two.first == two.second
    moved = _shifts(catalog, one, two, tolerance)
    return Progress(
        n=len(one),
        only_before=len(before) - len(one),
        only_after=len(after) - len(two),
        verdicts_changed=int(np.count_nonzero(one.second != two.second)),
        gold_changed=int(np.count_nonzero(one.first != two.first)),
        righted=int(np.count_nonzero(~was_right & is_right)),
        wronged=int(np.count_nonzero(was_right & ~is_right)),
        cdr=moved["cdr"],
        kappa=moved["kappa"],
        accuracy=moved["accuracy"],
        parts=tuple(part for by in PARTS for part in _parts(catalog, one, two, by)),
    )


def _parts(catalog: Catalog, paired: Paired, two: Paired, by: str) -> list[PartShift]:
    codes, names = group_codes(catalog, paired, by)
    found = []
    for code, name in enumerate(names):
        keep = codes == code
        if keep.any():
            own = paired.where(keep), two.where(keep)
            moved = _shifts(catalog, *own)
            found.append(
                PartShift(
                    by,
                    name,
                    int(keep.sum()),
                    tasks=np.unique(catalog.response_task[own[0].response]).size,
                    kappa=moved["kappa"],
                    accuracy=moved["accuracy"],
                )
            )
    return found


def _shifts(
    catalog: Catalog, paired: Paired, two: Paired, tolerance: float = 0.0
) -> dict[str, Shift]:
    """The figures by which judges are compared, before and after."""
    return {
        name: Shift(moved.first, moved.second, moved.value, moved.interval, moved.p)
        for name, moved in differences_of(catalog, paired, two, tolerance).items()
    }
