"""The section of workspaces: how often systems meet each kind of check on their folders."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from xpert_studio.api.instruments import Checkpoint
from xpert_studio.api.sections import (
    EXPLORED,
    REPORT,
    Block,
    Column,
    Estimate,
    Row,
    Section,
    Table,
    View,
    mark,
    t,
)
from xpert_studio.core.metrics.task_estimates import estimate_of_trials, in_clusters
from xpert_studio.core.records import CHECKS, RatingState, grouped
from xpert_studio.core.store import tasks, verdicts
from xpert_studio.packs.checks.kinds import KINDS


@dataclass(frozen=True, slots=True)
class KindShare:
    """How often a system meets a kind of check.

    Attributes:
        share: Over clusters of tasks: families, else tasks.
        n: Checkpoints on responses that were decided.
    """

    system: str
    kind: str
    share: Estimate
    n: int


def _compute(view: View) -> tuple[KindShare, ...] | None:
    with view.project.reading() as tx:
        kinds = {
            (task, point.id): kind
            for task, points in tasks.rubrics(tx).items()
            for point in points
            if (kind := _kind_of(point))
        }
        if not kinds:
            return None
        decided = [
            (verdict.response_id, verdict.checkpoint_id, float(verdict.value))
            for verdict in verdicts.all_verdicts(tx, judge_id=CHECKS, fresh_only=True)
            if verdict.state is RatingState.OK and verdict.value is not None
        ]
    return _shares(view, kinds, decided) or None


def _kind_of(point: Checkpoint) -> str:
    """The kind of a check on a folder; empty for other checkpoints."""
    kind = str(point.settings.get("check", ""))
    return kind if kind.startswith("folder_") and kind in KINDS else ""


def _shares(
    view: View, kinds: Mapping[tuple[str, str], str], decided: list[tuple[str, str, float]]
) -> tuple[KindShare, ...]:
    catalog = view.analysis.catalog
    place_of = {response: place for place, response in enumerate(catalog.responses)}
    found = grouped(
        (
            (catalog.systems[catalog.response_system[place]], kind),
            (int(catalog.task_cluster[task]), value),
        )
        for response, point, value in decided
        if (place := place_of.get(response)) is not None
        and (task := catalog.response_task[place]) >= 0
        and (kind := kinds.get((catalog.tasks[task], point)))
    )
    order = list(KINDS)
    return tuple(
        KindShare(system, kind, _share(pairs), len(pairs))
        for (system, kind), pairs in sorted(
            found.items(), key=lambda item: (item[0][0], order.index(item[0][1]))
        )
    )


def _share(pairs: list[tuple[int, float]]) -> Estimate:
    statistics = np.array([(value, 1.0) for _, value in pairs], np.float64).reshape(-1, 2)
    clusters = np.array([cluster for cluster, _ in pairs], np.int32)
    return estimate_of_trials(in_clusters(statistics, clusters))


def _blocks(found: tuple[KindShare, ...]) -> Iterator[Block]:
    columns = (
        Column(t("System")),
        Column(t("Check")),
        Column(t("Met"), "0.0%"),
        Column(t("95 % interval"), "0.0%", interval=True),
        Column(t("Decided"), "0"),
        Column(t("Clusters"), "0", detail=True),
    )
    rows = tuple(
        Row(
            (
                one.system,
                t(KINDS[one.kind].title),
                one.share.value,
                one.share.interval,
                one.n,
                one.share.tasks,
            )
        )
        for one in found
    )
    caption = t(
        "Checks on the folders that responses end as. Tasks of a family are one cluster; where a "
        "kind has too few, it has no interval."
    )
    yield Table(columns, rows, caption, t("Checks on folders"), short=8)


def _plain(found: tuple[KindShare, ...]) -> list[dict[str, Any]]:
    return [
        {
            "system": one.system,
            "check": one.kind,
            **one.share.named("met"),
            "clusters": one.share.tasks,
            "decided": one.n,
        }
        for one in found
    ]


WORKSPACES: Final = Section(
    "workspaces",
    mark("Checks on folders"),
    mark("Which kinds of checks on their folders do systems meet?"),
    _compute,
    _blocks,
    _plain,
    after="variants",
    places=(REPORT, EXPLORED),
    missing=mark("No check on a folder was decided yet."),
    makes="score {project} --checks",
)
