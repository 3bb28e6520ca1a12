"""Item analysis: which checkpoints tell responses apart, and which had better be looked at."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from xpert_studio.core.metrics import items as metric
from xpert_studio.core.metrics import redundancy
from xpert_studio.core.metrics.items import ItemAnalysis
from xpert_studio.core.wording import mark, number, short, t
from xpert_studio.report.blocks import PROBABILITY, Block, Column, Note, Row, Table, Text
from xpert_studio.report.results.checkpoints import CheckpointList
from xpert_studio.report.section import EXPLORED, REPORT, Choice, Options, Section, View, with_rater
from xpert_studio.report.sections.every_checkpoint import FLAGS, every_checkpoint

WHAT: Final = {
    "never": mark("never met"),
    "always": mark("always met"),
    "discriminating": mark("tells good responses from poor ones"),
    "negative": mark("met more often by poor responses"),
    "redundant": mark("answered like another checkpoint of its task"),
}
_LISTED: Final = 10
_LONGEST: Final = 160


@dataclass(frozen=True, slots=True)
class CheckpointsLookedAt:
    """Checkpoints with their figures.

    Attributes:
        who: The rater in words.
        in_full: Whether all of a kind are listed, each with all of its figures.
        flag: The kind; empty for all.
    """

    list: CheckpointList
    who: str
    in_full: bool = False
    flag: str = ""


@with_rater
def _checkpoints(view: View) -> CheckpointsLookedAt | None:
    """What is asked for: ``in_full``; ``flag``, a kind of checkpoints."""
    found, asked = view.results.checkpoints(*view.key), view.asked
    if not found.items.asked:
        return None
    return CheckpointsLookedAt(found, view.who, asked.get("in_full", False), asked.get("flag", ""))


def _checkpoint_blocks(found: CheckpointsLookedAt) -> Iterator[Block]:
    items = found.list.items
    if found.in_full:
        yield every_checkpoint(found.list, found.flag)
        yield Note(method(items, found.who), t("how checkpoints are counted"))
        return
    yield Text(method(items, found.who))
    yield counts_table(items)
    for flag, title in _LISTS:
        yield from _flagged(found.list, flag, t(title))
    if not items.tested:
        yield Note(
            t(
                "No checkpoint has the {least_for_discrimination} responses that "
                "discrimination needs: score more systems.",
                least_for_discrimination=metric.LEAST_FOR_DISCRIMINATION,
            )
        )


_LISTS: Final = (
    ("negative", mark("Met more often by poor responses")),
    ("redundant", mark("Answered like another checkpoint of the task")),
    ("never", mark("Never met")),
    ("always", mark("Always met")),
)


def _flagged(checkpoint_list: CheckpointList, flag: str, title: str) -> Iterator[Table]:
    """The first checkpoints of a kind, the clearest first; nothing where there is none."""
    catalog, items = checkpoint_list.catalog, checkpoint_list.items
    points = checkpoint_list.find([flag]).tolist()
    if not points:
        return
    if flag == "negative":
        points.sort(key=items.discrimination.__getitem__)
    columns = (
        Column(t("Task")),
        Column("id"),
        Column(t("Checkpoint")),
        Column(t("Weight"), "0"),
        Column("n", "0"),
        Column(t("Met"), "0.0%"),
        Column(t("Discrimination"), "+0.00"),
        Column("p", PROBABILITY),
        *([Column(t("Like"))] if flag == "redundant" else ()),
    )
    rows = tuple(
        Row(
            (
                catalog.task_titles[catalog.checkpoint_task[point]],
                catalog.checkpoints[point],
                short(catalog.checkpoint_texts[point], _LONGEST),
                float(catalog.checkpoint_weight[point]),
                int(items.responses[point]),
                _known(items.share[point]),
                _known(items.discrimination[point]),
                _known(items.p[point]),
                *([_like(checkpoint_list, point)] if flag == "redundant" else ()),
            ),
            opens=("checkpoint", catalog.checkpoints[point]),
        )
        for point in points[:_LISTED]
    )
    if len(points) > _LISTED:
        more = t(", the first {listed} of {points:,}", listed=_LISTED, points=len(points))
        title += more
    yield Table(columns, rows, title, name=title)


def _like(checkpoint_list: CheckpointList, point: int) -> str | None:
    items = checkpoint_list.items
    return (
        checkpoint_list.catalog.checkpoints[items.twin[point]] if items.redundant[point] else None
    )


def _known(value: float) -> float | None:
    return None if math.isnan(value) else float(value)


def _checkpoint_data(looked_at: CheckpointsLookedAt) -> dict[str, Any]:
    """Every checkpoint that has answers, with its figures."""
    found = looked_at.list
    catalog, items = found.catalog, found.items
    return {
        "asked": items.asked,
        "tested": items.tested,
        "by_chance": items.by_chance,
        "counts": found.counts,
        "checkpoints": [
            {
                "task_id": catalog.tasks[catalog.checkpoint_task[point]],
                "checkpoint_id": catalog.checkpoints[point],
                "responses": int(items.responses[point]),
                "met": int(items.met[point]),
                "is_graded": bool(items.is_graded[point]),
                "share": _known(items.share[point]),
                "used": [_known(items.lowest[point]), _known(items.highest[point])],
                "interval": [_known(items.low[point]), _known(items.high[point])],
                "discrimination": _known(items.discrimination[point]),
                "p": _known(items.p[point]),
                "flags": list(found.flags_of(point)),
                "like": _like(found, point),
                "phi": _known(items.twin_phi[point]),
            }
            for point in found.find().tolist()
        ],
    }


def _kinds(view: View) -> Options:
    found = view.results.checkpoints(*view.key)
    every = t("All checkpoints")
    named = [(f"{t(FLAGS[name])} ({number(n)})", name) for name, n in found.counts.items()]
    return [(every, ""), *named], ""


CHECKPOINTS: Final = Section(
    "items",
    mark("Checkpoints"),
    mark("Which checkpoints tell responses apart, and which deserve a second look?"),
    _checkpoints,
    _checkpoint_blocks,
    _checkpoint_data,
    places=(REPORT, EXPLORED),
    asks=("flag",),
    choices=(Choice("flag", mark("Kind"), _kinds),),
)


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
    return Table(
        columns=(Column(t("Checkpoints")), Column(t("Count"), "0"), Column(t("Percent"), "0.0%")),
        rows=tuple(
            Row((t(WHAT[name]), count, count / items.asked if items.asked else None))
            for name, count in counts.items()
        ),
        caption=t("A checkpoint may be counted twice"),
        name=t("Checkpoints"),
    )
