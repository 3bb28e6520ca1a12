"""What was measured, and how."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from xpert_studio.records import ProjectInfo, Taxonomy
from xpert_studio.report.analysis import Analysis
from xpert_studio.report.blocks import Block, Column, Heading, Listing, Row, Section, Table, Text
from xpert_studio.resources import resource_text
from xpert_studio.workflow.dimensions import description_of

_HOW: Final = tuple(resource_text("report", "method.txt").strip().split("\n"))


def method_section(info: ProjectInfo, analysis: Analysis, decided: str = "") -> Section:
    """The method in plain words.

    Args:
        info: The project.
        analysis: Its figures.
        decided: What people decided on their own work; empty where nothing.
    """
    catalog = analysis.catalog
    blocks: list[Block] = [
        Text(
            f"Experts of the field wrote {len(catalog.tasks)} tasks and, for each, a rubric of "
            f"checkpoints that a response either meets or does not: "
            f"{len(catalog.checkpoints):,} in all. {len(catalog.systems)} systems gave "
            f"{len(catalog.responses):,} responses. A judge decided every checkpoint of every "
            "response it was given; experts decided some of them. In the studio they do so in "
            "writing, without knowing the system, and senior experts confirm or override what "
            "they wrote (gold); judgments that were imported as confirmed count as gold too."
        ),
        Listing(_HOW),
    ]
    if decided:
        blocks.insert(0, Text(decided))
    if info.grading_policy.text.strip():
        blocks.append(
            Text("Experts and judge worked under the same grading policy, printed at the end.")
        )
    blocks += _dimensions(info.taxonomy, catalog.dimensions)
    return Section("method", "What was measured", tuple(blocks))


def _dimensions(taxonomy: Taxonomy, used: Iterable[str]) -> list[Block]:
    """What the dimensions mean that rubrics use, in the project's order; nothing if unknown."""
    order = {name: place for place, name in enumerate(taxonomy.dimensions)}
    names = sorted(used, key=lambda name: (order.get(name, len(order)), name))
    meanings = [(name, said) for name in names if (said := description_of(taxonomy, name))]
    if not meanings:
        return []
    columns = (Column("Dimension"), Column("Description"))
    rows = tuple(Row(meaning) for meaning in meanings)
    return [Heading("Dimensions"), Table(columns, rows, name="Dimensions")]
