"""What a lead sends out and takes back: reviews, judgments, confirmations, tasks being written."""

from dataclasses import replace

import pytest

from tests.workflow.deciding import approve, confirm
from tests.workflow.packets.errands import Errand, altered, sent
from tests.workflow.studio import BRIEF, YES, Studio
from xpert_studio.errors import (
    IncompleteError,
    NotAllowedError,
    NotFoundError,
    PacketRefusedError,
    StageError,
    UsageError,
)
from xpert_studio.records import (
    AnchorChoice,
    Checkpoint,
    Dismissal,
    Judgment,
    JudgmentStatus,
    OpenSheet,
    Person,
    Proposal,
    Purpose,
    Remark,
    Review,
    Role,
    Scope,
    SpotCheckOutcome,
    Stage,
    Task,
    Tier,
    placed,
)
from xpert_studio.store import (
    entities,
    log,
    settings,
    staleness,
    tasks,
)
from xpert_studio.workflow import (
    NewResponse,
    accept,
    add_checkpoint,
    add_responses,
    answer_remark,
    change_person,
    create_brief,
    dismiss,
    draw_spot_checks,
    drop_proposals,
    edit_checkpoint,
    finish_spot_check,
    hand_over,
    judge_line,
    keep_draft,
    open_sheet,
    override,
    remark,
    reopen,
    resolve_remark,
    send_back,
    set_policies,
    sheet_view,
    submit_brief,
    submit_rubric,
    submit_sheet,
    undo,
    waiting_for,
)
from xpert_studio.workflow.blinding import unblind
from xpert_studio.workflow.gold import choose_anchor
from xpert_studio.workflow.merging.contents import content_of
from xpert_studio.workflow.merging.lineage import Past, first
from xpert_studio.workflow.merging.three_way import Choice, Side
from xpert_studio.workflow.merging.weighing import Fate
from xpert_studio.workflow.packets import (
    Held,
    choose,
    open_packet,
    plan_packet,
    send_answer,
    send_copy,
    send_request,
    take_packet,
)
from xpert_studio.workflow.views import packets_of


@pytest.fixture
def errand(studio, tmp_path):
    """Makes somebody's project of a packet; all are closed in the end."""
    made = []

    def make(content):
        made.append(Errand(studio, content, tmp_path))
        return made[-1]

    yield make
    for item in made:
        item.project.close()


def find(where, kind, *key):
    with where.project.reading() as tx:
        return entities.find(tx, kind, *key)


def find_all(where, kind, **values):
    with where.project.reading() as tx:
        return entities.find_all(tx, kind, **values)


def refusals(plan):
    return {item.kind: str(item.reason) for item in plan.of(Fate.REFUSED)}


# Review.


def test_a_review_goes_out_and_comes_back(studio, errand):
    lines = studio.review()
    maria = errand(sent(studio, Purpose.REVIEW, "maria"))
    assert [task.id for task in waiting_for(maria.desk).reviews] == ["t1"]
    remark(maria.desk, "t1", "Two demands in one.", checkpoint_id=lines[0])
    send_back(maria.desk, "t1", summary="One line to split.")
    taken = take_packet(studio.lena, maria.answer())
    assert not taken.plan.is_open
    assert find(studio, Task, "t1").stage is Stage.RUBRIC
    (made,) = find_all(studio, Remark)
    assert (made.author_id, made.checkpoint_id) == ("maria", lines[0])
    with studio.project.reading() as tx:
        told = {event.command: event for event in log.all_entries(tx, task_id="t1")}
    assert told["review.send_back"].actor_id == "maria"
    assert told["review.send_back"].reason == "One line to split."
    assert told["packet.bring"].details["person"] == "maria"


def test_a_reviewer_sees_the_tasks_they_were_sent_and_may_do_nothing_else(studio, errand):
    set_policies(studio.lena, max_tasks_per_expert=4)
    studio.review("t1")
    studio.review("t2")
    maria = errand(sent(studio, Purpose.REVIEW, "maria", task_ids=["t2"]))
    assert [task.id for task in find_all(maria, Task)] == ["t2"]
    me = find(maria, Person, "maria")
    assert me.roles == (Role.REVIEWER,)
    assert find(maria, Person, "wei") == Person(id="wei", name="Wei")
    with pytest.raises(NotAllowedError):
        create_brief(maria.desk, **BRIEF)


def test_two_reviewers_approve_offline_and_the_rubric_is_approved(studio, errand):
    set_policies(studio.lena, reviewers_needed=2)
    studio.review()
    offline = [errand(sent(studio, Purpose.REVIEW, who)) for who in ("maria", "omar")]
    for one in offline:
        approve(one.desk, "t1")
        assert find(one, Task, "t1").stage is Stage.REVIEW
    first, second = (take_packet(studio.lena, one.answer()) for one in offline)
    assert (first.approved, second.approved) == ((), ("t1",))
    assert find(studio, Task, "t1").stage is Stage.APPROVED


def test_two_reviewers_who_differ_are_a_lead_s_to_decide(studio, errand):
    studio.review()
    maria, omar = (errand(sent(studio, Purpose.REVIEW, who)) for who in ("maria", "omar"))
    approve(maria.desk, "t1")
    send_back(omar.desk, "t1", summary="Too long.")
    take_packet(studio.lena, maria.answer())
    answer = omar.answer()
    plan = plan_packet(studio.lena, answer)
    asked = {(item.kind, diff.group) for item in plan.conflicts for diff in item.conflicts}
    assert asked == {("task", "stage"), ("revision", "checkpoints")}
    taken = take_packet(studio.lena, answer)
    assert find(studio, Review, "t1", "1", "omar") is not None, "the review itself is no conflict"
    assert taken.plan.is_open
    theirs = {
        ("task", ("t1",), "stage"): Choice(Side.THEIRS),
        ("revision", ("t1", "1"), "checkpoints"): Choice(Side.THEIRS),
    }
    take_packet(studio.lena, answer, theirs)
    assert find(studio, Task, "t1").stage is Stage.RUBRIC


def test_an_answer_comes_in_parts(studio, errand):
    studio.review()
    maria = errand(sent(studio, Purpose.REVIEW, "maria"))
    remark(maria.desk, "t1", "First.")
    take_packet(studio.lena, maria.answer())
    remark(maria.desk, "t1", "Second.")
    send_back(maria.desk, "t1")
    second = maria.answer()
    taken = take_packet(studio.lena, second)
    assert [item.key for item in taken.plan.of(Fate.TAKEN) if item.kind == "remark"] == [
        (find_all(studio, Remark)[1].id,)
    ]
    assert [made.text for made in find_all(studio, Remark)] == ["First.", "Second."]


def test_whoever_changes_their_mind_before_it_is_acted_on_can(studio, errand):
    studio.review()
    maria = errand(sent(studio, Purpose.REVIEW, "maria"))
    approve(maria.desk, "t1")
    take_packet(studio.lena, maria.answer())
    undo(maria.desk)
    send_back(maria.desk, "t1", summary="After all: too long.")
    taken = take_packet(studio.lena, maria.answer())
    assert not taken.plan.is_open, taken.plan.conflicts
    assert find(studio, Task, "t1").stage is Stage.RUBRIC


def test_an_answer_to_an_older_state_is_merged_with_what_was_done_since(studio, errand):
    studio.review()
    maria = errand(sent(studio, Purpose.REVIEW, "maria"))
    remark(studio.omar, "t1", "From home.")
    remark(maria.desk, "t1", "From afar.")
    send_back(maria.desk, "t1")
    taken = take_packet(studio.lena, maria.answer())
    assert not taken.plan.conflicts
    assert {made.text for made in find_all(studio, Remark)} == {"From home.", "From afar."}


def test_the_next_round_goes_into_the_file_of_the_first(studio, errand):
    lines = studio.review()
    maria = errand(sent(studio, Purpose.REVIEW, "maria"))
    remark(maria.desk, "t1", "Vague.", checkpoint_id=lines[0])
    send_back(maria.desk, "t1")
    take_packet(studio.lena, maria.answer())
    edit_checkpoint(studio.wei, "t1", lines[0], text="States month 30 as the break date.")
    answer_remark(studio.wei, find_all(studio, Remark)[0].id, "Done.")
    submit_rubric(studio.wei, "t1")
    second = sent(studio, Purpose.REVIEW, "maria")
    taken = take_packet(maria.desk, second)
    assert not taken.plan.is_open, taken.plan.conflicts
    (made,) = find_all(maria, Remark)
    assert made.is_answered
    resolve_remark(maria.desk, made.id)
    approve(maria.desk, "t1")
    with send_answer(maria.desk, to=second.packet.id) as answer:
        pass
    take_packet(studio.lena, answer)
    assert find(studio, Task, "t1").stage is Stage.APPROVED


def test_a_spot_check_goes_out_as_a_review(studio, errand):
    studio.review()
    approve(studio.maria, "t1")
    draw_spot_checks(studio.lena, seed=1, share=1.0)
    ada = errand(sent(studio, Purpose.REVIEW, "ada"))
    finish_spot_check(
        ada.desk, "t1", SpotCheckOutcome.PASSED, consistent=True, aligned_with_task=True,
        evaluable=True,
    )  # fmt: skip
    take_packet(studio.lena, ada.answer())
    assert find(studio, Task, "t1").stage is Stage.READY


# Judging and confirming.


def judged_afar(one, *, met=True):
    for sheet in waiting_for(one.desk).to_judge:
        open_sheet(one.desk, sheet.response_id)
        for line in sheet_view(one.desk, sheet.response_id).lines:
            judge_line(
                one.desk, sheet.response_id, line.checkpoint.id, value=met, rationale="It says so."
            )
        submit_sheet(one.desk, sheet.response_id)


def test_judgments_come_back_to_the_responses_they_were_made_on(studio, errand):
    aurora, borealis = studio.answered(models=("aurora", "borealis"))
    maria = errand(sent(studio, Purpose.JUDGE, "maria"))
    afar = {sheet.response_id for sheet in waiting_for(maria.desk).to_judge}
    assert not afar & {aurora, borealis}
    judged_afar(maria)
    take_packet(studio.lena, maria.answer())
    made = find_all(studio, Judgment)
    assert {(item.response_id, item.expert_id) for item in made} == {
        (aurora, "maria"), (borealis, "maria"),
    }  # fmt: skip
    assert all(item.status is JudgmentStatus.SUBMITTED and item.basis for item in made)
    assert not any(sheet.is_open for sheet in waiting_for(studio.maria).to_judge)
    assert not waiting_for(studio.maria).to_judge


def test_an_unfinished_sheet_comes_back_as_it_is_and_goes_on_at_home(studio, errand):
    (response,) = studio.answered()
    maria = errand(sent(studio, Purpose.JUDGE, "maria"))
    (sheet,) = waiting_for(maria.desk).to_judge
    open_sheet(maria.desk, sheet.response_id)
    line = sheet_view(maria.desk, sheet.response_id).lines[0].checkpoint.id
    judge_line(maria.desk, sheet.response_id, line, value=0, rationale="Not there.")
    take_packet(studio.lena, maria.answer())
    assert find(studio, OpenSheet, response, "maria").submitted_at is None
    (first, *_) = sheet_view(studio.maria, response).lines
    assert (first.decision.value, first.decision.rationale) == (False, "Not there.")


def test_the_same_sheet_judged_in_two_places_is_decided_line_by_line(studio, errand):
    (response,) = studio.answered()
    maria = errand(sent(studio, Purpose.JUDGE, "maria"))
    judged_afar(maria, met=False)
    studio.judged(response, "maria", met=True)
    answer = maria.answer()
    plan = plan_packet(studio.lena, answer)
    kinds = [item.kind for item in plan.conflicts]
    assert kinds.count("judgment") == 3
    before = find_all(studio, Judgment)
    take_packet(studio.lena, answer)
    assert find_all(studio, Judgment) == before
    theirs = {
        (item.kind, item.key, diff.group): Choice(Side.THEIRS)
        for item in plan.conflicts
        for diff in item.conflicts
    }
    take_packet(studio.lena, answer, theirs)
    assert not any(item.value for item in find_all(studio, Judgment))


def test_what_was_judged_on_an_older_text_is_taken_and_marked(studio, errand):
    (response,) = studio.answered()
    maria = errand(sent(studio, Purpose.JUDGE, "maria"))
    judged_afar(maria)
    reopen(studio.lena, "t1", reason="One line is wrong.")
    line = find_all(studio, Checkpoint)[0]
    edit_checkpoint(studio.wei, "t1", line.id, text="States month 36.")
    taken = take_packet(studio.lena, maria.answer())
    assert taken.change.made_stale.judgments == 1
    with studio.project.reading() as tx:
        assert staleness.stale_judgments(tx, response, "maria") == {line.id}


def test_a_confirmation_comes_back_to_the_sheet(studio, errand):
    (response,) = studio.answered()
    studio.judged(response, "maria")
    omar = errand(sent(studio, Purpose.CONFIRM, "omar"))
    (sheet,) = waiting_for(omar.desk).to_confirm
    lines = [item.checkpoint_id for item in find_all(omar, Judgment)]
    override(omar.desk, sheet.response_id, "maria", lines[0], note="Not a word of it.")
    confirm(omar.desk, sheet.response_id, "maria")
    choose_anchor(omar.desk, "t1", sheet.response_id, "maria")
    take_packet(studio.lena, omar.answer())
    made = {item.checkpoint_id: item for item in find_all(studio, Judgment, response_id=response)}
    assert made[lines[0]].status is JudgmentStatus.OVERRIDDEN
    assert not made[lines[0]].final_value
    assert {item.status for item in made.values()} == {
        JudgmentStatus.OVERRIDDEN, JudgmentStatus.CONFIRMED,
    }  # fmt: skip
    assert find(studio, AnchorChoice, "t1").response_id == response


def test_judging_has_a_file_of_its_own(studio, errand, tmp_path):
    set_policies(studio.lena, max_tasks_per_expert=4)
    studio.answered()
    studio.review("t2")
    review = errand(sent(studio, Purpose.REVIEW, "maria"))
    judging = sent(studio, Purpose.JUDGE, "maria")
    with pytest.raises(PacketRefusedError, match="file of its own"):
        plan_packet(review.desk, judging)
    blind = errand(judging)
    with pytest.raises(PacketRefusedError, match="for judging only"):
        plan_packet(blind.desk, sent(studio, Purpose.REVIEW, "maria"))
    with pytest.raises(PacketRefusedError, match="file of its own"):
        plan_packet(studio.maria, judging)


def test_more_to_judge_goes_into_the_same_blind_file(studio, errand):
    studio.answered()
    maria = errand(sent(studio, Purpose.JUDGE, "maria"))
    judged_afar(maria)
    add_responses(studio.lena, [NewResponse("t1", "zephyr", "No.")])
    second = sent(studio, Purpose.JUDGE, "maria")
    taken = take_packet(maria.desk, second)
    assert not taken.plan.is_open
    assert len(waiting_for(maria.desk).to_judge) == 1, "what was judged stays judged"
    judged_afar(maria)
    with send_answer(maria.desk, to=second.packet.id) as answer:
        pass
    take_packet(studio.lena, answer)
    assert len({item.response_id for item in find_all(studio, Judgment)}) == 2


# Writing.


def test_an_author_goes_on_writing_and_sends_the_rubric_to_review(studio, errand):
    lines = studio.rubric(lines=3)
    wei = errand(sent(studio, Purpose.WRITE, "wei"))
    edit_checkpoint(wei.desk, "t1", lines[0], text="States month 30.")
    add_checkpoint(wei.desk, "t1", text="Cites the clause.", dimension="Accuracy", at=0)
    submit_rubric(wei.desk, "t1")
    taken = take_packet(studio.lena, wei.answer())
    assert not taken.plan.is_open
    assert find(studio, Task, "t1").stage is Stage.REVIEW
    with studio.project.reading() as tx:
        now = tasks.rubric_of(tx, "t1")
    assert [line.text for line in now][:2] == ["Cites the clause.", "States month 30."]
    assert [line.position for line in placed(now)] == [0, 1, 2, 3]


def test_an_author_begins_a_task_of_their_own(studio, errand):
    with send_request(studio.lena, Purpose.WRITE, "wei", Scope(), message="Write one.") as content:
        pass
    wei = errand(content)
    change = create_brief(wei.desk, **BRIEF)
    submit_brief(wei.desk, change.task_id)
    take_packet(studio.lena, wei.answer())
    made = find(studio, Task, change.task_id)
    assert (made.author_id, made.stage) == ("wei", Stage.SUBMITTED)
    accept(studio.lena, made.id, YES)


def test_new_tasks_beyond_the_limit_are_refused_by_name(studio, errand):
    studio.brief("t1")
    wei = errand(sent(studio, Purpose.WRITE, "wei"))
    create_brief(wei.desk, task_id="t2", **BRIEF)
    answer = wei.answer()
    studio.brief("t3")
    plan = plan_packet(studio.lena, answer)
    assert "limit is 2" in refusals(plan)["task"]
    take_packet(studio.lena, answer)
    assert find(studio, Task, "t2") is None


def test_proposals_and_dismissals_travel(studio, errand):
    studio.rubric(lines=3)
    proposals = [
        Proposal(
            task_id="t1", id=f"p{n}", batch="b", drafter="outline", text="Names the tenant.",
            weight=7, tier=Tier.IMPORTANT, made_at=studio.now(),
        )
        for n in range(2)
    ]  # fmt: skip
    keep_draft(studio.wei, "t1", proposals)
    wei = errand(sent(studio, Purpose.WRITE, "wei"))
    assert len(find_all(wei, Proposal)) == 2
    drop_proposals(wei.desk, "t1", ["p0"])
    dismiss(wei.desk, "t1", "compound", None, reason="It is one demand.")
    take_packet(studio.lena, wei.answer())
    assert find(studio, Proposal, "t1", "p0").state.value == "dropped"
    (left,) = find_all(studio, Dismissal)
    assert left.by == "wei"


def test_an_author_who_was_relieved_meanwhile_writes_no_more(studio, errand):
    lines = studio.rubric(lines=3)
    wei = errand(sent(studio, Purpose.WRITE, "wei"))
    edit_checkpoint(wei.desk, "t1", lines[0], text="States month 30.")
    hand_over(studio.lena, "t1", "maria")
    answer = wei.answer()
    plan = plan_packet(studio.lena, answer)
    assert "Only its author" in refusals(plan)["checkpoint"]
    assert not take_packet(studio.lena, answer).change


# What an answer may not bring.


def test_nobody_answers_for_somebody_else(studio, errand):
    studio.review()
    maria = errand(sent(studio, Purpose.REVIEW, "maria"))
    remark(maria.desk, "t1", "Vague.")
    answer = maria.answer()
    forged = replace(answer, packet=answer.packet.model_copy(update={"made_by": "omar"}))
    with pytest.raises(PacketRefusedError, match="was for maria"):
        take_packet(studio.lena, forged)


def test_work_signed_by_somebody_else_is_refused_by_name(studio, errand):
    studio.review()
    maria = errand(sent(studio, Purpose.REVIEW, "maria"))
    remark(maria.desk, "t1", "Vague.")
    forged = altered(maria.answer(), "remark", author_id="omar")
    plan = plan_packet(studio.lena, forged)
    assert "signed by omar" in refusals(plan)["remark"]
    take_packet(studio.lena, forged)
    assert not find_all(studio, Remark)
    assert find(studio, Review, "t1", "1", "maria"), "the rest is taken"


def test_an_answer_gives_nobody_rights(studio, errand):
    studio.review()
    maria = errand(sent(studio, Purpose.REVIEW, "maria"))
    remark(maria.desk, "t1", "Vague.")
    answer = maria.answer()
    me = find(studio, Person, "maria").model_copy(update={"roles": (Role.LEAD,)})
    smuggled = Held("person", ("maria",), me, first("person", content_of("person", me)))
    plan = plan_packet(studio.lena, replace(answer, held=(*answer.held, smuggled)))
    assert "brings no person" in refusals(plan)["person"]


def test_a_reviewer_changes_no_line_and_no_brief(studio, errand):
    studio.review()
    maria = errand(sent(studio, Purpose.REVIEW, "maria"))
    send_back(maria.desk, "t1", summary="No.")
    answer = maria.answer()
    plan = plan_packet(studio.lena, altered(answer, "task", title="Mine", stage=Stage.RUBRIC))
    assert "title" in refusals(plan)["task"]
    for stage in Stage.READY, None:
        plan = plan_packet(studio.lena, altered(answer, "task", stage=stage))
        assert "moves a task" in refusals(plan)["task"]
    plan = plan_packet(studio.lena, altered(answer, "task", stage=Stage.READY))
    assert "moves a task from review to ready" in refusals(plan)["task"]
    plan = plan_packet(studio.lena, altered(answer, "revision", checkpoints=()))
    assert "checkpoints" in refusals(plan)["revision"]


def test_judgments_of_others_and_confirmed_ones_are_refused(studio, errand):
    studio.answered()
    maria = errand(sent(studio, Purpose.JUDGE, "maria"))
    judged_afar(maria)
    answer = maria.answer()
    confirmed = {"status": JudgmentStatus.CONFIRMED, "confirmed_by": "maria"}
    plan = plan_packet(studio.lena, altered(answer, "judgment", **confirmed))
    assert "confirms nothing" in refusals(plan)["judgment"]
    others = [
        replace(item, key=(*item.key[:2], "wei"), record=item.record.model_copy(update={"expert_id": "wei"}))
        for item in answer.of("judgment")
    ]  # fmt: skip
    plan = plan_packet(studio.lena, replace(answer, held=tuple(others)))
    assert "signed by wei" in refusals(plan)["judgment"]


def test_a_senior_who_is_asked_to_confirm_rewrites_no_rationale(studio, errand):
    (response,) = studio.answered()
    studio.judged(response, "maria")
    omar = errand(sent(studio, Purpose.CONFIRM, "omar"))
    (sheet,) = waiting_for(omar.desk).to_confirm
    confirm(omar.desk, sheet.response_id, "maria")
    answer = omar.answer()
    plan = plan_packet(studio.lena, altered(answer, "judgment", rationale="Because I say so."))
    assert "rationale" in refusals(plan)["judgment"]
    plan = plan_packet(studio.lena, altered(answer, "judgment", adjudicated_value=0))
    assert "confirmed, and changes it" in refusals(plan)["judgment"]


def test_whoever_lost_the_role_is_refused_by_name(studio, errand):
    studio.review()
    maria = errand(sent(studio, Purpose.REVIEW, "maria"))
    remark(maria.desk, "t1", "Vague.")
    change_person(studio.lena, "maria", roles=(Role.EXPERT,))
    plan = plan_packet(studio.lena, maria.answer())
    assert "not a reviewer" in refusals(plan)["remark"]


def test_a_state_that_was_never_sent_is_no_base(studio, errand):
    """Who claims to have built on what they never had would overwrite it unasked."""
    lines = studio.rubric(lines=3)
    wei = errand(sent(studio, Purpose.WRITE, "wei"))
    edit_checkpoint(wei.desk, "t1", lines[0], text="From afar.")
    edit_checkpoint(studio.wei, "t1", lines[0], text="From home.")
    edit_checkpoint(studio.wei, "t1", lines[0], text="From home, again.")
    with send_copy(studio.lena) as copy:
        newest = next(item for item in copy.held if item.key == ("t1", lines[0])).past
    answer = wei.answer()
    assert plan_packet(studio.lena, answer).of(Fate.CONFLICT)
    forged = [
        replace(item, past=Past(item.past.version, (*item.past.ancestors, *newest.all)))
        if item.key == ("t1", lines[0]) else item
        for item in answer.held
    ]  # fmt: skip
    plan = plan_packet(studio.lena, replace(answer, held=tuple(forged)))
    assert "never sent" in refusals(plan)["checkpoint"]


def test_a_packet_of_another_project_is_refused(studio, errand, tmp_path):
    studio.review()
    other = Studio(tmp_path / "other.xpert")
    with other.project.writing() as tx:
        settings.put_project_id(tx, "pj-another")
    maria = errand(sent(studio, Purpose.REVIEW, "maria"))
    remark(maria.desk, "t1", "Vague.")
    with pytest.raises(PacketRefusedError, match="another project"):
        take_packet(other.lena, maria.answer())
    other.project.close()


def test_an_answer_to_what_this_copy_never_sent_is_refused(studio, errand):
    studio.review()
    maria = errand(sent(studio, Purpose.REVIEW, "maria"))
    remark(maria.desk, "t1", "Vague.")
    answer = maria.answer()
    stray = replace(answer, packet=answer.packet.model_copy(update={"answers_to": "pk-none"}))
    with pytest.raises(PacketRefusedError, match="did not go out"):
        take_packet(studio.lena, stray)


def test_somebody_else_s_packet_is_not_opened_or_taken(studio, errand, tmp_path):
    studio.review()
    for_maria = sent(studio, Purpose.REVIEW, "maria")
    with pytest.raises(NotAllowedError, match="for maria"):
        open_packet(for_maria, tmp_path / "x.xpert", now=studio.now(), person_id="omar")
    assert not (tmp_path / "x.xpert").exists()
    omar = errand(sent(studio, Purpose.REVIEW, "omar"))
    with pytest.raises(PacketRefusedError, match="is for maria"):
        take_packet(omar.desk, for_maria)


def test_an_answer_is_no_project_and_a_guest_s_file_takes_none(studio, errand, tmp_path):
    studio.review()
    maria = errand(sent(studio, Purpose.REVIEW, "maria"))
    remark(maria.desk, "t1", "Vague.")
    answer = maria.answer()
    with pytest.raises(UsageError, match="taken into the project"):
        open_packet(answer, tmp_path / "x.xpert", now=studio.now())
    omar = errand(sent(studio, Purpose.REVIEW, "omar"))
    with pytest.raises(PacketRefusedError):
        take_packet(omar.desk, answer)
    with send_copy(studio.lena) as copy, pytest.raises(PacketRefusedError, match="belongs in the"):
        take_packet(omar.desk, copy)


def test_only_leads_send_and_only_from_the_project_itself(studio, errand):
    studio.review()
    scope = choose(studio.lena, "maria", Purpose.REVIEW)
    with pytest.raises(NotAllowedError), send_request(studio.omar, Purpose.REVIEW, "maria", scope):
        pass
    maria = errand(sent(studio, Purpose.REVIEW, "maria"))
    with pytest.raises(NotAllowedError), send_request(maria.desk, Purpose.REVIEW, "lena", scope):
        pass
    with pytest.raises(NotAllowedError), send_copy(maria.desk):
        pass


def test_what_cannot_be_sent_to_somebody_says_why(studio):
    studio.review()
    with pytest.raises(IncompleteError) as refused:
        choose(studio.lena, "wei", Purpose.REVIEW, task_ids=["t1"])
    assert "nobody reviews their own rubric" in refused.value.missing[0]
    with pytest.raises(UsageError, match="Nothing waits"):
        choose(studio.lena, "maria", Purpose.JUDGE)


def test_nothing_done_is_nothing_to_answer(studio, errand):
    studio.review()
    maria = errand(sent(studio, Purpose.REVIEW, "maria"))
    with pytest.raises(StageError, match="nothing to send back"):
        maria.answer()
    with pytest.raises(NotFoundError), send_answer(studio.lena):
        pass


# What is out, and what came back.


def test_the_list_tells_who_has_what_and_how_far_it_is(studio, errand):
    studio.review()
    maria = errand(sent(studio, Purpose.REVIEW, "maria"))
    (out,) = packets_of(studio.lena).sent
    assert (out.done, out.of, out.answered_at, out.is_waiting) == (0, 1, None, True)
    (asked,) = packets_of(maria.desk).asked
    assert (asked.done, asked.of) == (0, 1)
    approve(maria.desk, "t1")
    assert packets_of(maria.desk).asked[0].done == 1
    taken = take_packet(studio.lena, maria.answer())
    (out,) = packets_of(studio.lena).sent
    assert (out.done, out.is_waiting) == (1, False)
    assert out.answered_at is not None
    undo(studio.lena, change_id=taken.change.id)
    assert packets_of(studio.lena).sent[0].answered_at is None


def test_judgments_made_elsewhere_after_looking_here_are_marked(studio, errand):
    aurora, borealis = studio.answered(models=("aurora", "borealis"))
    maria = errand(sent(studio, Purpose.JUDGE, "maria"))
    judged_afar(maria)
    change_person(studio.lena, "maria", roles=(Role.LEAD, Role.EXPERT))
    unblind(studio.maria, [aurora])
    take_packet(studio.lena, maria.answer())
    marked = {(item.response_id, item.unblinded) for item in find_all(studio, Judgment)}
    assert marked == {(aurora, True), (borealis, False)}
