"""Systems by what their responses took: efficiency, cost, latency, value for money, Pareto fronts.

What is not known of one response of a system leaves the system without the figure, with the
reason: an average over the rest would be of other responses than the score is.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from xpert_studio.api import Message, mark
from xpert_studio.api.figures import ratio
from xpert_studio.core.metrics.engine import measured
from xpert_studio.core.metrics.intervals import CONFIDENCE
from xpert_studio.core.metrics.leaderboard import Leaderboard, Ranked
from xpert_studio.core.metrics.scores import response_scores, scores_by_task
from xpert_studio.core.metrics.task_estimates import Estimate, caution, estimate, in_clusters
from xpert_studio.core.records.columns import BoolArray, Catalog, FloatArray, Ratings
from xpert_studio.packs.recipes.usage import (
    COST,
    EFFICIENCY,
    MEDIAN_LATENCY,
    TOKENS,
    USAGE,
    TaskUsage,
)

MEASURES: Final = (COST, TOKENS, MEDIAN_LATENCY)
"""What the score is set against; less is better."""
_COLUMNS: Final = {
    "efficiency": ("tokens",),
    "completion_tokens": ("tokens",),
    "cost_per_task": ("cost",),
    "cost_per_point": ("cost",),
    "mean_latency": ("seconds",),
    MEDIAN_LATENCY.id: ("seconds",),
}
_BY_SCORE: Final = frozenset({"efficiency", "cost_per_point"})


@dataclass(frozen=True, slots=True)
class ResponseUsage:
    """What responses took, one entry a response of a catalogue; NaN for what is not known.

    Attributes:
        is_empty: Whether the provider answered without any text, as when all tokens went into
            hidden reasoning: the response is invalid. A call that failed leaves no response.
    """

    tokens: FloatArray
    cost: FloatArray
    seconds: FloatArray
    is_empty: BoolArray


@dataclass(frozen=True, slots=True)
class SystemUsage:
    """One system.

    Attributes:
        figures: By id; the median latency beside those of the registry.
        reasons: Why a figure has no value.
        responses: On the board's tasks.
        invalid: Of these, without text.
    """

    system: str
    figures: Mapping[str, Estimate]
    reasons: Mapping[str, Message]
    responses: int
    invalid: int


@dataclass(frozen=True, slots=True)
class ValueForMoney:
    """The cheapest system whose score is within the interval of the best one's.

    Attributes:
        best: The system that ranks first.
        bound: The lower end of the interval of its score.
        candidates: Ranked systems with a score of at least that, the best first.
        cheapest: Of the candidates with a known cost a task; None where none has one.
        unknown: Candidates whose cost is not known.
    """

    best: str
    bound: float
    candidates: tuple[str, ...]
    cheapest: str | None
    unknown: tuple[str, ...]


def usage_of_systems(
    catalog: Catalog, marks: Ratings, board: Leaderboard, usage: ResponseUsage
) -> dict[str, SystemUsage]:
    """What the systems of a leaderboard took, by name, in its order.

    Args:
        catalog: What there is to judge.
        marks: The rater's answers.
        board: The rater's leaderboard.
        usage: What the responses took.
    """
    in_scope = np.zeros(len(catalog.tasks), np.bool_)
    in_scope[catalog.response_task[marks.response]] = True
    mine = in_scope[catalog.response_task]
    columns = {
        name: mean_by_task(catalog, getattr(usage, name), mine)[:, in_scope]
        for name in ("tokens", "cost", "seconds")
    }
    score = scores_by_task(catalog, response_scores(catalog, marks))[:, in_scope]
    rows = {row.system: row for row in board.standings}
    known: dict[str, dict[str, int]] = {}
    for code, system in enumerate(catalog.systems):
        own = mine & (catalog.response_system == code)
        known[system] = {
            name: int(np.isfinite(getattr(usage, name)[own]).sum()) for name in columns
        }
        known[system] |= {"responses": int(own.sum()), "invalid": int(usage.is_empty[own].sum())}
        for name, column in columns.items():
            if known[system][name] < known[system]["responses"]:
                column[code] = np.nan
        if system not in rows or not rows[system].complete:
            score[code] = np.nan
    figures = measured(
        USAGE,
        TaskUsage(score, columns["tokens"], columns["cost"], columns["seconds"]),
        catalog.task_cluster[in_scope],
    )
    by_name = dict(zip(catalog.systems, figures, strict=True))
    places = {system: code for code, system in enumerate(catalog.systems)}
    found = {}
    for system, row in rows.items():
        own = dict(by_name[system]) | {
            MEDIAN_LATENCY.id: median_estimate(columns["seconds"][places[system]])
        }
        count = known[system]
        reasons = {
            name: _reason(name, row, count) for name, one in own.items() if one.value is None
        }
        found[system] = SystemUsage(system, own, reasons, count["responses"], count["invalid"])
    return found


def efficiency_of(
    catalog: Catalog, system: str, values: Mapping[str, float], tokens: FloatArray
) -> Estimate:
    """A system's efficiency by values that are not its scores, such as those of a recipe.

    Args:
        catalog: What there is to judge.
        system: Its name.
        values: By task, 0 to 1.
        tokens: By response its completion tokens; NaN where they are not known.

    Returns:
        Undefined where the tokens of a response to one of the tasks are not known.
    """
    tasks = np.isin(catalog.tasks, list(values))
    own = tasks[catalog.response_task] & (catalog.response_system == catalog.systems.index(system))
    if not own.any() or not np.isfinite(tokens[own]).all():
        return Estimate(None, None, 0)
    mean = mean_by_task(catalog, tokens, own)[catalog.systems.index(system)]
    scores = np.array([values[task] for task in np.asarray(catalog.tasks)[tasks].tolist()])
    sums = np.stack([scores, mean[tasks], np.ones(scores.size)], axis=-1)
    found = estimate(EFFICIENCY, in_clusters(sums, catalog.task_cluster[tasks]))
    return replace(found, n=scores.size)


def mean_by_task(catalog: Catalog, values: FloatArray, mine: BoolArray) -> FloatArray:
    """Mean over a system's responses to a task (systems × tasks), NaN where it has none."""
    shape = len(catalog.systems), len(catalog.tasks)
    counted = mine & np.isfinite(values)
    place = catalog.response_system[counted].astype(np.int64) * shape[1]
    place += catalog.response_task[counted]
    size = shape[0] * shape[1]
    total = np.bincount(place, values[counted], size)
    return ratio(total, np.bincount(place, minlength=size).astype(np.float64)).reshape(shape)


_UNKNOWN: Final = {
    "tokens": mark("the completion tokens of {unknown} of {all} responses are not known"),
    "cost": mark("the cost of {unknown} of {all} responses is not known"),
    "seconds": mark("the latency of {unknown} of {all} responses is not known"),
}


def _reason(name: str, row: Ranked, count: Mapping[str, int]) -> Message:
    for column in _COLUMNS[name]:
        unknown = count["responses"] - count[column]
        if unknown or not count["responses"]:
            return Message(_UNKNOWN[column], unknown=unknown, all=count["responses"])
    if name in _BY_SCORE and not row.complete:
        return Message("its score is incomplete")
    if name == "efficiency":
        return Message("it has at most one completion token a response")
    return Message("its score is zero")


def median_estimate(values: FloatArray) -> Estimate:
    """The median of one value a task, with the interval of order statistics (Conover 1999, 3.2).

    Args:
        values: By task; NaN for none.

    Returns:
        The interval is the shortest symmetric pair of order statistics that covers 95 % whatever
        the distribution; there is none on fewer than six tasks.
    """
    own = np.sort(values[np.isfinite(values)])
    tasks = int(own.size)
    if not tasks:
        return Estimate(None, None, 0)
    below = np.arange(tasks // 2)
    # P(X <= k) of a binomial with even chances, term by term.
    steps = np.log2((tasks - below) / (below + 1))
    at_most = np.exp2(np.concatenate([[0.0], steps]).cumsum() - tasks).cumsum()[: below.size]
    fits = np.flatnonzero(2 * at_most <= 1 - CONFIDENCE)
    place = int(fits[-1]) if fits.size else None
    interval = None if place is None else (float(own[place]), float(own[tasks - 1 - place]))
    return Estimate(float(np.median(own)), interval, tasks, caution(tasks), n=tasks)


def value_for_money(board: Leaderboard, usage: Mapping[str, SystemUsage]) -> ValueForMoney | None:
    """The cheapest system within one interval of the best.

    Args:
        board: The leaderboard.
        usage: What its systems took.

    Returns:
        None where no system ranks, or the best one's score has no interval.
    """
    ranked = [row for row in board.standings if row.rank is not None]
    if not ranked or ranked[0].interval is None:
        return None
    bound = ranked[0].interval[0]
    candidates = [row.system for row in ranked if row.score is not None and row.score >= bound]
    costs = {name: usage[name].figures[COST.id].value for name in candidates}
    known = {name: cost for name, cost in costs.items() if cost is not None}
    return ValueForMoney(
        ranked[0].system,
        bound,
        tuple(candidates),
        min(known, key=lambda name: known[name]) if known else None,
        tuple(name for name in candidates if name not in known),
    )


def pareto_front(points: Iterable[tuple[str, float, float]]) -> tuple[str, ...]:
    """Those that no other beats: none scores at least as high for at most as much, and differs.

    Args:
        points: Name, what it took, score.

    Returns:
        Names by what they took, the least first.
    """
    found: list[tuple[str, float, float]] = []
    for point in sorted(points, key=lambda one: (one[1], -one[2])):
        if not found or point[2] > found[-1][2] or point[1:] == found[-1][1:]:
            found.append(point)
    return tuple(name for name, _, _ in found)


def fronts(board: Leaderboard, usage: Mapping[str, SystemUsage]) -> dict[str, tuple[str, ...]]:
    """The Pareto front of the ranked systems by the id of each of ``MEASURES``.

    Args:
        board: The leaderboard.
        usage: What its systems took.
    """
    ranked = [row for row in board.standings if row.rank is not None and row.score is not None]
    return {
        measure.id: pareto_front(
            (row.system, took, row.score or 0.0)
            for row in ranked
            if (took := usage[row.system].figures[measure.id].value) is not None
        )
        for measure in MEASURES
    }
