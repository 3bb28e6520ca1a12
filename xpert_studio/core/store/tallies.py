"""How many records each task has, counted by the database: cheap where reading them is not."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.sql import Select

from xpert_studio.core.instruments import judged_ids
from xpert_studio.core.records import GOLD_STATUSES
from xpert_studio.core.store.schema import (
    JUDGMENT,
    checkpoint,
    judge,
    judgment,
    response,
    task,
    verdict,
)
from xpert_studio.core.store.transaction import Transaction
from xpert_studio.core.store.values import not_set

ByTask = Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Tallies:
    """Counts by task id; a task that has none of something is not among its keys.

    Attributes:
        judgments: On lines that still stand; ``gold`` those of them that are gold and current.
        verdicts: The current ones on lines that still stand; ``usable`` those of them of first
            trials that say met or not met.
    """

    checkpoints: ByTask
    responses: ByTask
    judgments: ByTask
    gold: ByTask
    verdicts: ByTask
    usable: ByTask


def read_tallies(tx: Transaction, *, without_programs: Collection[str] = ()) -> Tallies:
    """Everything, in a handful of queries.

    Args:
        tx: The transaction.
        without_programs: Tasks of which what programs decide is not counted.
    """
    others = checkpoint.c.instrument.not_in(judged_ids())
    apart = task.c.id.in_(sorted(without_programs)) & others
    standing = not_set(checkpoint.c.retired) & ~apart
    is_gold = judgment.c.status.in_(sorted(status.value for status in GOLD_STATUSES))
    judged = _lines(judgment, judgment.c.checkpoint_pk).where(standing, *JUDGMENT.is_own())
    answered = _lines(verdict, verdict.c.checkpoint_pk).where(
        standing, not_set(verdict.c.superseded)
    )
    return Tallies(
        checkpoints=_counts(
            tx,
            select(task.c.id, func.count())
            .select_from(checkpoint)
            .join(task, task.c.pk == checkpoint.c.task_pk)
            .where(standing),
        ),
        responses=_counts(
            tx,
            select(task.c.id, func.count())
            .select_from(response)
            .join(task, task.c.pk == response.c.task_pk),
        ),
        judgments=_counts(tx, judged),
        gold=_counts(tx, judged.where(is_gold, not_set(judgment.c.stale))),
        verdicts=_counts(tx, answered),
        usable=_counts(tx, answered.where(verdict.c.trial == 1, verdict.c.value.is_not(None))),
    )


def judges_of(tx: Transaction) -> dict[str, set[str]]:
    """The judges that have current verdicts on a task, by task id."""
    query = (
        select(task.c.id, judge.c.id)
        .select_from(verdict)
        .join(checkpoint, checkpoint.c.pk == verdict.c.checkpoint_pk)
        .join(task, task.c.pk == checkpoint.c.task_pk)
        .join(judge, judge.c.pk == verdict.c.judge_pk)
        .where(not_set(checkpoint.c.retired), not_set(verdict.c.superseded))
        .distinct()
    )
    found: dict[str, set[str]] = {}
    for task_id, judge_id in tx.connection.execute(query):
        found.setdefault(str(task_id), set()).add(str(judge_id))
    return found


def _lines(table: Any, key: Any) -> Select[Any]:  # noqa: ANN401 - a table, and its column
    return (
        select(task.c.id, func.count())
        .select_from(table)
        .join(checkpoint, checkpoint.c.pk == key)
        .join(task, task.c.pk == checkpoint.c.task_pk)
    )


def _counts(tx: Transaction, query: Select[Any]) -> dict[str, int]:
    rows = tx.connection.execute(query.group_by(task.c.id))
    return {str(task_id): int(count) for task_id, count in rows}
