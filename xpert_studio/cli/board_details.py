"""What is behind a leaderboard, on the terminal and for a program: checkpoints, tasks, pairs."""

from __future__ import annotations

import dataclasses
import math
from typing import Any, Final

from xpert_studio.cli.acting import short
from xpert_studio.cli.output import Column, Output, figure, percent
from xpert_studio.core.metrics.system_comparison import SystemComparison
from xpert_studio.core.records.columns import Catalog
from xpert_studio.core.wording import mark, t
from xpert_studio.report.part_names import rater_name
from xpert_studio.report.results import (
    CheckpointList,
    CheckpointQuery,
    DifficultyQuery,
    TaskScores,
)
from xpert_studio.report.sections.items import counts_table, method
from xpert_studio.report.sections.results import pair_sentence, parts_table
from xpert_studio.report.small_groups import SmallGroups

_LISTED: Final = 10
_LISTS: Final = (
    ("negative", mark("Met more often by poor responses")),
    ("redundant", mark("Answered like another checkpoint of the task")),
    ("never", mark("Never met")),
    ("always", mark("Always met")),
)


def plain_items(found: CheckpointList) -> dict[str, Any]:
    """Every checkpoint that has answers, with its figures, for a program."""
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
                "like": catalog.checkpoints[items.twin[point]] if items.redundant[point] else None,
                "phi": _known(items.twin_phi[point]),
            }
            for point in found.find(CheckpointQuery()).tolist()
        ],
    }


def _known(value: float) -> float | None:
    return None if math.isnan(value) else float(value)


def show_items(output: Output, rater_id: str, found: CheckpointList) -> None:
    """How many checkpoints are of which kind, and the first of each that is worth a look."""
    items = found.items
    output.say(method(items, rater_id))
    output.block(counts_table(items), t("Checkpoints by {rater_id}", rater_id=rater_id))
    for flag, title in _LISTS:
        _show_flagged(output, found, flag, title)


def _show_flagged(output: Output, found: CheckpointList, flag: str, title: str) -> None:
    sort = "discrimination" if flag == "negative" else "order"
    points = found.find(CheckpointQuery(flags=frozenset({flag}), sort=sort)).tolist()
    if not points:
        return
    catalog, items = found.catalog, found.items
    more = (
        t(", the first {listed} of {points:,}", listed=_LISTED, points=len(points))
        if len(points) > _LISTED
        else ""
    )
    output.table(
        title + more,
        [
            *(Column(head) for head in ("task", "id", "checkpoint")),
            *(
                Column(head, number=True)
                for head in (mark("n"), mark("met"), mark("discr."), mark("p"))
            ),
            Column("like"),
        ],
        [
            (
                catalog.tasks[catalog.checkpoint_task[point]],
                catalog.checkpoints[point],
                short(catalog.checkpoint_texts[point]),
                int(items.responses[point]),
                percent(_known(items.share[point])),
                figure(_known(items.discrimination[point]), 2),
                figure(_known(items.p[point]), 4),
                catalog.checkpoints[items.twin[point]] if items.redundant[point] else None,
            )
            for point in points[:_LISTED]
        ],
    )


def plain_tasks(found: TaskScores) -> list[dict[str, Any]]:
    """Every task with a score, the hardest first, for a program."""
    catalog, hard = found.catalog, found.difficulty
    return [
        {
            "task_id": catalog.tasks[task],
            "responses": int(hard.n[task]),
            "mean": float(hard.mean[task]),
            "low": float(hard.low[task]),
            "high": float(hard.high[task]),
            "scores": {
                system: _known(found.by_system[place, task])
                for place, system in enumerate(catalog.systems)
            },
        }
        for task in found.find(DifficultyQuery()).tolist()
    ]


def show_tasks(output: Output, rater_id: str, found: TaskScores) -> None:
    """The hardest tasks."""
    catalog, hard = found.catalog, found.difficulty
    order = found.find(DifficultyQuery()).tolist()
    output.table(
        t("The hardest of {order:,} tasks by {rater_id}", order=len(order), rater_id=rater_id),
        [
            *(Column(head) for head in ("task", "title")),
            *(
                Column(head, number=True)
                for head in (mark("n"), mark("mean"), mark("lowest"), mark("highest"))
            ),
        ],
        [
            (
                catalog.tasks[task],
                short(catalog.task_titles[task]),
                int(hard.n[task]),
                percent(float(hard.mean[task])),
                percent(float(hard.low[task])),
                percent(float(hard.high[task])),
            )
            for task in order[:_LISTED]
        ],
    )


def plain_comparison(
    catalog: Catalog, pair: SystemComparison, small: SmallGroups
) -> dict[str, Any]:
    """Two systems for a program, every shared task with both scores."""
    arrays = {"tasks", "first_scores", "second_scores", "incomplete", "parts"}
    names = [field.name for field in dataclasses.fields(pair) if field.name not in arrays]
    return {name: getattr(pair, name) for name in names} | {
        "parts": [
            dataclasses.asdict(part) | {"few_tasks": small.includes(part.tasks)}
            for part in pair.parts
        ],
        "tasks": [
            {
                "task_id": catalog.tasks[task],
                "first": float(first),
                "second": float(second),
                "incomplete": bool(incomplete),
            }
            for task, first, second, incomplete in zip(
                pair.tasks, pair.first_scores, pair.second_scores, pair.incomplete, strict=True
            )
        ],
    }


def show_comparison(
    output: Output, catalog: Catalog, pair: SystemComparison, small: SmallGroups
) -> None:
    """A sentence, the parts, and the tasks on which the two differ most."""
    output.say(pair_sentence(pair))
    title = t(
        "{second} against {first}, by {rater} (second less first)",
        second=pair.second,
        first=pair.first,
        rater=rater_name(pair.rater),
    )
    output.block(
        parts_table(pair, small), small.explain(title, *(part.tasks for part in pair.parts))
    )
    systems = [Column(name, number=True, is_name=True) for name in (pair.first, pair.second)]
    order = sorted(range(len(pair.tasks)), key=lambda place: (-abs(pair.differences[place]), place))
    output.table(
        "Tasks on which they differ most",
        [Column("task"), *systems, Column("difference", number=True)],
        [
            (
                catalog.task_titles[pair.tasks[place]],
                percent(float(pair.first_scores[place])),
                percent(float(pair.second_scores[place])),
                f"{100 * float(pair.differences[place]):+.1f}",
            )
            for place in order[:_LISTED]
        ],
    )
