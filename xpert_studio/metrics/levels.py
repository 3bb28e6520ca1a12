"""Scores by level of difficulty: level means, the ceiling, and indices that weigh the levels.

A group of tasks is a category, a test type (the categories of a domain) or all of them. Within a
category a level's figure is the mean over its tasks; within larger groups it is the mean of the
categories' figures. Values are in per cent of points. The weights of the indices and the pass mark
are data: ``resources/levels.json``.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any, Final

import numpy as np

from xpert_studio.messages import Message, joined
from xpert_studio.metrics.intervals import Interval, ratio
from xpert_studio.metrics.task_estimates import Figure, Scale, estimate
from xpert_studio.records import Difficulty
from xpert_studio.records.columns import FloatArray
from xpert_studio.resources import resource_json

LEVELS: Final = tuple(level.value for level in Difficulty)
"""From the easiest to the hardest."""
PER_CENT: Final = 100
_MOST_NAMED: Final = 3
"""So many gaps of a group are named in a reason."""

Weights = Mapping[str, Fraction]
"""By level: how much its figure counts."""


@dataclass(frozen=True, slots=True)
class LevelRules:
    """What ``resources/levels.json`` says.

    Attributes:
        pass_mark: A level is passed at this mean, in per cent.
        indices: The weights of the levels in each index, by its name.
        overall: Which of the indices is the figure of a whole.
    """

    pass_mark: Fraction
    indices: Mapping[str, Weights]
    overall: str

    @property
    def profiles(self) -> tuple[str, ...]:
        """The names of the indices but the leaderboard's, which is made of them."""
        return tuple(name for name in self.indices if name != "leaderboard_index")


@cache
def level_rules() -> LevelRules:
    """The rules as they are shipped."""
    data = resource_json("levels.json")
    profiles = {name: _exact(weights) for name, weights in data["profiles"].items()}
    mixed = _exact(data["leaderboard_index"])
    board = {
        level: sum((mixed[name] * profiles[name][level] for name in mixed), Fraction(0))
        for level in LEVELS
    }
    return LevelRules(
        Fraction(str(data["pass_mark"])), {**profiles, "leaderboard_index": board}, data["overall"]
    )


def _exact(weights: Mapping[str, float]) -> dict[str, Fraction]:
    return {name: Fraction(str(weight)) for name, weight in weights.items()}


@dataclass(frozen=True, slots=True)
class LeveledTask:
    """A task that has a level.

    Attributes:
        id: The task's.
        family: Its scenario, or its own id: what varies together is left out together.
        test_type, category: What it belongs to; empty for none.
    """

    id: str
    level: str
    family: str
    test_type: str
    category: str


@dataclass(frozen=True, slots=True)
class LevelFigure:
    """A figure of a group, in per cent of points.

    Attributes:
        value: None where it is undefined.
        interval: 95 %, over families; None where it cannot be estimated.
        tasks: Tasks with a score behind it.
        reason: Why it is undefined.
    """

    value: float | None
    interval: Interval | None
    tasks: int
    reason: Message | None = None


@dataclass(frozen=True, slots=True)
class LevelScores:
    """One system on one group of tasks.

    Attributes:
        levels: By level, of those that have tasks.
        passed: Levels whose mean reaches the pass mark.
        ceiling: The hardest level passed; None where the easiest is not, or the mean of a level
            is not known.
        indices: By name, the leaderboard's index among them.
        overall: The index that stands for the whole.
    """

    levels: Mapping[str, LevelFigure]
    passed: tuple[str, ...]
    ceiling: str | None
    indices: Mapping[str, LevelFigure]
    overall: LevelFigure


@dataclass(frozen=True, slots=True)
class SystemLevels:
    """One system: on all tasks, and by category and test type."""

    whole: LevelScores
    categories: Mapping[str, LevelScores]
    test_types: Mapping[str, LevelScores]


Cells = Mapping[str, Mapping[str, Sequence[LeveledTask]]]
"""The tasks of a group: by category, then by level."""


def system_levels(
    tasks: Iterable[LeveledTask], scores: Mapping[str, Fraction], fewest: int = 1
) -> SystemLevels:
    """The figures of one system.

    Args:
        tasks: Those of the board that have a level, whether the system has a score on them or not.
        scores: The system's exact score from 0 to 1, by task id.
        fewest: Figures on fewer tasks are withheld.
    """
    cells: dict[tuple[str, str], dict[str, list[LeveledTask]]] = defaultdict(dict)
    for task in tasks:
        cells[task.test_type, task.category].setdefault(task.level, []).append(task)
    named = _category_names(cells)
    by_type: dict[str, dict[str, dict[str, list[LeveledTask]]]] = defaultdict(dict)
    for key, levels in cells.items():
        by_type[key[0]][named[key]] = levels
    return SystemLevels(
        _scores({named[key]: levels for key, levels in cells.items()}, scores, fewest),
        {
            named[key]: _scores({named[key]: levels}, scores, fewest)
            for key, levels in cells.items()
        },
        {name: _scores(group, scores, fewest) for name, group in by_type.items()},
    )


def _category_names(keys: Iterable[tuple[str, str]]) -> dict[tuple[str, str], str]:
    """Each category by its name; with its test type before it where several have one so named."""
    keys = list(keys)
    count: dict[str, int] = defaultdict(int)
    for _, category in keys:
        count[category] += 1
    return {
        (test_type, category): category if count[category] == 1 else f"{test_type}/{category}"
        for test_type, category in keys
    }


def _scores(group: Cells, scores: Mapping[str, Fraction], fewest: int) -> LevelScores:
    rules = level_rules()
    statistics, tasks = _statistics(group, scores)
    found, passed = {}, []
    for place, level in enumerate(LEVELS):
        cells = [levels[level] for levels in group.values() if level in levels]
        means = [mean for cell in cells if (mean := _mean(cell, scores)) is not None]
        if not cells:
            continue
        value = sum(means, Fraction(0)) / len(means) if means else None
        found[level] = _withheld(
            LevelFigure(
                None if value is None else float(value),
                _interval(statistics, [float(n == place) for n in range(len(LEVELS))]),
                tasks[level],
                None if means else Message("no score on the {level} tasks", level=level),
            ),
            fewest,
        )
        if found[level].value is not None and value is not None and value >= rules.pass_mark:
            passed.append(level)
    indices = {
        name: _withheld(_index(group, scores, statistics, weights, sum(tasks.values())), fewest)
        for name, weights in rules.indices.items()
    }
    return LevelScores(
        found,
        tuple(passed),
        passed[-1]
        if passed
        and passed[0] == LEVELS[0]
        and all(one.value is not None for one in found.values())
        else None,
        indices,
        indices[rules.overall],
    )


def _withheld(figure: LevelFigure, fewest: int) -> LevelFigure:
    """The figure, or why there is none on so few tasks."""
    if figure.value is None or figure.tasks >= fewest:
        return figure
    reason = Message("fewer than {fewest} tasks", fewest=fewest)
    return LevelFigure(None, None, figure.tasks, reason)


def _mean(tasks: Sequence[LeveledTask], scores: Mapping[str, Fraction]) -> Fraction | None:
    known = [scores[task.id] for task in tasks if task.id in scores]
    return PER_CENT * sum(known, Fraction(0)) / len(known) if known else None


def _index(
    group: Cells,
    scores: Mapping[str, Fraction],
    statistics: FloatArray,
    weights: Weights,
    tasks: int,
) -> LevelFigure:
    """The mean of the categories' indices; undefined where one of them lacks a level."""
    lacking: list[Message | str] = []
    total = Fraction(0)
    for category, levels in group.items():
        for level, weight in weights.items():
            mean = _mean(levels.get(level, ()), scores)
            if mean is None and weight:
                words = (
                    Message("{category} has no score on its {level} tasks", **_of(category, level))
                    if level in levels
                    else Message("{category} has no {level} tasks", **_of(category, level))
                )
                lacking.append(words)
            total += weight * (mean or 0)
    if lacking or not group:
        reason = Message("{lacking}", lacking=joined(lacking, most=_MOST_NAMED))
        return LevelFigure(None, None, tasks, reason)
    return LevelFigure(
        float(total / len(group)),
        _interval(statistics, [float(weights[level]) for level in LEVELS]),
        tasks,
    )


def _of(category: str, level: str) -> dict[str, Any]:
    return {"category": category or Message("no category"), "level": level}


def _statistics(group: Cells, scores: Mapping[str, Fraction]) -> tuple[FloatArray, dict[str, int]]:
    """By family, category and level the sum of the scores and their number; tasks by level."""
    families: dict[str, int] = {}
    places: list[tuple[int, int, int, float]] = []
    tasks = dict.fromkeys(LEVELS, 0)
    for column, levels in enumerate(group.values()):
        for row, level in enumerate(LEVELS):
            for task in levels.get(level, ()):
                if task.id in scores:
                    family = families.setdefault(f"{column} {task.family}", len(families))
                    places.append((family, column, row, float(scores[task.id])))
                    tasks[level] += 1
    made = np.zeros((len(families), len(group), len(LEVELS), 2))
    for family, column, row, score in places:
        made[family, column, row] += (score, 1.0)
    return made, tasks


def _interval(statistics: FloatArray, weights: Sequence[float]) -> Interval | None:
    """Of the mean over categories of their levels' weighed means: the jackknife over families."""
    share = np.asarray(weights)
    used = statistics[:, :, share > 0]
    used = used[:, (used[..., 1].sum(axis=0) > 0).all(axis=-1)]
    families, cells = len(used), used.shape[1:-1]
    if families < 2 or not cells[0]:
        return None

    def formula(flat: FloatArray) -> FloatArray:
        found = flat.reshape(*flat.shape[:-1], *cells, 2)
        means = ratio(found[..., 0], found[..., 1])
        return np.asarray((means * share[share > 0]).sum(axis=-1).mean(axis=-1))

    def weight(flat: FloatArray) -> FloatArray:
        return np.asarray(flat[..., 1::2].sum(axis=-1))

    found = estimate(Figure(formula, weight, Scale.SHARE), used.reshape(families, -1))
    if found.interval is None:
        return None
    return found.interval[0] * PER_CENT, found.interval[1] * PER_CENT
