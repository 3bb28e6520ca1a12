"""What a run says of itself after it broke off: what was paid for stays counted, its end is recorded."""

from __future__ import annotations

import sqlite3
from contextlib import contextmanager
from itertools import count

import pytest
from sqlalchemy import event
from sqlalchemy.engine import Engine

from tests.judge.projects import make_project, now
from tests.loopback import LoopbackServer, answers
from tests.waiting import wait_until
from xpert_studio.core.errors import DiskError
from xpert_studio.core.judge.request import ScoreRequest
from xpert_studio.core.judge.scoring import prepare, score
from xpert_studio.core.records import RunState
from xpert_studio.core.store import (
    ProjectFile,
    calls,
    log,
    runs,
)

WRITTEN = 3


@pytest.fixture
def path(tmp_path):
    """A project of six responses."""
    path = tmp_path / "p.xpert"
    make_project(path).close()
    return path


@pytest.fixture
def scored(path):
    """``scored()`` opens the project and scores it; each call is on disk before the next is answered.

    Of the first few calls at least, so that a run can be broken off after so many.
    """
    numbers = count()

    def answer(request):
        number = min(next(numbers), WRITTEN)
        wait_until(lambda: on_disk(path) >= number)
        return answers.all_met(request)

    with LoopbackServer(answer=answer) as server:

        def run():
            request = ScoreRequest(
                provider="compatible", model="local", base_url=server.openai_url, concurrency=1
            )
            with ProjectFile.open(path) as project:
                prepared = prepare(project, request)
                return score(project, prepared, clock=now, on_progress=lambda _progress: None)

        yield run


def on_disk(path):
    """How many calls of any run are in the file."""
    raw = sqlite3.connect(path)
    (made,) = raw.execute("SELECT count(*) FROM call").fetchone()
    raw.close()
    return made


@contextmanager
def refused(table: str, when: str):
    """While it lasts, a row for which ``when`` holds finds no room in a table."""
    trigger = (
        f"CREATE TEMP TRIGGER no_room BEFORE INSERT ON main.{table} WHEN {when} "
        "BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END"
    )

    def refuse(connection: sqlite3.Connection, _record: object) -> None:
        if connection.execute("SELECT 1 FROM sqlite_master WHERE name = ?", (table,)).fetchone():
            connection.execute(trigger)

    event.listen(Engine, "connect", refuse)
    try:
        yield
    finally:
        event.remove(Engine, "connect", refuse)


def recorded(path):
    """The one run there is, how many calls it made, and the ends that the history tells of."""
    with ProjectFile.open(path) as project, project.reading() as tx:
        (run,) = runs.all_runs(tx)
        made = len(calls.calls_of(tx, run.id))
        told = [item.after for item in log.all_entries(tx) if item.command == "run.finish"]
    return run, made, told


def test_a_run_that_could_not_be_written_any_more_keeps_what_it_counted(path, scored):
    with (
        refused("call", f"(SELECT count(*) FROM main.call) >= {WRITTEN}"),
        pytest.raises(DiskError),
    ):
        scored()
    run, made, told = recorded(path)
    assert run.state is RunState.FAILED
    assert (run.calls, made) == (WRITTEN, WRITTEN)
    assert (run.ok, run.unknown_cost_calls) == (9, WRITTEN)
    assert run.input_tokens
    assert told == ["failed"]


def test_a_run_killed_before_its_end_was_written_is_told_of_when_it_is_taken_up(path, scored):
    scored()
    raw = sqlite3.connect(path)
    raw.execute("UPDATE run SET state = 'running', ended_at = NULL, owner = NULL")
    raw.execute("DELETE FROM log WHERE command = 'run.finish'")
    raw.commit()
    raw.close()
    scored()
    run, made, told = recorded(path)
    assert (run.state, run.calls, made) == (RunState.DONE, 6, 6)
    assert told == ["done"]


def test_a_run_has_not_ended_where_its_end_could_not_be_told(path, scored):
    with refused("log", "NEW.command = 'run.finish'"), pytest.raises(DiskError):
        scored()
    run, made, told = recorded(path)
    assert (run.state, made, told) == (RunState.RUNNING, 6, [])


def test_a_run_with_nothing_to_ask_is_no_entry_in_the_history(path, scored):
    scored()
    scored()
    with ProjectFile.open(path) as project, project.reading() as tx:
        told = [item.after for item in log.all_entries(tx) if item.command == "run.finish"]
        assert len(runs.all_runs(tx)) == 2
    assert told == ["done"]
