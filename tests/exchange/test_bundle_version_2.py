"""Version 2 of the bundle: written where a project needs it, in the words of the field."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.workflow.deciding import approve
from tests.workflow.studio import START, Studio
from xpert_studio.core.errors import InputRefusedError
from xpert_studio.core.exchange import export_bundle, import_bundle
from xpert_studio.core.exchange.bundle_rows import whole_row
from xpert_studio.core.records import (
    Comment,
    Judgment,
    JudgmentStatus,
    Mode,
    Role,
    Severity,
    SpotCheck,
    SpotCheckOutcome,
    Visibility,
)
from xpert_studio.core.store import ProjectFile, entities, judgments, people, settings, verdicts
from xpert_studio.core.workflow import (
    add_comment,
    draw_spot_checks,
    finish_spot_check,
    form_view,
    new_project,
    override,
    set_policies,
)

OWN = {"response_id": "r", "checkpoint_id": "c", "expert_id": "e"}


def exported(project: ProjectFile, target: Path) -> dict[str, list[dict]]:
    export_bundle(project, target, visibility=Visibility.PRIVATE, now=START)
    return {
        path.name: [json.loads(line) for line in path.read_text("utf-8").splitlines()]
        for path in target.glob("*.jsonl")
    }


def everything(project: ProjectFile) -> list[object]:
    with project.reading() as tx:
        return [
            people.all_people(tx), entities.find_all(tx, Comment), entities.find_all(tx, SpotCheck),
            list(judgments.all_judgments(tx)), list(verdicts.all_verdicts(tx)),
            settings.project_info(tx).policies.mode,
        ]  # fmt: skip


def worked(studio: Studio) -> None:
    """A project with comments, a spot check, an override and verdicts."""
    ids = studio.review()
    made = add_comment(
        studio.maria, "t1", "Of which year?", checkpoint_id=ids[0], severity=Severity.COMMENT
    )
    assert made
    (response_id,) = studio.answered("t2")
    studio.judged(response_id)
    view = form_view(studio.maria, response_id)
    key = view.lines[0].checkpoint.id
    override(studio.omar, response_id, "maria", key, note="It does not say so.")
    studio.scored(response_id)


@pytest.fixture
def studio(tmp_path: Path) -> Iterator[Studio]:
    made = Studio(tmp_path / "p.xpert")
    yield made
    made.project.close()


@pytest.fixture
def solo(studio: Studio) -> Studio:
    worked(studio)
    set_policies(studio.lena, mode=Mode.SOLO)
    return studio


def test_a_team_is_written_in_version_1(studio: Studio, tmp_path: Path) -> None:
    worked(studio)
    files = exported(studio.project, tmp_path / "out")
    manifest = json.loads((tmp_path / "out/manifest.json").read_text())
    assert manifest["format_version"] == 1
    assert "mode" not in manifest
    assert "remarks.jsonl" in files
    assert all("value" not in row for row in files["judgments.jsonl"] + files["verdicts.jsonl"])


def test_a_solo_project_is_written_in_the_words_of_version_2(solo: Studio, tmp_path: Path) -> None:
    files = exported(solo.project, tmp_path / "out")
    manifest = json.loads((tmp_path / "out/manifest.json").read_text())
    assert (manifest["format_version"], manifest["mode"]) == (2, "solo")
    assert "remarks.jsonl" not in files
    (comment,) = files["comments.jsonl"]
    assert comment["checkpoint_text"]
    assert "line" not in comment
    roles = {role for row in files["people.jsonl"] for role in row["roles"]}
    assert "adjudicator" in roles
    assert "senior" not in roles
    settled = next(row for row in files["judgments.jsonl"] if row["status"] == "overridden")
    assert (settled["value"], settled["adjudicated_value"], settled["met"]) == (1, 0, False)
    assert {(row["value"], row["met"]) for row in files["verdicts.jsonl"]} <= {
        (1, True),
        (0, False),
    }
    assert "version 2" in (tmp_path / "out/README.md").read_text()


def test_it_gives_back_every_record_and_every_byte(solo: Studio, tmp_path: Path) -> None:
    exported(solo.project, tmp_path / "first")
    with new_project(tmp_path / "again.xpert", now=START) as again:
        import_bundle(again, tmp_path / "first", now=START)
        assert everything(again) == everything(solo.project)
        exported(again, tmp_path / "second")
    for path in (tmp_path / "first").glob("*.jsonl"):
        assert path.read_bytes() == (tmp_path / "second" / path.name).read_bytes()


def test_a_spot_check_names_its_adjudicator(studio: Studio, tmp_path: Path) -> None:
    studio.review()
    approve(studio.maria, "t1")
    draw_spot_checks(studio.lena, seed=7, share=1.0)
    finish_spot_check(
        studio.omar, "t1", SpotCheckOutcome.PASSED,
        consistent=True, aligned_with_task=True, evaluable=True,
    )  # fmt: skip
    set_policies(studio.lena, mode=Mode.SOLO)
    (row,) = exported(studio.project, tmp_path / "out")["spot_checks.jsonl"]
    assert (row["adjudicator_id"], row["seed"], row["sampled_from"]) == ("omar", 7, 1)
    with new_project(tmp_path / "again.xpert", now=START) as again:
        import_bundle(again, tmp_path / "out", now=START)
        assert everything(again) == everything(studio.project)


def test_without_a_manifest_it_is_read_as_the_newest(solo: Studio, tmp_path: Path) -> None:
    exported(solo.project, tmp_path / "out")
    (tmp_path / "out/manifest.json").unlink()
    with new_project(tmp_path / "again.xpert", now=START) as again:
        import_bundle(again, tmp_path / "out", now=START)
        assert everything(again)[:-1] == everything(solo.project)[:-1]


@pytest.mark.parametrize(
    ("row", "own", "counts"),
    [
        ({"met": True}, 1, 1),
        ({"met": False, "status": "overridden", "note": "No."}, 1, 0),
        ({"value": 1, "met": True}, 1, 1),
        ({"met": False, "value": 0}, 0, 0),
        ({"value": 1, "adjudicated_value": 0, "met": False, "status": "overridden"}, 1, 0),
        ({"value": 0, "adjudicated_value": 0, "status": "confirmed"}, 0, 0),
    ],
)
def test_value_and_met_are_read_beside_each_other(
    bundle_of, tmp_path: Path, row: dict, own: int, counts: int
) -> None:
    with new_project(tmp_path / "p.xpert", now=START) as project:
        import_bundle(project, bundle_of(OWN | row), now=START)
        with project.reading() as tx:
            (read,) = judgments.all_judgments(tx)
    assert (read.value, read.final_value) == (own, counts)


@pytest.mark.parametrize(
    "row",
    [
        {"value": 1, "met": False},
        {"value": 1, "adjudicated_value": 0, "met": True, "status": "overridden"},
        {"value": 1, "met": True, "adjudicated_value": 0, "status": "overridden"},
    ],
)
def test_a_met_that_contradicts_is_refused(bundle_of, tmp_path: Path, row: dict) -> None:
    with (
        new_project(tmp_path / "p.xpert", now=START) as project,
        pytest.raises(InputRefusedError) as refused,
    ):
        import_bundle(project, bundle_of(OWN | row), now=START)
    (problem,) = refused.value.problems
    assert problem.file == "judgments.jsonl"
    assert (problem.field, problem.message) == ("met", "contradicts value.")


@pytest.fixture
def bundle_of(tmp_path: Path):
    def make(judgment: dict) -> Path:
        folder = tmp_path / "bundle"
        folder.mkdir()
        rows = {
            "people": {"id": "e", "roles": ["expert", "adjudicator"]},
            "tasks": {"id": "t", "prompt": "Why?"},
            "checkpoints": {"task_id": "t", "id": "c", "text": "Says why.", "weight": 3},
            "responses": {"id": "r", "task_id": "t", "model": "m", "text": "Because."},
            "judgments": judgment,
        }
        for name, row in rows.items():
            line = json.dumps(row, separators=(",", ":"))  # as we write it: it is read fast
            (folder / f"{name}.jsonl").write_text(line + "\n")
        return folder

    return make


def test_rows_of_other_instruments_keep_every_field() -> None:
    given = Judgment(
        **OWN, value=75, adjudicated_value=60, given=80, caps=("plain",), rationale="Plain.",
        status=JudgmentStatus.OVERRIDDEN, note="Dull.", problem="Hard to read.", unblinded=True,
        self_adjudicated=True, rated_hash="a" * 64, extra={"colour": "red"},
    )  # fmt: skip
    row = whole_row(given, hashed=False, version=2, says_met=False)
    assert "met" not in row
    assert row["rated_hash"] == "a" * 64
    assert row["colour"] == "red"
    kept = {key: value for key, value in row.items() if key != "colour"} | {"extra": given.extra}
    assert Judgment.model_validate_json(json.dumps(kept)) == given


def test_a_file_called_comments_in_version_1_is_refused_and_not_lost(
    bundle_of, tmp_path: Path
) -> None:
    folder = bundle_of(OWN | {"met": True})
    (folder / "manifest.json").write_text('{"format": "xpert-bundle", "format_version": 1}')
    (folder / "comments.jsonl").write_text("{}\n")
    with (
        new_project(tmp_path / "p.xpert", now=START) as project,
        pytest.raises(InputRefusedError) as refused,
    ):
        import_bundle(project, folder, now=START)
    (problem,) = refused.value.problems
    assert problem.file == "comments.jsonl"


def test_adjudicators_are_senior_experts(bundle_of, tmp_path: Path) -> None:
    with new_project(tmp_path / "p.xpert", now=START) as project:
        import_bundle(project, bundle_of(OWN | {"met": True}), now=START)
        with project.reading() as tx:
            (person,) = people.all_people(tx)
    assert person.roles == (Role.EXPERT, Role.SENIOR)
