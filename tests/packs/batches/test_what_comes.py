"""What a provider may send: late, partly, doubled, foreign, refused, broken; and what becomes of it."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from tests.loopback import graders
from tests.loopback.batches import (
    ANSWERED,
    ERRORED,
    EXPIRED,
    GARBLED,
    MISSING,
    REFUSED,
    BatchServer,
)
from tests.loopback.behaviours import error
from tests.packs.batches.posted import KEY, MODELS, Scene, edit_checkpoint
from xpert_studio.core.errors import ProjectBusyError, XpertError
from xpert_studio.core.judge.budget import Limits
from xpert_studio.core.records import RatingState, RunRequest, RunState
from xpert_studio.core.store import ProjectFile, runs
from xpert_studio.packs.batches import service
from xpert_studio.packs.batches.parts import State

PROVIDERS = pytest.mark.parametrize("provider", MODELS)


@pytest.fixture
def server(provider):
    with BatchServer(provider) as made:
        yield made


@pytest.fixture
def scene(server, tmp_path):
    return Scene.of(tmp_path / "p.xpert", server)


@PROVIDERS
def test_parts_hold_as_many_calls_as_the_provider_takes(scene, server, provider, monkeypatch):
    terms = replace(service.TERMS[provider], requests=4)
    monkeypatch.setitem(service.TERMS, provider, terms)
    scene.carry()
    assert [len(batch.calls) for batch in server.batches] == [4, 2]
    for code in server.posted:
        assert len(code) <= 64
        assert code.isalnum()


@PROVIDERS
def test_parts_hold_as_many_bytes_as_the_provider_takes(scene, server, provider, monkeypatch):
    scene.carry()
    sizes = [len(json.dumps(body)) for _, body in server.batches[0].calls]
    other = Scene.of(scene.path.with_name("q.xpert"), server)
    limit = 3 * max(sizes)
    monkeypatch.setitem(service.TERMS, provider, replace(service.TERMS[provider], size=limit))
    other.carry()
    _, *parts = [[len(json.dumps(body)) for _, body in batch.calls] for batch in server.batches]
    assert len(parts) > 1
    assert sum(map(len, parts)) == 6
    for sizes, (first, *_) in zip(parts, [*parts[1:], [limit]], strict=True):
        assert sum(sizes) <= limit < sum(sizes) + first + 256 * (len(sizes) + 1)


@PROVIDERS
@pytest.mark.parametrize("ending", [EXPIRED, ERRORED, MISSING])
def test_what_the_provider_left_goes_into_the_next_part(scene, server, provider, ending):
    scene.carry()
    server.work(server.batches[0], lambda n, _: ANSWERED if n % 2 else ending)
    assert scene.carry().state is RunState.POSTED
    (second,) = scene.open_batches()
    assert len(second.calls) == 3
    server.work(second)
    assert scene.carry().state is RunState.DONE
    (run,), calls, found = scene.stored()
    assert len(calls) == len(server.bill) == 6
    assert len(found) == 18
    assert run.known_cost == pytest.approx(scene.billed())


@PROVIDERS
def test_what_is_left_again_and_again_is_posted_as_often_as_the_run_allows(tmp_path, provider):
    with BatchServer(provider) as server:
        scene = Scene.of(tmp_path / "p.xpert", server, max_retries=2)
        while (run := scene.carry()).state is RunState.POSTED:
            (batch,) = scene.open_batches()
            server.work(batch, lambda n, _: ANSWERED if n == 0 else EXPIRED)
    assert run.state is RunState.PARTLY
    assert [len(batch.calls) for batch in server.batches] == [6, 5, 4]


@PROVIDERS
def test_what_a_reply_leaves_open_is_asked_again_as_by_single_calls(scene, server, provider):
    server.answers_by(graders.verdicts(lambda _, name: True if name == "c0" else None))
    scene.carry()
    server.work(server.batches[0])
    scene.carry()
    (second,) = scene.open_batches()
    server.answers_by(graders.verdicts(lambda _, __: True))
    server.work(second)
    run = scene.carry()
    _, calls, found = scene.stored()
    assert run.state is RunState.DONE
    assert sorted(len(call.asked) for call in calls) == [2] * 6 + [3] * 6
    assert len(found) == 18


@PROVIDERS
def test_what_stays_open_after_the_last_reply_is_invalid(scene, server, provider):
    server.answers_by(graders.verdicts(lambda _, name: True if name == "c0" else None))
    while scene.carry().state is RunState.POSTED:
        for batch in scene.open_batches():
            server.work(batch)
    _, _, found = scene.stored()
    states = [one.state for one in found]
    assert states.count(RatingState.OK) == 6
    assert states.count(RatingState.INVALID) == 12


@PROVIDERS
def test_a_parameter_that_is_refused_is_left_out_of_the_next_part(tmp_path, provider):
    with BatchServer(provider) as server:
        scene = Scene.of(tmp_path / "p.xpert", server, parameters={"temperature": 0.2})
        scene.carry()
        assert "temperature" in json.dumps(server.batches[0].calls)
        server.work(server.batches[0], lambda _n, _code: REFUSED)
        scene.carry()
        (second,) = scene.open_batches()
        assert "temperature" not in json.dumps(second.calls)
        server.work(second)
        assert scene.carry().state is RunState.DONE
        _, _, found = scene.stored()
    assert all("temperature_not_sent" in one.flags for one in found)


@PROVIDERS
def test_a_batch_that_fails_as_a_whole_ends_the_run_and_says_why(scene, server, provider):
    if provider == "anthropic":
        pytest.skip("its batches do not fail as a whole")
    scene.carry()
    server.fail(server.batches[0], "Enqueued token limit reached.")
    run = scene.carry()
    assert run.state is RunState.FAILED
    assert "Enqueued token limit reached." in (run.message or "")
    assert scene.carry().state is RunState.POSTED  # asked again, it is another go
    assert len(server.batches[1].calls) == 6


def line(provider: str, code: str, reply: object) -> bytes:
    """An answer in the words of a provider."""
    shapes = {
        "openai": {"custom_id": code, "response": {"status_code": 200, "body": reply}},
        "anthropic": {"custom_id": code, "result": {"type": "succeeded", "message": reply}},
        "gemini": {"metadata": {"key": code}, "response": reply},
    }
    return json.dumps(shapes[provider]).encode()


@PROVIDERS
def test_answers_that_were_not_asked_for_or_come_twice_are_refused_and_said(
    scene, server, provider
):
    scene.carry()
    (batch,) = server.batches
    server.work(batch)
    code, _, reply = batch.results[0]
    batch.extra = [
        line(provider, "f" * 24, reply),
        line(provider, code, reply),
        line(provider, "../../etc", reply),
        line(provider, "", None),
    ]
    if provider != "gemini":
        batch.extra += [b"[1, 2]", b"{not json", b"\x00\xff"]
    run = scene.carry()
    (part,) = scene.parts()
    _, calls, found = scene.stored()
    assert run.state is RunState.DONE
    assert len(calls) == 6
    assert len(found) == 18
    refused = 4 if provider == "gemini" else 7
    assert len(part.refused) == refused
    assert str(refused) in (run.message or "")


@PROVIDERS
def test_an_answer_by_another_model_decides_nothing(scene, server, provider):
    scene.carry()
    (batch,) = server.batches
    server.work(batch)
    name = {"gemini": "modelVersion"}.get(provider, "model")
    batch.results[0][2][name] = "llama-9"
    batch.results[1][2][name] = f"{MODELS[provider]}-2026-08-07"
    assert scene.carry().state is RunState.PARTLY
    _, _, found = scene.stored()
    wrong = [one for one in found if one.state is RatingState.ERROR]
    assert len(wrong) == 3
    assert all("llama-9" in (one.problem or "") for one in wrong)
    assert not scene.open_batches()


@PROVIDERS
def test_an_answer_without_end_or_sense_is_an_error_and_not_paid_again(scene, server, provider):
    scene.carry()
    (batch,) = server.batches
    server.work(batch, lambda n, _: GARBLED if n == 0 else ANSWERED)
    code = batch.results[0][0]
    batch.results[0] = (code, GARBLED, {"x": "y" * 9_000_000})
    run = scene.carry()
    assert run.state is RunState.PARTLY
    assert run.error == 3
    assert run.unknown_cost_calls == 1
    assert len(server.batches) == 1


@PROVIDERS
def test_answers_that_are_cut_off_are_fetched_again_and_not_posted(scene, server, provider):
    if provider == "gemini":
        pytest.skip("its answers come in one JSON")
    scene.carry()
    (batch,) = server.batches
    server.work(batch)
    whole, batch.results = batch.results, batch.results[:2]
    shown = server._openai_batch if provider == "openai" else server._anthropic_batch
    batch.results = whole
    told = shown(batch)
    batch.results = whole[:2]
    setattr(server, f"_{provider}_batch", lambda _: told)
    with pytest.raises(XpertError, match="2 of 6"):
        scene.carry()
    batch.results = whole
    assert scene.carry().state is RunState.DONE
    assert len(server.batches) == 1


@PROVIDERS
def test_what_is_edited_meanwhile_is_paid_for_and_decides_nothing(scene, server, provider):
    scene.carry()
    edit_checkpoint(scene.path, "t0", "c1", "Says something else.")
    server.work(server.batches[0])
    run = scene.carry()
    _, calls, found = scene.stored()
    assert run.state is RunState.PARTLY
    assert len(calls) == 6
    assert len(found) == 9
    assert run.known_cost == pytest.approx(scene.billed())
    assert len(server.batches) == 1


@PROVIDERS
def test_money_is_reserved_before_a_post_and_settled_after_it(tmp_path, provider):
    with BatchServer(provider) as server:
        probe = Scene.of(tmp_path / "probe.xpert", server)
        probe.carry()
        (part,) = probe.parts()
        server.work(server.batches.pop())
        server.bill.clear()
        limit = part.money / 6 * 1.5
        scene = Scene.of(tmp_path / "p.xpert", server, limits=Limits(money=limit))
        scene.carry()
        scene.carry()
        (batch,) = server.batches  # what is on its way is reserved
        assert len(batch.calls) == 1
        server.work(batch)
        while (run := scene.carry()).state is RunState.POSTED:
            for one in scene.open_batches():
                server.work(one)
    assert run.state is RunState.OUT_OF_BUDGET
    assert run.ok < 18
    assert run.known_cost == pytest.approx(scene.billed())
    assert run.known_cost <= limit


@PROVIDERS
def test_a_cancelled_run_keeps_what_came_and_posts_nothing_more(scene, server, provider):
    run = scene.carry()
    with ProjectFile.open(scene.path) as project, project.writing() as tx:
        runs.ask_run(tx, run.id, RunRequest.CANCEL)
    cancelled = scene.carry()
    assert cancelled.state is RunState.POSTED
    assert server.batches[0].has_ended
    assert scene.carry().state is RunState.CANCELLED
    assert len(server.batches) == 1
    assert not server.bill


@PROVIDERS
def test_single_calls_of_the_judge_wait_for_its_batch(scene, server, provider):
    scene.carry()
    with pytest.raises(ProjectBusyError, match="batch"):
        scene.carry(batch=False)


@PROVIDERS
def test_a_post_that_is_refused_ends_the_run_where_trying_again_is_no_use(scene, server, provider):
    server.fails = [error(401, "Incorrect API key provided.")]
    run = scene.carry()
    assert run.state is RunState.FAILED
    assert scene.parts()[0].state is State.ABSENT
    server.fails = [error(429, "Too many batches.")] if provider != "openai" else []
    if provider != "openai":
        assert scene.carry().state is RunState.POSTED
        assert not server.batches
    assert scene.carry().state is RunState.POSTED
    assert len(server.batches) == 1
    assert KEY.encode() not in scene.path.read_bytes()


@PROVIDERS
def test_a_post_whose_fate_is_unknown_is_posted_again_only_once_it_is_certain(
    scene, server, provider
):
    server.arrives_late = True
    scene.carry()
    server.arrives_late = False
    assert scene.parts()[0].state is State.INTENT
    scene.wait(minutes=5)
    scene.carry()
    assert not server.batches  # it may still arrive
    server.arrive()
    scene.wait(minutes=1)
    scene.carry()
    named = provider != "anthropic"
    assert scene.parts()[0].state is (State.POSTED if named else State.INTENT)
    scene.wait(hours=3)
    scene.carry()
    assert len(server.batches) == 1
    server.work(server.batches[0])
    assert scene.carry().state is RunState.DONE
    assert len(server.bill) == 6


@PROVIDERS
def test_a_post_that_never_arrived_is_posted_once_that_is_certain(scene, server, provider):
    server.arrives_late = True
    scene.carry()
    server.arrives_late = False
    server.late.clear()
    scene.wait(minutes=20)
    scene.carry()
    assert not server.batches
    scene.wait(minutes=10)
    scene.carry()
    assert len(server.batches) == 1


def test_a_batch_of_others_with_as_many_calls_is_not_taken_for_ours(tmp_path):
    with BatchServer("anthropic") as server:
        scene = Scene.of(tmp_path / "p.xpert", server)
        server.arrives_late = True
        scene.carry()
        server.arrives_late = False
        server.late.clear()
        strangers = [(f"stranger{n}", {"model": "m"}) for n in range(6)]
        other = server._add("", strangers)
        scene.wait(hours=2)
        assert scene.carry().state is RunState.POSTED
        assert len(server.batches) == 1  # it has not ended: it may be ours
        server.work(other, lambda _n, _code: EXPIRED)
        scene.carry()
        assert len(server.batches) == 2
        assert server.batches[1].calls[0][0] not in dict(strangers)


def test_the_key_goes_to_no_address_that_a_reply_names(tmp_path):
    with BatchServer("anthropic") as server:
        scene = Scene.of(tmp_path / "p.xpert", server)
        scene.carry()
        server.work(server.batches[0])
        assert scene.carry().state is RunState.DONE  # results_url names a server that is not there


def test_a_provider_without_batches_is_named(tmp_path):
    with BatchServer("openai") as server:
        scene = Scene.of(tmp_path / "p.xpert", server)
        scene.more = {"provider": "compatible"}
        with pytest.raises(XpertError, match="compatible has no batches"):
            scene.carry()
