"""``leaderboard`` with all that can be asked beside the ranking."""

from __future__ import annotations

import json

import pytest

from tests.report.scored import JUDGE, OTHER, SYSTEMS, TASKS, TEXTS, scored_project


@pytest.fixture
def scored(tmp_path):
    path = tmp_path / "s.xpert"
    scored_project(path).close()
    return path


@pytest.fixture(autouse=True)
def as_lead(monkeypatch):
    """Results name systems, and experts of this project still judge blind."""
    monkeypatch.setenv("XPERT_STUDIO_AS", "lena")


def test_the_ranking_stands_with_its_domains_and_with_what_is_missing(xpert, scored):
    said = xpert("leaderboard", scored, "--judge", JUDGE, "--full").out
    assert "Score by domain" in said
    assert "juno: no response to 1 task" in said
    assert "iris: 1 checkpoint not judged yet, 2 verdicts invalid, failed or undecided" in said


def test_everything_at_once_as_json(xpert, scored, tmp_path):
    said = xpert(
        "leaderboard", scored, "--items", "--list-tasks", "--compare", "aurora", "juno", "--heatmap", "dimension",
        "--chart", tmp_path / "c.svg", "--json",
    )  # fmt: skip
    assert said.code == 0
    found = json.loads(said.out)
    assert list(found) == [OTHER, JUDGE, "experts"]
    one = found[JUDGE]
    assert one["gaps"]["juno"]["tasks_without_response"] == 1
    assert one["heatmap"]["文心一号"].keys() == {"Accuracy", "Clarity", "Depth"}
    assert one["items"]["counts"]["negative"] == TASKS
    assert len(one["items"]["checkpoints"]) == TASKS * len(TEXTS)
    first = one["items"]["checkpoints"][0]
    assert first["like"] == "c1"
    assert first["flags"] == ["discriminating", "redundant"]
    means = [task["mean"] for task in one["task_scores"]]
    assert means == sorted(means)
    assert len(means) == TASKS
    assert one["task_scores"][0]["scores"].keys() == set(SYSTEMS)
    assert one["comparison"]["wins_second"] == 5
    assert len(one["comparison"]["tasks"]) == 5
    assert (tmp_path / "c.svg").exists()


def test_for_people_lines_that_need_a_look_are_listed(xpert, scored):
    said = xpert("leaderboard", scored, "--judge", JUDGE, "--items", "--list-tasks", "--compare", "aurora",
                 "juno")  # fmt: skip
    assert "The hardest of 6 tasks" in said.out
    assert "Met more often by poor responses" in said.out
    assert "Leaves the client a wide choice." in said.out
    assert "more than aurora" in said.out
    assert "Tasks on which they differ most" in said.out


@pytest.mark.parametrize("ending", ["svg", "png", "csv"])
def test_charts_are_written_in_every_format_and_not_over_others(xpert, scored, tmp_path, ending):
    target = tmp_path / f"chart.{ending}"
    assert xpert("leaderboard", scored, "--heatmap", "tier", "--chart", target).code == 0
    assert target.stat().st_size > 100
    refused = xpert("leaderboard", scored, "--chart", target)
    assert refused.code == 2
    assert "exists" in refused.err
    assert xpert("leaderboard", scored, "--chart", target, "--replace").code == 0


def test_only_some_tasks(xpert, scored):
    found = xpert("leaderboard", scored, "--judge", JUDGE, "--only", "subset=gold", "--json").json
    assert found[JUDGE]["tasks"] == 2
    wrong = xpert("leaderboard", scored, "--only", "domain=Alchemy")
    assert wrong.code == 2
    assert "domain=Law" in wrong.err


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--compare", "aurora", "ghost"), "There is no system ghost"),
        (("--heatmap", "colour"), "Choose one of"),
        (("--chart", "c.gif"), "cannot be written as .gif"),
        (("--judge", "ghost"), "There is no judge ghost"),
    ],
)
def test_what_is_not_there_is_told(xpert, scored, options, words):
    said = xpert("leaderboard", scored, *options)
    assert said.code == 2
    assert words in said.err


def test_figures_of_groups_on_few_tasks_are_marked(xpert, scored):
    legend = "† fewer than 5 tasks"
    said = xpert("leaderboard", scored, "--full", "--judge", JUDGE, "--heatmap", "tier").out
    domains, tiers = said.split(f"Per cent of points by tier, by {JUDGE}")
    assert legend in domains
    assert "†" not in tiers
    found = xpert("leaderboard", scored, "--compare", "aurora", "juno", "--json").json[JUDGE]
    assert found["fewest_tasks"] == 5
    juno = next(item for item in found["standings"] if item["system"] == "juno")
    assert juno["tasks_by"]["domain"] == {"Law": 3, "Finance": 2}
    assert sorted(juno["few_tasks"]["domain"]) == ["Finance", "Law"]
    assert juno["few_tasks"]["tier"] == []
    assert {part["by"]: part["few_tasks"] for part in found["comparison"]["parts"]} == {
        "domain": True, "tier": False, "dimension": False,
    }  # fmt: skip
    aligned = xpert("align", scored, "--judge", JUDGE, "--by", "domain")
    assert legend in aligned.out
    assert "Law\u00a0†" in aligned.out
    plain = xpert("align", scored, "--judge", JUDGE, "--json").json[JUDGE]["by"]
    assert {name: group["few_tasks"] for name, group in plain["domain"].items()} == {
        "Law": True, "Finance": True,
    }  # fmt: skip


def test_the_policy_says_from_how_many_tasks_a_group_is_not_marked(xpert, scored):
    assert xpert("people", "policy", scored, "--as", "lena", "--fewest-tasks", "2").code == 0
    assert xpert("people", "policy", scored, "--json").json["fewest_tasks"] == 2
    assert "†" not in xpert("leaderboard", scored, "--judge", JUDGE).out
    refused = xpert("people", "policy", scored, "--as", "lena", "--fewest-tasks", "0")
    assert refused.code == 2
