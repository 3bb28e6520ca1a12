"""Calls in the project file: every exchange with a provider, and the prompts that were sent."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import bindparam, func, insert, select, update
from sqlalchemy.sql import Select

from xpert_studio.errors import NotFoundError
from xpert_studio.records import Call, Verdict
from xpert_studio.store.rows import (
    VERDICT_COLUMNS,
    from_columns,
    insert_many,
    to_column,
    verdict_row,
)
from xpert_studio.store.schema import (
    call,
    checkpoint,
    judge,
    prompt_prefix,
    response,
    run,
    verdict,
)
from xpert_studio.store.transaction import Transaction

_NESTED: Final = frozenset({"asked", "usage"})
_KEYS: Final = frozenset({"pk", "run_pk", "judge_pk", "response_pk"})
_LATELY: Final = 400
"""So many calls tell how long the next ones will take."""


@dataclass(frozen=True, slots=True)
class Finished:
    """A finished call with the verdicts that came of it."""

    call: Call
    verdicts: tuple[Verdict, ...]


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
    tx.require_writes()
    known = select(prompt_prefix.c.hash).where(prompt_prefix.c.hash == prefix_hash)
    if tx.connection.scalar(known) is None:
        tx.connection.execute(
            insert(prompt_prefix).values(
                hash=prefix_hash,
                text=shared.text,
                system=shared.system,
                images=to_column(shared.images),
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
    return SharedPrompt(row.system, row.text, tuple(json.loads(row.images or "[]")))


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

        Args:
            tx: A writing transaction.
            finished: Calls with their verdicts.
            prefixes: The shared prompts those calls used, with their hashes.
        """
        tx.require_writes()
        for prefix_hash, shared in prefixes:
            if prefix_hash not in self._prefixes:
                put_prefix(tx, prefix_hash, shared)
                self._prefixes.add(prefix_hash)
        run_pk, judge_pk = self._own(tx)
        next_pk = int(tx.connection.scalar(select(func.max(call.c.pk))) or 0)
        calls: list[tuple[Any, ...]] = []
        verdicts: list[tuple[Any, ...]] = []
        for number, item in enumerate(finished, start=next_pk + 1):
            response_pk, task_pk = self._response(tx, item.call.response_id)
            keys = {"pk": number, "run_pk": run_pk, "judge_pk": judge_pk}
            calls.append(_call_row(item.call, keys | {"response_pk": response_pk}))
            for record in item.verdicts:
                checkpoint_pk = self._checkpoint(tx, task_pk, record.checkpoint_id)
                verdicts.append(verdict_row(record, response_pk, checkpoint_pk, judge_pk, number))
        if verdicts and self._may_replace(tx, judge_pk):
            _supersede(tx, verdicts)
        insert_many(tx.connection, call, tuple(column.name for column in call.columns), calls)
        insert_many(tx.connection, verdict, VERDICT_COLUMNS, verdicts)

    def _may_replace(self, tx: Transaction, judge_pk: int) -> bool:
        """Whether the judge had verdicts before: without any there is nothing to look for."""
        if self._replaces is None:
            query = select(verdict.c.pk).where(verdict.c.judge_pk == judge_pk).limit(1)
            self._replaces = tx.connection.scalar(query) is not None
        return self._replaces

    def _own(self, tx: Transaction) -> tuple[int, int]:
        if self._run is None:
            query = select(run.c.pk, run.c.judge_pk).where(run.c.id == self._run_id)
            row = tx.connection.execute(query).one()
            self._run = row.pk, row.judge_pk
        return self._run

    def _response(self, tx: Transaction, response_id: str) -> tuple[int, int]:
        if response_id not in self._responses:
            query = select(response.c.id, response.c.pk, response.c.task_pk)
            for row in tx.connection.execute(query):
                self._responses[row.id] = row.pk, row.task_pk
        return self._responses[response_id]

    def _checkpoint(self, tx: Transaction, task_pk: int, checkpoint_id: str) -> int:
        if (task_pk, checkpoint_id) not in self._checkpoints:
            query = select(checkpoint.c.id, checkpoint.c.pk).where(checkpoint.c.task_pk == task_pk)
            for row in tx.connection.execute(query):
                self._checkpoints[task_pk, row.id] = row.pk
        return self._checkpoints[task_pk, checkpoint_id]


def _query() -> Select[Any]:
    own = [column for column in call.c if column.name not in _KEYS]
    return (
        select(
            run.c.id.label("run_id"),
            judge.c.id.label("judge_id"),
            response.c.id.label("response_id"),
            *own,
        )
        .join(run, run.c.pk == call.c.run_pk)
        .join(judge, judge.c.pk == call.c.judge_pk)
        .join(response, response.c.pk == call.c.response_pk)
    )


def calls_of(tx: Transaction, run_id: str) -> list[Call]:
    """The calls of a run, in the order they finished."""
    query = _query().where(run.c.id == run_id).order_by(call.c.pk)
    rows = tx.connection.execute(query).mappings()
    return [from_columns(Call, row, _NESTED) for row in rows]


def call_by_key(tx: Transaction, key: int) -> Call | None:
    """The call in a row of the file; None where it is gone."""
    row = tx.connection.execute(_query().where(call.c.pk == key)).mappings().first()
    return None if row is None else from_columns(Call, row, _NESTED)


def seconds_a_call(tx: Transaction, provider: str, model: str) -> float | None:
    """How long a model took for a call of late, on average; None where nobody has asked it yet."""
    lately = (
        select(call.c.seconds)
        .join(judge, judge.c.pk == call.c.judge_pk)
        .where(
            judge.c.provider == provider,
            judge.c.model == model,
            call.c.finish.is_not(None),
        )
        .order_by(call.c.pk.desc())
        .limit(_LATELY)
        .subquery()
    )
    mean = tx.connection.scalar(select(func.avg(lately.c.seconds)))
    return None if mean is None else float(mean)


def _call_row(record: Call, keys: dict[str, int]) -> tuple[Any, ...]:
    values = dict(record) | keys
    return tuple(to_column(values[column.name]) for column in call.columns)


def _supersede(tx: Transaction, rows: Sequence[tuple[Any, ...]]) -> None:
    names = ("response_pk", "checkpoint_pk", "judge_pk", "trial")
    query = (
        update(verdict)
        .where(*(verdict.c[name] == bindparam(f"the_{name}") for name in names))
        .where(verdict.c.superseded == 0)
        .values(superseded=True)
    )
    parameters = [
        {f"the_{name}": value for name, value in zip(names, row, strict=False)} for row in rows
    ]
    tx.connection.execute(query, parameters)
