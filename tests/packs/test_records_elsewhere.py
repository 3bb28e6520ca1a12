"""Records of packs without the pack, after changes past the program, in copies and submissions."""

from __future__ import annotations

import sqlite3
from dataclasses import replace

import pytest

from tests.packs.lab import PLAN, SIGHTING, install, lab_pack
from tests.packs.records_at_work import (
    exported,
    plan,
    put,
    seen_by,
    sight,
    stored,
)
from tests.workflow.assignments.files import Guest, of_responses, sent, take
from tests.workflow.assignments.test_copies import Copy
from tests.workflow.blinded import IDS
from tests.workflow.studio import START
from xpert_studio.core.errors import (
    DamagedProjectError,
    ExchangeRefusedError,
    NotAllowedError,
    NotFoundError,
)
from xpert_studio.core.exchange import export_bundle
from xpert_studio.core.records import Visibility
from xpert_studio.core.records.assignments import Purpose
from xpert_studio.core.records.record_kinds import kind_of
from xpert_studio.core.store import ProjectFile, check_file, settings
from xpert_studio.core.store.log_chain import verify_log
from xpert_studio.core.workflow import (
    redo,
    remove_records,
    undo,
)
from xpert_studio.core.workflow.assignments.taking import Choice, FieldDecision, Outcome
from xpert_studio.core.workflow.copies import create_copy
from xpert_studio.core.workflow.pack_records import seen_records

PRIVATE, PUBLIC = Visibility.PRIVATE, Visibility.PUBLIC


def test_without_its_pack_a_record_is_kept_shown_undone_and_not_written_again(
    lab, studio, monkeypatch
):
    id_ = sight(studio.lena)
    sight(studio.lena, "Second", id_=id_)
    install(monkeypatch)
    with studio.project.reading() as tx:
        (seen,) = seen_records(tx, "lena", *SIGHTING)
    assert (seen.content["text"], seen.problem) == (
        "Second",
        "The pack lab_scales is not installed.",
    )
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
    [
        "content = replace(content, 'moon', 'sun')",
        "kind = 'plan'",
        "response_pk = NULL",
        "version = 1",
        "hash = ''",
    ],
)
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
        put(
            project,
            Comparison(
                task_id=task_id,
                first_id=first,
                second_id=second,
                rater_id="wei",
                shown_first=first,
                value=1,
            ),
        )
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
        part.model_copy(
            update={"after": part.after | {"content": {"text": "x", "seen_by": "wei"}, "hash": ""}}
        ),
        part.model_copy(
            update={
                "key": (*PLAN, "p"),
                "after": {"pack": PLAN[0], "kind": PLAN[1], "id": "p", "content": {"text": "x"}},
            }
        ),
        part.model_copy(update={"after": part.after | {"response_id": IDS[1]}}),
        part.model_copy(update={"after": part.after | {"content": {"words": "x"}, "hash": ""}}),
        part.model_copy(update={"after": part.after | {"content": {"text": "other"}}}),
        part.model_copy(update={"after": part.after | {"id": "other"}}),
        part.model_copy(update={"key": part.key[:2]}),
    ]
    from xpert_studio.core.workflow.assignments.submitting import signed

    key = guest_key(guest)
    for lie in lies:
        imported = take(studio, signed(replace(content, parts=(lie,)), key))
        assert [item.outcome for item in imported.parts] == [Outcome.REFUSED], lie
    assert stored(studio.project) == []


def test_two_packs_of_one_kind_are_found_by_pack(lab):
    assert kind_of(*SIGHTING)[0] is lab.SIGHTING
    assert kind_of("graded", "sighting")[0] is None
