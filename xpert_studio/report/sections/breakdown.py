"""Scores by domain, category, tier or dimension, as a table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from xpert_studio.core.metrics import Estimate, Leaderboard, Ranked
from xpert_studio.core.wording import mark, t
from xpert_studio.report.blocks import Cell, Column, FewTasks, Row, Table, bare
from xpert_studio.report.figure_tables import INTERVAL
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


Spans = Mapping[str, Mapping[str, Estimate]]
"""Figures by system and group."""


def breakdown(
    board: Leaderboard,
    by: str,
    small: SmallGroups,
    *,
    least: int = 2,
    spans: Spans = MappingProxyType({}),
) -> Table | None:
    """Scores by group: groups across where they are few, down the side where they are many.

    Args:
        board: Whose.
        by: ``domain``, ``category``, ``tier`` or ``dimension``.
        small: Which groups are marked.
        least: With fewer groups there is no table.
        spans: Figures with the intervals that are shown too.
    """
    names, title = part_names(board, by), t(PARTS[by])
    if len(names) < least:
        return None
    values = {standing.system: _marked(standing, by, small) for standing in board.standings}
    counts = [tasks for item in board.standings for tasks in item.tasks_by[by].values()]
    caption = small.explain(title, *counts)
    if len(names) > _MOST_ACROSS and len(values) <= _MOST_ACROSS + 2:
        heads = [Column(value, "0.0%", opens=("system", value)) for value in values]
        columns = (Column(t("Group")), *_with_spans(heads, spans))
        rows = tuple(
            Row(
                (part_name(by, name), *_cells(((s, name) for s in values), values, spans)),
                opens=("behind", "part", f"{by}:{name}"),
            )
            for name in names
        )
    else:
        overall = by == "domain"
        columns = (
            Column(t("System")),
            *([Column(t("Overall"), "0.0%")] if overall else ()),
            *_with_spans([_head(by, name) for name in names], spans),
        )
        rows = tuple(
            Row(
                (
                    standing.system,
                    *([standing.score] if overall else ()),
                    *_cells(((standing.system, name) for name in names), values, spans),
                ),
                apart=standing.rank is None,
                opens=("behind", "system", standing.system),
            )
            for standing in board.standings
        )
    return Table(columns, rows, caption, name=title, shaded=True, best=by == "domain")


def _head(by: str, name: str) -> Column:
    return Column(part_name(by, name), "0.0%", opens=("part", f"{by}:{name}"))


def _with_spans(columns: Sequence[Column], spans: Spans) -> Iterator[Column]:
    for column in columns:
        yield column
        if spans:
            yield Column(INTERVAL, column.form, interval=True)


def _cells(
    wanted: Iterable[tuple[str, str]], values: Mapping[str, Mapping[str, Cell]], spans: Spans
) -> Iterator[Cell]:
    """The cells of systems and groups, each with its interval where intervals are shown."""
    for system, name in wanted:
        value = values[system].get(name)
        yield value
        if spans:
            one = spans.get(system, {}).get(name)
            is_withheld = isinstance(bare(value), str)
            yield None if one is None or is_withheld else one.interval


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
