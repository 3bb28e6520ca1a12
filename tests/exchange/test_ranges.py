"""One reader of ranges of a scale, for levels of tables and for cases."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from xpert_studio.core.exchange.rubric_sheet.levels import head_of, scale_of_heads
from xpert_studio.core.exchange.rubric_sheet.numbers import range_in
from xpert_studio.packs.cases.shapes import ends_in


@pytest.mark.parametrize(
    ("text", "ends"),
    [
        ("90-100", (90, 100)),
        ("90–100分：论证完整", (90, 100)),
        ("９０－１００分", (90, 100)),
        ("[60, 85)", (60, 84)),
        ("≥90", (90, 100)),
        ("90分以上", (90, 100)),
        ("85及以上", (85, 100)),
        ("不低于60", (60, 100)),
        ("60 and above", (60, 100)),
        ("above 80", (81, 100)),
        ("超过80", (81, 100)),
        ("<60", (0, 59)),
        ("60以下：缺失", (0, 59)),
        ("60及以下", (0, 60)),
        ("≤59", (0, 59)),
        ("59 or less", (0, 59)),
        ("60점 미만", (0, 59)),
        ("moins de 10", (0, 9)),
        ("100", (100, 100)),
    ],
)
def test_a_range_is_read_the_same_in_cases_and_in_tables(text, ends):
    found = ends_in(text, 0, 100)
    assert found is not None
    assert found[0] == ends
    head = head_of(text)
    assert head.low is not None
    low = 0 if head.is_below else head.low + head.is_low_open
    assert low == ends[0]


def test_dates_and_words_are_no_ranges():
    assert range_in("2019-2020") is None
    assert range_in("under the threshold") is None
    assert ends_in("2019-2020", 0, 100) is None
    assert ends_in("Good (3-4)", 0, 100) is None


def test_levels_with_open_ends_meet_without_overlap():
    scale = scale_of_heads([head_of(text) for text in ("> 80", "60-80", "60以下")])
    assert scale is not None
    assert scale.bands == ((81, 100), (60, 80), (0, 59))


@given(st.integers(0, 100), st.integers(0, 100), st.sampled_from("-–~至"))
def test_both_ends_of_a_range_are_kept(one, other, sign):
    low, high = sorted((one, other))
    found = range_in(f"{low}{sign}{high}分: text")
    assert found is not None
    assert (found.low, found.high) == (low, high)
