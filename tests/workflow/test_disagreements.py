"""Disagreements between a judge and the experts: what they are put down to, and what follows."""

from __future__ import annotations

import pytest

from tests.workflow.deciding import approve, confirm
from xpert_studio.core.errors import NotAllowedError, NotFoundError, StageError, UsageError
from xpert_studio.core.records import (
    AnchorChoice,
    Attribution,
    Cause,
    DisagreementKey,
    JudgmentStatus,
    Role,
    Stage,
)
from xpert_studio.core.store import (
    entities,
    log,
    tasks,
    verdicts,
)
from xpert_studio.core.workflow import (
    anchor_case,
    attribute,
    change_person,
    dispute_judgment,
    edit_checkpoint,
    fix_checkpoint,
    keep_attributions,
    override,
    redo,
    set_policies,
    submit_rubric,
    undo,
    waiting_for,
    withdraw_attributions,
)
from xpert_studio.core.workflow.disagreements import attributions_of, outdated, stands


@pytest.fixture
def case(studio):
    """Maria finds all three lines met and Omar confirms; the judge finds none of them met."""
    return DisagreementKey("j1", *studio.through(_differ))


def _differ(studio):
    (response,) = studio.answered()
    studio.judged(response)
    confirm(studio.omar, response, "maria")
    studio.scored(response, met=False)
    with studio.project.reading() as tx:
        first = tasks.rubric_of(tx, "t1")[0]
    return response, first.id


def kept(studio):
    with studio.project.reading() as tx:
        return entities.find_all(tx, Attribution)


def stand(studio, key):
    with studio.project.reading() as tx:
        return stands(tx, key.judge_id, [key[1:]])[key[1:]]


def changed_since(studio, key):
    with studio.project.reading() as tx:
        return outdated(attributions_of(tx, key.judge_id)[key[1:]], stand(studio, key))


def task(studio, task_id="t1"):
    with studio.project.reading() as tx:
        return tasks.get_task(tx, task_id)


def test_a_finding_names_cause_and_reason_and_is_told_in_the_history(studio, case):
    assert stand(studio, case).differs
    attribute(studio.lena, [case], Cause.JUDGE_ERROR, reason=" It overlooks section 2. ")
    (found,) = kept(studio)
    assert (found.key, found.cause, found.by) == (case, Cause.JUDGE_ERROR, "lena")
    assert found.reason == "It overlooks section 2."
    assert found.expert_value == 1
    assert changed_since(studio, case) == ()
    with studio.project.reading() as tx:
        told = log.latest_entries(tx, 1, task_id="t1")[0]
    assert (told.command, told.reason) == ("disagreement.attribute", "It overlooks section 2.")
    assert told.details["cause"] == "judge_error"


def test_a_finding_is_replaced_taken_back_undone_and_redone(studio, case):
    attribute(studio.lena, [case], Cause.JUDGE_ERROR, reason="One.")
    attribute(studio.lena, [case], Cause.UNSAID_POLICY, reason="Two.")
    undo(studio.lena)
    assert [item.reason for item in kept(studio)] == ["One."]
    redo(studio.lena)
    assert [item.reason for item in kept(studio)] == ["Two."]
    withdraw_attributions(studio.lena, [case])
    assert kept(studio) == []
    undo(studio.lena)
    assert [item.cause for item in kept(studio)] == [Cause.UNSAID_POLICY]
    undo(studio.lena)
    undo(studio.lena)
    assert kept(studio) == []


def test_several_are_put_down_to_one_cause_in_one_step(studio, case):
    with studio.project.reading() as tx:
        keys = [case._replace(checkpoint_id=point.id) for point in tasks.rubric_of(tx, "t1")]
    change = attribute(studio.lena, keys, Cause.JUDGE_ERROR, reason="All alike.")
    assert len(change.edits) == 3
    assert change.details["disagreements"] == 3
    undo(studio.lena)
    assert kept(studio) == []


@pytest.mark.parametrize("reason", ["", "  \n"])
def test_no_finding_without_a_reason(studio, case, reason):
    verbs = (
        lambda: attribute(studio.lena, [case], Cause.JUDGE_ERROR, reason=reason),
        lambda: fix_checkpoint(studio.lena, case, reason=reason),
        lambda: dispute_judgment(studio.lena, case, "maria", reason=reason),
        lambda: anchor_case(studio.lena, case, "maria", reason=reason),
    )
    for verb in verbs:
        with pytest.raises(UsageError, match="say why"):
            verb()
    assert kept(studio) == []


def test_where_they_do_not_differ_there_is_nothing_to_find(studio, case):
    studio.scored(case.response_id, "j2", met=True)
    with pytest.raises(StageError, match="do not differ"):
        attribute(studio.lena, [case._replace(judge_id="j2")], Cause.JUDGE_ERROR, reason="So.")
    with pytest.raises(NotFoundError):
        attribute(studio.lena, [case._replace(checkpoint_id="zz")], Cause.JUDGE_ERROR, reason="So.")
    with pytest.raises(NotFoundError):
        attribute(studio.lena, [case._replace(response_id="zz")], Cause.JUDGE_ERROR, reason="So.")
    with pytest.raises(UsageError, match="No disagreement"):
        attribute(studio.lena, [], Cause.JUDGE_ERROR, reason="So.")
    with pytest.raises(NotFoundError, match="Nothing was found"):
        withdraw_attributions(studio.lena, [case])
    with pytest.raises(NotFoundError, match="Nothing was found"):
        keep_attributions(studio.lena, [case])


def test_only_leads_and_seniors_who_do_not_judge_the_task_may_know(studio, case):
    for person in ("wei", "maria"):
        with pytest.raises(NotAllowedError):
            attribute(studio.ctx(person), [case], Cause.JUDGE_ERROR, reason="So.")
    with pytest.raises(NotAllowedError, match="blind"):
        attribute(studio.ada, [case], Cause.JUDGE_ERROR, reason="So.")
    attribute(studio.omar, [case], Cause.JUDGE_ERROR, reason="So.")
    with pytest.raises(NotAllowedError, match="blind"):
        withdraw_attributions(studio.ada, [case])
    assert len(kept(studio)) == 1


def test_a_checkpoint_to_fix_goes_back_to_its_author_with_the_reason(studio, case):
    with pytest.raises(NotAllowedError):
        fix_checkpoint(studio.omar, case, reason="Which month?")
    assert task(studio).standing is Stage.READY
    change = fix_checkpoint(studio.lena, case, reason="Which month?")
    assert task(studio).standing is Stage.RUBRIC
    assert kept(studio)[0].cause is Cause.AMBIGUOUS_CHECKPOINT
    assert [item.id for item in waiting_for(studio.wei).own] == ["t1"]
    with studio.project.reading() as tx:
        told = log.latest_entries(tx, 1, task_id="t1")[0]
    assert (told.command, told.reason) == ("disagreement.fix", "Which month?")
    undo(studio.lena, change_id=change.id)
    assert task(studio).standing is Stage.READY
    assert kept(studio) == []


def test_the_edit_makes_the_finding_lapse_and_judging_it_anew_opens_the_case_again(studio, case):
    fix_checkpoint(studio.lena, case, reason="Which month?")
    edit_checkpoint(studio.wei, "t1", case.checkpoint_id, text="States month 30 by number.")
    assert not stand(studio, case).differs, "both sides wait for the new text"
    assert "text" in changed_since(studio, case)
    submit_rubric(studio.wei, "t1")
    approve(studio.maria, "t1")
    with pytest.raises(StageError, match="do not differ"):
        keep_attributions(studio.lena, [case])


def test_a_rubric_under_review_is_not_torn_from_its_reviewers(studio, case):
    fix_checkpoint(studio.lena, case, reason="Which month?")
    submit_rubric(studio.wei, "t1")
    with pytest.raises(StageError, match="under review"):
        fix_checkpoint(studio.lena, case, reason="Once more.")


def test_a_task_without_an_author_is_given_to_somebody_who_may_write(studio, case):
    with studio.project.writing() as tx:
        entities.put(tx, tasks.get_task(tx, "t1").model_copy(update={"author_id": None}))
    with pytest.raises(NotAllowedError):
        fix_checkpoint(studio.lena, case, reason="Which month?", author_id="omar")
    assert (task(studio).author_id, kept(studio)) == (None, [])
    with pytest.raises(NotAllowedError, match="reviewed or checked"):
        fix_checkpoint(studio.lena, case, reason="Which month?", author_id="maria")
    set_policies(studio.lena, max_tasks_per_expert=1)
    fix_checkpoint(studio.lena, case, reason="Which month?", author_id="wei")
    assert task(studio).author_id == "wei"
    edit_checkpoint(studio.wei, "t1", case.checkpoint_id, text="States month 30 by number.")


def test_a_disputed_judgment_waits_for_a_senior_and_counts_again_once_settled(studio, case):
    dispute_judgment(studio.lena, case, "maria", reason="The memo never says so.")
    assert stand(studio, case).gold == ()
    (form,) = waiting_for(studio.omar).to_confirm
    assert (form.response_id, form.expert_id) == (case.response_id, "maria")
    override(studio.omar, case.response_id, "maria", case.checkpoint_id, note="Right.")
    now = stand(studio, case)
    assert (now.gold[0].status, now.differs) == (JudgmentStatus.OVERRIDDEN, False)
    assert changed_since(studio, case) == ("judgments",)


def test_a_judgment_confirmed_after_a_dispute_opens_the_case_again(studio, case):
    dispute_judgment(studio.lena, case, "maria", reason="The memo never says so.")
    confirm(studio.omar, case.response_id, "maria", [case.checkpoint_id])
    now = stand(studio, case)
    assert now.differs
    assert now.gold[0].note == "The memo never says so."
    assert changed_since(studio, case) == ("judgments",)
    keep_attributions(studio.lena, [case])
    assert changed_since(studio, case) == ()


def test_an_overridden_judgment_is_disputed_as_its_expert_made_it(studio):
    (response,) = studio.answered()
    studio.judged(response)
    with studio.project.reading() as tx:
        first, *rest = tasks.rubric_of(tx, "t1")
    override(studio.omar, response, "maria", first.id, note="No.")
    confirm(studio.omar, response, "maria", [point.id for point in rest])
    studio.scored(response, met=True)
    key = DisagreementKey("j1", response, first.id)
    change = dispute_judgment(studio.lena, key, "maria", reason="She was right.")
    judgment = change.one("judgment")
    assert (judgment.final_value, judgment.status) == (True, JudgmentStatus.SUBMITTED)
    undo(studio.lena)
    again = stand(studio, key).gold[0]
    assert (again.final_value, again.status, again.note) == (
        False,
        JudgmentStatus.OVERRIDDEN,
        "No.",
    )
    with pytest.raises(NotFoundError, match="Those who have: maria"):
        dispute_judgment(studio.lena, key, "wei", reason="So.")


def test_nobody_disputes_their_own_judgment_but_a_lead(studio, case):
    change_person(studio.lena, "omar", domains=("Finance",))
    with pytest.raises(NotAllowedError):
        dispute_judgment(studio.omar, case, "maria", reason="So.")
    change_person(studio.lena, "maria", roles=(Role.EXPERT, Role.LEAD))
    dispute_judgment(studio.maria, case, "maria", reason="My slip.")


def test_the_case_becomes_its_tasks_anchor(studio, case):
    anchor_case(studio.omar, case, "maria", reason="It has to see a short memo.")
    with studio.project.reading() as tx:
        (choice,) = entities.find_all(tx, AnchorChoice)
    assert (choice.response_id, choice.expert_id) == (case.response_id, "maria")
    assert kept(studio)[0].cause is Cause.JUDGE_ERROR
    undo(studio.omar)
    assert kept(studio) == []
    with studio.project.reading() as tx:
        assert entities.find_all(tx, AnchorChoice) == []


def test_a_form_that_is_not_gold_as_a_whole_is_no_anchor_and_nothing_is_half_done(studio, case):
    with studio.project.reading() as tx:
        other = tasks.rubric_of(tx, "t1")[1].id
    dispute_judgment(studio.lena, case._replace(checkpoint_id=other), "maria", reason="Look again.")
    with pytest.raises(StageError, match="not gold"):
        anchor_case(studio.lena, case, "maria", reason="An example.")
    assert [item.checkpoint_id for item in kept(studio)] == [other]


def test_findings_on_an_earlier_self_of_the_judge_are_remembered_but_do_not_hold(studio, case):
    attribute(studio.lena, [case], Cause.JUDGE_ERROR, reason="It skips tables.")
    studio.scored(case.response_id, "j2", met=False)
    later = case._replace(judge_id="j2")
    assert changed_since(studio, later) == ("judge",)
    keep_attributions(studio.lena, [later])
    assert changed_since(studio, later) == ()
    assert {item.reason for item in kept(studio)} == {"It skips tables."}
    assert len(kept(studio)) == 2


def test_a_verdict_asked_again_makes_the_finding_lapse(studio, case):
    attribute(studio.lena, [case], Cause.UNSAID_POLICY, reason="Half right is not said.")
    with studio.project.writing() as tx:
        (old,) = verdicts.all_verdicts(tx, judge_id="j1", pairs=[case[1:]])
        tx.connection.exec_driver_sql("UPDATE verdict SET rationale = 'Another.'")
    assert old.value == 0
    assert changed_since(studio, case) == ("verdicts",)


def test_findings_do_not_stand_in_the_way_of_undoing_work_on_the_task(studio, case):
    change = fix_checkpoint(studio.lena, case, reason="Which month?")
    with studio.project.reading() as tx:
        other = case._replace(checkpoint_id=tasks.rubric_of(tx, "t1")[1].id)
    attribute(studio.lena, [other], Cause.JUDGE_ERROR, reason="So.")
    undo(studio.lena, change_id=change.id)
    assert [item.checkpoint_id for item in kept(studio)] == [other.checkpoint_id]
