"""The part of a rating table that is about some tasks."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

import numpy as np

from xpert_studio.core.records.columns import NONE, BoolArray, Catalog, IntArray, Ratings
from xpert_studio.core.store.rating_table import RatingTable


def only_tasks(frames: RatingTable, task_ids: Collection[str]) -> RatingTable:
    """What there is of some tasks; systems that have no response to any of them are left out.

    Args:
        frames: Everything.
        task_ids: The tasks.
    """
    catalog = frames.catalog
    wanted = set(task_ids)
    tasks = np.array([task_id in wanted for task_id in catalog.tasks], np.bool_)
    points = tasks[catalog.checkpoint_task] if len(catalog.checkpoints) else _none()
    answers = tasks[catalog.response_task] if len(catalog.responses) else _none()
    new_task, new_point, new_answer = (_places(kept) for kept in (tasks, points, answers))

    def marks(found: Ratings) -> Ratings:
        found = found.where(answers[found.response] & points[found.checkpoint])
        return replace(
            found,
            response=new_answer[found.response],
            checkpoint=new_point[found.checkpoint],
        )

    return RatingTable(
        catalog=_part(catalog, tasks, points, answers, new_task),
        experts=tuple(kept for kept in map(marks, frames.experts) if len(kept)),
        judges={
            judge_id: tuple(kept for kept in map(marks, trials) if len(kept))
            for judge_id, trials in frames.judges.items()
        },
        unseen={judge_id: counts[answers] for judge_id, counts in frames.unseen.items()},
        checked=None if frames.checked is None else marks(frames.checked),
    )


def _none() -> BoolArray:
    return np.zeros(0, np.bool_)


def _places(kept: BoolArray) -> IntArray:
    """Where what is kept stands among itself."""
    places = np.full(kept.size, NONE, np.int32)
    places[kept] = np.arange(int(kept.sum()), dtype=np.int32)
    return places


def _named(names: tuple[str, ...], kept: BoolArray) -> tuple[str, ...]:
    return tuple(name for name, is_kept in zip(names, kept, strict=True) if is_kept)


def _used(names: tuple[str, ...], codes: IntArray) -> tuple[tuple[str, ...], IntArray]:
    """The names that codes speak of, and the codes among these."""
    used = np.zeros(len(names), np.bool_)
    used[codes[codes != NONE]] = True
    places = np.append(_places(used), np.int32(NONE))  # the last is for those without a name
    return _named(names, used), places[codes]


def _part(
    catalog: Catalog, tasks: BoolArray, points: BoolArray, answers: BoolArray, new_task: IntArray
) -> Catalog:
    domains, task_domain = _used(catalog.domains, catalog.task_domain[tasks])
    categories, task_category = _used(catalog.categories, catalog.task_category[tasks])
    tiers, point_tier = _used(catalog.tiers, catalog.checkpoint_tier[points])
    dimensions, point_dimension = _used(catalog.dimensions, catalog.checkpoint_dimension[points])
    systems, answer_system = _used(catalog.systems, catalog.response_system[answers])
    return Catalog(
        tasks=_named(catalog.tasks, tasks),
        task_titles=_named(catalog.task_titles, tasks),
        domains=domains,
        categories=categories,
        task_domain=task_domain,
        task_category=task_category,
        task_cluster=np.unique(catalog.task_cluster[tasks], return_inverse=True)[1].astype(
            np.int32
        ),
        checkpoints=_named(catalog.checkpoints, points),
        checkpoint_texts=_named(catalog.checkpoint_texts, points),
        tiers=tiers,
        dimensions=dimensions,
        checkpoint_task=new_task[catalog.checkpoint_task[points]],
        checkpoint_weight=catalog.checkpoint_weight[points],
        checkpoint_tier=point_tier,
        checkpoint_dimension=point_dimension,
        kinds=catalog.kinds,
        checkpoint_kind=catalog.checkpoint_kind[points],
        responses=_named(catalog.responses, answers),
        systems=systems,
        response_task=new_task[catalog.response_task[answers]],
        response_system=answer_system,
        response_is_baseline=catalog.response_is_baseline[answers],
        abstentions=catalog.abstentions,
    )
