"""What a hostile or broken bundle gets: everything wrong listed, nothing taken in."""

from __future__ import annotations

import json
import os
import stat
import zipfile
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.sampling import examples
from xpert_studio.core.errors import InputRefusedError, XpertError
from xpert_studio.core.exchange import import_any, import_bundle
from xpert_studio.core.store import log, tasks
from xpert_studio.core.workflow import new_project

NOW = datetime(2026, 3, 1, tzinfo=UTC)
TASK = {"id": "t1", "prompt": "Do it."}
POINT = {"task_id": "t1", "id": "c1", "text": "Is done.", "weight": 5}
ANSWER = {"id": "r1", "task_id": "t1", "model": "m", "text": "Done."}
JUDGMENT = {"response_id": "r1", "checkpoint_id": "c1", "expert_id": "e", "met": True}
JUDGE = {"id": "j"}
VERDICT = {"response_id": "r1", "checkpoint_id": "c1", "judge_id": "j", "met": True, "state": "ok"}
SOUND = {
    "tasks": [TASK], "checkpoints": [POINT], "responses": [ANSWER], "judgments": [JUDGMENT],
    "judges": [JUDGE], "verdicts": [VERDICT],
}  # fmt: skip


@pytest.fixture
def project(tmp_path):
    with new_project(tmp_path / "p.xpert", now=NOW) as made:
        yield made


def text_of(rows) -> bytes:
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows).encode()


def bundle(folder, **files):
    folder.mkdir()
    for name, rows in SOUND.items():
        (folder / f"{name}.jsonl").write_bytes(text_of(rows))
    for name, content in files.items():
        content = content if isinstance(content, bytes) else text_of(content)
        (folder / f"{name}.jsonl").write_bytes(content)
    return folder


def refusal(project, source):
    with pytest.raises(InputRefusedError) as refused:
        import_any(project, source, now=NOW)
    with project.reading() as tx:
        assert tasks.all_tasks(tx) == []
        assert [event.command for event in log.all_entries(tx)] == ["project.create"]
    return refused.value.problems


def test_a_sound_bundle_goes_in(project, tmp_path):
    report = import_bundle(project, bundle(tmp_path / "b"), now=NOW)
    assert set(report.added.values()) == {1}


@pytest.mark.parametrize(
    ("file", "content", "place", "field"),
    [
        ("tasks", [TASK, TASK], "row 2", "id"),
        ("tasks", [{"id": "", "prompt": "x"}], "row 1", "id"),
        ("tasks", [{"id": "x" * 129, "prompt": "x"}], "row 1", "id"),
        ("tasks", [{"id": "a/b", "prompt": "x"}], "row 1", "id"),
        ("tasks", [{"id": "é", "prompt": "x"}, {"id": "e\u0301", "prompt": "x"}], "row 2", "id"),
        ("tasks", [{"id": "a", "prompt": "  "}], "row 1", "prompt"),
        ("tasks", [{"id": "a", "prompt": "x", "difficulty": "insane"}], "row 1", "difficulty"),
        ("tasks", [TASK | {"content_hash": "0" * 64}], "row 1", "content_hash"),
        ("tasks", b'{"id": "a", "prompt": "x", "id": "b"}\n', "row 1", ""),
        ("tasks", b'{"id": "a", "prompt": "x", "id" : "b"}\n', "row 1", ""),
        ("tasks", b'{"id": "a", "prompt": "x",}\n', "row 1", ""),
        ("tasks", b"[1]\n", "row 1", ""),
        ("tasks", b'{"id": "a", "prompt": "\xff"}\n', "row 1", ""),
        ("tasks", b'{"id": "a", "prompt": "\\ud800"}\n', "row 1", ""),
        ("tasks", b'{"id": "a", "prompt": "a\\u0000b"}\n', "row 1", "prompt"),
        ("tasks", b'{"id": "a", "prompt": "x", "n": NaN}\n', "row 1", ""),
        ("tasks", b'{"id": "a", "prompt": "x", "n": 1e400}\n', "row 1", ""),
        ("tasks", b'{"id": "a", "prompt": ' + b"[" * 20_000 + b"\n", "row 1", ""),
        ("tasks", json.dumps(TASK).encode("utf-16"), "", ""),
        *[
            ("checkpoints", [POINT | {"weight": weight}], "row 1", "weight")
            for weight in ("10", -3, True, None)
        ],
        ("checkpoints", b'{"task_id":"t1","id":"c1","text":"x","weight":1e400}\n', "row 1", ""),
        ("checkpoints", [POINT | {"tier": "vital"}], "row 1", "tier"),
        ("checkpoints", [POINT | {"task_id": "t9"}], "row 1", "task_id"),
        ("checkpoints", [POINT | {"text": " \n"}], "row 1", "text"),
        ("responses", [ANSWER | {"created_at": "2026-03-01T12:00:00"}], "row 1", "created_at"),
        ("responses", [ANSWER | {"created_at": "0000-03-01T12:00:00Z"}], "row 1", "created_at"),
        ("responses", [ANSWER | {"created_at": 1700000000}], "row 1", "created_at"),
        ("responses", [ANSWER | {"role": "boss"}], "row 1", "role"),
        ("judgments", [JUDGMENT | {"met": "maybe"}], "row 1", "met"),
        ("judgments", [JUDGMENT | {"met": 2}], "row 1", "met"),
        ("judgments", [JUDGMENT | {"checkpoint_id": "c9"}], "row 1", "checkpoint_id"),
        ("judgments", [JUDGMENT, JUDGMENT | {"met": False}], "row 2", "response_id, checkpoint_id, expert_id"),
        ("verdicts", [VERDICT | {"judge_id": "k"}], "row 1", "judge_id"),
        ("verdicts", [VERDICT | {"response_id": "r9"}], "row 1", "response_id"),
        ("verdicts", [VERDICT | {"state": "fine"}], "row 1", "state"),
        ("verdicts", [VERDICT | {"state": "invalid"}], "row 1", ""),
    ],
)  # fmt: skip
def test_every_fault_is_named_by_file_row_and_field(project, tmp_path, file, content, place, field):
    problems = refusal(project, bundle(tmp_path / "b", **{file: content}))
    first = next(problem for problem in problems if problem.file == f"{file}.jsonl")
    assert (first.place, first.field) == (place, field)
    assert first.message


def test_all_faults_of_all_files_are_listed_at_once(project, tmp_path):
    source = bundle(
        tmp_path / "b",
        checkpoints=[POINT, POINT | {"id": "c2", "weight": -12}, {"id": "c3"}],
        judgments=[JUDGMENT | {"checkpoint_id": "c11"}],
    )
    problems = refusal(project, source)
    assert {(p.file, p.place) for p in problems} >= {
        ("checkpoints.jsonl", "row 2"), ("checkpoints.jsonl", "row 3"), ("judgments.jsonl", "row 1"),
    }  # fmt: skip
    assert any("c1" in p.remedy for p in problems if p.file == "judgments.jsonl")


def test_what_is_there_is_never_overwritten(project, tmp_path):
    import_bundle(project, bundle(tmp_path / "b"), now=NOW)
    other = bundle(tmp_path / "c", tasks=[TASK | {"prompt": "Something else."}])
    with pytest.raises(InputRefusedError, match="1 problem"):
        import_bundle(project, other, now=NOW)
    again = import_bundle(project, tmp_path / "b", now=NOW)
    assert not any(again.added.values())


def test_known_variants_unknown_keys_and_odd_line_ends_are_taken(project, tmp_path):
    source = bundle(
        tmp_path / "b",
        tasks=b"\xef\xbb\xbf" + json.dumps(TASK | {"mood": {"a": 1}}).encode() + b"\r\n\r\n",
        checkpoints=[POINT | {"tier": " essential "}, POINT | {"id": "c2", "tier": "必要"}],
    )
    (source / "notes.txt").write_text("mine")
    report = import_bundle(project, source, now=NOW)
    assert any("mood" in warning for warning in report.warnings)
    assert any("notes.txt" in warning for warning in report.warnings)
    with project.reading() as tx:
        assert tasks.all_tasks(tx)[0].extra == {"mood": {"a": 1}}
        assert {point.tier.value for point in tasks.all_checkpoints(tx)} == {"Essential"}


@pytest.mark.parametrize(
    ("manifest", "field"),
    [
        ({"format": "other", "format_version": 1}, "format"),
        ({"format": "xpert-bundle", "format_version": 3}, "format_version"),
        ({"format": "xpert-bundle", "format_version": 1, "files": [{"path": "tasks.jsonl", "sha256": "0" * 64}]}, ""),
        ({"format": "xpert-bundle", "format_version": 1, "files": [{"path": "gone.jsonl"}]}, ""),
        ({"format": "xpert-bundle", "format_version": 1, "name": 5}, "name"),
    ],
)  # fmt: skip
def test_manifests_that_do_not_fit_are_refused(project, tmp_path, manifest, field):
    source = bundle(tmp_path / "b")
    (source / "manifest.json").write_text(json.dumps(manifest))
    assert field in {problem.field for problem in refusal(project, source)}


def test_a_bundle_has_tasks(project, tmp_path):
    (tmp_path / "b").mkdir()
    assert refusal(project, tmp_path / "b")[0].file == "tasks.jsonl"


def zipped(path, members) -> None:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("tasks.jsonl", text_of([TASK]))
        for name, data, mode in members:
            member = zipfile.ZipInfo(name)
            member.compress_type = zipfile.ZIP_DEFLATED
            member.external_attr = mode << 16
            archive.writestr(member, data)


@pytest.mark.parametrize(
    ("name", "mode"),
    [
        ("../evil", 0o100644), ("/etc/evil", 0o100644), ("C:/evil", 0o100644), ("a\\..\\b", 0o100644),
        ("link", stat.S_IFLNK | 0o777), ("device", stat.S_IFCHR | 0o666), ("TASKS.jsonl", 0o100644),
    ],
)  # fmt: skip
@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_zips_with_names_that_lead_astray_are_refused(project, tmp_path, name, mode):
    zipped(tmp_path / "b.zip", [(name, b"x", mode)])
    assert refusal(project, tmp_path / "b.zip")
    assert not (tmp_path.parent / "evil").exists()


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_doubled_encrypted_truncated_and_bombed_zips_are_refused(project, tmp_path):
    zipped(tmp_path / "a.zip", [("tasks.jsonl", b"{}", 0o100644)])
    assert refusal(project, tmp_path / "a.zip")
    zipped(tmp_path / "b.zip", [])
    content = bytearray((tmp_path / "b.zip").read_bytes())
    content[content.index(b"PK\x01\x02") + 8] |= 1
    (tmp_path / "c.zip").write_bytes(content)
    assert "encrypted" in refusal(project, tmp_path / "c.zip")[0].message
    (tmp_path / "d.zip").write_bytes(content[: len(content) // 2])
    assert refusal(project, tmp_path / "d.zip")
    zipped(tmp_path / "e.zip", [("extra.bin", b"\0" * (120 << 20), 0o100644)])
    assert refusal(project, tmp_path / "e.zip")


def test_links_and_pipes_in_a_folder_are_refused_and_never_opened(project, tmp_path):
    source = bundle(tmp_path / "b")
    (source / "attachments").mkdir()
    (source / "attachments" / "x").symlink_to("/etc/passwd")
    os.mkfifo(source / "pipe")
    assert {problem.file for problem in refusal(project, source)} == {"attachments/x", "pipe"}


@examples(16)
@given(st.binary(max_size=300) | st.text(max_size=200).map(str.encode))
def test_no_bytes_break_the_import(project, tmp_path, data):
    for name in ("tasks.jsonl", "x.csv", "x.xlsx", "x.zip", "manifest.json"):
        folder = tmp_path / "fuzz"
        folder.mkdir(exist_ok=True)
        for old in folder.iterdir():
            old.unlink()
        (folder / "tasks.jsonl").write_bytes(text_of([]))
        (folder / name).write_bytes(data)
        source = folder if name.endswith(("jsonl", "json")) else folder / name
        try:
            import_any(project, source, now=NOW)
        except XpertError:
            continue
