"""Plans of labels: what is expected, who is asked, and what becomes of the labels."""

from __future__ import annotations

import json

import numpy as np
import pytest

from tests.packs.correction.labelling import WHEN, label
from tests.packs.correction.made import POINTS, bundle, world
from tests.program import carried_out
from xpert_studio.core.records import OpenForm
from xpert_studio.core.store import ProjectFile, entities
from xpert_studio.packs.correction.budget import Moments
from xpert_studio.packs.correction.estimator import Totals, corrected
from xpert_studio.packs.correction.figures import wanted_figure

ERRORS = {"aster": (0.05, 0.35), "birch": (0.3, 0.05)}
TASKS = 40


@pytest.fixture
def project(tmp_path, monkeypatch):
    """A project with a lead, an expert, and labels of the first twelve tasks."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XPERT_STUDIO_CONFIG", str(tmp_path))
    made = world(2, TASKS, ERRORS)
    folder = bundle(tmp_path / "rows", made, lambda _, n: n < 12)
    told("import", "p.xpert", str(folder), "--new")
    told("people", "add", "p.xpert", "maria", "--role", "expert", "--domain", "Law")
    told("people", "qualify", "p.xpert", "maria", "passed", "--exemption", "bar")
    return made


def told(*words, code=0, person="lena"):
    said = carried_out(*words, "--as", person)
    assert said.code == code, said.out + said.err
    return said.out + said.err


def plain(*words, person="lena"):
    said = carried_out(*words, "--json", "--as", person)
    assert said.code == 0, said.err
    return json.loads(said.out)


def plan(figure, *more):
    return plain("labels", "plan", "p.xpert", "--figure", figure, *more)


def scores():
    found = plain("sections", "p.xpert", "corrected-scores")["systems"]
    return {one["system"]: one for one in found}


def test_a_plan_says_what_it_narrows_and_a_dry_run_asks_nobody(project):
    found = plan("score:aster", "--responses", "8", "--dry-run")
    assert len(found["responses"]) == 8
    assert found["asked"] is False
    assert {one["probability"] for one in found["responses"]} == {8 / 28}
    halves = [found["now"]["half"], *(one["half"] for one in found["expected"])]
    assert halves == sorted(halves, reverse=True)
    assert found["expected"][-1]["judgments"] == 8 * POINTS
    assert found["expected"][-1]["labelled"] == 20
    assert plain("labels", "list", "p.xpert") == {"sampled": [], "to_judge": 0}


def test_the_same_seed_plans_the_same(project):
    words = ("score:aster", "--responses", "8", "--dry-run", "--seed")
    one, two, other = (plan(*words, seed)["responses"] for seed in ("3", "3", "4"))
    assert one == two
    assert one != other


def test_a_difference_is_labelled_on_the_same_tasks(project):
    found = plan("difference:aster,birch", "--judgments", str(10 * POINTS), "--dry-run")
    names = [one["response"] for one in found["responses"]]
    tasks = {name.partition("-")[0] for name in names}
    assert sorted(names) == sorted(f"{task}-{s}" for task in tasks for s in ("aster", "birch"))
    assert len(tasks) == 5


def test_what_is_planned_comes_first_in_the_queue_of_an_expert(project):
    before = plain("judge", "list", "p.xpert", person="maria")["to_judge"]
    assert not any(one["asked_for"] for one in before)
    found = plan("score:birch", "--responses", "6")
    asked = {one["response"].partition("-")[0] for one in found["responses"]}
    after = plain("judge", "list", "p.xpert", person="maria")["to_judge"]
    first = [one for one in after if one["asked_for"]]
    assert after[: len(first)] == first
    assert {one["response"].partition(":")[0] for one in first} == asked
    said = told("judge", "list", "p.xpert", person="maria")
    assert "asked for" in said
    assert "birch" not in said.replace("birch answers", ""), "the queue stays blind"
    assert len(after) == len(before)


def test_labels_that_a_plan_adds_let_all_of_them_count(project):
    """Labels chosen otherwise count for themselves, sampled ones for the rest."""
    assert not scores()["aster"]["labels"]["at_random"]
    found = plan("score:aster", "--responses", "8")
    wanted = {one["response"] for one in found["responses"]}
    assert scores()["aster"]["labels"]["way"] == "unfinished"
    label("p.xpert", project, lambda system, n: f"t{n}-{system}" in wanted)
    row = scores()["aster"]
    assert row["labels"] == {
        "way": "sampled", "sampled": 20, "missing": 0, "source": "", "at_random": True,
    }  # fmt: skip
    assert row["labelled_clusters"] == 20
    low, high = row["corrected_interval"]
    assert low < project.score("aster") < high
    listed = plain("labels", "list", "p.xpert")
    assert listed["to_judge"] == 0
    assert {one["response"] for one in listed["sampled"]} == wanted


def test_what_was_planned_for_one_figure_is_not_listed_under_the_next(project):
    first = {one["response"] for one in plan("score:aster", "--responses", "5")["responses"]}
    plan("difference:aster,birch", "--responses", "8")
    listed = {one["response"]: one for one in plain("labels", "list", "p.xpert")["sampled"]}
    assert {listed[name]["figure"] for name in first} == {"score:aster"}
    assert {one["figure"] for name, one in listed.items() if name not in first} == {
        "difference:aster,birch"
    }
    assert all(one["to_judge"] for one in listed.values())


def test_a_sample_that_is_not_all_judged_is_not_taken_for_one(project):
    found = plan("score:aster", "--responses", "8")
    first = {one["response"] for one in found["responses"][:5]}
    label("p.xpert", project, lambda system, n: f"t{n}-{system}" in first)
    row = scores()["aster"]
    assert row["labels"]["way"] == "unfinished"
    assert row["words"] == "labels not chosen at random: 17 of 20 sampled responses judged"
    assert row["corrected_rank"] is None
    assert plain("labels", "list", "p.xpert")["to_judge"] == 3


def test_labels_beside_the_sample_do_not_count_once_there_is_one(project):
    found = plan("score:aster", "--responses", "8")
    wanted = {one["response"] for one in found["responses"]}
    label("p.xpert", project, lambda system, n: f"t{n}-{system}" in wanted)
    before = scores()["aster"]
    other = next(n for n in range(12, TASKS) if f"t{n}-aster" not in wanted)
    label("p.xpert", project, lambda system, n: system == "aster" and n == other)
    after = scores()["aster"]
    assert after["corrected"] == pytest.approx(before["corrected"])
    assert after["labelled_clusters"] == 20


def test_minutes_are_those_that_forms_took(project, tmp_path):
    """A form of six judgments took two minutes: ten minutes are five responses."""
    with ProjectFile.open(tmp_path / "p.xpert") as opened, opened.writing() as tx:
        entities.put(
            tx,
            OpenForm(
                response_id="t0-aster", expert_id="eve", opened_at=WHEN, seconds=120.0,
                submitted_at=WHEN,
            ),
        )  # fmt: skip
    found = plan("score:aster", "--minutes", "10", "--dry-run")
    assert len(found["responses"]) == 5
    assert found["forms_timed"] == 1
    assert found["expected"][-1]["minutes"] == pytest.approx(10)


def test_undo_takes_a_plan_back(project):
    plan("score:aster", "--responses", "8")
    told("undo", "p.xpert")
    assert plain("labels", "list", "p.xpert")["sampled"] == []


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--figure", "score:nobody", "--responses", "5"), "There are: aster, birch"),
        (("--figure", "score:aster,birch", "--responses", "5"), "another number of systems"),
        (("--figure", "median:aster", "--responses", "5"), "score:SYSTEM"),
        (("--figure", "score:aster"), "--responses, --judgments or --minutes"),
        (("--figure", "score:aster", "--minutes", "30"), "No form has been timed yet"),
        (("--figure", "score:aster", "--minutes", "inf"), "no number of minutes"),
        (("--figure", "score:aster", "--responses", "5", "--judgments", "9"), "Use one of"),
        (("--figure", "score:aster", "--judgments", "2"), "less than one task"),
        (
            ("--figure", "score:aster", "--responses", "5", "--judge", "other"),
            "Judges with verdicts: gauge",
        ),
    ],
)
def test_a_plan_that_cannot_be_made_says_why(project, words, said):
    done = carried_out("labels", "plan", "p.xpert", *words, "--as", "lena")
    assert done.code != 0
    assert said in done.err
    assert "Traceback" not in done.err


def test_where_all_is_labelled_or_asked_for_there_is_nothing_to_plan(project):
    plan("score:aster", "--responses", "40")
    done = carried_out(
        "labels", "plan", "p.xpert", "--figure", "score:aster", "--responses", "5", "--as", "lena"
    )
    assert done.code == 2
    assert "asked for already" in done.err


def test_a_system_may_have_a_comma_in_its_name():
    systems = ("one, two", "three")
    assert wanted_figure("difference:one, two,three", systems).systems == systems
    assert wanted_figure("score:one, two", systems).systems == ("one, two",)


def test_the_expected_width_is_what_labels_then_give():
    """The mean width of 200 corrected scores against the one expected before they were labelled."""
    chance = np.random.default_rng(3)
    clusters, n = 120, 30
    widths = []
    level = chance.beta(3, 2, (200, clusters))
    gold = chance.binomial(8, level) / 8
    judge = np.clip(gold + chance.normal(0.1, 0.15, gold.shape), 0, 1)
    inside = (chance.random(gold.shape).argsort(axis=1) < n).astype(float)[:, None]
    one = np.ones_like(inside)
    found = corrected(
        Totals(
            one, judge[:, None], inside, inside * gold[:, None], inside * judge[:, None],
            np.zeros((200, 1), bool),
        )
    )  # fmt: skip
    widths = (found.high - found.low).mean() / 2
    covariance = np.mean([np.cov(*pair)[0, 1] for pair in zip(gold, judge, strict=True)])
    expected = Moments(
        gold.var(axis=1).mean(), judge.var(axis=1).mean(), covariance, 10, clusters
    ).half_width(n)
    assert expected == pytest.approx(widths, rel=0.08)
