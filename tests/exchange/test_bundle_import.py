"""A sound bundle goes in as it is; what it cannot be is told all at once."""

from __future__ import annotations

import json
import os
import zipfile
from pathlib import Path

import pytest

from tests.exchange.conftest import (
    ANSWER,
    JUDGE,
    JUDGMENT,
    NOW,
    POINT,
    TASK,
    VERDICT,
    everything_in,
    lines,
    places,
    records_of,
    refusal,
    sound_bundle,
)
from xpert_studio.core.errors import NotFoundError
from xpert_studio.core.exchange import import_any, import_bundle
from xpert_studio.core.exchange.bundle_format import ROW_FILES
from xpert_studio.core.records import AbstentionRule, bytes_hash
from xpert_studio.core.store import files

SHARED = Path(
    os.environ.get("XPERT_SHARED") or Path(__file__).resolve().parents[2].parent / "shared"
)
SUMMHAY = SHARED / "data" / "summhay"
needs_summhay = pytest.mark.skipif(not SUMMHAY.is_dir(), reason="the shared data is not here")
PNG = b"\x89PNG\r\n\x1a\n" + b"\x00" * 20


def rows_in(folder, name):
    text = (folder / name).read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines() if line.strip()]


@needs_summhay
def test_summhay_goes_in_as_it_is_and_every_record_comes_out_equal(project):
    report = import_bundle(project, SUMMHAY, now=NOW)
    found = records_of(project)
    for file in ROW_FILES:
        if not (SUMMHAY / file.name).exists():
            continue
        stated = rows_in(SUMMHAY, file.name)
        expected = [file.kind.model_validate_json(json.dumps(row)) for row in stated]
        assert report.added[file.label] == len(expected)
        got = found[file.label]
        key = [repr([getattr(item, name) for name in file.keys]) for item in expected]
        theirs = dict(zip(key, expected, strict=True))
        ours = {repr([getattr(item, name) for name in file.keys]): item for item in got}
        assert ours == theirs


@needs_summhay
def test_summhay_a_second_time_adds_nothing(project):
    first = import_bundle(project, SUMMHAY, now=NOW)
    before = records_of(project)
    again = import_bundle(project, SUMMHAY, now=NOW)
    assert not any(again.added.values())
    assert again.unchanged == first.added
    assert records_of(project) == before


def test_importing_again_adds_nothing_not_even_files(project, tmp_path):
    item = {"path": "attachments/p.png", "media_type": "image/png", "sha256": bytes_hash(PNG)}
    source = sound_bundle(tmp_path / "b", tasks=[TASK | {"attachments": [item]}])
    (source / "attachments").mkdir()
    (source / "attachments" / "p.png").write_bytes(PNG)
    (source / "notes.txt").write_text("mine")
    assert import_bundle(project, source, now=NOW).added["attachments"] == 1
    before = records_of(project)
    again = import_bundle(project, source, now=NOW)
    assert not any(again.added.values())
    assert records_of(project) == before


@pytest.mark.parametrize(
    ("name", "row", "change"),
    [
        ("tasks", TASK, {"prompt": "Do something else."}),
        ("checkpoints", POINT, {"weight": 6}),
        ("responses", ANSWER, {"text": "Not done."}),
        ("judgments", JUDGMENT, {"met": False}),
        ("judges", JUDGE, {"model": "another"}),
        ("verdicts", VERDICT, {"met": False}),
    ],
)
def test_other_content_under_a_known_id_is_refused(project, tmp_path, name, row, change):
    import_bundle(project, sound_bundle(tmp_path / "one"), now=NOW)
    problems = refusal(project, sound_bundle(tmp_path / "two", **{name: [row | change]}))
    assert [(problem.file, problem.place) for problem in problems] == [(f"{name}.jsonl", "row 1")]
    assert "overwritten" in problems[0].message


def test_an_unknown_file_of_a_known_name_is_not_overwritten(project, tmp_path):
    for name, text in (("one", "mine"), ("two", "yours")):
        (sound_bundle(tmp_path / name) / "notes.txt").write_text(text)
    import_bundle(project, tmp_path / "one", now=NOW)
    assert places(refusal(project, tmp_path / "two")) == [("notes.txt", "", "")]


def test_problems_of_several_files_are_listed_at_once(project, tmp_path):
    source = sound_bundle(
        tmp_path / "b",
        tasks=[TASK, {"id": "t2"}, {"id": "a/b", "prompt": "x"}],
        checkpoints=[POINT, POINT | {"id": "c2", "weight": -1}],
        responses=[ANSWER, ANSWER | {"id": "r2", "task_id": "t99"}],
        judgments=[JUDGMENT | {"met": "maybe"}],
        verdicts=[VERDICT, VERDICT | {"judge_id": "J"}],
    )
    assert places(refusal(project, source)) == [
        ("tasks.jsonl", "row 2", ""),
        ("tasks.jsonl", "row 3", "id"),
        ("checkpoints.jsonl", "row 2", "weight"),
        ("responses.jsonl", "row 2", "task_id"),
        ("judgments.jsonl", "row 1", "met"),
        ("verdicts.jsonl", "row 2", "judge_id"),
    ]


def test_thousands_of_problems_are_counted_and_the_first_listed(project, tmp_path):
    from xpert_studio.core.errors import InputRefusedError

    source = sound_bundle(tmp_path / "b", tasks=[{"id": "a/b", "prompt": "x"}] * 5000)
    with pytest.raises(InputRefusedError) as refused:
        import_bundle(project, source, now=NOW)
    assert refused.value.total >= 5000
    assert 0 < len(refused.value.problems) < 1000


def test_a_near_id_is_suggested(project, tmp_path):
    source = sound_bundle(
        tmp_path / "b",
        tasks=[TASK | {"id": "cardiology-01"}],
        checkpoints=[POINT | {"task_id": "cardiolgy-01"}],
        responses=None, judgments=None, verdicts=None,
    )  # fmt: skip
    (problem,) = refusal(project, source)
    assert "cardiology-01" in problem.remedy


def test_unknown_keys_are_kept_and_reported_nested_and_null_ones_too(project, tmp_path):
    quote = {"quote": "Done", "start": 0, "page": 3}
    source = sound_bundle(
        tmp_path / "b",
        tasks=[TASK | {"mood": {"a": [1, None]}, "nothing": None, "extra": {"id": "x"}}],
        judgments=[JUDGMENT | {"evidence": [quote], "content_hash": "mine"}],
        verdicts=[VERDICT | {"usage": {"input_tokens": 3, "dollars": 0.5}}],
    )
    report = import_bundle(project, source, now=NOW)
    found = records_of(project)
    assert found["tasks"][0].extra == {
        "mood": {"a": [1, None]}, "nothing": None, "extra": {"id": "x"},
    }  # fmt: skip
    assert found["judgments"][0].extra == {"content_hash": "mine"}
    assert found["judgments"][0].evidence[0].extra == {"page": 3}
    assert found["verdicts"][0].usage.extra == {"dollars": 0.5}
    told = "\n".join(report.warnings)
    for key in ("mood", "nothing", "extra", "content_hash", "evidence.page", "usage.dollars"):
        assert f'"{key}"' in told


def test_a_key_named_extra_cannot_slip_in_other_fields(project, tmp_path):
    row = TASK | {"extra": {"id": "other", "stage": "released"}}
    import_bundle(project, sound_bundle(tmp_path / "b", tasks=[row]), now=NOW)
    (task,) = records_of(project)["tasks"]
    assert task.id == "t1"
    assert task.extra == {"extra": {"id": "other", "stage": "released"}}


def test_unknown_files_and_manifest_keys_are_kept_and_reported(project, tmp_path):
    source = sound_bundle(tmp_path / "b")
    (source / "deep").mkdir()
    (source / "deep" / "notes.bin").write_bytes(b"\x00\xff")
    manifest = {"format": "xpert-bundle", "format_version": 1, "funding": {"by": "us"}}
    (source / "manifest.json").write_text(json.dumps(manifest))
    report = import_bundle(project, source, now=NOW)
    with project.reading() as tx:
        assert list(files.extra_files(tx)) == [("deep/notes.bin", b"\x00\xff")]
    assert project.info().extra["funding"] == {"by": "us"}
    assert any("deep/notes.bin" in text for text in report.warnings)
    assert any("funding" in text for text in report.warnings)


def test_a_second_manifest_changes_nothing_the_project_has(project, tmp_path):
    manifest = {"format": "xpert-bundle", "format_version": 1, "funding": 1, "name": "One"}
    source = sound_bundle(tmp_path / "b")
    (source / "manifest.json").write_text(json.dumps(manifest))
    import_bundle(project, source, now=NOW)
    (source / "manifest.json").write_text(json.dumps(manifest | {"funding": 2, "name": "Two"}))
    import_bundle(project, source, now=NOW)
    assert project.info().name == "One"
    assert project.info().extra["funding"] == 1


def test_a_byte_order_mark_windows_line_ends_and_empty_lines_are_accepted(project, tmp_path):
    data = b"\xef\xbb\xbf" + lines([TASK, TASK | {"id": "t2"}]).replace(b"\n", b"\r\n\r\n")
    report = import_bundle(project, sound_bundle(tmp_path / "b", tasks=data), now=NOW)
    assert report.added["tasks"] == 2


def test_a_last_line_without_its_end_is_read(project, tmp_path):
    source = sound_bundle(tmp_path / "b", tasks=lines([TASK]).rstrip())
    assert import_bundle(project, source, now=NOW).added["tasks"] == 1


@pytest.mark.parametrize(
    ("written", "tier"),
    [
        ("Essential", "Essential"), ("essential ", "Essential"), (" IMPORTANT", "Important"),
        ("optional", "Optional"), ("必要", "Essential"), ("重要", "Important"), ("可选", "Optional"),
    ],
)  # fmt: skip
def test_known_variants_of_tiers_are_accepted(project, tmp_path, written, tier):
    source = sound_bundle(tmp_path / "b", checkpoints=[POINT | {"tier": written}])
    import_bundle(project, source, now=NOW)
    assert records_of(project)["checkpoints"][0].tier.value == tier


def test_another_tier_is_refused_with_the_list(project, tmp_path):
    source = sound_bundle(tmp_path / "b", checkpoints=[POINT | {"tier": "vital"}])
    problem = refusal(project, source)[0]
    assert problem.field == "tier"
    assert all(name in problem.remedy for name in ("Essential", "Important", "Optional"))


def test_null_means_absent(project, tmp_path):
    row = TASK | {"title": None, "tags": None, "content_hash": None}
    import_bundle(project, sound_bundle(tmp_path / "b", tasks=[row]), now=NOW)
    assert records_of(project)["tasks"][0].extra == {}


def test_ids_are_normalised_wherever_they_stand(project, tmp_path):
    wide, narrow = "Zoe\u0308", "Zoë"
    source = sound_bundle(
        tmp_path / "b",
        responses=[ANSWER | {"id": wide}],
        judges=[JUDGE | {"anchors": [wide]}],
        judgments=[JUDGMENT | {"response_id": wide, "expert_id": "e", "confirmed_by": wide}],
        verdicts=[VERDICT | {"response_id": narrow}],
    )
    import_bundle(project, source, now=NOW)
    found = records_of(project)
    assert found["judges"][0].anchors == (narrow,)
    assert found["judgments"][0].confirmed_by == narrow
    assert found["responses"][0].id == found["verdicts"][0].response_id == narrow


def test_the_parts_make_the_prompt(project, tmp_path):
    row = {"id": "t1", "context": "A.", "deliverables": "B."}
    import_bundle(project, sound_bundle(tmp_path / "b", tasks=[row]), now=NOW)
    assert records_of(project)["tasks"][0].full_prompt == "A.\n\nB."


def test_tasks_alone_are_a_bundle(project, tmp_path):
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "tasks.jsonl").write_bytes(lines([TASK]))
    assert import_bundle(project, tmp_path / "b", now=NOW).added["tasks"] == 1


@pytest.mark.parametrize("prefix", ["", "clinic/"])
def test_a_zip_of_the_files_or_of_their_folder_goes_in(project, tmp_path, prefix):
    source = sound_bundle(tmp_path / "b")
    with zipfile.ZipFile(tmp_path / "b.zip", "w") as archive:
        for path in source.iterdir():
            archive.write(path, prefix + path.name)
    assert set(import_any(project, tmp_path / "b.zip", now=NOW).added.values()) == {1}


def test_what_a_mac_adds_to_a_zip_does_not_hide_the_folder(project, tmp_path):
    with zipfile.ZipFile(tmp_path / "b.zip", "w") as archive:
        archive.writestr("clinic/tasks.jsonl", lines([TASK]))
        archive.writestr("__MACOSX/clinic/._tasks.jsonl", b"\x00\x05\x16\x07")
    assert import_any(project, tmp_path / "b.zip", now=NOW).added["tasks"] == 1


def test_odd_texts_and_times_are_taken_in_and_flagged(project, tmp_path):
    source = sound_bundle(
        tmp_path / "b",
        tasks=[TASK | {"title": "abc\u202edef"}],
        responses=[ANSWER | {"created_at": "2999-01-01T00:00:00Z", "text": "zero\u200bwidth"}],
    )
    told = "\n".join(import_bundle(project, source, now=NOW).warnings)
    assert "tasks.jsonl, title" in told
    assert "responses.jsonl, text" in told
    assert "lies in the future" in told


def test_nothing_there_is_said(project, tmp_path):
    before = everything_in(project)
    with pytest.raises(NotFoundError):
        import_any(project, tmp_path / "gone", now=NOW)
    with pytest.raises(NotFoundError):
        import_bundle(project, tmp_path / "gone.zip", now=NOW)
    assert everything_in(project) == before


def ruled(folder: Path, rule: str) -> Path:
    manifest = {"format": "xpert-bundle", "format_version": 2, "abstentions": rule}
    sound_bundle(folder)
    (folder / "manifest.json").write_text(json.dumps(manifest))
    return folder


def test_how_abstentions_count_is_taken_over_by_an_empty_project_alone(project, tmp_path):
    import_bundle(project, ruled(tmp_path / "first", "left_out"), now=NOW)
    assert project.info().policies.abstentions is AbstentionRule.LEFT_OUT
    report = import_bundle(project, ruled(tmp_path / "other", "not_met"), now=NOW)
    assert project.info().policies.abstentions is AbstentionRule.LEFT_OUT
    assert any("abstentions count as" in warning for warning in report.warnings)
    problems = refusal(project, ruled(tmp_path / "wrong", "sometimes"))
    assert places(problems) == [("manifest.json", "", "abstentions")]
