"""Ids that look like folders or options, dates at the end of time, and floods of problems."""

from __future__ import annotations

import pytest

from tests.exchange.conftest import (
    ANSWER,
    JUDGMENT,
    NOW,
    POINT,
    TASK,
    places,
    records_of,
    refusal,
    sound_bundle,
)
from xpert_studio.core.errors import InputRefusedError, UsageError
from xpert_studio.core.exchange import export_bundle, import_any, import_bundle
from xpert_studio.core.exchange.problems import MAX_KINDS, MAX_LISTED, OTHERS
from xpert_studio.core.records import Checkpoint, Task, Visibility
from xpert_studio.core.records.base import is_valid_id
from xpert_studio.core.store import ProjectFile
from xpert_studio.core.store.bulk_import import Intake
from xpert_studio.core.workflow import found_project, new_project

MISLEADING = [".", "..", "...", "-x", "--json", "-"]


@pytest.mark.parametrize("name", MISLEADING)
def test_a_new_id_is_no_folder_and_no_option(project, tmp_path, name):
    assert not is_valid_id(name)
    for number, spoilt in enumerate(
        (
            {"tasks": [TASK, {"id": name, "prompt": "x"}]},
            {"checkpoints": [POINT, POINT | {"id": name, "text": "Other."}]},
            {"responses": [ANSWER, ANSWER | {"id": name}]},
            {"judgments": [JUDGMENT | {"expert_id": name}]},
        )
    ):
        (problem,) = refusal(project, sound_bundle(tmp_path / str(number), **spoilt))
        assert name in problem.message
        assert "begins with '-'" in problem.message
        assert problem.remedy
    with pytest.raises(UsageError, match="is not an id"):
        found_project(project, name, now=NOW, name="N")


@pytest.mark.parametrize("name", ["a-x", ".x", "..-", "x.", "x-"])
def test_dots_and_hyphens_elsewhere_are_fine(project, tmp_path, name):
    import_bundle(
        project, sound_bundle(tmp_path / "b", tasks=[TASK, {"id": name, "prompt": "x"}]), now=NOW
    )
    assert name in {task.id for task in records_of(project)["tasks"]}


def test_a_project_that_holds_such_ids_opens_exports_and_takes_its_own_back(tmp_path):
    path = tmp_path / "p.xpert"
    with new_project(path, now=NOW) as project, project.writing() as tx:
        intake = Intake(tx)
        for name in ("..", "-x"):
            intake.task(Task(id=name, prompt=f"Do {name}"))
            intake.checkpoint(Checkpoint(task_id=name, id=name, text="It is.", weight=1))
        intake.flush()
    with ProjectFile.open(path) as project:
        for visibility in Visibility:
            place = tmp_path / visibility.value
            export_bundle(project, place, visibility=visibility, now=NOW)
            report = import_bundle(project, place, now=NOW)
            assert report.unchanged["tasks"] == report.unchanged["checkpoints"] == 2
        with new_project(tmp_path / "q.xpert", now=NOW) as other:
            assert places(refusal(other, tmp_path / "private")) == [
                ("tasks.jsonl", "row 1", "id"), ("tasks.jsonl", "row 2", "id"),
                ("checkpoints.jsonl", "row 1", "id"), ("checkpoints.jsonl", "row 2", "id"),
            ]  # fmt: skip


def test_a_time_after_the_last_year_is_named_as_that(project, tmp_path):
    answer = ANSWER | {"created_at": "9999-12-31T23:59:59-05:00"}
    alone = {"judgments": None, "verdicts": None}
    (problem,) = refusal(project, sound_bundle(tmp_path / "b", responses=[answer], **alone))
    assert (problem.field, problem.message) == ("created_at", "the year is after 9999 in UTC.")
    assert "Write UTC" in problem.remedy
    fine = ANSWER | {"created_at": "9999-12-31T23:59:59Z"}
    report = import_bundle(project, sound_bundle(tmp_path / "c", responses=[fine]), now=NOW)
    assert any("lies in the future" in text for text in report.warnings)


def test_a_flood_of_problems_is_listed_in_part_and_counted_by_kind(project, tmp_path):
    count = 1_000
    rows = [{"id": f"a/{number}", "prompt": ""} for number in range(count)]
    source = sound_bundle(tmp_path / "b", tasks=rows)
    with pytest.raises(InputRefusedError) as refused:
        import_any(project, source, now=NOW)
    error = refused.value
    assert len(error.problems) == MAX_LISTED
    assert error.total >= 2 * count
    beyond = dict(error.beyond(MAX_LISTED))
    assert beyond["tasks.jsonl, id"] == beyond["tasks.jsonl, prompt"] == count - MAX_LISTED // 2
    assert sum(beyond.values()) == error.total - MAX_LISTED
    # Where fewer are listed, the rest of those that could be are counted with the others.
    assert sum(count for _, count in error.beyond(8)) == error.total - 8


def test_kinds_are_bounded_too(project, tmp_path):
    point = POINT | {"id": "x"}
    entry = {"quote": 1}
    rows = [
        JUDGMENT | {"checkpoint_id": f"c{number}", "evidence": [entry] * 30}
        for number in range(MAX_LISTED)
    ]
    source = sound_bundle(tmp_path / "b", checkpoints=[POINT, point], judgments=rows)
    with pytest.raises(InputRefusedError) as refused:
        import_any(project, source, now=NOW)
    ((kind, _),) = refused.value.beyond(MAX_LISTED)
    assert kind == "judgments.jsonl, evidence.quote"
    rows = [{f"key{number}": 1, "id": "j", "settings": {f"s{number}": 1}} for number in range(300)]
    with pytest.raises(InputRefusedError) as refused:
        import_any(project, sound_bundle(tmp_path / "c", judges=rows), now=NOW)
    beyond = dict(refused.value.beyond(MAX_LISTED))
    assert len(beyond) <= MAX_KINDS + 1
    assert beyond[OTHERS] == refused.value.total - MAX_LISTED - MAX_KINDS
