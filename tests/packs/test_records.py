"""Records of a pack: commands, rights, versions and blindness hold for them as for others."""

from __future__ import annotations

import pytest
from pydantic import BaseModel

from tests.packs.lab import PLAN, SIGHTING, with_kinds
from tests.packs.records_at_work import (
    NEWER,
    OLD,
    STRANGE,
    plan,
    put,
    seen_by,
    sight,
    stored,
)
from tests.workflow.blinded import IDS
from xpert_studio.core.errors import (
    ConflictError,
    NotAllowedError,
    NotFoundError,
    UsageError,
)
from xpert_studio.core.records import PackRecord, Visibility
from xpert_studio.core.records.record_kinds import Hangs, RecordKind, reading_of
from xpert_studio.core.store import check_file, log, pack_records
from xpert_studio.core.store.log_chain import verify_log
from xpert_studio.core.workflow import (
    put_records,
    redo,
    remove_records,
    remove_response,
    undo,
)
from xpert_studio.core.workflow.pack_records import Written, seen_records
from xpert_studio.core.workflow.views.seen_history import read_history

PRIVATE, PUBLIC = Visibility.PRIVATE, Visibility.PUBLIC


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
    with pytest.raises(NotFoundError, match="The pack absent is not installed"):
        put_records(lena, "absent", "dream", [Written(sound)])
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
        id="sighting",
        title="Sighting",
        model=lab.Sighting,
        version=2,
        upgrades=(fails,),
        hangs_on=Hangs.RESPONSE,
    )
    with_kinds(monkeypatch, kind)
    put(studio.project, OLD)
    reading = reading_of(OLD)
    assert reading.value is None
    assert "lab_scales fails on it" in str(reading.problem)
    assert seen_by(studio, "lena") == [(IDS[0], None)]


@pytest.mark.parametrize(
    "wrong",
    [
        {"id": "Bad"},
        {"id": "a.b"},
        {"version": 2},
        {"roles": ()},
        {"by": "nobody"},
        {"public": ("nothing",)},
        {"id": ""},
        {"public": ("note",)},
    ],
)
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
    shown = {
        person: {text for _, text in seen_by(studio, person)}
        for person in ("lena", "wei", "maria", "ada", "leo", "")
    }
    assert shown == {
        "lena": {"zephyrium-9 again", "Mine alone"},
        "wei": set(),
        "maria": {"Mine alone"},
        "ada": set(),
        "leo": set(),
        "": set(),
    }
    ((name, _),) = seen_by(studio, "maria")
    assert name in {"t1:A", "t1:B"}
    assert all(seen_by(studio, person, PLAN) for person in shown)


def test_what_a_blind_person_must_not_see_they_cannot_change(lab, studio, monkeypatch):
    kind = RecordKind(
        id="sighting",
        title="Sighting",
        model=lab.Sighting,
        version=2,
        upgrades=(lab.SIGHTING.upgrades),
        hangs_on=Hangs.RESPONSE,
        roles=lab.SIGHTING.roles,
    )
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
        told = [
            history.reader.shown(step.event)
            for step in history.steps
            if step.event.command == "pack.put"
        ]
        assert len(told) == 2
        text = " ".join(event.model_dump_json() for event in told)
        assert "zephyrium" not in text
        assert "lab_scales" in text
    whole = read_history(studio.lena)
    assert "zephyrium-9 lies" in str([whole.reader.shown(step.event) for step in whole.steps])
