"""What a run has cost: an unknown cost is never counted as zero, whatever became of the call."""

from __future__ import annotations

import asyncio
import json
import sqlite3

import pytest

from tests.judge.projects import make_project, now
from tests.loopback import LoopbackServer, answers, behaviours
from tests.store.older import BEFORE_CHECKSUMS
from tests.waiting import PATIENCE
from xpert_studio.core.judge.budget import Limits
from xpert_studio.core.judge.request import ScoreRequest
from xpert_studio.core.judge.scoring import prepare, score
from xpert_studio.core.records import RatingState, RunState
from xpert_studio.core.store import ProjectFile, runs
from xpert_studio.core.store import calls as call_rows

PRICED = "priced"
UNPRICED = "local"
MAY_BE_BILLED = {
    "timeout": behaviours.SILENT,
    "reset": behaviours.RESET_AFTER_STATUS,
    "cut in the body": behaviours.CUT_IN_BODY,
    "web page": behaviours.html(),
    "server error": behaviours.error(500),
    "no usage": behaviours.NO_USAGE,
}
NEVER_BILLED = {
    "rate limit": behaviours.error(429),
    "overloaded": behaviours.error(529),
    "too large": behaviours.error(413),
    "bad request": behaviours.error(400, "maximum context length", code="context_length_exceeded"),
}


@pytest.fixture(autouse=True)
def prices(tmp_path, monkeypatch):
    """A price list that has one of the two models."""
    path = tmp_path / "prices.json"
    price = {"provider": "compatible", "model": PRICED, "input": 1.0, "output": 2.0}
    path.write_text(json.dumps({"models": [price]}), encoding="utf-8")
    monkeypatch.setenv("XPERT_STUDIO_PRICES", str(path))


@pytest.fixture
def project(tmp_path):
    with make_project(tmp_path / "p.xpert") as made:
        yield made


def request_for(server: LoopbackServer, model: str, **options) -> ScoreRequest:
    fields = {
        "base_url": server.openai_url,
        "concurrency": 1,
        "timeout": PATIENCE,
        "max_retries": 0,
    }
    return ScoreRequest("compatible", model, **(fields | options))


def carry_out(project, request, **options):
    prepared = prepare(project, request)
    run = score(project, prepared, clock=now, on_progress=lambda _: None, **options)
    with project.reading() as tx:
        assert runs.get_run(tx, run.id) == run
        return run, call_rows.calls_of(tx, run.id)


@pytest.mark.parametrize("kind", MAY_BE_BILLED)
def test_a_call_that_may_have_been_billed_leaves_the_total_unknown(project, server, kind):
    server.then(MAY_BE_BILLED[kind])
    waits = {"timeout": 3.0} if kind == "timeout" else {}
    run, calls = carry_out(project, request_for(server, PRICED, **waits))
    assert calls[0].cost is None
    assert all(call.cost for call in calls[1:])
    assert run.cost is None
    assert run.unknown_cost_calls == 1
    assert run.known_cost == pytest.approx(sum(call.cost for call in calls[1:]))
    assert run.known_cost > 0


@pytest.mark.parametrize("kind", MAY_BE_BILLED)
def test_no_call_of_a_model_without_a_price_is_free(project, server, kind):
    with LoopbackServer(answer=lambda _: MAY_BE_BILLED[kind]) as failing:
        waits = {"timeout": 0.4} if kind == "timeout" else {}
        run, calls = carry_out(project, request_for(failing, UNPRICED, **waits))
    assert run.calls == len(calls) > 0
    assert (run.cost, run.known_cost, run.unknown_cost_calls) == (None, 0.0, len(calls))


@pytest.mark.parametrize("model", [PRICED, UNPRICED])
@pytest.mark.parametrize("kind", NEVER_BILLED)
def test_a_refused_request_costs_nothing(project, kind, model):
    with LoopbackServer(answer=lambda _: NEVER_BILLED[kind]) as refusing:
        run, calls = carry_out(project, request_for(refusing, model))
    assert {call.state for call in calls} == {RatingState.ERROR}
    assert (run.cost, run.unknown_cost_calls) == (0.0, 0)


def test_a_server_that_was_never_reached_costs_nothing(project, server):
    run, calls = carry_out(project, request_for(server, UNPRICED, base_url="http://127.0.0.1:9/v1"))
    assert calls
    assert (run.cost, run.unknown_cost_calls) == (0.0, 0)


def test_a_timeout_before_the_answer_leaves_the_call_unknown(project, server):
    server.then(behaviours.SILENT)
    run, calls = carry_out(project, request_for(server, PRICED, max_retries=1, timeout=3.0))
    assert (calls[0].state, calls[0].attempts, calls[0].cost) == (RatingState.OK, 2, None)
    assert (run.cost, run.unknown_cost_calls) == (None, 1)


def test_a_call_broken_off_by_stop_is_recorded_as_unknown(project):
    def answer(request):
        sent.append(request)
        return answers.all_met(request) if len(sent) == 1 else behaviours.SILENT

    sent, engines = [], []
    with LoopbackServer(answer=answer) as server:
        prepared = prepare(project, request_for(server, PRICED))

        def on_progress(moment):
            if moment.pulse.asks_done == 1 and len(sent) == 2:
                engines[0].stop()

        run = score(project, prepared, clock=now, on_progress=on_progress, on_start=engines.append)
    assert run.state is RunState.INTERRUPTED
    assert (run.cost, run.unknown_cost_calls) == (None, 1)
    with project.reading() as tx:
        *_, last = call_rows.calls_of(tx, run.id)
    assert (last.state, last.cost, last.reply) == (RatingState.ERROR, None, None)
    assert "Stopped" in last.problem


def test_a_cancelled_program_asks_nothing_more(project):
    """As Ctrl-C does where the loop takes no signal handlers: every task is cancelled."""

    def answer(request):
        sent.append(request)
        return answers.all_met(request) if len(sent) == 1 else behaviours.SILENT

    sent = []
    with LoopbackServer(answer=answer) as server:
        prepared = prepare(project, request_for(server, PRICED))

        def on_progress(moment):
            if moment.pulse.asks_done == 1 and len(sent) == 2:
                for task in asyncio.all_tasks() - {asyncio.current_task()}:
                    task.cancel()

        with pytest.raises(asyncio.CancelledError):
            score(project, prepared, clock=now, on_progress=on_progress)
    assert len(sent) == 2
    with project.reading() as tx:
        (run,) = runs.all_runs(tx)
    assert run.unknown_cost_calls == 1


def test_a_budget_counts_what_may_have_been_billed(project, server):
    """Two timeouts use up what two calls are expected to take, also for the run that resumes."""
    estimate = prepare(project, request_for(server, PRICED)).estimate
    limits = Limits(money=2.5 * estimate.cost / estimate.calls)
    engines = []

    def on_progress(_):
        engines[0].drain()

    server.then(behaviours.SILENT, behaviours.SILENT)
    request = request_for(server, PRICED, limits=limits, timeout=0.4)  # no call is answered
    prepared = prepare(project, request)
    first = score(project, prepared, clock=now, on_progress=on_progress, on_start=engines.append)
    assert first.state is RunState.INTERRUPTED
    begun = first.unknown_cost_calls
    assert begun in {1, 2}
    second, _ = carry_out(project, request)
    assert (second.id, second.state) == (first.id, RunState.OUT_OF_BUDGET)
    assert second.calls == 2


def test_runs_of_an_older_file_learn_how_many_calls_are_of_unknown_cost(tmp_path):
    """Version 7 of the file kept one figure a run, which left out calls without an answer."""
    path = tmp_path / "old.xpert"
    with LoopbackServer([behaviours.error(500)]) as server, make_project(path) as opened:
        run, _ = carry_out(opened, request_for(server, PRICED))
    raw = sqlite3.connect(path)
    for statement in (
        "UPDATE call SET cost = 0.25 WHERE state = 'ok'",
        *BEFORE_CHECKSUMS,
        "ALTER TABLE task DROP COLUMN earlier_authors",
        "ALTER TABLE judgment DROP COLUMN unblinded",
        "ALTER TABLE run DROP COLUMN known_cost",
        "ALTER TABLE run DROP COLUMN unknown_cost_calls",
        "ALTER TABLE run ADD COLUMN cost FLOAT",
        "UPDATE run SET cost = 1.25",
        "PRAGMA user_version = 7",
    ):
        raw.execute(statement)
    raw.commit()
    raw.close()
    with ProjectFile.open(path) as opened, opened.reading() as tx:
        found = runs.get_run(tx, run.id)
    assert (found.known_cost, found.unknown_cost_calls, found.cost) == (1.25, 1, None)
