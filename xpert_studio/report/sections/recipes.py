"""Systems by a scoring recipe, as a table; fallbacks and what is missing in words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from xpert_studio.core.metrics.figures.usage import EFFICIENCY
from xpert_studio.core.metrics.recipes import RecipeBoard, RecipeRow
from xpert_studio.core.wording import listed, mark, t, tn
from xpert_studio.report.blocks import Block, Column, Note, Row, Table
from xpert_studio.report.results.recipes import plain_recipe
from xpert_studio.report.section import Section, View


@dataclass(frozen=True, slots=True)
class SystemsByRecipe:
    """A board by a scoring recipe; ``who`` is the rater in words."""

    board: RecipeBoard
    who: str


def _by_recipe(view: View) -> SystemsByRecipe | None:
    """What is asked for: ``recipe``; else the one that the project has chosen."""
    recipe = view.asked.get("recipe") or view.analysis.recipe
    if recipe is None or view.rater is None:
        return None
    rater_id, scope = view.key
    return SystemsByRecipe(view.results.by_recipe(view.project, rater_id, recipe, scope), view.who)


def _recipe_blocks(found: SystemsByRecipe) -> Iterator[Block]:
    yield recipe_table(found.board)
    yield from map(Note, recipe_notes(found.board))


def _recipe_title(found: SystemsByRecipe) -> str:
    return t("By the recipe {recipe}, by {name}", recipe=found.board.recipe.named, name=found.who)


RECIPE: Final = Section(
    "recipe",
    mark("By recipe"),
    mark("What do systems score by the recipe of the project?"),
    _by_recipe,
    _recipe_blocks,
    lambda found: plain_recipe(found.board),
    _recipe_title,
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
    for name, tasks in row.fallbacks.items():
        yield tn("{mark} on {n} task", "{mark} on {n} tasks", tasks, mark=name)
    for part, tasks in row.missing.items():
        yield tn("no {part} on {n} task", "no {part} on {n} tasks", tasks, part=part)
    for part, judges in row.left_out.items():
        yield t("{part} without {judges}: incomplete", part=part, judges=listed(judges))
    if row.reason is not None:
        yield t("{reason}", reason=row.reason)


def recipe_notes(board: RecipeBoard) -> list[str]:
    """What is true of every row."""
    return [t("{reason}.", reason=note) for note in board.notes]
