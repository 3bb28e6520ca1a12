"""A scoring run killed at any moment and resumed: nothing lost, nothing doubled."""

from __future__ import annotations

import random
import sqlite3
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.judge.projects import make_project, now
from tests.loopback import LoopbackServer, answers, graders
from tests.loopback.behaviours import SILENT
from tests.sampling import some
from tests.waiting import wait_until
from xpert_studio.core.judge.request import ScoreRequest
from xpert_studio.core.judge.scoring import prepare, score
from xpert_studio.core.records import RunState
from xpert_studio.core.store import ProjectFile, check_file, runs, verdicts
from xpert_studio.core.store import calls as call_rows

ROOT = Path(__file__).resolve().parents[2]
TASKS, CHECKPOINTS, SYSTEMS = 20, 3, 4


def command(path: Path, url: str, at_once: int) -> list[str]:
    return [
        sys.executable, "-m", "xpert_studio.cli.main", "score", str(path),
        "--judge", "compatible:local", "--base-url", url, "--concurrency", str(at_once), "--json",
    ]  # fmt: skip


def candidate_of(request) -> str:
    return request.suffix.rpartition("<<<RESPONSE ")[2].split("\n")[1]


@pytest.mark.parametrize(("at_once", "seed"), some([(1, 0), (4, 1), (8, 2), (16, 3)], 1, "kill"))
def test_killed_at_random_moments_and_resumed(tmp_path, at_once, seed):
    path = tmp_path / "p.xpert"
    make_project(path, tasks=TASKS, checkpoints=CHECKPOINTS, systems=SYSTEMS).close()
    chance = random.Random(seed)
    with LoopbackServer(delay=0.03) as server:
        for _ in range(3):
            before = len(server.requests)
            process = subprocess.Popen(
                command(path, server.openai_url, at_once), cwd=ROOT, stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )  # fmt: skip
            aim = before + chance.randint(1, 20)
            wait_until(lambda aim=aim: len(server.requests) >= aim)
            process.kill()
            process.wait()
        done = subprocess.run(
            command(path, server.openai_url, at_once),
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        asked = Counter(candidate_of(request) for request in server.requests)
    assert not check_file(path).problems
    with ProjectFile.open(path) as project, project.reading() as tx:
        found = Counter((v.response_id, v.checkpoint_id) for v in verdicts.all_verdicts(tx))
        recorded = runs.all_runs(tx)
        calls = [call for run in recorded for call in call_rows.calls_of(tx, run.id)]
    assert set(found.values()) == {1}
    assert len(found) == TASKS * CHECKPOINTS * SYSTEMS
    # One run, taken up again and again under its own id.
    assert [run.state for run in recorded] == [RunState.DONE]
    assert len(calls) == TASKS * SYSTEMS
    # Asked twice only what was on its way, or not yet on disk, when the process died.
    assert sum(asked.values()) - len(asked) <= 3 * 2 * at_once
    assert len(asked) == TASKS * SYSTEMS


@contextmanager
def nothing_written(path: Path, server: LoopbackServer) -> Iterator[sqlite3.Connection]:
    """From the first request on nothing can be written, until the lock is rolled back."""
    lock = sqlite3.connect(path, isolation_level=None, check_same_thread=False)

    def answer(request):
        if len(server.requests) == 1:
            lock.execute("BEGIN IMMEDIATE")
        return answers.all_met(request)

    server.answers_by(answer)
    try:
        yield lock
    finally:
        lock.close()


def test_answers_not_on_disk_are_at_most_twice_the_calls_at_once(tmp_path):
    at_once = 4
    path = tmp_path / "p.xpert"
    project = make_project(path, tasks=6, checkpoints=1, systems=4)
    with project, LoopbackServer() as server, nothing_written(path, server) as lock:
        request = ScoreRequest(
            "compatible", "local", base_url=server.openai_url, concurrency=at_once
        )
        prepared = prepare(project, request)
        runner = threading.Thread(
            target=score, args=(project, prepared), kwargs={"clock": now, "on_progress": repr}
        )
        runner.start()
        wait_until(lambda: len(server.requests) >= 2 * at_once)
        time.sleep(0.5)  # a call too many would come at once
        sent_meanwhile = len(server.requests)
        lock.execute("ROLLBACK")
        runner.join()
    assert sent_meanwhile == 2 * at_once
    assert len(server.requests) == 24


def test_killed_while_nothing_can_be_written_it_pays_twice_the_calls_at_once_again(tmp_path):
    at_once = 4
    path = tmp_path / "p.xpert"
    make_project(path, tasks=6, checkpoints=1, systems=4).close()
    with LoopbackServer() as server:
        with nothing_written(path, server):
            process = subprocess.Popen(
                command(path, server.openai_url, at_once), cwd=ROOT, stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )  # fmt: skip
            wait_until(lambda: len(server.requests) == 2 * at_once)
            process.kill()
            process.wait()
        subprocess.run(
            command(path, server.openai_url, at_once), cwd=ROOT, capture_output=True, check=True
        )
        asked = Counter(candidate_of(request) for request in server.requests)
    assert len(asked) == 24
    assert sum(asked.values()) - len(asked) == 2 * at_once
    with ProjectFile.open(path) as project, project.reading() as tx:
        assert sum(1 for _ in verdicts.all_verdicts(tx)) == 24


def test_what_a_first_reply_decided_is_not_paid_again_when_a_second_is_cut_off(tmp_path):
    path = tmp_path / "p.xpert"
    make_project(path, tasks=1, checkpoints=3, systems=1).close()
    one_only = graders.verdicts(lambda _, name: True if name == "c0" else None)

    def answer(request):
        if len(server.requests) == 1:
            return one_only(request)
        return SILENT if len(server.requests) == 2 else answers.all_met(request)

    with LoopbackServer(answer=answer) as server:
        process = subprocess.Popen(
            command(path, server.openai_url, 1), cwd=ROOT, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )  # fmt: skip
        wait_until(lambda: len(server.requests) == 2)
        process.kill()
        process.wait()
        again = subprocess.run(
            command(path, server.openai_url, 1),
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
        )
    assert again.returncode == 0, again.stderr
    with ProjectFile.open(path) as project, project.reading() as tx:
        (run,) = runs.all_runs(tx)
        calls = call_rows.calls_of(tx, run.id)
    assert [call.asked for call in calls] == [("c0", "c1", "c2"), ("c1", "c2")]
    assert len(server.requests) == 3
