"""Which system for a case like mine: scores, levels and costs on the tasks most like a text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from xpert_studio.api.finders import HitKind, Wanted
from xpert_studio.api.sections import (
    Block,
    Column,
    Estimate,
    Note,
    Row,
    Section,
    Table,
    Text,
    View,
    listed,
    mark,
    percent,
    short,
    t,
    tn,
)
from xpert_studio.core.store import task_list
from xpert_studio.packs.levels.section import LEVEL_NAMES
from xpert_studio.packs.levels.section_board import levels_of
from xpert_studio.packs.meaning.finding import find_alike
from xpert_studio.packs.recipes.section_efficiency import USAGE
from xpert_studio.report.section import with_rater
from xpert_studio.report.task_scope import TaskScope

TOP: Final = 10
"""Tasks that are looked at, at most."""
_NEAR: Final = 0.5
"""Tasks count whose likeness is at least this share of that of the task most like the text."""
_FEW: Final = 5


@dataclass(frozen=True, slots=True)
class OnAlike:
    """A system on the tasks that are alike.

    Attributes:
        score: The mean over tasks; ``n`` is tasks.
        levels: By level the mean in per cent of points, its interval and tasks.
        cost: Of a task, in US dollars; None where no price is known.
    """

    system: str
    score: Estimate
    levels: Mapping[str, tuple[float, tuple[float, float] | None, int]]
    cost: Estimate | None


@dataclass(frozen=True, slots=True)
class Alike:
    """Results on the tasks most like a text.

    Attributes:
        tasks: By id the title and the likeness, the most alike first.
        systems: The best first.
        who: The rater in words.
        fewest: Figures on fewer tasks are withheld.
    """

    tasks: Mapping[str, tuple[str, float]]
    systems: tuple[OnAlike, ...]
    who: str
    fewest: int


@with_rater
def _compute(view: View) -> Alike | None:
    """What is asked for: ``like``, a text; None where nothing was scored on tasks like it."""
    catalog, scores = view.results.catalog, view.results.scores(view.key[0])
    scored = {catalog.tasks[at] for at in catalog.response_task[np.isfinite(scores.score)].tolist()}
    asked = view.asked
    wanted = Wanted(
        asked.get("like", ""),
        (HitKind.TASK,),
        len(catalog.tasks),
        asked.get("by", ""),
        asked.get("base_url"),
    )
    with view.project.reading() as tx:
        hits = find_alike(tx, view.person_id, wanted).hits
        near = [hit for hit in hits if hit.score >= _NEAR * hits[0].score and hit.task_id in scored]
        titles = task_list.titles_of(tx, [one.task_id for one in near[:TOP]])
    if not near:
        return None
    tasks = {one.task_id: (titles[one.task_id], one.score) for one in near[:TOP]}
    seen = view.by(view.key[0], TaskScope("tasks", "\n".join(tasks)))
    return Alike(tasks, tuple(_systems(seen)), view.who, view.analysis.small.minimum)


def _systems(view: View) -> Iterator[OnAlike]:
    levels, usage = levels_of(view).systems, USAGE.compute(view)
    costs = usage.board.systems if usage and usage.board else {}
    standings = view.results.board(*view.key).leaderboard.standings
    for row in sorted(standings, key=lambda one: (one.score is None, -(one.score or 0.0))):
        found = levels[row.system].whole.levels if row.system in levels else {}
        yield OnAlike(
            row.system,
            row.figures["score"],
            {
                level: (one.value, one.interval, one.tasks)
                for level, one in found.items()
                if one.value is not None
            },
            costs[row.system].figures.get("cost_per_task") if row.system in costs else None,
        )


def _blocks(found: Alike) -> Iterator[Block]:
    names = (f"{short(title, 60)} ({percent(alike)})" for title, alike in found.tasks.values())
    said = tn(
        "The scored task that is most like your text, with its likeness: {tasks}.",
        "The {n} scored tasks that are most like your text, with their likeness: {tasks}.",
        len(found.tasks),
        tasks=listed(names),
    )
    yield Text(said, short=said)
    if len(found.tasks) < _FEW:
        yield Note(t("So few tasks order no systems: look at the intervals, or score more."))
    yield _table(found)
    yield _level_table(found)


def _table(alike: Alike) -> Table:
    interval = t("95 % interval")
    rows = tuple(
        Row(
            (
                system.system,
                *(_known(system.score, alike.fewest)),
                system.score.n,
                *(_known(system.cost, alike.fewest) if system.cost else (None, None)),
            ),
            opens=("system", system.system),
        )
        for system in alike.systems
    )
    return Table(
        columns=(
            Column(t("System")),
            Column(t("Score"), "0.0%"),
            Column(interval, "0.0%", interval=True),
            Column(t("Tasks"), "0"),
            Column(t("Cost a task"), "0.00000"),
            Column(interval, "0.00000", interval=True),
        ),
        rows=rows,
        caption=t(
            "By {who}. Costs in US dollars; 95 % intervals by task or family.", who=alike.who
        ),
        name=t("Score and cost"),
        short=len(rows),
    )


def _known(estimate: Estimate, fewest: int) -> tuple[float | None, tuple[float, float] | None]:
    return (None, None) if estimate.n < fewest else (estimate.value, estimate.interval)


def _level_table(alike: Alike) -> Table:
    rows = tuple(
        Row(
            (system.system, t(LEVEL_NAMES[level]), value, interval, n),
            opens=("system", system.system),
        )
        for system in alike.systems
        for level, (value, interval, n) in system.levels.items()
        if n >= alike.fewest
    )
    return Table(
        columns=(
            Column(t("System")),
            Column(t("Level")),
            Column(t("Mean"), "0.0"),
            Column(t("95 % interval"), "0.0", interval=True),
            Column(t("Tasks"), "0"),
        ),
        rows=rows,
        caption=t("By level of difficulty, in per cent of points; a family is one observation."),
        name=t("By level"),
        short=len(rows),
    )


def _plain(alike: Alike) -> dict[str, Any]:
    return {
        "tasks": [
            {"task": id_, "title": title, "likeness": round(likeness, 4)}
            for id_, (title, likeness) in alike.tasks.items()
        ],
        "standings": [
            {
                "system": system.system,
                "score": _plain_figure(system.score, alike.fewest),
                "levels": {
                    level: {"value": value, "interval": interval, "tasks": n}
                    for level, (value, interval, n) in system.levels.items()
                    if n >= alike.fewest
                },
                "cost_per_task": _plain_figure(system.cost, alike.fewest) if system.cost else None,
            }
            for system in alike.systems
        ],
    }


def _plain_figure(estimate: Estimate, fewest: int) -> dict[str, Any]:
    value, interval = _known(estimate, fewest)
    return {"value": value, "interval": interval, "tasks": estimate.n}


ALIKE: Final = Section(
    "alike",
    mark("Systems on tasks like yours"),
    mark("Which system for a case like mine?"),
    _compute,
    _blocks,
    _plain,
    places=(),
    asks=("like", "by", "base_url"),
    missing=mark("No task that is like your text has scores."),
)
