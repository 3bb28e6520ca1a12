"""Profiles and leaders by domain: what the tests carry is said, and nothing else."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.metrics.columns import catalog_of, marks_of, size_of
from xpert_studio.core.metrics.specialisation import Specialisation, specialisation

POINTS = 10


def found(shares, *, tasks=12, seed=0, fewest=5, noise=0.05) -> Specialisation:
    """``shares``: by system its expected score in each of two domains."""
    chance = np.random.default_rng(seed)
    systems = len(shares)
    catalog = catalog_of([[1] * POINTS] * (2 * tasks), systems)
    catalog = replace(catalog, domains=("Law", "Finance"))
    met = []
    for task in range(2 * tasks):
        for system in range(systems):
            share = np.clip(shares[system][task % 2] + chance.normal(0, noise), 0, 1)
            met += [int(n < round(share * POINTS)) for n in range(POINTS)]
    marks = marks_of(catalog, "j", met)
    return specialisation(catalog, marks, catalog.systems, "domain", fewest)


def test_two_specialists_leave_no_universal_leader():
    made = found([(0.9, 0.4), (0.4, 0.9)])
    leaders = {leader.name: leader for leader in made.leaders}
    assert (leaders["Law"].leader, leaders["Finance"].leader) == ("s0", "s1")
    assert all(leader.is_clear for leader in made.leaders)
    low, high = leaders["Law"].margin.interval
    assert 0 < low < leaders["Law"].margin.value < high
    assert leaders["Law"].margin.value == pytest.approx(0.5, abs=0.1)
    assert made.has_no_universal_leader
    assert made.universal is None
    assert (made.beaten["s0"].name, made.beaten["s0"].better) == ("Finance", "s1")
    law = made.profiles["s0"]["Law"]
    assert law.value == pytest.approx(law.second - law.first)
    assert law.value > 0 and law.is_significant
    assert made.profiles["s0"]["Finance"].value < 0


def test_one_that_leads_everywhere_is_named():
    made = found([(0.9, 0.9), (0.5, 0.4), (0.4, 0.5)])
    assert made.universal == "s0"
    assert not made.has_no_universal_leader


def test_equal_systems_lead_nowhere_and_nothing_is_claimed():
    claims = [found([(0.6, 0.6)] * 3, seed=seed, noise=0.15) for seed in range(40)]
    wrong = sum(
        made.has_no_universal_leader or made.universal is not None
        or any(leader.is_clear for leader in made.leaders)
        for made in claims
    )  # fmt: skip
    assert wrong <= 3
    exactly = found([(0.6, 0.6)] * 2, noise=0)
    assert all(leader.leader is None and not leader.is_clear for leader in exactly.leaders)
    assert not exactly.beaten


def test_p_values_of_a_table_are_corrected_together():
    made = found([(0.62, 0.6), (0.6, 0.6), (0.58, 0.6)], noise=0.1)
    cells = [cell for row in made.profiles.values() for cell in row.values()]
    assert all(cell.corrected_p >= cell.p for cell in cells)
    assert max(cell.corrected_p for cell in cells) == pytest.approx(max(cell.p for cell in cells))


def test_domains_on_few_tasks_have_their_number_and_no_figure():
    made = found([(0.9, 0.4), (0.4, 0.9)], tasks=4, fewest=5)
    assert made.tasks == {"Law": 4, "Finance": 4}
    assert made.profiles == {}
    assert all(leader.leader is None and leader.tasks == 4 for leader in made.leaders)
    assert not made.has_no_universal_leader and made.universal is None


def test_without_a_ranked_system_there_is_nothing():
    catalog = catalog_of([[1]] * 12, 1)
    made = specialisation(catalog, marks_of(catalog, "j", [1] * 12), (), "domain", 1)
    assert made.systems == () and not made.has_no_universal_leader


def test_the_caution_counts_the_tasks_of_the_domain():
    catalog = catalog_of([[1, 1]] * 40, 2)
    few = np.array([1] * 3 + [0] * 37, np.int32)
    catalog = replace(catalog, task_domain=few)
    said = np.random.default_rng(3).integers(0, 2, size_of(catalog)).tolist()
    made = specialisation(catalog, marks_of(catalog, "j", said), catalog.systems, "domain", 1)
    for profile in made.profiles.values():
        assert (profile["Law"].tasks, profile["Law"].caution) == (3, "few tasks")
        assert (profile["Finance"].tasks, profile["Finance"].caution) != (40, "few tasks")
        assert profile["Finance"].tasks == 37
