"""Systems against domains, categories, tiers or dimensions, as a heat map in per cent of points."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from xpert_studio.core.metrics import Leaderboard
from xpert_studio.core.wording import mark, t
from xpert_studio.report.blocks import Block
from xpert_studio.report.part_names import grouping_name
from xpert_studio.report.section import Section, View
from xpert_studio.report.sections.breakdown import breakdown
from xpert_studio.report.sections.results import plain_parts
from xpert_studio.report.small_groups import SmallGroups


@dataclass(frozen=True, slots=True)
class HeatMap:
    """A board by parts; ``who`` is the rater in words."""

    board: Leaderboard
    by: str
    who: str
    small: SmallGroups


def _heat_map(view: View) -> HeatMap | None:
    """What is asked for: ``heatmap``, a grouping; else by dimension."""
    if view.rater is None:
        return None
    board = view.results.board(*view.key).leaderboard
    return HeatMap(board, view.asked.get("heatmap", "dimension"), view.who, view.analysis.small)


def _blocks(found: HeatMap) -> Iterator[Block]:
    table = breakdown(found.board, found.by, found.small, least=0)
    if table is not None:
        yield table


def _data(found: HeatMap) -> dict[str, Any]:
    return {row.system: plain_parts(row, found.by, found.small) for row in found.board.standings}


def _title(found: HeatMap) -> str:
    by = grouping_name(found.by).lower()
    return t("Per cent of points by {by}, by {rater_id}", by=by, rater_id=found.who)


HEAT_MAP: Final = Section(
    "heatmap",
    mark("Per cent of points by part"),
    mark("In which part do systems gain their points?"),
    _heat_map,
    _blocks,
    _data,
    _title,
    places=(),
)
