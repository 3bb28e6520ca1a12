"""Item analysis: which checkpoints tell responses apart, and which had better be looked at."""

from __future__ import annotations

from typing import Final

import numpy as np

from xpert_studio.metrics import items as metric
from xpert_studio.metrics import redundancy
from xpert_studio.metrics.items import ItemAnalysis, item_analysis
from xpert_studio.records.columns import Catalog
from xpert_studio.report.analysis import Analysis
from xpert_studio.report.blocks import Block, Column, Note, Row, Section, Table, Text
from xpert_studio.report.results.results import raters_of
from xpert_studio.report.sentences import judge_name

WHAT: Final = {
    "never": "never met",
    "always": "always met",
    "discriminating": "tells good responses from poor ones",
    "negative": "met more often by poor responses",
    "redundant": "answered like another checkpoint of its task",
}
_LISTED: Final = 15


def items_section(analysis: Analysis) -> Section | None:
    """Checkpoints by the best aligned judge, or by the experts; None where nothing is scored."""
    raters = raters_of(analysis)
    if not raters:
        return None
    rater = raters[0]
    who = judge_name(rater.findings.judge) if rater.findings else "the experts"
    items = item_analysis(analysis.catalog, rater.marks)
    if not items.asked:
        return None
    blocks: list[Block] = [Text(method(items, who)), counts_table(items)]
    worst = _worst(analysis.catalog, items)
    if worst is not None:
        blocks.append(worst)
    if not items.tested:
        blocks.append(
            Note(
                f"No checkpoint has the {metric.LEAST_FOR_DISCRIMINATION} responses that "
                "discrimination needs: score more systems."
            )
        )
    return Section("items", "Checkpoints", tuple(blocks))


def method(items: ItemAnalysis, who: str) -> str:
    """How checkpoints were looked at, with every threshold."""
    chance = (
        f", without correction: chance alone would flag about {items.by_chance:,.0f} of the "
        f"{items.tested:,} tested either way"
        if items.tested
        else ""
    )
    graded = (
        " Of a graded checkpoint the mean score stands for the share that meets it; it counts as "
        "never met where all responses are at the low end, as always met where all have the full "
        "score, and its scores are correlated."
        if (items.is_graded & (items.responses > 0)).any()
        else ""
    )
    return (
        f"{items.asked:,} checkpoints by the answers of {who}. A checkpoint counts as never or "
        f"always met from {metric.LEAST_FOR_EXTREMES} responses on. Discrimination is the "
        "correlation of meeting a checkpoint with the response's score over the rest of the "
        f"rubric (point-biserial, from {metric.LEAST_FOR_DISCRIMINATION} responses on); it is "
        f"flagged where p < {metric.SIGNIFICANCE:.2f}{chance}. Two checkpoints are redundant where "
        f"their answers correlate with φ ≥ {redundancy.REDUNDANT_PHI} over at least "
        f"{redundancy.LEAST_RESPONSES} responses, each met and not met by "
        f"{redundancy.LEAST_MINORITY} of them or more.{graded}"
    )


def counts_table(items: ItemAnalysis) -> Table:
    """How many checkpoints are of which kind."""
    counts = {name: int(items.flag(name).sum()) for name in metric.FLAGS}
    rows = tuple(
        Row((WHAT[name], count, count / items.asked if items.asked else None))
        for name, count in counts.items()
    )
    columns = (Column("Checkpoints"), Column("Number", "0"), Column("Share", "0.0%"))
    return Table(columns, rows, "A checkpoint may be counted twice", name="Checkpoints")


def _worst(catalog: Catalog, items: ItemAnalysis) -> Table | None:
    """Those met more often by poor responses, the heaviest evidence first."""
    found = np.flatnonzero(items.negative)
    found = found[np.argsort(items.p[found], kind="stable")][:_LISTED]
    if not found.size:
        return None
    columns = (
        Column("Task"),
        Column("Checkpoint"),
        Column("Weight", "0"),
        Column("n", "0"),
        Column("Met", "0.0%"),
        Column("Discrimination", "+0.00"),
        Column("p", "0.0000"),
    )
    rows = tuple(
        Row(
            (
                catalog.task_titles[catalog.checkpoint_task[point]],
                catalog.checkpoint_texts[point],
                float(catalog.checkpoint_weight[point]),
                int(items.responses[point]),
                float(items.share[point]),
                float(items.discrimination[point]),
                float(items.p[point]),
            )
        )
        for point in found
    )
    total = int(items.negative.sum())
    caption = f"Met more often by poor responses: the clearest {len(rows)} of {total:,}"
    return Table(columns, rows, caption, name="Checkpoints to look at")
