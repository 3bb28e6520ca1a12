"""The board by level of difficulty: each system's level means, ceiling and indices."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final

import numpy as np

from xpert_studio.api.sections import View
from xpert_studio.core.metrics.scores import exact_by_task
from xpert_studio.core.records import excluded_on
from xpert_studio.core.records.columns import NONE, Catalog, Ratings
from xpert_studio.packs.levels.levels import (
    LEVELS,
    LeveledTask,
    LevelFigure,
    LevelScores,
    SystemLevels,
    best_first,
    level_rules,
    system_levels,
)
from xpert_studio.report.analysis import EXPERTS
from xpert_studio.report.results.scope import TaskFacets

OVERALL: Final = "overall"
NONE_PASSED: Final = "none"
"""What programs are told of a ceiling where the easiest level is not passed."""


@dataclass(frozen=True, slots=True)
class LevelBoard:
    """Systems by level.

    Attributes:
        systems: By system.
        tasks: How many tasks of the board have a level.
        without: How many have none, and are left out.
    """

    systems: Mapping[str, SystemLevels]
    tasks: int
    without: int

    def ordered(self, by: str) -> list[str]:
        """The systems by one of the indices or ``overall``; those without it last, by name."""
        return best_first({s: figure_of(one.whole, by).value for s, one in self.systems.items()})


def figure_of(scores: LevelScores, name: str) -> LevelFigure:
    """An index of a group, or its overall figure."""
    return scores.overall if name == OVERALL else scores.indices[name]


def levels_of(view: View) -> LevelBoard:
    """The board of a view's rater over its tasks, computed once."""
    results = view.results
    rater_id, scope = view.key
    return results.kept(
        ("levels", rater_id, scope),
        lambda: level_board(
            results.catalog,
            results.marks(rater_id, scope),
            results.facets,
            excluded_on(results.analysis.excluded, rater_id),
            results.analysis.small.minimum,
            results.tasks_in(scope).nonzero()[0].tolist(),
        ),
    )


def level_board(
    catalog: Catalog,
    marks: Ratings,
    facets: TaskFacets,
    excluded: Collection[str] = (),
    fewest: int = 1,
    tasks_in: Sequence[int] | None = None,
) -> LevelBoard:
    """The board of one rater.

    It covers the tasks that have a level and on which the rater has answered anything.

    Args:
        catalog: What there is to judge.
        marks: The rater's answers.
        facets: Levels and families of the tasks.
        excluded: Systems that are not on it.
        fewest: Figures on fewer tasks are withheld.
        tasks_in: The places of the tasks that are looked at; of all where None.
    """
    in_scope = np.unique(catalog.response_task[marks.response]).tolist()
    leveled = {
        place: LeveledTask(
            id=task_id,
            level=facets.difficulty[task_id],
            family=facets.family.get(task_id, task_id),
            test_type=_name(catalog.domains, int(catalog.task_domain[place])),
            category=_name(catalog.categories, int(catalog.task_category[place])),
        )
        for place in (range(len(catalog.tasks)) if tasks_in is None else tasks_in)
        if (task_id := catalog.tasks[place]) in facets.difficulty
    }
    tasks = [leveled.pop(place) for place in in_scope if place in leveled]
    scores = exact_by_task(catalog, marks)
    by_experts = marks.rater == EXPERTS
    found = {
        system: system_levels(tasks, own, fewest, unjudged=leveled.values(), by_experts=by_experts)
        for system, own in zip(catalog.systems, scores, strict=True)
        if own and system not in excluded
    }
    return LevelBoard(found, len(tasks), len(in_scope) - len(tasks))


def _name(names: tuple[str, ...], code: int) -> str:
    return "" if code == NONE else names[code]


def plain_levels(scores: LevelScores) -> dict[str, Any]:
    """A group's figures for a program; undefined ones are null, with their reasons."""
    absent = {level: LevelFigure(None, None, 0, reason) for level, reason in scores.absent.items()}
    by_level = {level: {**absent, **scores.levels}[level] for level in LEVELS}
    figures = {OVERALL: scores.overall, **scores.indices, **by_level}
    leaderboard = scores.indices["leaderboard_index"]
    profiles = level_rules().profiles
    return {
        "levels": {level: by_level[level].value for level in LEVELS},
        "levels_interval": {level: by_level[level].interval for level in LEVELS},
        "levels_tasks": {level: by_level[level].tasks for level in LEVELS},
        "passed": list(scores.passed),
        "ceiling": scores.ceiling or (NONE_PASSED if scores.is_known else None),
        "indices": {name: scores.indices[name].value for name in profiles},
        "indices_interval": {name: scores.indices[name].interval for name in profiles},
        "leaderboard_index": leaderboard.value,
        "leaderboard_index_interval": leaderboard.interval,
        OVERALL: scores.overall.value,
        f"{OVERALL}_interval": scores.overall.interval,
        "reasons": {name: str(figure.reason) for name, figure in figures.items() if figure.reason},
        "interval_reasons": {
            name: str(figure.no_interval) for name, figure in figures.items() if figure.no_interval
        },
    }


def plain_system(levels: SystemLevels) -> dict[str, Any]:
    """A system's figures for a program: on all tasks, and by category and test type."""
    return plain_levels(levels.whole) | {
        "categories": {name: plain_levels(part) for name, part in levels.categories.items()},
        "test_types": {name: plain_levels(part) for name, part in levels.test_types.items()},
    }


def changed_orders(board: LevelBoard) -> list[tuple[str, str, str]]:
    """Indices that order two systems otherwise than the overall figure does.

    Returns:
        The index, the system that is higher by it, and the one that is higher overall; the first
        such pair of each index.
    """
    found = []
    for name in level_rules().indices:
        known = [
            system
            for system in board.ordered(name)
            if figure_of(board.systems[system].whole, name).value is not None
        ]
        place = {system: n for n, system in enumerate(board.ordered(OVERALL))}
        pair = next(((a, b) for a, b in pairwise(known) if place[a] > place[b]), None)
        if pair is not None:
            found.append((name, *pair))
    return found
