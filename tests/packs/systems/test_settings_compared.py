"""Two settings of one model on the same tasks: which pairs, by how much, and how sure."""

from __future__ import annotations

import itertools
import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.imported import imported_sample
from tests.metrics.columns import catalog_of, marks_of, size_of
from xpert_studio.core.metrics.system_comparison import compare_systems
from xpert_studio.core.records import System
from xpert_studio.core.store import ProjectFile, entities
from xpert_studio.packs.systems.figures import compare_settings, setting_pairs

LEAD = ("--as", "lead-moreau")
SETTINGS = {
    "cirrus-mini": {"reasoning_effort": "low", "search": False},
    "aurora-2": {"reasoning_effort": "high", "search": False},
    "borealis-1-large": {"reasoning_effort": "high", "search": True},
}


@pytest.fixture
def project(tmp_path):
    path = imported_sample(tmp_path / "p.xpert")
    with ProjectFile.open(path) as opened, opened.writing() as tx:
        for name, settings in SETTINGS.items():
            entities.put(tx, System(name=name, provider="openai", model="gpt-5", **settings))
    return path


def made(**settings):
    return System(name=str(settings), provider="a", model="m", **settings)


def test_pairs_are_of_one_model_and_differ_in_a_setting():
    low, high = made(reasoning_effort="low"), made(reasoning_effort="high")
    found = made(reasoning_effort="high", search=True)
    other = System(name="x", provider="b", model="m", reasoning_effort="high")
    same = low.model_copy(update={"name": "again"})
    unnamed = System(name="y", reasoning_effort="high")
    pairs = setting_pairs([high, found, low, other, same, unnamed])
    assert {(one.first, one.second) for one in pairs if one.is_single} == {
        (same.name, high.name), (low.name, high.name), (high.name, found.name),
    }  # fmt: skip
    assert {len(one.differs) for one in pairs[3:]} == {2}
    assert pairs[0].model == "a:m"


@given(
    st.lists(
        st.builds(
            made,
            reasoning_effort=st.sampled_from([None, "low", "high", "x"]),
            search=st.sampled_from([None, False, True]),
            temperature=st.sampled_from([None, 0.0, 1.0]),
        ),
        max_size=6,
        unique_by=lambda one: one.name,
    )
)
def test_every_two_that_differ_are_one_pair(systems):
    pairs = setting_pairs(systems)
    known = {one.name: one for one in systems}
    wanted = {
        frozenset({a.name, b.name}) for a, b in itertools.combinations(systems, 2) if a.differs(b)
    }
    assert {frozenset({one.first, one.second}) for one in pairs} == wanted
    assert len(pairs) == len(wanted)
    for one in pairs:
        assert one.differs == known[one.first].differs(known[one.second])
    assert setting_pairs(reversed(systems)) == pairs or len(pairs) > 1


def test_the_section_says_difference_interval_and_p_of_each_pair(xpert, project):
    data = xpert("sections", project, "settings", "--json", *LEAD).json
    pairs = {(one["first"], one["second"]): one for one in data["pairs"]}
    assert pairs.keys() == {
        ("cirrus-mini", "aurora-2"), ("aurora-2", "borealis-1-large"),
        ("cirrus-mini", "borealis-1-large"),
    }  # fmt: skip
    assert pairs["cirrus-mini", "aurora-2"]["differs"] == {"reasoning_effort": ["low", "high"]}
    assert pairs["aurora-2", "borealis-1-large"]["differs"] == {"search": [False, True]}
    two = xpert("leaderboard", project, "--compare", "cirrus-mini", "aurora-2", "--json", *LEAD)
    compared = two.json["compare"] if "compare" in two.json else _found(two.json, "wins_second")
    one = pairs["cirrus-mini", "aurora-2"]
    for name in ("difference", "p", "wins_second", "interval"):
        assert one[name] == pytest.approx(compared[name])
    assert {part["by"] for part in one["parts"]} == {"domain", "dimension"}
    said = xpert("leaderboard", project, "--by", "settings", *LEAD)
    assert said.code == 0, said.err
    assert "Reasoning effort: low → high" in said.out
    assert "Web search: off → on" in said.out
    shown = xpert("sections", project, "settings", "--ask", "first=cirrus-mini",
                  "--ask", "second=borealis-1-large", "--full", *LEAD).out  # fmt: skip
    assert shown.count("Over 11 shared tasks") == 1


def _found(value, key):
    """The first object anywhere in JSON that has a key."""
    if isinstance(value, dict):
        if key in value:
            return value
        value = list(value.values())
    for item in value if isinstance(value, list) else ():
        if (found := _found(item, key)) is not None:
            return found
    return None


def test_the_difference_is_that_of_the_board_over_the_tasks_that_both_have(xpert, project):
    assert xpert("export", project, "b", *LEAD).code == 0
    folder = project.parent / "b"

    def rows(name):
        return [json.loads(line) for line in (folder / name).read_text().splitlines()]

    answers = {one["id"]: (one["task_id"], one["model"]) for one in rows("responses.jsonl")}
    data = xpert("sections", project, "settings", "--json", *LEAD).json
    one = next(p for p in data["pairs"] if (p["first"], p["second"]) == ("cirrus-mini", "aurora-2"))
    means = xpert("leaderboard", project, "--judge", "experts", "--json", *LEAD).json
    scores = {s["system"]: s["score"] for s in _found(means, "standings")["standings"]}
    assert one["difference"] == pytest.approx(scores["aurora-2"] - scores["cirrus-mini"])
    judged = {(j["response_id"], j["checkpoint_id"]) for j in rows("judgments.jsonl")}
    shared = {
        task
        for task in {task for task, _ in answers.values()}
        if all(
            any(
                answers[response] == (task, system) and (response, point) in judged
                for response, point in judged
            )
            for system in ("cirrus-mini", "aurora-2")
        )
    }
    assert one["tasks"] == len(shared)


def test_where_there_is_one_setting_only_it_says_what_it_takes(xpert, project):
    with ProjectFile.open(project) as opened, opened.writing() as tx:
        for name in ("aurora-2", "cirrus-mini"):
            entities.remove(tx, entities.find(tx, System, name))
    said = xpert("sections", project, "settings", *LEAD)
    assert said.code == 0
    assert "It takes two systems of one model" in said.out
    assert xpert("sections", project, "settings", "--json", *LEAD).json is None


def test_reports_and_boards_show_settings(xpert, project, tmp_path):
    assert xpert("report", project, "out.html", *LEAD).code == 0
    page = (tmp_path / "out.html").read_text()
    assert "Settings of one model" in page
    assert "Systems and their settings" in page
    board = xpert("leaderboard", project, *LEAD).out
    assert "Reasoning effort high, Web search on" in board
    found = xpert("leaderboard", project, "--json", *LEAD).json
    standing = next(
        one for one in _found(found, "standings")["standings"] if one["system"] == "aurora-2"
    )
    assert standing["settings"] == "Reasoning effort high"
    listed = xpert("sections", project, "systems-described", "--json", *LEAD).json
    assert [one["name"] for one in listed] == [
        "aurora-2", "borealis-1-large", "cirrus-mini", "drift-0",
    ]  # fmt: skip


def settings_of(chance, tasks, rates):
    """Systems ``s0``, ``s1`` ... of one model on simulated tasks, each met with its rate."""
    catalog = catalog_of([[1, 2, 3, 4]] * tasks, len(rates), 0)
    hard = chance.normal(0, 1, tasks)
    logit = hard[:, None] + np.log(np.array(rates) / (1 - np.array(rates)))
    met = chance.random((tasks, len(rates), 4)) < 1 / (1 + np.exp(-logit))[..., None]
    marks = marks_of(catalog, "judge", met.astype(int).reshape(-1).tolist())
    assert size_of(catalog) == met.size
    systems = [
        System(name=f"s{place}", model="m", reasoning_effort=effort)
        for place, effort in enumerate(("low", "medium", "high")[: len(rates)])
    ]
    return compare_settings(
        systems,
        [one.name for one in systems],
        lambda first, second: compare_systems(catalog, marks, first, second),
    )


def test_settings_that_change_nothing_are_seldom_found_to():
    """Three settings without a difference, 400 times: some pair is found in at most 5 % of them."""
    chance = np.random.default_rng(7)
    found = [
        any((one.corrected_p or 1) < 0.05 for one in settings_of(chance, 30, (0.5, 0.5, 0.5)))
        for _ in range(400)
    ]
    assert np.mean(found) <= 0.05 + 3 * np.sqrt(0.05 * 0.95 / 400)


def test_a_setting_that_helps_is_found_and_its_interval_holds_it():
    chance = np.random.default_rng(8)
    runs = [settings_of(chance, 40, (0.35, 0.6))[0] for _ in range(60)]
    assert np.mean([(one.corrected_p or 1) < 0.05 for one in runs]) > 0.8
    truth = np.mean([one.compared.difference for one in runs])
    holds = [low <= truth <= high for low, high in (one.compared.interval for one in runs)]
    assert np.mean(holds) > 0.85


def test_p_is_that_of_flipped_signs():
    """An independent test of the same: signs of the differences of tasks flipped by chance."""
    chance = np.random.default_rng(9)
    for _ in range(5):
        (one,) = settings_of(chance, 30, (0.45, 0.55))
        differences = one.compared.differences
        flips = chance.choice([-1.0, 1.0], (20_000, differences.size))
        means = np.abs((flips * differences).mean(axis=1))
        p = np.mean(means >= abs(differences.mean()) - 1e-12)
        assert one.compared.p == pytest.approx(p, abs=0.03)
        assert one.corrected_p == one.compared.p
