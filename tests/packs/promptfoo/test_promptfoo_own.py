"""Our own exports to promptfoo come back in: tasks, rubrics, checks, choices and responses."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.exchange.conftest import NOW, records_of, refusal
from tests.exchange.formats import projects
from tests.packs.promptfoo.test_promptfoo_checks import SAME, WORDED, check
from xpert_studio.core.exchange import import_any
from xpert_studio.core.exchange.formats import export_foreign, find_format
from xpert_studio.core.records import Checkpoint, Difficulty, Response, Task
from xpert_studio.core.store import ProjectFile
from xpert_studio.core.store.bulk_import import Intake
from xpert_studio.packs.promptfoo.own import assertion_for, named_in, read_back
from xpert_studio.packs.promptfoo.parts import Assertion
from xpert_studio.packs.promptfoo.texts import literal, plain

PARTS = {"context": "A {{lease}}.", "materials": " Clause 9.", "deliverables": "A memo."}
OTHERS = [
    *(check(number, *given) for number, given in enumerate([*SAME, *WORDED])),
    Checkpoint(
        task_id="t", id="choice", text="Names it.", weight=0, instrument="choice",
        settings={"options": ["Paris {{7*7}}", "London"], "key": "B"},
    ),
    Checkpoint(
        task_id="t", id="gate", text="Lines\n\nand  spaces. {#", weight=2.5, settings={"gate": True}
    ),
]  # fmt: skip


@pytest.fixture(scope="module")
def exported(tmp_path_factory) -> Path:
    """An export of a project with every instrument that the format has."""
    home = tmp_path_factory.mktemp("own")
    with projects.make_project(home / "p.xpert") as project:
        with project.writing() as tx:
            intake = Intake(tx)
            task = Task(id="t", title="{{x}} t", language="zh", difficulty=Difficulty.HARD, **PARTS)
            intake.task(task)
            for place, point in enumerate(OTHERS):
                intake.checkpoint(point.model_copy(update={"position": place}))
            intake.response(Response(id="again", task_id="lease", model="alpha", text="Once more."))
            intake.flush()
        export_foreign(project, find_format("promptfoo"), home / "out")
    return home


def test_every_instrument_of_the_format_is_tried():
    tried = {point.instrument for point in OTHERS}
    assert tried == find_format("promptfoo").instruments


@pytest.mark.parametrize("name", ["promptfooconfig.yaml", "stored.yaml"])
def test_an_export_comes_back_as_it_went(exported, project, tmp_path, name):
    report = import_any(project, exported / "out" / name, now=NOW)
    found = records_of(project)
    with ProjectFile.open(exported / "p.xpert") as original:
        wanted, info = records_of(original), original.info()
    lost = {"attachments": (), "reference_answer": None}
    assert found["tasks"] == [task.model_copy(update=lost) for task in wanted["tasks"]]
    assert found["checkpoints"] == wanted["checkpoints"]
    ours = [(item.id, item.task_id, item.model, item.text) for item in found["responses"]]
    theirs = [(item.id, item.task_id, item.model, item.text) for item in wanted["responses"]]
    assert sorted(ours) == (sorted(theirs) if name == "stored.yaml" else [])
    now = project.info()
    assert (now.name, now.licence, now.canary) == (info.name, info.licence, info.canary)
    assert now.grading_policy.text == info.grading_policy.text
    assert report.warnings == [
        "Assertions with a weight of 0, which are not scored: 1.",
        "Tasks with attached files, which did not come in: 1. Attach them again.",
    ]
    assert import_any(project, exported / "out" / name, now=NOW).added == {}


def copy_of(exported: Path, folder: Path, name: str, text: str | None = None) -> dict[str, Path]:
    """A copy of an export, with another text in one of its files, or without it."""
    folder.mkdir()
    for path in (exported / "out").iterdir():
        if path.is_file():
            (folder / path.name).write_bytes(path.read_bytes())
    if text is None:
        (folder / name).unlink()
    else:
        (folder / name).write_text(text, encoding="utf-8")
    return {"config": folder / "promptfooconfig.yaml", "stored": folder / "stored.yaml"}


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        (
            "prompt.mjs",
            "export default () => 'x'",
            'names code ("prompt.mjs"), which is never run.',
        ),
        ("tasks.json", None, 'names "tasks.json", which is no file'),
        ("tasks.json", "[5]", "names no task of tasks.json."),
        ("tasks.json", "{}", "names no task of tasks.json."),
        ("responses.json", "[]", "names no system of responses.json."),
    ],
)
def test_files_of_an_export_that_were_changed_are_refused(
    exported, project, tmp_path, name, text, said
):
    source = copy_of(exported, tmp_path / "copy", name, text)["stored"]
    assert any(said in problem.message for problem in refusal(project, source))


def test_what_was_edited_in_promptfoo_counts(exported, project, tmp_path):
    tests = json.loads((exported / "out" / "tests.json").read_text("utf-8"))
    lease, others = tests[0]["assert"], tests[3]["assert"]
    lease[0] |= {"value": "Names month 31.", "weight": 4}
    del lease[1]
    lease.append({"type": "contains", "value": "rent"})
    place = next(n for n, item in enumerate(others) if item["config"]["checkpoint"] == "choice")
    others[place] |= {"type": "is-json", "value": None}
    source = copy_of(exported, tmp_path / "copy", "tests.json", json.dumps(tests))["config"]
    import_any(project, source, now=NOW)
    points = {(item.task_id, item.id): item for item in records_of(project)["checkpoints"]}
    assert points["lease", "c1"].text == "Names month 31."
    assert points["lease", "c1"].weight == 4
    assert ("lease", "c2") not in points
    assert points["lease", "c3-2"].settings["check"] == "contains_all"
    edited = points["t", "choice"]
    assert edited.instrument == "check"
    assert edited.settings["check"] == "json_valid"


def test_an_export_of_an_earlier_version_comes_in(exported, project, tmp_path):
    tasks = json.loads((exported / "out" / "tasks.json").read_text("utf-8"))
    for entry in tasks:
        del entry["task"], entry["attached"]
    source = copy_of(exported, tmp_path / "copy", "tasks.json", json.dumps(tasks))["config"]
    source.with_name("project.json").unlink()
    import_any(project, source, now=NOW)
    assert [task.id for task in records_of(project)["tasks"]] == [*projects.PROMPTS, "t"]


@given(
    st.text() | st.lists(st.sampled_from(["{", "}", "%", "#", '"', " ", "a:", "{{ "])).map("".join)
)
def test_a_literal_is_read_back(text):
    assert plain(literal(text)) == text


texts = st.text(min_size=1, max_size=30).filter(lambda text: text.strip() and "\0" not in text)


@given(
    texts,
    texts,
    st.sampled_from([point.settings for point in OTHERS if point.instrument == "check"]),
)
def test_any_checkpoint_is_read_back(text, option, settings):
    answers: list[dict[str, Any]] = [
        {}, {"settings": {"gate": True}}, {"instrument": "check", "settings": settings},
        {"instrument": "choice", "settings": {"options": [option, f"{option}x"], "key": "A"}},
    ]  # fmt: skip
    for answer in answers:
        try:
            point = Checkpoint(task_id="-", id="检查-1", text=text, weight=1, **answer)
        except ValueError:
            return
        written = Assertion.model_validate(json.loads(json.dumps(assertion_for(point))))
        found = read_back(written)
        assert found is not None
        told = {"task_id": "-", "weight": 1, **found, **named_in(written.about)}
        assert Checkpoint.model_validate(told) == point


def of_stored(exported: Path, project: ProjectFile, task_id: str) -> dict[str, Any]:
    """A result of an export: a stored response, every assertion of which a model calls met."""
    (test,) = [
        test
        for test in json.loads((exported / "out" / "tests.json").read_text(encoding="utf-8"))
        if test["metadata"]["task"] == task_id
    ]
    found = records_of(project)
    (prompt,) = [task.full_prompt for task in found["tasks"] if task.id == task_id]
    response = next(item for item in found["responses"] if item.task_id == task_id)
    graded = {"pass": True, "score": 1, "reason": "MET. It says so."}
    return {
        "prompt": {"raw": prompt},
        "provider": {"id": "file://stored.mjs", "label": response.model},
        "testCase": test,
        "vars": test["vars"],
        "response": {"output": response.text},
        "gradingResult": {
            "componentResults": [graded | {"assertion": asked} for asked in test["assert"]]
        },
    }


def test_results_of_an_export_are_verdicts_on_what_the_project_has(exported, tmp_path):
    (tmp_path / "p.xpert").write_bytes((exported / "p.xpert").read_bytes())
    with ProjectFile.open(tmp_path / "p.xpert") as project:
        before = records_of(project)
        row = of_stored(exported, project, "lease")
        row["testCase"]["assert"][0]["config"]["checkpoint"] = "gone"
        whole = {"evalId": "e", "results": {"version": 3, "results": [row]}, "config": {}}
        (tmp_path / "out.json").write_text(json.dumps(whole), encoding="utf-8")
        points = [point for point in before["checkpoints"] if point.task_id == "lease"]
        report = import_any(project, tmp_path / "out.json", now=NOW)
        found = records_of(project)
    assert found["tasks"] == before["tasks"]
    assert found["responses"] == before["responses"]
    judged = {item.checkpoint_id for item in found["verdicts"] if item.judge_id == "promptfoo"}
    assert judged == {point.id for point in points[1:] if point.instrument == "binary"}
    assert any("others in the project now, or gone: 1" in warning for warning in report.warnings)
