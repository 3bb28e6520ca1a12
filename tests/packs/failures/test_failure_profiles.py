"""Profiles of failures: what was planted is found, and where systems fail alike, nothing is."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.metrics.columns import catalog_of, marks_of, size_of
from xpert_studio.core.metrics.significance import mcnemar_exact
from xpert_studio.packs.failures.profiles import (
    Failure,
    _permuted,
    chains,
    failures_of,
    families_needed,
    profiles,
)
from xpert_studio.packs.failures.records import Tag

TYPES = ("retrieval", "principle", "constraint", "style")
SYSTEMS = 4


def simulated(seed, tasks, chance, fails=(0.5,) * SYSTEMS):
    """A catalogue of rubrics of ten, and failures whose type ``chance`` says by system and task."""
    random = np.random.default_rng(seed)
    catalog = catalog_of([[1] * 10] * tasks, SYSTEMS)
    found = []
    for response, (task, system) in enumerate(
        zip(catalog.response_task, catalog.response_system, strict=True)
    ):
        for point in np.flatnonzero(catalog.checkpoint_task == task):
            if random.random() < fails[system]:
                type_ = TYPES[random.choice(len(TYPES), p=chance(int(system), int(task)))]
                found.append(Failure(response, int(point), frozenset({type_})))
    return catalog, tuple(found)


def apart(made):
    return {
        (one.system, one.type, (one.against.value or 0) > 0)
        for one in made
        if one.against and one.against.is_significant
    }


@pytest.mark.parametrize("fails", [(0.5,) * SYSTEMS, (0.9, 0.5, 0.3, 0.1)])
@pytest.mark.parametrize("by", ["", "domain"])
def test_where_systems_fail_alike_almost_nothing_is_found(fails, by):
    """A corrected p below .05 anywhere in at most 5 % of projects: 6 of 40 would be one in 100."""
    false = 0
    for seed in range(40):
        mix = np.random.default_rng(1000 + seed).dirichlet([1] * len(TYPES), 24)
        catalog, found = simulated(seed, 24, lambda _, task, mix=mix: mix[task], fails)
        false += bool(apart(profiles(catalog, found, TYPES, by)))
    assert false <= 6


def test_a_planted_pattern_is_found_where_it_is_and_nowhere_else():
    """System 1 fails by retrieval twice as often, but only in the domain of the even tasks."""
    even, usual = [0.25] * 4, [0.25] * 4
    even = [0.7, 0.1, 0.1, 0.1]
    catalog, found = simulated(
        7, 40, lambda system, task: even if system == 1 and task % 2 == 0 else usual
    )
    by_domain = profiles(catalog, found, TYPES, "domain")
    finance = [one for one in by_domain if one.group == "Finance"]
    assert ("s1", "retrieval", True) in apart(finance)
    assert {system for system, _, more in apart(finance) if more} == {"s1"}
    assert not apart(one for one in by_domain if one.group == "Law")


def test_shares_are_of_failures_that_have_a_type():
    catalog = catalog_of([[1, 1, 1]] * 3, 2)
    found = (
        Failure(0, 0, frozenset({"style"})),
        Failure(0, 1, frozenset({"style", "retrieval"})),
        Failure(0, 2, frozenset()),
        Failure(2, 3, frozenset({"retrieval"})),
        Failure(1, 0, frozenset({"constraint"})),
    )
    made = {(one.system, one.type): one for one in profiles(catalog, found, TYPES)}
    assert made["s0", "style"].share.value == pytest.approx(2 / 3)
    assert made["s0", "retrieval"].share.value == pytest.approx(2 / 3)
    assert (made["s0", "style"].share.n, made["s0", "style"].failures) == (3, 2)
    assert made["s1", "constraint"].share.value == 1
    # Only the first task has failures of both: there half of one is none of the other.
    assert made["s0", "style"].against.value == 1
    assert made["s0", "retrieval"].against.value == 0.5


def test_the_permutation_test_of_two_systems_is_mcnemars():
    """One failure a task and system: the shares differ in 9 tasks one way, in 2 the other."""
    own = [(1, 0)] * 9 + [(0, 1)] * 2 + [(1, 1)] * 5
    sums = np.array([[[[pair[side], 1] for pair in own] for side in (0, 1)]], float)
    (p,) = _permuted(sums, np.arange(len(own)))
    assert p[0] == p[1]
    assert p[0] == pytest.approx(mcnemar_exact(9, 2).p, abs=0.01)


def test_a_system_that_shares_no_task_is_compared_with_nobody():
    sums = np.zeros((1, 3, 4, 2))
    sums[0, 0, :3, 1] = sums[0, 1, :3, 1] = sums[0, 2, 3, 1] = 1
    assert np.isnan(_permuted(sums, np.arange(4))).tolist() == [[False, False, True]]


@pytest.mark.parametrize("comparisons", [1, 2, 20, 40, 400])
def test_with_fewer_families_than_needed_no_effect_could_be_shown(comparisons):
    needed = families_needed(comparisons)
    assert 2 ** (1 - needed) * comparisons < 0.05 <= 2 ** (2 - needed) * comparisons


@settings(max_examples=30)
@given(st.data())
def test_only_what_is_failed_has_types_and_everybodys_count(data):
    catalog = catalog_of([[1, 1], [1]], 2)
    size = size_of(catalog)
    met = data.draw(st.lists(st.sampled_from([0, 1, -1]), min_size=size, max_size=size))
    marks = marks_of(catalog, "experts", met)
    tags = [
        (response, Tag(person=who, checkpoint=point, types=(kind,), note=who))
        for response in catalog.responses
        for point in catalog.checkpoints
        for who, kind in data.draw(
            st.sets(st.tuples(st.sampled_from("ab"), st.sampled_from(TYPES)))
        )
    ]
    found = failures_of(catalog, marks, tags)
    failed = {
        (int(response), int(point))
        for response, point, value in zip(marks.response, marks.checkpoint, met, strict=True)
        if value == 0
    }
    assert {(one.response, one.checkpoint) for one in found} == failed
    for one in found:
        said = {
            tag.types[0]
            for response, tag in tags
            if (response, tag.checkpoint)
            == (catalog.responses[one.response], catalog.checkpoints[one.checkpoint])
        }
        assert one.types == said


def test_what_follows_from_what_is_counted_by_type():
    found = (
        Failure(0, 0, frozenset({"retrieval"})),
        Failure(0, 1, frozenset({"principle", "style"}), frozenset({0})),
        Failure(0, 2, frozenset({"principle"}), frozenset({0})),
        Failure(1, 1, frozenset({"principle"}), frozenset({0})),  # its first has no type
        Failure(2, 0, frozenset({"style"}), frozenset({0})),  # a file says that it follows itself
    )
    assert chains(found) == {("retrieval", "principle"): 2, ("retrieval", "style"): 1}
