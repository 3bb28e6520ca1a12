"""The section of the capability heat map: what systems pass, by capability."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from xpert_studio.api.charts import GridField, Matrix
from xpert_studio.api.sections import (
    REPORT,
    Block,
    Column,
    Estimate,
    Figure,
    Row,
    Section,
    Table,
    Text,
    between,
    mark,
    percent,
    t,
)
from xpert_studio.packs.suites.capabilities import FEW, CapabilityMap, CapabilityRow, maps_of
from xpert_studio.packs.suites.evaluations import asked_for
from xpert_studio.packs.suites.section_blocks import (
    DEFINE,
    NO_EVALUATION,
    known_to,
    suite_heading,
    with_branch,
)

Maps = tuple[CapabilityMap, ...]


def _blocks(found: Maps) -> Iterator[Block]:
    for one in found:
        yield from suite_heading(one.suite, found)
        caption = t(
            "Per cent of responses that pass, with the number of tasks. Hatched: fewer than {few} "
            "tasks, which tell next to nothing.",
            few=FEW,
        )
        yield Figure(_matrix(one), caption)
        if said := _widest(one):
            yield Text.brief(said)
        yield _table(one)


def _widest(capability_map: CapabilityMap) -> str:
    row = capability_map.rows[0]
    is_tied = len(capability_map.rows) > 1 and capability_map.rows[1].spread == row.spread
    if len(capability_map.systems) < 2 or not row.spread or is_tied:
        return ""
    return t(
        "Systems lie farthest apart in {capability}: {spread} points over {n} tasks.",
        capability=row.name,
        spread=round(100 * row.spread),
        n=row.tasks,
    )


def row_name(row: CapabilityRow) -> str:
    """A capability with its spread in points."""
    if row.spread is None or len(row.cells) < 2:
        return row.name
    return t("{name} (spread {n})", name=row.name, n=round(100 * row.spread))


def _matrix(capability_map: CapabilityMap) -> Matrix:
    return Matrix(
        [[_field(cell, row) for cell in row.cells] for row in capability_map.rows],
        [row_name(row) for row in capability_map.rows],
        [with_branch(system) for system in capability_map.systems],
        [[cell.value for cell in row.cells] for row in capability_map.rows],
        head=mark("Capability"),
        high=40.0,
        description=t("Pass rates by capability on {suite}", suite=capability_map.suite),
    )


def _field(cell: Estimate, row: CapabilityRow) -> GridField | None:
    if cell.value is None:
        return None
    said = t("{value} of {n} tasks", value=percent(cell.value), n=row.tasks)
    if cell.interval:
        interval = between(*map(percent, cell.interval))
        said = t("{said}, 95 % interval {interval}", said=said, interval=interval)
    words = (f"{100 * cell.value:.0f}", t("n {n}", n=row.tasks))
    return GridField(cell.value, words, said, stressed=row.tasks < FEW)


def _table(capability_map: CapabilityMap) -> Table:
    interval = Column(t("95 % interval"), "0%", interval=True, detail=True)
    heads = (
        Column(t("Capability")),
        Column(t("Tasks"), "0"),
        Column(t("Spread, points"), "0"),
        *(
            head
            for system in capability_map.systems
            for head in (Column(with_branch(system), "0%"), interval)
        ),
    )
    rows = tuple(
        Row(
            (
                row.name,
                row.tasks,
                None if row.spread is None else 100 * row.spread,
                *(part for cell in row.cells for part in (cell.value, cell.interval)),
            ),
            apart=row.tasks < FEW,
        )
        for row in capability_map.rows
    )
    caption = t("Rows set off have fewer than {few} tasks.", few=FEW)
    return Table(heads, rows, caption, t("By capability"), short=8)


def _plain(found: Maps) -> list[dict[str, Any]]:
    return [
        {
            "suite": one.suite,
            "systems": [item.first.system for item in one.systems],
            "capabilities": [
                {
                    "capability": row.name,
                    "tasks": row.tasks,
                    "few_tasks": row.tasks < FEW,
                    "spread": row.spread,
                    "pass_rates": [cell.named("value") for cell in row.cells],
                }
                for row in one.rows
            ],
        }
        for one in found
    ]


HEAT_MAP: Final = Section(
    "suite-heatmap",
    mark("Capabilities"),
    mark("In which capability do systems pass, and where do they lie apart?"),
    lambda view: asked_for(maps_of(known_to(view)), view.asked),
    _blocks,
    _plain,
    after="suite-front",
    places=(REPORT,),
    missing=NO_EVALUATION,
    makes=DEFINE,
)
