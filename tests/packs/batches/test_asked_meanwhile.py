"""What happens to a run in batches between looks: requests, limits, refusals, a server that fails."""

from __future__ import annotations

import asyncio
import json
import os
import signal
from dataclasses import replace

import pytest

from tests.loopback import graders
from tests.loopback.batches import ANSWERED, EXPIRED, BatchServer
from tests.loopback.behaviours import error
from tests.packs.batches.posted import KEY, MODELS, Scene
from tests.program import carried_out
from xpert_studio.core.errors import InputRefusedError, StageError
from xpert_studio.core.exchange import pack_rows
from xpert_studio.core.exchange.bundle_export import export_bundle
from xpert_studio.core.exchange.bundle_import import import_bundle
from xpert_studio.core.judge.budget import Limits
from xpert_studio.core.judge.providers.base import ProviderError
from xpert_studio.core.records import Person, Role, RunRequest, RunState
from xpert_studio.core.records.project import Visibility
from xpert_studio.core.store import ProjectFile, entities, runs, settings
from xpert_studio.core.store.settings import CopyOf
from xpert_studio.core.workflow import new_project
from xpert_studio.core.workflow.pack_records import seen_records
from xpert_studio.packs.batches import batch_run, service
from xpert_studio.packs.batches.parts import KIND, State, parts_of, put_part
from xpert_studio.packs.batches.replay import PartBackend

PROVIDERS = pytest.mark.parametrize("provider", MODELS)


@pytest.fixture
def provider():
    return "openai"


@pytest.fixture
def server(provider):
    with BatchServer(provider) as made:
        yield made


@pytest.fixture
def scene(server, tmp_path):
    return Scene.of(tmp_path / "p.xpert", server)


@pytest.fixture
def asks(monkeypatch, scene):
    """Has another process ask the run for something while its first answer is read."""

    def ask(request):
        decide, wanted = PartBackend.decide, [request]

        async def asked(backend, call, keep):
            if wanted:
                with ProjectFile.open(scene.path) as project, project.writing() as tx:
                    runs.ask_run(tx, runs.all_runs(tx)[-1].id, wanted.pop())
            return await decide(backend, call, keep)

        monkeypatch.setattr(PartBackend, "decide", asked)

    return ask


@pytest.fixture
def beats(monkeypatch):
    """Has something happen at each beat of the waiting, in place of the time that it takes."""
    there = asyncio.sleep
    happens = []

    async def sleep(_):
        happens.pop(0)()
        await there(0)

    monkeypatch.setattr(batch_run.asyncio, "sleep", sleep)
    monkeypatch.setattr(batch_run, "EVERY", batch_run._BEAT)
    return happens


def half_of(server):
    server.work(server.batches[0], lambda n, _: ANSWERED if n % 2 else EXPIRED)


def test_a_cancellation_while_answers_are_read_posts_nothing_more(scene, server, asks):
    scene.carry()
    half_of(server)
    asks(RunRequest.CANCEL)
    run = scene.carry()
    while run.state is RunState.POSTED:
        run = scene.carry()
    assert run.state is RunState.CANCELLED
    assert len(server.batches) == 1
    assert len(scene.stored()[1]) == len(server.bill) == 3


@pytest.mark.parametrize("request_", [RunRequest.STOP, RunRequest.PAUSE])
def test_a_stop_while_answers_are_read_leaves_the_run_as_it_is(scene, server, asks, request_):
    scene.carry()
    half_of(server)
    asks(request_)
    scene.more = {"wait": True}  # which ends with it
    run = scene.carry()
    assert run.state is RunState.POSTED
    assert "Stopped" in (run.message or "")
    assert len(server.batches) == 1
    scene.more = {}
    assert scene.carry().state is RunState.POSTED  # taken up again, it posts what was left
    assert [len(batch.calls) for batch in server.batches] == [6, 3]


@PROVIDERS
def test_a_post_that_is_refused_for_what_it_says_ends_the_run_in_these_words(
    scene, server, provider
):
    server.fails = [error(400, "Batches of this model are not offered.")]
    run = scene.carry()
    assert run.state is RunState.FAILED
    assert "Batches of this model are not offered." in (run.message or "")
    assert [part.state for part in scene.parts()] == [State.ABSENT]
    assert scene.carry().state is RunState.POSTED


def test_a_refusal_beside_an_open_part_is_not_asked_for_again_and_again(
    scene, server, beats, monkeypatch
):
    monkeypatch.setitem(service.TERMS, "openai", replace(service.TERMS["openai"], requests=3))
    scene.more = {"wait": True}
    accepted = server._upload

    def upload(request):
        if len(server.batches) == 1:
            server.fails = [error(400, "No more of this model.")]
        return accepted(request)

    monkeypatch.setattr(server, "_upload", upload)
    beats += [lambda: None, lambda: None, lambda: server.work(server.batches[0])]
    run = scene.carry()
    assert run.state is RunState.FAILED
    assert "No more of this model." in (run.message or "")
    assert [part.state for part in scene.parts()] == [State.SETTLED, State.ABSENT]
    assert run.ok == 9


@PROVIDERS
def test_a_run_out_of_budget_gets_a_new_one_for_all_its_fetches(tmp_path, provider):
    with BatchServer(provider) as server:
        scene = Scene.of(tmp_path / "p.xpert", server, limits=Limits(calls=2))
        for _ in range(3):
            run = scene.carry()
            assert run.state is RunState.POSTED
            server.work(server.batches[-1], lambda n, _: ANSWERED if n else EXPIRED)
            scene.carry()
            server.work(server.batches[-1])
            run = scene.carry()
            if run.state is RunState.DONE:
                break
            assert run.state is RunState.OUT_OF_BUDGET
    assert run.state is RunState.DONE
    assert [len(batch.calls) for batch in server.batches] == [2, 1, 2, 1, 2, 1]
    assert run.known_cost == pytest.approx(scene.billed())


def test_a_look_that_fails_for_a_moment_is_said_and_does_not_end_the_waiting(scene, server, beats):
    said = []

    def fail():
        server.fails = [error(503, "Back in a minute.")]

    def answer():
        server.work(server.batches[0])

    def read():
        with ProjectFile.open(scene.path) as project, project.reading() as tx:
            said.append(runs.all_runs(tx)[0].message)

    scene.more = {"wait": True}
    beats += [fail, lambda: None, lambda: (read(), answer())]
    assert scene.carry().state is RunState.DONE
    assert "Back in a minute." in said[0]


@PROVIDERS
def test_refusals_while_it_is_waited_end_nothing_and_leave_one_part(
    scene, server, beats, monkeypatch, provider
):
    monkeypatch.setitem(service.TERMS, provider, replace(service.TERMS[provider], requests=3))
    scene.more = {"wait": True}
    busy = error(429, headers={"retry-after": "0"})
    server.fails = [busy] * 30

    def get_through():
        server.fails = []

    def work():
        for batch in scene.open_batches():
            server.work(batch)

    beats += [lambda: None, get_through, work]
    assert scene.carry().state is RunState.DONE
    assert [(part.place, part.state) for part in scene.parts()] == [
        (1, State.SETTLED), (2, State.SETTLED),
    ]  # fmt: skip
    assert set(server.posted.values()) == {1}


def test_a_first_look_that_fails_for_a_moment_does_not_end_the_waiting(scene, server, beats):
    scene.carry()
    server.fails = [error(503, "Back in a minute.")]
    with pytest.raises(ProviderError):
        scene.carry()
    server.fails = [error(503, "Back in a minute.")]
    scene.more = {"wait": True}
    beats += [lambda: server.work(server.batches[0])]
    assert scene.carry().state is RunState.DONE


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_while_it_is_waited_ends_the_process_and_leaves_the_run_to_the_next(
    scene, server, beats, monkeypatch, number
):
    monkeypatch.setitem(service.TERMS, "openai", replace(service.TERMS["openai"], requests=3))
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    beats += [
        lambda: server.work(server.batches[0]),  # an engine records it, and has the signals
        lambda: os.kill(os.getpid(), number),
        *[lambda: None] * 20,
    ]
    words = ["--judge", f"openai:{MODELS['openai']}", "--base-url", server.url_of("openai")]
    told = carried_out("score", str(scene.path), *words, "--batch", "--wait")
    assert told.code == 130, told.err
    assert [part.state for part in scene.parts()] == [State.SETTLED, State.POSTED]
    server.work(server.batches[1])
    told = carried_out("batches", "fetch", str(scene.path))
    assert told.code == 0, told.err
    assert "Done" in told.out


def test_open_checkpoints_are_asked_again_also_where_failed_calls_are_not(scene, server):
    scene.more = {"max_retries": 0}
    server.answers_by(graders.verdicts(lambda _, name: True if name == "c0" else None))
    scene.carry()
    server.work(server.batches[0])
    assert scene.carry().state is RunState.POSTED
    server.answers_by(graders.verdicts(lambda _, __: True))
    server.work(server.batches[1])
    assert scene.carry().state is RunState.DONE


def test_a_part_is_found_by_its_run_alone(scene, server):
    run = scene.carry()
    (part,) = scene.parts()
    with ProjectFile.open(scene.path) as project:
        with project.writing() as tx:
            put_part(tx, part.model_copy(update={"run_id": "run_"}))
            put_part(tx, part.model_copy(update={"run_id": f"{run.id}x"}))
        with project.reading() as tx:
            assert [one.run_id for one in parts_of(tx, run.id)] == [run.id]
            assert [one.run_id for one in parts_of(tx, "run_")] == ["run_"]
            assert not parts_of(tx, run.id[:-1])
            assert len(parts_of(tx)) == 3


def test_only_leads_see_parts_as_records(scene):
    scene.carry()
    with ProjectFile.open(scene.path) as project:
        with project.writing() as tx:
            for id_, role in (("ada", Role.EXPERT), ("lena", Role.LEAD)):
                entities.put(tx, Person(id=id_, name=id_, roles=(role,)))
        with project.reading() as tx:
            seen = {who: seen_records(tx, who, *KIND) for who in ("", "ada", "lena")}
    assert {who: len(found) for who, found in seen.items()} == {"": 0, "ada": 0, "lena": 1}


def test_no_bundle_holds_parts(scene, tmp_path):
    scene.carry()
    (part,) = scene.parts()
    with ProjectFile.open(scene.path) as project:
        export_bundle(project, tmp_path / "b", visibility=Visibility.PRIVATE, now=scene.at)
    held = [path for path in (tmp_path / "b").rglob("*") if path.is_file()]
    assert held
    assert not any("batches" in path.name for path in held)
    assert not any(part.secret.encode() in path.read_bytes() for path in held)
    assert "batches" not in json.loads((tmp_path / "b" / "manifest.json").read_text()).get(
        "packs", ()
    )


def test_a_bundle_with_parts_does_not_come_in(scene, tmp_path, monkeypatch):
    scene.carry()
    monkeypatch.setattr(pack_rows, "_stays", lambda *_: False)
    with ProjectFile.open(scene.path) as project:
        export_bundle(project, tmp_path / "b", visibility=Visibility.PRIVATE, now=scene.at)
    with (
        new_project(tmp_path / "new.xpert", now=scene.at) as other,
        pytest.raises(InputRefusedError) as refused,
    ):
        import_bundle(other, tmp_path / "b", now=scene.at)
    assert "stay in the project" in str(refused.value.problems)


def test_a_copy_neither_posts_nor_fetches_nor_cancels(scene, server):
    scene.carry()
    with ProjectFile.open(scene.path) as project, project.writing() as tx:
        settings.put_copy_of(tx, CopyOf(1, "0" * 64))
    asked = len(server.requests)
    with pytest.raises(StageError, match="copy of the project"):
        scene.carry()
    assert len(server.requests) == asked
