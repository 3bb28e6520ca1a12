"""Tasks and their rubrics in the project file."""

from __future__ import annotations

from collections.abc import Iterator

from sqlalchemy import func, insert, select

from xpert_studio.errors import NotFoundError
from xpert_studio.records import BINARY, Checkpoint, Stage, Task
from xpert_studio.store.schema import CHECKPOINT, RUBRIC_ORDER, TASK, checkpoint, task
from xpert_studio.store.transaction import Transaction
from xpert_studio.store.values import is_set, json_value


def all_tasks(tx: Transaction) -> list[Task]:
    """All tasks, in the order they came in."""
    return list(TASK.records(tx.connection, TASK.query().order_by(task.c.pk)))


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
            f"There is no task {task_id}.", remedy="'xpert-studio info PROJECT --tasks' lists them."
        )
    return found


def all_checkpoints(tx: Transaction) -> Iterator[Checkpoint]:
    """All checkpoints, in the order they came in."""
    return CHECKPOINT.records(tx.connection, CHECKPOINT.query().order_by(checkpoint.c.pk))


def all_binary(tx: Transaction) -> bool:
    """Whether every checkpoint is met or not met."""
    other = select(checkpoint.c.pk).where(checkpoint.c.instrument != BINARY).limit(1)
    return tx.connection.scalar(other) is None


def rubric_of(tx: Transaction, task_id: str) -> tuple[Checkpoint, ...]:
    """The checkpoints of a task in the order of the rubric."""
    query = CHECKPOINT.query().where(task.c.id == task_id).order_by(*RUBRIC_ORDER)
    return tuple(CHECKPOINT.records(tx.connection, query))


def retired_lines(tx: Transaction) -> list[Checkpoint]:
    """Lines that were taken out of their rubrics after they were judged."""
    query = CHECKPOINT.query(standing=False).where(is_set(checkpoint.c.retired))
    return list(CHECKPOINT.records(tx.connection, query.order_by(checkpoint.c.pk)))


def put_retired(tx: Transaction, line: Checkpoint) -> None:
    """Writes a line that stands in no rubric, for what was judged on it; a line there is stays."""
    tx.require_writes()
    task_pk = tx.connection.scalar(select(task.c.pk).where(task.c.id == line.task_id))
    there = select(checkpoint.c.pk).where(
        checkpoint.c.task_pk == task_pk, checkpoint.c.id == line.id
    )
    if task_pk is None or tx.connection.scalar(there) is not None:
        return
    values = CHECKPOINT.columns(line) | {"task_pk": task_pk, "retired": True}
    tx.connection.execute(insert(checkpoint).values(values))


def rubrics(tx: Transaction) -> dict[str, tuple[Checkpoint, ...]]:
    """All rubrics by task id, each in its order."""
    query = CHECKPOINT.query().order_by(checkpoint.c.task_pk, *RUBRIC_ORDER)
    found: dict[str, list[Checkpoint]] = {}
    for point in CHECKPOINT.records(tx.connection, query):
        found.setdefault(point.task_id, []).append(point)
    return {task_id: tuple(points) for task_id, points in found.items()}


def count_by_domain(tx: Transaction) -> dict[str, int]:
    """How many tasks each domain has; tasks without one under the empty name."""
    query = select(func.coalesce(task.c.domain, ""), func.count()).group_by(task.c.domain)
    return {domain: int(count) for domain, count in tx.connection.execute(query)}
