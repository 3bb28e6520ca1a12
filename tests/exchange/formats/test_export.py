"""What every foreign export keeps to: what goes out, and that nothing of anybody is lost."""

from __future__ import annotations

import json
import os

import pytest

from tests.exchange.formats import projects
from xpert_studio.core import atomic_files
from xpert_studio.core.errors import NotFoundError, UsageError, XpertError
from xpert_studio.core.exchange.formats import (
    FORMATS,
    ExportScope,
    export_foreign,
    find_format,
    read_content,
)
from xpert_studio.core.exchange.formats.export import LIST
from xpert_studio.core.records import Checkpoint, Judgment, JudgmentStatus, Stage, Task
from xpert_studio.core.store.bulk_import import Intake
from xpert_studio.core.store.settings import put_project_info

FOLDERS = [item for item in FORMATS.values() if not item.suffix]


@pytest.fixture
def project(tmp_path):
    with projects.make_project(tmp_path / "p.xpert") as made:
        yield made


def add(project, *tasks: Task) -> None:
    with project.writing() as tx:
        intake = Intake(tx)
        for task in tasks:
            intake.task(task)
            intake.checkpoint(Checkpoint(task_id=task.id, id="c1", text="It is done.", weight=5))
        intake.flush()


def files_in(folder):
    return {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*.*")}


def test_drafts_and_discarded_tasks_are_no_part_of_the_benchmark(project):
    stages = (Stage.RUBRIC, Stage.REVIEW, Stage.DISCARDED, Stage.READY)
    add(project, *(Task(id=stage.value, prompt="Do it.", stage=stage) for stage in stages))
    content = read_content(project)
    assert {task.id for task in content.tasks} == {*projects.PROMPTS, "ready"}
    assert content.warnings == (
        "Excluded: 3 tasks that are not ready to be judged or have no rubric.",
    )
    with pytest.raises(UsageError, match="ready to be judged"):
        read_content(project, ExportScope(frozenset({"rubric"})))


def test_only_what_was_named_goes_out(project):
    content = read_content(project, ExportScope(frozenset({"lease"})))
    assert [task.id for task in content.tasks] == ["lease"]
    assert content.rubrics.keys() == content.responses.keys() == {"lease"}
    assert all(response_id.startswith("lease:") for response_id in content.gold)
    with pytest.raises(NotFoundError, match="no task nothing"):
        read_content(project, ExportScope(frozenset({"nothing"})))
    with pytest.raises(NotFoundError, match="no gold subset"):
        read_content(project, ExportScope(subset="nothing"))


def test_experts_go_out_under_pseudonyms_and_without_notes(project):
    with project.writing() as tx:
        intake = Intake(tx)
        intake.judgment(
            Judgment(
                response_id="lease:s2", checkpoint_id="c1", expert_id="amara", value=1,
                rationale="Not there.", status=JudgmentStatus.OVERRIDDEN, note="It is, in line 3.",
                confirmed_by="omar",
            )
        )  # fmt: skip
        intake.flush()
    (judgment,) = read_content(project).gold["lease:s2"]
    assert "amara" not in judgment.expert_id
    assert judgment.note is None


@pytest.mark.parametrize("wanted", FOLDERS, ids=lambda item: item.id)
def test_the_same_project_gives_the_same_bytes_and_no_name_of_a_person(project, tmp_path, wanted):
    first, second = tmp_path / "first", tmp_path / "second"
    export_foreign(project, wanted, first)
    report = export_foreign(project, wanted, second)
    assert files_in(first) == files_in(second)
    assert report.rows
    assert not any(b"amara" in data for data in files_in(first).values())
    assert not [path for path in tmp_path.iterdir() if path.name.endswith((".part", ".old"))]


@pytest.mark.parametrize("wanted", FOLDERS, ids=lambda item: item.id)
def test_an_earlier_export_is_replaced_and_nothing_else(project, tmp_path, wanted):
    target = tmp_path / "out"
    export_foreign(project, wanted, target)
    with pytest.raises(UsageError, match="exists"):
        export_foreign(project, wanted, target)
    add(project, Task(id="new", prompt="Do it."))
    before = files_in(target)
    (target / "__pycache__").mkdir()
    (target / "__pycache__" / "task.pyc").write_bytes(b"")
    export_foreign(project, wanted, target, replace=True)
    assert files_in(target) != before

    (target / "logs").mkdir()
    (target / "logs" / "run.json").write_text("{}")
    with pytest.raises(UsageError, match=r"added or changed.*logs/run\.json"):
        export_foreign(project, wanted, target, replace=True)
    (target / "logs" / "run.json").unlink()
    readme = target / "README.md"
    readme.write_text("My own notes.")
    with pytest.raises(UsageError, match=r"README\.md"):
        export_foreign(project, wanted, target, replace=True)
    assert readme.read_text() == "My own notes."


@pytest.mark.parametrize(
    "listed", [None, b"", b"[]", b'{"format": "other", "files": {}}', b'{"files": 7}', b"[" * 99999]
)
def test_what_is_no_earlier_export_is_not_replaced(project, tmp_path, listed):
    target = tmp_path / "out"
    target.mkdir()
    (target / "task.py").write_text("print('mine')")
    if listed is not None:
        (target / LIST).write_bytes(listed)
    with pytest.raises(UsageError, match="no earlier export"):
        export_foreign(project, find_format("inspect-ai"), target, replace=True)
    assert (target / "task.py").read_text() == "print('mine')"


def test_an_export_that_fails_leaves_the_earlier_one(project, tmp_path, monkeypatch):
    target = tmp_path / "out"
    export_foreign(project, find_format("inspect-ai"), target)
    before = files_in(target)
    rename = type(target).rename

    def failing(path, to):
        if path.name.endswith(".part"):
            raise OSError(28, os.strerror(28))
        return rename(path, to)

    monkeypatch.setattr(type(target), "rename", failing)
    # As on a disk that cannot let two folders change names in one step.
    monkeypatch.setattr(atomic_files, "_exchanged", lambda *_: False)
    with pytest.raises(XpertError, match="No space left"):
        export_foreign(project, find_format("inspect-ai"), target, replace=True)
    assert files_in(target) == before
    assert [path.name for path in tmp_path.iterdir() if path.is_dir()] == ["out"]


def test_the_list_names_every_file(project, tmp_path):
    target = tmp_path / "out"
    export_foreign(project, find_format("inspect-ai"), target)
    listed = json.loads((target / LIST).read_text())
    paths = [path for path in target.rglob("*") if path.is_file() and path.name != LIST]
    assert listed["files"].keys() == {path.relative_to(target).as_posix() for path in paths}
    assert listed["generator"].startswith("Xpert Studio")


def test_an_unknown_format_is_refused_with_those_there_are():
    with pytest.raises(UsageError, match="inspect-ai"):
        find_format("nothing")


@pytest.mark.parametrize("wanted", FOLDERS, ids=lambda item: item.id)
def test_no_name_or_licence_is_markup_in_a_readme(project, tmp_path, wanted):
    with project.writing() as tx:
        evil = {"name": "<script>x</script>\n# [a](b)", "licence": "<img src=x>"}
        put_project_info(tx, project.info().model_copy(update=evil))
    export_foreign(project, wanted, tmp_path / "out")
    front, _, text = (tmp_path / "out" / "README.md").read_text("utf-8").rpartition("\n---\n")
    assert front.startswith("---") or not front
    assert "&lt;script>" in text
    assert not [mark for mark in ("<script", "\n# [a", "<img") if mark in text]
