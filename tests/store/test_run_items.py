"""The items of a run in any order and under any filter, against the plain list of its verdicts."""

from __future__ import annotations

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.judge.projects import NOW, make_project
from tests.sampling import examples
from xpert_studio.core.errors import ProjectBusyError
from xpert_studio.core.records import (
    Call,
    Judge,
    RatingState,
    Run,
    RunPulse,
    RunState,
    Usage,
    Verdict,
)
from xpert_studio.core.store import judges, run_items, runs
from xpert_studio.core.store.calls import CallWriter, Finished, seconds_a_call
from xpert_studio.core.store.run_items import ItemFilter

STATES = (RatingState.OK, RatingState.INVALID, RatingState.ERROR)
FLAGS = ((), ("quotes_not_found",), ("hidden_characters", "quotes_not_found"))


def call_for(task: int, system: int, seconds: float) -> Finished:
    state = STATES[(task + system) % 3]
    call = Call(
        id=f"call-{task}-{system}", run_id="run-1", judge_id="j", response_id=f"t{task}:s{system}",
        asked=("c0", "c1", "c2"), state=state, problem=None if state == "ok" else "100%_sure",
        usage=Usage(input_tokens=10), cost=None if system else 0.5, finish="stop",
        started_at=NOW, seconds=seconds,
    )  # fmt: skip
    made = tuple(
        Verdict(
            response_id=call.response_id, checkpoint_id=f"c{n}", judge_id="j", state=state,
            value=1 if state == "ok" else None, flags=FLAGS[n], judged_at=NOW,
            problem=call.problem,
        )
        for n in range(3)
    )  # fmt: skip
    return Finished(call, made)


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    path = tmp_path_factory.mktemp("items") / "p.xpert"
    with make_project(path, tasks=4, systems=3) as made:
        with made.writing() as tx:
            judges.ensure_judge(tx, Judge(id="j", provider="p", model="m"))
            for run_id in ("run-1", "run-2"):
                runs.put_run(tx, Run(id=run_id, judge_id="j", started_at=NOW), now=NOW)
            finished = [call_for(t, s, (7 * t + 3 * s) % 5) for t in range(4) for s in range(3)]
            CallWriter("run-1").write(tx, finished, ())
        yield made


def all_items(project):
    with project.reading() as tx:
        keys, _ = run_items.verdict_keys(tx, ItemFilter("run-1"))
        found = run_items.verdict_items(tx, keys)
    return [found[key] for key in keys]


@examples(12)
@given(
    states=st.lists(st.sampled_from(STATES), unique=True).map(tuple),
    models=st.lists(st.sampled_from(["s0", "s1", "s2"]), unique=True).map(tuple),
    flags=st.lists(
        st.sampled_from(["quotes_not_found", "hidden_characters", "quotes"]), unique=True
    ).map(tuple),
    words=st.sampled_from(["", "fact 1", "CASE 2", "%_", "t3 fact", "nothing like it"]),
    sort=st.sampled_from(run_items.SORTS),
    descending=st.booleans(),
)  # fmt: skip
def test_a_filter_leaves_what_it_says_in_the_order_it_says(
    project, states, models, flags, words, sort, descending
):
    every = all_items(project)
    expected = [
        item for item in every
        if (not states or item.state in states)
        and (not models or item.model in models)
        and (not flags or set(flags) & set(item.flags))
        and all(
            any(word.lower() in text.lower() for text in (item.task_title, item.task_id, item.checkpoint, item.problem))
            for word in words.split()
        )
    ]  # fmt: skip
    orders = {
        "order": lambda item: item.key,
        "task": lambda item: item.task_title.lower(),
        "seconds": lambda item: item.seconds,
        "cost": lambda item: -1 if item.cost is None else item.cost,
    }
    wanted = ItemFilter("run-1", words, states, models, flags, sort=sort, descending=descending)
    with project.reading() as tx:
        keys, withheld = run_items.verdict_keys(tx, wanted)
        found = run_items.verdict_items(tx, keys)
    shown = [orders[sort](found[key]) for key in keys]
    assert sorted(keys) == sorted(item.key for item in expected)
    assert shown == sorted(shown, reverse=descending)
    assert withheld == 0


def test_calls_are_listed_alike(project):
    wanted = ItemFilter("run-1", states=(RatingState.ERROR,), sort="seconds", descending=True)
    with project.reading() as tx:
        keys, _ = run_items.call_keys(tx, wanted)
        found = [run_items.call_items(tx, keys)[key] for key in keys]
        assert run_items.call_keys(tx, ItemFilter("run-2")) == ([], 0)
        named, _ = run_items.call_keys(tx, ItemFilter("run-1", words="t1"))
    assert [item.seconds for item in found] == sorted((i.seconds for i in found), reverse=True)
    assert {item.state for item in found} == {RatingState.ERROR}
    assert found[0].asked == ("c0", "c1", "c2")
    assert len(named) == 3


def test_responses_can_be_left_out_and_are_counted(project):
    with project.reading() as tx:
        keys, withheld = run_items.verdict_keys(tx, ItemFilter("run-1"), without={"t0:s0", "gone"})
    assert (len(keys), withheld) == (33, 3)


def test_facets_and_open_problems(project):
    with project.reading() as tx:
        facets = run_items.facets_of(tx, "run-1")
        left = run_items.open_problems(tx, "run-1")
        mean = seconds_a_call(tx, "p", "m")
        assert seconds_a_call(tx, "p", "another") is None
    assert facets.models == ("s0", "s1", "s2")
    assert facets.flags == {"quotes_not_found": 24, "hidden_characters": 12}
    every = all_items(project)
    assert left == {
        state: sum(item.state is state for item in every)
        for state in (RatingState.INVALID, RatingState.ERROR)
    }
    took = [seconds for t in range(4) for s in range(3) if (seconds := (7 * t + 3 * s) % 5)]
    assert mean == pytest.approx(sum(took) / len(took)), "those of a batch take none"


def test_a_run_belongs_to_one_process_at_a_time(tmp_path, monkeypatch):
    run = Run(id="run-1", judge_id="j", started_at=NOW, state=RunState.RUNNING)
    with make_project(tmp_path / "q.xpert", tasks=1) as project:
        with project.writing() as tx:
            judges.ensure_judge(tx, Judge(id="j"))
            runs.put_run(tx, run, now=NOW, pulse=RunPulse(asks=9, in_flight=2))
        with monkeypatch.context() as patch:
            patch.setattr(runs, "this_process", lambda: "elsewhere:1")
            with project.writing() as tx, pytest.raises(ProjectBusyError, match="taken over"):
                runs.put_run(tx, run, now=NOW)
            with project.writing() as tx:
                runs.put_run(tx, run, now=NOW, takes_over=True)
        with project.reading() as tx:
            (fresh,) = runs.standings(tx, now=NOW + timedelta(seconds=59))
            (late,) = runs.standings(tx, now=NOW + timedelta(seconds=61))
        assert fresh.is_alive
        assert fresh.pulse.asks == 9
        assert not fresh.broke_off
        assert (late.is_alive, late.broke_off, late.process) == (False, True, None)
        with project.writing() as tx, pytest.raises(ProjectBusyError):
            runs.put_run(tx, run, now=NOW)


def test_a_silent_process_is_not_alive_for_ever(tmp_path):
    """Its number may be another's by now."""
    run = Run(id="run-1", judge_id="j", started_at=NOW, state=RunState.PAUSED)
    with make_project(tmp_path / "q.xpert", tasks=1) as project:
        with project.writing() as tx:
            judges.ensure_judge(tx, Judge(id="j"))
            runs.put_run(tx, run, now=NOW)
        with project.reading() as tx:
            assert runs.is_alive(tx, "run-1", now=NOW + timedelta(minutes=2))
            assert not runs.is_alive(tx, "run-1", now=NOW + timedelta(minutes=11))
