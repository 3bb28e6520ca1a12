"""Ends a process at any of its steps: before and after every call to a provider and every commit."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.judge.test_kill import candidate_of
from tests.loopback.batches import ANSWERED, ERRORED, EXPIRED, MISSING, BatchServer
from tests.loopback.recorded import Recorded
from tests.packs.batches.posted import Scene
from xpert_studio.core.records import RunState
from xpert_studio.core.store import ProjectFile, check_file, runs
from xpert_studio.packs.batches import service

_PROCESSES = count(50_000_000)
"""Numbers that no process has: a process that died is known to be gone."""


class KilledError(BaseException):
    """The end of a process, which nothing in it sees coming."""


class Fuse:
    """Ends the process at its n-th step; a dead process does nothing more."""

    def __init__(self, steps: int | None) -> None:
        self.left = steps
        self.is_blown = False

    def step(self) -> None:
        if self.left is not None:
            self.left -= 1
            self.is_blown = self.is_blown or self.left < 0
        if self.is_blown:
            raise KilledError


@contextmanager
def process(fuse: Fuse) -> Iterator[None]:
    """What runs inside is a process with a number of its own."""
    name = f"{runs.this_process().partition(':')[0]}:{next(_PROCESSES)}"
    raw, writing = service.BatchLine.raw, ProjectFile.writing

    async def fused(line: service.BatchLine, call: Any) -> bytes:
        fuse.step()
        data = await raw(line, call)
        fuse.step()
        return data

    @contextmanager
    def written(project: ProjectFile) -> Iterator[Any]:
        fuse.step()
        with writing(project) as tx:
            yield tx
            fuse.step()
        fuse.step()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(service.BatchLine, "raw", fused)
        patch.setattr(ProjectFile, "writing", written)
        patch.setattr(runs, "this_process", lambda: name)
        yield


def trial(provider: str, seed: int, folder: Path) -> int:
    """A run in batches whose processes are killed at random; gives how often.

    Meanwhile calls expire, fail, or are left out; posts that were cut off arrive later; and the
    account has batches of others with as many calls.
    """
    chance = Random(f"{provider} {seed}")
    kills = 0
    small = replace(service.TERMS[provider], requests=chance.choice([1, 2, 3, 6]))
    with (
        pytest.MonkeyPatch.context() as patch,
        BatchServer(provider, record=False) as server,
    ):
        patch.setitem(service.TERMS, provider, small)
        scene = Scene.of(folder / f"{provider}-{seed}.xpert", server, max_retries=60)
        for turn in range(80):
            calm = turn >= 40
            server.arrives_late = not calm and chance.random() < 0.1
            steps = None if calm or chance.random() < 0.1 else chance.randint(0, 30)
            try:
                with process(Fuse(steps)):
                    run = scene.carry()
            except KilledError:
                kills += 1
            else:
                if run.state is not RunState.POSTED:
                    break
            _pass_time(scene, chance, calm=calm)
        check(scene)
    return kills


def _pass_time(scene: Scene, chance: Random, *, calm: bool) -> None:
    """Something happens at the provider, and some time goes by."""
    server = scene.server
    server.arrive()
    if not calm and chance.random() < 0.2:
        stranger = f"{chance.getrandbits(96):024x}"
        server._add("", [(stranger, {"model": "m"})] * chance.choice([1, 2, 3]))
        server.posted.pop(stranger)
        server.arrive()
    for batch in scene.open_batches():
        if calm or chance.random() < 0.6:
            is_ours = "messages" in batch.calls[0][1] or "contents" in batch.calls[0][1]
            server.work(
                batch,
                lambda _n, _code, ours=is_ours: _ending(chance, calm=calm) if ours else EXPIRED,
                lambda found: chance.sample(found, len(found)),
            )
    scene.wait(minutes=chance.choice([1, 5, 20, 60]))


def _ending(chance: Random, *, calm: bool) -> str:
    kinds = [ANSWERED, EXPIRED, ERRORED, MISSING]
    return ANSWERED if calm else chance.choices(kinds, [75, 10, 8, 7])[0]


def check(scene: Scene) -> None:
    """Nothing is posted twice, billed twice or lost, and the ledger is the bill."""
    server = scene.server
    # Where the process died right after the end of the run, another one found nothing to do.
    all_runs, calls, found = scene.stored()
    assert {run.state for run in all_runs} == {RunState.DONE}
    assert set(server.posted.values()) == {1}, "posted twice"
    bodies = {code: body for batch in server.batches for code, body in batch.calls}
    path = {"openai": "/chat/completions", "anthropic": "/messages", "gemini": ":generateContent"}
    billed = Counter(
        candidate_of(Recorded("POST", path[server.provider], {}, _encoded(bodies[code])))
        for code, _ in server.bill
    )
    assert len(billed) == 6
    assert set(billed.values()) == {1}, "billed twice"
    codes = sorted(f"call-{code}" for code, _ in server.bill)
    assert sorted(call.id for call in calls) == codes, "an answer is lost, or stored twice"
    bill = scene.billed()
    assert sum(run.known_cost for run in all_runs) == pytest.approx(bill)
    assert sum(call.cost for call in calls if call.cost is not None) == pytest.approx(bill)
    assert not any(run.unknown_cost_calls for run in all_runs)
    assert len(found) == len({(one.response_id, one.checkpoint_id) for one in found}) == 18
    assert not check_file(scene.path).problems


def _encoded(body: dict[str, Any]) -> bytes:
    return json.dumps(body).encode()
