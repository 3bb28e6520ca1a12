"""Work that goes out as an assignment and comes back: review, judging, adjudication, writing."""

from __future__ import annotations

import pytest

from tests.workflow.assignments.files import (
    Guest,
    of_responses,
    of_tasks,
    outcomes,
    sent,
    take,
)
from tests.workflow.studio import BRIEF, Studio
from xpert_studio.core.errors import ExchangeRefusedError, StageError
from xpert_studio.core.records import (
    AbstentionRule,
    Checkpoint,
    Comment,
    Judgment,
    JudgmentStatus,
    RatingState,
    Review,
    ReviewOutcome,
    Stage,
    Task,
)
from xpert_studio.core.records.assignments import Purpose
from xpert_studio.core.store import entities
from xpert_studio.core.workflow import (
    add_checkpoint,
    add_comment,
    answer_comment,
    approve,
    change_brief,
    confirm,
    create_brief,
    edit_checkpoint,
    form_view,
    judge_line,
    open_form,
    override,
    read_form,
    read_rubric,
    remove_checkpoints,
    resolve_comment,
    send_back,
    set_policies,
    submit_brief,
    submit_form,
    submit_rubric,
    undo,
)
from xpert_studio.core.workflow.views import judged_form


@pytest.fixture
def studio(tmp_path) -> Studio:
    return Studio(tmp_path / "studio.xpert")


def all_of(studio, kind, **values):
    with studio.project.reading() as tx:
        return entities.find_all(tx, kind, **values)


def one(studio, kind, *key):
    with studio.project.reading() as tx:
        return entities.find(tx, kind, *key)


def judge_all(guest, response_id, met=True, rationale="It says so plainly."):
    open_form(guest.ctx, response_id)
    for line in form_view(guest.ctx, response_id).lines:
        judge_line(guest.ctx, response_id, line.checkpoint.id, value=met, rationale=rationale)
    submit_form(guest.ctx, response_id)


def test_a_review_goes_out_and_comes_back(studio, tmp_path):
    first, *_ = studio.review("t1")
    guest = Guest(sent(studio, Purpose.REVIEW, "maria", of_tasks("t1")), tmp_path)
    add_comment(guest.ctx, "t1", "Two demands.", checkpoint_id=first)
    send_back(guest.ctx, "t1", summary="One line to split.")
    submission = guest.submit()
    taken = take(studio, submission)
    assert outcomes(taken) == {"applied": 2}
    assert taken.moved == ("t1",)
    assert one(studio, Task, "t1").stage is Stage.RUBRIC
    (comment,) = all_of(studio, Comment)
    assert (comment.author_id, comment.checkpoint_id) == ("maria", first)
    (review,) = all_of(studio, Review)
    assert review.outcome is ReviewOutcome.SENT_BACK
    again = take(studio, submission)
    assert outcomes(again) == {"known": 2}
    assert not again.change
    undo(studio.lena, change_id=taken.change.id)
    assert one(studio, Task, "t1").stage is Stage.REVIEW
    assert all_of(studio, Comment) == []


def test_an_approval_counts_for_the_revision_it_names(studio, tmp_path):
    lines = studio.review("t1")
    guest = Guest(sent(studio, Purpose.REVIEW, "maria", of_tasks("t1")), tmp_path)
    read_rubric(guest.ctx, "t1", lines)
    approve(guest.ctx, "t1")
    submission = guest.submit()
    send_back(studio.omar, "t1", summary="Not yet.")
    edit_checkpoint(studio.wei, "t1", lines[0], text="Cites clause 9 in full.")
    submit_rubric(studio.wei, "t1")
    taken = take(studio, submission)
    assert one(studio, Task, "t1").stage is Stage.REVIEW
    assert {item.part.kind for item in taken.of("applied")} == {"review", "read_mark"}
    assert one(studio, Review, "t1", "1", "maria").outcome is ReviewOutcome.APPROVED


def test_judgments_come_back_and_one_edited_text_leaves_the_others_current(studio, tmp_path):
    (response,) = studio.answered("t1")
    content = sent(studio, Purpose.JUDGE, "maria", of_responses(studio, response))
    assert all("aurora" not in record.model_dump_json() for record in content.records[:-1])
    guest = Guest(content, tmp_path)
    (shown,) = guest.response_ids()
    assert shown != response
    with pytest.raises(StageError):
        guest.submit()
    judge_all(guest, shown)
    submission = guest.submit()
    assert response not in submission.submission.model_dump_json()
    with studio.project.reading() as tx:
        first = entities.find_all(tx, Checkpoint, task_id="t1")[0]
    from xpert_studio.core.workflow import reopen

    reopen(studio.lena, "t1", reason="A slip.")
    edit_checkpoint(studio.wei, "t1", first.id, text="Cites clause 9 in full.")
    taken = take(studio, submission)
    assert outcomes(taken) == {"applied": 3, "outdated": 1}
    made = all_of(studio, Judgment, response_id=response)
    assert {item.expert_id for item in made} == {"maria"}
    assert len(made) == 3
    assert outcomes(take(studio, submission)) == {"known": 4}
    undo(studio.lena, change_id=taken.change.id)
    assert all_of(studio, Judgment, response_id=response) == []


def test_what_is_judged_anew_offline_after_a_form_came_in_is_unblinded(studio, tmp_path):
    """A form that came in opens the judgments of others to a senior expert."""
    (response_id,) = studio.answered("t1")
    ada = Guest(sent(studio, Purpose.JUDGE, "ada", of_responses(studio, response_id)), tmp_path)
    (shown,) = ada.response_ids()
    judge_all(ada, shown)
    take(studio, ada.submit())
    assert {item.unblinded for item in all_of(studio, Judgment)} == {False}
    undo(ada.ctx)
    judge_all(ada, shown, rationale="On second thoughts.")
    take(studio, ada.submit())
    assert {item.unblinded for item in all_of(studio, Judgment)} == {True}


def test_an_adjudication_counts_for_the_judgment_it_names(studio, tmp_path):
    (response,) = studio.answered("t1")
    studio.judged(response, "maria")
    scope = of_responses(studio, response, expert="maria")
    guest = Guest(sent(studio, Purpose.ADJUDICATE, "omar", scope), tmp_path)
    (shown,) = guest.response_ids()
    with guest.project.reading() as tx:
        ids = [item.checkpoint_id for item in entities.find_all(tx, Judgment)]
    override(guest.ctx, shown, "maria", ids[0], note="It does not say so.")
    read_form(guest.ctx, shown, "maria", ids[1:])
    confirm(guest.ctx, shown, "maria", ids[1:])
    submission = guest.submit()
    taken = take(studio, submission)
    assert outcomes(taken) == {"applied": 5}, [
        (item.part.kind, item.outcome, item.reason) for item in taken.parts
    ]
    statuses = {item.checkpoint_id: item.status for item in all_of(studio, Judgment)}
    assert statuses[ids[0]] is JudgmentStatus.OVERRIDDEN
    assert statuses[ids[1]] is JudgmentStatus.CONFIRMED
    assert outcomes(take(studio, submission)) == {"known": 5}


def test_abstentions_come_back_where_the_project_allows_them(studio, tmp_path):
    (response,) = studio.answered("t1")
    set_policies(studio.lena, abstentions=AbstentionRule.LEFT_OUT)
    judge = Guest(sent(studio, Purpose.JUDGE, "maria", of_responses(studio, response)), tmp_path)
    (shown,) = judge.response_ids()
    judge_all(judge, shown, met=RatingState.CANNOT_ASSESS)
    submission = judge.submit()
    set_policies(studio.lena, abstentions=AbstentionRule.NONE)
    refused = take(studio, submission)
    assert outcomes(refused) == {"refused": 4}
    set_policies(studio.lena, abstentions=AbstentionRule.NOT_MET)
    assert outcomes(take(studio, submission)) == {"applied": 4}
    assert {item.final for item in all_of(studio, Judgment)} == {RatingState.CANNOT_ASSESS}
    scope = of_responses(studio, response, expert="maria")
    senior = Guest(sent(studio, Purpose.ADJUDICATE, "omar", scope), tmp_path)
    (shown,) = senior.response_ids()
    ids = [line.checkpoint.id for line in judged_form(senior.ctx, shown, "maria").lines]
    note = "It says so."
    override(senior.ctx, shown, "maria", ids[0], value=1, note=note)
    override(senior.ctx, shown, "maria", ids[1], value=RatingState.NOT_APPLICABLE, note=note)
    read_form(senior.ctx, shown, "maria", ids[2:])
    confirm(senior.ctx, shown, "maria", ids[2:])
    take(studio, senior.submit())
    found = {item.checkpoint_id: item.final for item in all_of(studio, Judgment) if item.is_gold}
    assert [found[name] for name in ids] == [
        1, RatingState.NOT_APPLICABLE, RatingState.CANNOT_ASSESS,
    ]  # fmt: skip


def test_a_brief_and_a_rubric_are_written_elsewhere(studio, tmp_path):
    first, second, *_ = studio.rubric("t1", lines=3)
    guest = Guest(sent(studio, Purpose.WRITE, "wei", of_tasks("t1")), tmp_path)
    change_brief(guest.ctx, "t1", context="You advise a bank.")
    edit_checkpoint(guest.ctx, "t1", first, text="Cites clause 9.")
    remove_checkpoints(guest.ctx, "t1", [second])
    add_checkpoint(guest.ctx, "t1", text="Names the landlord.", dimension="Clarity")
    create_brief(guest.ctx, task_id="t9", **BRIEF)
    submit_brief(guest.ctx, "t9")
    submit_rubric(guest.ctx, "t1")
    submission = guest.submit()
    taken = take(studio, submission)
    assert set(outcomes(taken)) == {"applied"}, [
        (item.part.kind, item.part.key, item.outcome, item.reason) for item in taken.parts
    ]
    assert one(studio, Task, "t1").context == "You advise a bank."
    assert one(studio, Task, "t1").stage is Stage.REVIEW
    assert one(studio, Task, "t9").stage is Stage.SUBMITTED
    assert outcomes(take(studio, submission)).keys() == {"known"}
    undo(studio.lena, change_id=taken.change.id)
    assert one(studio, Task, "t1").stage is Stage.RUBRIC
    assert one(studio, Task, "t9") is None


def test_a_field_that_both_sides_changed_waits_for_a_person(studio, tmp_path):
    from xpert_studio.core.workflow.assignments.taking import Choice, FieldDecision

    studio.rubric("t1")
    guest = Guest(sent(studio, Purpose.WRITE, "wei", of_tasks("t1")), tmp_path)
    change_brief(guest.ctx, "t1", context="You advise a bank.", title="A bank's lease")
    change_brief(studio.wei, "t1", context="You advise a broker.")
    submission = guest.submit()
    taken = take(studio, submission)
    assert outcomes(taken) == {"conflict": 1}
    (conflict,) = taken.parts[0].conflicts
    assert (conflict.mine, conflict.theirs) == ("You advise a broker.", "You advise a bank.")
    assert one(studio, Task, "t1").title == "A bank's lease"
    place = ("task", ("t1",), "context")
    for choice, expected in (
        (Choice(FieldDecision.MINE), "You advise a broker."),
        (Choice(FieldDecision.THEIRS), "You advise a bank."),
        (Choice(FieldDecision.EDIT, "You advise both."), "You advise both."),
    ):
        decided = take(studio, submission, {place: choice})
        assert outcomes(decided) == {"applied": 1}
        assert one(studio, Task, "t1").context == expected
        if decided.change.id:
            undo(studio.lena, change_id=decided.change.id)


def test_a_changed_submission_is_refused(studio, tmp_path):
    studio.review("t1")
    guest = Guest(sent(studio, Purpose.REVIEW, "maria", of_tasks("t1")), tmp_path)
    add_comment(guest.ctx, "t1", "Two demands.")
    submission = guest.submit()
    (part,) = submission.parts
    forged = part.model_copy(update={"after": {**part.after, "text": "Fine."}})
    from dataclasses import replace

    with pytest.raises(ExchangeRefusedError, match="not as it was signed"):
        take(studio, replace(submission, parts=(forged,)))
    assert all_of(studio, Comment) == []


def test_replies_and_resolutions_of_two_people_come_together(studio, tmp_path):
    first, *_ = studio.review("t1")
    add_comment(studio.maria, "t1", "Two demands.", checkpoint_id=first)
    (comment,) = all_of(studio, Comment)
    reviewer = Guest(sent(studio, Purpose.REVIEW, "omar", of_tasks("t1")), tmp_path)
    author = Guest(sent(studio, Purpose.WRITE, "wei", of_tasks("t1")), tmp_path)
    answer_comment(author.ctx, comment.id, "I shall split it.")
    resolve_comment(reviewer.ctx, comment.id)
    answer_comment(reviewer.ctx, comment.id, "Good.")
    for content in (reviewer.submit(), author.submit()):
        assert outcomes(take(studio, content)) == {"applied": 1}
    (found,) = all_of(studio, Comment)
    assert [item.author_id for item in found.replies] == ["wei", "omar"]
    assert found.resolved_by == "omar"
