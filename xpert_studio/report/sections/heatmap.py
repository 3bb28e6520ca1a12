"""Systems against domains, categories, tiers or dimensions, as a heat map in per cent of points."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from xpert_studio.core.errors import UsageError
from xpert_studio.core.messages import Message, joined
from xpert_studio.core.metrics import Leaderboard
from xpert_studio.core.wording import mark, t
from xpert_studio.report.blocks import Block, Column, Row, Table, Text
from xpert_studio.report.part_names import grouping_name, part_name
from xpert_studio.report.results.charts import part_names
from xpert_studio.report.section import EXPLORED, Choice, Options, Section, View, with_rater
from xpert_studio.report.sections.breakdown import PARTS, Spans, breakdown
from xpert_studio.report.sections.results import plain_parts
from xpert_studio.report.small_groups import SmallGroups


@dataclass(frozen=True, slots=True)
class HeatMap:
    """A board by parts; ``who`` is the rater in words, ``spans`` are intervals that are wanted."""

    board: Leaderboard
    by: str
    who: str
    small: SmallGroups
    spans: Spans


@with_rater
def _heat_map(view: View) -> HeatMap | None:
    """What is asked for: ``heatmap`` or ``by``, else by dimension; ``in_full``, intervals too."""
    board, by = view.results.board(*view.key).leaderboard, _by(view)
    rater_id, scope = view.key
    in_full = view.asked.get("in_full", False)
    return HeatMap(
        board,
        by,
        view.who,
        view.analysis.small,
        spans=view.results.part_estimates(rater_id, by, scope) if in_full else {},
    )


def _by(view: View) -> str:
    by = view.asked.get("heatmap") or view.asked.get("by") or "dimension"
    if by not in PARTS:
        raise UsageError(
            Message("Systems cannot be set against {by}.", by=by),
            remedy=Message("Choose one of: {known}.", known=joined(PARTS)),
        )
    return str(by)


def _blocks(heat_map: HeatMap) -> Iterator[Block]:
    names = part_names(heat_map.board, heat_map.by)
    if not names:
        yield Text(t("No task or checkpoint says to which of these it belongs."))
    elif table := breakdown(
        heat_map.board, heat_map.by, heat_map.small, least=0, spans=heat_map.spans
    ):
        yield table
    if names and heat_map.spans:
        yield _counts(heat_map, names)


def _counts(heat_map: HeatMap, names: Sequence[str]) -> Table:
    """The number of tasks behind each figure."""
    return Table(
        columns=(
            Column(t("System")),
            *(Column(part_name(heat_map.by, name), "0") for name in names),
        ),
        rows=tuple(
            Row((item.system, *(item.tasks_by[heat_map.by].get(name, 0) for name in names)))
            for item in heat_map.board.standings
        ),
        caption=t("Tasks behind each figure"),
        name=t("Tasks"),
    )


def _data(heat_map: HeatMap) -> dict[str, Any]:
    return {
        row.system: plain_parts(row, heat_map.by, heat_map.small)
        for row in heat_map.board.standings
    }


def _groupings(_: View) -> Options:
    return [(grouping_name(by), by) for by in _GROUPED], _GROUPED[0]


_GROUPED: Final = ("domain", "dimension", "tier", "category")


def _title(heat_map: HeatMap) -> str:
    return t(
        "Per cent of points by {by}, by {rater_id}",
        by=grouping_name(heat_map.by).lower(),
        rater_id=heat_map.who,
    )


HEAT_MAP: Final = Section(
    "heatmap",
    mark("Per cent of points by part"),
    mark("In which part do systems gain their points?"),
    _heat_map,
    _blocks,
    _data,
    _title,
    places=(EXPLORED,),
    tab=mark("Heat maps"),
    asks=("by",),
    choices=(Choice("by", mark("Group by"), _groupings),),
)
