"""Judges' verdicts in the project file.

A verdict that was asked again does not vanish: it is marked superseded, and figures read the
current ones.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.sql import Select

from xpert_studio.records import Verdict, VerdictState
from xpert_studio.store.rows import from_columns
from xpert_studio.store.schema import checkpoint, judge, response, verdict
from xpert_studio.store.transaction import Transaction

_NESTED = frozenset({"evidence", "usage", "flags", "extra"})
_KEYS = {"pk", "response_pk", "checkpoint_pk", "judge_pk", "call_pk", "superseded"}


def _query() -> Select[Any]:
    own = [column for column in verdict.c if column.name not in _KEYS]
    return (
        select(
            response.c.id.label("response_id"),
            checkpoint.c.id.label("checkpoint_id"),
            judge.c.id.label("judge_id"),
            *own,
        )
        .join(response, response.c.pk == verdict.c.response_pk)
        .join(checkpoint, checkpoint.c.pk == verdict.c.checkpoint_pk)
        .join(judge, judge.c.pk == verdict.c.judge_pk)
        .where(verdict.c.superseded == 0, checkpoint.c.retired == 0)
    )


def all_verdicts(
    tx: Transaction, *, judge_id: str | None = None, pairs: Iterable[tuple[str, str]] | None = None
) -> Iterator[Verdict]:
    """Current verdicts in the order they were recorded.

    Args:
        tx: The transaction.
        judge_id: Of this judge only.
        pairs: Of these (response id, checkpoint id) pairs only.
    """
    query = _query().order_by(verdict.c.pk)
    if judge_id is not None:
        query = query.where(judge.c.id == judge_id)
    wanted = None if pairs is None else set(pairs)
    if wanted is not None:
        query = query.where(response.c.id.in_(sorted({response_id for response_id, _ in wanted})))
    for row in tx.connection.execute(query).mappings():
        if wanted is None or (row["response_id"], row["checkpoint_id"]) in wanted:
            yield from_columns(Verdict, row, _NESTED)


def known_keys(tx: Transaction, judge_id: str) -> set[str]:
    """Keys of a judge's usable verdicts: what need not be asked again."""
    query = (
        select(verdict.c.key)
        .join(judge, judge.c.pk == verdict.c.judge_pk)
        .where(
            judge.c.id == judge_id,
            verdict.c.superseded == 0,
            verdict.c.state == VerdictState.OK.value,
            verdict.c.key.is_not(None),
        )
    )
    return set(tx.connection.scalars(query))


def count_by_judge(tx: Transaction) -> dict[str, dict[str, int]]:
    """How many current verdicts each judge has, by state."""
    query = (
        select(judge.c.id, verdict.c.state, func.count())
        .join(judge, judge.c.pk == verdict.c.judge_pk)
        .where(verdict.c.superseded == 0)
        .group_by(judge.c.id, verdict.c.state)
    )
    counts: dict[str, dict[str, int]] = {}
    for judge_id, state, count in tx.connection.execute(query):
        counts.setdefault(judge_id, {})[state] = int(count)
    return counts
