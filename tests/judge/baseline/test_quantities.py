"""Figures are found, and compared by value and unit with the tolerance a checkpoint states."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from xpert_studio.judge.baseline.quantities import Unit, chinese_value, english_value, quantities_of
from xpert_studio.judge.baseline.rubric import wanted_of


def values(text: str) -> list[float]:
    return [item.value for item in quantities_of(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("8.5 billion dollars and $9.5bn", [8.5e9, 9.5e9]),
        ("$8.5 to $9.5 billion", [8.5e9, 9.5e9]),
        ("between 5 and 10%", [5, 10]),
        ("1,234,567 units, or 12,5 of them", [1_234_567]),
        ("800 basis points", [8]),
        ("twenty-five percent of two hundred and five", [25, 205]),
        ("-3.2% against 4.0%", [-3.2, 4]),
        ("营收3.5亿元，同比增长12.5%", [3.5e8, 12.5]),
        ("增长百分之十三点七，约三成", [13.7, 30]),
        ("一亿二千万元，一百二十三家", [1.2e8, 123]),
        ("十分重要，一定要万无一失", []),
        ("see [12] and [3, 7], page 24/7", []),
        ("1. first\n2) second\n- 3. third", []),
        ("the 5th column of the B52", []),
    ],
)
def test_values(text: str, expected: list[float]) -> None:
    assert values(text) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("15 March 2024", 20240315),
        ("March 15th, 2024", 20240315),
        ("2024-03-15", 20240315),
        ("2024年3月15日", 20240315),
        ("September 2022", 20220900),
    ],
)
def test_dates(text: str, value: int) -> None:
    (found,) = quantities_of(text)
    assert (found.unit, found.value) == (Unit.DATE, value)


@pytest.mark.parametrize(
    ("checkpoint", "response", "agrees"),
    [
        ("The margin is 13.7%.", "a margin of 13.7 per cent", True),
        ("The margin is 13.7%.", "利润率为百分之十三点七", True),
        ("The margin is 13.7%.", "a share of 0.137", True),
        ("The margin is 13.7%.", "a margin of 14%", False),
        ("The margin is 13.7%.", "13.7 million people", False),
        ("13.7%. A ±\\pm0.3% margin of error is allowed.", "13.4%", True),
        ("13.7%. A ±\\pm0.3% margin of error is allowed.", "13.3%", False),
        ("The ratio is 1.16. A ±2% margin of error is allowed.", "1.18", True),
        ("The ratio is 1.16. A ±2% margin of error is allowed.", "1.19", False),
        ("The value lies within 5% of 200.", "209", True),
        ("The value lies within 5% of 200.", "211", False),
        ("约为120万元，误差不超过5%", "一百二十五万元", True),
        ("约为120万元，误差不超过5%", "一百三十万元", False),
        ("nearly 420 shops", "421 shops", True),
        ("exactly 420 shops", "429 shops", False),
        ("$9.5 billion", "$9,500 million", True),
        ("$9.5 billion", "€9.5 billion", False),
        ("in 2022", "in September 2022", True),
        ("in September 2022", "in October 2022", False),
        ("in 2022", "2023", False),
    ],
)
def test_agreement(checkpoint: str, response: str, agrees: bool) -> None:
    (wanted,) = wanted_of(checkpoint)
    assert any(wanted.agrees(item) for item in quantities_of(response)) is agrees


def test_small_numbers_in_words_are_not_asked_for() -> None:
    assert wanted_of("Names at least three risks.") == ()


@given(st.integers(1, 10**7))
def test_english_numbers_in_digits_keep_their_value(number: int) -> None:
    assert values(f"exactly {number:,} units") == [number]


DIGITS = "零一二三四五六七八九"


def spell(number: int) -> str:
    """Chinese for a number below 10,000."""
    parts = []
    for scale, name in ((1000, "千"), (100, "百"), (10, "十"), (1, "")):
        digit, number = divmod(number, scale)
        parts.append(DIGITS[digit] + name if digit else "零" if parts and number else "")
    return "".join(parts).replace("零零", "零")


@given(st.integers(1, 9_999))
def test_chinese_numerals(number: int) -> None:
    assert chinese_value(spell(number)) == number
    assert chinese_value(spell(number) + "万") == number * 10_000


def test_words() -> None:
    assert english_value("three million two hundred and five thousand and one") == 3_205_001
    assert chinese_value("二〇二三") == 2023


@given(st.text(max_size=200))
def test_offsets_lie_in_the_text(text: str) -> None:
    for item in quantities_of(text):
        assert 0 <= item.start < item.end <= len(text)
