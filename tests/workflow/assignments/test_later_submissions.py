"""Submissions that come after others: what was taken back, decided before, or said again."""

from __future__ import annotations

from contextlib import suppress
from itertools import count

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.sampling import examples
from tests.workflow.assignments.files import Guest, of_tasks, outcomes, sent, take
from tests.workflow.studio import Studio
from xpert_studio.core.errors import ConflictError
from xpert_studio.core.records import Checkpoint, Comment, Task
from xpert_studio.core.records.assignments import Purpose, Scope
from xpert_studio.core.store import entities
from xpert_studio.core.store.log_chain import verify_log
from xpert_studio.core.workflow import (
    add_checkpoint,
    add_comment,
    answer_comment,
    change_brief,
    create_brief,
    discard,
    edit_checkpoint,
    remove_checkpoints,
    undo,
    withdraw_comment,
)
from xpert_studio.core.workflow.assignments.taking import Choice, FieldDecision
from xpert_studio.core.workflow.views.assignments import assignments_of, latest_assignments

CONTEXT = ("task", ("t1",), "context")


@pytest.fixture
def studio(tmp_path):
    made = Studio(tmp_path / "studio.xpert")
    made.rubric("t1", lines=2)
    return made


@pytest.fixture
def author(studio, tmp_path):
    return Guest(sent(studio, Purpose.WRITE, "wei", of_tasks("t1")), tmp_path)


def task(project):
    with project.reading() as tx:
        return entities.find(tx, Task, "t1")


def rubric(project):
    with project.reading() as tx:
        return {line.id: line.text for line in entities.find_all(tx, Checkpoint, task_id="t1")}


@pytest.mark.parametrize("by_undo", [True, False])
def test_an_edit_that_is_taken_back_after_it_came_in_is_taken_back_there(studio, author, by_undo):
    before = task(author.project).context
    change_brief(author.ctx, "t1", context="You advise a bank.", title="A bank's lease")
    first = author.submit()
    assert outcomes(take(studio, first)) == {"applied": 1}
    if by_undo:
        undo(author.ctx)
        change_brief(author.ctx, "t1", title="A bank's lease")
    else:
        change_brief(author.ctx, "t1", context=before)
    second = author.submit()
    assert outcomes(take(studio, second)) == {"known": 1, "applied": 1}
    assert (task(studio.project).context, task(studio.project).title) == (before, "A bank's lease")
    assert outcomes(take(studio, first)) == {"known": 1}
    assert task(studio.project).context == before
    third = author.submit()  # the others may have been lost
    assert third.parts == second.parts
    assert outcomes(take(studio, third)) == {"known": 2}


def test_everything_taken_back_is_submitted_too(studio, author):
    before = rubric(studio.project)
    added = add_checkpoint(author.ctx, "t1", text="It names the term.").after("checkpoint")[0].id
    (removed, *_) = before
    remove_checkpoints(author.ctx, "t1", [removed])
    assert set(outcomes(take(studio, author.submit()))) == {"applied"}
    assert added in rubric(studio.project)
    assert removed not in rubric(studio.project)
    undo(author.ctx)
    remove_checkpoints(author.ctx, "t1", [added])
    assert outcomes(take(studio, author.submit())) == {"known": 2, "applied": 2}
    assert rubric(studio.project) == before


def test_a_comment_that_is_withdrawn_after_it_came_in_is_withdrawn_there(tmp_path):
    studio = Studio(tmp_path / "studio.xpert")
    studio.review("t1")
    reviewer = Guest(sent(studio, Purpose.REVIEW, "maria", of_tasks("t1")), tmp_path)
    comment = add_comment(reviewer.ctx, "t1", "Two demands.").after("comment")[0]
    take(studio, reviewer.submit())
    withdraw_comment(reviewer.ctx, comment.id)
    assert outcomes(take(studio, reviewer.submit())) == {"known": 1, "applied": 1}
    with studio.project.reading() as tx:
        assert entities.find_all(tx, Comment) == []


@pytest.mark.parametrize(
    "choice",
    [
        Choice(FieldDecision.MINE),
        Choice(FieldDecision.THEIRS),
        Choice(FieldDecision.EDIT, "You advise both."),
    ],
)
def test_a_decision_holds_for_every_submission_of_the_same_edit(studio, author, choice):
    change_brief(author.ctx, "t1", context="You advise a bank.")
    change_brief(studio.wei, "t1", context="You advise a broker.")
    first = author.submit()
    assert outcomes(take(studio, first)) == {"conflict": 1}
    imported = take(studio, first, {CONTEXT: choice})
    assert (outcomes(imported), imported.is_news) == ({"applied": 1}, True)
    assert not take(studio, first, {CONTEXT: choice}).is_news
    decided = task(studio.project).context
    assert outcomes(take(studio, first)) == {"known": 1}
    change_brief(author.ctx, "t1", title="A bank's lease")
    assert outcomes(take(studio, author.submit())) == {"known": 1, "applied": 1}
    assert task(studio.project).context == decided
    assert task(studio.project).title == "A bank's lease"
    change_brief(author.ctx, "t1", context="You advise a fund.")
    third = outcomes(take(studio, author.submit()))
    last = "applied" if choice.side is FieldDecision.THEIRS else "conflict"
    assert third == {"known": 2, last: 1}


def test_what_was_only_found_here_counts_no_more_when_its_import_is_undone(studio, author):
    change_brief(author.ctx, "t1", context="You advise a bank.")
    first, second = author.submit(), author.submit()
    taken = take(studio, first)
    assert outcomes(take(studio, second)) == {"known": 1}
    undo(studio.lena, change_id=taken.change.id)
    assert task(studio.project).context != "You advise a bank."
    assert outcomes(take(studio, second)) == {"applied": 1}
    assert task(studio.project).context == "You advise a bank."


def test_what_was_submitted_is_waiting_to_be_submitted_no_more(studio, author):
    change_brief(author.ctx, "t1", context="You advise a bank.")
    assert assignments_of(author.ctx).outbox == {"task": 1}
    author.submit()
    assert assignments_of(author.ctx).outbox == {}
    edit_checkpoint(author.ctx, "t1", next(iter(rubric(author.project))), text="It says when.")
    assert assignments_of(author.ctx).outbox == {"checkpoint": 1}
    undo(author.ctx)
    undo(author.ctx)
    assert assignments_of(author.ctx).outbox == {"task": 1}


def test_an_import_that_was_undone_is_none_that_came_in(studio, author):
    change_brief(author.ctx, "t1", context="You advise a bank.")
    taken = take(studio, author.submit())
    assert assignments_of(studio.lena).sent[0].submitted_at is not None
    undo(studio.lena, change_id=taken.change.id)
    assert assignments_of(studio.lena).sent[0].submitted_at is None


def test_a_list_that_a_window_keeps_follows_the_undo_of_an_import(studio, author):
    view = latest_assignments(studio.lena)
    edit_checkpoint(author.ctx, "t1", next(iter(rubric(author.project))), text="It says when.")
    taken = take(studio, author.submit())
    assert view.get().sent[0].submitted_at is not None
    undo(studio.lena, change_id=taken.change.id)
    assert view.get().sent[0].submitted_at is None


def test_a_new_brief_that_its_author_discards_comes_in_as_discarded(studio, tmp_path):
    author = Guest(sent(studio, Purpose.WRITE, "maria", Scope()), tmp_path)
    create_brief(author.ctx, task_id="m1", title="A lease", domain="Law")
    discard(author.ctx, "m1", reason="It is too easy.")
    assert outcomes(take(studio, author.submit())) == {"applied": 2}
    with studio.project.reading() as tx:
        assert entities.find(tx, Task, "m1").stage == "discarded"


@pytest.mark.parametrize("answered_first", [False, True])
def test_a_comment_that_was_answered_stays_whenever_its_withdrawal_comes(tmp_path, answered_first):
    studio = Studio(tmp_path / "studio.xpert")
    studio.review("t1")
    comment = add_comment(studio.maria, "t1", "Two demands.").after("comment")[0]
    maria, omar = (
        Guest(sent(studio, Purpose.REVIEW, person, of_tasks("t1")), tmp_path)
        for person in ("maria", "omar")
    )
    withdraw_comment(maria.ctx, comment.id)
    answer_comment(omar.ctx, comment.id, "Split it.")
    contents = [maria.submit(), omar.submit()]
    for content in contents[:: -1 if answered_first else 1]:
        take(studio, content)
    with studio.project.reading() as tx:
        (kept,) = entities.find_all(tx, Comment)
    assert [reply.text for reply in kept.replies] == ["Split it."]


_numbers = count()
TITLES = ("A lease", "A bank's lease", "A broker's lease")


@examples(16)
@given(data=st.data())
def test_submissions_in_any_order_come_to_what_their_author_has(tmp_path_factory, data):
    folder = tmp_path_factory.mktemp(f"later{next(_numbers)}")
    studio = Studio(folder / "studio.xpert")
    studio.rubric("t1", lines=2)
    author = Guest(sent(studio, Purpose.WRITE, "wei", of_tasks("t1")), folder)
    line = next(iter(rubric(author.project)))
    made = []
    for step in data.draw(st.lists(st.sampled_from((*TITLES, "line", "undo", "submit")))):
        if step in TITLES:
            change_brief(author.ctx, "t1", title=step)
        elif step == "line":
            edit_checkpoint(author.ctx, "t1", line, text=f"It says {len(made)}.")
        elif step == "undo":
            with suppress(ConflictError):  # nothing is left to undo
                undo(author.ctx)
        elif step == "submit" and (made or assignments_of(author.ctx).outbox):
            made.append(author.submit())
    if not made:
        return
    orders = data.draw(st.permutations([*made, *data.draw(st.lists(st.sampled_from(made)))]))
    for content in orders:
        assert set(outcomes(take(studio, content))) <= {"applied", "known"}
    if not assignments_of(author.ctx).outbox:
        assert task(studio.project).title == task(author.project).title
        assert rubric(studio.project) == rubric(author.project)
    with studio.project.reading() as tx:
        assert verify_log(tx) == []
