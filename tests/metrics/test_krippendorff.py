"""Krippendorff's alpha: published worked examples, and the krippendorff package as an oracle."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.lazily import lazily
from tests.sampling import examples
from xpert_studio.core.metrics.krippendorff import krippendorff_alpha

krippendorff = lazily("krippendorff")

NAN = float("nan")
# Krippendorff (2011), example C and D: four observers, twelve units, seven ratings missing.
OBSERVERS = [
    [1, 2, 3, 3, 2, 1, 4, 1, 2, NAN, NAN, NAN],
    [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, NAN, 3],
    [NAN, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, NAN],
    [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, NAN],
]


def columns(table):
    """A table of raters by units, as rows of (unit, value)."""
    table = np.asarray(table, np.float64)
    rater, unit = np.nonzero(~np.isnan(table))
    return unit, table[rater, unit]


def test_the_published_example_with_missing_ratings():
    assert round(krippendorff_alpha(*columns(OBSERVERS)), 3) == 0.743


def test_the_published_examples_of_two_observers():
    binary = [[0, 1, 0, 0, 0, 0, 0, 0, 1, 0], [1, 1, 1, 0, 0, 1, 0, 0, 0, 0]]
    assert round(krippendorff_alpha(*columns(binary)), 3) == 0.095
    letters = ["aabbdcccedda", "babbbccceddd"]
    nominal = [[ord(letter) for letter in row] for row in letters]
    assert round(krippendorff_alpha(*columns(nominal)), 3) == 0.692


@examples(30)
@given(
    st.integers(2, 5).flatmap(
        lambda raters: st.lists(
            st.lists(st.sampled_from((NAN, 0, 1, 2, 2.5, 7)), min_size=raters, max_size=raters),
            min_size=1,
            max_size=12,
        )
    )
)
def test_alpha_is_that_of_the_package(units):
    table = np.array(units).T
    paired = table[:, (~np.isnan(table)).sum(axis=0) >= 2]
    found = krippendorff_alpha(*columns(table))
    if np.unique(paired[~np.isnan(paired)]).size < 2:
        assert found is None
    else:
        expected = krippendorff.alpha(reliability_data=paired, level_of_measurement="nominal")
        assert found == pytest.approx(expected, abs=1e-12)


def test_alpha_without_two_ratings_of_anything_is_unknown():
    assert krippendorff_alpha([], []) is None
    assert krippendorff_alpha([1, 2, 3], [0, 1, 1]) is None
