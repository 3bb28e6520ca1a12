"""Bundles with graded checkpoints, gates and any weight: nothing is lost, nothing wrong comes in."""

from __future__ import annotations

import json
import shutil

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.exchange.conftest import (
    JUDGMENT,
    NOW,
    POINT,
    VERDICT,
    places,
    records_of,
    refusal,
    sound_bundle,
)
from tests.exchange.graded import judgments, rubrics, verdicts
from tests.judge.projects import make_project
from tests.sampling import examples
from xpert_studio.core.errors import InputRefusedError
from xpert_studio.core.exchange import export_bundle, import_bundle
from xpert_studio.core.records import (
    BINARY,
    Checkpoint,
    Judge,
    Response,
    RubricRevision,
    Task,
    Verdict,
    Visibility,
)
from xpert_studio.core.store import ProjectFile, entities
from xpert_studio.core.store import verdicts as verdict_rows
from xpert_studio.core.store.bulk_import import Intake
from xpert_studio.core.store.staleness import pin, refresh
from xpert_studio.core.workflow import new_project
from xpert_studio.report import analyse

SCALE = {
    "id": "graded", "low": 0, "high": 100, "minimum": 60,
    "bands": [{"low": 0, "high": 59, "text": "Poor."}, {"low": 60, "high": 100, "text": "Fair."}],
    "caps": [{"id": "plain", "text": "Plain text.", "at_most": 25}],
}  # fmt: skip
GRADED = POINT | {"instrument": SCALE}
RATED = {key: value for key, value in JUDGMENT.items() if key != "met"}
GIVEN = {key: value for key, value in VERDICT.items() if key != "met"}


def rows(folder, name):
    return [json.loads(line) for line in (folder / f"{name}.jsonl").read_text("utf-8").splitlines()]


def version(folder):
    return json.loads((folder / "manifest.json").read_text("utf-8"))["format_version"]


@st.composite
def contents(draw):
    rubric = draw(rubrics())
    return (
        rubric,
        [draw(judgments(point)) for point in rubric if draw(st.booleans())],
        [draw(verdicts(point)) for point in rubric if draw(st.booleans())],
        draw(st.booleans()),
    )


@examples(10)
@given(contents())
def test_a_bundle_gives_back_every_record_and_every_byte(tmp_path, drawn):
    rubric, judged, given_, is_frozen = drawn
    folder = tmp_path / "law"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    with new_project(folder / "p.xpert", now=NOW) as first:
        with first.writing() as tx:
            intake = Intake(tx)
            intake.task(Task(id="t", prompt="Do it."))
            for point in rubric:
                intake.checkpoint(point)
            intake.response(Response(id="r", task_id="t", model="m", text="Done."))
            intake.judge(Judge(id="j"))
            for judgment in judged:
                intake.judgment(judgment)
            for verdict in given_:
                intake.verdict(verdict)
            intake.flush()
            if is_frozen:
                entities.put(tx, RubricRevision(task_id="t", number=1, checkpoints=tuple(rubric)))
        export_bundle(first, folder / "one", visibility=Visibility.PRIVATE, now=NOW)
        with new_project(folder / "q.xpert", now=NOW) as second:
            import_bundle(second, folder / "one", now=NOW)
            assert records_of(second) == records_of(first)
            export_bundle(second, folder / "two", visibility=Visibility.PRIVATE, now=NOW)
    for path in (folder / "one").iterdir():
        assert path.read_bytes() == (folder / "two" / path.name).read_bytes(), path.name
    is_plain = all(
        point.instrument == BINARY and not point.settings and point.has_policy_weight
        for point in rubric
    )
    is_plain = is_plain and not any(one.state.is_abstention for one in (*judged, *given_))
    is_plain = is_plain and not any(one.adjudicated_state for one in judged)
    assert version(folder / "one") == (1 if is_plain else 2)
    binary = {point.id for point in rubric if point.instrument == BINARY}
    for name in ("judgments", "verdicts"):
        there = (folder / "one" / f"{name}.jsonl").exists()
        for row in rows(folder / "one", name) if there else ():
            if row["checkpoint_id"] not in binary:
                assert "met" not in row


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({}, 1),
        ({"weight": 10}, 1),
        ({"weight": 2.5}, 2),
        ({"weight": 11}, 2),
        ({"weight": 0}, 2),
        ({"turn": 2}, 2),
        ({"instrument": {"id": "binary", "gate": True}}, 2),
        ({"instrument": SCALE}, 2),
        ({"instrument": "graded", "settings": {"low": 0, "high": 9}}, 2),
    ],
)
def test_version_1_is_written_while_it_can_hold_all(project, tmp_path, change, expected):
    plain = sound_bundle(
        tmp_path / "b", checkpoints=[POINT | change], judgments=None, verdicts=None
    )
    import_bundle(project, plain, now=NOW)
    export_bundle(project, tmp_path / "out", visibility=Visibility.PRIVATE, now=NOW)
    assert version(tmp_path / "out") == expected


def test_a_revision_with_a_scale_needs_version_2(project, tmp_path):
    import_bundle(project, sound_bundle(tmp_path / "b"), now=NOW)
    kept = {name: value for name, value in SCALE.items() if name != "id"}
    frozen = Checkpoint(**POINT, instrument=SCALE["id"], settings=kept)
    with project.writing() as tx:
        entities.put(tx, RubricRevision(task_id="t1", number=1, checkpoints=(frozen,)))
    export_bundle(project, tmp_path / "out", visibility=Visibility.PRIVATE, now=NOW)
    assert version(tmp_path / "out") == 2
    (row,) = rows(tmp_path / "out", "revisions")
    assert row["checkpoints"][0]["instrument"] == SCALE


def test_a_checkpoint_holds_its_instrument_as_one_object(project, tmp_path):
    gate = POINT | {"id": "c2", "instrument": {"id": "binary", "gate": True}}
    given_ = GIVEN | {"value": 25, "given": 70, "caps": ["plain"], "flags": ["cap_not_kept"]}
    overridden = {"value": 72, "adjudicated_value": 60, "status": "overridden", "note": "No."}
    folder = sound_bundle(
        tmp_path / "b", checkpoints=[GRADED, gate, POINT | {"id": "c3"}],
        judgments=[RATED | overridden, JUDGMENT | {"checkpoint_id": "c2"}], verdicts=[given_],
    )  # fmt: skip
    import_bundle(project, folder, now=NOW)
    export_bundle(project, tmp_path / "out", visibility=Visibility.PRIVATE, now=NOW)
    graded, gated, plain = rows(tmp_path / "out", "checkpoints")
    assert graded["instrument"] == SCALE
    assert gated["instrument"] == {"id": "binary", "gate": True}
    assert "instrument" not in plain
    assert not any("settings" in row for row in (graded, gated, plain))
    one, two = rows(tmp_path / "out", "judgments")
    assert (one["value"], one["adjudicated_value"], "met" in one) == (72, 60, False)
    assert (two["value"], two["met"]) == (1, True)
    (verdict,) = rows(tmp_path / "out", "verdicts")
    assert {name: verdict[name] for name in ("value", "given", "caps", "flags")} == {
        "value": 25, "given": 70, "caps": ["plain"], "flags": ["cap_not_kept"],
    }  # fmt: skip


def test_a_graded_1_is_no_met(project, tmp_path):
    steps = POINT | {"instrument": {"id": "graded", "low": 0, "high": 5}}
    rated = [RATED | {"value": 1}]
    folder = sound_bundle(
        tmp_path / "b", checkpoints=[steps], judgments=rated, verdicts=[GIVEN | {"value": 0}]
    )
    import_bundle(project, folder, now=NOW)
    export_bundle(project, tmp_path / "out", visibility=Visibility.PRIVATE, now=NOW)
    for name in ("judgments", "verdicts"):
        (row,) = rows(tmp_path / "out", name)
        assert "met" not in row


def scale(**change):
    return POINT | {"instrument": SCALE | change}


@pytest.mark.parametrize(
    ("point", "field", "said", "remedy"),
    [
        (scale(low=100), "instrument", "low end below", "Correct"),
        (scale(step=7), "instrument", "does not divide", "Correct"),
        (scale(minimum=60.5), "instrument", "minimum that is not on its scale", "Correct"),
        (scale(bands=[{"low": 90, "high": 101}]), "instrument", "band 90–101", "Correct"),
        (scale(caps=[{"id": "a", "text": "b", "at_most": 100}]), "instrument", "cap a", "Correct"),
        (scale(high="100"), "instrument", "'high'", "Correct"),
        (scale(colour="red"), "instrument", "'colour'", "Correct"),
        (scale(id="stars"), "instrument", "not known", "binary, graded"),
        (scale(id=None), "instrument", "", "id"),
        (POINT | {"instrument": {"low": 0, "high": 9}}, "instrument", "", "id"),
        (GRADED | {"settings": {"low": 1}}, "settings", "contradicts instrument", "Correct one"),
        (POINT | {"instrument": {"id": "binary", "gate": 1}}, "instrument", "gate", "Correct"),
        (POINT | {"weight": -1}, "weight", "-1", "above 0"),
        (POINT | {"weight": True}, "weight", "true", "above 0"),
        (POINT | {"weight": "5"}, "weight", "5", "above 0"),
    ],
)  # fmt: skip
def test_a_checkpoint_that_is_wrong_is_refused(project, tmp_path, point, field, said, remedy):
    other = POINT | {"id": "c0"}
    folder = sound_bundle(tmp_path / "b", checkpoints=[other, point], judgments=None, verdicts=None)
    (problem,) = refusal(project, folder)
    assert places([problem]) == [("checkpoints.jsonl", "row 2", field)]
    assert said in problem.message
    assert remedy in problem.remedy


def test_a_revision_that_is_wrong_is_refused(project, tmp_path):
    frozen = {"task_id": "t1", "number": 1, "checkpoints": [POINT, scale(step=7)]}
    (problem,) = refusal(project, sound_bundle(tmp_path / "b", revisions=[frozen]))
    assert places([problem]) == [("revisions.jsonl", "row 1", "checkpoints.1.instrument")]


@pytest.mark.parametrize(
    ("name", "row", "field", "said"),
    [
        ("judgments", RATED | {"value": 101}, "value", "101"),
        ("judgments", RATED | {"value": 72.5}, "value", "72.5"),
        ("judgments", RATED | {"value": -1}, "value", "-1"),
        ("judgments", RATED | {"value": 72, "adjudicated_value": 1e9, "status": "overridden"},
         "adjudicated_value", "1000000000"),
        ("judgments", JUDGMENT, "met", "this one is graded"),
        ("verdicts", VERDICT, "met", "this one is graded"),
        ("verdicts", GIVEN | {"value": 25, "given": 101, "caps": ["plain"]}, "given", "101"),
        ("verdicts", GIVEN | {"value": 25, "given": 24, "caps": ["plain"]}, "given", "have lowered"),
        ("verdicts", GIVEN | {"value": 25, "caps": ["unheard-of"]}, "caps", "unheard-of"),
        ("judgments", RATED | {"value": 25, "caps": ["unheard-of"]}, "caps", "unheard-of"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("spaced", [True, False])
def test_a_rating_off_the_scale_is_refused(project, tmp_path, name, row, field, said, spaced):
    data = json.dumps(row, separators=None if spaced else (",", ":")).encode() + b"\n"
    spoilt = {"judgments": None, "verdicts": None, name: data}
    (problem,) = refusal(project, sound_bundle(tmp_path / "b", checkpoints=[GRADED], **spoilt))
    assert places([problem]) == [(f"{name}.jsonl", "row 1", field)]
    assert said in problem.message
    assert "from 0 to 100 in steps of 1" in problem.remedy


@pytest.mark.parametrize("row", [{"value": 0.5}, {"met": True, "caps": ["plain"]}])
def test_a_binary_checkpoint_takes_neither_degrees_nor_caps(project, tmp_path, row):
    (problem,) = refusal(project, sound_bundle(tmp_path / "b", judgments=[RATED | row]))
    assert places([problem]) == [("judgments.jsonl", "row 1", *({"value", "caps"} & row.keys()))]


def test_a_verdict_without_a_value_may_say_so_as_met(project, tmp_path):
    unread = GIVEN | {"met": None, "state": "invalid"}
    folder = sound_bundle(tmp_path / "b", checkpoints=[GRADED], judgments=None, verdicts=[unread])
    import_bundle(project, folder, now=NOW)
    (verdict,) = records_of(project)["verdicts"]
    assert verdict.value is None


def test_checkpoints_of_weight_0_come_in_as_not_scored(project, tmp_path):
    silent = [POINT | {"id": name, "weight": 0} for name in ("c2", "c3")]
    report = import_bundle(
        project, sound_bundle(tmp_path / "b", checkpoints=[POINT, *silent]), now=NOW
    )
    assert [warning for warning in report.warnings if "not scored" in warning] == [
        "Checkpoints of weight 0, which are not scored: 2."
    ]
    assert [point.weight for point in records_of(project)["checkpoints"]] == [5, 0, 0]


def test_the_card_says_how_checkpoints_are_answered(project, tmp_path):
    import_bundle(project, sound_bundle(tmp_path / "b"), now=NOW)
    export_bundle(project, tmp_path / "plain", visibility=Visibility.PRIVATE, now=NOW)
    told = " ".join((tmp_path / "plain/README.md").read_text("utf-8").split())
    assert "checkpoint by checkpoint, as met or not met. " in told
    graded = GRADED | {"id": "c9"}
    folder = sound_bundle(tmp_path / "c", checkpoints=[POINT, graded])
    with new_project(tmp_path / "q.xpert", now=NOW) as other:
        import_bundle(other, folder, now=NOW)
        export_bundle(other, tmp_path / "mixed", visibility=Visibility.PRIVATE, now=NOW)
    told = " ".join((tmp_path / "mixed/README.md").read_text("utf-8").split())
    assert "as met or not met, or by a value on a scale (1 checkpoint)" in told
    assert "x is (value − low) / (high − low)" in told


@pytest.mark.parametrize(
    ("file", "row", "field"),
    [
        ("verdicts", GIVEN | {"value": True}, "met"),
        ("verdicts", GIVEN | {"value": 50, "met": True}, "met"),
        ("verdicts", GIVEN | {"value": 50, "caps": ["plain"]}, "value"),
        ("verdicts", GIVEN | {"value": 25, "given": 40}, "given"),
        ("verdicts", GIVEN | {"value": 10, "given": 40, "caps": ["plain"]}, "given"),
        ("judgments", RATED | {"value": 50, "adjudicated_value": 40, "status": "confirmed"},
         "adjudicated_value"),
        ("judgments", RATED | {"value": 50, "adjudicated_value": 50, "status": "submitted"},
         "adjudicated_value"),
    ],
)  # fmt: skip
def test_rows_that_contradict_themselves_are_refused(project, tmp_path, file, row, field):
    folder = sound_bundle(tmp_path / "b", checkpoints=[GRADED], **{file: [row]})
    with pytest.raises(InputRefusedError) as refused:
        import_bundle(project, folder, now=NOW)
    told = {(problem.file, problem.field) for problem in refused.value.problems}
    assert (f"{file}.jsonl", field) in told


def test_a_rating_of_an_earlier_scale_comes_back_and_counts_nowhere(tmp_path):
    with make_project(tmp_path / "p.xpert", tasks=1) as made:
        with made.writing() as tx:
            scaled(tx, {"low": 0, "high": 100, "caps": SCALE["caps"]})
            intake = Intake(tx)
            intake.judge(Judge(id="j", model="m"))
            intake.verdict(Verdict(response_id="t0:s1", checkpoint_id="c0", judge_id="j", value=85))
            intake.flush()
            scaled(tx, {"low": 1, "high": 5})
        export_bundle(made, tmp_path / "b", visibility=Visibility.PRIVATE, now=NOW)
        with ProjectFile.create(tmp_path / "q.xpert", made.info()) as other:
            import_bundle(other, tmp_path / "b", now=NOW)
            with other.reading() as tx:
                (kept,) = verdict_rows.all_verdicts(tx)
                assert not list(verdict_rows.all_verdicts(tx, fresh_only=True))
            assert kept.value == 85
            assert "j" not in analyse(other).judges


def scaled(tx, settings):
    pin(tx, "t0", ["c0"])
    point = entities.find(tx, Checkpoint, "t0", "c0")
    entities.put(tx, point.model_copy(update={"instrument": "graded", "settings": settings}))
    refresh(tx, "t0", ["c0"])
