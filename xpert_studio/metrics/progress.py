"""Before and after: what became of a judge's alignment between two days, on what both days have.

Text, gold answers and verdicts may all have changed in between; each day counts with its own.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from xpert_studio.metrics.alignment import group_codes
from xpert_studio.metrics.cdr import rank_agreement
from xpert_studio.metrics.criterion import Confusion, criterion_agreement
from xpert_studio.metrics.intervals import Interval
from xpert_studio.metrics.pairing import Paired
from xpert_studio.metrics.significance import (
    cdr_differences,
    common_pairs,
    judged_difference,
    kappa_differences,
)
from xpert_studio.records.columns import Catalog

PARTS = ("tier", "dimension", "domain", "system")


@dataclass(frozen=True, slots=True)
class Shift:
    """One figure before and after; p and interval by paired bootstrap over tasks."""

    before: float | None
    after: float | None
    difference: float | None = None
    interval: Interval | None = None
    p: float | None = None


@dataclass(frozen=True, slots=True)
class PartShift:
    """κ of one tier, dimension, domain or system before and after."""

    by: str
    name: str
    n: int
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
    catalog: Catalog, before: Paired, after: Paired, *, seed: int = 0, tolerance: float = 0.0
) -> Progress:
    """Compares two days.

    Args:
        catalog: What there is to judge now; weights and groups are those of now for both days.
        before: Answers of experts and judge on the first day.
        after: On the second.
        seed: Of the resampling of tasks.
        tolerance: Score differences up to this are ties.
    """
    one, two = common_pairs(catalog, before, after)
    was_right, is_right = one.first == one.second, two.first == two.second
    cdr = judged_difference(*cdr_differences(catalog, one, two, seed, tolerance))
    kappa = judged_difference(*kappa_differences(catalog, one, two, seed))
    first, second = (criterion_agreement(Confusion.of(item)) for item in (one, two))
    return Progress(
        n=len(one),
        only_before=len(before) - len(one),
        only_after=len(after) - len(two),
        verdicts_changed=int(np.count_nonzero(one.second != two.second)),
        gold_changed=int(np.count_nonzero(one.first != two.first)),
        righted=int(np.count_nonzero(~was_right & is_right)),
        wronged=int(np.count_nonzero(was_right & ~is_right)),
        cdr=Shift(
            rank_agreement(catalog, one, seed=seed, tolerance=tolerance).cdr,
            rank_agreement(catalog, two, seed=seed, tolerance=tolerance).cdr,
            *cdr,
        ),
        kappa=Shift(first.kappa, second.kappa, *kappa),
        accuracy=_shift(first.accuracy, second.accuracy),
        parts=tuple(part for by in PARTS for part in _parts(catalog, one, two, by, seed)),
    )


def _parts(catalog: Catalog, one: Paired, two: Paired, by: str, seed: int) -> list[PartShift]:
    codes, names = group_codes(catalog, one, by)
    found = []
    for code, name in enumerate(names):
        keep = codes == code
        if keep.any():
            own = one.where(keep), two.where(keep)
            first, second = (criterion_agreement(Confusion.of(item)) for item in own)
            moved = judged_difference(*kappa_differences(catalog, *own, seed))
            found.append(
                PartShift(
                    by,
                    name,
                    first.n,
                    Shift(first.kappa, second.kappa, *moved),
                    _shift(first.accuracy, second.accuracy),
                )
            )
    return found


def _shift(before: float | None, after: float | None) -> Shift:
    both = before is not None and after is not None
    return Shift(before, after, after - before if both else None)  # type: ignore[operator]
