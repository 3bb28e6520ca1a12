"""Every hostile, broken or unlucky bundle: named by file, row and field, and nothing changes."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.exchange.bundles_help import zipped
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
    refusal,
    sound_bundle,
)
from tests.sampling import examples
from xpert_studio.core.encodings import UnclearEncodingError
from xpert_studio.core.errors import InputRefusedError, NotFoundError, UsageError
from xpert_studio.core.exchange import import_any, import_bundle

MANIFEST = {"format": "xpert-bundle", "format_version": 1}


def raw(row, spoilt: str) -> bytes:
    """A row whose last value is spoilt in a way JSON's own writer cannot."""
    return (json.dumps(row)[:-1] + f", {spoilt}}}\n").encode()


UNREADABLE_LINES = {
    "invalid UTF-8": b'{"id": "a", "prompt": "\xff\xfe\xfa"}\n',
    "overlong UTF-8": b'{"id": "a", "prompt": "\xc0\xaf"}\n',
    "a surrogate in UTF-8": b'{"id": "a", "prompt": "\xed\xa0\x80"}\n',
    "a lone surrogate": raw(TASK, r'"title": "\ud800"'),
    "a lone surrogate in a key": raw(TASK, r'"\udfff": 1'),
    "a bare NUL": b'{"id": "a", "prompt": "x\x00y"}\n',
    "NUL bytes only": b"\x00\x00\x00\x00\n",
    "NaN": raw(TASK, '"n": NaN'),
    "Infinity": raw(TASK, '"n": Infinity'),
    "minus Infinity": raw(TASK, '"n": [-Infinity]'),
    "1e400": raw(TASK, '"n": 1e400'),
    "a number of 5,000 digits": raw(TASK, f'"n": {"9" * 5000}'),
    "nested 10,000 deep": raw(TASK, f'"n": {"[" * 10_000}{"]" * 10_000}'),
    "nested 10,000 deep in objects": raw(TASK, '"n": ' + '{"a":' * 10_000 + "1" + "}" * 10_000),
    "nested 200 deep": raw(TASK, f'"n": {"[" * 200}{"]" * 200}'),
    "never closed": raw(TASK, f'"n": {"[" * 100_000}'),
    "a doubled key": raw(TASK, '"prompt": "another"'),
    "a doubled key with spaces": raw(TASK, '"prompt" : "another"'),
    "a doubled key with a tab": raw(TASK, '"prompt"\t: "another"'),
    "a doubled key, escaped": raw(TASK, r'"prom\u0070t": "another"'),
    "a doubled key, nested": raw(TASK, '"n": {"a": 1, "a": 2}'),
    "a doubled unknown key": raw(TASK, '"n": 1, "n": 1'),
    "a trailing comma": b'{"id": "a", "prompt": "x",}\n',
    "single quotes": b"{'id': 'a'}\n",
    "a list": b"[1]\n",
    "a text": b'"text"\n',
    "null": b"null\n",
    "two objects on a line": lines([TASK]).strip() + lines([TASK | {"id": "t2"}]),
    "an object over two lines": b'{"id": "a",\n"prompt": "x"}\n',
}


@pytest.mark.parametrize("data", UNREADABLE_LINES.values(), ids=UNREADABLE_LINES.keys())
def test_a_line_that_is_no_sound_object_is_refused_by_its_row(project, tmp_path, data):
    source = sound_bundle(tmp_path / "b", tasks=data)
    assert places(refusal(project, source))[0] == ("tasks.jsonl", "row 1", "")


def test_a_line_of_33_mb_is_refused_by_its_row(project, tmp_path):
    source = sound_bundle(tmp_path / "b", tasks=raw(TASK, f'"n": "{"x" * (33 << 20)}"'))
    assert places(refusal(project, source))[0] == ("tasks.jsonl", "row 1", "")


@pytest.mark.parametrize("data", UNREADABLE_LINES.values(), ids=UNREADABLE_LINES.keys())
def test_a_line_is_refused_in_the_middle_of_a_file_too(project, tmp_path, data):
    source = sound_bundle(tmp_path / "b", tasks=lines([TASK]) + b"\r\n" + data)
    assert places(refusal(project, source))[0] == ("tasks.jsonl", "row 3", "")


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-be", "utf-16-le", "utf-32"])
def test_other_encodings_are_refused(project, tmp_path, encoding):
    source = sound_bundle(tmp_path / "b", tasks=lines([TASK]).decode().encode(encoding))
    assert refusal(project, source)[0].file == "tasks.jsonl"


FAULTS = [
    ("tasks", [TASK | {"id": ""}], 1, "id"),
    ("tasks", [TASK | {"id": "x" * 129}], 1, "id"),
    ("tasks", [TASK | {"id": "a/b"}], 1, "id"),
    ("tasks", [TASK | {"id": "../a"}], 1, "id"),
    ("tasks", [TASK | {"id": "a b"}], 1, "id"),
    ("tasks", [TASK | {"id": "a\n"}], 1, "id"),
    ("tasks", [TASK | {"id": "a\u202eb"}], 1, "id"),
    ("tasks", [TASK | {"id": 7}], 1, "id"),
    ("tasks", [TASK | {"id": None}], 1, "id"),
    ("tasks", [{"prompt": "x"}], 1, "id"),
    ("tasks", [TASK, TASK], 2, "id"),
    ("tasks", [TASK, TASK | {"prompt": "another"}], 2, "id"),
    ("tasks", [TASK | {"id": "é"}, TASK | {"id": "e\u0301"}], 2, "id"),
    ("tasks", [TASK | {"prompt": ""}], 1, "prompt"),
    ("tasks", [TASK | {"prompt": " \n\t"}], 1, "prompt"),
    ("tasks", [TASK | {"prompt": "a\x00b"}], 1, "prompt"),
    ("tasks", [TASK | {"title": "a\x00b"}], 1, "title"),
    ("tasks", [TASK | {"title": 5}], 1, "title"),
    ("tasks", [TASK | {"tags": "a"}], 1, "tags"),
    ("tasks", [TASK | {"difficulty": "insane"}], 1, "difficulty"),
    ("tasks", [TASK | {"stage": "gone"}], 1, "stage"),
    ("tasks", [TASK | {"content_hash": "0" * 64}], 1, "content_hash"),
    ("tasks", [TASK | {"content_hash": 5}], 1, "content_hash"),
    ("tasks", [TASK | {"mood": 1, "content_hash": "0" * 64}], 1, "content_hash"),
    ("tasks", [TASK | {"attachments": [{"path": "p", "media_type": "x", "sha256": "z"}]}], 1,
     "attachments.0.sha256"),
    ("tasks", [TASK | {"attachments": [{"path": "p", "media_type": "x"}]}], 1,
     "attachments.0.sha256"),
    *[
        ("checkpoints", [POINT | {"weight": weight}], 1, "weight")
        for weight in ("10", -3, True, None, [], 10**30)
    ],
    ("checkpoints", raw({"task_id": "t1", "id": "c1", "text": "x"}, '"weight": 1e400'), 1, ""),
    ("checkpoints", [POINT | {"tier": "vital"}], 1, "tier"),
    ("checkpoints", [POINT | {"tier": ""}], 1, "tier"),
    ("checkpoints", [POINT | {"text": " "}], 1, "text"),
    ("checkpoints", [POINT | {"task_id": "t9"}], 1, "task_id"),
    ("checkpoints", [POINT | {"position": -1}], 1, "position"),
    ("checkpoints", [POINT | {"position": 2**63}], 1, "position"),
    ("checkpoints", [POINT | {"revision": 10**20}], 1, "revision"),
    ("checkpoints", [POINT, POINT], 2, "task_id, id"),
    ("checkpoints", [POINT | {"content_hash": "0" * 64}], 1, "content_hash"),
    ("responses", [ANSWER | {"task_id": "T1"}], 1, "task_id"),
    ("responses", [ANSWER | {"text": None}], 1, "text"),
    ("responses", [ANSWER | {"model": " "}], 1, "model"),
    ("responses", [ANSWER | {"role": "boss"}], 1, "role"),
    ("responses", [ANSWER | {"prompt_tokens": -1}], 1, "prompt_tokens"),
    ("responses", [ANSWER | {"prompt_tokens": 2**60}], 1, "prompt_tokens"),
    ("responses", [ANSWER | {"latency_ms": 10**30}], 1, "latency_ms"),
    *[
        ("responses", [ANSWER | {"created_at": moment}], 1, "created_at")
        for moment in (
            "2026-03-01T12:00:00", "2026-03-01", "0000-03-01T12:00:00Z", "0001-01-01T00:00:00+09:00",
            "1969-12-31T23:59:59Z", "2026-02-30T12:00:00Z", "yesterday", "", 1_700_000_000,
        )
    ],
    ("judgments", [JUDGMENT | {"met": "maybe"}], 1, "met"),
    ("judgments", [JUDGMENT | {"met": "true"}], 1, "met"),
    ("judgments", [JUDGMENT | {"met": 2}], 1, "met"),
    ("judgments", [JUDGMENT | {"met": None}], 1, "met"),
    ("judgments", [JUDGMENT | {"status": "gold"}], 1, "status"),
    ("judgments", [JUDGMENT | {"response_id": "r9"}], 1, "response_id"),
    ("judgments", [JUDGMENT | {"checkpoint_id": "c9"}], 1, "checkpoint_id"),
    ("judgments", [JUDGMENT | {"evidence": [{"quote": "a", "start": -1}]}], 1, "evidence.0.start"),
    ("judgments", [JUDGMENT | {"evidence": {"quote": "a"}}], 1, "evidence"),
    ("judgments", [JUDGMENT, JUDGMENT | {"met": False}], 2,
     "response_id, checkpoint_id, expert_id"),
    ("judges", [JUDGE | {"mode": "psychic"}], 1, "mode"),
    ("judges", [JUDGE | {"settings": {"mood": 1}}], 1, "settings.mood"),
    ("judges", [JUDGE | {"settings": {"chunk_size": -1}}], 1, "settings.chunk_size"),
    ("judges", [JUDGE | {"prompt_hash": "z"}], 1, "prompt_hash"),
    ("judges", [JUDGE | {"content_hash": "0" * 64}], 1, "content_hash"),
    ("verdicts", [VERDICT | {"judge_id": "k"}], 1, "judge_id"),
    ("verdicts", [VERDICT | {"response_id": "r9"}], 1, "response_id"),
    ("verdicts", [VERDICT | {"checkpoint_id": "c9"}], 1, "checkpoint_id"),
    ("verdicts", [VERDICT | {"met": "maybe"}], 1, "met"),
    ("verdicts", [VERDICT | {"met": None}], 1, ""),
    ("verdicts", [VERDICT | {"state": "invalid"}], 1, ""),
    ("verdicts", [VERDICT | {"state": "fine"}], 1, "state"),
    ("verdicts", [VERDICT | {"trial": 0}], 1, "trial"),
    ("verdicts", [VERDICT | {"trial": 10**20}], 1, "trial"),
    ("verdicts", [VERDICT | {"usage": {"input_tokens": -1}}], 1, "usage.input_tokens"),
    ("verdicts", [VERDICT | {"judged_at": "2026-03-01T12:00:00"}], 1, "judged_at"),
    ("verdicts", [VERDICT, VERDICT | {"met": False}], 2,
     "response_id, checkpoint_id, judge_id, trial"),
    ("people", [{"id": "a", "roles": ["king"]}], 1, "roles.0"),
    ("people", [{"id": "a"}, {"id": "a"}], 2, "id"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "rows", "row", "field"), FAULTS)
def test_a_faulty_row_is_refused_by_file_row_and_field(
    project, tmp_path, name, rows, row, field
):  # fmt: skip
    source = sound_bundle(tmp_path / "b", **{name: rows})
    own = [problem for problem in refusal(project, source) if problem.file == f"{name}.jsonl"]
    place = own[0].field.removesuffix(".int").removesuffix(".float")
    assert (own[0].place, place) == (f"row {row}", field)


def test_a_hash_that_is_none_is_called_so(project, tmp_path):
    for name, row in (
        ("judges", JUDGE | {"prompt_hash": "z"}),
        ("verdicts", VERDICT | {"basis": "z"}),
    ):
        source = sound_bundle(tmp_path / name, **{name: [row]})
        told = next(item for item in refusal(project, source) if item.file == f"{name}.jsonl")
        assert told.message == '"z" is not a SHA-256.'


def test_a_time_beyond_the_calendar_is_refused(project, tmp_path):
    row = ANSWER | {"created_at": "9999-12-31T23:59:59-10:00"}
    source = sound_bundle(tmp_path / "b", responses=[row])
    assert places(refusal(project, source))[0][:2] == ("responses.jsonl", "row 1")


def test_a_project_that_holds_something_keeps_it(project, tmp_path):
    import_bundle(project, sound_bundle(tmp_path / "a"), now=NOW)
    refusal(project, sound_bundle(tmp_path / "b", tasks=[TASK | {"id": "t7"}, {"id": "t8"}]))


@pytest.mark.parametrize(
    ("manifest", "place", "field"),
    [
        (MANIFEST | {"format": "other"}, "", "format"),
        ({"format_version": 1}, "", "format"),
        (MANIFEST | {"format_version": 3}, "", "format_version"),
        (MANIFEST | {"format_version": True}, "", "format_version"),
        (MANIFEST | {"format_version": "1"}, "", "format_version"),
        (MANIFEST | {"name": " "}, "", "name"),
        (MANIFEST | {"name": 5}, "", "name"),
        (MANIFEST | {"licence": "a\x00b"}, "", "licence"),
        (MANIFEST | {"files": {}}, "", "files"),
        (MANIFEST | {"taxonomy": {"domains": [1]}}, "taxonomy", "domains.0"),
        (MANIFEST | {"taxonomy": {"descriptions": {"A": 1}}}, "taxonomy", "descriptions.A"),
        (MANIFEST | {"grading_policy": {"version": 0}}, "grading_policy", "version"),
    ],
)
def test_a_manifest_of_another_kind_is_refused(project, tmp_path, manifest, place, field):
    source = sound_bundle(tmp_path / "b")
    (source / "manifest.json").write_text(json.dumps(manifest))
    assert ("manifest.json", place, field) in places(refusal(project, source))


@pytest.mark.parametrize(
    "data", [b"", b"[]", b"\xff\xfe", b"{", b'{"format": NaN}', b'{"a": 1, "a": 2}', b"[" * 100_000]
)
def test_a_manifest_that_is_no_json_is_refused(project, tmp_path, data):
    source = sound_bundle(tmp_path / "b")
    (source / "manifest.json").write_bytes(data)
    assert places(refusal(project, source)) == [("manifest.json", "", "")]


def test_a_newer_version_is_named(project, tmp_path):
    source = sound_bundle(tmp_path / "b", tasks=[{"other": "shape"}])
    (source / "manifest.json").write_text(json.dumps(MANIFEST | {"format_version": 7}))
    (problem,) = refusal(project, source)
    assert "7" in problem.message
    assert "1" in problem.message


@pytest.mark.parametrize("entry", [{"path": "tasks.jsonl", "sha256": "0" * 64}, {"path": "gone"}])
def test_files_that_are_not_what_the_manifest_says_are_refused(project, tmp_path, entry):
    source = sound_bundle(tmp_path / "b")
    (source / "manifest.json").write_text(json.dumps(MANIFEST | {"files": [entry]}))
    assert places(refusal(project, source)) == [(entry["path"], "", "")]


def test_a_bundle_without_tasks_is_refused(project, tmp_path):
    source = sound_bundle(tmp_path / "b", tasks=None)
    assert places(refusal(project, source)) == [("tasks.jsonl", "", "")]


ALLOWED = (UnclearEncodingError, InputRefusedError, UsageError, NotFoundError)
quickly = examples(25)
JSONISH = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)  # fmt: skip


def tried(project, source) -> None:
    before = everything_in(project)
    try:
        import_any(project, source, now=NOW, actor_id="lead")
    except ALLOWED:
        assert everything_in(project) == before


@quickly
@given(
    st.binary(max_size=200) | st.text(max_size=99).map(lambda text: text.encode("utf-8", "replace"))
)
def test_random_bytes_as_tasks_break_nothing(project, tmp_path, data):
    (tmp_path / "b").mkdir(exist_ok=True)
    (tmp_path / "b" / "tasks.jsonl").write_bytes(data)
    tried(project, tmp_path / "b")


@quickly
@given(data=st.data())
def test_rows_with_random_values_break_nothing(project, tmp_path, data):
    (tmp_path / "b").mkdir(exist_ok=True)
    name = data.draw(st.sampled_from(sorted(SOUND_ROWS)))
    row = SOUND_ROWS[name]
    field = data.draw(st.sampled_from(KEYS))
    for other, rows in SOUND_ROWS.items():
        (tmp_path / "b" / f"{other}.jsonl").write_bytes(lines([rows]))
    text = json.dumps(row | {field: data.draw(JSONISH)})
    (tmp_path / "b" / f"{name}.jsonl").write_text(text)
    tried(project, tmp_path / "b")


SOUND_ROWS = {
    "tasks": TASK, "checkpoints": POINT, "responses": ANSWER, "judgments": JUDGMENT,
    "judges": JUDGE, "verdicts": VERDICT, "people": {"id": "p"},
}  # fmt: skip
KEYS = [
    "id", "task_id", "weight", "tier", "position", "attachments", "tags", "evidence", "usage",
    "parameters", "settings", "qualification", "anchors", "created_at", "judged_at", "extra",
    "content_hash", "latency_ms", "met", "state", "trial", "flags", "roles", "unknown",
]  # fmt: skip


@quickly
@given(st.dictionaries(st.sampled_from(
    ["name", "files", "taxonomy", "grading_policy", "canary", "licence", "extra", "x"]
), JSONISH))  # fmt: skip
def test_random_manifests_break_nothing(project, tmp_path, manifest):
    (tmp_path / "b").mkdir(exist_ok=True)
    (tmp_path / "b" / "tasks.jsonl").write_bytes(lines([TASK]))
    (tmp_path / "b" / "manifest.json").write_text(json.dumps(MANIFEST | manifest))
    tried(project, tmp_path / "b")


@quickly
@given(
    st.binary(max_size=200), st.sampled_from(["x.zip", "x.csv", "x.tsv", "x.xlsx", "x.xlsm", "x"])
)
def test_random_bytes_as_any_file_break_nothing(project, tmp_path, data, name):
    for start in (b"", b"PK\x03\x04", b"PK\x05\x06"):
        (tmp_path / name).write_bytes(start + data)
        tried(project, tmp_path / name)


@quickly
@given(st.lists(st.tuples(st.integers(0, 10_000), st.integers(0, 255)), min_size=1, max_size=4))
def test_a_zip_with_flipped_bytes_breaks_nothing(project, tmp_path, flips):
    path = zipped(tmp_path / "b.zip", ("attachments/x", b"data" * 9, 0o644))
    data = bytearray(path.read_bytes())
    for place, value in flips:
        data[place % len(data)] = value
    path.write_bytes(data)
    tried(project, path)
