"""A cluster on the loopback address, and a provider that only its workers have a key for."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, replace
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.judge.projects import make_project, now
from tests.judge.test_kill import candidate_of
from tests.loopback import LoopbackServer
from tests.packs.cluster.machines import GUEST, KEY, Machines, Process
from tests.waiting import wait_until
from xpert_studio.core.judge.request import ScoreRequest
from xpert_studio.core.judge.scoring import prepare, score
from xpert_studio.core.records import Run
from xpert_studio.core.store import ProjectFile, check_file, runs, verdicts
from xpert_studio.core.store import calls as call_rows
from xpert_studio.packs.cluster.workers import Workers

if find_spec("distributed") is None:  # to import it here would take a second of each worker
    pytest.skip("the extra cluster is not installed", allow_module_level=True)

TASKS, CHECKPOINTS, SYSTEMS = 8, 3, 12
CALLS = TASKS * SYSTEMS


@pytest.fixture(autouse=True)
def no_keys(monkeypatch, tmp_path):
    """This computer has no key and no configuration of Dask."""
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    monkeypatch.setenv("PYTHON_KEYRING_BACKEND", "keyring.backends.null.Keyring")
    monkeypatch.setenv("DASK_CONFIG", str(tmp_path))


@pytest.fixture
def machines(tmp_path):
    """A cluster of nothing yet."""
    folder = tmp_path / "cluster"
    folder.mkdir()
    made = Machines(folder)
    yield made
    made.stop()


@pytest.fixture
def server():
    with LoopbackServer(delay=0.1) as made:
        yield made


@dataclass
class Scene:
    """A project whose runs are sent by a cluster."""

    path: Path
    request: ScoreRequest

    def carry(self, on_progress=lambda _: None, on_start=lambda _: None, **changes) -> Run:
        with ProjectFile.open(self.path) as project:
            prepared = prepare(project, replace(self.request, **changes))
            return score(project, prepared, clock=now, on_progress=on_progress, on_start=on_start)

    def check_whole(self, server, most_again: int) -> list:
        """Every checkpoint has one verdict, and no more was asked again than was on its way."""
        assert not check_file(self.path).problems
        with ProjectFile.open(self.path) as project, project.reading() as tx:
            found = Counter((v.response_id, v.checkpoint_id) for v in verdicts.all_verdicts(tx))
            calls = [call for run in runs.all_runs(tx) for call in call_rows.calls_of(tx, run.id)]
        assert (len(found), set(found.values())) == (CALLS * CHECKPOINTS, {1})
        asked = Counter(candidate_of(request) for request in server.requests)
        assert len(asked) == CALLS
        again = len(server.requests) - CALLS
        assert again <= most_again
        # The ledger knows of every request that was sent.
        assert sum(call.attempts for call in calls) >= len(server.requests)
        assert sent_with(server, KEY) + sent_with(server, GUEST) == len(server.requests)
        return calls


def scene_of(folder: Path, server: LoopbackServer, address: str) -> Scene:
    path = folder / "p.xpert"
    make_project(path, tasks=TASKS, checkpoints=CHECKPOINTS, systems=SYSTEMS).close()
    request = ScoreRequest(
        provider="openai",
        model="m",
        base_url=server.openai_url,
        concurrency=64,
        cluster=address,
    )
    return Scene(path, request)


@pytest.fixture
def scene(tmp_path, machines, server):
    """A project, and a cluster of its own that has a scheduler only."""
    machines.start()
    return scene_of(tmp_path, server, machines.address)


def sent_with(server: LoopbackServer, key: str) -> int:
    """How many requests the workers with a key have sent."""
    return sum(one.headers["authorization"] == f"Bearer {key}" for one in server.requests)


@contextmanager
def meanwhile(server: LoopbackServer, do: Callable[[], object], key: str = KEY) -> Iterator[None]:
    """Does something while calls of the workers with a key are on their way; none was answered."""

    def act() -> None:
        try:
            wait_until(lambda: sent_with(server, key))
            do()
        finally:
            server.release()

    server.hold()
    with ThreadPoolExecutor(1) as thread:
        acting = thread.submit(act)
        yield
        acting.result()


@pytest.fixture(scope="package")
def standing(tmp_path_factory):
    """A cluster with two workers, for all tests that leave it as it is."""
    made = Machines(tmp_path_factory.mktemp("standing"))
    try:
        made.start()
        for _ in range(2):
            made.worker()
        yield made
    finally:
        made.stop()


@pytest.fixture
def guest(standing, monkeypatch):
    """Starts workers that join the cluster that stands, for one test; with a key of their own.

    All that are there are met before a call is sent, so that each has some to send.
    """
    first, look = len(standing.processes), Workers.look

    async def met(self: Workers) -> None:
        is_first = not self.usable
        await look(self)
        if is_first and self._meeting:
            await asyncio.wait(self._meeting.values())

    monkeypatch.setattr(Workers, "look", met)

    def join(**variables: str) -> Process:
        return standing.worker(**{"OPENAI_API_KEY": GUEST} | variables)

    yield join
    standing.stop(first)


@pytest.fixture
def shared(tmp_path, standing, server):
    """A project, and the cluster that stands."""
    return scene_of(tmp_path, server, standing.address)
