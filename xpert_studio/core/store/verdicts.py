"""Judges' verdicts in the project file.

A verdict that was asked again does not vanish: it is marked superseded, and figures read the
current ones.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from sqlalchemy import func, select

from xpert_studio.core.records import ANSWERED, CHECKS, Verdict
from xpert_studio.core.store.schema import (
    VERDICT,
    call,
    checkpoint,
    judge,
    response,
    run,
    task,
    verdict,
)
from xpert_studio.core.store.transaction import Transaction
from xpert_studio.core.store.values import moment_text, not_set

_IS_CURRENT: Final = not_set(verdict.c.superseded)


@dataclass(frozen=True, slots=True)
class KeptVerdict:
    """A verdict as the project keeps it.

    Attributes:
        call_key: The call it came of; None for verdicts that came from elsewhere.
        is_stale: It rests on a text that was edited since.
        is_replaced: A later one stands in its place.
    """

    verdict: Verdict
    call_key: int | None
    is_stale: bool
    is_replaced: bool


def all_verdicts(
    tx: Transaction,
    *,
    judge_id: str | None = None,
    fresh_only: bool = False,
    pairs: Iterable[tuple[str, str]] | None = None,
) -> Iterator[Verdict]:
    """Current verdicts in the order they were recorded.

    Args:
        tx: The transaction.
        judge_id: Of this judge only.
        fresh_only: Leave out those that rest on a text which was edited since.
        pairs: Of these (response id, checkpoint id) pairs only.
    """
    query = VERDICT.query().where(_IS_CURRENT).order_by(verdict.c.pk)
    if fresh_only:
        query = query.where(not_set(verdict.c.stale))
    if judge_id is not None:
        query = query.where(judge.c.id == judge_id)
    wanted = None if pairs is None else set(pairs)
    if wanted is not None:
        query = query.where(response.c.id.in_(sorted({response_id for response_id, _ in wanted})))
    for record in VERDICT.records(tx.connection, query):
        if wanted is None or (record.response_id, record.checkpoint_id) in wanted:
            yield record


def on_response(
    tx: Transaction, response_id: str, judge_id: str, *, checkpoint_id: str | None = None
) -> list[KeptVerdict]:
    """A judge's verdicts on a response, replaced ones among them only for a named checkpoint.

    Args:
        tx: The transaction.
        response_id: The response.
        judge_id: The judge.
        checkpoint_id: Only verdicts on this one, the replaced ones too, the newest first.
    """
    query = VERDICT.query(verdict.c.call_pk, verdict.c.superseded, verdict.c.stale)
    # Judge and response by their rows, so that the index on current verdicts finds them.
    query = query.where(
        verdict.c.judge_pk == select(judge.c.pk).where(judge.c.id == judge_id).scalar_subquery(),
        verdict.c.response_pk
        == select(response.c.pk).where(response.c.id == response_id).scalar_subquery(),
    )
    if checkpoint_id is None:
        query = query.where(_IS_CURRENT).order_by(verdict.c.trial, verdict.c.pk)
    else:
        query = query.where(checkpoint.c.id == checkpoint_id).order_by(verdict.c.pk.desc())
    return [
        KeptVerdict(
            verdict=VERDICT.record_of(row),
            call_key=row["call_pk"],
            is_stale=bool(row["stale"]),
            is_replaced=bool(row["superseded"]),
        )
        for row in tx.connection.execute(query).mappings()
    ]


def judges_on(tx: Transaction, response_id: str) -> dict[str, int]:
    """The judges with current verdicts on a response, and how many each has."""
    found = select(response.c.pk).where(response.c.id == response_id).scalar_subquery()
    query = (
        select(judge.c.id, func.count())
        .join(verdict, verdict.c.judge_pk == judge.c.pk)
        .where(verdict.c.response_pk == found, _IS_CURRENT)
        .group_by(judge.c.pk)
        .order_by(judge.c.pk)
    )
    return {judge_id: int(count) for judge_id, count in tx.connection.execute(query)}


def responses_judged(tx: Transaction, judge_id: str) -> list[tuple[str, str]]:
    """The responses that a judge has current verdicts on: task and response, by task."""
    own = select(judge.c.pk).where(judge.c.id == judge_id).scalar_subquery()
    judged = (
        select(verdict.c.pk)
        .where(
            verdict.c.judge_pk == own,
            verdict.c.response_pk == response.c.pk,
            _IS_CURRENT,
        )
        .exists()
    )
    query = (
        select(task.c.id, response.c.id)
        .join(task, task.c.pk == response.c.task_pk)
        .where(judged)
        .order_by(task.c.pk, response.c.pk)
    )
    return [(row[0], row[1]) for row in tx.connection.execute(query)]


def count_responses(tx: Transaction) -> int:
    """How many responses a judge, and not the checks alone, has verdicts on that hold now."""
    query = (
        select(func.count(verdict.c.response_pk.distinct()))
        .join(judge, judge.c.pk == verdict.c.judge_pk)
        .where(_IS_CURRENT, not_set(verdict.c.stale), judge.c.id != CHECKS)
    )
    return int(tx.connection.scalar(query) or 0)


def known_keys(tx: Transaction, judge_id: str) -> set[tuple[str, str, str]]:
    """Response, checkpoint and key of a judge's usable verdicts: what need not be asked again.

    The key alone does not say it: equal responses have equal keys, and each needs a verdict.
    """
    query = (
        select(response.c.id, checkpoint.c.id, verdict.c.key)
        .join(judge, judge.c.pk == verdict.c.judge_pk)
        .join(response, response.c.pk == verdict.c.response_pk)
        .join(checkpoint, checkpoint.c.pk == verdict.c.checkpoint_pk)
        .where(
            judge.c.id == judge_id,
            _IS_CURRENT,
            verdict.c.state.in_([state.value for state in ANSWERED]),
            verdict.c.key.is_not(None),
        )
    )
    return {(row[0], row[1], row[2]) for row in tx.connection.execute(query)}


def count_by_judge(tx: Transaction) -> dict[str, dict[str, int]]:
    """How many current verdicts each judge has, by state."""
    query = (
        select(judge.c.id, verdict.c.state, func.count())
        .join(judge, judge.c.pk == verdict.c.judge_pk)
        .where(_IS_CURRENT)
        .group_by(judge.c.id, verdict.c.state)
    )
    counts: dict[str, dict[str, int]] = {}
    for judge_id, state, count in tx.connection.execute(query):
        counts.setdefault(judge_id, {})[state] = int(count)
    return counts


def count_given(
    tx: Transaction, judge_ids: Collection[str], *, since: datetime, until: datetime | None = None
) -> int:
    """How many verdicts judges have given in a span of time, those asked again since included.

    Args:
        tx: The transaction.
        judge_ids: The judges.
        since: After this moment.
        until: Up to this one; None for now.
    """
    query = (
        select(func.count())
        .select_from(verdict)
        .join(judge, judge.c.pk == verdict.c.judge_pk)
        .where(judge.c.id.in_(list(judge_ids)), verdict.c.judged_at > moment_text(since))
    )
    if until is not None:
        query = query.where(verdict.c.judged_at <= moment_text(until))
    return int(tx.connection.scalar(query) or 0)


def decided_by_calls(tx: Transaction, run_id: str) -> dict[str, set[str]]:
    """By the calls of a run that are on disk: the checkpoints of which they brought a verdict."""
    query = (
        select(call.c.id, checkpoint.c.id)
        .select_from(call)
        .join(run, run.c.pk == call.c.run_pk)
        .outerjoin(verdict, verdict.c.call_pk == call.c.pk)
        .outerjoin(checkpoint, checkpoint.c.pk == verdict.c.checkpoint_pk)
        .where(run.c.id == run_id)
    )
    found: dict[str, set[str]] = {}
    for call_id, checkpoint_id in tx.connection.execute(query):
        found.setdefault(call_id, set()).update([checkpoint_id] if checkpoint_id else ())
    return found
