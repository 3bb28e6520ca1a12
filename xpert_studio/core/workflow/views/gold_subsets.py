"""The gold subsets that were drawn, and what another one could be drawn from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import ceil

from xpert_studio.core.records import Stage, Stratum, Subset
from xpert_studio.core.store import ProjectFile, Transaction, entities, task_list
from xpert_studio.core.workflow.gold import allocate

_NOT_WAITING = {Stage.READY, Stage.DISCARDED}


@dataclass(frozen=True, slots=True)
class SampledSubset:
    """A subset with what its tasks are now.

    Attributes:
        tasks: Those that are still there, in the order they were drawn in.
        gone: How many are not.
    """

    subset: Subset
    tasks: tuple[task_list.TaskRow, ...]
    gone: int

    @property
    def unready(self) -> int:
        """How many of its tasks are not ready any more."""
        return sum(1 for row in self.tasks if row.stage is not Stage.READY)


@dataclass(frozen=True, slots=True)
class GoldSubsets:
    """Everything about gold subsets.

    Attributes:
        ready: Tasks that can be drawn, by domain; the domain is empty where a task has none.
        waiting: Tasks that are not ready, and may be one day.
        drawn: The subsets, the newest first.
    """

    ready: Mapping[str, int]
    waiting: tuple[task_list.TaskRow, ...]
    drawn: tuple[SampledSubset, ...]

    @property
    def count(self) -> int:
        """How many tasks can be drawn."""
        return sum(self.ready.values())

    @property
    def suggested_size(self) -> int:
        """How many one might draw: a fifth, about as in XpertBench, and at least one a domain."""
        return min(self.count, max(len(self.ready), ceil(self.count / 5)))

    def strata_for(self, size: int) -> tuple[Stratum, ...]:
        """What each domain would give to a subset of a size, which is bounded by what is ready."""
        parts = allocate(self.ready, min(size, self.count))
        return tuple(
            Stratum(domain=domain, available=count, drawn=parts[domain])
            for domain, count in sorted(self.ready.items())
        )

    def free_name(self, first: str) -> str:
        """A name that no subset has: the first, or it with a number."""
        taken = {item.subset.name for item in self.drawn}
        names = (first if number == 1 else f"{first}-{number}" for number in range(1, 10_000))
        return next(name for name in names if name not in taken)


def read_gold_subsets(project: ProjectFile) -> GoldSubsets:
    """Subsets and strata as they are now."""
    with project.reading() as tx:
        counted = task_list.count_tasks(tx)
        waiting = _rows(
            tx, task_list.TaskFilter(stages=tuple(set(Stage) - _NOT_WAITING), sort="stage")
        )
        found = entities.find_all(tx, Subset)
        wanted = {task_id for subset in found for task_id in subset.task_ids}
        rows = {row.id: row for row in _rows(tx, task_list.TaskFilter(ids=tuple(wanted)))}
    drawn = [
        SampledSubset(
            subset,
            tuple(rows[task_id] for task_id in subset.task_ids if task_id in rows),
            sum(1 for task_id in subset.task_ids if task_id not in rows),
        )
        for subset in found
    ]
    return GoldSubsets(
        ready={
            domain: count
            for domain, stages in counted.by_domain.items()
            if (count := stages.get(Stage.READY, 0))
        },
        waiting=waiting,
        drawn=tuple(sorted(drawn, key=lambda item: item.subset.sampled_at, reverse=True)),
    )


def _rows(tx: Transaction, wanted: task_list.TaskFilter) -> tuple[task_list.TaskRow, ...]:
    keys = task_list.task_keys(tx, wanted)
    found = task_list.task_rows(tx, keys)
    return tuple(found[key] for key in keys if key in found)
