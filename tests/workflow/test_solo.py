"""One person alone: every step on one's own work, and what says so."""

from __future__ import annotations

import json
from datetime import timedelta
from itertools import count

import pytest

from tests.workflow.deciding import confirm as read_and_confirm
from tests.workflow.studio import BRIEF, START, YES, Studio
from xpert_studio.core import workflow
from xpert_studio.core.errors import (
    IncompleteError,
    InputRefusedError,
    NotAllowedError,
    StageError,
    XpertError,
)
from xpert_studio.core.exchange import export_bundle, import_bundle
from xpert_studio.core.judge.request import ScoreRequest
from xpert_studio.core.judge.scoring import BASELINE, BASELINE_MODEL, prepare, score
from xpert_studio.core.records import (
    Checklist,
    Judgment,
    Mode,
    Stage,
    Task,
    Triage,
    Visibility,
)
from xpert_studio.core.records.certificates import SelfDecided
from xpert_studio.core.store import certificates, entities, tasks
from xpert_studio.core.workflow import (
    CommandContext,
    NewResponse,
    accept,
    add_checkpoint,
    add_responses,
    approve,
    change_brief,
    confirm,
    create_brief,
    draw_spot_checks,
    form_view,
    found_project,
    judge_line,
    new_project,
    open_form,
    override,
    read_form,
    read_rubric,
    set_policies,
    submit_brief,
    submit_form,
    submit_rubric,
)
from xpert_studio.core.workflow.blinding import blinding_of
from xpert_studio.core.workflow.self_decided import self_decided
from xpert_studio.core.workflow.unblinding import need_alignment, need_results
from xpert_studio.report.certificate_sentences import certificate_sentence, decided_words
from xpert_studio.report.certificates import certify


@pytest.fixture
def chen(tmp_path):
    with new_project(tmp_path / "solo.xpert", mode=Mode.SOLO, now=START) as made:
        found_project(made, "chen", now=START)
        ctx = CommandContext(made, "chen", _clock())
        set_policies(ctx, min_checkpoints=2)
        yield ctx


def _clock():
    ticks = count()
    return lambda: START + timedelta(seconds=next(ticks))


def task_of(ctx: CommandContext, task_id: str = "t1") -> Task:
    with ctx.project.reading() as tx:
        return tasks.get_task(tx, task_id)


def write(ctx: CommandContext) -> list[str]:
    create_brief(ctx, task_id="t1", **BRIEF)
    submit_brief(ctx, "t1")
    made = [
        add_checkpoint(ctx, "t1", text=f"States clause {n}.", dimension="Domain Expertise")
        for n in (1, 2)
    ]
    submit_rubric(ctx, "t1")
    return [change.one("checkpoint").id for change in made]


def judged(ctx: CommandContext) -> tuple[str, list[str]]:
    ids = write(ctx)
    read_rubric(ctx, "t1", ids)
    approve(ctx, "t1")
    change = add_responses(ctx, [NewResponse("t1", "aurora", "Clause 1 and clause 2.")])
    response_id = change.one("response").id
    open_form(ctx, response_id)
    for line in form_view(ctx, response_id).lines:
        judge_line(ctx, response_id, line.checkpoint.id, value=1, rationale="It says so.")
    submit_form(ctx, response_id)
    return response_id, ids


def judgments(ctx: CommandContext) -> list[Judgment]:
    with ctx.project.reading() as tx:
        return entities.find_all(tx, Judgment)


def test_a_brief_of_ones_own_is_accepted_by_its_checklist(chen):
    create_brief(chen, task_id="t1", **BRIEF)
    submit_brief(chen, "t1")
    task = task_of(chen)
    assert task.standing is Stage.RUBRIC
    assert task.self_accepted
    workflow.undo(chen)
    assert task_of(chen).standing is Stage.BRIEF
    assert not task_of(chen).self_accepted


def test_a_no_in_the_checklist_needs_a_reason(chen):
    no = BRIEF["checklist"].model_copy(update={"typical": False})
    create_brief(chen, task_id="t1", **BRIEF | {"checklist": no})
    with pytest.raises(IncompleteError, match="not complete"):
        submit_brief(chen, "t1")
    change_brief(chen, "t1", checklist=Checklist(**no.model_dump() | {"reason": "Rare, costly."}))
    submit_brief(chen, "t1")
    assert task_of(chen).standing is Stage.RUBRIC


def test_every_step_is_ones_own_and_marked(chen):
    response_id, ids = judged(chen)
    read_form(chen, response_id, "chen", ids[:1])
    confirm(chen, response_id, "chen")
    override(chen, response_id, "chen", ids[1], note="I was wrong.")
    assert all(item.is_gold and item.self_adjudicated for item in judgments(chen))
    assert not any(item.unblinded for item in judgments(chen)), "nothing had been decided before"
    assert task_of(chen).self_accepted


def test_alone_an_approved_rubric_is_ready(chen):
    ids = write(chen)
    read_rubric(chen, "t1", ids)
    approve(chen, "t1")
    assert task_of(chen).standing is Stage.READY
    with pytest.raises(XpertError, match="No approved rubric"):
        draw_spot_checks(chen, seed=1, share=1.0)


def test_the_marks_stay_when_a_team_takes_over(chen):
    response_id, ids = judged(chen)
    read_form(chen, response_id, "chen", ids)
    confirm(chen, response_id, "chen")
    set_policies(chen, mode=Mode.TEAM)
    assert task_of(chen).self_accepted
    assert all(item.self_adjudicated for item in judgments(chen))
    create_brief(chen, task_id="t2", **BRIEF)
    submit_brief(chen, "t2")
    assert task_of(chen, "t2").standing is Stage.SUBMITTED
    with pytest.raises(NotAllowedError, match="an author never decides on their own brief"):
        accept(chen, "t2", YES)


def test_results_are_open_and_judgments_made_afterwards_say_so(chen):
    ids = write(chen)
    read_rubric(chen, "t1", ids)
    approve(chen, "t1")
    change = add_responses(chen, [NewResponse("t1", "aurora", "Clause 1.")])
    response_id = change.one("response").id
    with chen.project.reading() as tx:
        need_results(tx, "chen")
        need_alignment(tx, "")
    assert not blinding_of(chen).pending
    Studio.scored(_Scored(chen), response_id)
    open_form(chen, response_id)
    for line in form_view(chen, response_id).lines:
        judge_line(chen, response_id, line.checkpoint.id, value=0, rationale="It does not.")
    submit_form(chen, response_id)
    assert all(item.unblinded for item in judgments(chen))


class _Scored:
    def __init__(self, ctx: CommandContext) -> None:
        self.project = ctx.project


def test_in_a_team_nothing_of_this_is_allowed(studio):
    ids = studio.review()
    with pytest.raises(NotAllowedError, match="an author never reviews their own rubric"):
        read_rubric(studio.wei, "t1", ids)
    assert not task_of(studio.wei).self_accepted


def test_a_rubric_is_approved_once_all_of_it_was_read(studio):
    ids = studio.review()
    with pytest.raises(IncompleteError) as refused:
        approve(studio.maria, "t1")
    assert "3 of 3 checkpoints have not been read" in refused.value.message
    read_rubric(studio.maria, "t1", ids[:2])
    with pytest.raises(IncompleteError, match="1 of 3"):
        approve(studio.maria, "t1")
    read_rubric(studio.maria, "t1", ids)
    approve(studio.maria, "t1")


def test_what_was_edited_is_unread_again(studio):
    ids = studio.review()
    read_rubric(studio.maria, "t1", ids)
    workflow.send_back(studio.maria, "t1", summary="Name the month.")
    workflow.edit_checkpoint(studio.wei, "t1", ids[1], text="States that the date is 1 May 2027.")
    submit_rubric(studio.wei, "t1")
    with pytest.raises(IncompleteError) as refused:
        approve(studio.maria, "t1")
    assert refused.value.missing == ("2. States that the date is 1 May 2027.",)


def test_only_what_was_read_is_confirmed_together(studio):
    (response_id,) = studio.answered()
    studio.judged(response_id)
    with pytest.raises(StageError, match="has been read"):
        confirm(studio.omar, response_id, "maria")
    ids = [item.checkpoint_id for item in judgments(studio.omar)]
    read_form(studio.omar, response_id, "maria", ids[:2])
    confirm(studio.omar, response_id, "maria")
    assert [item.is_gold for item in judgments(studio.omar)] == [True, True, False]
    confirm(studio.omar, response_id, "maria", ids[2:])
    assert all(item.is_gold and not item.self_adjudicated for item in judgments(studio.omar))


def test_a_brief_is_accepted_by_answers_and_a_no_needs_a_reason(studio):
    studio.brief()
    submit_brief(studio.wei, "t1")
    with pytest.raises(IncompleteError, match="answer the criteria"):
        accept(studio.lena, "t1")
    no = YES.model_copy(update={"objective": False})
    with pytest.raises(IncompleteError) as refused:
        accept(studio.lena, "t1", no)
    assert refused.value.missing == ("Is it decided by facts, not by preference?",)
    given = Triage(**no.model_dump() | {"reason": "Its rubric asks for facts only."})
    accept(studio.lena, "t1", given)
    assert task_of(studio.lena).triage == given.model_copy(update={"by": "lena"})


def test_the_marks_travel_and_are_said(chen, tmp_path):
    response_id, ids = judged(chen)
    read_form(chen, response_id, "chen", ids)
    confirm(chen, response_id, "chen")
    export_bundle(chen.project, tmp_path / "b", visibility=Visibility.PRIVATE, now=START)
    manifest = json.loads((tmp_path / "b" / "manifest.json").read_text("utf-8"))
    assert manifest["mode"] == "solo"
    said = "Self-accepted tasks: 1. Self-adjudicated judgments: 2."
    assert said in (tmp_path / "b" / "README.md").read_text("utf-8")
    with new_project(tmp_path / "q.xpert", now=START) as other:
        import_bundle(other, tmp_path / "b", now=START)
        copied = CommandContext(other, "chen", chen.clock)
        assert other.info().policies.is_solo
        assert task_of(copied) == task_of(chen)
        assert judgments(copied) == judgments(chen)
        with other.reading() as tx:
            assert said in decided_words(self_decided(tx))


def test_a_team_says_nothing_of_it(studio, tmp_path):
    (response_id,) = studio.answered()
    studio.judged(response_id)
    export_bundle(studio.project, tmp_path / "b", visibility=Visibility.PRIVATE, now=START)
    for name in ("manifest.json", "tasks.jsonl", "judgments.jsonl", "README.md"):
        text = (tmp_path / "b" / name).read_text("utf-8")
        assert "solo" not in text
        assert "self_" not in text
    with studio.project.reading() as tx:
        assert not self_decided(tx)
        assert not decided_words(self_decided(tx))


def test_reasons_of_answers_are_in_no_public_bundle(studio, tmp_path):
    studio.ready()
    with studio.project.writing() as tx:
        task = tasks.get_task(tx, "t1")
        entities.put(
            tx,
            task.model_copy(
                update={
                    "triage": YES.model_copy(update={"typical": False, "reason": "My patient."}),
                    "checklist": task.checklist.model_copy(update={"reason": "My patient too."}),
                }
            ),
        )
    for visibility in Visibility:
        folder = tmp_path / visibility.value
        export_bundle(studio.project, folder, visibility=visibility, now=START)
        text = (folder / "tasks.jsonl").read_text("utf-8")
        assert '"typical":false' in text
        assert ("My patient" in text) is (visibility is Visibility.PRIVATE)


def test_certificates_state_what_was_decided_on_ones_own_work(chen):
    response_id, ids = judged(chen)
    read_form(chen, response_id, "chen", ids)
    confirm(chen, response_id, "chen")
    request = ScoreRequest(provider=BASELINE, model=BASELINE_MODEL)
    run = score(
        chen.project, prepare(chen.project, request), clock=chen.clock, on_progress=lambda _: None
    )
    made = certify(chen.project, run.judge_id, now=START)
    assert made.decided == SelfDecided(is_solo=True, accepted=1, adjudicated=2, unblinded=0)
    assert decided_words(made.decided) in certificate_sentence(made)
    set_policies(chen, mode=Mode.TEAM)
    kept = certify(chen.project, run.judge_id, now=START)
    assert kept == made, "the marks stay when a team takes over"
    with chen.project.reading() as tx:
        assert certificates.get_certificate(tx, made.id) == made


def test_certificates_of_a_team_say_nothing_of_it(studio):
    (response_id,) = studio.answered()
    studio.judged(response_id)
    read_and_confirm(studio.omar, response_id, "maria")
    studio.scored(response_id)
    made = certify(studio.project, "j1", now=START)
    assert made.decided is None
    assert "decided" not in made.model_dump_json()


def test_several_judgments_that_are_named_must_have_been_read(studio):
    (response_id,) = studio.answered()
    studio.judged(response_id)
    first, second, _ = (item.checkpoint_id for item in judgments(studio.omar))
    with pytest.raises(StageError, match="2 of these 2 judgments have not been read"):
        confirm(studio.omar, response_id, "maria", [first, second])
    confirm(studio.omar, response_id, "maria", [first])
    assert [item.is_gold for item in judgments(studio.omar)] == [True, False, False]


def test_a_card_says_of_a_solo_project_only_what_is_so(chen, tmp_path):
    response_id, ids = judged(chen)
    read_form(chen, response_id, "chen", ids)
    confirm(chen, response_id, "chen")
    export_bundle(chen.project, tmp_path / "b", visibility=Visibility.PUBLIC, now=START)
    card = " ".join((tmp_path / "b" / "README.md").read_text("utf-8").split())
    assert "Self-adjudicated judgments: 2." in card
    for untrue in ("who had not written", "senior expert's check", "do so blind"):
        assert untrue not in card


def test_a_card_counts_only_what_is_in_the_bundle(chen, tmp_path):
    response_id, ids = judged(chen)
    read_form(chen, response_id, "chen", ids)
    confirm(chen, response_id, "chen")
    create_brief(chen, task_id="t2", **BRIEF)
    submit_brief(chen, "t2")
    export_bundle(
        chen.project, tmp_path / "b", visibility=Visibility.PUBLIC, now=START, all_stages=True,
        held_out=frozenset({"t1"}),
    )  # fmt: skip
    card = (tmp_path / "b" / "README.md").read_text("utf-8")
    assert "Self-accepted tasks: 1. Self-adjudicated judgments: 0." in card


@pytest.mark.parametrize("mode", ["banana", ["solo"], 1])
def test_a_mode_that_there_is_not_is_refused(tmp_path, mode):
    (tmp_path / "tasks.jsonl").write_text('{"id": "t", "prompt": "Why?"}')
    manifest = {"format": "xpert-bundle", "format_version": 2, "mode": mode}
    (tmp_path / "manifest.json").write_text(json.dumps(manifest))
    with (
        new_project(tmp_path / "q.xpert", now=START) as other,
        pytest.raises(InputRefusedError) as refused,
    ):
        import_bundle(other, tmp_path, now=START)
    (problem,) = refused.value.problems
    assert problem.field == "mode"
