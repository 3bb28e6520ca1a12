"""Profiles of failures: what was planted is found, and where systems fail alike, nothing is."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.metrics.columns import catalog_of, marks_of, size_of
from tests.packs.failures.planted import TYPES, settings_of, simulated
from xpert_studio.core.metrics.significance import mcnemar_exact
from xpert_studio.packs.failures.failing import (
    Failure,
    chains,
    failures_of,
)
from xpert_studio.packs.failures.permuting import families_needed, permuted
from xpert_studio.packs.failures.profiles import profiles
from xpert_studio.packs.failures.records import Tag


def apart(made):
    return {
        (one.side, one.type, (one.against.value or 0) > 0)
        for one in made
        if one.against and one.against.is_significant
    }


EVERY = ("", "domain", "category", "dimension", "effort", "search")


@pytest.mark.parametrize("fails", [(0.5,) * 4, (0.9, 0.5, 0.3, 0.1)])
def test_where_systems_fail_alike_almost_nothing_is_found_in_all_tables_together(fails):
    """A corrected p below .05 anywhere in at most 5 % of projects: 6 of 40 would be one in 100."""
    false = 0
    for seed in range(40):
        mix = np.random.default_rng(1000 + seed).dirichlet([1] * len(TYPES), 24)
        catalog, found = simulated(seed, 24, lambda _, task, __, mix=mix: mix[task], fails)
        settings = settings_of(catalog.systems)
        made = profiles(catalog, found, TYPES, EVERY, settings)
        assert all(made.values())
        false += any(map(apart, made.values()))
    assert false <= 6


def test_a_planted_pattern_is_found_where_it_is_and_nowhere_else():
    """System 1 fails by retrieval twice as often, but only in the domain of the even tasks."""
    even, usual = [0.7, 0.1, 0.1, 0.1], [0.25] * 4
    catalog, found = simulated(
        7, 40, lambda system, task, _: even if system == "s1" and task % 2 == 0 else usual
    )
    by_domain = profiles(catalog, found, TYPES, ("", "domain"))["domain"]
    finance = [one for one in by_domain if one.group == "Finance"]
    assert ("s1", "retrieval", True) in apart(finance)
    assert {system for system, _, more in apart(finance) if more} == {"s1"}
    assert not apart(one for one in by_domain if one.group == "Law")


def test_a_pattern_in_a_domain_of_twelve_families_is_found_among_all_comparisons():
    usual, odd = [0.25] * 4, [0.01, 0.01, 0.01, 0.97]
    catalog, found = simulated(
        4, 36, lambda system, task, _: odd if system == "s5" and task % 3 == 0 else usual, [0.5] * 6
    )
    catalog = replace(
        catalog, domains=("a", "b", "c"), task_domain=np.arange(36, dtype=np.int32) % 3
    )
    made = profiles(catalog, found, TYPES, EVERY, settings_of(catalog.systems))
    assert sum(one.against is not None for own in made.values() for one in own) > 250
    assert {one.group for one in made["domain"] if one.is_apart} == {"a"}
    assert ("s5", "style", True) in apart(made["domain"])


def test_one_pattern_is_found_among_more_comparisons_than_permutations_are_drawn():
    """14 systems, ten types, ten domains: 1,540 comparisons, of which one is beyond chance."""
    types = [f"t{n}" for n in range(10)]
    usual, odd = [0.1] * 10, [0.4, *[0.6 / 9] * 9]
    catalog, found = simulated(
        2,
        300,
        lambda system, task, _: odd if (system, task % 10) == ("s3", 1) else usual,
        [0.4] * 14,
        types,
    )
    catalog = replace(
        catalog, domains=tuple("abcdefghij"), task_domain=np.arange(300, dtype=np.int32) % 10
    )
    made = profiles(catalog, found, types, ("", "domain"))
    assert {
        (one.side, one.type, one.group) for own in made.values() for one in own if one.is_apart
    } == {("s3", "t0", "b")}


def test_three_types_of_two_systems_in_one_domain_are_found_among_all_comparisons():
    """s1 fails by retrieval and principle, s3 by style, only in Finance; effort and search do not.

    All six tables are corrected together.
    """
    usual = [0.25] * 4
    odd = {"s1": [0.5, 0.45, 0.025, 0.025], "s3": [0.05, 0.05, 0.1, 0.8]}
    catalog, found = simulated(
        3, 60, lambda system, task, _: odd.get(system, usual) if task % 2 == 0 else usual, [0.7] * 4
    )
    made = profiles(catalog, found, TYPES, EVERY, settings_of(catalog.systems))
    by_group = {
        group: [one for one in made["domain"] if one.group == group] for group in ("Finance", "Law")
    }
    more = {(side, type_) for side, type_, is_more in apart(by_group["Finance"]) if is_more}
    assert {one for one in more if one[0] in odd} == {
        ("s1", "retrieval"),
        ("s1", "principle"),
        ("s3", "style"),
    }
    assert not apart(by_group["Law"])


def test_what_an_effort_changes_is_found_within_models_only():
    """Both models fail by style at high effort; of s4, alone of its model, nothing is compared."""
    usual, styled = [0.25] * 4, [0.1, 0.1, 0.1, 0.7]
    catalog, found = simulated(
        5, 30, lambda system, *_: styled if system in {"s1", "s3"} else usual, [0.5] * 5
    )
    known = settings_of(catalog.systems)
    made = profiles(catalog, found, TYPES, ("effort", "search"), known)
    assert ("high", "style", True) in apart(made["effort"])
    assert ("low", "style", False) in apart(made["effort"])
    assert {one.side for one in made["effort"]} == {"high", "low"}
    own = next(one for one in made["effort"] if (one.side, one.type) == ("high", "style"))
    of_s1_and_s3 = [one for one in found if catalog.response_system[one.response] in {1, 3}]
    assert own.share.n == len(of_s1_and_s3)
    alone = {"effort": {"s0": ("m0", "low"), "s1": ("m1", "high")}}
    assert profiles(catalog, found, TYPES, ("effort",), alone)["effort"] == ()


def test_comparisons_that_could_show_nothing_do_not_count_in_the_correction():
    """A domain of three families cannot be told apart, however large the difference: it costs none.

    Its p is not shown, and that of all tasks is as if it were not compared.
    """
    usual, odd = [0.25] * 4, [0.7, 0.1, 0.1, 0.1]
    catalog, found = simulated(7, 6, lambda system, *_: odd if system == "s1" else usual, [0.9] * 4)
    alone = profiles(catalog, found, TYPES, ("",))[""]
    beside = profiles(catalog, found, TYPES, ("", "domain"))
    assert [one.against for one in beside[""]] == [one.against for one in alone]
    assert all(one.against.p is None for one in beside["domain"])
    assert not apart(beside["domain"])


def test_shares_are_of_failures_that_have_a_type():
    catalog = catalog_of([[1, 1, 1]] * 3, 2)
    found = (
        Failure(0, 0, frozenset({"style"})),
        Failure(0, 1, frozenset({"style", "retrieval"})),
        Failure(0, 2, frozenset()),
        Failure(2, 3, frozenset({"retrieval"})),
        Failure(1, 0, frozenset({"constraint"})),
    )
    made = {(one.side, one.type): one for one in profiles(catalog, found, TYPES)[""]}
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
    (p,), _ = permuted(sums, np.arange(len(own)))
    assert p[0] == p[1]
    assert p[0] == pytest.approx(mcnemar_exact(9, 2).p, abs=0.015)


@pytest.mark.parametrize(("one_way", "other"), [(12, 0), (30, 0), (38, 2), (150, 40)])
def test_a_p_far_below_one_in_the_draws_is_as_low_as_it_is(one_way, other):
    own = [(1, 0)] * one_way + [(0, 1)] * other
    sums = np.array([[[[pair[side], 1] for pair in own] for side in (0, 1)]], float)
    (p,), least = permuted(sums, np.arange(len(own)))
    assert p[0] == pytest.approx(mcnemar_exact(one_way, other).p, rel=0.15)
    assert least == pytest.approx([2.0 ** (1 - len(own))] * 2)


def test_the_permutation_test_of_several_systems_counts_what_could_have_been_drawn():
    """Two to four systems in each of five clusters: all that can be drawn is listed."""
    random = np.random.default_rng(3)
    sums = np.zeros((1, 4, 5, 2))
    sums[0, ..., 1] = random.random((4, 5)) < 0.8
    sums[0, :, 0, 1] = 1
    sums[0, 0, :, :] = 1
    sums[0, 1:, :, 0] = (random.random((3, 5)) < 0.1) * sums[0, 1:, :, 1]
    there = sums[0, ..., 1] > 0
    shares = [sums[0, there[:, n], n, 0] for n in range(5) if there[:, n].sum() > 1]
    apart = [own - own.mean() for own in shares]
    every = [abs(sum(drawn)) for drawn in product(*apart)]
    far = abs(sum(own[0] for own in apart)) - 1e-9
    (p,), least = permuted(sums, np.arange(5))
    assert p[0] == pytest.approx(np.mean(np.array(every) >= far), rel=0.1)
    assert p[0] < 0.01
    assert least[0] == pytest.approx(1 / np.prod([len(own) for own in shares]))


def test_a_system_that_shares_no_task_is_compared_with_nobody():
    sums = np.zeros((1, 3, 4, 2))
    sums[0, 0, :3, 1] = sums[0, 1, :3, 1] = sums[0, 2, 3, 1] = 1
    for one in permuted(sums, np.arange(4)):
        assert np.isnan(one).ravel().tolist() == [False, False, True]


@pytest.mark.parametrize("systems", [2, 3, 14])
@pytest.mark.parametrize("comparisons", [1, 2, 20, 40, 400])
def test_with_fewer_families_than_needed_no_effect_could_be_shown(comparisons, systems):
    def least(families):
        sums = np.zeros((1, systems, families, 2))
        sums[..., 1] = sums[0, 0, :, 0] = 1
        return permuted(sums, np.arange(families))[1][0]

    needed = families_needed(comparisons, systems)
    assert least(needed) * comparisons < 0.05
    assert needed == 2 or least(needed - 1) * comparisons >= 0.05


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
