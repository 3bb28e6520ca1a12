"""Suites on the command line: defined, run by a command, a folder and a model, compared, gated."""

from __future__ import annotations

import json
import sys
import time
from xml.etree import ElementTree as ET

import pytest

from tests.loopback import LoopbackServer, answers
from tests.packs.suites.histories import TASKS, bench, command, run
from tests.waiting import PATIENCE
from xpert_studio.core.records import Tier
from xpert_studio.core.store import ProjectFile, responses
from xpert_studio.packs.suites.evaluations import evaluations_in
from xpert_studio.packs.suites.local import LocalSettings
from xpert_studio.packs.suites.patterns import matches

KEY = "sk-proj-loopback-0123456789"


def define(xpert, project, name="core", *more, capability="Edits=tag:edits"):
    words = ("suite", "define", project, name, "--capability", capability)
    return xpert(*words, "--capability", "Bugs=tag:bugs", *more, "--json")


@pytest.fixture
def project(xpert, tmp_path, monkeypatch):
    monkeypatch.setenv("XPERT_STUDIO_CONFIG", str(tmp_path / "config"))
    file = bench(xpert, tmp_path)
    assert define(xpert, file).code == 0
    return file


def test_a_suite_is_versioned_by_its_definition(xpert, project):
    first = xpert("suite", "list", project, "--json").json[0]
    assert (first["version"], first["stage"], first["judges"]) == (1, "core", ["checks"])
    assert define(xpert, project).json["changed"] is False
    triggers = define(xpert, project, "core", "--trigger", "src/**").json
    assert triggers["version"] == 1
    stricter = define(xpert, project, "core", "--pass", "0.5").json
    assert stricter["version"] == 2
    assert stricter["suite_hash"] != first["hash"]
    said = xpert("suite", "show", project, "core")
    assert "50 % of points" in said.out and "Edits: tag:edits" in said.out
    assert xpert("undo", project).code == 0
    assert xpert("suite", "list", project, "--json").json[0]["version"] == 1


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (("--capability", "Edits=t01"), "named twice"),
        (("--trigger", ""), "--trigger cannot be ''"),
        (("--capability", "X=t99"), "There is no task t99"),
        (("--capability", "X=tag:none"), "There are: bugs, edits."),
        (("--capability", "X=domain:Law"), "No task has domain:Law"),
        (("--capability", "X"), "names no tasks"),
        (("--judge", "checks", "--judge", "baseline"), "rule of their panel"),
        (("--judge", "nobody"), "nobody"),
        (("--panel", "majority"), "two judges or more"),
        (("--stage", "weekly"), "weekly"),
        (("--pass", "2"), "less than or equal to 1"),
    ],
)
def test_a_wrong_definition_is_refused_and_says_what_is_wrong(xpert, project, more, said):
    found = define(xpert, project, "wrong", *more)
    assert found.code == 2
    assert said in found.out + found.err
    assert len(xpert("suite", "list", project, "--json").json) == 1


def test_a_name_that_is_no_id_is_refused(xpert, project):
    said = define(xpert, project, "core suite")
    assert (said.code, "name cannot be 'core suite'" in said.out) == (2, True)


def test_a_command_answers_and_each_revision_has_responses_of_its_own(
    xpert, project, tmp_path, monkeypatch
):
    first = run(xpert, tmp_path, monkeypatch, "r1", wrong=["t00"])
    assert first.code == 0, first.err
    (made,) = first.json["evaluations"]
    assert (made["passed"], made["responses"], made["clusters"]) == (11, TASKS, TASKS)
    assert made["capabilities"]["Edits"]["pass_rate"] == pytest.approx(5 / 6)
    assert made["seconds"] > 0 and made["cost"] is None
    assert first.json["runs"][0]["answered"] == TASKS
    again = run(xpert, tmp_path, monkeypatch, "r1", wrong=["t01"]).json
    assert again["runs"][0]["known"] == TASKS  # what is there is not generated again
    assert again["evaluations"][0]["passed"] == 11
    second = run(xpert, tmp_path, monkeypatch, "r2").json
    assert second["evaluations"][0]["passed"] == TASKS
    (compared,) = second["comparisons"]
    assert compared["tasks"]["t00"] == "improved"
    assert (compared["test"], compared["pairs"]) == ("mcnemar", 1)
    with ProjectFile.open(project, read_only=True) as opened, opened.reading() as tx:
        assert set(responses.count_by_model(tx)) == {"agent@r1", "agent@r2"}
        known = evaluations_in(tx)
    assert [one.first.revision for one in known] == ["r1", "r1", "r2"]
    shown = xpert("suite", "show", project, "core").out
    assert "agent@r2" in shown and "Judge error is not included" in shown


def test_a_regression_breaks_the_gate_and_junit_says_so(xpert, project, tmp_path, monkeypatch):
    assert run(xpert, tmp_path, monkeypatch, "r1", "--no-regression").code == 0
    wrong = [f"t{n:02}" for n in range(6)]
    file = tmp_path / "gate.xml"
    found = run(
        xpert, tmp_path, monkeypatch, "r2", "--no-regression", "--at-least", "pass_rate=0.4",
        "--junit", file, wrong=wrong,
    )  # fmt: skip
    assert found.code == 1, found.err
    assert found.json["gate"] == "not_met"
    (suite,) = ET.parse(file).getroot()
    cases = {case.get("name"): case for case in suite.iter("testcase")}
    assert (suite.get("tests"), suite.get("failures"), suite.get("errors")) == ("2", "1", "0")
    assert cases["No significant regression"].find("failure") is not None
    assert cases["pass_rate ≥ 0.4"].find("failure") is None
    assert {one.get("name"): one.get("value") for one in suite.iter("property")}["revision"] == "r2"
    said = xpert("suite", "gate", project, "core", "--no-regression")
    assert said.code == 1
    assert "6 regressed, 0 improved" in said.out and "Beyond noise" in said.out
    compared = xpert("suite", "compare", project)
    assert "Regressed: Task 0" in compared.out
    assert "0.0312" in compared.out or "0.0313" in compared.out  # best-case p of six


def test_without_a_gate_junit_has_a_case_a_task(xpert, project, tmp_path, monkeypatch):
    file = tmp_path / "tasks.xml"
    assert run(xpert, tmp_path, monkeypatch, "r1", "--junit", file, wrong=["t00"]).code == 0
    (suite,) = ET.parse(file).getroot()
    said = {case.get("name"): case.find("failure") for case in suite.iter("testcase")}
    assert [name for name, failure in said.items() if failure is not None] == ["t00"]
    assert "0 of 1 trials passed" in said["t00"].get("message")
    assert (suite.get("tests"), suite.get("failures"), suite.get("skipped")) == (
        str(TASKS),
        "1",
        "0",
    )


def test_where_essentials_count_one_that_is_not_met_fails(xpert, tmp_path, monkeypatch):
    monkeypatch.setenv("XPERT_STUDIO_CONFIG", str(tmp_path / "config"))
    project = bench(xpert, tmp_path, tier=Tier.ESSENTIAL)
    assert define(xpert, project, "core", "--essentials", "--pass", "0").code == 0
    found = run(xpert, tmp_path, monkeypatch, "r1", wrong=["t00"])
    assert found.json["evaluations"][0]["passed"] == TASKS - 1


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("pass_rate", "is no threshold"),
        ("speed=0.5", "is no threshold"),
        ("pass_rate=1.5", "more than 1"),
        ("cdr[Edits]=0.5", "not over a capability"),
    ],
)
def test_what_is_no_threshold_is_refused(xpert, project, typed, said):
    assert said in xpert("suite", "gate", project, "core", "--at-least", typed).err


def test_five_tasks_less_are_not_enough_to_break_it(xpert, project, tmp_path, monkeypatch):
    run(xpert, tmp_path, monkeypatch, "r1")
    found = run(xpert, tmp_path, monkeypatch, "r2", "--no-regression", wrong=["t00", "t01"])
    assert (found.code, found.json["gate"]) == (0, "met")
    reason = found.json["evaluations"][0]["conditions"][0]["reason"]
    assert "2 regressed, 0 improved. Not enough to tell: 2 tasks changed; 6 have to" in reason


def test_a_threshold_may_be_on_the_lower_end_on_a_capability_or_on_agreement(
    xpert, project, tmp_path, monkeypatch
):
    run(xpert, tmp_path, monkeypatch, "r1", wrong=["t00"])
    gate = ("suite", "gate", project, "core", "--json", "--at-least")
    assert xpert(*gate, "pass_rate=0.9").code == 0
    assert xpert(*gate, "pass_rate=0.9", "--surely").code == 1
    assert xpert(*gate, "pass_rate[Bugs]=100%").code == 0
    assert xpert(*gate, "pass_rate[Edits]=1").code == 1
    unknown = xpert(*gate, "kappa_within=0.4")
    assert (unknown.code, unknown.json["gate"]) == (4, "undecided")
    for typed in ("pass_rate", "speed=1", "pass_rate=80", "pass_rate=.", "pass_rate[Sums]=1"):
        assert xpert(*gate, typed).code == 2, typed
    assert xpert("suite", "gate", project, "core").code == 2


def test_another_definition_is_not_comparable_until_it_is_accepted(
    xpert, project, tmp_path, monkeypatch
):
    run(xpert, tmp_path, monkeypatch, "r1")
    define(xpert, project, "core", "--pass", "0.5")
    found = run(xpert, tmp_path, monkeypatch, "r2", "--no-regression", wrong=["t00"] * 1)
    assert (found.code, found.json["gate"]) == (4, "undecided")
    (compared,) = found.json["comparisons"]
    assert (compared["status"], compared["p"]) == ("not_comparable", None)
    assert compared["differs"] == ["the suite was defined anew (version 1, now 2)"]
    accepted = xpert("suite", "gate", project, "--no-regression", "--accept-changed")
    assert accepted.code == 0


def test_a_command_that_fails_leaves_a_task_without_a_result(xpert, project, tmp_path, monkeypatch):
    found = run(xpert, tmp_path, monkeypatch, "r1", broken=["t03"])
    assert found.code == 4
    assert found.json["runs"][0]["problems"] == {
        "t03": "the command ended with code 1: no such tool"
    }
    assert found.json["evaluations"][0]["responses"] == TASKS - 1
    mended = run(xpert, tmp_path, monkeypatch, "r1").json
    assert mended["runs"][0]["answered"] == 1
    assert mended["comparisons"][0]["status"] == "not_comparable"


def test_without_a_way_to_run_the_system_the_remedy_names_one(xpert, project):
    found = xpert("suite", "run", project, "core", "--system", "agent")
    assert found.code == 2
    assert "--command" in found.err and "suite local" in found.err
    none = xpert("suite", "run", project, "none", "--system", "agent")
    assert "There are: core" in none.err
    broken = xpert("suite", "run", project, "core", "--system", "a", "--command", "/no/such")
    assert "cannot be run" in broken.err and "went wrong" not in broken.err
    silent = xpert("suite", "run", project, "core", "--system", "a", "--command", "sh -c 'exit 3'")
    said = "the command ended with code 3 and said nothing"
    assert f"t00, t01, t02 and {TASKS - 3} more: {said}" in " ".join(silent.err.split())
    assert silent.err.count(said) == 2, "once for all tasks, and once as what is wrong"


def test_responses_of_several_trials_come_from_folders(xpert, project, tmp_path):
    define(xpert, project, "core", "--trials", "2")
    for trial, right in ((1, 12), (2, 9)):
        folder = tmp_path / "out" / f"trial-{trial}"
        folder.mkdir(parents=True)
        for n in range(TASKS):
            (folder / f"t{n:02}.md").write_text("RIGHT" if n < right else "no")
    found = xpert(
        "suite", "run", project, "--system", "agent", "--from", tmp_path / "out", "--json"
    )
    assert found.code == 0, found.err
    (made,) = found.json["evaluations"]
    assert (made["passed"], made["responses"], made["trials"]) == (21, 24, 2)
    assert made["pass_at_k"] == 1.0
    assert made["pass_to_the_k"] == pytest.approx(9 / 12)
    assert made["flip_rate"] == pytest.approx(3 / 12)
    told = xpert("suite", "compare", project).out
    assert "agent, 2 trials: pass@2 100 % (" in told and "pass^2 75 % (" in told
    held = xpert("suite", "gate", project, "--at-least", "pass_to_the_k=0.9", "--json")
    assert held.code == 1


def test_how_a_system_is_run_is_kept_on_this_computer_only(xpert, project, tmp_path, monkeypatch):
    typed = command(tmp_path)
    before = xpert("history", project, "--json").json
    assert xpert("suite", "local", project, "--system", "agent", "--command", typed).code == 0
    assert xpert("history", project, "--json").json == before
    monkeypatch.setenv("WRONG", "[]")
    assert xpert("suite", "run", project, "core", "--system", "agent").code == 0
    shown = xpert("suite", "local", project, "--json").json
    assert shown["systems"]["agent"]["command"][0] == sys.executable
    assert LocalSettings.read(shown["project_id"]).systems["agent"].command[1].endswith("agent.py")
    key = xpert(
        "suite", "local", project, "--webhook", "https://x.example/?k=sk-proj-" + "a1B2" * 12
    )
    assert key.code == 2
    assert xpert("suite", "local", project, "--webhook", "ftp://x.example").code == 2
    assert xpert("suite", "local", project, "--model", "openai:m").code == 2


def test_a_hook_gets_a_regression_and_nothing_else(xpert, project, tmp_path, monkeypatch):
    told = tmp_path / "told.json"
    hook = tmp_path / "hook.py"
    hook.write_text("import sys; open(sys.argv[1], 'a').write(sys.stdin.read())")
    xpert("suite", "local", project, "--hook", f"'{sys.executable}' '{hook}' '{told}'")
    run(xpert, tmp_path, monkeypatch, "r1")
    assert not told.exists()
    wrong = [f"t{n:02}" for n in range(7)]
    assert run(xpert, tmp_path, monkeypatch, "r2", wrong=wrong).code == 0
    (found,) = json.loads(told.read_text())["regressions"]
    assert (found["system"], found["revision"], found["regressed"]) == ("agent", "r2", wrong)
    assert found["corrected_p"] == 2 * 0.5**7


def test_a_webhook_is_posted_to_and_one_that_fails_stops_nothing(
    xpert, project, tmp_path, monkeypatch
):
    wrong = [f"t{n:02}" for n in range(7)]
    with LoopbackServer() as server:
        monkeypatch.setenv("HOOK", f"{server.url}/v1/chat/completions")
        xpert("suite", "local", project, "--webhook", "$HOOK")
        run(xpert, tmp_path, monkeypatch, "r1")
        run(xpert, tmp_path, monkeypatch, "r2", wrong=wrong)
        assert len(server.requests) == 1
        assert json.loads(server.requests[0].body)["regressions"][0]["regressed"] == wrong
    monkeypatch.setenv("HOOK", "http://127.0.0.1:9/")
    run(xpert, tmp_path, monkeypatch, "r3")
    found = run(xpert, tmp_path, monkeypatch, "r4", wrong=wrong)
    assert found.code == 0
    assert "The webhook for regressions failed" in found.err


def test_what_a_change_touches_is_run(xpert, project, tmp_path, monkeypatch):
    define(xpert, project, "core", "--trigger", "src/**/*.py", "--stage", "smoke")
    none = run(xpert, tmp_path, monkeypatch, "r1", "--changed", "docs/a.md")
    assert (none.code, none.json["skipped"]) == (0, True)
    assert run(xpert, tmp_path, monkeypatch, "r1", "--stage", "extended").json["skipped"] is True
    assert run(xpert, tmp_path, monkeypatch, "r1", "--changed", "src/x/a.py").json["evaluations"]


@pytest.mark.parametrize(
    ("pattern", "file", "is_one"),
    [
        ("src/**/*.py", "src/a.py", True),
        ("src/**/*.py", "src/x/y/a.py", True),
        ("src/*.py", "src/x/a.py", False),
        ("prompts/", "prompts/a/b.txt", True),
        ("*.md", "docs/a.md", True),
        ("a.py", "b/aa.py", False),
        ("src\\a?.py", "./src/ab.py", True),
        ("[x].py", "[x].py", True),
    ],
)
def test_patterns_of_files(pattern, file, is_one):
    assert matches([pattern], [file]) is is_one


def test_a_model_answers_and_judges_within_the_budget(xpert, project, tmp_path, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    define(xpert, project, "core", "--judge", "checks")
    with LoopbackServer(answer=lambda _: "RIGHT") as server:
        began = time.monotonic()
        words = ("suite", "run", project, "--system", "gpt", "--model", "openai:gpt-5-mini")
        found = xpert(*words, "--base-url", server.openai_url, "--json")
        assert time.monotonic() - began < PATIENCE
    assert found.code == 0, found.err
    (made,) = found.json["evaluations"]
    assert made["passed"] == TASKS
    assert made["tokens"] is not None and made["cost"] is not None
    assert len(server.requests) == TASKS
    with LoopbackServer(answer=lambda _: "RIGHT") as server:
        words = (*words, "--base-url", server.openai_url, "--revision", "r2", "--budget", "0")
        stopped = xpert(*words, "--json")
    assert stopped.code == 2
    assert "the budget was spent" in stopped.out
    assert not server.requests


def test_a_model_is_set_as_responses_are_generated_and_its_settings_are_kept(
    xpert, project, monkeypatch
):
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    define(xpert, project, "core", "--judge", "checks")
    with LoopbackServer(answer=lambda _: "RIGHT") as server:
        words = ("suite", "run", project, "--base-url", server.openai_url, "--json")
        model = ("--model", "openai:gpt-5-mini", "--reasoning-effort", "high")
        found = xpert(*words, "--system", "gpt-high", *model, "--system-prompt", "Be brief.")
        assert found.code == 0, found.err
        sent = server.requests[-1].json
        assert (sent["reasoning_effort"], sent["messages"][0]["content"]) == ("high", "Be brief.")
        known = xpert("system", "show", project, "gpt-high", "--json").json
        assert (known["reasoning_effort"], known["system_prompt"]) == ("high", "Be brief.")
        before = len(server.requests)
        other = xpert(*words, "--system", "gpt-high", "--revision", "", *model[:2],
                      "--reasoning-effort", "low")  # fmt: skip
        assert other.code == 0 and len(server.requests) == before, "all were answered"
        alone = xpert(*words, "--system", "x", "--reasoning-effort", "low")
    assert alone.code == 2 and "need the model" in alone.json["message"]
    kept = ("--system", "gpt-low", "--model", "openai:gpt-5-mini", "--reasoning-effort", "low")
    assert xpert("suite", "local", project, *kept).code == 0
    local = xpert("suite", "local", project, "--json").json["systems"]["gpt-low"]
    assert local["reasoning_effort"] == "low"
    assert "Reasoning effort low" in xpert("suite", "local", project).out


def test_an_evaluation_is_removed_and_a_suite_with_all_of_them(
    xpert, project, tmp_path, monkeypatch
):
    for revision in ("r1", "r2"):
        made = run(xpert, tmp_path, monkeypatch, revision).json["evaluations"][0]["evaluation"]
    assert xpert("suite", "remove", project, "core", "--evaluation", "none").code == 2
    assert xpert("suite", "remove", project, "core", "--evaluation", made).code == 0
    left = xpert("suite", "show", project, "core", "--json").json["evaluations"]
    assert [one["revision"] for one in left] == ["r1"]
    assert xpert("suite", "remove", project, "core").code == 0
    assert xpert("suite", "list", project, "--json").json == []
    assert xpert("verify", project).code == 0


def test_a_judge_decides_what_programs_do_not_and_agreement_gates_too(xpert, tmp_path, monkeypatch):
    monkeypatch.setenv("XPERT_STUDIO_CONFIG", str(tmp_path / "config"))
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    file = bench(xpert, tmp_path, judged=True)
    define(xpert, file, "core", "--judge", "openai:gpt-5-mini")
    with LoopbackServer(answer=answers.all_met) as server:
        more = ("--judge-url", server.openai_url)
        found = run(xpert, tmp_path, monkeypatch, "r1", *more, wrong=["t00"])
        calls = len(server.requests)
        again = run(xpert, tmp_path, monkeypatch, "r1", *more).json
    assert found.code == 0, found.err
    assert calls == len(server.requests) == TASKS  # verdicts that are there are not asked again
    (made,) = found.json["evaluations"]
    assert made["judge"].startswith("openai")
    assert made["tasks"]["t00"]["scores"] == [0.25] and made["passed"] == TASKS - 1
    (compared,) = again["comparisons"]
    assert compared["status"] == "comparable" and compared["p"] == 1.0
    held = xpert("suite", "gate", file, "--at-least", "kappa_within=0.2", "--json")
    assert (held.code, held.json["gate"]) == (4, "undecided")


def test_a_judge_that_fails_leaves_no_evaluation_of_half(xpert, tmp_path, monkeypatch):
    monkeypatch.setenv("XPERT_STUDIO_CONFIG", str(tmp_path / "config"))
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    file = bench(xpert, tmp_path, judged=True)
    define(xpert, file, "core", "--judge", "openai:gpt-5-mini")
    with LoopbackServer(answer=answers.all_met) as server:
        more = ("--judge-url", server.openai_url, "--budget", "0")
        found = run(xpert, tmp_path, monkeypatch, "r1", *more)
    assert found.code == 4
    assert found.json["evaluations"] == []
    assert "No evaluation was recorded" in found.err
    assert not server.requests
