"""What attacks score on a project: recomputed by hand, shown by command line and report."""

from __future__ import annotations

import json

import pytest

from tests.cli.conftest import xpert  # noqa: F401 - a fixture
from tests.judge.projects import make_project
from tests.judge.test_checks import check
from tests.loopback import LoopbackServer
from xpert_studio.report.analysis import analyse
from xpert_studio.report.attack_results import attack_rows, attack_scores, floors
from xpert_studio.report.sections.hardness import hardness_section
from xpert_studio.store import entities


@pytest.fixture
def project(tmp_path):
    made = make_project(tmp_path / "a.xpert")
    with made.writing() as tx:
        entities.put(tx, check("t0", "short", weight=3, at_most=20))
        entities.put(tx, check("t0", "some", weight=1, at_least=1))
        entities.put(tx, check("t1", "long", weight=2, at_least=500))
    yield made
    made.close()


def test_scores_are_over_what_programs_decide(project):
    with project.reading() as tx:
        rows = attack_rows(tx)
    empty, prompt = (
        {row.task.id: row for row in rows if row.attack.id == name} for name in ("empty", "prompt")
    )
    assert (empty["t0"].score, empty["t0"].met) == (3 / 4, ("short",))
    assert (empty["t0"].decided, empty["t0"].expected) == (2, 5)
    assert (prompt["t0"].score, prompt["t1"].score) == (1.0, 0.0)
    score = next(item for item in attack_scores(rows) if item.attack.id == "prompt")
    assert (score.score.value, score.score.tasks, score.met) == (0.5, 2, 2)
    # A floor needs every checkpoint of a task.
    assert all(value != value for value in floors(rows, ["t0", "t1"]))


def test_the_report_tells_of_attacks_and_of_hardness(project):
    section = hardness_section(project, analyse(project))
    (attacks,) = [block for block in section.blocks if block.kind == "table"]
    assert [row.cells[0] for row in attacks.rows] == [
        "Empty response", "Prompt repeated", "Refusal", "Rubric strung together",
    ]  # fmt: skip


def test_the_command_names_each_checkpoint_that_is_met(xpert, project):  # noqa: F811
    project.close()
    said = xpert("attack", str(project.path), "--json")
    found = json.loads(said.out)
    assert said.code == 1
    assert {"task": "t0", "attack": "empty", "met": ["short"]}.items() <= found["findings"][
        0
    ].items()
    assert found["attacks"][0]["score"] == 0.375
    shown = xpert("attack", str(project.path))
    assert "Empty response" in shown.out and "short" in shown.out
    only = json.loads(xpert("attack", str(project.path), "--tasks", "t1", "--json").out)
    assert only["findings"] == []


@pytest.mark.parametrize(
    "options", [(), ("--judge", "baseline"), ("--judge", "baseline", "--dry-run")]
)
def test_the_command_refuses_tasks_that_are_not_there(xpert, project, options):  # noqa: F811
    project.close()
    said = xpert("attack", str(project.path), "--tasks", "t1,nope", *options)
    assert said.code == 2
    assert "There is no task nope in the project" in said.err


def test_an_attack_that_is_refused_leaves_nothing(xpert, project):  # noqa: F811
    project.close()
    before = sorted(project.path.parent.iterdir())
    said = xpert(
        "attack", str(project.path), "--judge", "compatible:m", "--base-url", "not an address"
    )
    assert (said.code, "not the address of a server" in said.err) == (2, True)
    assert sorted(project.path.parent.iterdir()) == before


def findings(xpert, project):  # noqa: F811
    shown = json.loads(xpert("lint", "check", str(project.path), "--json").out)
    return {
        (task["task"], item["checkpoint"])
        for task in shown
        for item in task["findings"]
        if item["rule"] == "met_by_attack"
    }


def test_a_judge_decides_the_other_checkpoints_at_a_cost_that_is_said_first(
    xpert,  # noqa: F811
    project,
):
    project.close()
    with LoopbackServer() as server:
        options = ("--judge", "compatible:local", "--base-url", server.openai_url)
        planned = json.loads(
            xpert("attack", str(project.path), *options, "--dry-run", "--json").out
        )
        assert planned["calls"] == 8 and not server.requests
        assert not list(project.path.parent.glob("*.attack.xpert"))
        said = xpert("attack", str(project.path), *options, "--json")
        assert said.code == 1 and len(server.requests) == 8
        found = json.loads(said.out)
        again = xpert("attack", str(project.path), *options, "--json")
        assert len(server.requests) == 8  # what is known is not asked again
    whole = [item for item in found["attacks"] if item["judge"] != "checks"]
    assert all(item["decided"] == item["checkpoints"] for item in whole)
    assert json.loads(again.out)["attacks"] == found["attacks"]
    assert ("t0", "c0") in findings(xpert, project)
    # No pseudo-system enters the project.
    held = json.loads(xpert("info", str(project.path), "--json").out)
    assert sum(held["responses"].values()) == 6 and not any(
        "attack" in n for n in held["responses"]
    )


def test_what_the_built_in_judge_decides_is_shown_and_is_no_finding(xpert, project):  # noqa: F811
    project.close()
    before = findings(xpert, project)
    found = json.loads(xpert("attack", str(project.path), "--judge", "baseline", "--json").out)
    assert {item["judge"].partition(":")[0] for item in found["attacks"]} == {"checks", "baseline"}
    assert all(item["judge"] == "checks" for item in found["findings"])
    assert findings(xpert, project) == before
