"""Scores by level of difficulty: level means, the ceiling, and indices that weigh the levels.

A group of tasks is a category, a test type (the categories of a domain) or all of them. Within a
category a level's figure is the mean over its tasks; within larger groups it is the mean of the
categories' figures. Values are in per cent of points. The weights of the indices and the pass mark
are data: ``resources/levels.json``.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, partial
from typing import Final

import numpy as np

from xpert_studio.api import Message
from xpert_studio.api.figures import Scale, ratio
from xpert_studio.core.messages import joined
from xpert_studio.core.metrics.intervals import Interval
from xpert_studio.core.metrics.task_estimates import Figure, estimate
from xpert_studio.core.records import Difficulty
from xpert_studio.core.records.columns import FloatArray
from xpert_studio.core.resources import resource_json

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
        no_interval: Why a figure that has a value has no interval.
    """

    value: float | None
    interval: Interval | None
    tasks: int
    reason: Message | None = None
    no_interval: Message | None = None


@dataclass(frozen=True, slots=True)
class LevelScores:
    """One system on one group of tasks.

    Attributes:
        levels: By level, of those that have tasks.
        absent: Why there is no figure of the other levels.
        passed: Levels whose mean reaches the pass mark.
        ceiling: The hardest level passed; None where the easiest is not, or the mean of a level
            is not known.
        indices: By name, the leaderboard's index among them.
        overall: The index that stands for the whole.
    """

    levels: Mapping[str, LevelFigure]
    absent: Mapping[str, Message]
    passed: tuple[str, ...]
    ceiling: str | None
    indices: Mapping[str, LevelFigure]
    overall: LevelFigure

    @property
    def is_known(self) -> bool:
        """Whether the mean of every level that has tasks is known, so that there is a ceiling."""
        return all(figure.value is not None for figure in self.levels.values())


@dataclass(frozen=True, slots=True)
class SystemLevels:
    """One system: on all tasks, and by category and test type."""

    whole: LevelScores
    categories: Mapping[str, LevelScores]
    test_types: Mapping[str, LevelScores]


def best_first(values: Mapping[str, float | None], sign: int = -1) -> list[str]:
    """Systems by their values, the highest first, or with 1 as ``sign`` the lowest.

    Those without a value come last, all of the same by name.
    """
    return sorted(values, key=lambda one: (values[one] is None, sign * (values[one] or 0.0), one))


Cells = Mapping[str, Mapping[str, Sequence[LeveledTask]]]
"""The tasks of a group: by category, then by level."""


def system_levels(
    tasks: Iterable[LeveledTask],
    scores: Mapping[str, Fraction],
    fewest: int = 1,
    *,
    unjudged: Iterable[LeveledTask] = (),
    by_experts: bool = False,
) -> SystemLevels:
    """The figures of one system.

    Args:
        tasks: Those of the board that have a level, whether the system has a score on them or not.
        scores: The system's exact score from 0 to 1, by task id.
        fewest: Figures on fewer tasks are withheld.
        unjudged: Tasks that have a level and are not on the board, as the rater answered nothing.
        by_experts: Whether the rater is not a judge.
    """
    cells: dict[tuple[str, str], dict[str, list[LeveledTask]]] = defaultdict(dict)
    for task in tasks:
        cells[task.test_type, task.category].setdefault(task.level, []).append(task)
    named = _category_names(cells)
    gaps = {
        (named[key], task.level)
        for task in unjudged
        if (key := (task.test_type, task.category)) in named
    }
    by_type: dict[str, dict[str, dict[str, list[LeveledTask]]]] = defaultdict(dict)
    for key, levels in cells.items():
        by_type[key[0]][named[key]] = levels
    made = partial(_scores, scores=scores, fewest=fewest, gaps=_Gaps(gaps, by_experts=by_experts))
    return SystemLevels(
        made({named[key]: levels for key, levels in cells.items()}),
        {named[key]: made({named[key]: levels}) for key, levels in cells.items()},
        {name: made(group) for name, group in by_type.items()},
    )


@dataclass(frozen=True, slots=True)
class _Gaps:
    """Levels of categories of which the rater has answered nothing, and how that is said."""

    cells: Collection[tuple[str, str]]
    by_experts: bool

    def of_category(self, category: str, level: str) -> Message:
        """Why a category has no tasks of a level on the board."""
        words = {"category": category or Message("no category"), "level": Difficulty(level)}
        if (category, level) not in self.cells:
            return Message("{category} has no {level} tasks", **words)
        if self.by_experts:
            return Message("{category} has no judgment on its {level} tasks", **words)
        return Message("{category} has no verdict of this judge on its {level} tasks", **words)

    def of_level(self, group: Cells, level: str) -> Message:
        """Why a group has no tasks of a level on the board."""
        if not any((category, level) in self.cells for category in group):
            return Message("no {level} tasks", level=Difficulty(level))
        if self.by_experts:
            return Message("no judgment on the {level} tasks", level=Difficulty(level))
        return Message("no verdict of this judge on the {level} tasks", level=Difficulty(level))


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


def _scores(
    group: Cells, *, scores: Mapping[str, Fraction], fewest: int, gaps: _Gaps
) -> LevelScores:
    rules = level_rules()
    families = _Families.of(group, scores)
    found, passed = {}, []
    for level in LEVELS:
        cells = [levels[level] for levels in group.values() if level in levels]
        means = [mean for cell in cells if (mean := _mean(cell, scores)) is not None]
        if not cells:
            continue
        value = sum(means, Fraction(0)) / len(means) if means else None
        found[level] = _withheld(
            families.figure(value, {level: Fraction(1)})
            if value is not None
            else LevelFigure(
                None,
                None,
                families.tasks[level],
                Message("no score on the {level} tasks", level=Difficulty(level)),
            ),
            fewest,
        )
        if found[level].value is not None and value is not None and value >= rules.pass_mark:
            passed.append(level)
    indices = {
        name: _withheld(_index(group, scores, families, weights, gaps), fewest)
        for name, weights in rules.indices.items()
    }
    return LevelScores(
        found,
        {level: gaps.of_level(group, level) for level in LEVELS if level not in found},
        tuple(passed),
        passed[-1]
        if passed
        and passed[0] == LEVELS[0]
        and all(figure.value is not None for figure in found.values())
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
    group: Cells, scores: Mapping[str, Fraction], families: _Families, weights: Weights, gaps: _Gaps
) -> LevelFigure:
    """The mean of the categories' indices; undefined where one of them lacks a level."""
    lacking: list[Message | str] = []
    total = Fraction(0)
    for category, levels in group.items():
        for level, weight in weights.items():
            mean = _mean(levels.get(level, ()), scores)
            if mean is None and weight:
                words = {"category": category or Message("no category"), "level": level}
                lacking.append(
                    Message("{category} has no score on its {level} tasks", **words)
                    if level in levels
                    else gaps.of_category(category, level)
                )
            total += weight * (mean or 0)
    if lacking or not group:
        reason = Message("{lacking}", lacking=joined(lacking, most=_MOST_NAMED))
        return LevelFigure(None, None, sum(families.tasks.values()), reason)
    return families.figure(total / len(group), weights)


@dataclass(frozen=True, slots=True)
class _Families:
    """What a system's scores on a group of tasks come to by family.

    Attributes:
        statistics: (families, categories, levels, 2) sum of the scores, and their number.
        tasks: Tasks with a score, by level.
        categories: Their names.
    """

    statistics: FloatArray
    tasks: Mapping[str, int]
    categories: Sequence[str]

    @classmethod
    def of(cls, group: Cells, scores: Mapping[str, Fraction]) -> _Families:
        """Counts the scores on a group."""
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
        return cls(made, tasks, tuple(group))

    def figure(self, value: Fraction, weights: Weights) -> LevelFigure:
        """A mean over categories of their levels' weighed means, with its interval."""
        share = np.array([float(weights.get(level, 0)) for level in LEVELS])
        tasks = sum(self.tasks[level] for level, one in weights.items() if one)
        found = self._interval(share)
        if isinstance(found, Message):
            return LevelFigure(float(value), None, tasks, no_interval=found)
        return LevelFigure(float(value), found, tasks)

    def _interval(self, share: FloatArray) -> Interval | Message:
        """The jackknife over families, or why there is none."""
        used = self.statistics[:, :, share > 0]
        with_scores = (used[..., 1].sum(axis=0) > 0).all(axis=-1)
        used = used[:, with_scores]
        behind = used[..., 1] > 0
        if behind.any(axis=(1, 2)).sum() < 2:
            return Message("all its tasks are of a single family")
        cells = used.shape[1:-1]

        def formula(flat: FloatArray) -> FloatArray:
            found = flat.reshape(*flat.shape[:-1], *cells, 2)
            means = ratio(found[..., 0], found[..., 1])
            return np.asarray((means * share[share > 0]).sum(axis=-1).mean(axis=-1))

        def weight(flat: FloatArray) -> FloatArray:
            return np.asarray(flat[..., 1::2].sum(axis=-1))

        found = estimate(Figure(formula, weight, Scale.SHARE), used.reshape(len(used), -1)).interval
        if found is not None:
            return found[0] * PER_CENT, found[1] * PER_CENT
        alone = np.argwhere(behind.sum(axis=0) == 1)
        if not len(alone):
            return Message("there is no spread over families")
        column, row = alone[0]
        return Message(
            "the {level} tasks of {category} are of a single family",
            level=Difficulty(np.asarray(LEVELS)[share > 0][row]),
            category=str(np.asarray(self.categories)[with_scores][column])
            or Message("no category"),
        )
