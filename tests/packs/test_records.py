"""Records of a stranger's pack: the rules of the core's hold for them, with the pack and without."""

from __future__ import annotations

import json
import sqlite3
import zipfile
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel, ValidationError

from tests.packs.lab import PLAN, SIGHTING, install, lab_pack, with_kinds
from tests.workflow.assignments.files import Guest, of_responses, sent, take
from tests.workflow.assignments.test_copies import Copy
from tests.workflow.blinded import IDS, blinded_studio
from tests.workflow.studio import START, Studio
from xpert_studio.core.errors import (
    ConflictError,
    DamagedProjectError,
    ExchangeRefusedError,
    InputRefusedError,
    NotAllowedError,
    NotFoundError,
    UsageError,
)
from xpert_studio.core.exchange import export_bundle
from xpert_studio.core.exchange.bundle_import import import_bundle
from xpert_studio.core.exchange.bundle_options import BundleOptions
from xpert_studio.core.exchange.expecting import expect_bundle
from xpert_studio.core.exchange.scope import Scope
from xpert_studio.core.records import PackRecord, ProjectInfo, Visibility
from xpert_studio.core.records.assignments import Purpose
from xpert_studio.core.records.record_kinds import Hangs, RecordKind, kind_of, reading_of
from xpert_studio.core.store import ProjectFile, check_file, entities, log, pack_records, settings
from xpert_studio.core.store.log_chain import verify_log
from xpert_studio.core.workflow import (
    put_records,
    redo,
    remove_records,
    remove_response,
    undo,
)
from xpert_studio.core.workflow.assignments.taking import Choice, FieldDecision, Outcome
from xpert_studio.core.workflow.copies import create_copy
from xpert_studio.core.workflow.pack_records import Written, seen_records
from xpert_studio.core.workflow.views.seen_history import read_history

PRIVATE, PUBLIC = Visibility.PRIVATE, Visibility.PUBLIC


@pytest.fixture
def lab(monkeypatch):
    install(monkeypatch, lab_pack())
    import lab_scales.sightings

    return lab_scales.sightings


@pytest.fixture
def studio(tmp_path) -> Studio:
    return blinded_studio(tmp_path / "p.xpert")


def sight(ctx, text="Names the moon.", *, response=IDS[0], id_="", **more):
    from lab_scales.sightings import Sighting

    seen = Sighting(text=text, seen_by=ctx.person_id, **more)
    change = put_records(ctx, *SIGHTING, [Written(seen, id=id_, response_id=response)])
    return change.edits[0].after.id


def plan(ctx, *texts, ids=()):
    from lab_scales.sightings import Plan

    names = ids or [""] * len(texts)
    made = [Written(Plan(text=text), id=id_) for text, id_ in zip(texts, names, strict=True)]
    return put_records(ctx, *PLAN, made)


def stored(project, kind=SIGHTING):
    with project.reading() as tx:
        return list(pack_records.records_in(tx, kind))


def put(project, *records):
    """Past all commands, as an import or another version has written them."""
    with project.writing() as tx:
        for record in records:
            entities.put(tx, record)


def seen_by(studio, person, kind=SIGHTING):
    with studio.project.reading() as tx:
        return [(one.response, one.content.get("text")) for one in seen_records(tx, person, *kind)]


OLD = PackRecord(
    pack="lab_scales", kind="sighting", id="old", response_id=IDS[0], version=1,
    content={"said": "Names the sun.", "person": "wei"},
)  # fmt: skip
NEWER = PackRecord(
    pack="lab_scales", kind="sighting", id="newer", response_id=IDS[0], version=3,
    content={"text": "From later.", "colour": "red"},
)  # fmt: skip
STRANGE = PackRecord(pack="lab_scales", kind="dream", id="d", content={"deep": [1, {"x": None}]})


def test_a_record_is_written_changed_and_taken_out_by_commands_that_can_be_undone(lab, studio):
    id_ = sight(studio.lena, stars=4)
    sight(studio.lena, "Names the sun.", id_=id_)
    (record,) = stored(studio.project)
    assert (record.version, record.content["text"], record.content["stars"]) == (
        2,
        "Names the sun.",
        3,
    )
    assert record.hash == record.content_hash
    undo(studio.lena)
    assert stored(studio.project)[0].content["text"] == "Names the moon."
    remove_records(studio.lena, *SIGHTING, [id_])
    assert stored(studio.project) == []
    undo(studio.lena)
    redo(studio.lena)
    undo(studio.lena)
    assert stored(studio.project)[0].content["stars"] == 4
    with studio.project.reading() as tx:
        assert verify_log(tx) == []
        rows = log.rows_of(tx, ["pack.put", "pack.remove"])
    assert [row.entry.command for row in rows] == ["pack.put", "pack.put", "pack.remove"]
    assert rows[0].parameters["pack_version"] == "1.2"
    assert rows[0].entry.task_id == "t1"
    assert check_file(studio.project.path).problems == ()


def test_who_may_change_what_is_said_by_the_kind(lab, studio):
    with pytest.raises(NotAllowedError, match="a lead or an expert"):
        sight(studio.ctx("omar"))
    with pytest.raises(NotAllowedError, match="a lead"):
        plan(studio.ctx("wei"), "Mine")
    id_ = sight(studio.ctx("wei"))
    with pytest.raises(NotAllowedError, match="It is the word of wei"):
        sight(studio.lena, "Not so.", id_=id_)
    with pytest.raises(NotAllowedError, match="It is the word of wei"):
        remove_records(studio.lena, *SIGHTING, [id_])
    lie = lab.Sighting(text="Wei said so", seen_by="wei")
    with pytest.raises(NotAllowedError, match="It is the word of wei"):
        put_records(studio.lena, *SIGHTING, [Written(lie, response_id=IDS[0])])
    assert len(stored(studio.project)) == 1


def test_what_is_not_as_the_kind_says_is_refused_and_nothing_is_written(lab, studio, monkeypatch):
    lena = studio.lena
    sound = lab.Sighting(text="x", seen_by="lena")
    wrong = {
        UsageError: [
            [Written(lab.Plan(text="x"), response_id=IDS[0])],
            [Written(sound, response_id=IDS[0], task_id="t1")],
            [Written(sound, id="-x", response_id=IDS[0])],
            [Written(sound, id="x", response_id=IDS[0])] * 2,
            [Written(sound.model_copy(update={"stars": 9}), response_id=IDS[0])],
            [Written(sound.model_copy(update={"text": "\ud800"}), response_id=IDS[0])],
        ],
        NotFoundError: [[Written(sound, response_id="none")]],
        NotAllowedError: [[Written(sound)], [Written(sound, task_id="t1")]],
    }
    for error, cases in wrong.items():
        for case in cases:
            with pytest.raises(error):
                put_records(lena, *SIGHTING, case)
    with pytest.raises(NotFoundError, match="no records 'dream'"):
        put_records(lena, "lab_scales", "dream", [Written(sound)])
    with pytest.raises(NotFoundError, match="The pack nobody is not installed"):
        put_records(lena, "nobody", "dream", [Written(sound)])
    hint = RecordKind(id="hint", title="Hint", model=lab.Plan, hangs_on=Hangs.TASK)
    with_kinds(monkeypatch, hint)
    with pytest.raises(NotFoundError, match="There is no task"):
        put_records(lena, "lab_scales", "hint", [Written(lab.Plan(text="x"), task_id="gone")])
    assert stored(studio.project) == []


def test_what_a_record_hangs_on_stays_and_cannot_be_taken_out_before_it(lab, studio):
    id_ = sight(studio.lena, response=IDS[1])
    with pytest.raises(UsageError, match="stays where it hangs"):
        sight(studio.lena, id_=id_, response=IDS[0])
    with pytest.raises(ConflictError):
        remove_response(studio.lena, IDS[1])


def test_ten_thousand_records_are_one_step(lab, studio):
    plan(studio.lena, *(f"Step {n}" for n in range(10_000)))
    with studio.project.reading() as tx:
        assert pack_records.count_by_kind(tx) == {PLAN: 10_000}
        assert len(seen_records(tx, "lena", *PLAN)) == 10_000
        (row,) = log.rows_of(tx, ["pack.put"])
    assert row.entry.details["records"] == 10_000
    with pytest.raises(ConflictError):
        redo(studio.lena)
    assert check_file(studio.project.path).problems == ()


def test_ids_of_two_kinds_and_of_two_packs_do_not_meet(lab, studio):
    plan(studio.lena, "Mine", ids=["same"])
    sight(studio.lena, id_="same")
    put(studio.project, PackRecord(pack="other", kind="plan", id="same", content={}))
    with studio.project.reading() as tx:
        assert len(pack_records.all_keys(tx)) == 3
    plan(studio.lena, "Anew", ids=["same"])
    assert [one.content for one in stored(studio.project, PLAN)] == [{"text": "Anew"}]
    assert [one.content for one in stored(studio.project, ("other", "plan"))] == [{}]


def test_old_json_is_upgraded_when_it_is_read_and_stays_until_it_is_changed(lab, studio):
    put(studio.project, OLD)
    reading = reading_of(OLD)
    assert reading.value == lab.Sighting(text="Names the sun.", stars=3, seen_by="wei")
    assert seen_by(studio, "lena") == [(IDS[0], "Names the sun.")]
    assert stored(studio.project) == [OLD]
    sight(studio.ctx("wei"), "Names Mars.", id_="old")
    assert stored(studio.project)[0].version == 2
    undo(studio.ctx("wei"))
    assert stored(studio.project) == [OLD]


def test_a_newer_version_and_an_unknown_kind_are_kept_and_said_and_not_changed(lab, studio):
    put(studio.project, NEWER, STRANGE)
    with studio.project.reading() as tx:
        (newer,) = seen_records(tx, "lena", *SIGHTING)
        (strange,) = seen_records(tx, "lena", "lab_scales", "dream")
    assert newer.content == NEWER.content
    assert newer.problem == ("It is of version 3; the pack lab_scales here knows sighting up to 2.")
    assert strange.problem == "The pack lab_scales has no records 'dream'."
    for change in (
        lambda: sight(studio.lena, id_="newer"),
        lambda: remove_records(studio.lena, *SIGHTING, ["newer"]),
    ):
        with pytest.raises(NotAllowedError, match="can only be kept as it is"):
            change()
    assert stored(studio.project) == [NEWER]


def test_an_upgrade_that_fails_stops_nothing(lab, studio, monkeypatch):
    def fails(content):
        raise SystemError(content)

    kind = RecordKind(
        id="sighting", title="Sighting", model=lab.Sighting, version=2, upgrades=(fails,),
        hangs_on=Hangs.RESPONSE,
    )  # fmt: skip
    with_kinds(monkeypatch, kind)
    put(studio.project, OLD)
    reading = reading_of(OLD)
    assert reading.value is None
    assert "lab_scales fails on it" in str(reading.problem)
    assert seen_by(studio, "lena") == [(IDS[0], None)]


@pytest.mark.parametrize(
    "wrong",
    [
        {"id": "Bad"}, {"id": "a.b"}, {"version": 2}, {"roles": ()}, {"by": "nobody"},
        {"public": ("nothing",)}, {"id": ""}, {"public": ("note",)},
    ],
)  # fmt: skip
def test_a_kind_that_makes_no_sense_is_none(lab, wrong):
    class Told(BaseModel):
        text: str
        note: str = ""

    with pytest.raises(ValueError, match=r"\w"):
        RecordKind(**({"id": "told", "title": "Told", "model": Told} | wrong))


def test_a_record_on_a_response_is_seen_as_a_judgment_of_it_is(lab, studio):
    sight(studio.lena, "zephyrium-9 again")
    sight(studio.ctx("maria"), "Mine alone", response=IDS[0])
    plan(studio.lena, "For all")
    shown = {person: {text for _, text in seen_by(studio, person)} for person in
             ("lena", "wei", "maria", "ada", "leo", "")}  # fmt: skip
    assert shown == {
        "lena": {"zephyrium-9 again", "Mine alone"}, "wei": set(), "maria": {"Mine alone"},
        "ada": set(), "leo": set(), "": set(),
    }  # fmt: skip
    ((name, _),) = seen_by(studio, "maria")
    assert name in {"t1:A", "t1:B"}
    assert all(seen_by(studio, person, PLAN) for person in shown)


def test_what_a_blind_person_must_not_see_they_cannot_change(lab, studio, monkeypatch):
    kind = RecordKind(
        id="sighting", title="Sighting", model=lab.Sighting, version=2,
        upgrades=(lab.SIGHTING.upgrades), hangs_on=Hangs.RESPONSE,
        roles=lab.SIGHTING.roles,
    )  # fmt: skip
    with_kinds(monkeypatch, kind)
    id_ = sight(studio.lena)
    with pytest.raises(NotAllowedError, match="You must not see"):
        sight(studio.ctx("maria"), id_=id_)
    with pytest.raises(NotAllowedError, match="You must not see"):
        remove_records(studio.ctx("maria"), *SIGHTING, [id_])


def test_the_history_of_a_blind_person_tells_no_reason_and_no_system(lab, studio):
    seen = lab.Sighting(text="x", seen_by="lena")
    many = [Written(seen, response_id=IDS[0]), Written(seen, response_id=IDS[1])]
    for some in (many[:1], many):
        put_records(studio.lena, *SIGHTING, some, reason="zephyrium-9 lies")
    for person in ("maria", "ada", "leo", ""):
        history = read_history(studio.ctx(person))
        told = [history.reader.shown(step.event) for step in history.steps
                if step.event.command == "pack.put"]  # fmt: skip
        assert len(told) == 2
        text = " ".join(event.model_dump_json() for event in told)
        assert "zephyrium" not in text
        assert "lab_scales" in text
    whole = read_history(studio.lena)
    assert "zephyrium-9 lies" in str([whole.reader.shown(step.event) for step in whole.steps])


def exported(studio, path, visibility=PRIVATE, **more):
    return export_bundle(
        studio.project, path, visibility=visibility, now=START, replace=True, **more
    )


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
    put(studio.project, OLD, NEWER, STRANGE, PackRecord(
        pack="older", kind="thing", id="a", task_id="t1",
        content={"z": 1.0, "a": [], "b": {}, "n": None, "e": 1e-7, "big": 2**70, "u": "\x00é"},
    ))  # fmt: skip
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
    assert ("not installed" in said) and "nobody can change them here" in said
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
    assert expect_bundle(studio.project, BundleOptions(PUBLIC, all_stages=True))[
        "pack.lab_scales.sighting"
    ] == 2  # fmt: skip
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
        "pack.lab_scales.sighting.jsonl", "pack.x.hint.jsonl", "pack.x.whole.jsonl",
    } == {"pack.x.whole.jsonl"}  # fmt: skip
    exported(studio, tmp_path / "c.zip", scope=Scope(task_ids=frozenset({"t2"})))
    assert not [name for name in all_bytes(tmp_path / "c.zip") if name.startswith("pack.")]
    exported(studio, tmp_path / "d.zip", scope=Scope(task_ids=frozenset({"t1"})))
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
}  # fmt: skip


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
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=["Cs"])),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(
        st.text(st.characters(exclude_categories=["Cs"]), max_size=5), inner, max_size=3),
    max_leaves=8,
)  # fmt: skip


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


def test_without_its_pack_a_record_is_kept_shown_undone_and_not_written_again(
    lab, studio, monkeypatch
):
    id_ = sight(studio.lena)
    sight(studio.lena, "Second", id_=id_)
    install(monkeypatch)
    with studio.project.reading() as tx:
        (seen,) = seen_records(tx, "lena", *SIGHTING)
    assert (seen.content["text"], seen.problem) == (
        "Second", "The pack lab_scales is not installed.",
    )  # fmt: skip
    with pytest.raises(NotFoundError, match="The pack lab_scales is not installed"):
        remove_records(studio.lena, *SIGHTING, [id_])
    undo(studio.lena)
    assert stored(studio.project)[0].content["text"] == "Names the moon."
    with pytest.raises(NotAllowedError, match="The pack lab_scales is not installed"):
        redo(studio.lena)
    assert stored(studio.project)[0].content["text"] == "Names the moon."
    undo(studio.lena)
    assert stored(studio.project) == []
    with studio.project.reading() as tx:
        assert verify_log(tx) == []


def test_without_its_pack_a_blind_person_sees_no_record_on_a_response(lab, studio, monkeypatch):
    sight(studio.lena, "zephyrium-9 again")
    install(monkeypatch)
    assert [len(seen_by(studio, person)) for person in ("lena", "maria", "leo", "")] == [1, 0, 0, 0]


@pytest.mark.parametrize("there", [True, False])
@pytest.mark.parametrize(
    "change",
    ["content = replace(content, 'moon', 'sun')", "kind = 'plan'", "response_pk = NULL",
     "version = 1", "hash = ''"],
)  # fmt: skip
def test_a_row_that_was_changed_past_the_program_is_found_and_never_leaves(
    lab, studio, tmp_path, monkeypatch, change, there
):
    sight(studio.lena)
    if not there:
        install(monkeypatch)
    studio.project.close()
    raw = sqlite3.connect(studio.project.path)
    raw.execute(f"UPDATE pack_record SET {change}")
    raw.commit()
    raw.close()
    (problem,) = check_file(studio.project.path).problems
    assert "Row 1 of pack_record" in problem
    studio.project = ProjectFile.open(studio.project.path)
    with pytest.raises(DamagedProjectError):
        exported(studio, tmp_path / "a.zip")
    with pytest.raises(DamagedProjectError):
        create_copy(studio.lena, tmp_path / "copy.xpert")


def test_a_comparison_that_was_changed_past_the_program_never_leaves(tmp_path):
    from tests.judge.projects import make_project
    from xpert_studio.core.records import Comparison

    with make_project(tmp_path / "p.xpert", tasks=1, checkpoints=2, systems=2) as project:
        with project.reading() as tx:
            from xpert_studio.core.store import responses

            first, second = sorted(item.id for item in responses.outlines(tx))
            task_id = next(iter(responses.outlines(tx))).task_id
        put(project, Comparison(
            task_id=task_id, first_id=first, second_id=second, rater_id="wei",
            shown_first=first, value=1,
        ))  # fmt: skip
        path = project.path
    raw = sqlite3.connect(path)
    raw.execute("UPDATE comparison SET value = -1")
    raw.commit()
    raw.close()
    with ProjectFile.open(path) as project, pytest.raises(DamagedProjectError):
        export_bundle(project, tmp_path / "a.zip", visibility=PRIVATE, now=START)


@pytest.fixture
def authority(studio):
    studio.project.close()
    return Copy(studio.project.path)


@pytest.fixture
def copy(authority, tmp_path):
    create_copy(authority.ctx("lena"), tmp_path / "copy.xpert")
    return Copy(tmp_path / "copy.xpert")


def test_a_copy_sends_its_records_and_takes_those_of_the_project(lab, authority, copy):
    sight(authority.ctx("lena"), "There", id_="there")
    id_ = sight(copy.ctx("lena"), "Here")
    sight(copy.ctx("lena"), "Here again", id_=id_)
    plan(copy.ctx("lena"), "Gone", ids=["p"])
    remove_records(copy.ctx("lena"), *PLAN, ["p"])
    content = copy.outbox()
    assert [(part.kind, part.key[2]) for part in content.parts] == [("pack_record", id_)]
    taken = authority.take(content)
    assert [item.outcome for item in taken.parts] == [Outcome.APPLIED]
    assert [item.outcome for item in authority.take(content).parts] == [Outcome.KNOWN]
    assert {one.content["text"] for one in stored(authority.project)} == {"There", "Here again"}
    found = copy.catch_up(authority)
    assert found.not_applied == ()
    assert copy.state()["pack_record"] == authority.state()["pack_record"]
    undo(authority.ctx("lena"))
    assert [one.id for one in stored(authority.project)] == ["there"]


def test_what_both_sides_changed_a_person_decides_as_a_whole(lab, authority, copy, tmp_path):
    lena = authority.ctx("lena")
    plan(lena, "First", ids=["p"])
    found = copy.catch_up(authority)
    assert found.not_applied == ()
    plan(authority.ctx("lena"), "Mine", ids=["p"])
    plan(copy.ctx("lena"), "Theirs", ids=["p"])
    content = copy.outbox()
    (item,) = authority.take(content).parts
    assert item.outcome is Outcome.CONFLICT
    assert [c.name for c in item.conflicts] == [""]
    place = ("pack_record", (*PLAN, "p"), "")
    authority.take(content, {place: Choice(FieldDecision.MINE)})
    assert stored(authority.project, PLAN)[0].content == {"text": "Mine"}
    authority.take(content, {place: Choice(FieldDecision.THEIRS)})
    assert stored(authority.project, PLAN)[0].content == {"text": "Theirs"}


def test_a_submission_with_records_is_refused_whole_where_the_pack_is_not(
    lab, authority, copy, monkeypatch
):
    from xpert_studio.core.workflow import add_person

    add_person(copy.ctx("lena"), "zoe", name="Zoe", roles=())
    sight(copy.ctx("lena"))
    content = copy.outbox()
    assert len(content.parts) == 2
    install(monkeypatch)
    before = authority.state()
    with pytest.raises(ExchangeRefusedError, match="The pack lab_scales is not installed"):
        authority.take(content)
    assert authority.state() == before
    install(monkeypatch, lab_pack())
    assert {item.outcome for item in authority.take(content).parts} == {Outcome.APPLIED}


def test_a_copy_without_the_pack_reapplies_nothing_of_it(lab, authority, copy, monkeypatch):
    sight(copy.ctx("lena"), "Here")
    install(monkeypatch)
    found = copy.catch_up(authority)
    assert len(found.not_applied) == 1
    assert "lab_scales is not installed" in str(found.not_applied[0].reason)
    assert stored(copy.project) == []
    with ProjectFile.open(found.former, read_only=True) as former:
        assert len(stored(former)) == 1


def test_an_expert_hands_in_what_was_seen_in_blind_responses(lab, studio, tmp_path):
    guest = Guest(sent(studio, Purpose.JUDGE, "maria", of_responses(studio, *IDS)), tmp_path)
    for response_id in guest.response_ids():
        assert "zephyrium" not in response_id
        sight(guest.ctx, f"Saw {response_id}", response=response_id)
    content = guest.submit()
    assert {part.kind for part in content.parts} == {"pack_record"}
    imported = take(studio, content)
    assert {item.outcome for item in imported.parts} == {Outcome.APPLIED}
    assert {one.response_id for one in stored(studio.project)} == set(IDS)
    assert all(one.hash == one.content_hash for one in stored(studio.project))
    undo(studio.lena)
    assert stored(studio.project) == []


def guest_key(guest):
    with guest.project.reading() as tx:
        return settings.guest(tx).assignment["key"]


def test_a_submission_brings_no_kind_that_was_not_asked_for_nor_another_persons_word(
    lab, studio, tmp_path, monkeypatch
):
    guest = Guest(sent(studio, Purpose.JUDGE, "maria", of_responses(studio, IDS[0])), tmp_path)
    (response_id,) = guest.response_ids()
    sight(guest.ctx, "Mine", response=response_id)
    content = guest.submit()
    (part,) = content.parts
    lies = [
        part.model_copy(update={"after": part.after | {"content": {"text": "x", "seen_by": "wei"},
                                                       "hash": ""}}),
        part.model_copy(update={"key": (*PLAN, "p"), "after": {
            "pack": PLAN[0], "kind": PLAN[1], "id": "p", "content": {"text": "x"}}}),
        part.model_copy(update={"after": part.after | {"response_id": IDS[1]}}),
        part.model_copy(update={"after": part.after | {"content": {"words": "x"}, "hash": ""}}),
        part.model_copy(update={"after": part.after | {"content": {"text": "other"}}}),
        part.model_copy(update={"after": part.after | {"id": "other"}}),
        part.model_copy(update={"key": part.key[:2]}),
    ]  # fmt: skip
    from xpert_studio.core.workflow.assignments.submitting import signed

    key = guest_key(guest)
    for lie in lies:
        imported = take(studio, signed(replace(content, parts=(lie,)), key))
        assert [item.outcome for item in imported.parts] == [Outcome.REFUSED], lie
    assert stored(studio.project) == []


def test_two_packs_of_one_kind_are_found_by_pack(lab):
    assert kind_of(*SIGHTING)[0] is lab.SIGHTING
    assert kind_of("graded", "sighting")[0] is None
