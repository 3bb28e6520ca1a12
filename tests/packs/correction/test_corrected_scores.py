"""Corrected scores by command: what they rest on, when they are refused, and who is ranked."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.packs.correction.labelling import label
from tests.packs.correction.made import POINTS, bundle, world
from tests.program import carried_out
from xpert_studio.core.records import Subset
from xpert_studio.core.records.project import AbstentionRule
from xpert_studio.core.store import ProjectFile, entities, settings

ERRORS = {"aster": (0.05, 0.35), "birch": (0.3, 0.05)}
TASKS = 40


@pytest.fixture
def made(tmp_path, monkeypatch):
    """Makes a project of a world in which experts judged a part."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XPERT_STUDIO_CONFIG", str(tmp_path))
    monkeypatch.setenv("XPERT_STUDIO_AS", "lena")

    def make(labelled, *, errors=ERRORS, tasks=TASKS, seed=2, **more):
        truth = world(seed, tasks, errors)
        folder = bundle(tmp_path / "rows", truth, labelled, **more)
        done = carried_out("import", "p.xpert", str(folder), "--new")
        assert done.code == 0, done.err
        return truth

    return make


def told(*words, code=0):
    said = carried_out(*words)
    assert said.code == code, said.out + said.err
    return said.out + said.err


def plain(*words):
    said = carried_out(*words, "--json")
    assert said.code == 0, said.err
    return json.loads(said.out)


def rows(section="corrected-scores"):
    return {one["system"]: one for one in plain("sections", "p.xpert", section)["systems"]}


def test_a_biased_judge_is_corrected_and_raw_and_corrected_stand_beside_each_other(made):
    truth = made(lambda _, n: n % 2 == 0)
    found = rows()
    for system, row in found.items():
        low, high = row["corrected_interval"]
        assert low <= truth.score(system) <= high
        assert abs(row["corrected"] - truth.score(system)) < abs(row["score"] - truth.score(system))
        assert row["labelled_clusters"] == 20
        assert 0 < row["lambda"] <= 1
    # The judge likes aster, and the experts do not: the raw ranking is the other way round.
    assert found["aster"]["score"] > found["birch"]["score"]
    board = plain("leaderboard", "p.xpert")["gauge"]["standings"]
    for row in board:
        assert row["corrected"] == found[row["system"]]["corrected"]
        assert row["corrected_note"] == "labels not chosen at random"
    told_all = told("leaderboard", "p.xpert") + told("sections", "p.xpert", "corrected-scores")
    assert "Corrected" in told_all
    assert told_all.count("labels not chosen at random") >= 2


def test_error_rates_by_system_show_that_the_judge_errs_differently(made):
    made(lambda _, n: n < 30)
    found = rows()
    rates = {name: row["rates"] for name, row in found.items()}
    assert rates["aster"]["sensitivity"]["value"] > rates["birch"]["sensitivity"]["value"]
    apart = rates["birch"]["sensitivity"]["less_the_others"]
    assert apart["interval"][1] < 0
    assert apart["corrected_p"] < 0.05


def test_labels_not_chosen_at_random_have_no_corrected_rank(made):
    made(lambda _, n: n < 20)
    assert {row["corrected_rank"] for row in rows().values()} == {None}
    assert not any(row["labels"]["at_random"] for row in rows().values())
    assert "no corrected rank" in told("sections", "p.xpert", "corrected-scores", "--full")


def test_where_all_is_labelled_the_experts_score_is_the_corrected_one(made):
    truth = made(lambda *_: True)
    for system, row in rows().items():
        assert row["corrected"] == pytest.approx(truth.score(system))
        assert row["labels"]["way"] == "all"
        low, high = row["corrected_interval_these_tasks_only"]
        assert low == pytest.approx(high)
    assert sorted(row["corrected_rank"] for row in rows().values()) == [1, 2]


def test_a_gold_subset_that_is_judged_as_a_whole_is_a_sample(made):
    """The labels are those of tasks that a lead sampled; others stay unlabelled."""
    made(lambda *_: False)
    told("gold", "sample", "p.xpert", "--size", "18", "--seed", "5")
    with ProjectFile.open(Path("p.xpert")) as project, project.reading() as tx:
        (subset,) = entities.find_all(tx, Subset)
    sampled = set(subset.task_ids)
    assert len(sampled) == 18
    label("p.xpert", world(2, TASKS, ERRORS), lambda _, n: f"t{n}" in sampled)
    found = rows()
    assert {row["labels"]["way"] for row in found.values()} == {"sampled"}
    assert {row["labelled_clusters"] for row in found.values()} == {18}
    assert sorted(row["corrected_rank"] for row in found.values()) == [1, 2]


def test_with_fewer_than_fifteen_labels_it_says_what_to_label(made):
    made(lambda system, n: n < (14 if system == "aster" else 16))
    found = rows()
    assert found["aster"]["corrected"] is None
    assert found["aster"]["corrected_interval"] is None
    assert found["birch"]["corrected"] is not None
    said = told("sections", "p.xpert", "corrected-scores")
    assert "aster: label 1 more task" in said
    assert 'labels plan p.xpert --figure "score:aster" --responses 5' in said
    board = {row["system"]: row for row in plain("leaderboard", "p.xpert")["gauge"]["standings"]}
    assert board["aster"]["corrected"] is None
    assert "14 labelled tasks of 15 needed" in board["aster"]["corrected_note"]


def test_families_are_what_counts(made):
    """40 tasks in 8 families are 8 clusters, too few however many are labelled."""
    made(lambda _, n: n < 30, families=8)
    found = plain("sections", "p.xpert", "corrected-scores")
    assert found["families"] is True
    assert {row["clusters"] for row in found["systems"]} == {8}
    assert all(row["corrected"] is None for row in found["systems"])
    assert "fewer than 15 scored tasks or families: add tasks" in told(
        "sections", "p.xpert", "corrected-scores"
    )


def test_a_small_project_without_labels_has_nothing_to_say_of_it(made):
    made(lambda *_: False, tasks=5)
    assert "nothing to say" in told("sections", "p.xpert", "corrected-scores")
    assert "corrected" not in plain("leaderboard", "p.xpert")["gauge"]["standings"][0]


def test_the_corrected_score_is_in_reports_and_a_second_mark_of_the_chart(made, tmp_path):
    made(lambda _, n: n < 20)
    told("report", "p.xpert", "out.html")
    page = (tmp_path / "out.html").read_text(encoding="utf-8")
    assert "Corrected scores" in page
    assert "Labels not chosen at random: " in page
    told("report", "p.xpert", "out.xlsx")
    told("leaderboard", "p.xpert", "--judge", "gauge", "--chart", "out.csv")
    heads = (tmp_path / "out.csv").read_text(encoding="utf-8-sig").splitlines()[0]
    assert "Corrected (labels not chosen at random)" in heads


def test_partly_labelled_tasks_count_for_their_part(made):
    """Of every labelled response only half of the checkpoints is judged."""
    truth = world(2, TASKS, ERRORS)
    made(lambda *_: False)
    label("p.xpert", truth, lambda _, n: n < 24, points=POINTS // 2)
    for system, row in rows().items():
        assert row["labelled_clusters"] == 24
        half = truth.truth[system][:24, : POINTS // 2]
        assert row["labels_alone"] == pytest.approx(half.mean())


def test_labels_of_a_part_of_each_rubric_are_not_all_there_is(made):
    """One checkpoint of six of every response, which was not sampled."""
    truth = world(2, TASKS, ERRORS)
    made(lambda *_: False)
    label("p.xpert", truth, lambda *_: True, points=1)
    for row in rows().values():
        assert row["labels"]["way"] == "not at random"
        assert row["corrected_rank"] is None
        assert row["corrected_interval_these_tasks_only"] is None
        assert row["unlabelled_responses"] == TASKS
    assert "labelled in part" in told("sections", "p.xpert", "corrected-scores", "--full")
    said = told("sections", "p.xpert", "corrected-scores")
    # Once there is a sample, what was judged in part does not count beside it.
    assert 'labels plan p.xpert --figure "score:aster" --responses 15' in said
    label("p.xpert", truth, lambda *_: True)
    assert {row["labels"]["way"] for row in rows().values()} == {"all"}


def test_a_sample_of_which_a_part_of_each_rubric_is_judged_is_not_finished(made):
    truth = world(2, TASKS, ERRORS)
    made(lambda *_: False)
    told("gold", "sample", "p.xpert", "--size", "18", "--seed", "5")
    with ProjectFile.open(Path("p.xpert")) as project, project.reading() as tx:
        (subset,) = entities.find_all(tx, Subset)
    label("p.xpert", truth, lambda _, n: f"t{n}" in subset.task_ids, points=POINTS - 1)
    for row in rows().values():
        assert (row["labels"]["way"], row["labels"]["missing"]) == ("unfinished", 18)
        assert row["corrected_rank"] is None


def test_a_gold_subset_of_tasks_labels_families_in_part(made):
    """120 tasks in 40 families: intervals count families, and none is for these tasks only."""
    made(lambda *_: False, tasks=120, families=40)
    truth = world(2, 120, ERRORS)
    told("gold", "sample", "p.xpert", "--size", "30", "--seed", "5")
    with ProjectFile.open(Path("p.xpert")) as project, project.reading() as tx:
        (subset,) = entities.find_all(tx, Subset)
    label("p.xpert", truth, lambda _, n: f"t{n}" in subset.task_ids)
    for system, row in rows().items():
        assert row["labels"]["way"] == "sampled"
        assert row["corrected_interval_these_tasks_only"] is None
        low, high = row["corrected_interval"]
        assert low <= truth.score(system) <= high
        assert row["lambda"] > 0.3


@pytest.mark.parametrize("rule", [AbstentionRule.LEFT_OUT, AbstentionRule.NOT_MET])
def test_abstentions_count_as_on_the_board_of_the_experts(made, rule):
    """Experts judged everything, and could not assess the last checkpoint of any response."""
    truth = made(lambda *_: False)
    with ProjectFile.open(Path("p.xpert")) as project, project.writing() as tx:
        info = settings.project_info(tx)
        settings.put_project_info(tx, info.model_copy(update={"abstentions": rule}))
    label("p.xpert", truth, lambda *_: True, abstain=1)
    board = plain("leaderboard", "p.xpert", "--judge", "experts")["experts"]["standings"]
    experts = {row["system"]: row["score"] for row in board}
    for system, row in rows().items():
        assert row["labels"]["way"] == "all"
        assert row["corrected"] == pytest.approx(experts[system])


def test_notebooks_have_it_beside_the_score(made):
    pytest.importorskip("pandas")
    from xpert_studio.cli.notebook import Notebook

    made(lambda _, n: n < 20)
    with Notebook("p.xpert", "lena") as project:
        found = project.scores
    judged = found[found["judge"] == "gauge"].set_index("system")
    assert (judged["corrected_low"] < judged["corrected"]).all()
    assert (judged["corrected"] < judged["corrected_high"]).all()
    assert set(judged["corrected_note"]) == {"labels not chosen at random"}
