"""``xpert-studio export --format``: what it writes, what it says, and what it refuses."""

from __future__ import annotations

import json

import pytest

from tests.judge.projects import NOW
from xpert_studio.exchange.foreign import FORMATS
from xpert_studio.records import Stratum, Subset
from xpert_studio.store import ProjectFile, entities, settings


def test_the_formats_are_listed_without_a_project(xpert):
    said = xpert("export", "--formats")
    assert said.code == 0
    for item in FORMATS:
        assert item.id in said.out
        assert item.what.split()[-1] in said.out


@pytest.mark.parametrize(
    "wanted", [item for item in FORMATS if not item.suffix], ids=lambda i: i.id
)
def test_a_folder_for_another_tool(xpert, project, tmp_path, wanted):
    said = xpert("export", project, "out", "--format", wanted.id)
    assert said.code == 0, said.err
    assert "README.md says how to use it" in said.out
    assert "Test" in (tmp_path / "out" / "README.md").read_text()
    again = xpert("export", project, "out", "--format", wanted.id)
    assert again.code == 2
    assert "--replace" in again.err
    said = xpert("export", project, "out", "--format", wanted.id, "--replace", "--json")
    assert said.code == 0
    assert said.json["rows"]
    assert said.json["target"].endswith("out")


def test_some_tasks_only(xpert, project, tmp_path):
    said = xpert("export", project, "one", "--format", "inspect-ai", "--tasks", "t1", "--json")
    assert said.code == 0, said.err
    assert said.json["rows"]["dataset.jsonl"] == 1
    (line,) = (tmp_path / "one" / "dataset.jsonl").read_text().splitlines()
    assert json.loads(line)["id"] == "t1"
    with ProjectFile.open(project) as opened, opened.writing() as tx:
        strata = (Stratum(domain="", available=2, drawn=1),)
        drawn = Subset(
            name="half", seed=1, task_ids=("t0",), strata=strata, drawn_by="lena", drawn_at=NOW
        )
        entities.put(tx, drawn)
    said = xpert("export", project, "half", "--format", "promptfoo", "--subset", "half", "--json")
    assert said.json["rows"]["tests.json"] == 1
    (task,) = json.loads((tmp_path / "half" / "tasks.json").read_text())
    assert task["id"] == "t0"


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--format", "nothing"], "no format nothing"),
        (["--format", "inspect-ai", "--tasks", "t0, t9"], "no task t9"),
        (["--format", "inspect-ai", "--subset", "nothing"], "no gold subset nothing"),
        (["--format", "promptfoo", "--public"], "--public is for bundles"),
        (["--format", "promptfoo", "--hold-out", "t0"], "--hold-out is for bundles"),
        (["--format", "promptfoo", "--without-rubrics"], "--without-rubrics is for bundles"),
        (["--tasks", "t0,t9"], "no task t9"),
        (["--subset", "half"], "no gold subset half"),
    ],
)  # fmt: skip
def test_what_makes_no_sense_is_refused(xpert, project, tmp_path, options, told):
    said = xpert("export", project, "out", *options)
    assert said.code in {1, 2}
    assert told in said.err
    assert not (tmp_path / "out").exists()


def test_endings_that_make_no_sense_are_refused(xpert, project, tmp_path):
    said = xpert("export", project, "out.zip", "--format", "inspect-ai")
    assert said.code == 2
    assert "reads a folder" in said.err
    said = xpert("export", project, "out.csv", "--public")
    assert said.code == 2
    assert "a table always names the experts" in said.err
    assert not list(tmp_path.glob("out*"))


def test_the_pseudonyms_stay_the_same(xpert, project, tmp_path):
    for name in ("a", "b"):
        assert xpert("export", project, name, "--format", "inspect-ai").code == 0
    first, second = (tmp_path / name / "expert_scores.jsonl" for name in ("a", "b"))
    assert first.read_bytes() == second.read_bytes()
    assert b"person-" in first.read_bytes()
    with ProjectFile.open(project) as opened, opened.reading() as tx:
        assert settings.pseudonym_secret(tx)
