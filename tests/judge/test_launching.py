"""A run as a process of its own: it begins, says what keeps it from beginning, and leaves nothing."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.judge.projects import make_project, now
from tests.loopback import LoopbackServer
from tests.waiting import wait_until
from xpert_studio.core.errors import StageError
from xpert_studio.core.judge.engine import WINDOW, Throughput
from xpert_studio.core.judge.request import ScoreRequest, request_from_json, request_to_json
from xpert_studio.core.judge.run_worker import launch
from xpert_studio.core.judge.scoring import BASELINE, BASELINE_MODEL, prepare, score
from xpert_studio.core.judge.selection import Selection
from xpert_studio.core.processes import RUN, program
from xpert_studio.core.records import RunRequest, RunState
from xpert_studio.core.store import ProjectFile, certificates, runs
from xpert_studio.core.workflow import CommandContext, give_up, steer

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def path(tmp_path):
    made = tmp_path / "p.xpert"
    make_project(made).close()
    return made


def wait_for_end(launched) -> None:
    wait_until(lambda: launched.is_over)


def test_it_carries_the_run_out_and_leaves_nothing_behind(path, tmp_path, monkeypatch):
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    with LoopbackServer() as server:
        request = ScoreRequest(
            "openai", "gpt-x", base_url=server.openai_url, api_key="sk-planted-0123456789",
            selection=Selection(task_ids=("t0", "t1")),
        )  # fmt: skip
        launched = launch(path, request, tmp_path / "runs")
        wait_for_end(launched)
        assert {r.headers["authorization"] for r in server.requests} == {
            "Bearer sk-planted-0123456789"
        }
    assert launched.problem is None
    assert list((tmp_path / "runs").iterdir()) == []
    assert "OPENAI_API_KEY" not in os.environ
    with ProjectFile.open(path) as project, project.reading() as tx:
        (run,) = runs.all_runs(tx)
    assert run.state is RunState.DONE
    assert run.selection["tasks"] == ["t0", "t1"]
    assert b"planted" not in path.read_bytes()


def test_it_works_where_the_program_is_frozen_into_one_file(path, tmp_path, monkeypatch):
    """The frozen program is its own worker: a script stands for it that only calls ``start``."""
    frozen = tmp_path / "xpert-studio"
    frozen.write_text(
        f"#!{sys.executable}\nimport sys\nsys.path.insert(0, {str(ROOT)!r})\n"
        "from xpert_studio.start import run\nrun()\n",
        encoding="utf-8",
    )
    frozen.chmod(0o755)
    with monkeypatch.context() as patched:
        patched.setattr(sys, "frozen", True, raising=False)
        patched.setattr(sys, "executable", str(frozen))
        launched = launch(path, ScoreRequest(BASELINE, BASELINE_MODEL), tmp_path / "runs")
    wait_for_end(launched)
    assert launched.problem is None
    with ProjectFile.open(path) as project, project.reading() as tx:
        (run,) = runs.all_runs(tx)
    assert run.state is RunState.DONE


@pytest.mark.parametrize(
    "request_", [b"", b"[]", b"{", b'{"project": 3}', b'{"project": "p", "score": {"model": 3}}']
)
def test_a_request_that_is_none_is_refused_in_words(request_):
    said = subprocess.run(program(RUN), input=request_, capture_output=True, check=False)
    assert said.returncode == 1
    assert "cannot be read" in json.loads(said.stdout)["problem"]["message"]
    assert b"Traceback" not in said.stderr


NAMES = st.lists(st.text(max_size=12).filter(lambda text: "\0" not in text), max_size=4)


@given(models=NAMES, tasks=NAMES, parameters=st.dictionaries(st.text(), st.integers()))
def test_a_request_comes_back_from_json_as_it_was(models, tasks, parameters):
    request = ScoreRequest(
        "openai", "gpt-x", parameters=parameters, api_key="sk-planted-0123456789",
        selection=Selection(models=tuple(models), task_ids=tuple(tasks)),
    )  # fmt: skip
    told = json.dumps(request_to_json(request))
    assert "planted" not in told
    assert request_from_json(json.loads(told)) == replace(request, api_key=None)


def test_what_keeps_it_from_beginning_comes_back(path, tmp_path):
    request = ScoreRequest("baseline", selection=Selection(models=("nobody",)))
    launched = launch(path, request, tmp_path / "runs")
    wait_for_end(launched)
    assert "No response is by nobody" in launched.problem.message
    assert "response list" in launched.problem.remedy


def test_a_certificate_that_could_not_be_written_comes_back(path, tmp_path, monkeypatch):
    (tmp_path / "sitecustomize.py").write_text(
        "from sqlalchemy import event\n"
        "from sqlalchemy.engine import Engine\n"
        "from tests.store.faults import refuse_certificates\n"
        "event.listen(Engine, 'connect', refuse_certificates)\n",
        encoding="utf-8",
    )
    request = ScoreRequest(BASELINE, BASELINE_MODEL)
    with monkeypatch.context() as patched:
        patched.setenv("PYTHONPATH", os.pathsep.join((str(tmp_path), str(ROOT))))
        launched = launch(path, request, tmp_path / "runs")
        wait_for_end(launched)
    assert "was not certified" in launched.problem.message
    assert "the disk is full" in launched.problem.message
    again = launch(path, request, tmp_path / "runs")
    wait_for_end(again)
    assert again.problem is None
    with ProjectFile.open(path) as project, project.reading() as tx:
        (made,) = certificates.all_certificates(tx)
        assert [run.state for run in runs.all_runs(tx)] == [RunState.DONE] * 2
        assert made.run_id == runs.all_runs(tx)[-1].id


def test_nobody_steers_a_run_that_does_not_go_on(path):
    with ProjectFile.open(path) as project:
        prepared = prepare(project, ScoreRequest("baseline"))
        run = score(project, prepared, clock=now, on_progress=lambda _: None)
        nobody = CommandContext(project, "", now)
        with pytest.raises(StageError, match="not going on"):
            steer(nobody, run.id, RunRequest.PAUSE)
        with project.writing() as tx:
            going = run.model_copy(update={"state": RunState.RUNNING, "ended_at": None})
            runs.put_run(tx, going, now=now())
        with pytest.raises(StageError, match="still going on"):
            give_up(nobody, run.id)
        give_up(CommandContext(project, "", lambda: now() + timedelta(minutes=11)), run.id)
        with project.reading() as tx:
            assert runs.get_run(tx, run.id).state is RunState.CANCELLED


def test_throughput_looks_at_the_last_while_and_leaves_pauses_out():
    pace = Throughput(100.0)
    assert pace.per_second is None
    for second in range(1, 11):
        pace.count(100.0 + second, 4 * second)
    assert pace.per_second == pytest.approx(4)
    assert pace.seconds_for(40) == pytest.approx(10)
    pace.pause(110.0)
    pace.count(500.0, 40)
    pace.resume(1000.0)
    pace.count(1001.0, 44)
    assert pace.per_second == pytest.approx(4)
    for second in range(1, 2 * int(WINDOW)):
        pace.count(1001.0 + second, 44 + second)
    assert pace.per_second == pytest.approx(1)
