"""The library on the command line: earlier projects and bundles, and what is suggested of them."""

from __future__ import annotations

import json

import pytest

from tests.workflow.studio import Studio
from xpert_studio.core.resources import SAMPLE, sample_project_path


@pytest.fixture(autouse=True)
def config(tmp_path, monkeypatch):
    monkeypatch.setenv("XPERT_STUDIO_CONFIG", str(tmp_path / "config"))
    return tmp_path / "config"


@pytest.fixture
def project(tmp_path):
    studio = Studio(tmp_path / "p.xpert")
    studio.rubric("t1", lines=1)
    studio.rubric("t2", lines=4)
    studio.project.close()
    return tmp_path / "p.xpert"


def test_a_checkpoint_of_another_task_is_suggested_and_taken(xpert, project):
    found = json.loads(xpert("rubric", "suggest", project, "t1", "six months' not", "--as", "wei",
                             "--json").out)  # fmt: skip
    assert [one["text"] for one in found] == ["States that six months' notice is needed."]
    said = xpert("rubric", "suggest", project, "t1", "names clause 9", "--as", "wei")
    assert "  1  Names clause 9 as the ground." in said.out
    assert "Important, 7 points" in said.out
    taken = xpert("rubric", "suggest", project, "t1", "names clause 9", "--as", "wei", "--take", 1)
    assert taken.code == 0, taken.err
    lines = json.loads(xpert("rubric", "show", project, "t1", "--json").out)["lines"]
    assert lines[-1]["text"] == "Names clause 9 as the ground."
    newest = json.loads(xpert("history", project, "--json").out)
    assert "t2/" in json.dumps(newest)
    missing = xpert(
        "rubric", "suggest", project, "t1", "warns that rent", "--as", "wei", "--take", 9
    )
    assert (missing.code, "There is no suggestion 9." in missing.err) == (2, True)


def test_a_bundle_and_a_project_are_a_library_on_this_computer_alone(
    xpert, project, tmp_path, config
):
    added = xpert("library", "add", sample_project_path(SAMPLE))
    assert added.code == 0, added.err
    assert list((config / "library").glob("*.json"))
    text = "calculates stress-case leverage"
    said = xpert("rubric", "suggest", project, "t1", text, "--as", "wei", "--json")
    found = json.loads(said.out)
    assert found
    assert all(one["project"] == "Four professions (sample)" for one in found)
    assert b"Four professions" not in project.read_bytes()
    other = Studio(tmp_path / "old.xpert")
    other.rubric("t1", lines=2)
    other.project.close()
    assert xpert("library", "add", tmp_path / "old.xpert", "--as", "wei").code == 0
    assert len(json.loads(xpert("library", "list", "--json").out)) == 2
    assert xpert("library", "remove", tmp_path / "old.xpert").code == 0
    (left,) = json.loads(xpert("library", "list", "--json").out)
    assert left["project"] == "Four professions (sample)"
    again = xpert("library", "remove", "Nothing")
    assert (again.code, "Four professions" in again.err) == (2, True)


@pytest.mark.parametrize("content", [b"", b"\x00\x01", b"PK\x03\x04broken"])
def test_what_is_no_project_is_refused_and_nothing_is_kept(xpert, tmp_path, config, content):
    for name in ("x.xpert", "x.zip"):
        (tmp_path / name).write_bytes(content)
        assert xpert("library", "add", tmp_path / name).code not in (0, 1)
    assert xpert("library", "add", tmp_path / "none.zip").code != 0
    assert not list(config.glob("library/*"))


def test_a_damaged_file_of_the_library_is_left_out(xpert, project, config):
    (config / "library").mkdir(parents=True)
    (config / "library" / "abc.json").write_text('{"id": 3}')
    assert json.loads(xpert("library", "list", "--json").out) == []
    assert xpert("rubric", "suggest", project, "t1", "names clause 9", "--as", "wei").code == 0
