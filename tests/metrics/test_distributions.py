"""Student's t, ranks and Wilcoxon's test, against SciPy and against counting by hand."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.lazily import lazily
from xpert_studio.core.metrics.distributions import (
    average_ranks,
    log_gamma_cdf,
    signed_rank_p,
    student_cdf,
    student_quantile,
)

special = lazily("scipy.special")
stats = lazily("scipy.stats")

FREEDOM = st.floats(1, 5000)


@given(st.lists(st.tuples(FREEDOM, st.floats(-60, 60)), min_size=1, max_size=20))
def test_the_cumulative_distribution_is_scipys(drawn):
    freedom, t = map(np.array, zip(*drawn, strict=True))
    assert student_cdf(freedom, t) == pytest.approx(special.stdtr(freedom, t), rel=1e-8, abs=1e-300)


@given(st.lists(FREEDOM, min_size=1, max_size=20), st.sampled_from([0.9, 0.975, 0.995]))
def test_the_quantile_is_scipys_and_the_inverse(freedom, share):
    found = student_quantile(freedom, share)
    assert found == pytest.approx(special.stdtrit(freedom, share), rel=1e-9)
    assert student_cdf(freedom, found) == pytest.approx(share, rel=1e-12)


def test_values_of_the_printed_table():
    # Student's t at .975, as every textbook prints it.
    assert student_quantile([1, 2, 5, 10, 30, 120], 0.975) == pytest.approx(
        [12.706, 4.303, 2.571, 2.228, 2.042, 1.980], abs=5e-4
    )


def test_what_is_unknown_stays_unknown():
    assert np.isnan(student_cdf([np.nan, 3, 0, -1], [1, np.nan, 1, 1])).all()
    assert student_cdf(3, [-np.inf, 0, np.inf]).tolist() == [0, 0.5, 1]
    assert np.isnan(student_quantile([np.nan], 0.975)).all()
    assert student_quantile(np.full((2, 3), 4.0), 0.975).shape == (2, 3)
    assert student_quantile(np.array(4.0), 0.975).shape == ()


@given(st.lists(st.integers(-3, 3), min_size=1, max_size=30))
def test_ranks_are_scipys(values):
    assert average_ranks(values).tolist() == stats.rankdata(values).tolist()


@given(st.lists(st.integers(-4, 4).filter(bool), min_size=1, max_size=10))
def test_with_ties_all_signs_are_counted(values):
    size = np.abs(np.array(values))
    ranks = stats.rankdata(size)
    sums = [ranks[np.array(signs)].sum() for signs in product([False, True], repeat=len(values))]
    own = ranks[np.array(values) > 0].sum()
    as_far = np.mean(np.abs(np.array(sums) - np.mean(sums)) >= abs(own - np.mean(sums)) - 1e-9)
    assert signed_rank_p(np.array(values, float)) == pytest.approx(as_far)


@given(st.lists(st.floats(-10, 10), min_size=1, max_size=90, unique_by=abs))
def test_without_ties_it_is_scipys_exact_up_to_fifty_and_normal_beyond(values):
    moved = np.array([value for value in values if value])
    if moved.size:
        assert signed_rank_p(moved) == pytest.approx(stats.wilcoxon(moved).pvalue)


def test_of_many_with_ties_it_is_scipys_approximation():
    moved = np.repeat([-3.0, -2.0, 1.0, 2.0, 4.0], [5, 20, 15, 12, 11])
    assert signed_rank_p(moved) == pytest.approx(stats.wilcoxon(moved).pvalue)


@given(st.lists(st.tuples(FREEDOM, st.floats(-9, 9)), min_size=1, max_size=9))
def test_no_value_depends_on_those_beside_it(drawn):
    freedom, t = map(np.array, zip(*drawn, strict=True))
    alone = [float(student_cdf(f, one)) for f, one in drawn]
    assert student_cdf(freedom, t).tolist() == alone
    alone = [float(student_quantile(f, 0.975)) for f in freedom]
    assert student_quantile(freedom, 0.975).tolist() == alone


@given(st.floats(1e-3, 1e5), st.floats(1e-3, 4.0) | st.floats(0.98, 1.02))
def test_the_gamma_distribution_is_that_of_scipy(shape: float, share: float) -> None:

    x = shape * share
    wanted = special.gammainc(shape, x)
    if wanted < 1e-290:
        return
    assert np.exp(log_gamma_cdf(shape, x)) == pytest.approx(wanted, rel=1e-8)


def test_the_gamma_distribution_of_arrays_and_at_the_ends() -> None:
    shapes, places = np.array([[1.0], [2.5]]), np.array([0.0, 1.0, 50.0])
    found = np.exp(log_gamma_cdf(shapes, places))
    assert found.shape == (2, 3)
    assert found[0].tolist() == pytest.approx([0.0, 1 - np.exp(-1), 1.0])
    assert (np.diff(found, axis=1) > 0).all()
