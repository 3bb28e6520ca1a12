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
from tests.program import carried_out
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


@pytest.fixture
def xpert(monkeypatch):
    """Carries a command out in this process, with a key in the environment."""
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    return lambda *arguments: carried_out(*map(str, arguments))


def test_a_plan_says_parts_price_and_end_and_posts_nothing(xpert, path, server):
    told = xpert(*words(path, server, "--dry-run"))
    assert told.code == 0, told.err
    assert not server.requests
    assert "about 1 batch at 50 % of the price of single calls, which ends within 24" in told.err
    batch = json.loads(xpert(*words(path, server, "--dry-run", "--json")).out)
    single = [word for word in words(path, server, "--dry-run", "--json") if word != "--batch"]
    assert batch["cost"] == pytest.approx(json.loads(xpert(*single).out)["cost"] / 2)


def test_a_run_is_posted_listed_and_fetched(xpert, path, server):
    posted = xpert(*words(path, server))
    assert posted.code == 0, posted.err
    assert "6 calls are at the provider" in posted.out
    (part,) = json.loads(xpert("batches", "list", path, "--json").out)
    assert (part["state"], part["calls"], part["batch_id"]) == ("posted", 6, "batch_1")
    assert KEY.encode() not in path.read_bytes()
    early = xpert("batches", "fetch", path)
    assert (early.code, "6 calls are at the provider" in early.out) == (0, True), early.err
    server.work(server.batches[0])
    fetched = xpert("batches", "fetch", path, "--json")
    assert fetched.code == 0, fetched.err
    (run,) = json.loads(fetched.out)
    assert (run["state"], run["ok"]) == ("done", 18)
    assert run["certificate"]
    late = xpert("batches", "fetch", path)
    assert (late.code, "No run is at a provider." in late.err) == (2, True)
    assert "Recorded" in xpert("batches", "list", path).out


def test_again_fetches_and_cancel_ends_it_at_the_provider(xpert, path, server):
    xpert(*words(path, server))
    (run,) = json.loads(xpert("runs", path, "--json").out)
    assert run["state"] == "posted"
    again = xpert("score", path, "--again", run["id"])
    assert (again.code, "6 calls are at the provider" in again.out) == (0, True), again.err
    assert len(server.batches) == 1
    cancelled = xpert("batches", "cancel", path, run["id"])
    assert cancelled.code == 0, cancelled.err
    assert server.batches[0].has_ended
    (told,) = json.loads(xpert("batches", "fetch", path, "--json").out)
    assert told["state"] == "cancelled"
    over = xpert("batches", "cancel", path, run["id"])
    assert (over.code, "Nothing of" in over.err) == (1, True), over.err


@pytest.mark.parametrize(
    ("provider", "seed"), some([(p, n) for p in MODELS for n in range(4)], 1, "batches killed")
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
