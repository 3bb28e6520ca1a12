"""Disputes of copies and submissions come back, and are undone and done again there."""

from __future__ import annotations

from tests.workflow.assignments.test_copies import Copy
from tests.workflow.blinded import IDS
from xpert_studio.core.store import tasks
from xpert_studio.core.workflow import redo, undo
from xpert_studio.core.workflow.assignments.taking import Outcome as Taken
from xpert_studio.core.workflow.copies import create_copy
from xpert_studio.packs.disputes.changes import add, resolve
from xpert_studio.packs.disputes.records import Outcome
from xpert_studio.packs.disputes.seen import seen_disputes


def seen(project, person="lena"):
    with project.reading() as tx:
        return seen_disputes(tx, person)


def test_a_dispute_of_a_copy_comes_back_with_its_resolution(studio, tmp_path):
    with studio.project.reading() as tx:
        first, second, *_ = (one.id for one in tasks.rubric_of(tx, "t1"))
    studio.project.close()
    authority = Copy(studio.project.path)
    create_copy(authority.ctx("lena"), tmp_path / "copy.xpert")
    copy = Copy(tmp_path / "copy.xpert")
    change = add(copy.ctx("lena"), IDS[0], first, "j1", "", reason="Here.")
    resolve(copy.ctx("omar"), change.details["dispute"], Outcome.JUDGE, reason="It erred.")
    add(authority.ctx("omar"), IDS[0], second, "j1", "", reason="There.")
    content = copy.outbox()
    taken = authority.take(content)
    assert {item.outcome for item in taken.parts} == {Taken.APPLIED}
    assert {item.outcome for item in authority.take(content).parts} == {Taken.KNOWN}
    known = {one.value.reason: one for one in seen(authority.project)}
    assert known.keys() == {"Here.", "There."}
    assert known["Here."].is_upheld and known["Here."].changed == ()
    assert not known["There."].resolution
    copy.catch_up(authority)
    assert {one.value.reason for one in seen(copy.project)} == {"Here.", "There."}


def test_a_resolution_is_undone_and_done_again(studio):
    with studio.project.reading() as tx:
        first = tasks.rubric_of(tx, "t1")[0].id
    change = add(studio.omar, IDS[0], first, "", "wei", reason="No.")
    resolve(studio.lena, change.details["dispute"], Outcome.JUDGMENT, reason="Again.")
    assert seen(studio.project)[0].changed == ("said",)
    undo(studio.lena)
    assert seen(studio.project)[0].is_open and seen(studio.project)[0].changed == ()
    redo(studio.lena)
    (one,) = seen(studio.project)
    assert one.is_upheld and one.changed == ("said",)
