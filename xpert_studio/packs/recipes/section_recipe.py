"""Systems by a scoring recipe, as a table; fallbacks and what is missing in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Final

from xpert_studio.api import Message
from xpert_studio.api.sections import (
    RANKED_BY,
    REPORT,
    Action,
    Block,
    Column,
    Estimate,
    Note,
    Option,
    Row,
    Section,
    Table,
    View,
    listed,
    mark,
    short,
    t,
    tn,
)
from xpert_studio.core.metrics.task_estimates import caution
from xpert_studio.core.records import RECIPE_BOARD, Recipe, excluded_on
from xpert_studio.core.workflow.recipes import recipe_named, recipes
from xpert_studio.packs.levels.levels import PER_CENT
from xpert_studio.packs.levels.section_board import LevelBoard, figure_of, levels_of
from xpert_studio.packs.recipes.board import RecipeBoard, RecipeRow, ranked, recipe_board
from xpert_studio.packs.recipes.efficiency import efficiency_of
from xpert_studio.packs.recipes.screenshots import failed_pictures
from xpert_studio.packs.recipes.taken import completion_tokens
from xpert_studio.packs.recipes.usage import EFFICIENCY
from xpert_studio.report.results.charts import ranked_chart, ranked_row
from xpert_studio.report.results.scope import restricted
from xpert_studio.report.sections.looked_at import figure_of as figure_of_chart


@dataclass(frozen=True, slots=True)
class SystemsByRecipe:
    """A board by a scoring recipe.

    Attributes:
        board: It.
        who: The rater in words.
        is_chosen: Whether it is the recipe that the project has chosen.
    """

    board: RecipeBoard
    who: str
    is_chosen: bool


def _by_recipe(view: View) -> SystemsByRecipe | None:
    """What is asked for: ``recipe``; else the one that the project has chosen."""
    own = view.info.recipe
    recipe: Recipe | None = view.asked.get("recipe") or own
    if recipe is None or view.rater is None:
        return None
    found = board_by(view, recipe)
    return SystemsByRecipe(found, view.who, own is not None and recipe.hash == own.hash)


def board_by(view: View, recipe: Recipe) -> RecipeBoard:
    """The board by a recipe, computed once for the pictures that are kept."""
    failed = failed_pictures(view.project, recipe)
    key = ("recipe", recipe.hash, tuple(failed.items()), *view.key)
    return view.results.kept(key, lambda: _board(view, recipe, failed))


def _board(view: View, recipe: Recipe, failed: Mapping[tuple[str, str], Message]) -> RecipeBoard:
    """The systems of the leaderboard by a recipe, with their efficiency by it."""
    results, catalog, key = view.results, view.analysis.catalog, view.key
    excluded = excluded_on(view.analysis.excluded, RECIPE_BOARD + recipe.name)
    standings = results.board(*key).leaderboard.standings
    systems = tuple(row.system for row in standings if row.system not in excluded)
    if recipe.level_index:
        found = _by_level(levels_of(view), recipe, systems)
    else:
        tasks = results.tasks_in(view.scope)
        judges = {
            name: restricted(catalog, said, tasks)
            for name, said in view.analysis.every_judge.items()
        }
        found = recipe_board(catalog, results.marks(*key), judges, recipe, systems, failed)
    notes = (
        Message("{system} is excluded ({reason})", system=system, reason=reason.rstrip("."))
        for system, reason in excluded.items()
    )
    tokens = completion_tokens(view.project, catalog)
    rows = (
        replace(row, efficiency=efficiency_of(catalog, row.system, row.values, tokens))
        if row.figure.value is not None and row.values
        else row
        for row in found.rows
    )
    return replace(found, rows=tuple(rows), notes=(*found.notes, *notes))


def _recipe_blocks(systems_by_recipe: SystemsByRecipe) -> Iterator[Block]:
    recipe = systems_by_recipe.board.recipe
    called = recipe.title or recipe.name
    rows = [
        ranked_row(row.system, row.figure, is_ranked=row.rank is not None)
        for row in systems_by_recipe.board.rows
        if row.figure.value is not None
    ]
    chart = ranked_chart(
        rows,
        t("By the recipe {recipe}, per cent", recipe=called),
        t("Systems by the recipe {recipe}, with 95 % intervals", recipe=called),
        figure=t("Value"),
        limits=(0, 100),
    )
    yield from figure_of_chart(chart, t("Hollow = unranked (incomplete)"))
    yield recipe_table(systems_by_recipe.board)
    yield from (Note(t("{reason}.", reason=note)) for note in systems_by_recipe.board.notes)
    if not systems_by_recipe.is_chosen and recipes().get(recipe.name) == recipe:
        said = f"people recipe {{project}} {recipe.name}"
        yield Action(t("Use as project recipe"), said, step=("choose_recipe", recipe.name))


def _recipe_title(systems_by_recipe: SystemsByRecipe) -> str:
    return t(
        "By the recipe {recipe}, by {name}",
        recipe=systems_by_recipe.board.recipe.named,
        name=systems_by_recipe.who,
    )


def _own(view: View) -> str:
    own = view.info.recipe
    return "" if own is None else t("Project: {name}", name=short(own.named, 40))


RECIPE: Final = Section(
    "recipe",
    mark("By recipe"),
    mark("What do systems score by the recipe of the project?"),
    _by_recipe,
    _recipe_blocks,
    lambda found: plain_recipe(found.board),
    _recipe_title,
    after="specialisation",
    places=(REPORT, RANKED_BY),
    tab=mark("Recipe"),
    option=Option(
        "recipe",
        mark("Recipe"),
        lambda: {name: item.title or name for name, item in recipes().items()},
        recipe_named,
        _own,
    ),
    beside=lambda found: ({}, {"by_recipe": plain_recipe(found.board)}),
)


def recipe_table(board: RecipeBoard) -> Table:
    """Systems with value and interval in per cent, and what marks the row."""
    is_efficient = any(row.efficiency and row.efficiency.value is not None for row in board.rows)
    columns = (
        Column(t("Rank"), "0"),
        Column(t("System")),
        Column(t("Value"), "0.0%"),
        Column(t("95 % interval"), "0.0%", interval=True),
        Column(t("Tasks"), "0"),
        *([Column(t(EFFICIENCY.title), EFFICIENCY.unit.form)] if is_efficient else ()),
        Column(t("Marked")),
    )
    rows = tuple(
        Row(
            (
                row.rank,
                row.system,
                row.figure.value,
                row.figure.interval,
                row.figure.tasks,
                *([row.efficiency.value if row.efficiency else None] if is_efficient else ()),
                "; ".join(row_marks(row)),
            ),
            apart=row.rank is None,
            opens=("system", row.system),
        )
        for row in board.rows
    )
    caption = t(
        "By the recipe {recipe}, per cent; 95 % intervals by task or family.",
        recipe=board.recipe.named,
    )
    return Table(columns, rows, caption, name=t("Recipe"))


def row_marks(row: RecipeRow) -> Iterator[str]:
    """Fallbacks of a row, what it lacks, and judges that do not count."""
    yield from (
        tn("{mark} on {n} task", "{mark} on {n} tasks", tasks, mark=name)
        for name, tasks in row.fallbacks.items()
    )
    yield from (
        tn("no {part} on {n} task", "no {part} on {n} tasks", tasks, part=part)
        for part, tasks in row.missing.items()
    )
    yield from (
        t("{part} without {judges}: incomplete", part=part, judges=listed(judges))
        for part, judges in row.left_out.items()
    )
    if row.reason is not None:
        yield t("{reason}", reason=row.reason)


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
