"""Runs in the project file: what is going on, how far it is, and who asked for a pause.

A running run has an owner (host and process) and a heartbeat, so that nobody starts the same one
twice, and one whose process died is known for what it is. What each call said is in ``calls``.
"""

from __future__ import annotations

import os
import socket
import sys
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from sqlalchemy import Row, insert, or_, select, update

from xpert_studio.core.atomic_files import process_exists
from xpert_studio.core.errors import NotFoundError, ProjectBusyError
from xpert_studio.core.messages import Message
from xpert_studio.core.records import ENDED, Run, RunPulse, RunRequest, RunState
from xpert_studio.core.store.schema import RUN, judge, run
from xpert_studio.core.store.transaction import Transaction
from xpert_studio.core.store.values import json_text, json_value, moment_of, moment_text

STALE_AFTER: Final = timedelta(seconds=60)
"""Without a sign of life for so long, a process of another machine counts as gone."""

STUCK_AFTER: Final = timedelta(minutes=10)
"""So long may a process that is still there be silent: its number may be another one's by now."""


@dataclass(frozen=True, slots=True)
class RunProgress:
    """A run and how it stands just now.

    Attributes:
        is_alive: Whether a process is working on it.
        process: Its number on this machine; None on another one, or for none.
        pulse: The last it told of itself.
        request: What a person asks of it and it has not yet done.
    """

    run: Run
    is_alive: bool
    process: int | None
    pulse: RunPulse
    request: RunRequest | None

    @property
    def broke_off(self) -> bool:
        """Whether its process died before it could end the run."""
        return self.run.state not in {*ENDED, RunState.POSTED} and not self.is_alive


def this_process() -> str:
    """Who we are: host and process number."""
    return f"{socket.gethostname()}:{os.getpid()}"


def all_runs(tx: Transaction) -> list[Run]:
    """All runs, oldest first."""
    return list(RUN.records(tx.connection, RUN.query().order_by(run.c.pk)))


def get_run(tx: Transaction, run_id: str) -> Run:
    """One run.

    Raises:
        NotFoundError: There is none of that id.
    """
    found = next(RUN.records(tx.connection, RUN.query().where(run.c.id == run_id)), None)
    if found is None:
        raise NotFoundError(
            Message("There is no run {run_id}.", run_id=run_id),
            remedy="'xpert-studio runs PROJECT' lists them.",
        )
    return found


def standings(tx: Transaction, *, now: datetime) -> list[RunProgress]:
    """All runs as they stand, oldest first."""
    query = RUN.query(run.c.owner, run.c.beat_at, run.c.pulse, run.c.request)
    return [_standing(row, now) for row in tx.connection.execute(query.order_by(run.c.pk))]


def _standing(row: Row[Any], now: datetime) -> RunProgress:
    found = RUN.record_of(row._mapping)  # noqa: SLF001 - SQLAlchemy's public name
    host, _, process = (row.owner or "").rpartition(":")
    is_here = host == socket.gethostname() and process.isdigit()
    return RunProgress(
        run=found,
        is_alive=_is_alive(row.state, row.owner, row.beat_at, now),
        process=int(process) if is_here else None,
        pulse=RunPulse.model_validate(json_value(row.pulse, {})),
        request=RunRequest(row.request) if row.request else None,
    )


def put_run(
    tx: Transaction,
    record: Run,
    *,
    now: datetime,
    pulse: RunPulse | None = None,
    takes_over: bool = False,
    releases: bool = False,
) -> None:
    """Writes a run, new or changed; while it is going on, this process owns it.

    Args:
        tx: A writing transaction.
        record: The run.
        now: The time: its sign of life.
        pulse: How far it is; None leaves what was told last.
        takes_over: Whether it may be another process's.
        releases: Whether this process works on it no more, though it has not ended.

    Raises:
        ProjectBusyError: Another process has taken the run over.
    """
    values = RUN.columns(record)
    values["judge_pk"] = tx.connection.scalar(
        select(judge.c.pk).where(judge.c.id == record.judge_id)
    )
    ended = releases or record.state in ENDED
    values |= {"owner": None if ended else this_process(), "beat_at": moment_text(now)}
    if pulse is not None:
        values["pulse"] = json_text(pulse)
    if tx.connection.scalar(select(run.c.pk).where(run.c.id == record.id)) is None:
        tx.connection.execute(insert(run).values(values))
        return
    query = update(run).where(run.c.id == record.id)
    if not takes_over:
        query = query.where(or_(run.c.owner.is_(None), run.c.owner == this_process()))
    if tx.connection.execute(query.values(values)).rowcount == 0:
        raise ProjectBusyError(
            Message(
                "The run {record} was taken over by another window or terminal.", record=record.id
            ),
            remedy="Earlier verdicts are saved; it resumes from there.",
        )


def is_alive(tx: Transaction, run_id: str, *, now: datetime) -> bool:
    """Whether a process is still working on a run that is not ended."""
    row = tx.connection.execute(
        select(run.c.state, run.c.owner, run.c.beat_at).where(run.c.id == run_id)
    ).first()
    return row is not None and _is_alive(row.state, row.owner, row.beat_at, now)


def _is_alive(state: str, owner: str | None, beat_at: str, now: datetime) -> bool:
    if owner is None or RunState(state) in ENDED:
        return False
    host, _, process = owner.rpartition(":")
    silent = now - moment_of(beat_at)
    if host == socket.gethostname() and sys.platform != "win32":
        return silent < STUCK_AFTER and process_exists(int(process))
    return silent < STALE_AFTER


def ask_run(tx: Transaction, run_id: str, request: RunRequest) -> None:
    """Leaves a request for the person who is working on the run.

    Raises:
        NotFoundError: There is no such run.
    """
    done = tx.connection.execute(
        update(run).where(run.c.id == run_id).values(request=request.value)
    )
    if done.rowcount == 0:
        raise NotFoundError(Message("There is no run {run_id}.", run_id=run_id))


def pending_request(tx: Transaction, run_id: str) -> RunRequest | None:
    """What a person asks of the run, if anything; it stays until ``take_request``."""
    value = tx.connection.scalar(select(run.c.request).where(run.c.id == run_id))
    return None if value is None else RunRequest(value)


def take_request(tx: Transaction, run_id: str) -> None:
    """Clears the request that was just obeyed."""
    tx.connection.execute(update(run).where(run.c.id == run_id).values(request=None))
