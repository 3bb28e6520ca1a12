"""Work on a judge's alignment: the queue, certificates, and what is asked again."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest

from tests.judge.projects import NOW, now
from tests.loopback import LoopbackServer
from tests.loopback.answers import asked_ids
from tests.workflow.deciding import approve, confirm
from tests.workflow.studio import Studio
from xpert_studio.core.errors import DamagedProjectError, NotAllowedError, NotFoundError
from xpert_studio.core.judge.scoring import BASELINE, BASELINE_MODEL, ScoreRequest, prepare, score
from xpert_studio.core.records import Cause, DisagreementKey, Stage
from xpert_studio.core.store import entities, log, tasks
from xpert_studio.core.workflow import (
    attribute,
    dispute_judgment,
    draw_spot_checks,
    edit_checkpoint,
    fix_checkpoint,
    judge_line,
    open_form,
    override,
    set_grading_policy,
    submit_form,
    submit_rubric,
)
from xpert_studio.core.workflow.blinding import blinding_of
from xpert_studio.core.workflow.pending import Pending
from xpert_studio.core.workflow.views import case_view
from xpert_studio.report import analyse
from xpert_studio.report.cases import CaseFilter
from xpert_studio.report.certificates import certify
from xpert_studio.report.queue import QueueState, read_queue
from xpert_studio.report.rerun_scope import what_to_ask_again
from xpert_studio.report.trend import between, certificates_of, validity

MODELS = ("aurora", "borealis", "cirrus")
FIXED = "States month 30 as the break date, by number."


def verdicts_of(request) -> str:
    """A judge that finds everything met but the line that was fixed, which it finds in aurora."""
    text = request.shared.decode() + request.suffix
    said = [
        {
            "id": name,
            "evidence": [],
            "rationale": "It reads so.",
            "met": f"[{name}] {FIXED}" not in text or "aurora says" in request.suffix,
        }
        for name in asked_ids(request)
    ]
    return json.dumps({"verdicts": said})


@pytest.fixture
def studio(tmp_path):
    made = Studio(tmp_path / "studio.xpert")
    yield made
    made.project.close()


@pytest.fixture
def server():
    with LoopbackServer(answer=verdicts_of) as made:
        yield made


@pytest.fixture
def judged(studio: Studio):
    """Three responses; aurora meets all lines, the others lack the first. All gold by Omar."""
    return studio.through(_judge)


def _judge(studio: Studio):
    answers = studio.answered(models=MODELS)
    first = lines(studio)[0]
    for place, response in enumerate(answers):
        studio.judged(response)
        rest = None
        if place:
            override(studio.omar, response, "maria", first.id, note="It is not said.")
        confirm(studio.omar, response, "maria", rest)
    return answers


def lines(studio: Studio):
    with studio.project.reading() as tx:
        return tasks.rubric_of(tx, "t1")


def scored(studio: Studio, server, *, at=now):
    request = ScoreRequest(provider="compatible", model="m", base_url=server.openai_url)
    prepared = prepare(studio.project, request)
    return score(studio.project, prepared, clock=at, on_progress=lambda _: None)


def queue_of(studio: Studio, judge_id: str, **options):
    analysis = analyse(studio.project, with_comparisons=False)
    return analysis, read_queue(studio.project, analysis, CaseFilter(judge=judge_id), **options)


def test_the_queue_follows_what_becomes_of_each_disagreement(studio, judged):
    for response in judged:
        studio.scored(response, met=True)
    first = lines(studio)[0].id
    _, queue = queue_of(studio, "j1")
    assert len(queue) == 2
    assert queue.counts == {QueueState.OPEN: 2, QueueState.RESOLVED: 0, QueueState.OUTDATED: 0}
    keys = [DisagreementKey("j1", response, first) for response in judged[1:]]
    attribute(studio.lena, keys[:1], Cause.JUDGE_ERROR, reason="It reads too kindly.")
    _, queue = queue_of(studio, "j1")
    assert queue.counts[QueueState.RESOLVED] == 1
    assert queue.causes == {"judge_error": 1}
    analysis, still = queue_of(studio, "j1", state="open")
    assert [analysis.catalog.responses[r] for r in still.cases.paired.response] == [judged[2]]
    assert len(queue_of(studio, "j1", cause="judge_error")[1]) == 1
    assert len(queue_of(studio, "j1", cause="expert_error")[1]) == 0
    dispute_judgment(studio.lena, keys[1], "maria", reason="It is said at the end.")
    _, queue = queue_of(studio, "j1")
    assert (len(queue), queue.pending) == (1, 1)
    confirm(studio.omar, judged[2], "maria", [first])
    _, queue = queue_of(studio, "j1")
    assert (queue.pending, queue.resolved) == (0, 1), "maria had found it met"


def test_what_somebody_may_judge_is_not_in_their_queue(studio, judged):
    for response in judged:
        studio.scored(response, met=True)
    for person, seen in (("lena", 2), ("omar", 2), ("ada", 0)):
        blinding = blinding_of(studio.ctx(person))
        assert blinding.sees_judgments
        _, queue = queue_of(studio, "j1", blinding=blinding)
        assert (len(queue), queue.withheld) == (seen, 2 - seen)
    assert not blinding_of(studio.maria).sees_judgments
    assert "t1" in blinding_of(studio.omar).tasks
    assert "t1" not in blinding_of(studio.lena).tasks


def test_who_is_to_confirm_a_judgment_sees_nothing_of_what_the_judge_said_there(studio, judged):
    for response in judged:
        studio.scored(response, met=True)
    first, second = (point.id for point in lines(studio)[:2])
    key = DisagreementKey("j1", judged[1], first)
    other = DisagreementKey("j1", judged[2], first)
    dispute_judgment(studio.lena, key, "maria", reason="Look again.")
    blinding = blinding_of(studio.omar)
    assert blinding.pending == {judged[1]: Pending.CONFIRM}
    _, queue = queue_of(studio, "j1", blinding=blinding)
    assert (len(queue), queue.withheld) == (1, 0), "the disputed one is no longer gold"
    with pytest.raises(NotAllowedError, match="are hidden"):
        case_view(studio.omar, key._replace(checkpoint_id=second))
    with pytest.raises(NotAllowedError, match="are hidden"):
        attribute(studio.omar, [key], Cause.JUDGE_ERROR, reason="So.")
    attribute(studio.omar, [other], Cause.JUDGE_ERROR, reason="So.")
    assert case_view(studio.lena, key).system == MODELS[1]
    assert case_view(studio.omar, other).system is None
    confirm(studio.omar, judged[1], "maria")
    assert case_view(studio.omar, key).experts[0].judgment.is_gold


def test_fix_the_checkpoint_score_what_changed_and_see_what_it_did(studio, judged, server):
    scored(studio, server)
    asked_first = len(server.requests)
    judge_id = next(iter(analyse(studio.project).judges))
    old = certify(studio.project, judge_id, now=now())
    assert (old.figures["cdr"].value, old.figures.n) == (0.0, 9), "the judge ties all three"
    assert certify(studio.project, judge_id, now=now()).id == old.id, "nothing has changed"
    key = DisagreementKey(judge_id, judged[1], lines(studio)[0].id)

    fix_checkpoint(studio.lena, key, reason="By number, or in words?")
    edit_checkpoint(studio.wei, "t1", key.checkpoint_id, text=FIXED)
    assert set(standing(studio, judge_id).changed) == {"rubrics", "gold", "verdicts"}
    waits = what_to_ask_again(studio.project, judge_id)
    assert (waits.stale, waits.stale_judgments, waits.missing, waits.calls) == (3, 3, 3, 3)
    submit_rubric(studio.wei, "t1")
    approve(studio.maria, "t1")
    draw_spot_checks(studio.lena, seed=1, share=0.0)
    for place, response in enumerate(judged):
        open_form(studio.maria, response)
        judge_line(
            studio.maria, response, key.checkpoint_id, value=not place, rationale="Decided anew."
        )
        submit_form(studio.maria, response)
        confirm(studio.omar, response, "maria")

    run = scored(studio, server)
    assert len(server.requests) - asked_first == 3, "one call a response, for one line each"
    assert (run.known, run.ok) == (6, 3)
    new = certify(studio.project, judge_id, now=now(), run_id=run.id)
    assert new.id != old.id
    assert new.figures["cdr"].value == pytest.approx(2 / 3)
    assert standing(studio, judge_id).is_current
    found = between(studio.project, analyse(studio.project), judge_id, old.id, new.id)
    assert (found.edited, found.reweighted, found.added, found.removed) == (1, 0, 0, 0)
    assert (found.asked, found.progress.n) == (3, 9)
    assert (found.progress.verdicts_changed, found.progress.righted) == (2, 2)
    assert (found.progress.cdr.before, found.progress.cdr.after) == (0.0, pytest.approx(2 / 3))
    assert {part.name for part in found.progress.parts if part.by == "dimension"} == {"Accuracy"}
    assert [item.id for item in certificates_of(studio.project, judge_id)] == [old.id, new.id]


def standing(studio: Studio, judge_id: str):
    return validity(studio.project, analyse(studio.project), judge_id)


def test_a_certificate_says_which_of_its_grounds_has_changed(studio, judged, server):
    scored(studio, server)
    judge_id = next(iter(analyse(studio.project).judges))
    assert standing(studio, judge_id).certificate is None
    certify(studio.project, judge_id, now=now(), made_by="lena")
    assert standing(studio, judge_id).changed == ()
    set_grading_policy(studio.lena, "Half right is wrong.", reason="Asked for.")
    assert standing(studio, judge_id).changed == ("policy",)
    assert what_to_ask_again(studio.project, judge_id).missing == 9
    key = DisagreementKey(judge_id, judged[1], lines(studio)[0].id)
    dispute_judgment(studio.lena, key, "maria", reason="Look again.")
    assert standing(studio, judge_id).changed == ("policy", "gold", "verdicts")
    with studio.project.reading() as tx:
        told = [event for event in log.all_entries(tx) if event.command == "certificate.add"]
    assert [event.actor_id for event in told] == ["lena"]
    assert told[0].details["n"] == 9


def test_now_is_compared_with_a_certificate_before_anything_is_scored(studio, judged, server):
    scored(studio, server)
    judge_id = next(iter(analyse(studio.project).judges))
    old = certify(studio.project, judge_id, now=now())
    override_all = DisagreementKey(judge_id, judged[1], lines(studio)[0].id)
    dispute_judgment(studio.lena, override_all, "maria", reason="Look again.")
    found = between(studio.project, analyse(studio.project), judge_id, old.id)
    assert found.second is None
    assert (found.progress.n, found.progress.only_before) == (8, 1)
    assert found.asked == 0


def test_the_embedded_judges_later_self_is_held_against_its_earlier_one(studio, judged):
    request = ScoreRequest(provider=BASELINE, model=BASELINE_MODEL)
    run = score(
        studio.project, prepare(studio.project, request), clock=now, on_progress=lambda _: None
    )
    first = certify(studio.project, run.judge_id, now=now())
    with studio.project.writing() as tx:
        task = tasks.get_task(tx, "t1")
        entities.put(tx, task.model_copy(update={"stage": Stage.RUBRIC}))
    edit_checkpoint(studio.wei, "t1", lines(studio)[2].id, text="Names clause 9 as its ground.")
    waits = what_to_ask_again(studio.project, run.judge_id)
    assert waits.is_new_judge
    assert waits.missing == 9
    again = score(
        studio.project, prepare(studio.project, request), clock=now, on_progress=lambda _: None
    )
    assert again.judge_id != run.judge_id
    second = certify(studio.project, again.judge_id, now=now() + timedelta(seconds=1))
    assert second.family == first.family
    assert certificates_of(studio.project, again.judge_id) == [first, second]
    found = between(studio.project, analyse(studio.project), again.judge_id, first.id, second.id)
    assert "judge" in found.changed
    assert found.progress.n == 6, "three judgments wait for the new text"


def test_without_gold_there_is_nothing_to_certify(studio, server):
    studio.answered(models=MODELS)
    run = scored(studio, server)
    assert certify(studio.project, run.judge_id, now=now()) is None
    with pytest.raises(NotFoundError, match="no judge nobody"):
        certify(studio.project, "nobody", now=now())
    analysis = analyse(studio.project)
    assert len(read_queue(studio.project, analysis, CaseFilter(judge=run.judge_id))) == 0


def test_a_judge_from_elsewhere_cannot_be_asked_and_says_so(studio, judged):
    studio.scored(judged[0])
    found = what_to_ask_again(studio.project, "j1")
    assert (found.missing, found.calls) == (0, 0)
    assert "worked elsewhere" in found.refused.message


def test_answers_that_were_tampered_with_are_not_compared(studio, judged):
    for response in judged:
        studio.scored(response)
    made = certify(studio.project, "j1", now=NOW)
    with studio.project.writing() as tx:
        tx.connection.exec_driver_sql("UPDATE certificate SET evidence = x'00'")
    with pytest.raises(DamagedProjectError):
        between(studio.project, analyse(studio.project), "j1", made.id)
    with pytest.raises(NotFoundError, match="no certificate"):
        between(studio.project, analyse(studio.project), "j1", "cert-x")
    assert certificates_of(studio.project, "j1")[0].figures.n == 9
