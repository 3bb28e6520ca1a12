"""The section of the frontier: what the best system seldom solves, and whether that changes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from xpert_studio.api.charts import Estimate, Lines, Series
from xpert_studio.api.sections import (
    REPORT,
    Block,
    Column,
    Figure,
    Row,
    Section,
    Table,
    Text,
    between,
    listed,
    mark,
    percent,
    signed_points,
    t,
    tn,
)
from xpert_studio.packs.suites.evaluations import asked_for
from xpert_studio.packs.suites.frontier import (
    PER_DAYS,
    RELIABLE,
    SELDOM,
    Frontier,
    Growth,
    frontiers_of,
)
from xpert_studio.packs.suites.section_blocks import (
    DEFINE,
    NO_EVALUATION,
    day_of,
    in_percent,
    known_to,
    named,
    suite_heading,
)

_FEW_TRIALS: Final = 4
_FEWEST: Final = 2
Frontiers = tuple[Frontier, ...]


def _blocks(found: Frontiers) -> Iterator[Block]:
    for one in found:
        yield from suite_heading(one.suite, found)
        if len(one.growth.releases) >= _FEWEST:
            caption = t(
                "Share of tasks of which at least {share} of the responses pass, with 95 % "
                "intervals.",
                share=percent(RELIABLE),
            )
            yield Figure(_chart(one.growth), caption)
        yield Text.brief(growth_sentence(one.growth))
        yield Text.brief(_sentence(one))
        if one.tasks:
            yield _table(one)


def _sentence(frontier: Frontier) -> str:
    said = t(
        "{system}, the best, solves {tasks} of {known} in at most {share} of its responses.",
        system=named(frontier.best),
        tasks=tn("{n} task", "{n} tasks", len(frontier.tasks)),
        known=frontier.known,
        share=percent(SELDOM),
    )
    if frontier.best.trials >= _FEW_TRIALS:
        return said
    few = t(
        "With {trials} to a task one failure counts much: run more trials to be sure.",
        trials=tn("{n} response", "{n} responses", frontier.best.trials),
    )
    return f"{said} {few}"


def growth_sentence(growth: Growth) -> str:
    """How the share of reliable tasks grows, or what is missing to tell."""
    releases, clusters = growth.lacks
    if releases or clusters:
        lacking = [
            *([tn("{n} more evaluation", "{n} more evaluations", releases)] if releases else []),
            *([tn("{n} more cluster", "{n} more clusters", clusters)] if clusters else []),
        ]
        return t(
            "Too few to fit how the share of tasks solved reliably grows: it needs {lacking}.",
            lacking=listed(lacking),
        )
    slope, interval = growth.slope or 0.0, growth.interval
    words = [signed_points(end) for end in (slope, *(interval or ()))]
    return t(
        "Tasks solved in at least {share} of responses: {slope} points in {days} days{interval}, "
        "over {n} evaluations and {clusters} clusters.",
        share=percent(RELIABLE),
        slope=words[0],
        days=PER_DAYS,
        interval=t(" (95 % interval {interval})", interval=between(*words[1:])) if interval else "",
        n=len(growth.releases),
        clusters=growth.clusters,
    )


def _table(frontier: Frontier) -> Table:
    columns = (
        Column(t("Task")),
        Column(t("Solved"), "0"),
        Column(t("of"), "0"),
        Column(t("Score"), "0%"),
        Column(t("Capabilities"), detail=True),
    )
    rows = tuple(
        Row(
            (task.title, task.passed, len(task.passes), task.score, listed(task.capabilities)),
            opens=("task", task.task),
        )
        for task in frontier.tasks[:40]
    )
    left = len(frontier.tasks) - len(rows)
    more = t("{n} more are not listed.", n=left) if left else ""
    caption = " ".join(filter(None, (t("Tasks at the frontier, the least solved first."), more)))
    return Table(columns, rows, caption, t("Tasks at the frontier"), short=8)


def _chart(growth: Growth) -> Lines:
    items = [
        None
        if share.value is None
        else Estimate(
            f"{named(one)}, {day_of(one)}",
            *in_percent(share),
            target=("evaluation", one.id),
        )
        for one, share in zip(growth.releases, growth.shares, strict=True)
    ]
    return Lines(
        (Series(growth.releases[-1].first.system, items),),
        tuple(map(float, range(len(items)))),
        tuple(map(day_of, growth.releases)),
        t("Tasks solved reliably, %"),
        limits=(0.0, 100.0),
        form=".0f",
        description=t("Share of tasks that are solved reliably, over evaluations"),
    )


def _plain(found: Frontiers) -> list[dict[str, Any]]:
    return [
        {
            "suite": one.suite,
            "best": one.best.first.system,
            "evaluation": one.best.id,
            "frontier": [
                {"task": task.task, "solved": task.passed, "trials": len(task.passes)}
                for task in one.tasks
            ],
            "tasks": one.known,
            "slope": one.growth.slope,
            "slope_interval": one.growth.interval,
            "days": PER_DAYS,
            "releases": len(one.growth.releases),
            "clusters": one.growth.clusters,
            "missing_releases": one.growth.lacks[0],
            "missing_clusters": one.growth.lacks[1],
        }
        for one in found
    ]


FRONTIER: Final = Section(
    "frontier",
    mark("Frontier"),
    mark("Which tasks does even the best system seldom solve?"),
    lambda view: asked_for(frontiers_of(known_to(view)), view.asked),
    _blocks,
    _plain,
    after="suite-heatmap",
    places=(REPORT,),
    missing=NO_EVALUATION,
    makes=DEFINE,
)
