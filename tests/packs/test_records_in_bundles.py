"""Records of packs in bundles: brought back byte for byte, refused where malformed."""

from __future__ import annotations

import json
import zipfile

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from tests.packs.lab import SIGHTING, install
from tests.packs.records_at_work import (
    NEWER,
    OLD,
    STRANGE,
    exported,
    plan,
    put,
    sight,
    stored,
)
from tests.workflow.blinded import blinded_studio
from tests.workflow.studio import START
from xpert_studio.core.errors import (
    InputRefusedError,
)
from xpert_studio.core.exchange import export_bundle
from xpert_studio.core.exchange.bundle_import import import_bundle
from xpert_studio.core.exchange.bundle_options import BundleOptions
from xpert_studio.core.exchange.expecting import expect_bundle
from xpert_studio.core.exchange.scope import ExportScope
from xpert_studio.core.records import PackRecord, ProjectInfo, Visibility
from xpert_studio.core.store import ProjectFile, check_file, entities, pack_records
from xpert_studio.core.workflow import (
    undo,
)

PRIVATE, PUBLIC = Visibility.PRIVATE, Visibility.PUBLIC


def folder_of(studio, path):
    """A bundle of version 2 without a manifest, so that its files can be changed."""
    exported(studio, path)
    (path / "manifest.json").unlink()
    return path


def rows_in(path, name="pack.lab_scales.sighting.jsonl"):
    with zipfile.ZipFile(path) as archive:
        if name not in archive.namelist():
            return None
        return [json.loads(line) for line in archive.read(name).splitlines()]


def manifest_of(path):
    with zipfile.ZipFile(path) as archive:
        return json.loads(archive.read("manifest.json"))


def all_bytes(path):
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist() if name.endswith(".jsonl")}


@pytest.fixture
def other(tmp_path):
    with ProjectFile.create(tmp_path / "q.xpert", ProjectInfo(name="q", created_at=START)) as made:
        yield made


@pytest.mark.parametrize("there", [True, False])
def test_a_bundle_brings_records_back_byte_for_byte(
    lab, studio, other, tmp_path, monkeypatch, there
):
    sight(studio.lena, "Ünïcode “moon” 1.10", note="in")
    plan(studio.lena, "One", "Two")
    put(
        studio.project,
        OLD,
        NEWER,
        STRANGE,
        PackRecord(
            pack="older",
            kind="thing",
            id="a",
            task_id="t1",
            content={"z": 1.0, "a": [], "b": {}, "n": None, "e": 1e-7, "big": 2**70, "u": "\x00é"},
        ),
    )
    exported(studio, tmp_path / "a.zip")
    found = manifest_of(tmp_path / "a.zip")
    assert found["format_version"] == 2
    assert found["packs"] == [{"id": "lab_scales", "version": "1.2"}, {"id": "older"}]
    assert found["counts"]["pack.lab_scales.sighting"] == 3
    if not there:
        install(monkeypatch)
    report = import_bundle(other, tmp_path / "a.zip", now=START, actor_id="lena")
    assert report.added["pack.lab_scales.plan"] == 2
    said = " ".join(report.warnings)
    assert ("not installed" in said) and "cannot be edited here" in said
    again = import_bundle(other, tmp_path / "a.zip", now=START, actor_id="lena")
    assert again.unchanged["pack.lab_scales.sighting"] == 3
    assert stored(other) == stored(studio.project)
    export_bundle(other, tmp_path / "b.zip", visibility=PRIVATE, now=START)
    before, after = all_bytes(tmp_path / "a.zip"), all_bytes(tmp_path / "b.zip")
    assert {n: d for n, d in after.items() if n.startswith("pack.")} == {
        n: d for n, d in before.items() if n.startswith("pack.")
    }
    assert manifest_of(tmp_path / "b.zip")["packs"] == found["packs"]
    assert check_file(other.path).problems == ()
    assert expect_bundle(other, BundleOptions(PRIVATE))["pack.lab_scales.plan"] == 2


def test_a_bundle_without_records_is_as_it_was(studio, tmp_path):
    exported(studio, tmp_path / "a.zip")
    found = manifest_of(tmp_path / "a.zip")
    assert "packs" not in found
    assert not [name for name in all_bytes(tmp_path / "a.zip") if name.startswith("pack.")]


def test_a_public_bundle_holds_what_the_kind_calls_public(lab, studio, tmp_path, monkeypatch):
    sight(studio.lena, note="private", stars=5)
    put(studio.project, OLD, NEWER, STRANGE)
    plan(studio.lena, "Stays")
    report = exported(studio, tmp_path / "a.zip", PUBLIC, all_stages=True)
    new, old = rows_in(tmp_path / "a.zip")
    assert new["content"].keys() == {"text", "stars", "seen_by"}
    assert new["content"]["seen_by"].startswith("person-")
    assert old["version"] == 2
    assert old["content"]["text"] == "Names the sun."
    whole = b"".join(all_bytes(tmp_path / "a.zip").values())
    for kept in (b"private", b"From later", b"Stays", b"deep"):
        assert kept not in whole
    (told,) = [text for text in report.warnings if "left out" in text]
    assert "lab_scales.plan 1" in told
    assert "lab_scales.sighting 1" in told
    assert (
        expect_bundle(studio.project, BundleOptions(PUBLIC, all_stages=True))[
            "pack.lab_scales.sighting"
        ]
        == 2
    )
    install(monkeypatch)
    exported(studio, tmp_path / "b.zip", PUBLIC, all_stages=True)
    assert not [name for name in all_bytes(tmp_path / "b.zip") if name.startswith("pack.")]
    assert "packs" not in manifest_of(tmp_path / "b.zip")


def test_a_record_of_a_held_out_task_goes_where_the_task_goes(lab, studio, tmp_path):
    studio.ready("t2")
    sight(studio.lena)
    hint = PackRecord(pack="x", kind="hint", id="h", task_id="t1", content={"answer": "30"})
    whole = PackRecord(pack="x", kind="whole", id="w", content={"of": "all"})
    put(studio.project, hint, whole)
    held = {"held_out": frozenset({"t1"}), "all_stages": True}
    exported(studio, tmp_path / "a.zip", PUBLIC, **held)
    assert not [name for name in all_bytes(tmp_path / "a.zip") if name.startswith("pack.")]
    exported(studio, tmp_path / "b.zip", held_out=frozenset({"t1"}), without_reference_answers=True)
    assert set(all_bytes(tmp_path / "b.zip")) & {
        "pack.lab_scales.sighting.jsonl",
        "pack.x.hint.jsonl",
        "pack.x.whole.jsonl",
    } == {"pack.x.whole.jsonl"}
    exported(studio, tmp_path / "c.zip", scope=ExportScope(task_ids=frozenset({"t2"})))
    assert not [name for name in all_bytes(tmp_path / "c.zip") if name.startswith("pack.")]
    exported(studio, tmp_path / "d.zip", scope=ExportScope(task_ids=frozenset({"t1"})))
    assert len(rows_in(tmp_path / "d.zip")) == 1


SOUND = '{"id": "s", "response_id": "t1-zephyrium-9", "version": 2, "content": {"text": "x"}}'
CASES = {
    "not JSON": ("{", "is not JSON"),
    "a list": ("[]", "not an object"),
    "doubled": (SOUND.replace('"id": "s"', '"id": "s", "id": "t"'), "twice"),
    "deep": (SOUND.replace('"x"', "[" * 150 + "]" * 150), "nested too deeply"),
    "not a number": (SOUND.replace('"x"', "NaN"), "NaN"),
    "half a character": (SOUND.replace('"x"', '"\\ud800"'), "half a character"),
    "no content": ('{"id": "s", "version": 2}', "is missing"),
    "content is a text": (SOUND.replace('{"text": "x"}', '"x"'), "content"),
    "an unknown key": (SOUND.replace('"id"', '"colour": 1, "id"'), "is not known here"),
    "of another pack": (SOUND.replace('"id"', '"pack": "else", "id"'), "contradicts"),
    "with a hash": (SOUND.replace('"id"', '"hash": "0", "id"'), "contradicts"),
    "another content": (SOUND.replace("}}", f'}}, "content_hash": "{"0" * 64}"}}'), "hash"),
    "not as the kind": (SOUND.replace('"text"', '"words"'), "text: Field required"),
    "unknown response": (SOUND.replace("zephyrium-9", "nobody"), "there is no response"),
    "hangs on nothing": (SOUND.replace('"response_id": "t1-zephyrium-9", ', ""), "must hang on"),
    "hangs on both": (SOUND.replace('"id"', '"task_id": "t1", "id"'), "a task and a response"),
    "a bad id": (SOUND.replace('"s"', '"../x"'), "is not an id"),
    "a dotted id": (SOUND.replace('"s"', '".."'), "only dots"),
    "version 0": (SOUND.replace('"version": 2', '"version": 0'), "too small"),
    "twice": (f"{SOUND}\n{SOUND}", "is in row 1 too"),
}


@pytest.mark.parametrize("case", CASES)
def test_a_malformed_file_is_refused_whole_with_its_row(lab, studio, other, tmp_path, case):
    lines, said = CASES[case]
    folder = folder_of(studio, tmp_path / "b")
    (folder / "pack.lab_scales.sighting.jsonl").write_text(lines)
    before = dict(stored_all(studio.project))
    for project in (other, studio.project):
        told = refusal(project, folder)
        assert "pack.lab_scales.sighting.jsonl row" in told
        assert said in told
    assert stored_all(other) == {}
    assert stored_all(studio.project) == before


def refusal(project, path):
    with pytest.raises(InputRefusedError) as found:
        import_bundle(project, path, now=START, actor_id="lena")
    return "\n".join(
        f"{one.file} {one.place} {one.field} {one.message}" for one in found.value.problems
    )


def stored_all(project):
    with project.reading() as tx:
        return pack_records.count_by_kind(tx)


def test_a_record_that_names_a_task_that_is_not_there_is_refused_without_its_pack_too(
    studio, other, tmp_path
):
    folder = folder_of(studio, tmp_path / "b")
    (folder / "pack.x.y.jsonl").write_text('{"id": "a", "task_id": "t9", "content": {}}\n')
    assert "there is no task" in refusal(other, folder)


def test_the_same_id_with_other_content_or_elsewhere_is_never_overwritten(studio, tmp_path):
    put(studio.project, PackRecord(pack="x", kind="y", id="a", task_id="t1", content={"n": 1}))
    folder = folder_of(studio, tmp_path / "b")
    name = folder / "pack.x.y.jsonl"
    for line in (
        '{"id": "a", "task_id": "t1", "content": {"n": 2}}',
        '{"id": "a", "content": {"n": 1}}',
    ):
        name.write_text(line)
        assert "the project has another" in refusal(studio.project, folder)


def test_an_import_of_records_is_taken_back_as_one_step(lab, studio, tmp_path):
    put(studio.project, NEWER, STRANGE)
    exported(studio, tmp_path / "a.zip")
    fresh = blinded_studio(tmp_path / "fresh.xpert")
    import_bundle(fresh.project, tmp_path / "a.zip", now=START, actor_id="lena")
    assert stored_all(fresh.project) == {SIGHTING: 1, ("lab_scales", "dream"): 1}
    undo(fresh.lena)
    assert stored_all(fresh.project) == {}


def test_a_record_in_the_name_of_a_person_here_comes_by_no_bundle(lab, studio, tmp_path):
    put(studio.project, OLD)
    exported(studio, tmp_path / "a.zip")
    fresh = blinded_studio(tmp_path / "fresh.xpert")
    report = import_bundle(fresh.project, tmp_path / "a.zip", now=START, actor_id="lena")
    assert stored_all(fresh.project) == {}
    assert any("records of packs in the name of people" in text for text in report.warnings)


@pytest.mark.parametrize("packs", ['["x"]', '{"x": 1}', '"x"', json.dumps([{"id": "y" * 999}])])
def test_a_manifest_with_wrong_packs_is_refused(studio, other, tmp_path, packs):
    folder = tmp_path / "b"
    exported(studio, folder)
    path = folder / "manifest.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | {"packs": json.loads(packs)}))
    assert "packs" in refusal(other, folder)


json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=["Cs"])),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.text(st.characters(exclude_categories=["Cs"]), max_size=5), inner, max_size=3
        )
    ),
    max_leaves=8,
)


@given(content=st.dictionaries(st.text(st.characters(exclude_categories=["Cs"])), json_values))
def test_any_json_comes_back_as_it_is(content):
    record = PackRecord(pack="x", kind="y", id="a", content=content)
    stored = entities.entity_of(record)
    row = dict(zip(stored.fields, stored.values(record), strict=True))
    assert stored.record_of(row | {"task_id": None, "response_id": None}) == record
    assert PackRecord.model_validate_json(record.model_dump_json()).content == record.content


def test_a_record_with_another_hash_is_none():
    with pytest.raises(ValidationError, match="hash is not that of the content"):
        PackRecord(pack="x", kind="y", id="a", content={}, hash="0" * 64)
