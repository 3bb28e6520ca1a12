"""Comparisons in bundles: whole round trips, pseudonyms, references, and the version they need."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.judge.projects import NOW, make_project
from xpert_studio.core.errors import InputRefusedError
from xpert_studio.core.exchange import import_bundle
from xpert_studio.core.exchange.bundle_export import export_bundle
from xpert_studio.core.records import (
    Comparison,
    Judge,
    Person,
    ProjectInfo,
    RaterKind,
    RatingState,
    Role,
    Usage,
    Visibility,
    compared_hash,
)
from xpert_studio.core.store import ProjectFile, comparisons, entities, judges, responses, tasks


def said(project, *, task_id="t0", **fields) -> Comparison:
    with project.reading() as tx:
        found = sorted(responses.all_responses(tx, task_ids=[task_id]), key=lambda item: item.id)
        first, second = found[:2]
        task = tasks.get_task(tx, task_id)
    values = {
        "task_id": task_id, "first_id": first.id, "second_id": second.id, "rater_id": "amara",
        "shown_first": second.id, "value": 1, "rationale": "Cites it.", "compared_at": NOW,
        "compared_hash": compared_hash(task, first, second),
    }  # fmt: skip
    return Comparison(**(values | fields))


@pytest.fixture
def project(tmp_path):
    with make_project(tmp_path / "p.xpert") as made:
        with made.writing() as tx:
            judges.ensure_judge(tx, Judge(id="j1", provider="p", model="m"))
        whole = [
            said(made),
            said(made, rater_id="li", value=-1, rationale=None, unblinded=True),
            said(made, task_id="t1", value=0),
            said(made, rater=RaterKind.JUDGE, rater_id="j1", usage=Usage(input_tokens=3),
                 key="a" * 64, call_id="call-1"),
            said(made, rater=RaterKind.JUDGE, rater_id="j1", shown_first=said(made).first_id,
                 value=None, state=RatingState.INVALID, problem="empty reply"),
        ]  # fmt: skip
        with made.writing() as tx:
            for item in whole:
                entities.put(tx, item)
        yield made


def all_of(project) -> list[Comparison]:
    with project.reading() as tx:
        return entities.find_all(tx, Comparison)


def export(project, target: Path, visibility=Visibility.PRIVATE, **more) -> list[dict]:
    export_bundle(project, target, visibility=visibility, now=NOW, all_stages=True, **more)
    path = target / "comparisons.jsonl"
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    return [json.loads(line) for line in lines]


def taken(tmp_path, bundle: Path, name: str = "new") -> ProjectFile:
    made = ProjectFile.create(tmp_path / f"{name}.xpert", ProjectInfo(name="New", created_at=NOW))
    import_bundle(made, bundle, now=NOW)
    return made


def test_a_private_bundle_holds_all_of_it_and_comes_back_the_same(project, tmp_path):
    rows = export(project, tmp_path / "b")
    manifest = json.loads((tmp_path / "b" / "manifest.json").read_text(encoding="utf-8"))
    assert (manifest["format_version"], manifest["counts"]["comparisons"]) == (2, 5)
    assert "unblinded" not in rows[0]
    assert "checkpoint_id" not in rows[0]
    with taken(tmp_path, tmp_path / "b") as made:
        assert all_of(made) == all_of(project)
        export(made, tmp_path / "again")
        same = [(tmp_path / name / "comparisons.jsonl").read_bytes() for name in ("b", "again")]
        assert same[0] == same[1]
        report = import_bundle(made, tmp_path / "b", now=NOW)
        assert report.unchanged["comparisons"] == 5


def test_a_public_bundle_has_pseudonyms_and_no_private_words(project, tmp_path):
    rows = export(project, tmp_path / "b", Visibility.PUBLIC)
    text = (tmp_path / "b" / "comparisons.jsonl").read_text(encoding="utf-8")
    assert len(rows) == 5
    assert "amara" not in text
    assert "call-1" not in text
    assert "empty reply" not in text
    raters = {row["rater_id"] for row in rows if row["rater"] == "expert"}
    assert len(raters) == 2
    assert all(name.startswith("person-") for name in raters)
    assert {row["rater_id"] for row in rows if row["rater"] == "judge"} == {"j1"}
    with taken(tmp_path, tmp_path / "b") as made, made.reading() as tx:
        assert len(comparisons.current(tx)) == 4


def test_held_out_tasks_and_other_tasks_leave_nothing_behind(project, tmp_path):
    rows = export(project, tmp_path / "b", Visibility.PUBLIC, held_out=frozenset({"t0"}))
    assert {row["task_id"] for row in rows} == {"t1"}


def test_a_project_without_comparisons_needs_no_newer_version(tmp_path):
    with make_project(tmp_path / "q.xpert") as made:
        assert export(made, tmp_path / "b") == []
        manifest = json.loads((tmp_path / "b" / "manifest.json").read_text(encoding="utf-8"))
        assert manifest["format_version"] == 1


def test_a_row_without_a_hash_is_of_what_is_there(project, tmp_path):
    export(project, tmp_path / "b")
    (tmp_path / "b" / "manifest.json").unlink()
    path = tmp_path / "b" / "comparisons.jsonl"
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    for row in rows:
        del row["compared_hash"]
    path.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    with taken(tmp_path, tmp_path / "b") as made:
        assert all_of(made) == all_of(project)
        assert import_bundle(made, tmp_path / "b", now=NOW).unchanged["comparisons"] == 5


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"first_id": "nothing"}, "first_id"),
        ({"task_id": "t9"}, "task_id"),
        ({"task_id": "t1"}, "first_id"),
        ({"rater": "judge", "rater_id": "j9"}, "rater_id"),
        ({"checkpoint_id": "c99"}, "checkpoint_id"),
        ({"value": 2}, "value"),
        ({"value": True}, "value"),
        ({"value": None}, "value"),
        ({"shown_first": "other"}, "shown_first"),
        ({"rater": "crowd"}, "rater"),
        ({"compared_hash": "abc"}, "compared_hash"),
    ],
)
def test_what_is_wrong_is_named_with_its_row_and_nothing_comes_in(project, tmp_path, change, field):
    export(project, tmp_path / "b")
    (tmp_path / "b" / "manifest.json").unlink()
    path = tmp_path / "b" / "comparisons.jsonl"
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    rows[1] |= change
    path.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    made = ProjectFile.create(tmp_path / "x.xpert", ProjectInfo(name="New", created_at=NOW))
    with made, pytest.raises(InputRefusedError) as refused:
        import_bundle(made, tmp_path / "b", now=NOW)
    told = [problem for problem in refused.value.problems if "comparisons" in str(problem)]
    assert told
    assert "row 2" in str(told[0])
    assert field in str(told[0])
    with ProjectFile.open(tmp_path / "x.xpert") as opened:
        assert all_of(opened) == []


def test_a_comparison_of_a_response_that_is_gone_stays_here(project, tmp_path):
    with project.writing() as tx:
        entities.put(tx, said(project, rater_id="zoe").model_copy(update={"first_id": "a-gone"}))
    assert len(export(project, tmp_path / "b")) == 5


def edited(bundle: Path, **change) -> None:
    """Changes a comparison of a bundle."""
    (bundle / "manifest.json").unlink()
    path = bundle / "comparisons.jsonl"
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    rows[1] |= change
    path.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")


def test_a_response_to_another_task_is_said_to_be_one(project, tmp_path):
    export(project, tmp_path / "b")
    edited(tmp_path / "b", task_id="t1")
    with pytest.raises(InputRefusedError) as refused:
        taken(tmp_path, tmp_path / "b")
    told = str(refused.value.problems[0])
    assert 'is a response to "t0", not to "t1"' in told
    assert "Did you mean" not in told


def test_a_misspelt_response_is_looked_for_among_those_to_the_task(project, tmp_path):
    export(project, tmp_path / "b")
    first, second = said(project).pair
    edited(tmp_path / "b", second_id=second + "x", shown_first=first)
    with pytest.raises(InputRefusedError) as refused:
        taken(tmp_path, tmp_path / "b")
    assert f'Did you mean "{second}"?' in str(refused.value.problems[0])


def test_experts_who_are_not_among_the_people_come_in_with_a_notice(project, tmp_path):
    with project.writing() as tx:
        entities.put(tx, Person(id="amara", roles=(Role.EXPERT,)))
    export(project, tmp_path / "b")
    made = ProjectFile.create(tmp_path / "new.xpert", ProjectInfo(name="New", created_at=NOW))
    with made:
        told = " ".join(map(str, import_bundle(made, tmp_path / "b", now=NOW).warnings))
        assert 'comparisons.jsonl: "li" is not among the people' in told
        assert "amara" not in told
        assert len(all_of(made)) == 5
    export(project, tmp_path / "public", Visibility.PUBLIC)
    with ProjectFile.create(
        tmp_path / "pub.xpert", ProjectInfo(name="New", created_at=NOW)
    ) as public:
        report = import_bundle(public, tmp_path / "public", now=NOW)
        assert "not among" not in " ".join(map(str, report.warnings)), "it has pseudonyms only"
