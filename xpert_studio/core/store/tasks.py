"""Tasks and their rubrics in the project file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Any

from sqlalchemy import case, func, select

from xpert_studio.core.errors import NotFoundError
from xpert_studio.core.instruments import judged, judged_ids
from xpert_studio.core.messages import Message
from xpert_studio.core.records import (
    BINARY,
    Checkpoint,
    Stage,
    Task,
    grouped,
    is_policy_weight,
    placed,
)
from xpert_studio.core.records.order import position_of
from xpert_studio.core.store.schema import (
    CHECKPOINT,
    REVISION,
    RUBRIC_ORDER,
    TASK,
    checkpoint,
    task,
)
from xpert_studio.core.store.transaction import Transaction
from xpert_studio.core.store.values import json_value, not_set


def all_tasks(tx: Transaction) -> list[Task]:
    """All tasks, in the order they came in."""
    return list(TASK.records(tx.connection, TASK.query().order_by(task.c.pk)))


def outlines(tx: Transaction) -> list[Task]:
    """All tasks without their texts, in the order they came in: who, where, at which stage.

    Not checked as records are; for lists that ask of thousands what may be done with them.
    """
    names = (
        "id",
        "title",
        "domain",
        "category",
        "language",
        "author_id",
        "earlier_authors",
        "stage",
    )
    rows = tx.connection.execute(select(*(task.c[name] for name in names)).order_by(task.c.pk))
    return [
        Task.model_construct(
            **{
                **row._mapping,  # noqa: SLF001
                "earlier_authors": tuple(json_value(row.earlier_authors, ())),
                "stage": Stage(row.stage) if row.stage else None,
            },
            extra={},  # else its factory is looked into for every task
        )
        for row in rows
    ]


def get_task(tx: Transaction, task_id: str) -> Task:
    """One task.

    Raises:
        NotFoundError: There is none of that id.
    """
    found = next(TASK.records(tx.connection, TASK.query().where(task.c.id == task_id)), None)
    if found is None:
        raise NotFoundError(
            Message("There is no task {task_id}.", task_id=task_id),
            remedy="'xpert-studio info PROJECT --list-tasks' lists them.",
        )
    return found


def all_checkpoints(tx: Transaction) -> Iterator[Checkpoint]:
    """All checkpoints, in the order they came in."""
    return CHECKPOINT.records(tx.connection, CHECKPOINT.query().order_by(checkpoint.c.pk))


def placed_checkpoints(tx: Transaction) -> Iterator[Checkpoint]:
    """All checkpoints as ``placed`` has them, in the order they came in, one at a time."""
    query = select(task.c.id, checkpoint.c.position).join(task, task.c.pk == checkpoint.c.task_pk)
    rows = tx.connection.execute(query.where(not_set(checkpoint.c.retired)))
    keyed = {id_ for id_, key in rows if key is not None and isinstance(position_of(key), str)}
    places = {
        (line.task_id, line.id): line.position
        for task_id in keyed
        for line in placed(rubric_of(tx, task_id))
    }
    for line in all_checkpoints(tx):
        position = places.get((line.task_id, line.id), line.position)
        yield line if line.position == position else line.model_copy(update={"position": position})


def rubric_author(tx: Transaction, task_id: str) -> str | None:
    """Who sent the first revision of a task's rubric to review; a revision is never changed."""
    query = REVISION.query().where(task.c.id == task_id, REVISION.table.c.number == 1)
    return next((record.frozen_by for record in REVISION.records(tx.connection, query)), None)


def all_plain(tx: Transaction) -> bool:
    """Whether every checkpoint, also of revisions, is as version 1 of bundles has them.

    That is: met or not met without settings, of a whole response, of a weight from 1 to 10.
    """
    asked = ("instrument", "settings", "turn", "weight")
    columns = (checkpoint.c[name] for name in asked)
    rows = tx.connection.execute(select(*columns).where(not_set(checkpoint.c.retired)).distinct())
    found = chain(
        (dict(zip(asked, row, strict=True)) for row in rows),
        *map(json_value, tx.connection.scalars(select(REVISION.table.c.checkpoints))),
    )
    return all(_is_plain(point) for point in found)


def _is_plain(point: Mapping[str, Any]) -> bool:
    beside = point.get("settings") or point.get("turn")
    is_binary = point.get("instrument", BINARY) == BINARY
    return is_binary and not beside and is_policy_weight(point["weight"])


def other_checkpoints(tx: Transaction) -> frozenset[tuple[str, str]]:
    """Task and id of the checkpoints that are not met or not met."""
    query = select(task.c.id, checkpoint.c.id).join_from(checkpoint, task)
    rows = tx.connection.execute(query.where(checkpoint.c.instrument != BINARY))
    return frozenset((task_id, point_id) for task_id, point_id in rows)


def rubric_of(tx: Transaction, task_id: str) -> tuple[Checkpoint, ...]:
    """The checkpoints of a task in the order of the rubric."""
    query = CHECKPOINT.query().where(task.c.id == task_id).order_by(*RUBRIC_ORDER)
    return tuple(CHECKPOINT.records(tx.connection, query))


def judged_rubric(tx: Transaction, task_id: str) -> tuple[Checkpoint, ...]:
    """The checkpoints of a task that experts and judge models decide, in the rubric's order."""
    return judged(rubric_of(tx, task_id))


def without_judging(tx: Transaction) -> frozenset[str]:
    """The tasks of whose rubric experts judge no checkpoint: a program does, or nobody can."""
    others = func.sum(case((checkpoint.c.instrument.in_(judged_ids()), 1), else_=0))
    query = (
        select(task.c.id)
        .join_from(checkpoint, task)
        .where(not_set(checkpoint.c.retired))
        .group_by(task.c.id)
        .having(others == 0)
    )
    return frozenset(tx.connection.scalars(query))


def rubrics(tx: Transaction) -> dict[str, tuple[Checkpoint, ...]]:
    """All rubrics by task id, each in its order."""
    query = CHECKPOINT.query().order_by(checkpoint.c.task_pk, *RUBRIC_ORDER)
    found = grouped((point.task_id, point) for point in CHECKPOINT.records(tx.connection, query))
    return {task_id: tuple(points) for task_id, points in found.items()}


def count_checkpoints(tx: Transaction) -> dict[str, int]:
    """How many checkpoints the rubric of each task has; tasks without one are not among them."""
    query = select(task.c.id, func.count()).join_from(checkpoint, task)
    query = query.where(not_set(checkpoint.c.retired)).group_by(task.c.id)
    return {task_id: int(count) for task_id, count in tx.connection.execute(query)}


def count_by_domain(tx: Transaction) -> dict[str, int]:
    """How many tasks each domain has; tasks without one under the empty name."""
    query = select(func.coalesce(task.c.domain, ""), func.count()).group_by(task.c.domain)
    return {domain: int(count) for domain, count in tx.connection.execute(query)}
