"""The leaderboard: overall, by domain, by category, by tier and by dimension."""

from __future__ import annotations

from xpert_studio.metrics import Leaderboard, Standing
from xpert_studio.metrics.figures.scores import SCORE
from xpert_studio.metrics.registry import beside_score
from xpert_studio.report.analysis import Analysis
from xpert_studio.report.blocks import (
    Block,
    Cell,
    Column,
    FewTasks,
    Figure,
    Heading,
    Note,
    Row,
    Section,
    Table,
)
from xpert_studio.report.figure_tables import figure_cells, figure_columns
from xpert_studio.report.results.charts import board_chart, part_names
from xpert_studio.report.sentences import board_cautions, judge_name
from xpert_studio.report.small_groups import SmallGroups

_MOST_ACROSS = 6
_MOST_DRAWN = 30
_PARTS = {
    "domain": "Score by domain",
    "category": "Score by category",
    "tier": "Share of points met by tier",
    "dimension": "Share of points met by dimension",
}


def results_section(analysis: Analysis) -> Section:
    """A leaderboard a judge, the best aligned first, and the experts' own where there is one."""
    blocks: list[Block] = []
    ordered = analysis.aligned()
    ordered += [item for item in analysis.judges.values() if item not in ordered]
    if ordered:
        first = ordered[0]
        blocks.append(Heading(f"By {judge_name(first.judge)} ({first.judge.id})"))
        blocks += board_blocks(first.leaderboard, analysis.small)
    boards = {judge_name(item.judge): item.leaderboard for item in ordered}
    if analysis.expert_board is not None:
        boards["experts (gold judgments only)"] = analysis.expert_board
    if len(boards) > 1:
        blocks.append(Heading("By every judge, and by the experts"))
        blocks.append(_side_by_side(boards))
    if not blocks:
        blocks.append(Note("Nothing has been scored yet."))
    return Section("results", "Leaderboard", tuple(blocks))


def _side_by_side(boards: dict[str, Leaderboard]) -> Table:
    """Scores of all systems by all raters."""
    scores = {
        name: {standing.system: standing.score for standing in board.standings}
        for name, board in boards.items()
    }
    systems = dict.fromkeys(
        standing.system for board in boards.values() for standing in board.standings
    )
    columns = (Column("System"), *(Column(name, "0.0%") for name in boards))
    rows = tuple(
        Row((system, *(scores[name].get(system) for name in boards))) for system in systems
    )
    caption = (
        "Mean score; not to be compared between raters who judged different tasks. Checkpoints "
        "that as many experts judge met as not met count as not met."
    )
    return Table(columns, rows, caption, name="All raters")


def board_blocks(board: Leaderboard, small: SmallGroups) -> list[Block]:
    """One rater's leaderboard, with chart, domains, tiers and dimensions."""
    blocks: list[Block] = [board_table(board)]
    incomplete = [standing for standing in board.standings if not standing.complete]
    if incomplete:
        blocks.append(
            Note(
                f"{len(incomplete)} of {len(board.standings)} systems, which "
                f"{'lacks' if len(incomplete) == 1 else 'lack'} responses or verdicts, "
                f"{'is' if len(incomplete) == 1 else 'are'} not ranked: what is scored there "
                "covers fewer tasks or checkpoints than the rest."
            )
        )
    blocks += [Note(sentence) for sentence in board_cautions(board)]
    blocks.append(_chart(board))
    return [*blocks, *(table for by in _PARTS if (table := breakdown(board, by, small)))]


def board_table(board: Leaderboard) -> Table:
    """Systems by rank, then those that do not rank."""
    columns = (
        Column("Rank", "0"),
        Column("System"),
        *figure_columns([SCORE]),
        Column("Tasks", "0"),
        Column("Coverage", "0.0%"),
        *figure_columns(beside_score()),
    )
    rows = tuple(Row(_cells(standing), apart=standing.rank is None) for standing in board.standings)
    caption = f"{board.tasks} tasks. 95 % intervals over tasks."
    return Table(columns, rows, caption, name="Leaderboard")


def _cells(standing: Standing) -> tuple[Cell, ...]:
    name = standing.system + (" (baseline)" if standing.is_baseline else "")
    return (
        standing.rank,
        name,
        *figure_cells([SCORE], standing.figures),
        standing.tasks,
        standing.coverage,
        *figure_cells(beside_score(), standing.figures),
    )


def _chart(board: Leaderboard) -> Figure:
    scored = sum(standing.score is not None for standing in board.standings)
    caption = "Score with 95 % interval. Hollow: not ranked, not to be compared with the others."
    if scored > _MOST_DRAWN:
        caption += f" The first {_MOST_DRAWN} of {scored} systems."
    return Figure(board_chart(board, most=_MOST_DRAWN).svg, caption)


def breakdown(board: Leaderboard, by: str, small: SmallGroups, *, least: int = 2) -> Table | None:
    """Scores by group: groups across where they are few, down the side where they are many.

    Args:
        board: Whose.
        by: ``domain``, ``category``, ``tier`` or ``dimension``.
        small: Which groups are marked.
        least: With fewer groups there is no table.
    """
    names, title = part_names(board, by), _PARTS[by]
    if len(names) < least:
        return None
    values = {standing.system: _marked(standing, by, small) for standing in board.standings}
    counts = [tasks for item in board.standings for tasks in item.tasks_by[by].values()]
    caption = small.explain(title, *counts)
    if len(names) > _MOST_ACROSS and len(values) <= _MOST_ACROSS + 2:
        columns = (Column("Group"), *(Column(system, "0.0%") for system in values))
        rows = tuple(
            Row((name, *(shares.get(name) for shares in values.values()))) for name in names
        )
    else:
        columns = (Column("System"), *(Column(name, "0.0%") for name in names))
        rows = tuple(
            Row(
                (standing.system, *(values[standing.system].get(name) for name in names)),
                apart=standing.rank is None,
            )
            for standing in board.standings
        )
    return Table(columns, rows, caption, name=title, shaded=True)


def _marked(standing: Standing, by: str, small: SmallGroups) -> dict[str, Cell]:
    """A system's figures by group, those on few tasks marked."""
    shares: dict[str, float] = getattr(standing, f"by_{by}")
    return {
        name: FewTasks(share) if small.includes(standing.tasks_by[by][name]) else share
        for name, share in shares.items()
    }
