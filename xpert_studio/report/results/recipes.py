"""Systems by a scoring recipe, by one rater; and the same for a program."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from xpert_studio.core.metrics.levels import PER_CENT
from xpert_studio.core.metrics.recipes import RecipeBoard, RecipeRow, ranked, recipe_board
from xpert_studio.core.metrics.task_estimates import Estimate, caution
from xpert_studio.core.records import Recipe
from xpert_studio.core.records.columns import Catalog, Ratings
from xpert_studio.report.results.levels import LevelBoard, figure_of


def board_by_recipe(
    catalog: Catalog,
    rater: Ratings,
    judges: Mapping[str, Ratings],
    levels: LevelBoard,
    recipe: Recipe,
    systems: tuple[str, ...],
) -> RecipeBoard:
    """Systems by a recipe.

    Args:
        catalog: What there is to judge.
        rater: The leaderboard's rater.
        judges: All judges' verdicts, by id.
        levels: The rater's board by level.
        recipe: Of parts, or an index over levels.
        systems: Those on the leaderboard.
    """
    if recipe.level_index:
        return _by_level(levels, recipe, systems)
    return recipe_board(catalog, rater, judges, recipe, systems)


def _by_level(levels: LevelBoard, recipe: Recipe, systems: tuple[str, ...]) -> RecipeBoard:
    rows = []
    for system in systems:
        if system not in levels.systems:
            continue
        one = figure_of(levels.systems[system].whole, recipe.level_index)
        low_high = one.interval and (one.interval[0] / PER_CENT, one.interval[1] / PER_CENT)
        value = None if one.value is None else one.value / PER_CENT
        figure = Estimate(value, low_high, one.tasks, caution(one.tasks), n=one.tasks)
        row = RecipeRow(system, None, figure, {}, {}, {}, one.reason)
        rows.append((None if one.value is None else Fraction(one.value), row))
    return RecipeBoard(recipe, ranked(rows), levels.tasks)


def plain_recipe(board: RecipeBoard) -> dict[str, Any]:
    """A board for a program: the recipe, and a row a system, values from 0 to 1."""
    recipe = board.recipe
    return {
        "recipe": {"name": recipe.name, "version": recipe.version, "hash": recipe.hash},
        "tasks": board.tasks,
        "notes": [str(note) for note in board.notes],
        "rows": [
            {
                "system": row.system,
                "rank": row.rank,
                **row.figure.named("value"),
                "tasks": row.figure.tasks,
                "caution": row.figure.caution,
                "efficiency": row.efficiency and row.efficiency.value,
                "efficiency_interval": row.efficiency and row.efficiency.interval,
                "fallbacks": dict(row.fallbacks),
                "missing": dict(row.missing),
                "judges_left_out": {part: list(names) for part, names in row.left_out.items()},
                "reason": None if row.reason is None else str(row.reason),
            }
            for row in board.rows
        ],
    }
