"""Submissions that somebody wrote by hand, signed with the key of their own assignment."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.workflow.assignments.files import Guest, later, of_responses, of_tasks, sent, take
from tests.workflow.studio import Studio
from xpert_studio.records import Checkpoint, Judgment, Response, Task
from xpert_studio.records.assignments import Part, Purpose
from xpert_studio.store import entities
from xpert_studio.workflow import judge_line, open_sheet, remark, sheet_view, submit_sheet
from xpert_studio.workflow.assignments.content import SubmissionContent
from xpert_studio.workflow.assignments.sending import signed
from xpert_studio.workflow.assignments.taking import Outcome


@pytest.fixture
def studio(tmp_path) -> Studio:
    return Studio(tmp_path / "studio.xpert")


def state(studio):
    with studio.project.reading() as tx:
        return {
            kind: [record.model_dump_json() for record in entities.find_all(tx, entity.record)]
            for kind, entity in entities.ENTITIES.items()
            if kind != "project"
        }


def forged(guest: Guest, content, *parts: Part) -> SubmissionContent:
    """A submission of the guest with other parts, signed as the guest's file can."""
    made = replace(guest.submit(), parts=tuple(parts))
    return signed(made, content.assignment.key)


def refused(studio, submission) -> list[str]:
    before = state(studio)
    found = take(studio, submission)
    assert {item.outcome for item in found.parts} == {Outcome.REFUSED}, [
        (item.part.kind, item.outcome) for item in found.parts
    ]
    assert state(studio) == before
    return [str(item.reason) for item in found.parts]


def reviewing(studio, tmp_path):
    studio.review("t1")
    studio.rubric("t2", author="maria", lines=2)
    content = sent(studio, Purpose.REVIEW, "maria", of_tasks("t1"))
    guest = Guest(content, tmp_path)
    remark(guest.desk, "t1", "Two demands.")
    return content, guest


def test_a_reviewer_writes_nothing_but_a_review(studio, tmp_path):
    content, guest = reviewing(studio, tmp_path)
    (comment,) = guest.submit().parts
    edit = Part(kind="task", key=("t1",), by="maria", at=later(), after={"title": "Mine"},
                replaced={})  # fmt: skip
    person = Part(kind="person", key=("maria",), by="maria", at=later(), after={"roles": ["lead"]},
                  replaced={})  # fmt: skip
    elsewhere = comment.model_copy(update={"after": {**comment.after, "task_id": "t2"}})
    other_key = comment.model_copy(update={"key": ("rm-other",)})
    as_omar = comment.model_copy(update={"by": "omar"})
    signed_omar = comment.model_copy(update={"after": {**comment.after, "author_id": "omar"}})
    parts = (edit, person, elsewhere, other_key, as_omar, signed_omar)
    for reason in refused(studio, forged(guest, content, *parts)):
        assert reason


def test_an_author_changes_nothing_but_brief_and_rubric(studio, tmp_path):
    first, *_ = studio.rubric("t1", lines=2)
    studio.rubric("t2", author="maria", lines=2)
    content = sent(studio, Purpose.WRITE, "wei", of_tasks("t1"))
    guest = Guest(content, tmp_path)
    from xpert_studio.workflow import change_brief

    change_brief(guest.desk, "t1", title="A lease")

    def edit(kind, key, after):
        with studio.project.reading() as tx:
            here = entities.find(tx, entities.ENTITIES[kind].record, *key).model_dump(mode="json")
        from xpert_studio.workflow.assignments.outbox import field_hash

        replaced = {name: field_hash(here[name]) for name in after}
        return Part(kind=kind, key=key, by="wei", at=later(), after=after, replaced=replaced)

    with studio.project.reading() as tx:
        theirs = entities.find_all(tx, Checkpoint, task_id="t2")[0]
    parts = (
        edit("task", ("t1",), {"author_id": "maria"}),
        edit("task", ("t1",), {"stage": "ready"}),
        edit("task", ("t2",), {"title": "Mine"}),
        edit("checkpoint", ("t1", first), {"weight": 1000}),
        edit("checkpoint", ("t1", first), {"instrument": "none-such"}),
        edit("checkpoint", ("t1", first), {"text": " "}),
        edit("checkpoint", ("t2", theirs.id), {"text": "Mine."}),
    )
    refused(studio, forged(guest, content, *parts))


def test_an_expert_judges_nothing_but_what_was_sent_and_adjudicates_nothing(studio, tmp_path):
    given = studio.answered("t1", ("aurora", "borealis"))
    content = sent(studio, Purpose.JUDGE, "maria", of_responses(studio, given[0]))
    guest = Guest(content, tmp_path)
    (shown,) = guest.response_ids()
    open_sheet(guest.desk, shown)
    for line in sheet_view(guest.desk, shown).lines:
        judge_line(guest.desk, shown, line.checkpoint.id, value=True, rationale="It says so.")
    submit_sheet(guest.desk, shown)
    honest = [part for part in guest.submit().parts if part.kind == "judgment"]
    part = honest[0]

    def changed(**update):
        return part.model_copy(update=update)

    parts = (
        changed(key=(given[1], *part.key[1:])),
        changed(key=(part.key[0], part.key[1], "ada")),
        changed(seen="0" * 64),
        changed(seen=None),
        changed(after={**part.after, "value": 3}),
        changed(after={**part.after, "rationale": ""}),
        changed(after={**part.after, "evidence": [{"quote": "x", "start": 0, "end": 1}]}),
        changed(kind="adjudication", after={"status": "confirmed", "adjudicated_value": 1}),
    )
    refused(studio, forged(guest, content, *parts))
    sneaky = changed(
        after={**part.after, "status": "confirmed", "adjudicated_value": 1, "confirmed_by": "omar"}
    )
    assert take(studio, forged(guest, content, sneaky)).of(Outcome.APPLIED)
    with studio.project.reading() as tx:
        (made,) = entities.find_all(tx, Judgment)
        assert entities.find(tx, Response, given[0])
        assert entities.find(tx, Task, "t1")
    assert (made.status, made.adjudicated_value, made.confirmed_by) == ("submitted", None, None)
