"""Tasks by how hard they are, with every system's score on each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from xpert_studio.core.metrics import items
from xpert_studio.core.records.columns import NONE
from xpert_studio.core.wording import mark, t
from xpert_studio.report.blocks import Block, Cell, Column, Row, Table
from xpert_studio.report.part_names import part_name
from xpert_studio.report.results.tasks import TaskScores
from xpert_studio.report.section import EXPLORED, Section, View, with_rater

_LISTED: Final = 10


@dataclass(frozen=True, slots=True)
class HardTasks:
    """Tasks by how hard they are; ``who`` is the rater in words, ``in_full`` wants all of them."""

    scores: TaskScores
    who: str
    in_full: bool


@with_rater
def _hard_tasks(view: View) -> HardTasks | None:
    """What is asked for: ``in_full``, all tasks with every system's score."""
    return HardTasks(
        view.results.task_scores(*view.key), view.who, in_full=view.asked.get("in_full", False)
    )


def _hard_blocks(hard_tasks: HardTasks) -> Iterator[Block]:
    scores, order = hard_tasks.scores, hard_tasks.scores.hardest.tolist()
    heads = (t("Mean"), t("Lowest"), t("Highest"))
    if not hard_tasks.in_full:
        columns = (
            Column("id"),
            Column(t("Task")),
            Column("n", "0"),
            *(Column(head, "0.0%") for head in heads),
        )
        rows = tuple(_short_row(scores, task) for task in order[:_LISTED])
        yield Table(
            columns,
            rows,
            caption=t(
                "The hardest of {order:,} tasks by {rater_id}",
                order=len(order),
                rater_id=hard_tasks.who,
            ),
            name=t("Hardest tasks"),
        )
        return
    columns = (
        Column(t("Task")),
        Column(t("Domain")),
        *(Column(head, "0.0%") for head in heads),
        *(Column(system, "0.0%", opens=(system,)) for system in scores.catalog.systems),
    )
    rows = tuple(_full_row(scores, task) for task in order)
    yield Table(columns, rows, name=t("Tasks by difficulty"), shaded=True)


def _spread(scores: TaskScores, task: int) -> tuple[float, float, float]:
    hard = scores.difficulty
    return float(hard.mean[task]), float(hard.low[task]), float(hard.high[task])


def _short_row(scores: TaskScores, task: int) -> Row:
    catalog, n = scores.catalog, int(scores.difficulty.n[task])
    named = (catalog.tasks[task], catalog.task_titles[task], n)
    return Row((*named, *_spread(scores, task)), opens=("task", catalog.tasks[task]))


def _full_row(scores: TaskScores, task: int) -> Row:
    catalog = scores.catalog
    domain = int(catalog.task_domain[task])
    own: tuple[Cell, ...] = tuple(items.known(of[task]) for of in scores.by_system)
    where = part_name("domain", catalog.domains[domain]) if domain != NONE else ""
    cells = (catalog.task_titles[task], where, *_spread(scores, task), *own)
    return Row(cells, opens=("scores", catalog.tasks[task]))


def _hard_data(hard_tasks: HardTasks) -> list[dict[str, Any]]:
    """Every task with a score, the hardest first."""
    scores, catalog = hard_tasks.scores, hard_tasks.scores.catalog
    return [
        {
            "task_id": catalog.tasks[task],
            "responses": int(scores.difficulty.n[task]),
            **dict(zip(("mean", "low", "high"), _spread(scores, task), strict=True)),
            "scores": {
                system: items.known(scores.by_system[place, task])
                for place, system in enumerate(catalog.systems)
            },
        }
        for task in scores.hardest.tolist()
    ]


HARD_TASKS: Final = Section(
    "tasks",
    mark("Hardest tasks"),
    mark("Which tasks are the hardest?"),
    _hard_tasks,
    _hard_blocks,
    _hard_data,
    places=(EXPLORED,),
    tab=mark("Tasks"),
)
