"""Calls in the project file: every exchange with a provider, and the prompts that were sent."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Final

from sqlalchemy import bindparam, func, insert, select, update

from xpert_studio.core.errors import NotFoundError
from xpert_studio.core.records import Call, Comparison, RatingState, Verdict
from xpert_studio.core.store import entities
from xpert_studio.core.store.driver import insert_rows, next_pk
from xpert_studio.core.store.mapping import Row
from xpert_studio.core.store.schema import (
    CALL,
    VERDICT,
    call,
    checkpoint,
    judge,
    prompt_prefix,
    response,
    run,
    verdict,
)
from xpert_studio.core.store.transaction import Transaction
from xpert_studio.core.store.values import json_text, json_value, not_set

_LATELY: Final = 400
"""So many calls tell how long the next ones will take."""


@dataclass(frozen=True, slots=True)
class Finished:
    """A finished call with the verdicts, or the comparison, that came of it."""

    call: Call
    verdicts: tuple[Verdict, ...] = ()
    comparisons: tuple[Comparison, ...] = ()

    @property
    def endings(self) -> list[tuple[RatingState, str | None]]:
        """State and problem of all that came of it."""
        compared = ((item.state, item.problem) for item in self.comparisons)
        return [*((item.state, item.problem) for item in self.verdicts), *compared]


@dataclass(frozen=True, slots=True)
class SharedPrompt:
    """What all calls about the candidates of a task share, as it was sent.

    Attributes:
        system: The instructions; None where they were not kept.
        text: Everything after them and before the candidate.
        images: The images shown, by the SHA-256 of their bytes.
    """

    system: str | None
    text: str
    images: tuple[str, ...] = ()


def put_prefix(tx: Transaction, prefix_hash: str, shared: SharedPrompt) -> None:
    """Keeps the shared part of a prompt, once."""
    known = select(prompt_prefix.c.hash).where(prompt_prefix.c.hash == prefix_hash)
    if tx.connection.scalar(known) is None:
        tx.connection.execute(
            insert(prompt_prefix).values(
                hash=prefix_hash,
                text=shared.text,
                system=shared.system,
                images=json_text(shared.images) if shared.images else None,
            )
        )


def get_prefix(tx: Transaction, prefix_hash: str) -> SharedPrompt:
    """The shared part of a prompt.

    Raises:
        NotFoundError: It was never kept.
    """
    row = tx.connection.execute(
        select(prompt_prefix).where(prompt_prefix.c.hash == prefix_hash)
    ).first()
    if row is None:
        raise NotFoundError("That prompt is not in the project.")
    return SharedPrompt(row.system, row.text, tuple(json_value(row.images, ())))


class CallWriter:
    """Writes finished calls of one run; looks ids up once and remembers them.

    Used by one thread at a time, in ever new transactions on the same project.
    """

    def __init__(self, run_id: str) -> None:
        self._run_id = run_id
        self._run: tuple[int, int] | None = None
        self._replaces: bool | None = None
        self._responses: dict[str, tuple[int, int]] = {}
        self._checkpoints: dict[tuple[int, str], int] = {}
        self._prefixes: set[str] = set()

    def write(
        self,
        tx: Transaction,
        finished: Sequence[Finished],
        prefixes: Iterable[tuple[str, SharedPrompt]],
    ) -> None:
        """Writes calls and verdicts; verdicts they replace are marked superseded.

        A comparison takes the place of the judge's earlier one of the pair in the same order.

        Args:
            tx: A writing transaction.
            finished: Calls with their verdicts.
            prefixes: The shared prompts those calls used, with their hashes.
        """
        for prefix_hash, shared in prefixes:
            if prefix_hash not in self._prefixes:
                put_prefix(tx, prefix_hash, shared)
                self._prefixes.add(prefix_hash)
        run_pk, judge_pk = self._own(tx)
        calls: list[Row] = []
        verdicts: list[Row] = []
        numbers = count(next_pk(tx, verdict))
        for number, item in enumerate(finished, start=next_pk(tx, call)):
            response_pk, task_pk = self._response(tx, item.call.response_id)
            calls.append(CALL.row(item.call, number, (run_pk, judge_pk, response_pk)))
            for record in item.verdicts:
                checkpoint_pk = self._checkpoint(tx, task_pk, record.checkpoint_id)
                keys = response_pk, checkpoint_pk, judge_pk
                verdicts.append(VERDICT.row(record, next(numbers), keys, call_pk=number))
        if verdicts and self._may_replace(tx, judge_pk):
            _supersede(tx, verdicts)
        insert_rows(tx, call, calls)
        insert_rows(tx, verdict, verdicts)
        for item in finished:
            for compared in item.comparisons:
                entities.put(tx, compared.model_copy(update={"call_id": item.call.id}))

    def _may_replace(self, tx: Transaction, judge_pk: int) -> bool:
        """Whether the judge had verdicts before: without any there is nothing to look for."""
        if self._replaces is None:
            query = select(verdict.c.pk).where(verdict.c.judge_pk == judge_pk).limit(1)
            self._replaces = tx.connection.scalar(query) is not None
        return self._replaces

    def _own(self, tx: Transaction) -> tuple[int, int]:
        if self._run is None:
            row = tx.connection.execute(
                select(run.c.pk, run.c.judge_pk).where(run.c.id == self._run_id)
            ).one()
            self._run = row.pk, row.judge_pk
        return self._run

    def _response(self, tx: Transaction, response_id: str) -> tuple[int, int]:
        if response_id not in self._responses:
            for row in tx.connection.execute(
                select(response.c.id, response.c.pk, response.c.task_pk)
            ):
                self._responses[row.id] = row.pk, row.task_pk
        return self._responses[response_id]

    def _checkpoint(self, tx: Transaction, task_pk: int, checkpoint_id: str) -> int:
        if (task_pk, checkpoint_id) not in self._checkpoints:
            for row in tx.connection.execute(
                select(checkpoint.c.id, checkpoint.c.pk).where(checkpoint.c.task_pk == task_pk)
            ):
                self._checkpoints[task_pk, row.id] = row.pk
        return self._checkpoints[task_pk, checkpoint_id]


def calls_of(tx: Transaction, run_id: str) -> list[Call]:
    """The calls of a run, in the order they finished."""
    return list(
        CALL.records(tx.connection, CALL.query().where(run.c.id == run_id).order_by(call.c.pk))
    )


def call_by_key(tx: Transaction, key: int) -> Call | None:
    """The call in a row of the file; None where it is gone."""
    return next(CALL.records(tx.connection, CALL.query().where(call.c.pk == key)), None)


def seconds_a_call(tx: Transaction, provider: str, model: str) -> float | None:
    """How long a model took for a call of late, on average; None before the first call.

    Calls that came with a batch, of 0 seconds, do not count.
    """
    lately = (
        select(call.c.seconds)
        .join(judge, judge.c.pk == call.c.judge_pk)
        .where(
            judge.c.provider == provider,
            judge.c.model == model,
            call.c.finish.is_not(None),
            call.c.seconds > 0,
        )
        .order_by(call.c.pk.desc())
        .limit(_LATELY)
        .subquery()
    )
    mean = tx.connection.scalar(select(func.avg(lately.c.seconds)))
    return None if mean is None else float(mean)


def _supersede(tx: Transaction, rows: Sequence[Row]) -> None:
    """Marks the current verdicts that rows take the place of."""
    names = [column.name for column in verdict.columns]
    places = {
        name: names.index(name) for name in ("response_pk", "checkpoint_pk", "judge_pk", "trial")
    }
    query = (
        update(verdict)
        .where(*(verdict.c[name] == bindparam(f"the_{name}") for name in places))
        .where(not_set(verdict.c.superseded))
        .values(superseded=True)
    )
    parameters = [{f"the_{name}": row[place] for name, place in places.items()} for row in rows]
    tx.connection.execute(query, parameters)
