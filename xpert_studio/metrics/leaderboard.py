"""The leaderboard: systems by their mean score over tasks, with intervals and coverage."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from xpert_studio.metrics.intervals import (
    RESAMPLES,
    Interval,
    percentile_interval,
    ratio,
    resampling,
    wilson,
)
from xpert_studio.metrics.scores import ResponseScores, response_scores, scores_by_task
from xpert_studio.records.columns import (
    NONE,
    BoolArray,
    Catalog,
    FloatArray,
    IntArray,
    Marks,
)


@dataclass(frozen=True, slots=True)
class Standing:
    """One system's row.

    Attributes:
        rank: From 1 among the complete rows, ties share one; None for an incomplete row.
        score: Mean over tasks of its scores (the mean of a task's responses where it has several).
        interval: 95 %, by bootstrap over tasks.
        tasks: Tasks with a score.
        tasks_missing: Tasks of the board on which it has no response or no verdict.
        coverage: Verdicts there are, of those its responses need.
        complete: Every verdict is there, on every task of the board.
        essentials: Share of its responses that meet every Essential checkpoint, of those for which
            that is known.
        essentials_interval: Wilson, 95 %.
        by_domain, by_category: Mean score over the tasks of each.
        by_tier, by_dimension: Share of the points met.
        is_baseline: Whether its responses are the project's baseline.
    """

    system: str
    rank: int | None
    score: float | None
    interval: Interval | None
    tasks: int
    tasks_missing: int
    coverage: float | None
    complete: bool
    essentials: float | None
    essentials_interval: Interval | None
    essentials_known: int
    by_domain: dict[str, float]
    by_category: dict[str, float]
    by_tier: dict[str, float]
    by_dimension: dict[str, float]
    is_baseline: bool


@dataclass(frozen=True, slots=True)
class Leaderboard:
    """All systems: complete rows by rank, then incomplete ones by name.

    ``tasks`` is the number of tasks the rater has answered anything on: the board's scope.
    """

    rater: str
    standings: tuple[Standing, ...]
    tasks: int
    seed: int
    resamples: int = RESAMPLES


def leaderboard(catalog: Catalog, marks: Marks, *, seed: int = 0) -> Leaderboard:
    """The leaderboard by one rater's answers.

    The board covers the tasks on which the rater has answered anything, usable or not. A system
    that lacks a response or a verdict on one of them is incomplete and does not rank.

    Args:
        catalog: What there is to judge.
        marks: The rater's answers.
        seed: Of the resampling of tasks.
    """
    scores = response_scores(catalog, marks)
    in_scope = np.zeros(len(catalog.tasks), np.bool_)
    in_scope[catalog.response_task[marks.response]] = True
    per_task = scores_by_task(catalog, scores)[:, in_scope]
    scope = np.flatnonzero(in_scope)
    intervals = _intervals(per_task, seed)
    shares = {
        "tier": _point_shares(catalog, marks, catalog.checkpoint_tier, catalog.tiers),
        "dimension": _point_shares(
            catalog, marks, catalog.checkpoint_dimension, catalog.dimensions
        ),
    }
    standings = [
        _standing(catalog, scores, in_scope, code, per_task[code], scope, intervals[code], shares)
        for code in range(len(catalog.systems))
    ]
    present = [standing for standing in standings if standing.tasks + standing.tasks_missing]
    return Leaderboard(marks.rater, tuple(_ranked(present)), int(in_scope.sum()), seed)


def _intervals(per_task: FloatArray, seed: int) -> list[Interval | None]:
    if per_task.shape[1] < 2:
        return [None] * per_task.shape[0]
    present = np.isfinite(per_task)
    counts = resampling(per_task.shape[1], seed)
    replicates = ratio(
        counts @ np.where(present, per_task, 0.0).T, counts @ present.T.astype(np.float64)
    )
    return [
        percentile_interval(replicates[:, code]) if present[code].sum() > 1 else None
        for code in range(per_task.shape[0])
    ]


def _point_shares(
    catalog: Catalog, marks: Marks, group: IntArray, names: tuple[str, ...]
) -> FloatArray:
    """Share of points met by system and group (systems × groups), NaN where there are none."""
    shape = len(catalog.systems), len(names)
    code = group[marks.checkpoint]
    usable = (marks.met != NONE) & (code != NONE)
    weight = catalog.checkpoint_weight[marks.checkpoint[usable]]
    system = catalog.response_system[marks.response[usable]].astype(np.int64)
    place = system * shape[1] + code[usable]
    size = shape[0] * shape[1]
    met = np.bincount(place, weight * marks.met[usable], size)
    return ratio(met, np.bincount(place, weight, size)).reshape(shape)


def _standing(
    catalog: Catalog,
    scores: ResponseScores,
    in_scope: BoolArray,
    code: int,
    per_task: FloatArray,
    scope: IntArray | npt.NDArray[np.intp],
    interval: Interval | None,
    shares: dict[str, FloatArray],
) -> Standing:
    mine = (catalog.response_system == code) & in_scope[catalog.response_task]
    scored = np.isfinite(per_task)
    decided, expected = scores.decided[mine].sum(), scores.expected[mine].sum()
    essentials = scores.essentials[mine]
    known, fulfilled = int((essentials != NONE).sum()), int((essentials == 1).sum())
    missing = int((~scored).sum())
    return Standing(
        system=catalog.systems[code],
        rank=None,
        score=float(per_task[scored].mean()) if scored.any() else None,
        interval=interval,
        tasks=int(scored.sum()),
        tasks_missing=missing,
        coverage=float(decided / expected) if expected else None,
        complete=bool(missing == 0 and expected and decided == expected),
        essentials=fulfilled / known if known else None,
        essentials_interval=wilson(fulfilled, known),
        essentials_known=known,
        by_domain=_means(per_task, catalog.task_domain[scope], catalog.domains),
        by_category=_means(per_task, catalog.task_category[scope], catalog.categories),
        by_tier=_named(shares["tier"][code], catalog.tiers),
        by_dimension=_named(shares["dimension"][code], catalog.dimensions),
        is_baseline=bool(mine.any() and catalog.response_is_baseline[mine].all()),
    )


def _means(per_task: FloatArray, codes: IntArray, names: tuple[str, ...]) -> dict[str, float]:
    scored = np.isfinite(per_task) & (codes != NONE)
    total = np.bincount(codes[scored], per_task[scored], len(names))
    count = np.bincount(codes[scored], minlength=len(names)).astype(np.float64)
    return _named(ratio(total, count), names)


def _named(values: FloatArray, names: tuple[str, ...]) -> dict[str, float]:
    return {
        name: float(value) for name, value in zip(names, values, strict=True) if np.isfinite(value)
    }


def _ranked(standings: list[Standing]) -> list[Standing]:
    complete = [standing for standing in standings if standing.complete]
    complete.sort(key=lambda standing: (-(standing.score or 0), standing.system))
    ranked: list[Standing] = []
    for place, standing in enumerate(complete, start=1):
        tied = bool(ranked) and ranked[-1].score == standing.score
        ranked.append(replace(standing, rank=ranked[-1].rank if tied else place))
    rest = [standing for standing in standings if not standing.complete]
    return ranked + sorted(rest, key=lambda standing: standing.system)
