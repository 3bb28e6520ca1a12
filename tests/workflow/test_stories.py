"""The steps of the pipeline as people go through them, and the gates on the way."""

from dataclasses import replace

import pytest

from tests.workflow.deciding import approve, confirm
from tests.workflow.studio import YES
from xpert_studio.core.errors import (
    ConflictError,
    IncompleteError,
    NotAllowedError,
    ReasonNeededError,
    StageError,
    UsageError,
)
from xpert_studio.core.records import (
    Aspect,
    Checkpoint,
    Comment,
    Draft,
    Judgment,
    JudgmentStatus,
    Quote,
    Role,
    RubricRevision,
    Severity,
    SpotCheckOutcome,
    Stage,
    Task,
    Tier,
    placed,
)
from xpert_studio.core.store import (
    ProjectFile,
    check_file,
    entities,
    log,
    tasks,
)
from xpert_studio.core.store.staleness import count_stale
from xpert_studio.core.workflow import (
    CommandContext,
    NewResponse,
    accept,
    add_checkpoint,
    add_comment,
    add_responses,
    answer_comment,
    bulk_change,
    change_brief,
    change_person,
    choose_anchor,
    choose_anchors,
    create_brief,
    discard,
    draw_spot_checks,
    draw_subset,
    duplicate_checkpoint,
    edit_checkpoint,
    finish_spot_check,
    form_view,
    hand_over,
    judge_line,
    merge_checkpoints,
    move_checkpoints,
    open_form,
    override,
    qualify,
    redo,
    remove_checkpoints,
    reopen,
    resolve_comment,
    return_brief,
    send_back,
    set_policies,
    split_checkpoint,
    submit_brief,
    submit_form,
    submit_rubric,
    undo,
    waiting_for,
)
from xpert_studio.core.workflow.attaching import attach_file
from xpert_studio.core.workflow.blinding import blind_labels
from xpert_studio.core.workflow.command_context import fresh_id
from xpert_studio.core.workflow.gold import allocate
from xpert_studio.core.workflow.line_rules import line_id_of
from xpert_studio.core.workflow.reviewing import comments_on


def stage(studio, task_id="t1"):
    with studio.project.reading() as tx:
        return tasks.get_task(tx, task_id).stage


def rubric(studio, task_id="t1"):
    with studio.project.reading() as tx:
        return tasks.rubric_of(tx, task_id)


def texts(studio, task_id="t1"):
    return [point.text for point in rubric(studio, task_id)]


def all_of(studio, kind, **values):
    with studio.project.reading() as tx:
        return entities.find_all(tx, kind, **values)


def test_a_brief_is_written_bit_by_bit_and_handed_in_when_complete(studio):
    create_brief(studio.wei, task_id="t1", title="A lease")
    with pytest.raises(IncompleteError) as refused:
        submit_brief(studio.wei, "t1")
    assert any("Work context" in line for line in refused.value.missing)
    assert any("checklist" in line for line in refused.value.missing)
    from tests.workflow.studio import BRIEF

    change_brief(studio.wei, "t1", **BRIEF)
    submit_brief(studio.wei, "t1")
    assert stage(studio) is Stage.SUBMITTED


def test_the_open_project_is_no_attachment(studio):
    studio.brief()
    with pytest.raises(UsageError, match="is a project that is open"):
        attach_file(studio.wei, "t1", studio.project.path)


def test_a_returned_brief_goes_back_with_its_reason_and_can_be_handed_in_again(studio):
    studio.brief()
    submit_brief(studio.wei, "t1")
    with pytest.raises(UsageError):
        return_brief(studio.lena, "t1", reason=" ")
    return_brief(studio.lena, "t1", reason="Which jurisdiction?")
    assert stage(studio) is Stage.RETURNED
    change_brief(studio.wei, "t1", context="You advise a tenant in Ontario.")
    submit_brief(studio.wei, "t1")
    accept(studio.lena, "t1", YES)
    with studio.project.reading() as tx:
        told = [(e.command, e.reason) for e in log.all_entries(tx, task_id="t1")]
    assert ("task.return", "Which jurisdiction?") in told
    assert [verb for verb, _ in told][-1] == "task.accept"


def test_nobody_decides_on_their_own_brief(studio):
    change_person(studio.lena, "lena", roles=(Role.LEAD, Role.AUTHOR))
    studio.brief("t1", "lena")
    submit_brief(studio.lena, "t1")
    with pytest.raises(NotAllowedError, match="an author never decides on their own brief"):
        accept(studio.lena, "t1", YES)
    accept(studio.omar, "t1", YES)


def test_the_limit_of_tasks_holds_also_through_discard_and_undo(studio):
    studio.brief("t1")
    studio.brief("t2")
    with pytest.raises(NotAllowedError, match="limit is 2"):
        studio.brief("t3")
    discard(studio.wei, "t1", reason="Too easy.")
    studio.brief("t3")
    with studio.project.reading() as tx:
        gone = [e for e in log.all_entries(tx, task_id="t1") if e.command == "task.discard"]
    with pytest.raises(ConflictError):
        undo(studio.wei, change_id=gone[0].id)


def test_a_brief_without_a_prompt_is_discarded_and_everything_is_still_read(studio, tmp_path):
    create_brief(studio.wei, task_id="e1", title="A lease", domain="Law")
    discard(studio.wei, "e1", reason="Too easy.")
    with studio.project.reading() as tx:
        assert [task.stage for task in tasks.all_tasks(tx)] == ["discarded"]
    assert check_file(studio.project.path).problems == ()


def test_an_unqualified_or_failed_author_is_refused(studio):
    qualify(studio.omar, "wei", "failed", domain="Law", comments="Too lenient.")
    with pytest.raises(NotAllowedError, match="did not pass"):
        studio.brief()
    with pytest.raises(NotAllowedError, match="their own qualification"):
        qualify(studio.lena, "lena", "passed", exemption="Known.")


def test_only_the_author_writes_and_only_in_their_domain(studio):
    studio.brief()
    with pytest.raises(NotAllowedError, match="Only its author"):
        change_brief(studio.maria, "t1", title="Mine now")
    with pytest.raises(NotAllowedError, match="works in: Law"):
        create_brief(studio.maria, title="Bonds", domain="Finance")


def test_a_task_is_handed_over_to_somebody_uninvolved(studio):
    studio.review()
    add_comment(studio.maria, "t1", "Vague.")
    with pytest.raises(NotAllowedError, match="reviewed or checked"):
        hand_over(studio.lena, "t1", "maria")


def test_the_id_of_an_added_line_is_known_beforehand(studio):
    studio.rubric(lines=1)
    for place in (0, None):
        drawn = fresh_id()
        ctx = replace(studio.wei, new_id=lambda drawn=drawn: drawn)
        add_checkpoint(ctx, "t1", at=place, text=f"Names clause {drawn}.")
        with studio.project.reading() as tx:
            assert line_id_of(drawn) in {line.id for line in tasks.rubric_of(tx, "t1")}


def test_lines_are_added_edited_moved_duplicated_and_removed(studio):
    first, second, third = studio.rubric()
    edit_checkpoint(studio.wei, "t1", first, text="States that the break date is month 30, 2027.")
    move_checkpoints(studio.wei, "t1", [third], to=0)
    duplicate_checkpoint(studio.wei, "t1", second)
    assert [point.position for point in placed(rubric(studio))] == [0, 1, 2, 3]
    assert texts(studio)[0] == "Names clause 9 as the ground."
    assert texts(studio)[2] == texts(studio)[3]
    remove_checkpoints(studio.wei, "t1", [second])
    assert [point.id for point in rubric(studio)][:2] == [third, first]


def test_a_default_weight_follows_its_tier_and_an_own_weight_stays(studio):
    first, second, _ = studio.rubric()
    edit_checkpoint(studio.wei, "t1", second, weight=9)
    bulk_change(studio.wei, "t1", [first, second], tier=Tier.ESSENTIAL)
    weights = {point.id: point.weight for point in rubric(studio)}
    assert weights[first] == 10
    assert weights[second] == 9


def test_nonsense_on_a_line_is_refused_in_words(studio):
    (first, *_) = studio.rubric()
    with pytest.raises(UsageError, match="1 to 10"):
        edit_checkpoint(studio.wei, "t1", first, weight=11)
    with pytest.raises(UsageError, match="needs a text"):
        add_checkpoint(studio.wei, "t1", text="   ")
    with pytest.raises(UsageError, match="not a dimension"):
        edit_checkpoint(studio.wei, "t1", first, dimension="Beauty")


@pytest.mark.parametrize(("lines", "least", "most"), [(1, 2, 6), (3, 1, 2)])
def test_a_rubric_outside_the_recommended_range_is_submitted_with_a_reason(
    studio, lines, least, most
):
    set_policies(studio.lena, min_checkpoints=least, max_checkpoints=most)
    studio.rubric(lines=lines)
    for reason in ("", "  "):
        with pytest.raises(ReasonNeededError, match=f"is {lines}; {least} to {most}.*--reason"):
            submit_rubric(studio.wei, "t1", reason=reason)
    assert stage(studio) is Stage.RUBRIC
    assert all_of(studio, RubricRevision) == []

    submit_rubric(studio.wei, "t1", reason=" One narrow question. ")
    assert [r.reason for r in all_of(studio, RubricRevision)] == ["One narrow question."]
    with studio.project.reading() as tx:
        assert log.all_entries(tx, task_id="t1")[-1].reason == "One narrow question."
    undo(studio.wei)
    assert (stage(studio), all_of(studio, RubricRevision)) == (Stage.RUBRIC, [])
    redo(studio.wei)
    assert [r.reason for r in all_of(studio, RubricRevision)] == ["One narrow question."]


def test_an_empty_rubric_is_not_submitted_whatever_the_reason(studio):
    studio.rubric(lines=0)
    with pytest.raises(IncompleteError) as refused:
        submit_rubric(studio.wei, "t1", reason="None is needed.")
    assert refused.value.missing == ("It has no checkpoint.",)


def test_within_the_recommended_range_no_reason_is_asked(studio):
    studio.review()
    assert [r.reason for r in all_of(studio, RubricRevision)] == [None]


def test_comments_follow_a_line_through_edit_split_and_merge(studio):
    first, second, third = studio.review()
    on_first = add_comment(studio.maria, "t1", "Two demands.", checkpoint_id=first).one("comment")
    on_third = add_comment(studio.maria, "t1", "Which lease?", checkpoint_id=third).one("comment")
    with pytest.raises(IncompleteError, match=r"open \(2\)"):
        approve(studio.maria, "t1")
    send_back(studio.maria, "t1")
    assert stage(studio) is Stage.RUBRIC

    split = split_checkpoint(
        studio.wei, "t1", first, ["Gives month 30.", "Counts from the start of the lease."]
    )
    child = next(edit.after for edit in split.edits if edit.before is None)
    merge_checkpoints(studio.wei, "t1", [second, third])
    with studio.project.reading() as tx:
        comments = entities.find_all(tx, Comment, task_id="t1")
    assert [r.id for r in comments_on(child, comments)] == [on_first.id]
    merged = next(point for point in rubric(studio) if point.id == second)
    assert [r.id for r in comments_on(merged, comments)] == [on_third.id]

    with pytest.raises(IncompleteError) as refused:
        submit_rubric(studio.wei, "t1")
    assert len(refused.value.missing) == 2
    answer_comment(studio.wei, on_first.id, "Split in two.")
    answer_comment(studio.wei, on_third.id, "Said which.")
    submit_rubric(studio.wei, "t1")
    for made in (on_first, on_third):
        resolve_comment(studio.maria, made.id)
    approve(studio.maria, "t1")
    assert stage(studio) is Stage.APPROVED
    assert [r.state.value for r in all_of(studio, RubricRevision)] == ["sent_back", "approved"]


def test_nobody_reviews_their_own_rubric_or_outside_their_field(studio):
    studio.review()
    with pytest.raises(NotAllowedError, match="an author never reviews their own rubric"):
        approve(studio.wei, "t1")
    change_person(studio.lena, "maria", domains=("Finance",))
    with pytest.raises(NotAllowedError, match="works in: Finance"):
        approve(studio.maria, "t1")
    with pytest.raises(NotAllowedError, match="not a reviewer"):
        approve(studio.ada, "t1")


def test_a_frozen_rubric_cannot_be_edited_not_even_by_undo(studio):
    (first, *_) = studio.review()
    with pytest.raises(StageError, match="under review"):
        edit_checkpoint(studio.wei, "t1", first, text="Something else.")
    add_comment(studio.maria, "t1", "Fine.", severity=Severity.COMMENT)
    with pytest.raises(ConflictError, match="Maria added a comment since"):
        undo(studio.wei)


def test_with_two_reviewers_needed_one_approval_is_not_enough(studio):
    set_policies(studio.lena, reviewers_needed=2)
    studio.review()
    approve(studio.maria, "t1")
    assert stage(studio) is Stage.REVIEW
    with pytest.raises(StageError, match="has ended the review"):
        approve(studio.maria, "t1")
    approve(studio.omar, "t1")
    assert stage(studio) is Stage.APPROVED


def test_an_answered_comment_is_not_resolved_until_a_reviewer_says_so(studio):
    (first, *_) = studio.review()
    made = add_comment(
        studio.maria, "t1", "Wrong month.", checkpoint_id=first, aspect=Aspect.FACTUAL_VALIDITY
    ).one("comment")
    answer_comment(studio.wei, made.id, "No, it is 30.")
    with pytest.raises(NotAllowedError):
        resolve_comment(studio.wei, made.id)
    with pytest.raises(IncompleteError):
        approve(studio.maria, "t1")


def test_spot_checks_keep_the_share_over_many_small_draws(studio):
    set_policies(studio.lena, max_tasks_per_expert=20)
    drawn = 0
    for number in range(10):
        studio.review(f"t{number}")
        approve(studio.maria, f"t{number}")
        change = draw_spot_checks(studio.lena, seed=7)
        drawn += len(change.after("spot_check"))
    assert drawn == 3


def test_a_spot_check_is_made_by_a_senior_who_had_no_part_in_it(studio):
    studio.review()
    approve(studio.omar, "t1")
    draw_spot_checks(studio.lena, seed=1, share=1.0)
    answers = {"consistent": True, "aligned_with_task": True, "evaluable": True}
    with pytest.raises(NotAllowedError, match="people cannot spot-check what they reviewed"):
        finish_spot_check(studio.omar, "t1", SpotCheckOutcome.PASSED, **answers)
    with pytest.raises(IncompleteError, match="does not pass"):
        finish_spot_check(
            studio.ada, "t1", SpotCheckOutcome.PASSED, **(answers | {"evaluable": False})
        )
    finish_spot_check(
        studio.ada,
        "t1",
        SpotCheckOutcome.RETURNED,
        note="Line 2 cannot be decided.",
        **(answers | {"evaluable": False}),
    )
    assert stage(studio) is Stage.RUBRIC


def test_an_expert_judges_blind_and_hands_in_only_a_complete_form(studio):
    (response,) = studio.answered()
    open_form(studio.maria, response)
    view = form_view(studio.maria, response)
    assert view.label == "A"
    assert "aurora" not in repr(view).replace("aurora says", "")
    first, second, third = (line.checkpoint.id for line in view.lines)
    quote = Quote(quote="month 30")
    judge_line(studio.maria, response, first, value=1, rationale="Says 30.", evidence=(quote,))
    judge_line(studio.maria, response, second, value=0)
    with pytest.raises(UsageError, match="not in the response"):
        judge_line(studio.maria, response, third, evidence=(Quote(quote="month 31"),))
    with pytest.raises(IncompleteError) as refused:
        submit_form(studio.maria, response)
    assert refused.value.missing == ("Checkpoint 2 has no rationale.", "Checkpoint 3 is undecided.")
    assert all_of(studio, Judgment) == []
    judge_line(studio.maria, response, second, rationale="Silent on notice.")
    judge_line(studio.maria, response, third, value=1, rationale="Clause 9 it is.")
    judge_line(studio.maria, response, third, value=None)
    judge_line(studio.maria, response, third, value=0)
    submit_form(studio.maria, response)
    judged = {item.checkpoint_id: item for item in all_of(studio, Judgment)}
    assert [judged[c].final_value for c in (first, second, third)] == [True, False, False]
    assert judged[first].evidence[0].start == view.response_text.index("month 30")


def test_two_experts_undo_side_by_side(studio):
    (response,) = studio.answered()
    change_person(studio.lena, "wei", roles=(Role.AUTHOR, Role.EXPERT))
    for ctx in (studio.maria, studio.wei):
        open_form(ctx, response)
    point = form_view(studio.maria, response).lines[0].checkpoint.id
    judge_line(studio.maria, response, point, value=1)
    judge_line(studio.wei, response, point, value=0)
    undo(studio.maria)
    assert [d.expert_id for d in all_of(studio, Draft)] == ["wei"]


def test_nobody_meta_evaluates_their_own_judgments(studio):
    (response,) = studio.answered()
    studio.judged(response, "ada")
    with pytest.raises(NotAllowedError, match="people cannot adjudicate their own"):
        confirm(studio.ada, response, "ada")
    with pytest.raises(NotAllowedError, match="not a senior"):
        confirm(studio.maria, response, "ada")
    point = rubric(studio)[0].id
    with pytest.raises(UsageError, match="say why"):
        override(studio.omar, response, "ada", point, note="")
    override(studio.omar, response, "ada", point, note="It says month 31.")
    confirm(studio.omar, response, "ada")
    form = all_of(studio, Judgment)
    assert all(item.is_gold for item in form)
    overridden = next(item for item in form if item.status is JudgmentStatus.OVERRIDDEN)
    assert overridden.final_value == 0
    assert overridden.reason == "It says month 31."
    with pytest.raises(StageError):
        confirm(studio.omar, response, "ada", [point])


def test_a_gold_form_can_be_chosen_as_the_anchor(studio):
    first, second = studio.answered(models=("aurora", "borealis"))
    for response in (first, second):
        studio.judged(response)
    with pytest.raises(StageError, match="not gold"):
        choose_anchor(studio.lena, "t1", second, "maria")
    for response in (first, second):
        confirm(studio.omar, response, "maria")
    choose_anchor(studio.lena, "t1", second, "maria")
    with studio.project.reading() as tx:
        from xpert_studio.core.records import AnchorChoice
        from xpert_studio.core.store import judgments, responses

        anchors = choose_anchors(
            list(responses.all_responses(tx)),
            judgments.forms(tx, gold_only=True),
            tasks.rubrics(tx),
            choices=entities.find_all(tx, AnchorChoice),
        )
    assert [anchor.response_id for anchor in anchors["t1"]] == [second]


def test_an_edit_makes_exactly_the_judgments_on_the_edited_line_stale(studio):
    (response,) = studio.answered()
    studio.judged(response)
    confirm(studio.omar, response, "maria")
    reopen(studio.lena, "t1", reason="Line 1 names the wrong month.")
    first, second, _ = (point.id for point in rubric(studio))
    change = edit_checkpoint(studio.wei, "t1", first, weight=9)
    assert not change.made_stale
    change = edit_checkpoint(studio.wei, "t1", first, text="States that month 36 is the date.")
    assert change.made_stale.judgments == 1
    change = undo(studio.wei)
    assert change.renewed.judgments == 1
    change = redo(studio.wei)
    assert change.made_stale.judgments == 1
    remove_checkpoints(studio.wei, "t1", [second])
    submit_rubric(studio.wei, "t1")
    approve(studio.maria, "t1")
    draw_spot_checks(studio.lena, seed=1, share=0)
    with studio.project.reading() as tx:
        assert count_stale(tx).judgments == 1

    # The expert decides only what is stale; the rest is final.
    open_form(studio.maria, response)
    view = form_view(studio.maria, response)
    assert [line.is_stale for line in view.lines] == [True, False]
    assert [line.is_locked for line in view.lines] == [False, True]
    with pytest.raises(StageError, match="it is final"):
        judge_line(studio.maria, response, view.lines[1].checkpoint.id, value=0)
    judge_line(studio.maria, response, first, value=0, rationale="It says 30.")
    submit_form(studio.maria, response)
    with studio.project.reading() as tx:
        assert count_stale(tx).judgments == 0
    statuses = {j.checkpoint_id: j.status for j in all_of(studio, Judgment)}
    assert statuses[first] is JudgmentStatus.SUBMITTED


def test_a_new_prompt_makes_every_judgment_on_the_task_stale(studio):
    (response,) = studio.answered()
    studio.judged(response)
    reopen(studio.lena, "t1", reason="The brief lacks the rent.")
    change = change_brief(studio.wei, "t1", materials="The rent is 5,000 a month.")
    assert change.made_stale.judgments == 3
    assert undo(studio.wei).renewed.judgments == 3


def test_a_removed_line_keeps_its_judgments_and_comes_back_with_them(studio):
    (response,) = studio.answered()
    studio.judged(response)
    reopen(studio.lena, "t1", reason="Line 1 is superfluous.")
    first = rubric(studio)[0].id
    remove_checkpoints(studio.wei, "t1", [first])
    assert len(all_of(studio, Checkpoint)) == 2
    undo(studio.wei)
    assert rubric(studio)[0].id == first
    with studio.project.reading() as tx:
        assert count_stale(tx).judgments == 0
    assert len(all_of(studio, Judgment)) == 3


def test_responses_come_in_all_or_none(studio):
    studio.answered()
    with pytest.raises(IncompleteError) as refused:
        add_responses(
            studio.lena,
            [NewResponse("t1", "borealis", "Stay."), NewResponse("t1", "aurora", "Again.")],
        )
    assert "answered this task already" in refused.value.missing[0]
    with studio.project.reading() as tx:
        assert len(blind_labels(tx, "t1")) == 1


def test_the_gold_subset_is_drawn_by_its_seed(studio):
    set_policies(studio.lena, max_tasks_per_expert=20)
    for number in range(5):
        studio.ready(f"t{number}")
    one = draw_subset(studio.lena, size=2, seed=3).one("subset")
    two = draw_subset(studio.lena, size=2, seed=3)
    assert two.one("subset").task_ids == one.task_ids
    assert draw_subset(studio.lena, size=2, seed=4).one("subset").task_ids != one.task_ids
    with pytest.raises(UsageError, match="5 tasks are ready"):
        draw_subset(studio.lena, size=6, seed=3)


def test_strata_are_allotted_by_largest_remainder():
    assert allocate({"Law": 60, "Finance": 30, "Education": 10}, 10) == {
        "Law": 6,
        "Finance": 3,
        "Education": 1,
    }
    assert allocate({"Law": 98, "Finance": 1, "Education": 1}, 5) == {
        "Law": 3,
        "Finance": 1,
        "Education": 1,
    }
    assert sum(allocate({"a": 3, "b": 3, "c": 3}, 2).values()) == 2


def test_undo_works_across_restarts(studio, tmp_path):
    first, *_ = studio.rubric()
    edit_checkpoint(studio.wei, "t1", first, text="Changed.")
    studio.project.close()
    with ProjectFile.open(tmp_path / "studio.xpert") as project:
        ctx = CommandContext(project, "wei", studio.now, studio.new_id)
        undo(ctx)
        with project.reading() as tx:
            assert tasks.rubric_of(tx, "t1")[0].text.startswith("States")
        redo(ctx)
        with project.reading() as tx:
            assert tasks.rubric_of(tx, "t1")[0].text == "Changed."


def test_nobody_undoes_what_is_not_theirs(studio):
    studio.brief()
    with studio.project.reading() as tx:
        change_id = log.all_entries(tx)[-1].id
    with pytest.raises(NotAllowedError, match="theirs to undo"):
        undo(studio.maria, change_id=change_id)
    undo(studio.lena, change_id=change_id)
    assert all_of(studio, Task) == []
    redo(studio.lena, change_id=change_id)
    assert [task.id for task in all_of(studio, Task)] == ["t1"]


def test_everybody_sees_what_waits_for_them(studio):
    (response,) = studio.answered()
    assert [form.label for form in waiting_for(studio.maria).to_judge] == ["A"]
    assert not waiting_for(studio.omar).to_judge
    studio.judged(response)
    assert not waiting_for(studio.maria).to_judge
    (form,) = waiting_for(studio.omar).to_confirm
    assert form.expert_id == "maria"
    studio.review("t2")
    assert [task.id for task in waiting_for(studio.maria).reviews] == ["t2"]
    assert not waiting_for(studio.wei).reviews
