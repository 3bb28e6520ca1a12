"""What several people do to one record in one copy arrives whole, by import and by update."""

from __future__ import annotations

import pytest

from tests.workflow.assignments.files import later, new_id, outcomes
from tests.workflow.assignments.test_copies import Copy
from tests.workflow.deciding import approve
from tests.workflow.studio import BRIEF, YES, Studio
from xpert_studio.core.errors import NotAllowedError
from xpert_studio.core.records import (
    Checkpoint,
    Comment,
    Judgment,
    Person,
    Response,
    Review,
    Role,
    RubricRevision,
    SpotCheck,
    Task,
)
from xpert_studio.core.store import ProjectFile, entities, log
from xpert_studio.core.workflow import (
    CommandContext,
    NewResponse,
    accept,
    add_checkpoint,
    add_comment,
    add_person,
    add_responses,
    answer_comment,
    change_brief,
    change_person,
    confirm,
    create_brief,
    discard,
    draw_spot_checks,
    edit_checkpoint,
    form_view,
    hand_over,
    judge_line,
    open_form,
    qualify,
    read_form,
    reopen,
    return_brief,
    send_back,
    set_policies,
    submit_brief,
    submit_form,
    submit_rubric,
    unblind,
    undo,
)
from xpert_studio.core.workflow.copies import catch_up, create_copy, send_outbox
from xpert_studio.core.workflow.pending import UNBLINDED


class People:
    """The people of a file at work in it."""

    def __init__(self, project):
        self.project = project

    def __getattr__(self, person):
        return CommandContext(self.project, person, later, new_id)

    def all(self, kind, **values):
        with self.project.reading() as tx:
            return entities.find_all(tx, kind, **values)


def judge(people, response_id, person="maria"):
    ctx = getattr(people, person)
    open_form(ctx, response_id)
    for line in form_view(ctx, response_id).lines:
        judge_line(ctx, response_id, line.checkpoint.id, value=True, rationale="It does.")
    submit_form(ctx, response_id)


def begun_and_accepted(people):
    create_brief(people.wei, task_id="t1", **BRIEF)
    submit_brief(people.wei, "t1")
    accept(people.lena, "t1", YES)


def edited_and_accepted(people):
    change_brief(people.wei, "t1", title="A new title")
    submit_brief(people.wei, "t1")
    accept(people.lena, "t1", YES)


def accepted_by_a_senior(people):
    submit_brief(people.wei, "t1")
    accept(people.omar, "t1", YES)


def submitted_and_approved(people):
    submit_rubric(people.wei, "t1")
    approve(people.maria, "t1")


def sent_back_and_submitted_again(people):
    send_back(people.maria, "t1", summary="One line is vague.")
    first, *_ = people.all(Checkpoint, task_id="t1")
    edit_checkpoint(people.wei, "t1", first.id, text="States month 33.")
    submit_rubric(people.wei, "t1")


def commented_and_answered(people):
    comment = add_comment(people.maria, "t1", "Two demands.").after("comment")[0]
    answer_comment(people.wei, comment.id, "I shall split it.")


def answered_and_judged(people):
    (response,) = add_responses(
        people.lena, [NewResponse("t1", "aurora", "Leave at month 30.")]
    ).after("response")
    judge(people, response.id)


def judged_and_confirmed(people):
    (response,) = people.all(Response)
    judge(people, response.id)
    lines = [line.id for line in people.all(Checkpoint, task_id="t1")]
    read_form(people.omar, response.id, "maria", lines)
    confirm(people.omar, response.id, "maria")


def added_and_begun(people):
    add_person(people.lena, "aaron", name="A", roles=(Role.AUTHOR,), domains=("Law",))
    qualify(people.lena, "aaron", "passed", exemption="bar exam")
    create_brief(people.aaron, task_id="t1", **BRIEF)


def drawn(people):
    draw_spot_checks(people.lena, seed=1, share=1.0)


def approved_and_drawn(people):
    approve(people.maria, "t1")
    draw_spot_checks(people.lena, seed=1, share=0.0)


def approved(studio):
    studio.review("t1", lines=2)
    approve(studio.maria, "t1")


def reopened_and_ready_again(people):
    reopen(people.lena, "t1", reason="One line is vague.")
    first, *_ = people.all(Checkpoint, task_id="t1")
    edit_checkpoint(people.wei, "t1", first.id, text="States month 33.")
    submit_rubric(people.wei, "t1")
    approve(people.maria, "t1")
    draw_spot_checks(people.lena, seed=1, share=0.0)


def begun_and_discarded(people):
    create_brief(people.wei, task_id="t1", **BRIEF)
    discard(people.wei, "t1", reason="It is too easy.")


def handed_over_under_review(people):
    hand_over(people.lena, "t1", "maria")
    approve(people.omar, "t1")


def handed_over_and_back(people):
    hand_over(people.lena, "t1", "maria")
    first, *_ = people.all(Checkpoint, task_id="t1")
    edit_checkpoint(people.maria, "t1", first.id, text="States month 33.")
    hand_over(people.lena, "t1", "wei")


def role_given_used_and_taken(people):
    change_person(people.lena, "ada", roles=(Role.REVIEWER,))
    approve(people.ada, "t1")
    change_person(people.lena, "ada", roles=(Role.EXPERT, Role.SENIOR))


def rules_changed_after_an_approval(people):
    approve(people.maria, "t1")
    set_policies(people.lena, reviewers_needed=2)


def line_added_between_two_experts(people):
    (response,) = people.all(Response)
    judge(people, response.id)
    reopen(people.lena, "t1", reason="A line is missing.")
    add_checkpoint(people.wei, "t1", text="Names the landlord.", dimension="Accuracy")
    submit_rubric(people.wei, "t1")
    approve(people.maria, "t1")
    draw_spot_checks(people.lena, seed=1, share=0.0)
    judge(people, response.id, "ada")


STORIES = {
    "begun and accepted": (lambda _: None, begun_and_accepted),
    "edited and accepted": (lambda studio: studio.brief("t1"), edited_and_accepted),
    "accepted by a senior": (lambda studio: studio.brief("t1"), accepted_by_a_senior),
    "approved": (lambda studio: studio.rubric("t1", lines=2), submitted_and_approved),
    "sent back": (lambda studio: studio.review("t1", lines=2), sent_back_and_submitted_again),
    "answered": (lambda studio: studio.review("t1", lines=2), commented_and_answered),
    "judged": (lambda studio: studio.ready("t1"), answered_and_judged),
    "confirmed": (lambda studio: studio.answered("t1"), judged_and_confirmed),
    "by somebody new": (lambda _: None, added_and_begun),
    "drawn": (approved, drawn),
    "ready": (lambda studio: studio.review("t1", lines=2), approved_and_drawn),
    "ready again": (lambda studio: studio.ready("t1"), reopened_and_ready_again),
    "discarded": (lambda _: None, begun_and_discarded),
    "reassigned": (lambda studio: studio.review("t1", lines=2), handed_over_under_review),
    "handed back": (lambda studio: studio.rubric("t1", lines=2), handed_over_and_back),
    "role for a while": (lambda studio: studio.review("t1", lines=2), role_given_used_and_taken),
    "new rules": (lambda studio: studio.review("t1", lines=2), rules_changed_after_an_approval),
    "line between": (lambda studio: studio.answered("t1"), line_added_between_two_experts),
}
KINDS = (Person, Task, Checkpoint, RubricRevision, Review, Comment, SpotCheck, Response, Judgment)


def state(project):
    with project.reading() as tx:
        return {
            kind.__name__: sorted(
                item.model_dump_json(exclude={"judged_at", "adjudicated_at", "frozen_at"})
                for item in entities.find_all(tx, kind)
                if not (isinstance(item, Review) and item.outcome is None)  # it is still open
            )
            for kind in KINDS
        }


@pytest.mark.parametrize("name", STORIES)
@pytest.mark.parametrize("by", ["import", "update"])
def test_work_by_several_people_in_a_copy_arrives_whole(tmp_path, name, by):
    prepare, work = STORIES[name]
    studio = Studio(tmp_path / "studio.xpert")
    prepare(studio)
    create_copy(CommandContext(studio.project, "lena", later, new_id), tmp_path / "copy.xpert")
    copy = ProjectFile.open(tmp_path / "copy.xpert")
    work(People(copy))
    expected = state(copy)
    if by == "import":
        with send_outbox(CommandContext(copy, "lena", later, new_id)) as content:
            pass
        found = take_into(studio, content).parts
        reached = studio.project
    else:
        copy.close()
        found = catch_up(copy.path, studio.project.path, clock=later, new_id=new_id).parts
        reached = copy = ProjectFile.open(copy.path)
    assert not [item for item in found if item.outcome in {"refused", "conflict"}], [
        (item.part.kind, item.part.by, str(item.reason)) for item in found
    ]
    assert state(reached) == expected
    copy.close()


def take_into(studio, content):
    from xpert_studio.core.workflow.assignments.importing import import_submission

    return import_submission(CommandContext(studio.project, "lena", later, new_id), content)


@pytest.mark.parametrize("first", [0, 1])
def test_copies_of_one_lead_are_in_conflict_where_both_changed_the_same(tmp_path, first):
    studio = Studio(tmp_path / "studio.xpert")
    studio.rubric("t1", lines=2)
    contents = []
    for number in range(2):
        path = tmp_path / f"copy{number}.xpert"
        create_copy(CommandContext(studio.project, "lena", later, new_id), path)
        copy = Copy(path)
        change_brief(copy.ctx("wei"), "t1", title=f"From copy {number}")
        contents.append(copy.outbox())
        copy.project.close()
    assert outcomes(take_into(studio, contents[first])) == {"applied": 1}
    assert outcomes(take_into(studio, contents[1 - first])) == {"conflict": 1}


def test_one_copy_sent_by_two_leads_is_not_in_conflict_with_itself(tmp_path):
    studio = Studio(tmp_path / "studio.xpert")
    studio.rubric("t1", lines=2)
    add_person(studio.lena, "ines", name="Ines", roles=(Role.LEAD,), domains=("Law",))
    create_copy(CommandContext(studio.project, "lena", later, new_id), tmp_path / "copy.xpert")
    copy = Copy(tmp_path / "copy.xpert")
    change_brief(copy.ctx("wei"), "t1", title="A lease")
    with send_outbox(copy.ctx("lena")) as first:
        pass
    change_brief(copy.ctx("wei"), "t1", title="A long lease")
    with send_outbox(copy.ctx("ines")) as second:
        pass
    assert outcomes(take_into(studio, first)) == {"applied": 1}
    assert outcomes(take_into(studio, second)) == {"known": 1, "applied": 1}
    assert outcomes(take_into(studio, first)) == {"known": 1}


def test_what_was_done_before_a_copy_is_undone_in_the_project_only(tmp_path):
    studio = Studio(tmp_path / "studio.xpert")
    studio.rubric("t1", lines=2)
    change_brief(studio.wei, "t1", title="A lease")
    create_copy(CommandContext(studio.project, "lena", later, new_id), tmp_path / "copy.xpert")
    copy = Copy(tmp_path / "copy.xpert")
    with pytest.raises(NotAllowedError, match="before this copy"):
        undo(copy.ctx("wei"))
    change_brief(copy.ctx("wei"), "t1", title="A long lease")
    undo(copy.ctx("wei"))
    assert copy.one(Task, "t1").title == "A lease"


def test_a_submission_is_imported_only_where_the_project_decides(tmp_path):
    studio = Studio(tmp_path / "studio.xpert")
    studio.rubric("t1", lines=2)
    for name in ("one", "two"):
        create_copy(
            CommandContext(studio.project, "lena", later, new_id), tmp_path / f"{name}.xpert"
        )
    one, two = Copy(tmp_path / "one.xpert"), Copy(tmp_path / "two.xpert")
    change_brief(one.ctx("wei"), "t1", title="A lease")
    with pytest.raises(NotAllowedError, match="another one decides"):
        two.take(one.outbox())


@pytest.fixture
def team(tmp_path):
    """A project with a copy, each with its people; a brief waits for a decision."""
    studio = Studio(tmp_path / "studio.xpert")
    studio.brief("t1")
    submit_brief(studio.wei, "t1")
    create_copy(CommandContext(studio.project, "lena", later, new_id), tmp_path / "copy.xpert")
    with ProjectFile.open(tmp_path / "copy.xpert") as copy:
        yield studio, People(copy)


def outbox(people):
    with send_outbox(people.lena) as content:
        return content


@pytest.mark.parametrize("is_rewritten", [False, True])
def test_a_decision_counts_for_the_text_that_it_was_made_on(team, is_rewritten):
    studio, people = team
    accept(people.lena, "t1", YES)
    return_brief(studio.lena, "t1", reason="Too short.")
    if is_rewritten:
        change_brief(studio.wei, "t1", context="You advise a bank.")
        submit_brief(studio.wei, "t1")
    (part,) = take_into(studio, outbox(people)).parts
    assert part.outcome == "outdated"
    with studio.project.reading() as tx:
        task = entities.find(tx, Task, "t1")
    assert (task.stage, task.triage) == ("submitted" if is_rewritten else "returned", None)


def test_a_decision_that_is_undone_after_it_came_in_is_undone_there(team):
    studio, people = team
    accept(people.lena, "t1", YES)
    assert outcomes(take_into(studio, outbox(people))) == {"applied": 1}
    undo(people.lena)
    return_brief(people.lena, "t1", reason="Too short.")
    assert outcomes(take_into(studio, outbox(people))) == {"known": 1, "applied": 2}
    assert state(studio.project) == state(people.project)


def test_after_a_hand_over_nothing_that_came_in_is_refused(team):
    studio, people = team
    accept(people.lena, "t1", YES)
    add_checkpoint(people.wei, "t1", text="Names the landlord.", dimension="Accuracy")
    hand_over(people.lena, "t1", "maria")
    content = outbox(people)
    assert set(outcomes(take_into(studio, content))) == {"applied"}
    assert set(outcomes(take_into(studio, content))) == {"known"}


def test_that_somebody_saw_systems_in_a_copy_is_known_in_the_project(tmp_path):
    studio = Studio(tmp_path / "studio.xpert")
    (response_id,) = studio.answered("t1")
    create_copy(CommandContext(studio.project, "lena", later, new_id), tmp_path / "copy.xpert")
    with ProjectFile.open(tmp_path / "copy.xpert") as copy:
        unblind(People(copy).lena, [response_id])
        content = outbox(People(copy))
    assert outcomes(take_into(studio, content)) == {"applied": 1}
    assert outcomes(take_into(studio, content)) == {"known": 1}
    with studio.project.reading() as tx:
        assert log.responses_told_of(tx, UNBLINDED, "lena") == {response_id}
    catch_up(copy.path, studio.project.path, clock=later, new_id=new_id)
    with ProjectFile.open(copy.path) as copy, copy.reading() as tx:
        assert log.responses_told_of(tx, UNBLINDED, "lena") == {response_id}
