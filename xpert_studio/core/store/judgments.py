"""Experts' judgments in the project file, and the forms they make up."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from datetime import datetime
from typing import Any

from sqlalchemy import case, func, select

from xpert_studio.core.records import (
    ABSTENTIONS,
    BINARY,
    GOLD_STATUSES,
    AnnotationForm,
    Judgment,
    JudgmentStatus,
    grouped,
)
from xpert_studio.core.store import settings
from xpert_studio.core.store.schema import (
    JUDGMENT,
    RUBRIC_ORDER,
    checkpoint,
    judgment,
    response,
    task,
    verdict,
)
from xpert_studio.core.store.transaction import Transaction
from xpert_studio.core.store.values import not_set

_GOLD = sorted(status.value for status in GOLD_STATUSES)


def all_judgments(
    tx: Transaction,
    *,
    gold_only: bool = False,
    current_only: bool = False,
    counted_only: bool = False,
    pairs: Iterable[tuple[str, str]] | None = None,
) -> Iterator[Judgment]:
    """Judgments in the order they came in.

    Args:
        tx: The transaction.
        gold_only: Only confirmed and overridden ones, of experts who are not excluded.
        current_only: Leave out those that rest on a text which was edited since.
        counted_only: Leave out those of excluded experts.
        pairs: Of these (response id, checkpoint id) pairs only.
    """
    query = JUDGMENT.query().order_by(judgment.c.pk)
    if current_only:
        query = query.where(not_set(judgment.c.stale))
    if gold_only:
        query = query.where(judgment.c.status.in_(_GOLD))
    wanted = None if pairs is None else set(pairs)
    if wanted is not None:
        query = query.where(response.c.id.in_(sorted({response_id for response_id, _ in wanted})))
    excluded = settings.excluded_experts(tx) if gold_only or counted_only else frozenset()
    for record in JUDGMENT.records(tx.connection, query):
        is_wanted = wanted is None or (record.response_id, record.checkpoint_id) in wanted
        if is_wanted and record.expert_id not in excluded:
            yield record


def forms(
    tx: Transaction, *, gold_only: bool = False, task_ids: Collection[str] | None = None
) -> list[AnnotationForm]:
    """All forms: one a response and expert, judgments in the order of the rubric.

    Judgments that rest on a text which was edited since are left out.

    Args:
        tx: The transaction.
        gold_only: Only forms on which every judgment is gold, of experts who are not excluded.
        task_ids: Of these tasks only.
    """
    query = JUDGMENT.query().where(not_set(judgment.c.stale))
    if task_ids is not None:
        query = query.where(
            response.c.task_pk.in_(select(task.c.pk).where(task.c.id.in_(list(task_ids))))
        )
    query = query.order_by(judgment.c.response_pk, judgment.c.expert_id, *RUBRIC_ORDER)
    by_form = grouped(
        ((record.response_id, record.expert_id), record)
        for record in JUDGMENT.records(tx.connection, query)
    )
    made = (
        AnnotationForm(response_id=response_id, expert_id=expert_id, judgments=tuple(records))
        for (response_id, expert_id), records in by_form.items()
    )
    if not gold_only:
        return list(made)
    excluded = settings.excluded_experts(tx)
    return [form for form in made if form.is_gold and form.expert_id not in excluded]


def judged_by(tx: Transaction, expert_id: str) -> set[str]:
    """The responses on which an expert has handed a form in."""
    query = (
        select(response.c.id)
        .join(judgment, judgment.c.response_pk == response.c.pk)
        .where(judgment.c.expert_id == expert_id, *JUDGMENT.is_own())
        .distinct()
    )
    return set(tx.connection.scalars(query))


def submitted_forms(tx: Transaction) -> list[tuple[str, str, str]]:
    """The forms with a judgment that is not adjudicated: task, response and expert."""
    query = (
        select(task.c.id, response.c.id, judgment.c.expert_id)
        .join(response, response.c.pk == judgment.c.response_pk)
        .join(task, task.c.pk == response.c.task_pk)
        .join(checkpoint, checkpoint.c.pk == judgment.c.checkpoint_pk)
        .where(judgment.c.status == JudgmentStatus.SUBMITTED.value, not_set(checkpoint.c.retired))
        .group_by(response.c.pk, judgment.c.expert_id)
        .order_by(func.min(judgment.c.pk))
    )
    return [(row[0], row[1], row[2]) for row in tx.connection.execute(query)]


def count_by_expert(tx: Transaction) -> dict[str, int]:
    """How many judgments each expert has made."""
    query = select(judgment.c.expert_id, func.count()).where(*JUDGMENT.is_own())
    query = query.group_by(judgment.c.expert_id)
    return {expert: int(count) for expert, count in tx.connection.execute(query)}


def count_by_status(tx: Transaction) -> dict[str, int]:
    """How many current judgments stand where."""
    query = (
        select(judgment.c.status, func.count())
        .join(checkpoint, checkpoint.c.pk == judgment.c.checkpoint_pk)
        .where(not_set(judgment.c.stale), not_set(checkpoint.c.retired), *JUDGMENT.is_own())
        .group_by(judgment.c.status)
    )
    return {status: int(count) for status, count in tx.connection.execute(query)}


def count_responses(tx: Transaction) -> tuple[int, int]:
    """How many responses an expert has judged, and how many of them have a form that is gold."""
    is_gold = judgment.c.status.in_(_GOLD) & not_set(judgment.c.stale)
    open_lines = func.sum(case((is_gold, 0), else_=1))
    query = (
        select(judgment.c.response_pk, open_lines)
        .where(*JUDGMENT.is_own())
        .group_by(judgment.c.response_pk, judgment.c.expert_id)
    )
    rows = tx.connection.execute(query).all()
    return len({row[0] for row in rows}), len({row[0] for row in rows if not row[1]})


def times(tx: Transaction, since: datetime) -> list[datetime]:
    """When experts made the judgments that they made from a time on."""
    query = select(judgment.c.judged_at).where(
        *JUDGMENT.is_own(), judgment.c.judged_at >= since.isoformat()
    )
    return [datetime.fromisoformat(str(when)) for when in tx.connection.scalars(query)]


def any_abstention(tx: Transaction) -> bool:
    """Whether an expert, an adjudicator or a judge has abstained from a checkpoint."""
    states = [state.value for state in ABSTENTIONS]
    by_people = judgment.c.state.in_(states) | judgment.c.adjudicated_state.is_not(None)
    of_people = select(judgment.c.pk).where(by_people, *JUDGMENT.is_own()).limit(1)
    of_judges = select(verdict.c.pk).where(verdict.c.state.in_(states)).limit(1)
    return any(tx.connection.scalar(query) is not None for query in (of_people, of_judges))


def gold_rows(tx: Transaction) -> list[tuple[Any, ...]]:
    """Every current gold judgment as plain values, in an order that is the same in every copy.

    Those of excluded experts are left out.

    Each row is the task's id, then what the judgment says: response, checkpoint, expert, decision,
    status, rationale, quotes, note and who settled it.
    """
    query = (
        select(
            task.c.id,
            response.c.id,
            checkpoint.c.id,
            judgment.c.expert_id,
            case(
                (judgment.c.adjudicated_value.is_not(None), judgment.c.adjudicated_value),
                (judgment.c.adjudicated_state.is_not(None), judgment.c.adjudicated_state),
                (judgment.c.value.is_not(None), judgment.c.value),
                else_=judgment.c.state,
            ),
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
        .where(
            judgment.c.status.in_(_GOLD), not_set(judgment.c.stale), not_set(checkpoint.c.retired)
        )
    )
    excluded = settings.excluded_experts(tx)
    rows = (_gold_row(*row) for row in tx.connection.execute(query))
    return sorted(row for row in rows if row[3] not in excluded)


def _gold_row(
    task_id: str,
    response_id: str,
    point_id: str,
    expert_id: str,
    value: float | str,
    instrument: str,
    *rest: object,
) -> tuple[Any, ...]:
    """The value of a binary checkpoint as true or false, as certificates have always hashed it."""
    said = bool(value) if instrument == BINARY and not isinstance(value, str) else value
    return task_id, response_id, point_id, expert_id, said, *rest
