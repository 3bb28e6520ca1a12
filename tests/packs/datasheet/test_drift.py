"""A judge that drifts, one that is replaced, and a rubric that changed instead."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import timedelta

import numpy as np
import pytest

from tests.cli.conftest import xpert  # noqa: F401 - a fixture
from tests.judge.projects import NOW
from tests.loopback import LoopbackServer
from tests.packs.datasheet.projects import JUDGE, LEAD, Mind, gold_project
from xpert_studio.core.records import GradingPolicy
from xpert_studio.core.store import ProjectFile, entities, settings, tasks, verdicts
from xpert_studio.packs.datasheet.drift import cause_of, series_of
from xpert_studio.packs.datasheet.records import Answer, Asking
from xpert_studio.packs.datasheet.section_drift import verdict_on


@pytest.fixture
def mind():
    return Mind(error=0.1)


@pytest.fixture
def recheck(xpert, tmp_path, mind):  # noqa: F811
    """Asks the judge of a project once more; the first time freezes the set."""
    gold_project(tmp_path / "p.xpert").close()
    with LoopbackServer(answer=mind.answer) as server:

        def ask(*options: str, judge: str = JUDGE):
            reached = ("--judge", judge, "--base-url", server.openai_url)
            return xpert("judge", "recheck", "p.xpert", *reached, *options, "--json", *LEAD)

        yield ask


def changed(tmp_path, change) -> None:
    """A change of the project that is no matter of commands here."""
    with ProjectFile.open(tmp_path / "p.xpert") as project, project.writing() as tx:
        change(tx)


def test_the_baseline_is_asked_three_times_and_then_looks_are_held_against_it(recheck, mind):
    first = recheck().json[0]
    assert [look["baseline"] for look in first["looks"]] == [True, True, True]
    assert (first["forms"], first["watch"], first["alarm"]) == (20, None, None)
    assert all(look["n"] == 80 for look in first["looks"])
    second = recheck("--check")
    assert second.code == 0
    found = second.json[0]
    assert [look["baseline"] for look in found["looks"]] == [True, True, True, False]
    assert (found["watched"], found["alarm"]) == (80, None)
    assert [(one["cause"], one["n"], one["flips"]) for one in found["looks"][-1]["changes"]] == [
        ("same", 80, 0)
    ]


def test_a_steady_judge_that_changes_is_an_alarm_and_the_exit_code_says_so(recheck, mind):
    recheck()
    mind.error = 0.2
    said = recheck("--check")
    found = said.json[0]
    assert (said.code, found["alarm"]) == (1, 4)
    assert "has changed" in found["said"]
    (change,) = found["looks"][-1]["changes"]
    assert change["cause"] == "same" and change["flips"] > 0
    assert change["change"] == pytest.approx(
        found["looks"][-1]["agreement"] - found["looks"][0]["agreement"]
    )


def test_an_unsteady_judge_is_not_an_alarm_until_its_agreement_falls(recheck, mind):
    mind.flips = 0.05
    recheck("--asks", "4")
    for _ in range(3):
        assert recheck("--check").code == 0
    mind.error = 0.6
    codes = [recheck("--check").code for _ in range(8)]
    assert codes[-1] == 1
    found = recheck().json[0]
    assert found["watch"]["is_steady"] is False
    alarm = next(look for look in found["looks"] if look["ask"] == found["alarm"])
    assert alarm["agreement"] < found["watch"]["baseline_interval"][0]


def test_a_rubric_that_changed_is_no_drift_of_the_judge(recheck, tmp_path):
    recheck()

    def reworded(tx) -> None:
        for point in tasks.rubric_of(tx, "t0"):
            entities.put(tx, point.model_copy(update={"text": f"{point.text} Clearly."}))

    changed(tmp_path, reworded)
    said = recheck("--check")
    found = said.json[0]
    assert (said.code, found["alarm"]) == (0, None)
    causes = {one["cause"]: one["n"] for one in found["looks"][-1]["changes"]}
    assert causes.keys() == {"same", "rubric"}
    assert causes["rubric"] + causes["same"] == 80 and causes["rubric"] in {4, 8}
    assert found["watched"] == causes["same"]
    assert "is no drift" in found["said"] and "rubric" in found["said"]


def test_a_policy_that_changed_leaves_nothing_to_watch(recheck, mind, tmp_path):
    recheck()

    def other(tx) -> None:
        info = settings.project_info(tx)
        policy = GradingPolicy(text="Be strict.")
        settings.put_project_info(tx, info.model_copy(update={"grading_policy": policy}))

    changed(tmp_path, other)
    mind.error = 0.4
    said = recheck("--check")
    found = said.json[0]
    assert (said.code, found["alarm"], found["watch"]) == (0, None, None)
    assert {one["cause"] for one in found["looks"][-1]["changes"]} == {"rubric"}
    assert "freeze a new set" in found["said"]
    anew = recheck("--anew").json
    assert [look["baseline"] for look in anew[0]["looks"]] == [True, True, True]


def test_a_judge_that_is_configured_otherwise_is_another_judge(recheck, tmp_path, xpert, mind):  # noqa: F811
    recheck()
    other = f"{JUDGE}-2"
    with LoopbackServer(answer=mind.answer) as server:
        reached = ("--base-url", server.openai_url, "--trials", "3")
        assert xpert("score", "p.xpert", "--judge", JUDGE, *reached, *LEAD).code == 0
    mind.error = 0.5
    with ProjectFile.open(tmp_path / "p.xpert", read_only=True) as project, project.reading() as tx:
        judge_id = next(iter(verdicts.count_by_judge(tx)))
    said = recheck("--check", judge=judge_id)
    found = said.json[0]
    assert (said.code, found["alarm"], found["replaced"]) == (0, None, True)
    assert {one["cause"] for one in found["looks"][-1]["changes"]} == {"judge"}
    assert "judge link" in found["said"]
    # Another model has a set of its own.
    mind.error = 0.1
    assert len(recheck(judge=other).json[0]["looks"]) == 3


def test_without_a_judge_the_looks_so_far_are_shown_and_nothing_is_asked(recheck, xpert, mind):  # noqa: F811
    assert xpert("judge", "recheck", "p.xpert", "--json", *LEAD).json == []
    recheck()
    mind.error = 0.5
    recheck()
    calls = mind.calls
    said = xpert("judge", "recheck", "p.xpert", "--check", *LEAD)
    assert (said.code, mind.calls) == (1, calls)
    assert "Alarm" in said.out


def test_a_dry_run_says_what_it_costs_and_writes_nothing(recheck, xpert, mind, tmp_path):  # noqa: F811
    before = sorted(tmp_path.iterdir())
    planned = recheck("--dry-run", "--forms", "5").json
    assert (planned["calls"], mind.calls) == (15, 0)
    assert sorted(tmp_path.iterdir()) == before
    assert xpert("judge", "recheck", "p.xpert", "--json", *LEAD).json == []


def test_a_project_without_gold_says_what_is_missing(xpert, tmp_path):  # noqa: F811
    gold_project(tmp_path / "p.xpert", gold=False).close()
    with LoopbackServer() as server:
        reached = ("--judge", JUDGE, "--base-url", server.openai_url)
        said = xpert("judge", "recheck", "p.xpert", *reached, *LEAD)
    assert (said.code, "no gold form" in said.err) == (2, True)


def test_points_of_a_removed_checkpoint_are_left_out(recheck, tmp_path):
    recheck()

    def removed(tx) -> None:
        point = next(iter(tasks.rubric_of(tx, "t1")))
        entities.remove(tx, point)

    changed(tmp_path, removed)
    found = recheck().json[0]
    assert found["looks"][-1]["n"] < 80
    assert found["alarm"] is None


HASHES = {"judge": "j", "policy": "p", "task": "t", "response": "r", "rated": "c", "key": "k"}


def said(score: float = 1.0, ask: int = 1, **changed: str) -> Asking:
    """What a judge said of one checkpoint, with some hashes changed."""
    found = HASHES | changed
    answer = Answer(rated=found.pop("rated"), key=found.pop("key"), score=score, gold=1.0)
    return Asking(
        series="s@1", ask=ask, at=NOW, judge_id="j", family="f", answers={"c": answer}, **found
    )


@pytest.mark.parametrize(
    ("changed", "cause"),
    [
        ({}, "same"),
        ({"judge": "j2", "key": "k2"}, "judge"),
        ({"policy": "p2", "key": "k2"}, "rubric"),
        ({"task": "t2", "key": "k2"}, "rubric"),
        ({"rated": "c2", "key": "k2"}, "rubric"),
        ({"response": "r2", "key": "k2"}, "system"),
        ({"key": "k2"}, "examples"),
        ({"judge": "j2", "rated": "c2", "key": "k2"}, "several"),
    ],
)
def test_a_change_is_put_to_the_hash_that_differs(changed, cause):
    before, now = said(), said(**changed)
    assert cause_of((before, before.answers["c"]), (now, now.answers["c"])) == cause


def test_the_changes_of_all_causes_add_up_to_that_of_the_look():
    chance = np.random.default_rng(4)
    kinds = ({}, {"rated": "c2", "key": "k2"}, {"response": "r2", "key": "k2"}, {"key": "k2"})
    records = []
    for place in range(40):
        for ask in (1, 2, 3):
            records.append((f"r{place}", said(float(chance.random() < 0.8), ask)))
        later = said(float(chance.random() < 0.5), 4, **kinds[place % 4])
        records.append((f"r{place}", later.model_copy(update={"at": NOW + timedelta(days=1)})))
    (found,) = series_of(records, {f"r{place}": place // 2 for place in range(40)})
    base = np.mean([look.agreement.value for look in found.looks if look.is_baseline])
    last = found.looks[-1]
    assert sum(one.change for one in last.changes) == pytest.approx(last.agreement.value - base)
    assert {one.cause: one.n for one in last.changes} == dict.fromkeys(
        ("same", "rubric", "system", "examples"), 10
    )
    assert found.watched == 10


def series(later: Callable[[int], Iterable[Asking]], clusters: int = 20, *, flips: bool = False):
    """Three asks of one checkpoint of each response, and what was said later, a day each."""
    records = []
    for place in range(clusters):
        for ask in (1, 2, 3):
            records.append((f"r{place}", said(float(not flips or (place + ask) % 5 > 0), ask)))
        for days, one in enumerate(later(place), 1):
            at = {"at": NOW + timedelta(days=days)}
            records.append((f"r{place}", one.model_copy(update=at)))
    (found,) = series_of(records, {f"r{place}": place for place in range(clusters)})
    return found


def test_an_alarm_counts_the_flips_of_the_verdicts_that_it_rests_on():
    """Of 15 checkpoints the wording changed after the alarm: they are no ground for it."""

    def later(place: int) -> Iterable[Asking]:
        yield said(0.0, 4)
        yield said(0.0, 5, **({"rated": "c2", "key": "k2"} if place < 15 else {}))

    found = series(later)
    assert found.alarm and found.alarm.ask == 4
    assert "5 of 5 verdicts differ" in verdict_on(found)


def test_verdicts_that_could_not_be_had_are_said_and_are_no_calm():
    def later(place: int) -> Iterable[Asking]:
        one = said(1.0, 4)
        lost = one.answers["c"].model_copy(update={"score": None})
        yield one.model_copy(update={"answers": {"c": lost}}) if place else one

    words = verdict_on(series(later, flips=True))
    assert "19 verdicts of 20 could not be had" in words
    assert "could not be had" not in verdict_on(series(lambda _: [said(1.0, 4)], flips=True))
