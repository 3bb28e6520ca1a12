"""Samples of responses: their size, their probabilities, and that a seed repeats them."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from xpert_studio.packs.correction.inclusion import probabilities, sampled, together

SIZES = st.lists(st.floats(0.05, 20), min_size=1, max_size=30)


@given(SIZES, st.integers(1, 40))
def test_probabilities_add_up_and_follow_sizes(sizes, count):
    found = probabilities(sizes, count)
    assert found.sum() == pytest.approx(min(count, len(sizes)))
    assert (found > 0).all()
    assert (found <= 1).all()
    below = found < 1 - 1e-6
    if below.any():
        share = found[below] / np.asarray(sizes)[below]
        assert np.ptp(share) == pytest.approx(0, abs=1e-9 * share.max() + 1e-12)


@given(SIZES, st.integers(1, 40), st.integers(0, 999))
def test_a_sample_has_its_size_and_is_the_same_for_the_same_seed(sizes, count, seed):
    names = [f"r{n}" for n in range(len(sizes))]
    chances = dict(zip(names, probabilities(sizes, count).tolist(), strict=True))
    groups = {name: str(n // 3) for n, name in enumerate(names)}
    scores = {group: int(group) % 4 for group in groups.values()}
    found = sampled(seed, chances, groups, scores)
    assert len(found) == min(count, len(names))
    assert found == sampled(seed, dict(reversed(chances.items())), groups, scores)
    assert {name for name, one in chances.items() if one == 1} <= found


def test_each_item_is_sampled_as_often_as_its_probability_says():
    sizes = [1, 1, 2, 4, 8, 1, 3, 2, 2, 6]
    names = [f"r{n}" for n in range(10)]
    chances = dict(zip(names, probabilities(sizes, 4).tolist(), strict=True))
    groups = {name: str(n // 2) for n, name in enumerate(names)}
    scores = dict.fromkeys(groups.values(), 0.5)
    seeds = 4000
    counts = Counter(
        name for seed in range(seeds) for name in sampled(seed, chances, groups, scores)
    )
    for name, chance in chances.items():
        assert counts[name] / seeds == pytest.approx(chance, abs=0.03), name


def test_a_sample_is_spread_over_groups():
    names = [f"r{n}" for n in range(30)]
    groups = {name: str(n // 5) for n, name in enumerate(names)}
    scores = {group: int(group) / 6 for group in groups.values()}
    chances = dict.fromkeys(names, 6 / 30)
    for seed in range(50):
        assert Counter(
            groups[name] for name in sampled(seed, chances, groups, scores)
        ) == dict.fromkeys(map(str, range(6)), 1)


def test_two_samples_together():
    assert together(0.25, 0.5) == 0.625
    assert together(1.0, 0.5) == 1.0
