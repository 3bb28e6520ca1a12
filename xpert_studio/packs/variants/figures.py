"""What systems get right, by variant and by bundle."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from xpert_studio.api.records import Transaction, seen_records
from xpert_studio.core.metrics.task_estimates import Estimate, estimate_of_trials, in_clusters
from xpert_studio.core.records import grouped
from xpert_studio.packs.variants.records import (
    HARDENING,
    PACK_ID,
    VARIANT,
    Hardening,
    Variant,
    VariantKind,
)

_RIGHT = 1 - 1e-9


@dataclass(frozen=True, slots=True)
class SystemVariants:
    """A system.

    Attributes:
        by_variant: The share of tasks with all points, by variant.
        bundles: The share of bundles of which every task has all points; bundles with a task
            that has no score are left out.
    """

    system: str
    by_variant: Mapping[VariantKind, Estimate]
    bundles: Estimate


def variants_in(tx: Transaction) -> dict[str, Variant]:
    """The variants of tasks, by the task's id; everybody who sees the project sees them."""
    return {
        one.task_id: one.value
        for one in seen_records(tx, None, PACK_ID, VARIANT.id)
        if one.task_id is not None and isinstance(one.value, Variant)
    }


def hardenings_in(tx: Transaction) -> list[Hardening]:
    """What was recorded of versions, oldest first."""
    found = (record.value for record in seen_records(tx, None, PACK_ID, HARDENING.id))
    return sorted((one for one in found if isinstance(one, Hardening)), key=lambda one: one.at)


def by_variant(
    scores: Mapping[str, Mapping[str, float | None]], known: Mapping[str, Variant]
) -> tuple[SystemVariants, ...]:
    """What each system gets right.

    Args:
        scores: By system, the score of each task, 0 to 1; None where it has none.
        known: The variants of tasks.
    """
    return tuple(_of_system(system, own, known) for system, own in scores.items())


def _of_system(
    system: str, scores: Mapping[str, float | None], known: Mapping[str, Variant]
) -> SystemVariants:
    right = {
        task: score >= _RIGHT
        for task, score in scores.items()
        if task in known and score is not None
    }
    kinds = grouped((known[task].variant, task) for task in right)
    bundles = grouped((one.bundle, task) for task, one in known.items() if one.bundle)
    whole = [tasks for tasks in bundles.values() if all(task in right for task in tasks)]
    return SystemVariants(
        system,
        {
            kind: _share(
                [right[task] for task in kinds[kind]],
                [known[task].bundle or task for task in kinds[kind]],
            )
            for kind in VariantKind
            if kind in kinds
        },
        _share(
            [all(right[task] for task in tasks) for tasks in whole],
            list(map(str, range(len(whole)))),
        ),
    )


def _share(values: Sequence[bool], clusters: Sequence[str]) -> Estimate:
    """The share that is true, over clusters: those of a bundle are one."""
    numbers = {name: n for n, name in enumerate(dict.fromkeys(clusters))}
    statistics = np.array([(float(value), 1.0) for value in values], np.float64).reshape(-1, 2)
    places = np.array([numbers[name] for name in clusters], np.int32)
    return estimate_of_trials(in_clusters(statistics, places))
