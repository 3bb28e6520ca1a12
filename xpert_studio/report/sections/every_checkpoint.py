"""Every checkpoint with all of its figures, as a table."""

from __future__ import annotations

from typing import Final

from xpert_studio.core.metrics import items as metric
from xpert_studio.core.metrics.items import ItemAnalysis
from xpert_studio.core.records.columns import NONE
from xpert_studio.core.wording import figure, listed, mark, percent, t
from xpert_studio.report.blocks import Cell, Column, Row, Table, Told
from xpert_studio.report.figure_tables import INTERVAL
from xpert_studio.report.part_names import part_name
from xpert_studio.report.results.checkpoints import CheckpointList

FLAGS: Final = {
    "never": mark("Never met"),
    "always": mark("Always met"),
    "discriminating": mark("Discriminating"),
    "negative": mark("Against the rest"),
    "redundant": mark("Redundant"),
}
_MEANINGS: Final = {
    "never": mark("No response meets it: too hard, wrong, or not asked for by the task."),
    "always": mark("Every response meets it: not discriminating."),
    "discriminating": mark("Positive discrimination"),
    "negative": mark("Poorer responses meet it more often than better ones."),
    "redundant": mark("Another checkpoint of the task is answered all but alike."),
}


def every_checkpoint(checkpoint_list: CheckpointList, flag: str = "") -> Table:
    """The checkpoints of a kind, in the order of tasks and rubrics.

    Args:
        checkpoint_list: All of them, with their figures.
        flag: Which kind, one of ``FLAGS``; empty for all. A row opens its task and itself.
    """
    return Table(
        columns=(
            Column(t("Checkpoint")),
            Column(t("Task"), detail=True),
            Column(t("Tier"), detail=True),
            Column(t("Weight"), "0"),
            Column(t("Responses"), "0", detail=True),
            Column(
                t("Met"),
                "0%",
                meaning=t(
                    "Share of the responses that meet it; the mean score of a graded checkpoint."
                ),
            ),
            Column(INTERVAL, "0%", interval=True),
            Column(
                t("Discrimination"),
                "0.00",
                meaning=t(
                    "Correlation of meeting it with the response’s score over the rest of the "
                    "rubric."
                ),
            ),
            Column(t("Notes"), detail=True),
        ),
        rows=tuple(
            _row(checkpoint_list, point) for point in checkpoint_list.find({flag} - {""}).tolist()
        ),
        name=t("Checkpoints"),
    )


def _row(checkpoint_list: CheckpointList, point: int) -> Row:
    catalog, items = checkpoint_list.catalog, checkpoint_list.items
    task, tier = int(catalog.checkpoint_task[point]), int(catalog.checkpoint_tier[point])
    low, high = metric.known(items.low[point]), metric.known(items.high[point])
    share, weight = metric.known(items.share[point]), float(catalog.checkpoint_weight[point])
    return Row(
        (
            catalog.checkpoint_texts[point],
            catalog.task_titles[task],
            "" if tier == NONE else part_name("tier", catalog.tiers[tier]),
            Told(weight, f"{weight:g}"),
            int(items.responses[point]),
            Told(share, percent(share), _scores(items, point)) if items.is_graded[point] else share,
            None if low is None or high is None else (low, high),
            _discrimination(items, point),
            _notes(checkpoint_list, point),
        ),
        opens=("checkpoint", catalog.tasks[task], catalog.checkpoints[point]),
    )


def _scores(items: ItemAnalysis, point: int) -> str:
    return t(
        "Mean score; scores from {lowest} to {highest} of the scale.",
        lowest=percent(float(items.lowest[point])),
        highest=percent(float(items.highest[point])),
    )


def _discrimination(items: ItemAnalysis, point: int) -> Cell:
    value, p = metric.known(items.discrimination[point]), metric.known(items.p[point])
    if value is None:
        return Told(None, "–", t("Too few responses, or all alike: no discrimination."))
    return Told(value, figure(value), "" if p is None else t("p {p}", p=f"= {figure(p, 3)}"))


def _notes(checkpoint_list: CheckpointList, point: int) -> Cell:
    flags, items = checkpoint_list.flags_of(point), checkpoint_list.items
    said = listed(t(FLAGS[name]) for name in flags)
    more = [t(_MEANINGS[name]) for name in flags]
    if items.redundant[point]:
        more.append(
            t(
                "Like: {text} (φ {phi})",
                text=checkpoint_list.catalog.checkpoint_texts[items.twin[point]],
                phi=figure(float(items.twin_phi[point])),
            )
        )
    return Told(said, said, "\n".join(more)) if said else ""
