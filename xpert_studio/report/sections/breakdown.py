"""Scores by domain, category, tier or dimension, as a table."""

from __future__ import annotations

from typing import Final

from xpert_studio.core.metrics import Leaderboard, Ranked
from xpert_studio.core.wording import mark, t
from xpert_studio.report.blocks import Cell, Column, FewTasks, Row, Table
from xpert_studio.report.part_names import part_name
from xpert_studio.report.results.charts import part_names
from xpert_studio.report.small_groups import SmallGroups

_MOST_ACROSS: Final = 6
PARTS: Final = {
    "domain": mark("Score by domain"),
    "category": mark("Score by category"),
    "tier": mark("Share of points met by tier"),
    "dimension": mark("Share of points met by dimension"),
}


def breakdown(board: Leaderboard, by: str, small: SmallGroups, *, least: int = 2) -> Table | None:
    """Scores by group: groups across where they are few, down the side where they are many.

    Args:
        board: Whose.
        by: ``domain``, ``category``, ``tier`` or ``dimension``.
        small: Which groups are marked.
        least: With fewer groups there is no table.
    """
    names, title = part_names(board, by), t(PARTS[by])
    if len(names) < least:
        return None
    values = {standing.system: _marked(standing, by, small) for standing in board.standings}
    counts = [tasks for item in board.standings for tasks in item.tasks_by[by].values()]
    caption = small.explain(title, *counts)
    if len(names) > _MOST_ACROSS and len(values) <= _MOST_ACROSS + 2:
        columns = (Column(t("Group")), *(Column(system, "0.0%") for system in values))
        rows = tuple(
            Row((part_name(by, name), *(shares.get(name) for shares in values.values())))
            for name in names
        )
    else:
        overall = by == "domain"
        columns = (
            Column(t("System")),
            *([Column(t("Overall"), "0.0%")] if overall else ()),
            *(Column(part_name(by, name), "0.0%") for name in names),
        )
        rows = tuple(
            Row(
                (
                    standing.system,
                    *([standing.score] if overall else ()),
                    *(values[standing.system].get(name) for name in names),
                ),
                apart=standing.rank is None,
            )
            for standing in board.standings
        )
    return Table(columns, rows, caption, name=title, shaded=True, best=by == "domain")


def _marked(standing: Ranked, by: str, small: SmallGroups) -> dict[str, Cell]:
    """A system's figures by group: on few tasks marked, below the minimum withheld."""
    shares: dict[str, float] = getattr(standing, f"by_{by}")
    count = standing.tasks_by[by]
    return {
        name: FewTasks(small.withheld(count[name]) or share)
        if small.includes(count[name])
        else share
        for name, share in shares.items()
    }
