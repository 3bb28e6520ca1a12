"""Systems by a scoring recipe, as a table; fallbacks and what is missing in words."""

from __future__ import annotations

from collections.abc import Iterator

from xpert_studio.core.metrics.figures.usage import EFFICIENCY
from xpert_studio.core.metrics.recipes import RecipeBoard, RecipeRow
from xpert_studio.core.wording import listed, t, tn
from xpert_studio.report.blocks import Block, Column, Note, Row, Section, Table
from xpert_studio.report.results.results import Results
from xpert_studio.report.results.scope import read_facets
from xpert_studio.report.section import ReportView
from xpert_studio.report.sentences import judge_name


def recipe_section(view: ReportView) -> Section | None:
    """The systems by the recipe that the project has chosen; None where it has chosen none."""
    project, analysis = view.project, view.analysis
    if analysis.recipe is None:
        return None
    results = Results(analysis, read_facets(project))
    if not results.raters:
        return None
    rater = results.raters[0]
    board = results.by_recipe(project, rater.id, analysis.recipe)
    name = judge_name(rater.findings.judge) if rater.findings else t("the experts")
    blocks: list[Block] = [recipe_table(board), *map(Note, recipe_notes(board))]
    title = t("By the recipe {recipe}, by {name}", recipe=analysis.recipe.named, name=name)
    return Section("recipe", title, tuple(blocks))


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
    for mark, tasks in row.fallbacks.items():
        yield tn("{mark} on {n} task", "{mark} on {n} tasks", tasks, mark=mark)
    for part, tasks in row.missing.items():
        yield tn("no {part} on {n} task", "no {part} on {n} tasks", tasks, part=part)
    for part, judges in row.left_out.items():
        yield t("{part} without {judges}: incomplete", part=part, judges=listed(judges))
    if row.reason is not None:
        yield t("{reason}", reason=row.reason)


def recipe_notes(board: RecipeBoard) -> list[str]:
    """What is true of every row."""
    return [t("{reason}.", reason=note) for note in board.notes]
