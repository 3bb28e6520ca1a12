"""Examination and trial: what it takes to pass, who decides, and cheating at each gate."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from tests.packs.qualification.conftest import answered, standing, trial_responses, tried
from xpert_studio.core.errors import (
    ConflictError,
    IncompleteError,
    NotAllowedError,
    StageError,
    UsageError,
)
from xpert_studio.core.records import Judgment, Role
from xpert_studio.core.store import entities
from xpert_studio.core.workflow import (
    add_person,
    change_person,
    edit_checkpoint,
    judge_line,
    open_form,
    qualify,
    undo,
    waiting_for,
)
from xpert_studio.core.workflow.command_context import person_of
from xpert_studio.packs.qualification.command import beside_keys
from xpert_studio.packs.qualification.examining import (
    add_question,
    answer_question,
    change_question,
    rate_answer,
    retire_question,
    set_rules,
)


def person(studio, person_id="rae"):
    with studio.project.reading() as tx:
        return person_of(tx, person_id)


def test_nothing_done_is_refused_with_what_is_missing(studio):
    with pytest.raises(IncompleteError, match="cannot pass in Law") as refused:
        qualify(studio.omar, "rae", "passed")
    said = " ".join(map(str, refused.value.missing))
    assert "2 questions are not answered" in said
    assert "0 of at least 2 trial tasks" in said
    assert person(studio).qualification is None


def test_examined_and_tried_a_senior_lets_them_pass(studio):
    with pytest.raises(NotAllowedError, match="not been qualified"):
        studio.judged(_own_response(studio), "rae")
    answered(studio)
    tried(studio)
    found = standing(studio)
    assert (found.points.value, found.compared.agreement.value, found.compared.n) == (0.75, 1.0, 6)
    qualify(studio.omar, "rae", "passed")
    held = person(studio).qualification
    assert (held.outcome, held.examination, held.trial) == ("passed", "3/4 (n=2)", "100 % (n=6)")
    assert person(studio).passed_in("Law") is True
    studio.judged(_own_response(studio), "rae")  # real work is theirs now


def _own_response(studio) -> str:
    from xpert_studio.core.workflow import NewResponse, add_responses

    change = add_responses(studio.lena, [NewResponse("t1", f"m{studio.new_id()}", "Month 30.")])
    return change.one("response").id


def test_a_trial_counts_nowhere_and_is_not_judged_again(studio):
    with studio.project.reading() as tx:
        before = len(entities.find_all(tx, Judgment))
    answered(studio)
    tried(studio)
    with studio.project.reading() as tx:
        assert len(entities.find_all(tx, Judgment)) == before
    qualify(studio.omar, "rae", "passed")
    assert not waiting_for(studio.ctx("rae")).to_judge
    with pytest.raises(NotAllowedError, match="in a trial"):
        open_form(studio.ctx("rae"), trial_responses(studio)[0])


def test_what_was_missed_and_invented_is_told_apart(studio):
    answered(studio)
    tried(studio, met=False)
    found = standing(studio).compared
    assert (found.agreement.value, found.missed.value, found.invented.value) == (0.0, None, 1.0)
    with pytest.raises(IncompleteError) as refused:
        qualify(studio.omar, "rae", "passed")
    assert "Agreement with gold: 0 %" in " ".join(map(str, refused.value.missing))


@pytest.mark.parametrize("outcome", ["returned", "failed"])
def test_who_does_not_pass_is_told_why(studio, outcome):
    with pytest.raises(UsageError, match="Say why"):
        qualify(studio.omar, "rae", outcome)
    qualify(studio.omar, "rae", outcome, comments="Read clause 9.")
    assert person(studio).qualification.comments == "Read clause 9."
    with pytest.raises(NotAllowedError):
        studio.judged(_own_response(studio), "rae")


def test_after_a_return_they_are_examined_again(studio):
    answered(studio)
    tried(studio)
    qualify(studio.omar, "rae", "returned", comments="Once more.")
    found = standing(studio)
    assert (found.attempt, len(found.to_answer), found.rated, found.forms) == (2, 2, (), ())
    answer_question(studio.ctx("rae"), "q-choice", "A")
    assert standing(studio).attempt == 2
    with pytest.raises(IncompleteError):
        qualify(studio.omar, "rae", "passed")


@pytest.mark.parametrize("hours", [-48, 48])
def test_attempts_do_not_depend_on_clocks(studio, hours):
    """The computer of the recruit is days behind that of the senior expert, or days ahead."""
    rae = replace(studio.ctx("rae"), clock=lambda: studio.now() + timedelta(hours=hours))
    answer_question(rae, "q-choice", "A")
    for attempt in (2, 3):
        qualify(studio.omar, "rae", "returned", comments="Once more.")
        assert (standing(studio).attempt, len(standing(studio).to_answer)) == (attempt, 2)
        answer_question(rae, "q-choice", "A")
        with pytest.raises(StageError, match="final"):
            answer_question(rae, "q-choice", "B")


@pytest.mark.parametrize("who", ["lena", "wei", "maria", "rae"])
def test_only_a_senior_expert_of_the_domain_decides(studio, who):
    answered(studio)
    tried(studio)
    with pytest.raises(NotAllowedError):
        qualify(studio.ctx(who), "rae", "passed")


def test_a_senior_of_another_domain_or_unqualified_does_not_decide(studio):
    answered(studio)
    tried(studio)
    add_person(studio.lena, "fin", roles=(Role.SENIOR,), domains=("Finance",))
    with pytest.raises(NotAllowedError, match="not been qualified for this project"):
        qualify(studio.ctx("fin"), "rae", "passed")
    qualify(studio.lena, "fin", "passed", exemption="Known.")
    with pytest.raises(NotAllowedError, match="does not work in Law"):
        qualify(studio.ctx("fin"), "rae", "passed")
    change_person(studio.lena, "fin", domains=("Finance", "Law"))
    with pytest.raises(NotAllowedError, match="not been qualified in Law"):
        qualify(studio.ctx("fin"), "rae", "passed")


def test_an_exemption_is_a_leads_with_a_reason_and_never_ones_own(studio):
    with pytest.raises(NotAllowedError, match="not a lead"):
        qualify(studio.omar, "rae", "passed", exemption="Known.")
    with pytest.raises(NotAllowedError, match="own qualification"):
        qualify(studio.lena, "lena", "passed", exemption="Known.")
    qualify(studio.lena, "rae", "passed", exemption="Judge since 2010.")
    assert person(studio).qualification.exemption == "Judge since 2010."


@pytest.mark.parametrize("outcome", [None, "failed"])
def test_a_lead_who_is_examined_or_turned_down_lets_no_one_in(studio, outcome):
    """Else they could let someone in who decides on them, or shows them what is right."""
    add_person(studio.lena, "leo", roles=(Role.LEAD,))
    add_person(studio.ctx("leo"), "kim", roles=(Role.LEAD,))  # who only leads is not examined
    change_person(studio.lena, "leo", roles=(Role.LEAD, Role.EXPERT), domains=("Law",))
    if outcome:
        qualify(studio.omar, "leo", outcome, comments="No.")
    leo = studio.ctx("leo")
    for let_in in (
        lambda: qualify(leo, "rae", "passed", exemption="Known."),
        lambda: add_person(leo, "pal", roles=(Role.LEAD,)),
        lambda: add_person(leo, "pal", roles=(Role.SENIOR,), domains=("Law",)),
        lambda: change_person(leo, "rae", roles=(Role.EXPERT, Role.SENIOR)),
    ):
        with pytest.raises(NotAllowedError, match="cannot let others in"):
            let_in()
    with pytest.raises(NotAllowedError, match="cannot set these rules"):
        set_rules(leo, pass_share=0.0)
    decided = qualify(studio.omar, "leo", "failed", comments="No, again.")
    with pytest.raises(NotAllowedError, match="cannot undo or redo what others did"):
        undo(leo, change_id=decided.id)
    add_person(leo, "pal", roles=(Role.EXPERT,), domains=("Law",))
    undo(leo)
    add_person(leo, "pal", roles=(Role.EXPERT,), domains=("Law",))
    change_person(leo, "omar", name="Omar")
    qualify(studio.lena, "pal", "passed", exemption="Known.")


def test_passing_in_one_domain_is_not_passing_in_another(studio):
    qualify(studio.lena, "rae", "passed", exemption="Known.")
    change_person(studio.lena, "rae", domains=("Law", "Finance"))
    held = person(studio)
    assert (held.passed_in("Law"), held.passed_in("Finance"), held.passed_in(None)) == (
        True,
        None,
        True,
    )
    qualify(studio.omar, "rae", "failed", domain="Finance", comments="No.")
    held = person(studio)
    assert (held.passed_in("Law"), held.passed_in("Finance")) == (True, False)


def test_answering_twice_is_refused_and_an_answer_is_not_taken_back(studio):
    answer_question(studio.ctx("rae"), "q-choice", "A")
    with pytest.raises(StageError, match="final"):
        answer_question(studio.ctx("rae"), "q-choice", "B")
    with pytest.raises(NotAllowedError, match="final"):
        undo(studio.ctx("rae"))
    assert standing(studio).rated[0].answer.said == "A"


def test_a_trial_form_is_not_taken_back(studio):
    studio.judged(trial_responses(studio)[0], "rae")
    with pytest.raises(NotAllowedError, match="final"):
        undo(studio.ctx("rae"))


def test_what_is_no_question_or_no_answer_is_refused(studio):
    add_question(studio.omar, "Law", "Which clause?", guide="Clause 9.", question_id="q-new")
    for text, given, said in (
        ("Again?", {"question_id": "q-new"}, "a question q-new already"),
        (" ", {}, "question is empty"),
        ("Which?", {"option": ("A", " "), "key": "A"}, "option is empty"),
        ("Which?", {"option": ("Month 1", "month  1"), "key": "A"}, "options are the same"),
        ("Which?", {"option": ("Month 1", "Month 2"), "key": "C"}, "no whole question"),
        ("Which?", {"key": "A"}, "no whole question"),
    ):
        with pytest.raises(UsageError, match=said):
            add_question(studio.omar, "Law", text, **given)
    change_question(studio.omar, "q-choice", option=("Month 24", " Month 36 "))
    assert standing(studio).to_answer["q-choice"].options == ("Month 24", "Month 36")
    retire_question(studio.omar, "q-new")
    rae = studio.ctx("rae")
    with pytest.raises(NotAllowedError, match="not asked of you"):
        answer_question(rae, "q-new", "Clause 9.")
    with pytest.raises(UsageError, match="answer is empty"):
        answer_question(rae, "q-short", " ")
    answer_question(rae, "q-choice", "B")
    with pytest.raises(UsageError, match="rated by its key"):
        rate_answer(studio.omar, "rae:q-choice", 1)


def test_a_question_does_not_change_once_it_was_answered(studio):
    changed = change_question(studio.omar, "q-choice", key="A")
    answer_question(studio.ctx("rae"), "q-choice", "B")
    with pytest.raises(StageError, match="was answered"):
        change_question(studio.omar, "q-choice", key="B")
    with pytest.raises((ConflictError, NotAllowedError)):
        undo(studio.lena, change_id=changed.id)
    retire_question(studio.omar, "q-choice")
    assert standing(studio).rated[0].points == 0  # still counts, by the key it was answered under


def test_a_question_that_is_retired_counts_where_it_was_answered(studio):
    answered(studio)
    tried(studio)
    retire_question(studio.omar, "q-short")
    assert not standing(studio).missing


def test_an_answer_to_what_was_changed_behind_the_gate_counts_as_missing(studio):
    from xpert_studio.core.records import PackRecord

    answered(studio)
    with studio.project.writing() as tx:
        record = entities.find(tx, PackRecord, "qualification", "question", "q-choice")
        fields = record.model_dump(exclude={"hash"}) | {"content": {**record.content, "key": "A"}}
        entities.put(tx, PackRecord.model_validate(fields))
    found = standing(studio)
    assert [one.points for one in found.rated if one.is_changed] == [None]
    assert any("Changed since" in str(one) for one in found.missing)


def test_nobody_rates_their_own_answer_nor_too_high(studio):
    answer_question(studio.ctx("rae"), "q-short", "Notice.")
    (short,) = standing(studio).rated
    for who in ("rae", "maria", "lena"):
        with pytest.raises(NotAllowedError):
            rate_answer(studio.ctx(who), short.id, 3)
    with pytest.raises(UsageError, match="3 points"):
        rate_answer(studio.omar, short.id, 4)
    change_person(studio.lena, "rae", roles=(Role.EXPERT, Role.SENIOR))
    with pytest.raises(NotAllowedError, match="own qualification"):
        rate_answer(studio.ctx("rae"), short.id, 3)


def test_the_newest_points_count_and_say_who_gave_them(studio):
    add_person(studio.lena, "law2", roles=(Role.SENIOR,), domains=("Law",))
    qualify(studio.lena, "law2", "passed", exemption="Known.")
    answer_question(studio.ctx("rae"), "q-short", "Notice.")
    (short,) = standing(studio).rated
    for who, points in (("law2", 3), ("omar", 0), ("law2", 2)):
        rate_answer(studio.ctx(who), short.id, points)
        (found,) = standing(studio).rated
        assert (found.points, found.mark.by) == (points, who)
    told = beside_keys(standing(studio))["answers"][0]
    assert (told["points"], told["rated_by"]) == (2, "law2")
    behind = replace(studio.omar, clock=lambda: studio.now() - timedelta(days=1))
    rate_answer(behind, short.id, 1)
    assert standing(studio).rated[0].points == 1


def test_a_recruit_makes_no_questions_for_themselves(studio):
    change_person(studio.lena, "rae", roles=(Role.EXPERT, Role.SENIOR, Role.LEAD))
    with pytest.raises(NotAllowedError, match="examined in Law"):
        add_question(studio.ctx("rae"), "Law", "Easy?", option=("Yes", "No"), key="A")


def test_an_edited_checkpoint_leaves_the_comparison(studio):
    answered(studio)
    tried(studio)
    with studio.project.reading() as tx:
        from xpert_studio.core.store import tasks

        point = tasks.rubric_of(tx, "t1")[0]
    from xpert_studio.core.workflow import reopen

    reopen(studio.lena, "t1", reason="A slip.")
    edit_checkpoint(studio.wei, "t1", point.id, text="States that it is month 31.")
    assert standing(studio).compared.n == 5


def test_a_draft_of_a_trial_form_can_be_changed_until_it_is_handed_in(studio):
    response = trial_responses(studio)[0]
    open_form(studio.ctx("rae"), response)
    with studio.project.reading() as tx:
        from xpert_studio.core.store import tasks

        point = tasks.rubric_of(tx, "t1")[0]
    judge_line(studio.ctx("rae"), response, point.id, value=1, rationale="Yes.")
    undo(studio.ctx("rae"))
