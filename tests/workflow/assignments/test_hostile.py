"""Submissions that somebody wrote by hand, signed with the key of their own assignment."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from tests.workflow.assignments.files import Guest, later, of_responses, of_tasks, sent, take
from tests.workflow.studio import START, Studio
from xpert_studio.core.errors import ExchangeRefusedError
from xpert_studio.core.records import (
    Checkpoint,
    Comment,
    Judgment,
    Response,
    RevisionState,
    Role,
    RubricRevision,
    Stage,
    Task,
)
from xpert_studio.core.records.assignments import Part, Purpose, Scope
from xpert_studio.core.store import entities
from xpert_studio.core.workflow import (
    add_comment,
    change_person,
    create_brief,
    form_view,
    judge_line,
    open_form,
    override,
    read_form,
    submit_form,
    submit_rubric,
)
from xpert_studio.core.workflow.assignments.content import SubmissionContent
from xpert_studio.core.workflow.assignments.submitting import signed
from xpert_studio.core.workflow.assignments.taking import Outcome


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
    add_comment(guest.ctx, "t1", "Two demands.")
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
    from xpert_studio.core.workflow import change_brief

    change_brief(guest.ctx, "t1", title="A lease")

    def edit(kind, key, after):
        with studio.project.reading() as tx:
            here = entities.find(tx, entities.ENTITIES[kind].record, *key).model_dump(mode="json")
        from xpert_studio.core.workflow.assignments.outbox import field_hash

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
    open_form(guest.ctx, shown)
    for line in form_view(guest.ctx, shown).lines:
        judge_line(guest.ctx, shown, line.checkpoint.id, value=True, rationale="It says so.")
    submit_form(guest.ctx, shown)
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


def test_a_new_task_takes_no_other_task_over(studio, tmp_path):
    studio.rubric("t1", lines=2)
    content = sent(studio, Purpose.WRITE, "maria", Scope())
    guest = Guest(content, tmp_path)
    create_brief(guest.ctx, task_id="m1", title="A lease", domain="Law")
    (part,) = guest.submit().parts
    with studio.project.reading() as tx:
        theirs = entities.find(tx, Task, "t1").model_dump(mode="json")
    stolen = {**theirs, "author_id": "maria", "title": "Taken over", "stage": "brief"}
    for key in (("zz",), ("t1",)):
        forgery = part.model_copy(update={"key": key, "after": stolen})
        refused(studio, forged(guest, content, forgery))
    named = part.model_copy(update={"key": ("..",), "after": {**part.after, "id": ".."}})
    refused(studio, forged(guest, content, named))
    more = {**part.after, "tags": ["gold"], "extra": {"canary": "x"}}
    (taken,) = take(studio, forged(guest, content, part.model_copy(update={"after": more}))).parts
    assert taken.outcome is Outcome.APPLIED
    with studio.project.reading() as tx:
        made = entities.find(tx, Task, "m1")
    assert (made.tags, made.extra) == ((), {})


def test_a_comment_is_changed_only_where_it_was_sent_and_in_ones_own_name(studio, tmp_path):
    studio.review("t1")
    studio.review("t2")
    other = add_comment(studio.omar, "t2", "Split it.").after("comment")[0]
    own = add_comment(studio.omar, "t1", "Split it too.").after("comment")[0]
    content = sent(studio, Purpose.REVIEW, "maria", of_tasks("t1"))
    guest = Guest(content, tmp_path)
    add_comment(guest.ctx, "t1", "Two demands.")
    (part,) = guest.submit().parts
    reply = {"author_id": "maria", "text": "Planted.", "at": "2026-05-05T00:00:00Z"}
    moved = other.model_dump(mode="json") | {"task_id": "t1", "replies": [reply]}
    refused(
        studio, forged(guest, content, part.model_copy(update={"key": (other.id,), "after": moved}))
    )
    for name in ("omar", "nobody-at-all"):
        resolved = own.model_dump(mode="json") | {
            "resolved_by": name, "resolved_at": "9999-01-01T00:00:00Z",
        }  # fmt: skip
        take(
            studio,
            forged(guest, content, part.model_copy(update={"key": (own.id,), "after": resolved})),
        )
        with studio.project.reading() as tx:
            assert entities.find(tx, Comment, own.id).resolved_by is None
    nowhere = part.after | {"checkpoint_id": "c-none"}
    refused(studio, forged(guest, content, part.model_copy(update={"after": nowhere})))


def test_a_revision_comes_in_as_submitted_whatever_it_says(studio, tmp_path):
    studio.rubric("t1", lines=2)
    content = sent(studio, Purpose.WRITE, "wei", of_tasks("t1"))
    guest = Guest(content, tmp_path)
    submit_rubric(guest.ctx, "t1")
    parts = [
        part.model_copy(update={"after": {**part.after, "state": "approved"}})
        if part.kind == "revision"
        else part
        for part in guest.submit().parts
    ]
    take(studio, forged(guest, content, *parts))
    with studio.project.reading() as tx:
        assert entities.find(tx, RubricRevision, "t1", "1").state is RevisionState.FROZEN
        assert entities.find(tx, Task, "t1").standing is Stage.REVIEW


def judged(studio, tmp_path):
    (response_id,) = studio.answered("t1")
    content = sent(studio, Purpose.JUDGE, "maria", of_responses(studio, response_id))
    guest = Guest(content, tmp_path)
    (shown,) = guest.response_ids()
    open_form(guest.ctx, shown)
    for line in form_view(guest.ctx, shown).lines:
        judge_line(guest.ctx, shown, line.checkpoint.id, value=True, rationale="It says so.")
    submit_form(guest.ctx, shown)
    return content, guest, guest.submit()


def test_nothing_of_a_former_expert_is_applied(studio, tmp_path):
    _, _, submission = judged(studio, tmp_path)
    change_person(studio.lena, "maria", roles=(Role.REVIEWER,))
    refused(studio, submission)


def test_a_form_without_judgments_is_refused(studio, tmp_path):
    content, guest, submission = judged(studio, tmp_path)
    (form,) = [part for part in submission.parts if part.kind == "open_form"]
    refused(studio, forged(guest, content, form))


def test_an_adjudicated_value_is_one_of_the_checkpoint(studio, tmp_path):
    (response_id,) = studio.answered("t1")
    studio.judged(response_id, "maria")
    scope = of_responses(studio, response_id, expert="maria")
    content = sent(studio, Purpose.ADJUDICATE, "omar", scope)
    guest = Guest(content, tmp_path)
    (shown,) = guest.response_ids()
    with guest.project.reading() as tx:
        lines = [line.id for line in entities.find_all(tx, Checkpoint, task_id="t1")]
    read_form(guest.ctx, shown, "maria", lines)
    override(guest.ctx, shown, "maria", lines[0], note="It does not.", value=False)
    parts = [part for part in guest.submit().parts if part.kind == "adjudication"]
    for value in (77, -1, 0.5):
        after = {**parts[0].after, "adjudicated_value": value}
        refused(studio, forged(guest, content, parts[0].model_copy(update={"after": after})))


ODD = [
    ("comment", ("",), {}), ("comment", ("x" * 400,), {}), ("comment", ("a", "b"), {}),
    ("review", ("t1",), {}), ("review", ("t1", "1", "maria"), {"revision": 2**70}),
    ("comment", None, {"revision": 2**70}), ("comment", None, {"replies": 5}),
    ("comment", None, {"attachments": 5}), ("read_mark", ("maria", "t1", "c", ""), {}),
    ("spot_check", (), {}), ("comment", None, {"made_at": []}), ("comment", None, {"task_id": []}),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "key", "changes"), ODD)
def test_an_odd_part_is_refused_and_the_others_are_taken(studio, tmp_path, kind, key, changes):
    content, guest = reviewing(studio, tmp_path)
    (honest,) = guest.submit().parts
    after = {**honest.after, "id": "rm-other", **changes}
    odd = honest.model_copy(
        update={"kind": kind, "key": ("rm-other",) if key is None else key, "after": after}
    )
    found = take(studio, forged(guest, content, odd, honest)).parts
    assert {item.part.kind: item.outcome for item in found if item.part.key == honest.key} == {
        "comment": Outcome.APPLIED
    }
    (told,) = [item for item in found if item.part.key != honest.key]
    assert told.outcome is Outcome.REFUSED
    assert "damaged" not in str(told.reason)


def test_a_submission_from_the_future_is_refused(studio, tmp_path):
    content, guest = reviewing(studio, tmp_path)
    made = guest.submit()
    ahead = made.submission.model_copy(update={"made_at": START + timedelta(days=900)})
    with pytest.raises(ExchangeRefusedError, match="set the clock"):
        take(studio, signed(replace(made, submission=ahead), content.assignment.key))


def test_a_moment_after_the_submission_counts_as_the_submission(studio, tmp_path):
    content, guest, submission = judged(studio, tmp_path)
    parts = [
        part.model_copy(update={"after": {**part.after, "judged_at": "9999-01-01T00:00:00Z"}})
        if part.kind == "judgment"
        else part
        for part in submission.parts
    ]
    take(studio, forged(guest, content, *parts))
    with studio.project.reading() as tx:
        assert max(item.judged_at for item in entities.find_all(tx, Judgment)).year == START.year
