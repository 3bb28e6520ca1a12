"""Who sees a judge's verdicts, when, and what stands beside them."""

from __future__ import annotations

import pytest

from tests.workflow.deciding import confirm
from tests.workflow.studio import Studio
from xpert_studio.core.errors import NotAllowedError, NotFoundError
from xpert_studio.core.judge.planning import would_be_known
from xpert_studio.core.judge.request import ScoreRequest
from xpert_studio.core.judge.scoring import BASELINE, BASELINE_MODEL, prepare, score
from xpert_studio.core.records import RatingState, Role, RunState
from xpert_studio.core.store import calls, judgments, runs, verdicts
from xpert_studio.core.store.run_items import ItemFilter
from xpert_studio.core.workflow import (
    change_person,
    edit_checkpoint,
    reopen,
    set_policies,
    waiting_for,
)
from xpert_studio.core.workflow.pending import Pending
from xpert_studio.core.workflow.unblinding import unblind
from xpert_studio.core.workflow.views.runs import list_items, run_outcome, verdict_items, watch_runs
from xpert_studio.core.workflow.views.verdict_report import exchange_of, report_verdict
from xpert_studio.core.workflow.views.verdicts import earlier_verdicts, verdict_view

SYSTEMS = ("aurora", "borealis", "cirrus")


def scored(studio: Studio) -> str:
    """Has everything judged by the embedded judge; returns its id."""
    request = ScoreRequest(provider=BASELINE, model=BASELINE_MODEL)
    prepared = prepare(studio.project, request)
    run = score(studio.project, prepared, clock=studio.now, on_progress=lambda _: None)
    assert run.state is RunState.DONE
    return run.judge_id


@pytest.fixture
def responses(studio: Studio) -> list[str]:
    return studio.answered(models=SYSTEMS)


def test_a_verdict_stands_beside_the_experts_judgments(studio, responses):
    first = responses[0]
    studio.judged(first, "maria", met=True)
    studio.judged(first, "wei", met=False)
    judge_id = scored(studio)
    view = verdict_view(studio.lena, first)
    assert view.judge.id == judge_id
    assert view.judges == {judge_id: 3}
    assert view.system == "aurora"
    assert [len(line.said) for line in view.lines] == [2, 2, 2]
    assert all(line.state is RatingState.OK and line.differs for line in view.lines)
    assert {said.expert.called for said in view.lines[0].said} == {"Maria", "Wei"}
    told = report_verdict(view, view.lines[0], None)
    assert [expert["met"] for expert in told["experts"]] == [True, False]
    assert told["hashes"]["rated_hash"] == told["hashes"]["rated_hash_now"]


def test_the_exchange_tells_what_it_took(studio, responses):
    scored(studio)
    view = verdict_view(studio.lena, responses[1])
    exchange = exchange_of(studio.lena, view.lines[0].verdicts[0].call_key)
    assert exchange.call.response_id == responses[1]
    assert exchange.call.cost == 0.0
    assert exchange.shared is None  # the embedded judge asks nobody
    with pytest.raises(NotFoundError):
        exchange_of(studio.lena, 10**6)


def test_whoever_judges_blind_sees_no_verdict(studio, responses):
    scored(studio)
    with pytest.raises(NotAllowedError):
        verdict_view(studio.maria, responses[0])
    # Ada is a senior who may judge law: the verdicts are hidden until she has.
    sealed = verdict_view(studio.ada, responses[0])
    assert (sealed.pending, sealed.lines, sealed.system) == (Pending.JUDGE, (), None)
    with studio.project.reading() as tx:
        key = verdicts.on_response(tx, responses[0], sealed.judge.id)[0].call_key
    with pytest.raises(NotAllowedError):
        exchange_of(studio.ada, key)
    assert earlier_verdicts(studio.ada, responses[0], "x", sealed.judge.id) == ()
    studio.judged(responses[0], "ada")
    assert verdict_view(studio.ada, responses[0]).pending is None
    assert verdict_view(studio.ada, responses[1]).pending is Pending.JUDGE
    # A call that compares shows a second response: all of the task have to be judged before.
    run = exchange_of(studio.ada, key).run
    with studio.project.writing() as tx:
        comparing = run.model_copy(update={"selection": {"comparisons": True}})
        runs.put_run(tx, comparing, now=run.started_at)
    with pytest.raises(NotAllowedError):
        exchange_of(studio.ada, key)
    for response_id in responses[1:]:
        studio.judged(response_id, "ada")
    assert exchange_of(studio.ada, key).compares


def test_whoever_confirms_sees_the_verdict_only_after_that(studio, responses):
    scored(studio)
    assert verdict_view(studio.omar, responses[0]).pending is None
    studio.judged(responses[0], "maria")
    assert verdict_view(studio.omar, responses[0]).pending is Pending.CONFIRM
    confirm(studio.omar, responses[0], "maria")
    assert verdict_view(studio.omar, responses[0]).pending is None


def test_a_lead_who_unblinds_may_judge_and_the_judgments_say_so(studio, responses):
    scored(studio)
    change_person(studio.lena, "lena", roles=(Role.LEAD, Role.EXPERT))
    set_policies(studio.lena, qualification_required=False)
    assert verdict_view(studio.lena, responses[0]).pending is Pending.JUDGE
    with pytest.raises(NotAllowedError):
        unblind(studio.ada, [responses[0]])
    assert unblind(studio.lena, [responses[0]]).details["unblinded"] == list(responses[:1])
    assert unblind(studio.lena, [responses[0]]).details["unblinded"] == []
    assert verdict_view(studio.lena, responses[0]).pending is None
    assert verdict_view(studio.lena, responses[1]).pending is Pending.JUDGE
    waiting = {form.response_id for form in waiting_for(studio.lena).to_judge}
    assert waiting == set(responses[1:])
    for response_id in responses[:2]:
        studio.judged(response_id, "lena")
    with studio.project.reading() as tx:
        made = {
            item.response_id: item.unblinded
            for item in judgments.all_judgments(tx)
            if item.expert_id == "lena"
        }
    assert made == dict.fromkeys(responses[:2], True), (
        "before she was an expert, nothing was hidden"
    )
    assert unblind(studio.lena).details["unblinded"] == [responses[2]]


def test_the_items_of_a_run_leave_out_what_the_person_may_still_judge(studio, responses):
    scored(studio)
    (seen,) = watch_runs(studio.project, now=studio.now())
    wanted = ItemFilter(seen.run.id)
    assert len(list_items(studio.lena, wanted).keys) == 9
    with pytest.raises(NotAllowedError):
        list_items(studio.omar, wanted)
    change_person(studio.lena, "ada", roles=(Role.LEAD, Role.EXPERT))
    studio.judged(responses[2], "ada")
    found = list_items(studio.ada, wanted)
    assert (len(found.keys), found.withheld) == (3, 6)
    items = verdict_items(studio.ada, found.keys)
    assert {(item.response_id, item.model) for item in items.values()} == {(responses[2], "")}
    assert verdict_items(studio.lena, found.keys[:1])[found.keys[0]].model == "cirrus"
    assert run_outcome(studio.ada, seen.run.id).facets.models == ()
    by_system = ItemFilter(seen.run.id, models=("aurora",))
    assert list_items(studio.ada, by_system).keys == found.keys
    assert list_items(studio.ada, wanted, calls=True).withheld == 2


def test_after_an_edit_a_verdict_is_stale_and_would_be_asked_again(studio, responses):
    judge_id = scored(studio)
    before = verdict_view(studio.lena, responses[0])
    kept = before.lines[0].verdicts[0]
    assert would_be_known(studio.project, kept.verdict)
    reopen(studio.lena, "t1", reason="A slip.")
    edit_checkpoint(studio.wei, "t1", before.lines[0].checkpoint.id, text="Names month 36.")
    after = verdict_view(studio.lena, responses[0], judge_id)
    assert [item.verdicts[0].is_stale for item in after.lines] == [True, False, False]
    assert not would_be_known(studio.project, kept.verdict)
    assert would_be_known(studio.project, after.lines[1].verdicts[0].verdict)
    hashes = report_verdict(after, after.lines[0], None)["hashes"]
    assert hashes["rated_hash"] != hashes["rated_hash_now"]
    assert hashes["stale"]


def test_a_verdict_that_was_asked_again_keeps_the_earlier_one(studio, responses):
    judge_id = scored(studio)
    point = verdict_view(studio.lena, responses[0]).lines[0].checkpoint.id
    with studio.project.writing() as tx:
        run = runs.all_runs(tx)[-1]
        call = calls.calls_of(tx, run.id)[0]
        old = verdicts.on_response(tx, responses[0], judge_id, checkpoint_id=point)[0].verdict
        writer = calls.CallWriter(run.id)
        new = old.model_copy(update={"value": 1 - old.value, "rationale": "Looked again."})
        again = call.model_copy(update={"id": "call-again", "response_id": responses[0]})
        writer.write(tx, [calls.Finished(again, (new,))], ())
    found = earlier_verdicts(studio.lena, responses[0], point, judge_id)
    assert [item.is_replaced for item in found] == [False, True]
    assert [item.verdict.value for item in found] == [not old.value, old.value]
    line = verdict_view(studio.lena, responses[0]).line(point)
    assert [item.verdict.rationale for item in line.verdicts] == ["Looked again."]


def test_the_way_leads_through_all_responses_the_judge_has_judged(studio, responses):
    scored(studio)
    seen, at = [], ("t1", responses[0])
    while before := verdict_view(studio.lena, at[1]).before:
        at = before
    while at:
        seen.append(at[1])
        at = verdict_view(studio.lena, at[1]).after
    assert sorted(seen) == sorted(responses)
    labels = [verdict_view(studio.lena, response_id).label for response_id in seen]
    assert labels == ["A", "B", "C"]


def test_a_judge_that_has_said_nothing_is_named(studio, responses):
    assert verdict_view(studio.lena, responses[0]).judge is None
    scored(studio)
    with pytest.raises(NotFoundError, match="no judge gpt with verdicts here"):
        verdict_view(studio.lena, responses[0], "gpt")


def test_a_run_is_watched_with_its_judge_and_its_outcome(studio, responses):
    judge_id = scored(studio)
    (seen,) = watch_runs(studio.project, now=studio.now())
    assert (seen.judge.id, seen.state, seen.done) == (judge_id, RunState.DONE, 9)
    assert not seen.is_going
    assert seen.coverage == 1.0
    outcome = run_outcome(studio.lena, seen.run.id)
    assert outcome.facets.models == SYSTEMS
    assert outcome.still_open == {}
