"""What raters say who read nothing, but know how often checkpoints and systems are met.

They agree with the experts far beyond a constant answer, so what a judge reaches stands beside
what they do.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from xpert_studio.core.instruments.columns import asked_of
from xpert_studio.core.metrics.cdr import task_pairs
from xpert_studio.core.metrics.exact import FINEST
from xpert_studio.core.metrics.figures.accuracy import ACCURACY
from xpert_studio.core.metrics.figures.concordance import CDR
from xpert_studio.core.metrics.figures.graded import WITHIN_CORRELATION
from xpert_studio.core.metrics.figures.kappa import KAPPA
from xpert_studio.core.metrics.figures.within import KAPPA_WITHIN
from xpert_studio.core.metrics.grades import grade_sums, on_scales
from xpert_studio.core.metrics.intervals import ratio
from xpert_studio.core.metrics.pair_tables import task_tables
from xpert_studio.core.metrics.pairing import Paired, pair_up
from xpert_studio.core.metrics.task_estimates import known
from xpert_studio.core.metrics.within import grouped, several
from xpert_studio.core.records.columns import NONE, BoolArray, Catalog, FloatArray, Ratings

FLOORS: Final = ("checkpoints", "checkpoints_and_systems")
"""What the raters know: how often each checkpoint is met; that, and how often each system is."""


@dataclass(frozen=True, slots=True)
class Floor:
    """What one of these raters reaches.

    Attributes:
        knows: One of ``FLOORS``.
        values: Figures by id; None where one is undefined.
    """

    knows: str
    values: Mapping[str, float | None]


def floors(catalog: Catalog, paired: Paired) -> tuple[Floor, ...]:
    """What raters reach who read nothing, on what a judge is compared on.

    Args:
        catalog: What there is to judge.
        paired: Answers of experts (first) and judge.
    """
    decided = (paired.first != NONE) & (paired.second != NONE)
    expected = {
        "checkpoints": expects_of_checkpoints,
        "checkpoints_and_systems": expects_of_systems,
    }
    found = []
    for knows in FLOORS:
        score = _on_finest(expected[knows](catalog, paired))
        met = np.asarray(score > 0.5, np.float64)
        if knows == "checkpoints":
            met[decided] = knows_checkpoints(paired.where(decided))
        values = _reached(catalog, paired, np.where(decided, met, score), decided)
        if knows == "checkpoints_and_systems" and not len(several(paired)):
            values = dict.fromkeys(values)  # of one response a checkpoint it is the answer itself
        found.append(Floor(knows, values))
    return tuple(found)


def reads_nothing(catalog: Catalog, experts: Ratings) -> tuple[Ratings, ...]:
    """These raters as judges of all that experts have judged, in sample.

    Args:
        catalog: What there is to judge.
        experts: The experts' (consensus) answers.

    Returns:
        Their answers to checkpoints that pass or fail, or are graded; ``attack:`` is before the
        names of ``FLOORS``.
    """
    paired = pair_up(catalog, experts, experts)
    scales = asked_of(catalog).scales()
    paired = paired.where((paired.first != NONE) | (scales.checkpoint[paired.checkpoint] != NONE))
    decided = paired.first != NONE
    of_checkpoint = _on_finest(grouped(paired.checkpoint).mean(paired.first_score))
    met = np.zeros(len(paired))
    met[decided] = knows_checkpoints(paired.where(decided), in_sample=True)
    of_system = _on_finest(expects_of_systems(catalog, paired))
    return tuple(
        _as_judge(catalog, paired, f"attack:{knows}", np.where(decided, passed, score))
        for knows, passed, score in zip(
            FLOORS, (met, of_system > 0.5), (of_checkpoint, of_system), strict=True
        )
    )


def _on_finest(score: FloatArray) -> FloatArray:
    """Scores on the finest scale there is: sums of them are compared exactly."""
    return np.asarray(np.round(np.clip(score, 0.0, 1.0) * FINEST) / FINEST)


def _as_judge(catalog: Catalog, paired: Paired, name: str, score: FloatArray) -> Ratings:
    scales = asked_of(catalog).scales()
    scale = scales.checkpoint[paired.checkpoint]
    low, high = (np.append(ends, end) for ends, end in ((scales.low, 0.0), (scales.high, 1.0)))
    value = low[scale] + score * (high - low)[scale]  # NONE takes the last: met or not
    return Ratings(
        name,
        paired.response,
        paired.checkpoint,
        value,
        score,
        met=np.where(paired.first != NONE, score, NONE).astype(np.int8),
        abstained=np.zeros(len(paired), np.bool_),
    )


def _reached(
    catalog: Catalog, paired: Paired, said: FloatArray, decided: BoolArray
) -> dict[str, float | None]:
    rater = replace(
        paired,
        second=np.where(decided, said, NONE).astype(np.int8),
        second_score=said,
        second_value=said,
    )
    tables = task_tables(catalog, rater)
    sums = {CDR: task_pairs(catalog, rater), ACCURACY: tables, KAPPA: tables, KAPPA_WITHIN: tables}
    if len(graded := on_scales(catalog, rater)):
        sums[WITHIN_CORRELATION] = grade_sums(catalog, graded)
    return {metric.id: known(float(metric.formula(of.sum(axis=0)))) for metric, of in sums.items()}


def knows_checkpoints(paired: Paired, *, in_sample: bool = False) -> FloatArray:
    """What a rater says who knows the experts' majority on each checkpoint, 0 or 1 an answer.

    Where the others are even, or there are none, it says the project's majority.

    Args:
        paired: Answers of experts (first) that pass or fail.
        in_sample: Whether the answer itself counts in its majority; it does not as a floor.
    """
    first = paired.first.astype(np.float64)
    points = grouped(paired.checkpoint)
    met, others = points.totals(first)[points.group], points.size[points.group]
    if not in_sample:
        met, others = met - first, others - 1
    usual = float(first.mean() > 0.5) if first.size else 0.0
    return np.where(met * 2 == others, usual, met * 2 > others).astype(np.float64)


def expects_of_checkpoints(_: Catalog, paired: Paired) -> FloatArray:
    """The mean score that experts gave to other responses of the checkpoint; of all if none."""
    first = paired.first_score
    points = grouped(paired.checkpoint)
    mean = ratio((points.totals(first)[points.group] - first), points.size[points.group] - 1)
    return np.where(np.isfinite(mean), mean, first.mean() if first.size else 0.0)


def expects_of_systems(catalog: Catalog, paired: Paired) -> FloatArray:
    """What a rater expects who knows the mean scores of checkpoint and system, in sample.

    The mean of the checkpoint, plus that of the system, less that of all.

    Args:
        catalog: What there is to judge.
        paired: Answers of experts (first).
    """
    first = paired.first_score
    system = grouped(catalog.response_system[paired.response])
    of_all = first.mean() if first.size else 0.0
    return np.asarray(grouped(paired.checkpoint).mean(first) + system.mean(first) - of_all)
