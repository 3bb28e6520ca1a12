"""Tasks and their rubrics in the project file."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping
from typing import Any

from sqlalchemy import func, insert, select
from sqlalchemy.sql import Select

from xpert_studio.errors import NotFoundError
from xpert_studio.records import Checkpoint, Stage, Task
from xpert_studio.store.rows import from_columns, mapped, to_columns
from xpert_studio.store.schema import checkpoint, response, task
from xpert_studio.store.transaction import Transaction

_NESTED = frozenset({"attachments", "checklist", "tags", "earlier_authors", "extra"})
_CHECKPOINT_NESTED = frozenset({"origin", "settings", "extra"})


def _tasks(tx: Transaction, query: Select[Any]) -> Iterator[Task]:
    for row in mapped(tx.connection.execute(query)):
        yield from_columns(Task, row, _NESTED)


def all_tasks(tx: Transaction) -> list[Task]:
    """All tasks, in the order they came in."""
    return list(_tasks(tx, select(task).order_by(task.c.pk)))


def outlines(tx: Transaction) -> list[Task]:
    """All tasks without their texts, in the order they came in: who, where, at which stage.

    Not checked as records are; for lists that ask of thousands what may be done with them.
    """
    names = (
        "id", "title", "domain", "category", "language", "author_id", "earlier_authors", "stage",
    )  # fmt: skip
    rows = tx.connection.execute(select(*(task.c[name] for name in names)).order_by(task.c.pk))
    return [
        Task.model_construct(
            **{
                **row._mapping,  # noqa: SLF001
                "earlier_authors": tuple(json.loads(row.earlier_authors or "[]")),
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
    found = next(_tasks(tx, select(task).where(task.c.id == task_id)), None)
    if found is None:
        raise NotFoundError(
            f"There is no task {task_id}.", remedy="'xpert-studio info PROJECT --tasks' lists them."
        )
    return found


def _checkpoint(row: Mapping[Any, Any]) -> Checkpoint:
    return from_columns(Checkpoint, row, _CHECKPOINT_NESTED)


def _with_task_id() -> Select[Any]:
    own = [column for column in checkpoint.c if column.name not in {"pk", "task_pk"}]
    return (
        select(task.c.id.label("task_id"), *own)
        .join(task, task.c.pk == checkpoint.c.task_pk)
        .where(checkpoint.c.retired == 0)
    )


def all_checkpoints(tx: Transaction) -> Iterator[Checkpoint]:
    """All checkpoints, in the order they came in."""
    for row in tx.connection.execute(_with_task_id().order_by(checkpoint.c.pk)).mappings():
        yield _checkpoint(row)


def tasks_of_responses(tx: Transaction, response_ids: Collection[str]) -> set[str]:
    """The ids of the tasks that responses are to."""
    if not response_ids:
        return set()
    query = (
        select(task.c.id)
        .join(response, response.c.task_pk == task.c.pk)
        .where(response.c.id.in_(list(response_ids)))
    )
    return set(tx.connection.scalars(query))


def rubric_of(tx: Transaction, task_id: str) -> tuple[Checkpoint, ...]:
    """The checkpoints of a task in the order of the rubric: by position, then as they came in."""
    query = (
        _with_task_id()
        .where(task.c.id == task_id)
        .order_by(checkpoint.c.position.is_(None), checkpoint.c.position, checkpoint.c.pk)
    )
    return tuple(_checkpoint(row) for row in tx.connection.execute(query).mappings())


def retired_lines(tx: Transaction) -> list[Checkpoint]:
    """Lines that were taken out of their rubrics after they were judged."""
    own = [column for column in checkpoint.c if column.name not in {"pk", "task_pk"}]
    query = (
        select(task.c.id.label("task_id"), *own)
        .join(task, task.c.pk == checkpoint.c.task_pk)
        .where(checkpoint.c.retired == 1)
        .order_by(checkpoint.c.pk)
    )
    return [_checkpoint(row) for row in tx.connection.execute(query).mappings()]


def put_retired(tx: Transaction, line: Checkpoint) -> None:
    """Writes a line that stands in no rubric, for what was judged on it; a line there is stays."""
    tx.require_writes()
    task_pk = tx.connection.scalar(select(task.c.pk).where(task.c.id == line.task_id))
    there = select(checkpoint.c.pk).where(
        checkpoint.c.task_pk == task_pk, checkpoint.c.id == line.id
    )
    if task_pk is None or tx.connection.scalar(there) is not None:
        return
    values = to_columns(line, checkpoint)
    tx.connection.execute(insert(checkpoint).values(**values, task_pk=task_pk, retired=True))


def rubrics(tx: Transaction) -> dict[str, tuple[Checkpoint, ...]]:
    """All rubrics by task id, each in its order."""
    query = _with_task_id().order_by(
        checkpoint.c.task_pk,
        checkpoint.c.position.is_(None),
        checkpoint.c.position,
        checkpoint.c.pk,
    )
    found: dict[str, list[Checkpoint]] = {}
    for row in mapped(tx.connection.execute(query)):
        found.setdefault(row["task_id"], []).append(_checkpoint(row))
    return {task_id: tuple(points) for task_id, points in found.items()}


def count_by_domain(tx: Transaction) -> dict[str, int]:
    """How many tasks each domain has; tasks without one under the empty name."""
    query = select(func.coalesce(task.c.domain, ""), func.count()).group_by(task.c.domain)
    return {domain: int(count) for domain, count in tx.connection.execute(query)}
