"""A scoring run killed at any moment and resumed: nothing lost, nothing doubled."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest

from tests.judge.projects import make_project
from tests.loopback import LoopbackServer
from xpert_studio.records import RunState
from xpert_studio.store import ProjectFile, check_file, runs, verdicts
from xpert_studio.store import calls as call_rows

ROOT = Path(__file__).resolve().parents[2]
AT_ONCE = 8
TASKS, CHECKPOINTS, SYSTEMS = 20, 3, 4


def command(path: Path, url: str) -> list[str]:
    return [
        sys.executable, "-m", "xpert_studio.cli.main", "score", str(path),
        "--judge", "compatible:local", "--base-url", url, "--concurrency", str(AT_ONCE), "--json",
    ]  # fmt: skip


def candidate_of(request) -> str:
    return request.suffix.rpartition("<<<RESPONSE ")[2].split("\n")[1]


@pytest.mark.parametrize("seed", range(3))
def test_killed_at_random_moments_and_resumed(tmp_path, seed):
    path = tmp_path / "p.xpert"
    make_project(path, tasks=TASKS, checkpoints=CHECKPOINTS, systems=SYSTEMS).close()
    chance = random.Random(seed)
    with LoopbackServer(delay=0.03) as server:
        for _ in range(3):
            before = len(server.requests)
            process = subprocess.Popen(
                command(path, server.openai_url), cwd=ROOT, stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )  # fmt: skip
            aim = before + chance.randint(1, 20)
            deadline = time.monotonic() + 30
            while len(server.requests) < aim and time.monotonic() < deadline:
                time.sleep(0.002)
            process.kill()
            process.wait()
        done = subprocess.run(
            command(path, server.openai_url), cwd=ROOT, capture_output=True, text=True, check=False
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
    # Asked twice only what was on its way when the process died.
    assert sum(asked.values()) - len(asked) <= 3 * (AT_ONCE + 8)
    assert len(asked) == TASKS * SYSTEMS
