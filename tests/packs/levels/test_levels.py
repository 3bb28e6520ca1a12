"""Level means, ceilings and indices: the published example to the decimal, and what is undefined."""

from __future__ import annotations

import json
from fractions import Fraction

import numpy as np
import pytest

from tests.metrics.test_laws import PUBLISHED
from xpert_studio.packs.levels.levels import LEVELS, LeveledTask, level_rules, system_levels


def tasks_of(category: str, by_level: dict[str, list[float]], test_type: str = "text"):
    tasks, scores = [], {}
    for level, values in by_level.items():
        for number, value in enumerate(values):
            task = LeveledTask(
                f"{category}-{number}-{level}", level, f"{category}-{number}", test_type, category
            )
            tasks.append(task)
            scores[task.id] = Fraction(str(value)) / 100
    return tasks, scores


def both(*groups):
    tasks = [task for group, _ in groups for task in group]
    return tasks, {key: value for _, scores in groups for key, value in scores.items()}


@pytest.fixture(scope="module")
def published():
    if not PUBLISHED.exists():
        pytest.skip("the published figures are not here")
    return json.loads(PUBLISHED.read_text())["levels"]


def test_the_published_example_comes_out_to_the_decimal(published):
    example = published["worked_example"]
    first = example["creative_writing"]
    writing = tasks_of("creative_writing", {level: first[level] for level in LEVELS})
    # Level means of the second category that give its three published indices.
    second = example["code_generation"]
    means = np.linalg.solve(
        np.array([published["profiles"][name] for name in ("daily", "professional", "extreme")]),
        np.array([second[name] for name in ("daily", "professional", "extreme")]),
    )
    code = tasks_of(
        "code_generation",
        {level: [round(float(mean), 9)] for level, mean in zip(LEVELS, means, strict=True)},
    )
    found = system_levels(*both(writing, code))
    own = found.categories["creative_writing"]
    assert [own.levels[level].value for level in LEVELS] == first["means"]
    assert own.passed == ("basic", "medium")
    assert own.ceiling == first["ceiling"]
    for name in ("daily", "professional", "extreme"):
        assert own.indices[name].value == first[name]
        assert round(found.categories["code_generation"].indices[name].value, 6) == second[name]
        assert round(found.whole.indices[name].value, 6) == example["global"][name]
    assert found.categories["code_generation"].ceiling == second["ceiling"]
    assert round(found.whole.overall.value, 6) == example["global"]["overall"]
    assert (
        round(found.whole.indices["leaderboard_index"].value, 6) == example["global"]["leaderboard"]
    )
    assert found.test_types["text"] == found.whole


def test_the_rules_are_those_that_were_published(published):
    rules = level_rules()
    assert rules.pass_mark == published["pass_threshold"]
    for name in ("daily", "professional", "extreme"):
        assert [float(rules.indices[name][level]) for level in published["profiles"]["order"]] == (
            published["profiles"][name]
        )


def test_a_level_without_tasks_makes_an_index_undefined_and_says_why():
    writing = tasks_of("writing", {"basic": [80], "medium": [70]})
    code = tasks_of("code", {"basic": [90], "medium": [80], "hard": [70]})
    found = system_levels(*both(writing, code))
    assert found.categories["code"].overall.value == 79
    assert found.categories["writing"].overall.value is None
    assert "writing has no hard tasks" in str(found.categories["writing"].overall.reason)
    assert found.whole.indices["leaderboard_index"].value is None
    assert found.whole.levels["hard"].value == 70
    assert found.whole.levels["basic"].value == 85


def test_tasks_that_the_system_has_no_score_on_are_named():
    tasks, scores = tasks_of("code", {"basic": [90], "medium": [80], "hard": [70]})
    del scores["code-0-hard"]
    found = system_levels(tasks, scores)
    assert "code has no score on its hard tasks" in str(found.whole.overall.reason)
    assert found.whole.levels["hard"].value is None


@pytest.mark.parametrize(
    ("means", "ceiling"),
    [((60, 60, 60), "hard"), ((59.99, 80, 90), None), ((60, 59.99, 60), "hard"), ((60, 0, 0), "basic")],
)  # fmt: skip
def test_a_ceiling_is_the_hardest_level_passed_and_none_without_the_easiest(means, ceiling):
    found = system_levels(
        *tasks_of("c", {level: [mean] for level, mean in zip(LEVELS, means, strict=True)})
    )
    assert found.whole.ceiling == ceiling


def test_a_mean_of_exactly_the_mark_passes_whatever_rounding_would_say():
    values = [60 + d / 10 for d in (-3, -1, 1, 3)] + [59.9, 60.1, 59.7, 60.3, 60]
    found = system_levels(*tasks_of("c", {"basic": values}))
    assert found.whole.passed == ("basic",)


def test_two_categories_of_one_name_are_told_apart_by_their_test_type():
    text = tasks_of("layout", {level: [80] for level in LEVELS})
    web_tasks, web_scores = tasks_of("layout", {level: [60] for level in LEVELS}, "web")
    renamed = [
        LeveledTask(f"web-{task.id}", task.level, f"web-{task.family}", "web", task.category)
        for task in web_tasks
    ]
    found = system_levels(*both(text, (renamed, {f"web-{k}": v for k, v in web_scores.items()})))
    assert set(found.categories) == {"text/layout", "web/layout"}
    assert found.whole.overall.value == 70
    assert found.test_types["web"].overall.value == 60


def test_intervals_of_indices_cover_over_families():
    """Families of three levels that share an effect: 95 % intervals hold the true index."""
    made, rng = 200, np.random.default_rng(20260)
    true = {"basic": 0.8, "medium": 0.65, "hard": 0.45}
    weights = level_rules().indices["professional"]
    index = 100 * sum(float(weights[level]) * true[level] for level in LEVELS)
    held = known = 0
    for _ in range(made):
        tasks, scores = [], {}
        for category in ("a", "b"):
            for family in range(12):
                effect = rng.normal(0, 0.08)
                for level in LEVELS:
                    task = LeveledTask(
                        f"{category}{family}{level}", level, f"{category}{family}", "t", category
                    )
                    value = min(max(true[level] + effect + rng.normal(0, 0.05), 0.02), 0.98)
                    tasks.append(task)
                    scores[task.id] = Fraction(round(value * 10_000), 10_000)
        interval = system_levels(tasks, scores).whole.overall.interval
        known += interval is not None
        held += interval is not None and interval[0] <= index <= interval[1]
    assert known == made
    assert held / made >= 0.915


def test_tasks_that_the_judge_has_not_answered_are_not_said_to_be_absent():
    tasks, scores = tasks_of("code", {"basic": [90], "medium": [80]})
    hard, _ = tasks_of("code", {"hard": [70]})
    found = system_levels(tasks, scores, unjudged=hard)
    said = "code has no verdict of this judge on its hard tasks"
    assert said in str(found.whole.overall.reason)
    assert said in str(found.categories["code"].indices["extreme"].reason)
    assert str(found.whole.absent["hard"]) == "no verdict of this judge on the hard tasks"
    assert found.whole.ceiling == "medium"
    by_experts = system_levels(tasks, scores, unjudged=hard, by_experts=True)
    assert "code has no judgment on its hard tasks" in str(by_experts.whole.overall.reason)
    elsewhere, _ = tasks_of("maths", {"hard": [70]})
    found = system_levels(tasks, scores, unjudged=elsewhere)
    assert "code has no hard tasks" in str(found.whole.overall.reason)
    assert str(found.whole.absent["hard"]) == "no hard tasks"


@pytest.mark.parametrize(
    ("values", "reason"),
    [
        ({level: [80] for level in LEVELS}, "a single family"),
        (
            {"basic": [80, 70], "medium": [70, 60], "hard": [50]},
            "the hard tasks of code are of a single family",
        ),
        ({level: [80, 80] for level in LEVELS}, "no spread over families"),
    ],
)
def test_an_interval_that_is_missing_has_a_reason(values, reason):
    found = system_levels(*tasks_of("code", values)).whole
    assert found.overall.value is not None
    assert found.overall.interval is None
    assert reason in str(found.overall.no_interval)
    several = tasks_of("code", {level: [80, 75, 60] for level in LEVELS})
    found = system_levels(*several).whole
    assert found.overall.interval is not None
    assert found.overall.no_interval is None
