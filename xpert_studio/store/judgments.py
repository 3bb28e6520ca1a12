"""Experts' judgments in the project file, and the sheets they make up."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import Any

from sqlalchemy import ColumnElement, func, select
from sqlalchemy.sql import Select

from xpert_studio.records import BINARY, GOLD_STATUSES, Judgment, JudgmentStatus, Sheet
from xpert_studio.store.rows import from_columns, mapped
from xpert_studio.store.schema import checkpoint, judgment, response, task
from xpert_studio.store.transaction import Transaction

_NESTED = frozenset({"evidence", "caps", "extra"})
_GOLD = sorted(status.value for status in GOLD_STATUSES)


def _query() -> Select[Any]:
    own = [
        column for column in judgment.c if column.name not in {"pk", "response_pk", "checkpoint_pk"}
    ]
    return (
        select(response.c.id.label("response_id"), checkpoint.c.id.label("checkpoint_id"), *own)
        .join(response, response.c.pk == judgment.c.response_pk)
        .join(checkpoint, checkpoint.c.pk == judgment.c.checkpoint_pk)
        .where(checkpoint.c.retired == 0, submitted())
    )


def submitted() -> ColumnElement[bool]:
    """Leaves out drafts, which count nowhere."""
    return judgment.c.draft.is_(False)


def all_judgments(
    tx: Transaction,
    *,
    gold_only: bool = False,
    current_only: bool = False,
    pairs: Iterable[tuple[str, str]] | None = None,
) -> Iterator[Judgment]:
    """Judgments in the order they came in.

    Args:
        tx: The transaction.
        gold_only: Only confirmed and overridden ones.
        current_only: Leave out those that rest on a text which was edited since.
        pairs: Of these (response id, checkpoint id) pairs only.
    """
    query = _query().order_by(judgment.c.pk)
    if current_only:
        query = query.where(judgment.c.stale == 0)
    if gold_only:
        query = query.where(judgment.c.status.in_(_GOLD))
    wanted = None if pairs is None else set(pairs)
    if wanted is not None:
        query = query.where(response.c.id.in_(sorted({response_id for response_id, _ in wanted})))
    for row in tx.connection.execute(query).mappings():
        if wanted is None or (row["response_id"], row["checkpoint_id"]) in wanted:
            yield from_columns(Judgment, row, _NESTED)


def sheets(
    tx: Transaction, *, gold_only: bool = False, task_ids: Collection[str] | None = None
) -> list[Sheet]:
    """All sheets: one a response and expert, judgments in the order of the rubric.

    Judgments that rest on a text which was edited since are left out.

    Args:
        tx: The transaction.
        gold_only: Only sheets on which every judgment is gold.
        task_ids: Of these tasks only.
    """
    query = _query().where(judgment.c.stale == 0)
    if task_ids is not None:
        wanted = select(task.c.pk).where(task.c.id.in_(list(task_ids)))
        query = query.where(response.c.task_pk.in_(wanted))
    query = query.order_by(
        judgment.c.response_pk,
        judgment.c.expert_id,
        checkpoint.c.position.is_(None),
        checkpoint.c.position,
        checkpoint.c.pk,
    )
    by_sheet: dict[tuple[str, str], list[Judgment]] = {}
    for row in mapped(tx.connection.execute(query)):
        record = from_columns(Judgment, row, _NESTED)
        by_sheet.setdefault((record.response_id, record.expert_id), []).append(record)
    made = (
        Sheet(response_id=response_id, expert_id=expert_id, judgments=tuple(records))
        for (response_id, expert_id), records in by_sheet.items()
    )
    return [sheet for sheet in made if sheet.is_gold or not gold_only]


def judged_by(tx: Transaction, expert_id: str) -> set[str]:
    """The responses on which an expert has handed a sheet in."""
    query = (
        select(response.c.id)
        .join(judgment, judgment.c.response_pk == response.c.pk)
        .where(judgment.c.expert_id == expert_id, submitted())
        .distinct()
    )
    return set(tx.connection.scalars(query))


def submitted_sheets(tx: Transaction) -> list[tuple[str, str, str]]:
    """The sheets with a line that nobody has settled: task, response and expert."""
    query = (
        select(task.c.id, response.c.id, judgment.c.expert_id)
        .join(response, response.c.pk == judgment.c.response_pk)
        .join(task, task.c.pk == response.c.task_pk)
        .join(checkpoint, checkpoint.c.pk == judgment.c.checkpoint_pk)
        .where(judgment.c.status == JudgmentStatus.SUBMITTED.value, checkpoint.c.retired == 0)
        .group_by(response.c.pk, judgment.c.expert_id)
        .order_by(func.min(judgment.c.pk))
    )
    return [(row[0], row[1], row[2]) for row in tx.connection.execute(query)]


def count_by_expert(tx: Transaction) -> dict[str, int]:
    """How many judgments each expert has made."""
    query = select(judgment.c.expert_id, func.count()).where(submitted())
    query = query.group_by(judgment.c.expert_id)
    return {expert: int(count) for expert, count in tx.connection.execute(query)}


def count_by_status(tx: Transaction) -> dict[str, int]:
    """How many current judgments stand where."""
    query = (
        select(judgment.c.status, func.count())
        .join(checkpoint, checkpoint.c.pk == judgment.c.checkpoint_pk)
        .where(judgment.c.stale == 0, checkpoint.c.retired == 0, submitted())
        .group_by(judgment.c.status)
    )
    return {status: int(count) for status, count in tx.connection.execute(query)}


def gold_rows(tx: Transaction) -> list[tuple[Any, ...]]:
    """Every current gold judgment as plain values, in an order that is the same in every copy.

    Each row is the task's id, then what the judgment says: response, checkpoint, expert, decision,
    status, rationale, quotes, note and who settled it.
    """
    query = (
        select(
            task.c.id,
            response.c.id,
            checkpoint.c.id,
            judgment.c.expert_id,
            func.coalesce(judgment.c.adjudicated_value, judgment.c.value),
            checkpoint.c.instrument,
            judgment.c.status,
            judgment.c.rationale,
            judgment.c.evidence,
            judgment.c.note,
            judgment.c.confirmed_by,
        )
        .join(response, response.c.pk == judgment.c.response_pk)
        .join(checkpoint, checkpoint.c.pk == judgment.c.checkpoint_pk)
        .join(task, task.c.pk == response.c.task_pk)
        .where(judgment.c.status.in_(_GOLD), judgment.c.stale == 0, checkpoint.c.retired == 0)
    )
    return sorted(_gold_row(*row) for row in tx.connection.execute(query))


def _gold_row(
    task_id: str,
    response_id: str,
    point_id: str,
    expert_id: str,
    value: float,
    instrument: str,
    *rest: object,
) -> tuple[Any, ...]:
    """The value of a binary checkpoint as true or false, as certificates have always hashed it."""
    said = bool(value) if instrument == BINARY else value
    return task_id, response_id, point_id, expert_id, said, *rest
