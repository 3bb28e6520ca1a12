"""Checks by the command line: listed, tried, scored; code only where it was allowed once."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.judge.projects import make_project
from xpert_studio.core.records import Checkpoint, Person, Response, Role, Stage, Task
from xpert_studio.core.store import ProjectFile, entities, log
from xpert_studio.packs.code import sandbox


def code_check() -> Checkpoint:
    parameters = {"tests": "assert add(2, 3) == 5"}
    return Checkpoint(
        task_id="t0", id="code", text="Adds.", weight=5, instrument="check",
        settings={"check": "code_passes", "parameters": parameters},
    )  # fmt: skip


@pytest.fixture
def project(tmp_path):
    made = make_project(tmp_path / "c.xpert")
    with made.writing() as tx:
        entities.put(tx, code_check())
        entities.put(tx, Person(id="lena", name="Lena", roles=(Role.LEAD,)))
        entities.put(tx, Person(id="emil", name="Emil", roles=(Role.EXPERT, Role.AUTHOR)))
        for place, body in enumerate(("a + b", "a - b", "a + ")):
            found = entities.find(tx, Response, f"t0:s{place}")
            text = f"```python\ndef add(a, b):\n    return {body}\n```"
            entities.put(tx, found.model_copy(update={"text": text}))
    made.close()
    return str(made.path)


def verdicts(xpert, project):
    shown = xpert("export", project, f"{project}.zip", "--replace", "--json", "--as", "lena")
    assert shown.code == 0
    import zipfile

    with zipfile.ZipFile(f"{project}.zip") as bundle:
        lines = bundle.read("verdicts.jsonl").decode().splitlines()
    return {row["response_id"]: row for row in map(json.loads, lines)}


def allowed_by(project):
    with ProjectFile.open(Path(project)) as opened, opened.reading() as tx:
        return [entry.actor_id for _, entry in log.latest_of(tx, "code.allow", 9)]


@pytest.mark.parametrize(
    ("kind", "text", "given", "code"),
    [
        ("ends_with", "It is 42", ["text=42"], 0),
        ("contains_all", "1 and 2", ["texts=1; 2"], 0),
        ("contains_all", "1 and 2", ['texts=["1", "3"]'], 1),
        ("number", "12345678901234567.5", ["value=12345678901234567.5"], 0),
        ("number", "12345678901234567.5", ["value=12345678901234567"], 1),
        ("number", "6.02 × 10^23", ["value=6.02e23", "tolerance=0"], 0),
        ("number", "0.3", ["value=0.1", "tolerance=0.2"], 0),
    ],
)
def test_a_parameter_is_read_by_its_declared_type(xpert, kind, text, given, code):
    options = [part for one in given for part in ("--parameter", one)]
    assert xpert("checks", "try", kind, text, *options).code == code


def test_an_expected_output_that_looks_like_a_number_is_a_text(xpert):
    if sandbox.why_not("python") is not None:
        pytest.skip("needs bubblewrap")
    code = "```python\nprint(42)\n```"
    tried = ("checks", "try", "code_runs", code, "--allow-code", "--parameter")
    assert xpert(*tried, "output=42").code == 0
    assert xpert(*tried, "output=42.0").code == 1
    assert xpert(*tried, "output=").code == 1


def test_true_is_no_number(xpert):
    refused = xpert("checks", "try", "word_count", "a", "--parameter", "at_most=true")
    assert refused.code not in (0, 1) and "no numbers" in refused.err


def test_code_runs_only_after_it_was_allowed_once(xpert, project, monkeypatch, tmp_path):
    if sandbox.why_not("python") is not None:
        pytest.skip("needs bubblewrap")
    monkeypatch.setenv("XPERT_STUDIO_CONFIG", str(tmp_path / "config"))
    first = xpert("score", project, "--checks", "--as", "lena")
    assert "was not allowed for this project" in first.err
    found = verdicts(xpert, project)
    assert {row["state"] for row in found.values()} == {"error"}
    assert "--allow-code" in found["t0:s0"]["problem"]
    for nobody in ((), ("--as", "emil"), ("--as", "unheard-of")):
        refused = xpert("score", project, "--checks", "--allow-code", *nobody)
        assert refused.code not in (0, 1), refused.out
    assert {row["state"] for row in verdicts(xpert, project).values()} == {"error"}
    assert allowed_by(project) == []
    xpert("score", project, "--checks", "--allow-code", "--as", "lena")
    xpert("score", project, "--checks", "--allow-code", "--as", "lena")
    assert allowed_by(project) == ["lena"]
    assert "allowed code of responses to run" in xpert("history", project, "--as", "lena").out
    found = verdicts(xpert, project)
    assert [found[f"t0:s{place}"]["value"] for place in range(3)] == [1, 0, 0]
    again = xpert("score", project, "--checks", "--dry-run", "--json")
    assert json.loads(again.out)["known"] == 3


def test_kinds_are_listed_with_their_parameters(xpert):
    listed = json.loads(xpert("checks", "list", "--json").out)
    assert {"word_count", "code_passes"} <= {kind["check"] for kind in listed}
    (one,) = json.loads(xpert("checks", "list", "word_count", "--json").out)
    assert one["parameters"].keys() == {"at_least", "at_most", "exactly"}
    assert xpert("checks", "list", "unheard-of").code == 2


def test_a_check_is_tried_on_a_text(xpert):
    passed = xpert("checks", "try", "word_count", "Two words.", "--parameter", "at_most=2")
    assert (passed.code, passed.out.strip()) == (0, "passed: Number of words: 2.")
    failed = xpert("checks", "try", "word_count", "Now three words.", "--parameter", "at_most=2")
    assert failed.code == 1
    wrong = xpert("checks", "try", "word_count", "x", "--parameter", "at_most=many")
    assert wrong.code == 2 and "at_most" in wrong.err


def test_code_is_tried_where_that_is_asked_for(xpert):
    if sandbox.why_not("python") is not None:
        pytest.skip("needs bubblewrap")
    given = ("checks", "try", "code_runs", "print(2 * 'a')", "--parameter", "output=aa")
    refused = xpert(*given)
    assert refused.code == 2 and "--allow-code" in refused.err
    assert xpert(*given, "--allow-code").code == 0
    assert xpert("checks", "try", "code_runs", "42", "--allow-code").code == 1


def test_verdicts_on_other_parameters_are_outdated_and_current_again_when_that_is_undone(
    xpert, tmp_path
):
    made = make_project(tmp_path / "c.xpert")
    point = Checkpoint(
        task_id="t0", id="k", text="Has few words.", weight=4, position=9, instrument="check",
        settings={"check": "word_count", "parameters": {"at_most": 11}},
    )  # fmt: skip
    with made.writing() as tx:
        entities.put(tx, point)
        entities.put(tx, Person(id="lena", name="Lena", roles=(Role.LEAD, Role.AUTHOR)))
        task = entities.find(tx, Task, "t0")
        entities.put(tx, task.model_copy(update={"author_id": "lena", "stage": Stage.RUBRIC}))
    made.close()
    path = str(made.path)
    assert xpert("score", path, "--checks", "--as", "lena").code == 0
    edited = xpert(
        "rubric", "edit", path, "t0", "4", "--parameter", "at_most=9", "--json", "--as", "lena"
    )
    assert edited.code == 0, edited.err
    assert json.loads(edited.out)["made_stale"]["verdicts"] == 3
    undone = xpert("undo", path, "--json", "--as", "lena")
    assert undone.code == 0, undone.err
    assert json.loads(xpert("score", path, "--checks", "--dry-run", "--json").out)["known"] == 3
