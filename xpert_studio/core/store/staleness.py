"""Which judgments and verdicts rest on a text that was edited since.

A decision carries the hash of what was decided on (``records.hashing``). One that came from outside
without it rests on what it points at as it stands: before that is edited, the hash is written
down. So nothing is guessed from times, and an edit that is taken back makes nothing stale.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Table, bindparam, func, or_, select, update
from sqlalchemy.sql import Update

from xpert_studio.core.records import BINARY, Checkpoint, Staleness, rated_hash_of
from xpert_studio.core.store import responses, tasks
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
from xpert_studio.core.store.values import is_set, json_value, not_set

_RATED = (checkpoint.c.text, checkpoint.c.instrument, checkpoint.c.settings, checkpoint.c.turn)


def rated_text(text: str, instrument: str, settings: str | None, turn: int | None) -> str:
    """``Checkpoint.rated_text`` from a row's columns."""
    if instrument == BINARY and settings is None and turn is None:
        return text
    return Checkpoint(
        task_id="-",
        id="-",
        text=text,
        weight=1,
        instrument=instrument,
        settings=json_value(settings, {}),
        turn=turn,
    ).rated_text


@dataclass(frozen=True, slots=True)
class _Pair:
    """A response and a checkpoint, by their rows, and what a decision on them rests on now."""

    response_pk: int
    checkpoint_pk: int
    retired: bool
    rated_hash: str


def _pairs(
    tx: Transaction,
    task_id: str,
    checkpoint_ids: Collection[str] | None,
    response_id: str | None = None,
) -> list[_Pair]:
    query = (
        select(checkpoint.c.pk, *_RATED, checkpoint.c.retired)
        .join(task, task.c.pk == checkpoint.c.task_pk)
        .where(task.c.id == task_id)
    )
    if checkpoint_ids is not None:
        query = query.where(checkpoint.c.id.in_(list(checkpoint_ids)))
    points = tx.connection.execute(query).all()
    if not points:
        return []
    prompt_hash = tasks.get_task(tx, task_id).prompt_hash
    hashes = {
        record.id: record.content_hash
        for record in responses.all_responses(tx, task_ids=[task_id])
        if response_id in {None, record.id}
    }
    rows = tx.connection.execute(
        select(response.c.id, response.c.pk).where(response.c.id.in_(list(hashes)))
    ).all()
    return [
        _Pair(
            row.pk,
            point.pk,
            bool(point.retired),
            rated_hash_of(prompt_hash, rated_text(*point[1:5]), hashes[row.id]),
        )
        for row in rows
        for point in points
    ]


def pin(tx: Transaction, task_id: str, checkpoint_ids: Collection[str] | None = None) -> None:
    """Writes down what decisions rest on, where they do not say; call it before an edit.

    Args:
        tx: The transaction.
        task_id: The task about to be edited.
        checkpoint_ids: The checkpoints about to be edited; None is all, as for the prompt.
    """
    pairs = _pairs(tx, task_id, checkpoint_ids)
    for table in (judgment, verdict):
        write = update(table).where(*_on(table), table.c.rated_hash.is_(None))
        _for_each(
            tx, write.values(rated_hash=bindparam("the_rated_hash")), pairs, knows_rated_hash=True
        )


def refresh(
    tx: Transaction,
    task_id: str,
    checkpoint_ids: Collection[str] | None = None,
    *,
    response_id: str | None = None,
) -> tuple[Staleness, Staleness]:
    """Marks what is stale now, and what no longer is; call it after an edit.

    Args:
        tx: The transaction.
        task_id: The task that was edited.
        checkpoint_ids: The checkpoints that were edited; None is all, as for the prompt.
        response_id: Look at decisions on this response only.

    Returns:
        How many became stale, and how many are current again.
    """
    pairs = _pairs(tx, task_id, checkpoint_ids, response_id)
    made = Staleness(*(_mark_stale(tx, table, pairs) for table in (judgment, verdict)))
    return made, Staleness(*(_mark_current(tx, table, pairs) for table in (judgment, verdict)))


def _mark_stale(tx: Transaction, table: Table, pairs: Sequence[_Pair]) -> int:
    current = update(table).where(*_on(table), not_set(table.c.stale)).values(stale=True)
    rated_hash = table.c.rated_hash
    other = current.where(rated_hash.is_not(None), rated_hash != bindparam("the_rated_hash"))
    gone = [pair for pair in pairs if pair.retired]
    there = [pair for pair in pairs if not pair.retired]
    return _for_each(tx, current, gone, knows_rated_hash=False) + _for_each(
        tx, other, there, knows_rated_hash=True
    )


def _mark_current(tx: Transaction, table: Table, pairs: Sequence[_Pair]) -> int:
    rests = or_(table.c.rated_hash.is_(None), table.c.rated_hash == bindparam("the_rated_hash"))
    stale = update(table).where(*_on(table), is_set(table.c.stale), rests).values(stale=False)
    return _for_each(tx, stale, [pair for pair in pairs if not pair.retired], knows_rated_hash=True)


def _for_each(
    tx: Transaction, write: Update, pairs: Sequence[_Pair], *, knows_rated_hash: bool
) -> int:
    """Writes for every pair; how many rows it changed. One statement, however many pairs."""
    if not pairs:
        return 0
    values = [
        {"the_response": pair.response_pk, "the_checkpoint": pair.checkpoint_pk}
        | ({"the_rated_hash": pair.rated_hash} if knows_rated_hash else {})
        for pair in pairs
    ]
    return int(tx.connection.execute(write, values).rowcount)


def _on(table: Table) -> list[Any]:
    conditions = [
        table.c.response_pk == bindparam("the_response"),
        table.c.checkpoint_pk == bindparam("the_checkpoint"),
    ]
    conditions += _counted(table)
    if table is verdict:
        # Naming the judges lets the index on current verdicts find the rows.
        judges = select(judge.c.pk)
        conditions += [not_set(table.c.superseded), table.c.judge_pk.in_(judges)]
    return conditions


def _counted(table: Table) -> list[ColumnElement[bool]]:
    """Leaves drafts out: they say themselves what they rest on, and count nowhere."""
    return JUDGMENT.is_own() if table is judgment else []


def stale_judgments(tx: Transaction, response_id: str, expert_id: str) -> set[str]:
    """The checkpoints on which an expert's judgment of a response is stale."""
    query = (
        select(checkpoint.c.id)
        .join(judgment, judgment.c.checkpoint_pk == checkpoint.c.pk)
        .join(response, response.c.pk == judgment.c.response_pk)
        .where(
            response.c.id == response_id,
            judgment.c.expert_id == expert_id,
            is_set(judgment.c.stale),
            *_counted(judgment),
            not_set(checkpoint.c.retired),
        )
    )
    return set(tx.connection.scalars(query))


def count_stale(
    tx: Transaction, task_ids: Collection[str] | None = None, *, judge_id: str | None = None
) -> Staleness:
    """How many judgments and verdicts are stale now, removed checkpoints left out.

    Args:
        tx: The transaction.
        task_ids: Of these tasks only.
        judge_id: Verdicts of this judge only.
    """
    counts = []
    for table in (judgment, verdict):
        query = (
            select(func.count())
            .select_from(table)
            .join(checkpoint, checkpoint.c.pk == table.c.checkpoint_pk)
            .where(is_set(table.c.stale), not_set(checkpoint.c.retired), *_counted(table))
        )
        if table is verdict:
            query = query.where(not_set(table.c.superseded))
            if judge_id is not None:
                query = query.join(judge, judge.c.pk == verdict.c.judge_pk).where(
                    judge.c.id == judge_id
                )
        if task_ids is not None:
            query = query.join(task, task.c.pk == checkpoint.c.task_pk)
            query = query.where(task.c.id.in_(list(task_ids)))
        counts.append(int(tx.connection.scalar(query) or 0))
    return Staleness(*counts)


def resting_on(tx: Transaction, task_id: str, texts: Mapping[str, str]) -> dict[str, Staleness]:
    """How many decisions rest on given texts of checkpoints: what leaving them makes stale.

    Args:
        tx: The transaction.
        task_id: The task.
        texts: ``Checkpoint.rated_text`` by checkpoint id, as in an older revision.

    Returns:
        Counts by checkpoint id; checkpoints on which nothing rests are left out.
    """
    if not texts:
        return {}
    prompt_hash = tasks.get_task(tx, task_id).prompt_hash
    hashes = {
        record.id: record.content_hash for record in responses.all_responses(tx, task_ids=[task_id])
    }
    found: dict[str, list[int]] = {}
    for place, table in enumerate((judgment, verdict)):
        query = (
            select(checkpoint.c.id, response.c.id, table.c.rated_hash, *_RATED)
            .join(checkpoint, checkpoint.c.pk == table.c.checkpoint_pk)
            .join(response, response.c.pk == table.c.response_pk)
            .where(
                response.c.id.in_(list(hashes)),
                checkpoint.c.id.in_(list(texts)),
                *_counted(table),
            )
        )
        if table is verdict:
            query = query.where(
                not_set(table.c.superseded), table.c.judge_pk.in_(select(judge.c.pk))
            )
        for id_, response_id, rated_hash, *now in tx.connection.execute(query):
            rests_on = rated_hash_of(prompt_hash, texts[id_], hashes[response_id])
            if rated_hash == rests_on or (rated_hash is None and rated_text(*now) == texts[id_]):
                found.setdefault(id_, [0, 0])[place] += 1
    return {id_: Staleness(*counts) for id_, counts in found.items()}


def refresh_all(tx: Transaction) -> None:
    """Marks anew what is stale among all decisions that say what they rest on."""
    prompts = {record.id: record.prompt_hash for record in tasks.all_tasks(tx)}
    answers = {record.id: record for record in responses.all_responses(tx)}
    hashes = {id_: record.content_hash for id_, record in answers.items()}
    for table in (judgment, verdict):
        query = (
            select(table.c.pk, response.c.id, table.c.rated_hash, table.c.stale, *_RATED)
            .join(checkpoint, checkpoint.c.pk == table.c.checkpoint_pk)
            .join(response, response.c.pk == table.c.response_pk)
            .where(table.c.rated_hash.is_not(None), not_set(checkpoint.c.retired), *_counted(table))
        )
        wrong = []
        for pk, response_id, rated_hash, stale, *rated in tx.connection.execute(query):
            prompt = prompts[answers[response_id].task_id]
            is_stale = rated_hash != rated_hash_of(prompt, rated_text(*rated), hashes[response_id])
            if is_stale != bool(stale):
                wrong.append({"the_pk": pk, "the_stale": is_stale})
        if wrong:
            tx.connection.execute(
                update(table)
                .where(table.c.pk == bindparam("the_pk"))
                .values(stale=bindparam("the_stale")),
                wrong,
            )
