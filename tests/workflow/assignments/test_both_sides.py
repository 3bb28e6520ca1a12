"""Work that is done at both ends at once, and what of it is taken back."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from itertools import permutations

import pytest

from tests.workflow.assignments.files import (
    Guest,
    later,
    new_id,
    of_responses,
    of_tasks,
    outcomes,
    sent,
    take,
)
from tests.workflow.assignments.test_copies import Copy
from tests.workflow.deciding import approve
from tests.workflow.studio import YES, Studio
from xpert_studio.core.errors import StageError
from xpert_studio.core.records import (
    Checkpoint,
    Comment,
    Comparison,
    Draft,
    Judgment,
    OpenForm,
    ReadMark,
    Response,
    Role,
    Task,
    rated_hash_of,
)
from xpert_studio.core.records.assignments import Purpose
from xpert_studio.core.store import entities, log
from xpert_studio.core.workflow import (
    CommandContext,
    NewResponse,
    Preference,
    accept,
    add_comment,
    add_responses,
    answer_comment,
    change_comment,
    change_person,
    confirm,
    discard,
    draw_spot_checks,
    duplicate_checkpoint,
    edit_checkpoint,
    form_view,
    judge_line,
    open_form,
    read_form,
    read_rubric,
    record_comparison,
    reopen,
    reopen_comment,
    resolve_comment,
    return_brief,
    send_back,
    submit_brief,
    submit_form,
    submit_rubric,
    undo,
    withdraw_comment,
    withdraw_comparison,
)
from xpert_studio.core.workflow.assignments.submitting import signed
from xpert_studio.core.workflow.assignments.taking import Outcome
from xpert_studio.core.workflow.copies import create_copy, send_outbox


def all_of(project, kind, **values):
    with project.reading() as tx:
        return entities.find_all(tx, kind, **values)


@pytest.fixture
def commented(tmp_path):
    """A rubric under review with a comment by maria."""
    studio = Studio(tmp_path / "studio.xpert")
    studio.review("t1")
    comment = add_comment(studio.maria, "t1", "Two demands.").after("comment")[0]
    return studio, comment.id


def guest(studio, person, folder):
    return Guest(sent(studio, Purpose.REVIEW, person, of_tasks("t1")), folder)


def machines(content, folder):
    """Two machines on which a person opened the same assignment."""
    for name in ("one", "other"):
        (folder / name).mkdir()
        yield Guest(content, folder / name)


@pytest.mark.parametrize("resolved_first", [True, False])
def test_a_comment_that_was_withdrawn_stays_so_where_another_resolved_it(
    commented, tmp_path, resolved_first
):
    studio, comment = commented
    maria, omar = (guest(studio, person, tmp_path) for person in ("maria", "omar"))
    withdraw_comment(maria.ctx, comment)
    resolve_comment(omar.ctx, comment)
    contents = [maria.submit(), omar.submit()]
    for content in contents[:: -1 if resolved_first else 1]:
        take(studio, content)
    assert all_of(studio.project, Comment) == []


@pytest.mark.parametrize("edited_first", [True, False])
def test_a_comment_that_its_author_withdrew_on_one_machine_and_edited_on_another_stays_withdrawn(
    commented, tmp_path, edited_first
):
    studio, comment = commented
    one, other = machines(sent(studio, Purpose.REVIEW, "maria", of_tasks("t1")), tmp_path)
    withdraw_comment(one.ctx, comment)
    change_comment(other.ctx, comment, text="Three demands.")
    contents = [one.submit(), other.submit()]
    for content in contents[:: -1 if edited_first else 1]:
        take(studio, content)
    assert all_of(studio.project, Comment) == []


@pytest.mark.parametrize("withdrawn_first", [True, False])
def test_a_comment_put_back_before_another_machine_withdrew_it_stays_withdrawn(
    commented, tmp_path, withdrawn_first
):
    studio, comment = commented
    one, other = machines(sent(studio, Purpose.REVIEW, "maria", of_tasks("t1")), tmp_path)
    withdraw_comment(one.ctx, comment)
    undoing = one.submit()
    undo(one.ctx)
    contents = [one.submit()]
    withdraw_comment(other.ctx, comment)
    contents.append(other.submit())
    for content in [undoing, *contents[:: -1 if withdrawn_first else 1]]:
        take(studio, content)
    assert all_of(studio.project, Comment) == []


@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_an_answer_brings_a_withdrawn_comment_back_as_resolved_as_its_writer_left_it(
    commented, tmp_path, order
):
    studio, comment = commented
    one, other = machines(sent(studio, Purpose.REVIEW, "maria", of_tasks("t1")), tmp_path)
    withdraw_comment(one.ctx, comment)
    contents = [one.submit()]
    resolve_comment(other.ctx, comment)
    contents.append(other.submit())
    answer_comment(other.ctx, comment, "It is split now.")
    contents.append(other.submit())
    for place in order:
        take(studio, contents[place])
    (found,) = all_of(studio.project, Comment)
    assert (found.resolved_by, len(found.replies)) == ("maria", 1)
    for content in contents:  # again
        take(studio, content)
    assert all_of(studio.project, Comment) == [found]


@pytest.mark.parametrize("resolved_first", [True, False])
def test_a_comment_resolved_before_another_machine_reopened_it_stays_open(
    commented, tmp_path, resolved_first
):
    studio, comment = commented
    one, other = machines(sent(studio, Purpose.REVIEW, "maria", of_tasks("t1")), tmp_path)
    resolve_comment(other.ctx, comment)
    resolve_comment(one.ctx, comment)
    reopen_comment(one.ctx, comment)
    contents = [one.submit(), other.submit()]
    for content in contents[:: -1 if resolved_first else 1]:
        take(studio, content)
    (found,) = all_of(studio.project, Comment)
    assert found.resolved_by is None


def test_a_comparison_made_before_another_machine_withdrew_it_stays_withdrawn(tmp_path):
    studio = Studio(tmp_path / "studio.xpert")
    (first,) = studio.answered("t1")
    made = add_responses(studio.lena, [NewResponse("t1", "borealis", "Leave now.")])
    scope = of_responses(studio, first, made.after("response")[0].id)
    one, other = machines(sent(studio, Purpose.JUDGE, "ada", scope), tmp_path)
    record_comparison(one.ctx, *one.response_ids(), Preference.FIRST)
    earlier = one.submit()
    record_comparison(other.ctx, *other.response_ids(), Preference.SECOND)
    withdraw_comparison(one.ctx, *one.response_ids())
    for content in (earlier, one.submit()):
        take(studio, content)
    assert outcomes(take(studio, other.submit())) == {"outdated": 1}
    assert all_of(studio.project, Comparison) == []


def test_a_reply_that_is_undone_after_it_came_in_is_taken_back_there(commented, tmp_path):
    studio, comment = commented
    omar = guest(studio, "omar", tmp_path)
    answer_comment(omar.ctx, comment, "Split it.")
    first = omar.submit()
    take(studio, first)
    undo(omar.ctx)
    assert outcomes(take(studio, omar.submit())) == {"known": 1, "applied": 1}
    assert all_of(studio.project, Comment) == all_of(omar.project, Comment)
    take(studio, first)
    assert all_of(studio.project, Comment) == all_of(omar.project, Comment)


@pytest.mark.parametrize("step", [resolve_comment, reopen_comment])
def test_that_a_comment_was_resolved_is_taken_back_there(commented, tmp_path, step):
    studio, comment = commented
    if step is reopen_comment:
        resolve_comment(studio.maria, comment)
    before = all_of(studio.project, Comment)
    omar = guest(studio, "omar", tmp_path)
    step(omar.ctx, comment)
    first = omar.submit()
    take(studio, first)
    undo(omar.ctx)
    assert outcomes(take(studio, omar.submit())) == {"known": 1, "applied": 1}
    assert all_of(studio.project, Comment) == before
    take(studio, first)
    assert all_of(studio.project, Comment) == before


def test_what_was_read_last_counts_whatever_the_clock_said(tmp_path):
    studio = Studio(tmp_path / "studio.xpert")
    first, *_ = studio.review("t1")
    studio.project.close()
    authority = Copy(studio.project.path)
    create_copy(authority.ctx("lena"), tmp_path / "copy.xpert")
    copy = Copy(tmp_path / "copy.xpert")
    lena, maria = (
        CommandContext(copy.project, person, lambda: later() + timedelta(minutes=10), new_id)
        for person in ("lena", "maria")
    )
    read_rubric(maria, "t1", [first])
    send_back(maria, "t1", summary="Too long.")
    with send_outbox(lena) as content:
        authority.take(content)
    edit_checkpoint(copy.ctx("wei"), "t1", first, text="Names month 30.")
    submit_rubric(copy.ctx("wei"), "t1")
    read_rubric(copy.ctx("maria"), "t1", [first])
    authority.take(copy.outbox())
    (there,), (here,) = all_of(authority.project, ReadMark), all_of(copy.project, ReadMark)
    assert there.read_hash == here.read_hash


def judge(ctx, response_id, rationale="It says so.", count=None):
    open_form(ctx, response_id)
    for line in form_view(ctx, response_id).lines[:count]:
        judge_line(ctx, response_id, line.checkpoint.id, value=True, rationale=rationale)
    if count is None:
        submit_form(ctx, response_id)


@pytest.fixture
def copied(tmp_path):
    """A project with a response to judge, and a copy of it."""
    studio = Studio(tmp_path / "studio.xpert")
    (response,) = studio.answered("t1")
    studio.project.close()
    authority = Copy(studio.project.path)
    create_copy(authority.ctx("lena"), tmp_path / "copy.xpert")
    return authority, Copy(tmp_path / "copy.xpert"), response


def test_a_copy_that_is_updated_keeps_what_is_begun(copied):
    authority, copy, response = copied
    judge(copy.ctx("maria"), response, count=2)
    begun = all_of(copy.project, Draft), all_of(copy.project, OpenForm)
    for _ in range(2):
        assert dict(copy.catch_up(authority).left) == {}
        assert (all_of(copy.project, Draft), all_of(copy.project, OpenForm)) == begun
    with pytest.raises(StageError, match="Nothing was done"):
        copy.outbox()
    judge(copy.ctx("maria"), response)
    assert set(outcomes(authority.take(copy.outbox()))) == {"applied"}


def test_a_form_that_is_being_corrected_is_kept(copied):
    authority, copy, response = copied
    judge(copy.ctx("maria"), response)
    authority.take(copy.outbox())
    undo(copy.ctx("maria"))
    judge(copy.ctx("maria"), response, "On second thoughts.", count=1)
    begun = all_of(copy.project, Draft)
    assert dict(copy.catch_up(authority).left) == {}
    assert {item.rationale for item in all_of(copy.project, Draft)} == {
        item.rationale for item in begun
    }
    judge(copy.ctx("maria"), response, "On second thoughts.")
    authority.take(copy.outbox())
    found = all_of(authority.project, Judgment)
    assert {item.rationale for item in found} == {"On second thoughts."}


def test_drafts_of_what_was_submitted_there_since_are_named(copied):
    authority, copy, response = copied
    judge(copy.ctx("maria"), response, "A first idea.", count=2)
    judge(authority.ctx("maria"), response)
    assert dict(copy.catch_up(authority).left) == {"decision": 2}
    assert {item.rationale for item in all_of(copy.project, Judgment)} == {"It says so."}


def test_that_a_confirmed_judgment_is_replaced_is_told(tmp_path):
    studio = Studio(tmp_path / "studio.xpert")
    (response,) = studio.answered("t1")
    maria = Guest(sent(studio, Purpose.JUDGE, "maria", of_responses(studio, response)), tmp_path)
    (shown,) = maria.response_ids()
    judge(maria.ctx, shown)
    take(studio, maria.submit())
    read_form(studio.omar, response, "maria")
    ids = [item.checkpoint_id for item in all_of(studio.project, Judgment)]
    confirm(studio.omar, response, "maria", ids)
    assert all(item.is_gold for item in all_of(studio.project, Judgment))
    undo(maria.ctx)
    judge(maria.ctx, shown, "On second thoughts.")
    second = maria.submit()
    taken = take(studio, second)
    told = [item for item in taken.parts if item.reason is not None]
    assert [item.part.key[1] for item in told] == ids
    assert {item.outcome for item in told} == {Outcome.APPLIED}
    assert "omar had adjudicated" in str(told[0].reason)
    assert not take(studio, second).is_news


def test_a_reply_of_a_person_who_may_not_review_any_more_is_refused(commented, tmp_path):
    studio, comment = commented
    omar = guest(studio, "omar", tmp_path)
    answer_comment(omar.ctx, comment, "Split it.")
    change_person(studio.lena, "omar", roles=(Role.EXPERT,))
    assert outcomes(take(studio, omar.submit())) == {"refused": 1}


def test_a_reply_leaves_the_words_that_were_changed_since(commented, tmp_path):
    studio, comment = commented
    maria = guest(studio, "maria", tmp_path)
    answer_comment(maria.ctx, comment, "Split it.")
    change_comment(studio.maria, comment, text="Three demands.")
    take(studio, maria.submit())
    (kept,) = all_of(studio.project, Comment)
    assert (kept.text, [one.text for one in kept.replies]) == ("Three demands.", ["Split it."])


def test_an_edit_that_was_made_here_too_is_named(commented, tmp_path):
    studio, comment = commented
    maria = guest(studio, "maria", tmp_path)
    change_comment(maria.ctx, comment, text="Two demands, at least.")
    change_comment(studio.maria, comment, text="Three demands.")
    (part,) = take(studio, maria.submit()).parts
    assert (part.outcome, part.reason is None) == (Outcome.OUTDATED, False)
    (kept,) = all_of(studio.project, Comment)
    assert kept.text == "Three demands."


def test_a_clock_that_was_fast_doubles_no_reply_and_loses_no_comment(tmp_path):
    studio = Studio(tmp_path / "studio.xpert")
    studio.review("t1")
    maria = guest(studio, "maria", tmp_path)
    fast = CommandContext(maria.project, "maria", lambda: later() + timedelta(minutes=10), new_id)
    comment = add_comment(fast, "t1", "Two demands.").after("comment")[0].id
    answer_comment(fast, comment, "At least.")
    take(studio, maria.submit())
    answer_comment(maria.ctx, comment, "Or three.")
    assert set(outcomes(take(studio, maria.submit()))) <= {"known", "applied"}
    (kept,) = all_of(studio.project, Comment)
    assert {reply.text for reply in kept.replies} == {"At least.", "Or three."}
    assert len(kept.replies) == 2


def test_a_judgment_of_an_earlier_instrument_is_kept(tmp_path):
    studio = Studio(tmp_path / "studio.xpert")
    (response,) = studio.answered("t1")
    maria = Guest(sent(studio, Purpose.JUDGE, "maria", of_responses(studio, response)), tmp_path)
    (shown,) = maria.response_ids()
    judge(maria.ctx, shown)
    first = all_of(studio.project, Checkpoint)[0].id
    reopen(studio.lena, "t1", reason="It is a scale.")
    settings = {"low": 0, "high": 100, "step": 10}
    edit_checkpoint(studio.wei, "t1", first, instrument="graded", settings=settings)
    assert outcomes(take(studio, maria.submit())) == {"applied": 3, "outdated": 1}
    assert len(all_of(studio.project, Judgment)) == 3


def test_a_checkpoint_that_a_program_decides_is_not_judged_in_a_file_either(tmp_path):
    studio = Studio(tmp_path / "studio.xpert")
    ids = studio.rubric("t1")
    settings = {"check": "word_count", "parameters": {"at_most": 50}}
    edit_checkpoint(studio.wei, "t1", ids[0], instrument="check", settings=settings)
    submit_rubric(studio.wei, "t1")
    approve(studio.maria, "t1")
    draw_spot_checks(studio.lena, seed=1, share=0.0)
    made = add_responses(studio.lena, [NewResponse("t1", "aurora", "Leave at month 30.")])
    (response,) = (item.id for item in made.after("response"))
    maria = Guest(sent(studio, Purpose.JUDGE, "maria", of_responses(studio, response)), tmp_path)
    (shown,) = maria.response_ids()
    judge(maria.ctx, shown)
    content = maria.submit()
    first, *_ = (part for part in content.parts if part.kind == "judgment")
    with studio.project.reading() as tx:
        sent_row = log.find_entry(tx, content.submission.assignment_id)
    seen = {ours: theirs for theirs, ours in sent_row.parameters["seen"].items()}
    point, task, answer = (
        all_of(studio.project, kind, **values)[0]
        for kind, values in ((Checkpoint, {"id": ids[0]}), (Task, {}), (Response, {}))
    )
    ours = rated_hash_of(task.prompt_hash, point.rated_text, answer.content_hash)
    forged = first.model_copy(update={"key": (first.key[0], ids[0], "maria"), "seen": seen[ours]})
    key = sent_row.parameters["assignment"]["key"]
    told = signed(replace(content, parts=(*content.parts, forged)), key)
    *others, last = take(studio, told).parts
    assert {item.outcome for item in others} == {Outcome.APPLIED}
    assert (last.outcome, str(last.reason)) == (
        Outcome.REFUSED,
        "A program decides that checkpoint.",
    )


def test_a_decision_that_an_update_leaves_out_is_named(tmp_path):
    studio = Studio(tmp_path / "studio.xpert")
    studio.brief("t1")
    submit_brief(studio.wei, "t1")
    studio.project.close()
    authority = Copy(studio.project.path)
    create_copy(authority.ctx("lena"), tmp_path / "copy.xpert")
    copy = Copy(tmp_path / "copy.xpert")
    accept(copy.ctx("lena"), "t1", YES)
    return_brief(authority.ctx("lena"), "t1", reason="Too short.")
    (item,) = copy.catch_up(authority).not_applied
    assert (item.part.kind, item.outcome) == ("task", Outcome.OUTDATED)
    assert "has moved since" in str(item.reason)


def test_a_decision_on_a_rubric_with_a_line_put_between_others_is_sent(tmp_path):
    studio = Studio(tmp_path / "studio.xpert")
    first, *_ = studio.rubric("t1")
    studio.project.close()
    authority = Copy(studio.project.path)
    create_copy(authority.ctx("lena"), tmp_path / "copy.xpert")
    copy = Copy(tmp_path / "copy.xpert")
    duplicate_checkpoint(copy.ctx("wei"), "t1", first)
    discard(copy.ctx("lena"), "t1", reason="It is too easy.")
    assert outcomes(authority.take(copy.outbox())) == {"applied": 2}
    assert [item.stage for item in all_of(authority.project, Task)] == ["discarded"]
