"""How commands end: refused, partly done, interrupted or killed; and what is left."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
import threading
from pathlib import Path

from tests.judge.projects import make_project
from tests.loopback import LoopbackServer, answers, behaviours
from tests.waiting import PATIENCE, wait_until
from xpert_studio.core.store import ProjectFile, verdicts

ROOT = Path(__file__).resolve().parents[2]


def test_wrong_usage_is_2(xpert, project, tmp_path):
    assert xpert("info", tmp_path / "missing.xpert").code == 2
    assert xpert("nonsense").code == 2
    assert xpert("score", project, "--judge", "gpt-5").code == 2
    assert xpert("score", project, "--judge", "compatible:m").code == 2
    assert xpert("score", project, "--mode", "few-shot").code == 2
    assert xpert("score", project, "--trials", "2").code == 2
    assert xpert("score", project, "--models", "nobody").code == 2
    assert xpert("align", project, "--judge", "nobody").code == 2
    assert xpert("runs", project, "--show", "run-0").code == 2
    assert xpert("score", project, "--judge", "openai:m", "--budget", "1").code == 2


def test_a_missing_key_is_said_with_its_remedy(xpert, project, monkeypatch):
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    monkeypatch.setenv("PYTHON_KEYRING_BACKEND", "keyring.backends.null.Keyring")
    said = xpert("score", project, "--judge", "openai:gpt-5-mini")
    assert said.code == 2
    assert "keys set openai" in said.err


def test_refused_input_is_3_and_leaves_nothing(xpert, project, tmp_path):
    bundle = tmp_path / "b"
    bundle.mkdir()
    (bundle / "tasks.jsonl").write_text('{"id": "a"}\n{"id": "b", "prompt": "x", "stage": "?"}\n')
    said = xpert("import", "new.xpert", bundle, "--new", "--json")
    assert said.code == 3
    assert [problem["place"] for problem in said.json["problems"]] == ["row 1", "row 2"]
    assert not list(tmp_path.glob("new.xpert*"))
    (tmp_path / "text.xpert").write_text("hello")
    assert xpert("info", "text.xpert").code == 3
    assert xpert("import", project, tmp_path / "text.xpert").code == 3


def test_a_damaged_file_is_1_and_names_the_backup(xpert, project):
    xpert("backup", project)
    content = bytearray(project.read_bytes())
    content[4096 : 4096 * 6] = os.urandom(4096 * 5)
    project.write_bytes(content)
    said = xpert("verify", project, "--json")
    assert said.code == 1
    assert said.json["newest_good_backup"]


def test_partly_done_is_4(xpert, project):
    with LoopbackServer(answer=lambda _: behaviours.refusal()) as server:
        said = xpert(
            "score", project, "--judge", "compatible:m", "--base-url", server.openai_url,
            "--retries", "0", "--json",
        )  # fmt: skip
    assert said.code == 4
    assert (said.json["invalid"], said.json["coverage"]) == (18, 0.0)
    board = xpert("leaderboard", project, "--json").json[said.json["judge_id"]]
    assert all(row["rank"] is None and row["score"] is None for row in board["standings"])


def start(project: Path, url: str) -> subprocess.Popen:
    command = [
        sys.executable, "-m", "xpert_studio.cli.main", "score", str(project), "--judge",
        "compatible:m", "--base-url", url, "--concurrency", "4", "--json",
    ]  # fmt: skip
    return subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def recorded(path: Path) -> int:
    with ProjectFile.open(path, read_only=True) as project, project.reading() as tx:
        return len(list(verdicts.all_verdicts(tx)))


def test_ctrl_c_once_finishes_what_is_in_flight(tmp_path):
    path = tmp_path / "p.xpert"
    make_project(path, tasks=40).close()
    with LoopbackServer(delay=0.1) as server:
        process = start(path, server.openai_url)
        wait_until(lambda: len(server.requests) > 8)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=PATIENCE)
        assert process.returncode == 130, err
        assert "Ctrl-C again" in err
        asked = len(server.requests)
    assert asked < 120
    assert recorded(path) == asked * 3 == json.loads(out)["ok"]


def test_ctrl_c_twice_stops_at_once(tmp_path):
    path = tmp_path / "p.xpert"
    make_project(path, tasks=40).close()
    with LoopbackServer(delay=10 * PATIENCE) as server:  # no answer comes while it is waited
        process = start(path, server.openai_url)
        wait_until(lambda: len(server.requests) >= 4)
        process.send_signal(signal.SIGINT)
        assert any("Ctrl-C again" in line for line in process.stderr)
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=PATIENCE)
        assert process.returncode == 130
    assert recorded(path) == 0


def test_no_key_ever_reaches_file_log_or_output(tmp_path):
    path = tmp_path / "p.xpert"
    make_project(path).close()
    key = "sk-proj-planted0123456789abcdefABCDEF"
    with LoopbackServer(answer=lambda _: behaviours.error(401, f"Bad key {key}")) as server:
        environment = os.environ | {"OPENAI_API_KEY": key, "OPENAI_BASE_URL": server.openai_url}
        done = subprocess.run(
            [sys.executable, "-m", "xpert_studio.cli.main", "score", str(path), "--judge",
             "openai:gpt-x", "--json"],
            cwd=ROOT, env=environment, capture_output=True, text=True, check=False,
        )  # fmt: skip
    assert done.returncode == 4
    assert "planted" not in done.stdout + done.stderr
    assert b"planted" not in path.read_bytes()
    rows = sqlite3.connect(path).execute("SELECT message FROM run").fetchall()
    assert rows[0][0]


def test_names_are_printed_as_they_are(xpert, project, tmp_path):
    table = tmp_path / "t.csv"
    table.write_text(
        "response_id,checkpoint_id,judge,kind,met\nt0:s1,c0,compatible:m:x,judge,1\n",
        encoding="utf-8",
    )
    assert xpert("import", project, table).code == 0
    assert (
        "By judged elsewhere, zero-shot (compatible:m:x)\n"
        in xpert("leaderboard", project, "--full").out
    )


def test_a_killed_run_is_seen_for_what_it_is(xpert, tmp_path):
    path = tmp_path / "p.xpert"
    make_project(path, tasks=40).close()
    ended = threading.Event()

    def answer(request):
        if len(server.requests) > 12:  # the run is under way for as long as it is looked at
            ended.wait(PATIENCE)
        return answers.all_met(request)

    with LoopbackServer(answer=answer) as server:
        process = start(path, server.openai_url)
        wait_until(lambda: len(server.requests) > 12)
        busy = xpert("score", path, "--judge", "compatible:m", "--base-url", server.openai_url)
        going = xpert("runs", path, "--json").json
        process.kill()
        process.communicate()
        ended.set()
    assert busy.code == 1
    assert "another window or terminal" in busy.err
    assert [run["state"] for run in going] == ["running"]
    assert [run["state"] for run in xpert("runs", path, "--json").json] == ["interrupted"]
    assert xpert("leaderboard", path).code == 0
    assert xpert("verify", path).code == 0
