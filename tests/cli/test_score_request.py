"""What a window asks for can be typed: request to arguments and back, and a run carried out again."""

from __future__ import annotations

import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.judge.projects import make_project
from tests.loopback import LoopbackServer, answers, behaviours
from tests.sampling import examples
from xpert_studio.cli.main import run as run_program
from xpert_studio.core.judge.budget import Limits
from xpert_studio.core.judge.command_line import arguments_of, command_of
from xpert_studio.core.judge.providers.registry import PROVIDERS
from xpert_studio.core.judge.request import ScoreRequest
from xpert_studio.core.judge.selection import Selection
from xpert_studio.core.name_lists import read_names, written
from xpert_studio.core.records import JudgeMode, JudgeSettings, PanelRule, RunRequest, RunState
from xpert_studio.core.store import ProjectFile, judges, runs

POSITIVE = st.floats(min_value=1, max_value=1e6, allow_nan=False)
NAMES = st.text(
    st.characters(exclude_categories=["Cs", "Cc", "Zl", "Zp"]), min_size=1, max_size=12
).filter(lambda name: name == name.strip() and name)
LISTS = st.lists(NAMES, max_size=4, unique=True).map(tuple)
VALUES = {
    "temperature": st.floats(0, 2),
    "max_output_tokens": st.integers(1, 9999),
    "reasoning_effort": st.sampled_from(["minimal", "high"]),
    "seed": st.integers(-9, 9),
    "top_p": st.floats(0, 1) | st.none() | st.lists(st.integers(), max_size=2),
}


@st.composite
def requests(draw) -> ScoreRequest:
    mode = draw(st.sampled_from(JudgeMode))
    anchored = mode is JudgeMode.ANCHORED
    return ScoreRequest(
        provider=draw(st.sampled_from(list(PROVIDERS))),
        model=draw(NAMES),
        mode=mode,
        parameters=draw(st.fixed_dictionaries({}, optional=VALUES)),
        settings=JudgeSettings(
            prompt_language=draw(st.sampled_from(["auto", "en", "zh"])),
            chunk_size=draw(st.integers(0, 9)),
            trials=draw(st.sampled_from([1, 3, 5])),
            anchors=draw(st.integers(1, 8)) if anchored else 1,
            anchor_seed=draw(st.none() | st.integers(-5, 5)) if anchored else None,
            show_weights=draw(st.booleans()),
            max_asks=draw(st.integers(1, 10)),
            fuzzy_threshold=draw(st.integers(50, 100)),
        ),
        selection=Selection(
            models=draw(LISTS), task_ids=draw(LISTS), domains=draw(LISTS),
            subset=draw(st.just("") | NAMES), response_ids=draw(LISTS),
        ),
        base_url=draw(st.none() | st.just("http://localhost:8000/v1")),
        concurrency=draw(st.integers(1, 1024)),
        requests_per_minute=draw(st.none() | POSITIVE),
        tokens_per_minute=draw(st.none() | POSITIVE),
        timeout=draw(POSITIVE),
        max_retries=draw(st.integers(0, 20)),
        limits=Limits(
            money=draw(st.none() | POSITIVE),
            calls=draw(st.none() | st.integers(0, 99)),
            tokens=draw(st.none() | st.integers(0, 99)),
        ),
        others=draw(st.sampled_from([(), ("baseline", "openai:gpt-5"), ("compatible:a:b",)])),
        panel=(rule := draw(st.none() | st.sampled_from(PanelRule))),
        exclude_same_family=rule is not None and draw(st.booleans()),
        cluster=draw(st.none() | st.just("tls://host:8786")),
    )  # fmt: skip


class CaughtError(Exception):
    """Carries the request that the command line has made."""


@examples(6)
@given(request=requests())
def test_what_is_asked_for_can_be_typed(request, tmp_path_factory):
    path = tmp_path_factory.getbasetemp() / "typed.xpert"
    if not path.exists():
        make_project(path, tasks=1, checkpoints=1, systems=1).close()

    def catch(_, made, **_options):
        raise CaughtError(made)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("xpert_studio.report.whole_runs.prepare_all", catch)
        patch.setattr("xpert_studio.cli.main._report_crash", lambda error: caught.append(error))
        patch.setattr(sys, "argv", ["xpert-studio", "score", str(path), *arguments_of(request)])
        caught: list[Exception] = []
        with pytest.raises(SystemExit):
            run_program()
    assert len(caught) == 1, "the arguments were refused"
    assert caught[0].args == (request,)


@given(st.lists(NAMES | st.just("-") | st.just("@x"), min_size=1, max_size=5).map(tuple))
def test_any_names_are_written_and_read(names):
    assert read_names(written(names)) == names
    assert written(names) != "-"
    assert not written(names).startswith("@")


def test_the_command_says_no_key(tmp_path):
    request = ScoreRequest("openai", "gpt-5", api_key="sk-planted-0123456789")
    said = command_of(tmp_path / "a b.xpert", request)
    assert "planted" not in said
    assert said.startswith("xpert-studio score '")


def test_names_come_from_a_file_too(xpert, project, tmp_path):
    (tmp_path / "tasks.txt").write_text("t1\n\n", encoding="utf-8")
    said = xpert("score", project, "--tasks", "@tasks.txt", "--dry-run", "--json")
    assert said.json["items"] == 9
    assert xpert("score", project, "--tasks", "@nowhere.txt").code == 2


@pytest.mark.parametrize(
    ("option", "names"),
    [("--domains", "Law"), ("--subset", "gold"), ("--responses", "t0:s1"), ("--responses", "x")],
)
def test_a_selection_of_nothing_is_refused_with_what_there_is(xpert, project, option, names):
    said = xpert("score", project, option, names, "--dry-run", "--json")
    if names == "t0:s1":
        assert said.json["items"] == 3
    else:
        assert said.code == 2
        assert said.json["error"] == "NotFoundError"


def last_run(path):
    with ProjectFile.open(path, read_only=True) as project, project.reading() as tx:
        run = runs.all_runs(tx)[-1]
        return run, judges.get_judge(tx, run.judge_id)


def test_what_failed_is_asked_again_and_nothing_else(xpert, project):
    with LoopbackServer(behaviours=[behaviours.refusal()] * 6) as server:
        first = xpert(
            "score", project, "--judge", "compatible:m", "--base-url", server.openai_url,
            "--systems", "s1,s2", "--temperature", "0.5", "--concurrency", "1", "--timeout", "9",
            "--max-asks", "3", "--json",
        )  # fmt: skip
        assert (first.code, first.json["invalid"], first.json["ok"]) == (4, 6, 6)
        before = len(server.requests)
        again = xpert("score", project, "--again", first.json["run_id"], "--json")
        assert (again.code, again.json["ok"], again.json["known"]) == (0, 6, 6)
        assert again.json["judge_id"] == first.json["judge_id"]
        assert len(server.requests) == before + 2
        assert {r.json["temperature"] for r in server.requests} == {0.5}
    run, _ = last_run(project)
    assert run.terms.base_url == server.openai_url
    assert (run.terms.concurrency, run.terms.timeout) == (1, 9.0)
    assert run.selection == {"models": ["s1", "s2"], "tasks": []}


def test_again_refuses_what_would_be_another_run(xpert, project):
    xpert("score", project)
    run, _ = last_run(project)
    said = xpert("score", project, "--again", run.id, "--mode", "anchored", "--trials", "3")
    assert said.code == 2
    assert "--mode, --trials cannot be changed" in said.err
    assert xpert("score", project, "--again", "run-0").code == 2
    assert xpert("score", project, "--again", run.id, "--budget", "1").code == 0


def test_a_run_that_was_stopped_goes_on_with_the_rest_of_its_budget(xpert, project):
    answered = 0

    def stop_at_third(request):
        nonlocal answered
        answered += 1
        if answered == 3:
            with ProjectFile.open(project) as opened, opened.writing() as tx:
                runs.ask_run(tx, runs.all_runs(tx)[-1].id, RunRequest.STOP)
        return behaviours.Behaviour(text=answers.all_met(request), delay=0.7)

    with LoopbackServer(answer=stop_at_third) as server:
        first = xpert(
            "score", project, "--judge", "compatible:m", "--base-url", server.openai_url,
            "--concurrency", "1", "--max-calls", "5", "--json",
        )  # fmt: skip
        assert first.json["state"] == "interrupted"
        done = first.json["calls"]
        assert 3 <= done < 5
        second = xpert("score", project, "--again", first.json["run_id"], "--json")
    assert second.json["run_id"] == first.json["run_id"]
    assert second.json["state"] == "out_of_budget"
    assert second.json["calls"] == 5
    assert second.json["coverage"] == pytest.approx(15 / 18)
    run, _ = last_run(project)
    assert run.state is RunState.OUT_OF_BUDGET


def test_an_address_with_a_password_is_not_kept(project):
    secret = ScoreRequest("compatible", "m", base_url="http://me:verysecret@localhost:1/v1")
    assert secret.terms.base_url is None


def test_an_address_with_a_password_is_refused_without_telling_it(xpert, project):
    words = ("score", project, "--judge", "compatible:m", "--base-url")
    said = xpert(*words, "http://me:verysecret@localhost:1/v1")
    assert (said.code, "verysecret" in said.out + said.err) == (2, False)
    assert "The address of localhost:1 holds a name, password or key." in said.err


@pytest.mark.parametrize(
    "words",
    [
        ("score", "--judge", "openai:{key}", "--dry-run"),
        ("score", "--judge", "compatible:{key}", "--base-url", "http://127.0.0.1:9/v1"),
        ("compare", "judge", "--judge", "openai:{key}", "--dry-run"),
        ("attack", "--judge", "openai:{key}", "--dry-run"),
        ("lint", "check", "--model", "openai:{key}"),
        ("score", "--judge", "{key}:x", "--dry-run"),
        ("info", "--lang", "{key}"),
    ],
)
def test_a_key_in_the_place_of_a_name_is_neither_shown_nor_kept(xpert, project, monkeypatch, words):
    key = "Zq7RwT2mVnSy4LkP9xCd3BfGh"
    monkeypatch.setenv("OPENAI_API_KEY", key)
    monkeypatch.setenv("XPERT_STUDIO_COMPATIBLE_KEY", key)
    at = 2 if words[0] in {"compare", "lint"} else 1
    given = [word.format(key=key) for word in words]
    said = xpert(*given[:at], project, *given[at:])
    assert said.code != 0
    assert key.lower() not in (said.out + said.err).lower()
    assert key.encode() not in project.read_bytes()


@pytest.mark.parametrize("limit", [(), ("--max-calls", "2")])
def test_a_run_that_decides_nothing_says_why_once(xpert, project, limit):
    with LoopbackServer() as server:
        address = server.openai_url  # nobody listens there any more
    words = ("score", project, "--judge", "compatible:m", "--base-url", address)
    said = xpert(*words, "--retries", "0", "--concurrency", "1", *limit)
    assert said.code == 4
    assert said.out.count("could not be reached (the connection was refused).") == 1
    assert "budget is used up" not in said.out


def test_what_a_run_left_open_is_listed(xpert, project):
    with LoopbackServer(behaviours=[behaviours.refusal()] * 3) as server:
        first = xpert(
            "score", project, "--judge", "compatible:m", "--base-url", server.openai_url,
            "--concurrency", "1", "--json",
        ).json  # fmt: skip
        said = xpert("runs", project, "--problems", first["run_id"], "--json").json
        assert len(said["problems"]) == first["invalid"] == 3
        assert {item["problem"] for item in said["problems"]} == {"the model refused"}
        xpert("score", project, "--again", first["run_id"])
    told = xpert("runs", project, "--problems", first["run_id"])
    assert "0 of 3 are open still" in told.out
    listed = xpert("runs", project).out
    assert "100 %" in listed
    assert xpert("runs", project, "--pause", first["run_id"]).code == 1


def test_a_verdict_is_shown_with_its_exchange(xpert, tmp_path):
    from tests.workflow.studio import Studio

    studio = Studio(tmp_path / "studio.xpert")
    (response,) = studio.answered()
    studio.judged(response, "maria", met=False)
    studio.project.close()
    with LoopbackServer() as server:
        xpert(
            "score", "studio.xpert", "--judge", "compatible:m", "--base-url", server.openai_url,
            "--as", "lena",
        )  # fmt: skip
        sent = server.requests[0]
    said = xpert("verdict", "studio.xpert", "t1:A", "1", "--as", "lena", "--raw")
    assert said.code == 0, said.err
    assert "met. The response does this." in said.out
    assert "Expert maria: not met (submitted). It says so plainly." in said.out
    assert sent.json["messages"][0]["content"][:80] in said.out
    told = xpert(
        "verdict", "studio.xpert", "t1:A", "2", "--judge", "compat", "--as", "lena", "--json"
    )
    assert told.json["verdict"]["met"] is True
    assert sent.suffix.endswith(told.json["call"]["suffix"])
    assert told.json["hashes"]["stale"] is False
    assert xpert("verdict", "studio.xpert", "t1:A", "1", "--as", "maria").code == 5
    sealed = xpert("verdict", "studio.xpert", "t1:A", "1", "--as", "ada")
    assert sealed.code == 5
    assert "You still have to judge" in sealed.err
    assert xpert("verdict", "studio.xpert", "t1:A", "1", "--trial", "2", "--as", "lena").code == 2
