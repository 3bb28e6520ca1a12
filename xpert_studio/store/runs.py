"""Runs in the project file: what is going on, what each call said, and who asked for a pause.

A running run has an owner (host and process) and a heartbeat, so that nobody starts the same one
twice, and one whose process died is known for what it is.
"""

from __future__ import annotations

import os
import socket
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from sqlalchemy import bindparam, func, insert, select, update
from sqlalchemy.sql import Select

from xpert_studio.errors import NotFoundError
from xpert_studio.records import ENDED, Call, Run, RunRequest, RunState, Verdict
from xpert_studio.store.rows import (
    VERDICT_COLUMNS,
    from_columns,
    insert_many,
    moment_text,
    to_column,
    to_columns,
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

STALE_AFTER: Final = timedelta(seconds=60)
_NESTED: Final = frozenset({"selection", "anchors"})
_OWN: Final = {"pk", "judge_pk", "request", "owner", "beat_at"}


@dataclass(frozen=True, slots=True)
class Finished:
    """A finished call with the verdicts that came of it."""

    call: Call
    verdicts: tuple[Verdict, ...]


def this_process() -> str:
    """Who we are: host and process number."""
    return f"{socket.gethostname()}:{os.getpid()}"


def _query() -> Select[Any]:
    own = [column for column in run.c if column.name not in _OWN]
    return select(judge.c.id.label("judge_id"), *own).join(judge, judge.c.pk == run.c.judge_pk)


def all_runs(tx: Transaction) -> list[Run]:
    """All runs, oldest first."""
    rows = tx.connection.execute(_query().order_by(run.c.pk)).mappings()
    return [from_columns(Run, row, _NESTED) for row in rows]


def get_run(tx: Transaction, run_id: str) -> Run:
    """One run.

    Raises:
        NotFoundError: There is none of that id.
    """
    row = tx.connection.execute(_query().where(run.c.id == run_id)).mappings().first()
    if row is None:
        raise NotFoundError(
            f"There is no run {run_id}.", remedy="'xpert-studio runs PROJECT' lists them."
        )
    return from_columns(Run, row, _NESTED)


def put_run(tx: Transaction, record: Run, *, now: datetime) -> None:
    """Writes a run, new or changed; while it is going on, this process owns it."""
    tx.require_writes()
    values = to_columns(record, run)
    values["judge_pk"] = tx.connection.scalar(
        select(judge.c.pk).where(judge.c.id == record.judge_id)
    )
    ended = record.state in ENDED
    values |= {"owner": None if ended else this_process(), "beat_at": moment_text(now)}
    if tx.connection.scalar(select(run.c.pk).where(run.c.id == record.id)) is None:
        tx.connection.execute(insert(run).values(values))
    else:
        tx.connection.execute(update(run).where(run.c.id == record.id).values(values))


def is_alive(tx: Transaction, run_id: str, *, now: datetime) -> bool:
    """Whether a process is still working on a run that is not ended."""
    row = tx.connection.execute(
        select(run.c.state, run.c.owner, run.c.beat_at).where(run.c.id == run_id)
    ).first()
    if row is None or row.owner is None or RunState(row.state) in ENDED:
        return False
    host, _, process = row.owner.rpartition(":")
    if host == socket.gethostname():
        return _process_exists(int(process))
    return now - datetime.fromisoformat(row.beat_at) < STALE_AFTER


def _process_exists(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def ask_run(tx: Transaction, run_id: str, request: RunRequest) -> None:
    """Leaves a request for whoever is working on the run.

    Raises:
        NotFoundError: There is no such run.
    """
    tx.require_writes()
    done = tx.connection.execute(
        update(run).where(run.c.id == run_id).values(request=request.value)
    )
    if done.rowcount == 0:
        raise NotFoundError(f"There is no run {run_id}.")


def pending_request(tx: Transaction, run_id: str) -> RunRequest | None:
    """What somebody asks of the run, if anything; it stays until ``take_request``."""
    value = tx.connection.scalar(select(run.c.request).where(run.c.id == run_id))
    return None if value is None else RunRequest(value)


def take_request(tx: Transaction, run_id: str) -> None:
    """Clears the request that was just obeyed."""
    tx.require_writes()
    tx.connection.execute(update(run).where(run.c.id == run_id).values(request=None))


def put_prefix(tx: Transaction, prefix_hash: str, text: str) -> None:
    """Keeps the shared part of a prompt, once."""
    tx.require_writes()
    known = select(prompt_prefix.c.hash).where(prompt_prefix.c.hash == prefix_hash)
    if tx.connection.scalar(known) is None:
        tx.connection.execute(insert(prompt_prefix).values(hash=prefix_hash, text=text))


def get_prefix(tx: Transaction, prefix_hash: str) -> str:
    """The shared part of a prompt.

    Raises:
        NotFoundError: It was never kept.
    """
    text = tx.connection.scalar(
        select(prompt_prefix.c.text).where(prompt_prefix.c.hash == prefix_hash)
    )
    if text is None:
        raise NotFoundError("That prompt is not in the project.")
    return str(text)


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
        self, tx: Transaction, finished: Sequence[Finished], prefixes: Iterable[tuple[str, str]]
    ) -> None:
        """Writes calls and verdicts; verdicts they replace are marked superseded.

        Args:
            tx: A writing transaction.
            finished: Calls with their verdicts.
            prefixes: Hash and text of the shared prompts those calls used.
        """
        tx.require_writes()
        for prefix_hash, text in prefixes:
            if prefix_hash not in self._prefixes:
                put_prefix(tx, prefix_hash, text)
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


def calls_of(tx: Transaction, run_id: str) -> list[Call]:
    """The calls of a run, in the order they finished."""
    own = [
        column
        for column in call.c
        if column.name not in {"pk", "run_pk", "judge_pk", "response_pk"}
    ]
    query = (
        select(
            run.c.id.label("run_id"),
            judge.c.id.label("judge_id"),
            response.c.id.label("response_id"),
            *own,
        )
        .join(run, run.c.pk == call.c.run_pk)
        .join(judge, judge.c.pk == call.c.judge_pk)
        .join(response, response.c.pk == call.c.response_pk)
        .where(run.c.id == run_id)
        .order_by(call.c.pk)
    )
    rows = tx.connection.execute(query).mappings()
    return [from_columns(Call, row, frozenset({"asked", "usage"})) for row in rows]


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
