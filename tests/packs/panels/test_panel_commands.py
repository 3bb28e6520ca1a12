"""Panels on the command line: several judges in one run, and what they say together."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from tests.judge.projects import make_project, now
from tests.loopback import LoopbackServer, answers, behaviours
from tests.loopback.graders import verdicts as answering
from tests.report.scored import scored_project
from xpert_studio.cli.output import Exit
from xpert_studio.core.exchange.bundle_import import import_sample
from xpert_studio.core.records import (
    PANEL,
    Checkpoint,
    Judge,
    Panel,
    PanelRule,
    Person,
    Role,
    RunState,
)
from xpert_studio.core.resources import LOOK_AROUND
from xpert_studio.core.store import ProjectFile, entities, judges, runs, tasks, verdicts
from xpert_studio.core.workflow import new_project


def by_model(request):
    """``yes`` meets everything, ``no`` nothing; one called by a status fails every call so."""
    if request.model.isdigit():
        return behaviours.error(int(request.model), "no")
    if request.model == "no":
        return answering(lambda _request, _name: False)(request)
    return answers.all_met(request)


def scored(xpert, project, *models, server, more=()):
    named = [word for model in models for word in ("--judge", f"compatible:{model}")]
    return xpert(
        "score", project, *named, "--base-url", server.openai_url, "--retries", "0", *more, "--json"
    )


def kept(path: Path):
    with ProjectFile.open(path, read_only=True) as opened, opened.reading() as tx:
        return judges.all_judges(tx), runs.all_runs(tx), verdicts.count_by_judge(tx)


@pytest.mark.parametrize("status", ["401", "500"])
def test_three_judges_of_which_one_fails_make_a_panel_of_two(xpert, project, status):
    with LoopbackServer(answer=by_model) as server:
        said = scored(xpert, project, "yes", status, "no", server=server,
                      more=("--panel", "majority"))  # fmt: skip
        assert said.code == Exit.PARTLY
    states = [run["state"] for run in said.json["runs"]]
    assert states[0] == states[2] == "done"
    assert states[1] == {"401": "failed", "500": "partly"}[status]
    records, _, counts = kept(project)
    (panel,) = [judge for judge in records if judge.provider == PANEL]
    assert said.json["panel"] == panel.id
    assert panel.id not in counts, "nothing that a panel says is stored"
    board = xpert("leaderboard", project, "--judge", panel.id, "--json").json[panel.id]
    seats = board["panel"]["by_system"]
    excluded = {seat["judge"] for seat in seats if not seat["counts"]}
    lacking = excluded | set(board["panel"]["without_verdicts"])
    assert [name.split(":")[1] for name in lacking] == [status]
    assert all(seat["missing"] == seat["expected"] for seat in seats if not seat["counts"])
    assert {row["score"] for row in board["standings"]} == {0.0}  # a tie is not met
    agreement = board["panel"]["agreement"]
    assert (agreement["items"], agreement["accuracy"]) == (18, 0.0)
    text = xpert("leaderboard", project, "--full", "--judge", panel.id).out
    said = "500, zero-shot is excluded for lack of complete coverage", "Excluded, without verdicts"
    assert said[status == "401"] in text


def test_a_run_of_several_judges_resumes_for_those_that_lack_something(xpert, project):
    with LoopbackServer(answer=by_model) as server:
        first = scored(xpert, project, "yes", "no", server=server, more=("--max-calls", "7"))
        assert [run["state"] for run in first.json["runs"]] == ["done", "out_of_budget"]
        sent = len(server.requests)
        assert sent == 7  # six of the first judge: the limit is for both
        again = scored(xpert, project, "yes", "no", server=server)
        assert [run["state"] for run in again.json["runs"]] == ["done", "done"]
        assert len(server.requests) == 12
        assert {request.model for request in server.requests[sent:]} == {"no"}
    _, records, counts = kept(project)
    assert [run.state for run in records].count(RunState.OUT_OF_BUDGET) <= 1
    assert all(sum(count.values()) == 18 for count in counts.values())


@pytest.mark.parametrize("command", ["score", "compare judge"])
def test_an_interrupted_judge_ends_the_run_and_says_who_was_not_begun(
    xpert, project, monkeypatch, command
):
    from xpert_studio.report import whole_runs

    real = whole_runs.carry_out

    def broken_off(*args, **named):
        ended = real(*args, **named)
        run = ended.run.model_copy(update={"state": RunState.INTERRUPTED})
        return whole_runs.WholeRun(run, None, None)

    with LoopbackServer(answer=by_model) as server:
        monkeypatch.setattr(whole_runs, "carry_out", broken_off)
        asked = (*command.split(), project, "--judge", "compatible:yes",
                 "--judge", "compatible:no", "--base-url", server.openai_url)  # fmt: skip
        said = xpert(*asked)
        assert said.code == Exit.INTERRUPTED
        assert "Not begun: compatible:no" in said.out
        told = xpert(*asked, "--json").json["runs"]
        assert [run["state"] for run in told] == ["interrupted", "not_started"]
        assert told[1]["judge_id"].startswith("compatible:no")
        assert {request.model for request in server.requests} == {"yes"}


def test_the_cost_of_all_judges_is_said_before_and_nothing_is_sent(xpert, project):
    said = xpert("score", project, "--judge", "openai:gpt-5-mini", "--judge",
                 "anthropic:claude-sonnet-5-5", "--judge", "baseline", "--panel", "mean",
                 "--dry-run", "--json").json  # fmt: skip
    each = said["judges"]
    assert [item["judge"].split(":")[0] for item in each] == ["openai", "anthropic", "baseline"]
    assert said["calls"] == each[0]["calls"] + each[1]["calls"]
    if None not in [item["cost"] for item in each]:
        assert said["cost"] == pytest.approx(sum(item["cost"] for item in each))
    assert said["panel"].startswith("panel:mean:")
    assert not any(judge.provider == PANEL for judge in kept(project)[0])
    text = xpert("score", project, "--judge", "openai:gpt-5-mini", "--judge", "baseline",
                 "--dry-run").out  # fmt: skip
    assert "2 judges together: about 6 calls" in text


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--panel", "loudest", "--judge", "baseline"), "Choose one of: mean, majority, unanimous"),
        (("--panel", "mean", "--judge", "baseline"), "at least two judges"),
        (("--exclude-same-family",), "is for panels"),
    ],
)
def test_a_panel_that_makes_no_sense_is_refused(xpert, project, words, said):
    for command in ("score", "leaderboard", "align"):
        refused = xpert(command, project, *words)
        assert refused.code == 2
        assert said in refused.err
    assert not kept(project)[0]


def test_a_judge_of_the_same_family_is_marked_and_can_be_excluded(xpert, tmp_path):
    path = tmp_path / "p.xpert"
    make_project(path, names=("claude-opus-4", "gpt-5", "Qwen3-Max")).close()
    with LoopbackServer(answer=by_model) as server:
        scored(xpert, path, "qwen-yes", "no", server=server)
    named = ("--judge", "compatible:qwen", "--judge", "compatible:no")
    board = xpert("leaderboard", path, "--panel", "mean", *named, "--json").json
    ((name, found),) = board.items()
    assert name.startswith("panel:mean:")
    kin = [seat for seat in found["panel"]["by_system"] if seat["family"]]
    assert [(seat["system"], seat["family"], seat["counts"]) for seat in kin] == [
        ("Qwen3-Max", "Qwen", True)
    ]
    scores = {row["system"]: row["score"] for row in found["standings"]}
    assert scores == {"claude-opus-4": 0.5, "gpt-5": 0.5, "Qwen3-Max": 0.5}
    without = xpert("leaderboard", path, "--panel", "mean", *named, "--exclude-same-family",
                    "--json").json  # fmt: skip
    ((other, found),) = without.items()
    assert other != name
    scores = {row["system"]: row["score"] for row in found["standings"]}
    assert scores == {"claude-opus-4": 0.5, "gpt-5": 0.5, "Qwen3-Max": 0.0}
    text = xpert(
        "leaderboard", path, "--full", "--panel", "mean", *named, "--exclude-same-family"
    ).out
    assert "Same family (Qwen): qwen-yes, zero-shot is excluded for Qwen3-Max." in text


def test_a_judge_of_the_same_family_that_lacks_verdicts_is_not_said_to_count(xpert, tmp_path):
    path = tmp_path / "p.xpert"
    make_project(path, names=("claude-opus-4", "gpt-5", "Qwen3-Max")).close()
    with ProjectFile.open(path, read_only=True) as opened, opened.reading() as tx:
        task = tasks.all_tasks(tx)[0].id
    with LoopbackServer(answer=by_model) as server:
        scored(xpert, path, "no", server=server)
        scored(xpert, path, "qwen-yes", server=server, more=("--tasks", task))
    named = ("--panel", "mean", "--judge", "compatible:qwen", "--judge", "compatible:no")
    text = xpert("leaderboard", path, "--full", *named).out
    assert "qwen-yes, zero-shot is excluded for lack of complete coverage" in text
    assert "Qwen3-Max all the same" not in text


def test_votes_are_written_checkpoint_by_checkpoint(xpert, project, tmp_path):
    with LoopbackServer(answer=by_model) as server:
        scored(xpert, project, "yes", "no", server=server)
    named = ("--panel", "unanimous", "--judge", "compatible:yes", "--judge", "compatible:no")
    target = tmp_path / "votes.csv"
    assert xpert("leaderboard", project, *named, "--votes", target).code == 0
    with target.open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 18
    for row in rows:
        votes = [value for head, value in row.items() if head.startswith("compatible:")]
        assert votes == ["not met", "1", "met", "1"]
        assert row["panel"] == "not met"
    assert xpert("leaderboard", project, *named, "--votes", target).code == 2
    assert xpert("leaderboard", project, "--votes", tmp_path / "x.csv").code == 2


def test_a_panel_is_compared_with_its_judges_and_certified_like_one(xpert, project):
    with LoopbackServer(answer=by_model) as server:
        scored(xpert, project, "yes", "no", server=server)
    named = ("--panel", "majority", "--judge", "compatible:yes", "--judge", "compatible:no")
    found = xpert("align", project, *named, "--certify", "--json").json
    ((name, panel),) = [(key, value) for key, value in found.items() if value["panel"]]
    no = next(value for key, value in found.items() if ":no:" in key)
    assert panel["accuracy"] == no["accuracy"]
    assert set(panel["against"]) == set(found) - {name}
    assert all(pair["n"] == panel["n"] for pair in panel["against"].values())
    again = xpert("align", project, "--json").json
    assert again[name]["certificate_is_current"], "the project keeps the certified panel"
    definition = next(judge for judge in kept(project)[0] if judge.id == name)
    assert Panel.of(definition).rule is PanelRule.MAJORITY
    report = xpert("report", project, "r.html", "--judge", name)
    assert report.code == 0
    text = Path("r.html").read_text(encoding="utf-8")
    assert "panel of 2 judges, majority" in text


def test_the_case_of_a_panel_shows_every_vote_and_is_resolved_on_its_judges(xpert, project):
    with LoopbackServer(answer=by_model) as server:
        said = scored(xpert, project, "yes", "no", server=server, more=("--panel", "mean"))
    panel = said.json["panel"]
    with ProjectFile.open(project) as opened, opened.writing() as tx:
        entities.put(tx, Person(id="lena", name="Lena", roles=(Role.LEAD,)))
    rows = xpert("disagreements", project, "--as", "lena", "--judge", panel, "--json").json
    assert rows["judge"] == panel
    case = rows["disagreements"][0]["case"]
    words = ("disagreements", project, "--as", "lena", "--judge", panel)
    shown = xpert(*words, "--show", case, "--json").json
    votes = {side["judge"].split(":")[1]: side["met"] for side in shown["verdicts"]}
    assert votes == {"yes": True, "no": False}
    refused = xpert(*words, "--resolve", case, "--cause", "judge_error", "--reason", "So.")
    assert refused.code != 0
    assert "on its judges" in refused.err


def test_what_programs_decide_counts_once_in_a_panel(xpert, project):
    with ProjectFile.open(project) as opened, opened.writing() as tx:
        # "System 0 answers case 0 at some length, naming fact 0." has eleven words.
        settings = {"check": "word_count", "parameters": {"at_most": 11}}
        point = Checkpoint(task_id="t0", id="k", text="Has few words.", weight=10, position=9,
                           instrument="check", settings=settings)  # fmt: skip
        entities.put(tx, point)
    with LoopbackServer(answer=by_model) as server:
        said = scored(xpert, project, "yes", "no", server=server, more=("--panel", "mean"))
    assert said.code == 0
    (board,) = xpert("leaderboard", project, "--judge", "panel", "--json").json.values()
    assert all(seat["expected"] == 6 for seat in board["panel"]["by_system"])
    # Of t0 half of the weights 1, 2, 3 by the judges, and 10 by the program; of t1 half.
    for row in board["standings"]:
        assert row["score"] == pytest.approx((13 / 16 + 0.5) / 2)
    assert {key.split(":")[0] for key in kept(project)[2]} == {"compatible", "checks"}
    assert sum(kept(project)[2]["checks"].values()) == 3, "decided once, not once a judge"


def test_a_bundle_carries_the_definition_and_the_panel_is_the_same_there(xpert, project, tmp_path):
    with LoopbackServer(answer=by_model) as server:
        panel = scored(xpert, project, "yes", "no", server=server,
                       more=("--panel", "majority")).json["panel"]  # fmt: skip
    assert xpert("export", project, tmp_path / "b.zip").code == 0
    assert xpert("import", tmp_path / "c.xpert", tmp_path / "b.zip", "--new").code == 0
    boards = [
        xpert("leaderboard", path, "--judge", panel, "--json").json for path in (project, "c.xpert")
    ]
    assert boards[0] == boards[1]
    assert boards[0][panel]["panel"]["rule"] == "majority"


def test_a_panel_made_by_a_stranger_is_at_worst_an_unknown_judge(xpert, project):
    hostile = [
        {}, {"judges": "all"}, {"judges": ["a"]}, {"judges": ["a", "b"], "rule": "loudest"},
        {"judges": ["a", "b"], "more": 1}, {"judges": [f"j{n}" for n in range(200)]},
        {"judges": ["nobody", "nothing"], "rule": "mean"}, {"judges": ["checks", "p7"], "rule": "mean"},
    ]  # fmt: skip
    with ProjectFile.open(project) as opened, opened.writing() as tx:
        for number, parameters in enumerate(hostile):
            judge = Judge(id=f"p{number}", provider=PANEL, parameters=parameters)
            judges.ensure_judge(tx, judge)
    assert xpert("score", project).code == 0
    boards = xpert("leaderboard", project, "--json").json
    assert not [name for name in boards if name.startswith("p")]
    assert xpert("align", project).code == 0


def test_a_person_from_whom_systems_are_hidden_sees_the_panel_without_them(xpert, tmp_path):
    path = tmp_path / "look-around.xpert"
    new_project(path, name="L", now=now(), fill=lambda it: import_sample(it, now=now())).close()
    senior, lead = LOOK_AROUND["senior"], LOOK_AROUND["lead"]
    hidden = panels_in(xpert("align", path, "--as", senior, "--json").json)
    seen = panels_in(xpert("align", path, "--as", lead, "--json").json)
    assert len(hidden) == len(seen) == 2
    assert all("by_system" in found["panel"] for _, found in seen)
    assert not any("by_system" in found["panel"] for _, found in hidden)
    text = xpert("align", path, "--full", "--as", senior).out
    assert "Panel by rule majority" in text
    assert "Same family" not in text
    text = text.replace("aurora-2-as-judge", "").replace("aurora-2, zero-shot", "")
    assert not [system for system in ("aurora", "borealis", "cirrus", "drift") if system in text]
    assert xpert("align", path, "--as", LOOK_AROUND["expert"]).code != 0


def panels_in(found):
    return [(key, value) for key, value in found.items() if value["panel"]]


@pytest.fixture
def led(begin, tmp_path, monkeypatch):
    """A project with a lead and verdicts of two judges, one of which says yes and the other no."""
    monkeypatch.setenv("XPERT_STUDIO_AS", "lena")
    begin(_lead)
    return tmp_path / "p.xpert"


def _lead(xpert):
    path = Path("p.xpert").absolute()
    with make_project(path) as opened, opened.writing() as tx:
        entities.put(tx, Person(id="lena", name="Lena", roles=(Role.LEAD,)))
        entities.put(tx, Person(id="eve", name="Eve", roles=(Role.EXPERT,)))
    with LoopbackServer(answer=by_model) as server:
        scored(xpert, path, "yes", "no", server=server)


BOTH = ("compatible:yes", "compatible:no")


def test_a_panel_is_defined_without_a_run_listed_and_removed(xpert, led):
    said = xpert("panel", "define", led, "majority", *BOTH, "--json")
    assert said.code == 0, said.err
    name = said.json["panel"]
    assert [item["kind"] for item in said.json["records"]] == ["judge"]
    listed = xpert("panel", "list", led, "--json").json
    assert [(item["id"], item["rule"]) for item in listed] == [(name, "majority")]
    assert [judge.split(":")[1] for judge in listed[0]["judges"]] == ["no", "yes"]
    assert listed[0]["without_verdicts"] == []
    assert name in xpert("panel", "list", led).out
    assert name in xpert("leaderboard", led, "--json").json
    assert "panel of judges" in xpert("history", led).out
    again = xpert("panel", "define", led, "majority", *reversed(BOTH))
    assert (again.code, again.out.strip()) == (0, "Nothing had to be changed.")
    removed = xpert("panel", "remove", led, "panel:maj")
    assert removed.code == 0, removed.err
    assert "verdicts stay" in removed.out
    assert xpert("panel", "list", led, "--json").json == []
    assert name not in xpert("leaderboard", led, "--json").json
    assert len(kept(led)[2]) == 2, "the verdicts of its judges stay"


def test_defining_and_removing_a_panel_are_undone_and_redone(xpert, led):
    name = xpert("panel", "define", led, "mean", *BOTH, "--exclude-same-family", "--json").json[
        "panel"
    ]

    def names():
        return [item["id"] for item in xpert("panel", "list", led, "--json").json]

    assert xpert("undo", led).code == 0
    assert names() == []
    assert xpert("redo", led).code == 0
    assert names() == [name]
    assert xpert("panel", "remove", led, name).code == 0
    assert xpert("undo", led).code == 0
    assert names() == [name]
    assert xpert("panel", "list", led, "--json").json[0]["exclude_same_family"] is True
    assert xpert("verify", led).code == 0


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("define", "loudest", *BOTH), 2, "mean, majority, unanimous"),
        (("define", "mean", BOTH[0]), 2, "at least two judges"),
        (("define", "mean", BOTH[0], "openai"), 2, "no judge openai with verdicts"),
        (("define", "mean", "compatible", BOTH[0]), 2, "several judges begin"),
        (("remove", "panel:mean"), 2, "no judge panel:mean"),
        (("remove", BOTH[0]), 2, "is no panel"),
        (("define", "mean", *BOTH, "--as", "eve"), 5, "lead"),
    ],
)
def test_a_panel_that_cannot_be_defined_or_removed_is_refused(xpert, led, words, code, said):
    refused = xpert("panel", words[0], led, *words[1:])
    assert refused.code == code
    assert said in refused.err
    assert not [judge for judge in kept(led)[0] if judge.provider == PANEL]


def test_a_panel_that_is_defined_in_a_copy_comes_in_with_its_submission(xpert, led):
    def done(*words):
        said = xpert(*words)
        assert said.code == 0, said.err
        return said

    done("copy", "create", led, "laptop")
    name = done("panel", "define", "laptop.xpert", "mean", *BOTH, "--json").json["panel"]
    done("copy", "submit", "laptop.xpert", "laptop")
    done("assignment", "import", led, "laptop.xsubmission")
    assert [item["id"] for item in done("panel", "list", led, "--json").json] == [name]
    assert "panel of judges" in done("history", led).out
    done("copy", "update", "laptop.xpert", led)
    done("panel", "remove", "laptop.xpert", name)
    done("copy", "submit", "laptop.xpert", "again")
    done("assignment", "import", led, "again.xsubmission")
    assert done("panel", "list", led, "--json").json == []


def test_a_panel_for_which_no_judge_counts_says_so_wherever_it_is_asked_for(xpert, tmp_path):
    path = tmp_path / "p.xpert"
    scored_project(path).close()
    with ProjectFile.open(path) as opened, opened.writing() as tx:
        for n in range(10):  # each judge lacks a verdict on every system
            for judge, line in (("judge-a", 0), ("judge-b", 1)):
                tx.connection.exec_driver_sql(
                    "UPDATE verdict SET state = 'invalid', value = NULL WHERE pk IN ("
                    "SELECT v.pk FROM verdict v JOIN judge j ON j.pk = v.judge_pk "
                    "JOIN response r ON r.pk = v.response_pk "
                    "JOIN checkpoint c ON c.pk = v.checkpoint_pk "
                    f"WHERE j.id = '{judge}' AND r.id = 't0:{n}' AND c.id = 'c{line}')"
                )
    asked = ("--panel", "mean", "--judge", "judge-a", "--judge", "judge-b", "--as", "lena")
    said = xpert("align", path, "--full", *asked)
    assert "not aligned: none of its judges counts for any system" in said.out
    assert "is excluded for lack of complete coverage on" in said.out
    (found,) = (one for name, one in xpert("align", path, *asked, "--json").json.items()
                if name.startswith("panel:"))  # fmt: skip
    assert found["evidence"]["enough"] is False
    assert all(not seat["counts"] for seat in found["panel"]["by_system"])
    board = xpert("leaderboard", path, "--full", *asked)
    assert "no judge of the panel counts for it" in board.out
    (rows,) = (one for name, one in xpert("leaderboard", path, *asked, "--json").json.items()
               if name.startswith("panel:"))  # fmt: skip
    assert all(gap["unusable"] == 0 and gap["uncounted"] for gap in rows["gaps"].values())
