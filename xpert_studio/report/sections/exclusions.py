"""Which responses are no evidence of alignment: anchors, and their near-duplicates by name."""

from __future__ import annotations

from collections.abc import Sequence

from xpert_studio.records.columns import Catalog
from xpert_studio.report.analysis import JudgeFindings
from xpert_studio.report.blocks import Block, Column, Row, Table, Text
from xpert_studio.report.sentences import LIKENESS, treatment

_MOST_ROWS = 200


def exclusions(catalog: Catalog, aligned: Sequence[JudgeFindings]) -> list[Block]:
    """How many responses are excluded for each judge, and every near-duplicate of an anchor.

    Borderline ones, which are not excluded, are in the table too.

    Args:
        catalog: The responses.
        aligned: The judges.
    """
    counts = [_counts(item) for item in aligned if item.left_out.any()]
    blocks: list[Block] = []
    if counts:
        blocks.append(Text("Excluded from the alignment: " + "; ".join(counts) + "."))
    rows = [row for item in aligned for row in _rows(catalog, item)]
    if not rows:
        return blocks
    columns = (
        Column("Judge"),
        Column("Task"),
        Column("Response"),
        Column("Anchor"),
        Column("Reason"),
        Column("Similarity", "0%"),
        Column("Status"),
    )
    title = "Near-duplicates of anchors"
    if len(rows) > _MOST_ROWS:
        title += f" (the first {_MOST_ROWS} of {len(rows):,})"
    return [*blocks, Table(columns, tuple(rows[:_MOST_ROWS]), title, "Near-duplicates")]


def _counts(item: JudgeFindings) -> str:
    duplicates = len(item.shown.excluded)
    unseen = int((item.left_out & ~item.shown.mask).sum())
    attached = f", {unseen} with attachments not seen" if unseen else ""
    return (
        f"{item.judge.id}: {int(item.left_out.sum())} responses "
        f"({int(item.shown.mask.sum()) - duplicates} anchors, {duplicates} near-duplicates"
        f"{attached})"
    )


def _rows(catalog: Catalog, item: JudgeFindings) -> list[Row]:
    found = (*item.shown.excluded, *item.shown.borderline)
    wanted = {name for one in found for name in (one.response_id, one.anchor_id)}
    places = {name: place for place, name in enumerate(catalog.responses) if name in wanted}
    systems = {
        name: catalog.systems[catalog.response_system[place]] for name, place in places.items()
    }
    return [
        Row(
            (
                item.judge.id,
                catalog.task_titles[catalog.response_task[places[one.response_id]]],
                systems[one.response_id],
                systems[one.anchor_id],
                LIKENESS[one.reason],
                one.similarity,
                treatment(one),
            )
        )
        for one in found
    ]
