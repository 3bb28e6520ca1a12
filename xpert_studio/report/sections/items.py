"""Item analysis: which checkpoints tell responses apart, and which had better be looked at."""

from __future__ import annotations

from typing import Final

import numpy as np

from xpert_studio.core.metrics import items as metric
from xpert_studio.core.metrics import redundancy
from xpert_studio.core.metrics.items import ItemAnalysis, item_analysis
from xpert_studio.core.records.columns import Catalog
from xpert_studio.core.wording import mark, t
from xpert_studio.report.blocks import Block, Column, Note, Row, Section, Table, Text
from xpert_studio.report.results.results import raters_of
from xpert_studio.report.section import ReportView
from xpert_studio.report.sentences import judge_name

WHAT: Final = {
    "never": mark("never met"),
    "always": mark("always met"),
    "discriminating": mark("tells good responses from poor ones"),
    "negative": mark("met more often by poor responses"),
    "redundant": mark("answered like another checkpoint of its task"),
}
_LISTED: Final = 15


def items_section(view: ReportView) -> Section | None:
    """Checkpoints by the best aligned judge, or by the experts; None where nothing is scored."""
    analysis = view.analysis
    raters = raters_of(analysis)
    if not raters:
        return None
    rater = raters[0]
    who = judge_name(rater.findings.judge) if rater.findings else t("the experts")
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
                t(
                    "No checkpoint has the {least_for_discrimination} responses that "
                    "discrimination needs: score more systems.",
                    least_for_discrimination=metric.LEAST_FOR_DISCRIMINATION,
                )
            )
        )
    return Section("items", t("Checkpoints"), tuple(blocks))


def method(items: ItemAnalysis, who: str) -> str:
    """How checkpoints were looked at, with every threshold."""
    chance = (
        t(
            ", without correction: chance alone would flag about {by_chance:,.0f} of the "
            "{tested:,} tested either way",
            by_chance=items.by_chance,
            tested=items.tested,
        )
        if items.tested
        else ""
    )
    graded = (
        t(
            "Of a graded checkpoint the mean score stands for the share that meets it; it counts "
            "as never met where all responses are at the low end, as always met where all have "
            "the full score, and its scores are correlated."
        )
        if (items.is_graded & (items.responses > 0)).any()
        else ""
    )
    return t(
        "{asked:,} checkpoints by the answers of {who}. A checkpoint counts as never "
        "or always met from {least_for_extremes} responses on. Discrimination is the "
        "correlation of meeting a checkpoint with the response's score over the rest "
        "of the rubric (point-biserial, from {least_for_discrimination} responses on); "
        "it is flagged where p < {significance:.2f}{chance}. Two checkpoints are "
        "redundant where their answers correlate with φ ≥ {redundant_phi} over at "
        "least {least_responses} responses, each met and not met by {least_minority} "
        "of them or more. {graded}",
        asked=items.asked,
        who=who,
        least_for_extremes=metric.LEAST_FOR_EXTREMES,
        least_for_discrimination=metric.LEAST_FOR_DISCRIMINATION,
        significance=metric.SIGNIFICANCE,
        chance=chance,
        redundant_phi=redundancy.REDUNDANT_PHI,
        least_responses=redundancy.LEAST_RESPONSES,
        least_minority=redundancy.LEAST_MINORITY,
        graded=graded,
    )


def counts_table(items: ItemAnalysis) -> Table:
    """How many checkpoints are of which kind."""
    counts = {name: int(items.flag(name).sum()) for name in metric.FLAGS}
    rows = tuple(
        Row((t(WHAT[name]), count, count / items.asked if items.asked else None))
        for name, count in counts.items()
    )
    columns = (Column(t("Checkpoints")), Column(t("Count"), "0"), Column(t("Share"), "0.0%"))
    return Table(columns, rows, t("A checkpoint may be counted twice"), name=t("Checkpoints"))


def _worst(catalog: Catalog, items: ItemAnalysis) -> Table | None:
    """Those met more often by poor responses, the heaviest evidence first."""
    found = np.flatnonzero(items.negative)
    found = found[np.argsort(items.p[found], kind="stable")][:_LISTED]
    if not found.size:
        return None
    columns = (
        Column(t("Task")),
        Column(t("Checkpoint")),
        Column(t("Weight"), "0"),
        Column("n", "0"),
        Column(t("Met"), "0.0%"),
        Column(t("Discrimination"), "+0.00"),
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
    caption = t(
        "Met more often by poor responses: the clearest {rows} of {total:,}",
        rows=len(rows),
        total=total,
    )
    return Table(columns, rows, caption, name="Checkpoints to look at")
