"""Computes every figure of an input: value, interval, items and tasks behind it, caution, floor."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from xpert_studio.core.metrics.metric import Better, Input, Metric
from xpert_studio.core.metrics.registry import compared_metrics, metrics_of
from xpert_studio.core.metrics.task_estimates import (
    Caution,
    Difference,
    Estimate,
    Sums,
    difference,
    estimate_of_trials,
    estimates,
    in_clusters,
    known,
)
from xpert_studio.core.records.columns import FloatArray, IntArray


@dataclass(frozen=True, slots=True)
class Figures(Mapping[str, Estimate]):
    """All figures of one input, by their ids in the registry.

    Attributes:
        source: What they are computed from.
        n: Its items.
        tasks: Tasks with an item.
        facts: What is published beside them: counts of the input's columns, settings.
        families: Of tasks with an item; the most that a figure has where None.
    """

    source: Input
    n: int
    tasks: int
    values_by_id: Mapping[str, Estimate]
    facts: Mapping[str, float] = field(default_factory=dict)
    families: int | None = None

    def __getitem__(self, name: str) -> Estimate:
        return self.values_by_id[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.values_by_id)

    def __len__(self) -> int:
        return len(self.values_by_id)

    @property
    def clusters(self) -> int:
        """Families of tasks behind them; a task without one is its own."""
        if self.families is not None:
            return self.families
        return max((one.tasks for one in self.values()), default=0)

    @property
    def cautions(self) -> dict[str, Caution]:
        """Figures whose interval is less sure, and why."""
        return {name: one.caution for name, one in self.items() if one.caution}

    def plain(self) -> dict[str, Any]:
        """All of it for a program: each figure as ``<id>`` and ``<id>_interval``."""
        counts = {"tasks": self.tasks, "clusters": self.clusters}
        found: dict[str, Any] = {self.source.n: self.n, **self.facts, **counts}
        for name, one in self.items():
            found |= one.named(name)
        return found | {
            "tasks_behind": {n: one.tasks for n, one in self.items() if one.tasks < self.clusters},
            "floors": {n: one.floor for n, one in self.items() if one.floor is not None},
            "cautions": self.cautions,
        }


def together(rank: Figures, criterion: Figures) -> dict[str, Any]:
    """Figures over pairs of responses and over checkpoints for a program, in one."""
    first, second = rank.plain(), criterion.plain()
    both = {name: first[name] | second[name] for name in ("cautions", "floors")}
    return first | second | both


class _Columns:
    """Figures of an input, of many groups at once; each is computed when it is asked for first."""

    def __init__(self, source: Input, raw: Any, cluster: IntArray) -> None:  # noqa: ANN401
        self.metrics = {metric.id: metric for metric in metrics_of(source)}
        self._raw, self._cluster = raw, cluster
        self._floor = source.constant(raw.sum(axis=-2))[..., None, :] if source.constant else None
        self._sums: dict[int, tuple[FloatArray, Sums]] = {}
        self._done: dict[tuple[object, ...], list[Estimate]] = {}

    def figure(self, name: str) -> list[Estimate]:
        """One figure of all groups."""
        metric = self.metrics[name]
        way = (metric.statistics, metric.formula, metric.weight, metric.scale, metric.count)
        if way not in self._done:  # one figure may have two names
            statistics = metric.statistics(self._raw)
            if id(statistics) not in self._sums:  # kept with them, so that its id is not reused
                sums = Sums.of(in_clusters(statistics, self._cluster))
                self._sums[id(statistics)] = statistics, sums
            sums = self._sums[id(statistics)][1]
            self._done[way] = _measured(metric, sums, self._raw, self._floor)
        return self._done[way]


class _Group(Mapping[str, Estimate]):
    """The figures of one group."""

    def __init__(self, columns: _Columns, place: int) -> None:
        self._columns, self._place = columns, place

    def __getitem__(self, name: str) -> Estimate:
        return self._columns.figure(name)[self._place]

    def __iter__(self) -> Iterator[str]:
        return iter(self._columns.metrics)

    def __len__(self) -> int:
        return len(self._columns.metrics)

    def __deepcopy__(self, _: object) -> dict[str, Estimate]:
        return dict(self)


def measured(
    source: Input,
    raw: Any,  # noqa: ANN401 - an input
    cluster: IntArray,
) -> list[Mapping[str, Estimate]]:
    """Every figure of an input, of many groups or systems at once.

    A figure is computed when it is asked for first: a leaderboard takes two of fifty.

    Args:
        source: The input.
        raw: It, as the metrics' ``statistics`` take it; they give (groups, tasks, statistics), or
            (tasks, statistics) for a single group.
        cluster: Per task, its cluster.

    Returns:
        By group: the figures by id.
    """
    columns = _Columns(source, raw, cluster)
    first = next(iter(columns.metrics))
    return [_Group(columns, place) for place in range(len(columns.figure(first)))]


def _measured(
    metric: Metric,
    sums: Sums,
    raw: Any,  # noqa: ANN401 - an input
    constant: FloatArray | None,
) -> list[Estimate]:
    whole = np.atleast_2d(sums.whole)
    counts = metric.count(whole) if metric.count else None
    if counts is None:
        counts = np.atleast_2d(metric.weight(sums.statistics)).sum(axis=-1)
    floors = np.full(len(whole), np.nan)
    if constant is not None and metric.has_floor and metric.better is not Better.NEITHER:
        floors = metric.formula(metric.statistics(constant).sum(axis=-2))
    found = estimates(metric, sums).each()
    if metric.one_a_task:
        found = [estimate_of_trials(own) for own in sums.statistics]
    return [
        Estimate(None, None, one.tasks, n=n)
        if n < metric.least
        else replace(
            one, value=metric.exact(raw) if metric.exact else one.value, n=n, floor=known(floor)
        )
        for one, n, floor in zip(
            found, counts.round().astype(int).tolist(), floors.tolist(), strict=True
        )
    ]


def figures_of_tables(
    tables: FloatArray,
    source: Input,
    cluster: IntArray,
    settings: Mapping[str, float] | None = None,
) -> list[Figures]:
    """All figures of tables of counts.

    Args:
        tables: (groups, tasks, columns of the input).
        source: ``PAIRS`` or ``RANKS``.
        cluster: Per task, its cluster.
        settings: What is published beside the counts.
    """
    counts_of = tables[..., : len(source.columns)]
    whole = counts_of.sum(axis=1).astype(np.int64).tolist()
    tasks = (counts_of.sum(axis=2) > 0).sum(axis=1).tolist()
    families = (in_clusters(counts_of, cluster).sum(axis=2) > 0).sum(axis=1).tolist()
    return [
        Figures(
            source,
            n=sum(counts),
            tasks=tasks_behind,
            values_by_id=values,
            facts=dict(zip(source.columns, counts, strict=True)) | dict(settings or {}),
            families=families_behind,
        )
        for counts, tasks_behind, families_behind, values in zip(
            whole, tasks, families, measured(source, tables, cluster), strict=True
        )
    ]


def paired_differences(
    source: Input, first: FloatArray, second: FloatArray, *, cluster: IntArray
) -> dict[str, Difference]:
    """Differences of the figures by which judges are compared, with tests by cluster.

    Args:
        source: ``PAIRS``, ``RANKS`` or ``GRADES``.
        first: Counts by task of one judge.
        second: Of the other, on the same tasks.
        cluster: Per task, its cluster.
    """
    return {
        metric.id: difference(
            metric, *(in_clusters(metric.statistics(side), cluster) for side in (first, second))
        )
        for metric in compared_metrics(source)
    }
