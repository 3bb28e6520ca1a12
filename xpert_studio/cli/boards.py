"""Boards of ``xpert-studio leaderboard`` beside the ranking: by level, by efficiency."""

from __future__ import annotations

from typing import Any, Final

from xpert_studio.cli.output import Output
from xpert_studio.core.names import Names
from xpert_studio.core.records import Recipe
from xpert_studio.core.store import ProjectFile
from xpert_studio.core.wording import t
from xpert_studio.report.part_names import rater_name
from xpert_studio.report.results import Results, Scope
from xpert_studio.report.results.efficiency import ORDERS as BY_USAGE
from xpert_studio.report.results.efficiency import plain_usage, plain_value
from xpert_studio.report.results.levels import orders, plain_system
from xpert_studio.report.results.recipes import plain_recipe
from xpert_studio.report.sections.efficiency import efficiency_notes, efficiency_tables
from xpert_studio.report.sections.levels import (
    INDEX_NAMES,
    category_table,
    explained,
    has_categories,
    level_notes,
    levels_table,
)
from xpert_studio.report.sections.recipes import recipe_notes, recipe_table
from xpert_studio.report.sections.specialisation import (
    leaders_table,
    plain_specialisation,
    profile_table,
    verdict_sentence,
)

ORDER_NAMES: Final = Names(
    "order", {**INDEX_NAMES, **{name: metric.title for name, metric in BY_USAGE.items()}}
)
LEVEL: Final = "level"
EFFICIENCY: Final = "efficiency"
ORDERS: Final = {LEVEL: orders(), EFFICIENCY: tuple(BY_USAGE)}
"""What each board can be sorted by, the usual one first."""


def show_levels(
    output: Output, results: Results, key: tuple[str, Scope], sort: str, found: dict[str, Any]
) -> None:
    """Shows the board by level; puts it into what a program gets, in its order.

    Args:
        output: Where to.
        results: The results.
        key: The rater, and over which tasks.
        sort: What it is sorted by.
        found: What a program gets of the rater.
    """
    levels, small = results.levels(*key), results.analysis.small
    title = t("By level of difficulty, by {name}", name=rater_name(key[0]))
    output.block(levels_table(levels, sort, small), explained(title, levels, small))
    if has_categories(levels):
        output.block(category_table(levels, sort, small))
    output.say(*level_notes(levels))
    rows = {name: plain_system(levels.systems[name]) for name in levels.ordered(sort)}
    _join(found, rows)


def show_efficiency(
    output: Output,
    project: ProjectFile,
    results: Results,
    key: tuple[str, Scope],
    sort: str,
    found: dict[str, Any],
) -> None:
    """As ``show_levels``, of what the systems' responses took."""
    board = results.efficiency(project, *key)
    name = rater_name(key[0])
    titles = (
        t("Efficiency, by {name}", name=name),
        t("Cost (US dollars) and latency (seconds), by {name}", name=name),
    )
    for table, title in zip(efficiency_tables(board, sort), titles, strict=True):
        output.block(table, title)
    output.say(*efficiency_notes(board))
    _join(
        found, {name: {"usage": plain_usage(board.systems[name])} for name in board.ordered(sort)}
    )
    found |= plain_value(board)


def show_recipe(
    output: Output,
    project: ProjectFile,
    results: Results,
    key: tuple[str, Scope],
    recipe: Recipe,
    found: dict[str, Any],
) -> None:
    """As ``show_levels``, by a scoring recipe."""
    board = results.by_recipe(project, key[0], recipe, key[1])
    title = t("By the recipe {recipe}, by {name}", recipe=recipe.named, name=rater_name(key[0]))
    output.block(recipe_table(board), title)
    output.say(*recipe_notes(board))
    found["by_recipe"] = plain_recipe(board)


def show_profile(
    output: Output, results: Results, key: tuple[str, Scope], by: str, found: dict[str, Any]
) -> None:
    """As ``show_levels``, the systems' profiles and the leaders by domain or category."""
    made, name = results.specialisation(key[0], by, key[1]), rater_name(key[0])
    output.say(verdict_sentence(made))
    output.block(leaders_table(made, results.analysis.small), t("Leaders, by {name}", name=name))
    if made.profiles:
        title = t("Each system against its own mean, by {name}", name=name)
        output.block(profile_table(made), title)
    found["profile"] = plain_specialisation(made)


def _join(found: dict[str, Any], beside: dict[str, dict[str, Any]]) -> None:
    """Puts figures beside those of the rows, which take their order; other rows come last."""
    rows = {row["system"]: row for row in found["standings"]}
    found["standings"] = [
        *(rows.pop(system) | more for system, more in beside.items() if system in rows),
        *rows.values(),
    ]
