"""``score --batch`` and ``batches``: posted, listed, fetched, cancelled; processes that are killed."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

from tests.judge.projects import make_project
from tests.loopback.batches import BatchServer
from tests.packs.batches.posted import KEY, MODELS, Scene
from tests.sampling import some
from tests.waiting import wait_until
from xpert_studio.core.records import RunState

ROOT = Path(__file__).resolve().parents[3]
VARIABLES = {"openai": "OPENAI", "anthropic": "ANTHROPIC", "gemini": "GEMINI"}


@pytest.fixture
def server(request):
    with BatchServer("openai") as made:
        yield made


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "p.xpert"
    make_project(path).close()
    return path


def words(path, server, *more):
    provider = server.provider
    return [
        "score", str(path), "--judge", f"{provider}:{MODELS[provider]}",
        "--base-url", server.url_of(provider), "--batch", *more,
    ]  # fmt: skip


def program(*arguments, provider="openai"):
    return subprocess.Popen(
        [sys.executable, "-m", "xpert_studio.cli.main", *map(str, arguments)],
        cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        env=os.environ | {f"{VARIABLES[provider]}_API_KEY": KEY},
    )  # fmt: skip


def said(process):
    out, err = process.communicate()
    return process.returncode, out, err


def test_a_plan_says_parts_price_and_end_and_posts_nothing(path, server):
    code, out, err = said(program(*words(path, server, "--dry-run")))
    assert code == 0, err
    assert not server.requests
    assert "about 1 batch at 50 % of the price of single calls, which ends within 24 hours" in err
    _, single, _ = said(program(*words(path, server, "--dry-run", "--json")))
    arguments = [word for word in words(path, server, "--dry-run", "--json") if word != "--batch"]
    _, other, _ = said(program(*arguments))
    assert json.loads(single)["cost"] == pytest.approx(json.loads(other)["cost"] / 2)


def test_a_run_is_posted_listed_and_fetched_by_other_processes(path, server):
    code, out, err = said(program(*words(path, server)))
    assert code == 0, err
    assert "6 calls are at the provider" in out
    _, out, _ = said(program("batches", "list", path, "--json"))
    (part,) = json.loads(out)
    assert (part["state"], part["calls"], part["batch_id"]) == ("posted", 6, "batch_1")
    assert KEY.encode() not in path.read_bytes()
    code, out, err = said(program("batches", "fetch", path))
    assert (code, "6 calls are at the provider" in out) == (0, True), err
    server.work(server.batches[0])
    code, out, err = said(program("batches", "fetch", path, "--json"))
    assert code == 0, err
    (run,) = json.loads(out)
    assert (run["state"], run["ok"]) == ("done", 18)
    assert run["certificate"]
    code, _, err = said(program("batches", "fetch", path))
    assert (code, "No run is at a provider." in err) == (2, True)
    _, out, _ = said(program("batches", "list", path))
    assert "Recorded" in out


def test_score_again_fetches_and_cancel_ends_it_at_the_provider(path, server):
    said(program(*words(path, server)))
    _, out, _ = said(program("runs", path, "--json"))
    (run,) = json.loads(out)
    assert run["state"] == "posted"
    code, out, err = said(program("score", path, "--again", run["id"], "--judge", "baseline"))
    assert code == 2  # the judge is the run's
    code, out, err = said(program("batches", "cancel", path, run["id"]))
    assert code == 0, err
    assert server.batches[0].has_ended
    code, out, err = said(program("batches", "fetch", path, "--json"))
    assert json.loads(out)[0]["state"] == "cancelled", err
    code, _, err = said(program("batches", "cancel", path, run["id"]))
    assert (code, "Nothing of" in err) == (2, True), err


@pytest.mark.parametrize(
    ("provider", "seed"), some([(p, n) for p in MODELS for n in range(4)], 2, "batches killed")
)
def test_processes_that_are_killed_post_and_bill_nothing_twice(tmp_path, provider, seed):
    chance = random.Random(seed)
    with BatchServer(provider, delay=0.05) as server:
        scene = Scene.of(tmp_path / "p.xpert", server)
        for _ in range(3):
            before = len(server.requests)
            process = program(*words(scene.path, server), provider=provider)
            aim = before + chance.randint(1, 3)
            wait_until(lambda p=process, n=aim: p.poll() is not None or len(server.requests) >= n)
            process.kill()
            process.communicate()
            for batch in scene.open_batches():
                server.work(batch)
        scene.wait(days=3000)  # whatever was in doubt is certain by then
        server.clock = scene.at
        while scene.carry().state is RunState.POSTED:
            for batch in scene.open_batches():
                server.work(batch)
            scene.wait(hours=1)
        runs, calls, found = scene.stored()
    assert set(server.posted.values()) == {1}
    assert len(server.bill) == len(calls) == 6
    assert len(found) == 18
    assert sum(run.known_cost for run in runs) == pytest.approx(scene.billed())
