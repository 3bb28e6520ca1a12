"""What attacks score on a project: recomputed by hand, shown by command line and report."""

from __future__ import annotations

import json

import pytest

from tests.cli.conftest import xpert  # noqa: F401 - a fixture
from tests.judge.projects import make_project
from tests.loopback import LoopbackServer
from tests.packs.checks.test_runs import check
from xpert_studio.core.records import Checkpoint, Task
from xpert_studio.core.store import entities
from xpert_studio.core.store.bulk_import import Intake
from xpert_studio.packs.attacks.results import attack_rows, attack_scores, floors
from xpert_studio.packs.attacks.section import HARDNESS
from xpert_studio.report.analysis import analyse
from xpert_studio.report.section import View


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
    section = HARDNESS.blocks(View.of(project, analyse(project)))
    judges, attacks = [block for block in section.blocks if block.kind == "table"]
    assert [row.cells[0] for row in judges.rows] == [
        "knows the checkpoints", "knows checkpoints and systems",
    ]  # fmt: skip
    heads = [column.heading for column in judges.columns]
    assert heads.count("Accuracy") == heads.count("CDR") == heads.count("κ within") == 1
    assert heads.count("95 % interval") == 3
    assert "Agree" not in heads
    assert [row.cells[0] for row in attacks.rows] == [
        "Empty response", "Prompt repeated", "Refusal", "Decisive answer",
        "Rubric strung together",
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
        assert planned["calls"] == 10 and not server.requests
        assert not list(project.path.parent.glob("*.attack.xpert"))
        said = xpert("attack", str(project.path), *options, "--json")
        assert said.code == 1 and len(server.requests) == 10
        found = json.loads(said.out)
        again = xpert("attack", str(project.path), *options, "--json")
        assert len(server.requests) == 10  # what is known is not asked again
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


def choices(path, keys, *, families=None):
    """Tasks of one question with four options each, whose keys are given."""
    made = make_project(path, tasks=1)
    with made.writing() as tx:
        intake = Intake(tx)
        for number, key in enumerate(keys):
            name, family = f"q{number}", families and families[number]
            intake.task(Task(id=name, title=name, prompt="Which?", domain="Law", family=family))
            settings = {"options": [f"option {x}" for x in "wxyz"], "key": key}
            intake.checkpoint(
                Checkpoint(
                    task_id=name, id="k", text="Is right.", weight=1, position=1,
                    instrument="choice", settings=settings,
                )
            )  # fmt: skip
        intake.flush()
    made.close()
    return str(path)


def test_on_a_balanced_set_no_letter_is_a_finding(xpert, tmp_path):  # noqa: F811
    said = xpert("attack", choices(tmp_path / "b.xpert", "ABCD" * 10), "--json")
    found = json.loads(said.out)
    letters = {
        item["attack"]: item for item in found["attacks"] if item["attack"].startswith("always_")
    }
    assert letters.keys() == {f"always_{letter}" for letter in "abcd"}
    for item in letters.values():
        assert (item["score"], item["chance"], item["tasks"]) == (0.25, 0.25, 40)
        assert not item["beats_chance"]
    assert (found["findings"], said.code) == ([], 0)


def test_a_letter_that_beats_chance_is_a_finding_unless_one_family_has_it_all(
    xpert,  # noqa: F811
    tmp_path,
):
    keys = "A" * 20 + "BCD" * 6 + "BC"
    said = xpert("attack", choices(tmp_path / "a.xpert", keys), "--json")
    found = json.loads(said.out)
    assert said.code == 1
    assert {row["attack"] for row in found["findings"]} == {"always_a", "longest"}
    assert len(found["findings"]) == 40
    families = ["lease"] * 20 + [None] * 20
    path = choices(tmp_path / "f.xpert", keys, families=families)
    assert json.loads(xpert("attack", path, "--json").out)["findings"] == []
