"""Texts that are looked for, patterns, similarity, repetition."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from tests.packs.checks.deciding import decided, passes


def test_contains():
    text = "The Quick brown fox"
    assert passes("contains_all", text, texts=["quick", "FOX"])
    assert not passes("contains_all", text, texts=["quick", "FOX"], case_sensitive=True)
    assert passes("contains_any", text, texts=["cat", "fox"])
    assert not passes("contains_any", text, texts=["cat"])
    assert passes("contains_none", text, texts=["cat"])
    assert not passes("contains_none", text, texts=["cat", "fox"])
    assert passes("contains_all", "caf\u0065\u0301", texts=["caf\u00e9"])


def test_banned_words_are_whole_and_their_place_is_told():
    assert passes("banned_words", "concatenate, Catalan", words=["cat"])
    found = decided("banned_words", "a\nthe Cat.\n这不行吧", words=["cat", "不行"])
    assert not found.passed
    assert found.reason == 'Uses banned words: "cat" in line 2, "不行" in line 3.'
    assert passes("banned_words", "Cat", words=["cat"], case_sensitive=True)
    assert not passes("banned_words", "in C++ or", words=["c++"])
    assert not passes("banned_words", "用cat写", words=["cat"])
    assert not passes("banned_words", "in order  to, in order to", words=["in order to"])


def test_edges_and_equality():
    assert passes("starts_with", "  Dear Sir", text="Dear")
    assert not passes("starts_with", "dear", text="Dear")
    assert passes("starts_with", "dear", text="Dear", case_sensitive=False)
    assert passes("ends_with", "Yours.\n", text="Yours.")
    assert not passes("ends_with", "Yours. PS", text="Yours.")
    assert passes("equals", " ＹＥＳ,\n 12. ", text="yes, 12")
    assert not passes("equals", "Yes", text="yes", as_written=True)
    assert not passes("equals", "yes " * 1000, text="yes")


@given(st.text(max_size=50))
def test_a_text_starts_and_ends_with_itself_and_equals_itself(text):
    if text.strip():
        assert passes("starts_with", text, text=text.strip())
        assert passes("ends_with", text, text=text.strip())
    assert passes("equals", text, text=text)
    assert passes("equals", text, text=text, as_written=True)


def test_patterns():
    found = decided("regex", "foo\n中文12 bar", pattern=r"\p{Han}+\d+")
    assert found.passed and "line 2" in found.reason
    assert not passes("regex", "foo", pattern="FO+")
    assert passes("regex", "foo", pattern="FO+", case_sensitive=False)
    assert not passes("regex", "foo bar", pattern="fo+|b", whole=True)
    assert not passes("regex", "foo", pattern="o$", negated=True)


@pytest.mark.parametrize("pattern", ["(a", "(?=x)", r"(a)\1", "[", "a{2000}", "x" * 501, ""])
def test_patterns_that_cannot_be_searched_are_refused(pattern):
    with pytest.raises(ValidationError):
        decided("regex", "", pattern=pattern)


def test_similarity_is_that_of_levenshtein():
    assert passes("similarity", "kitten", text="sitting", at_most_edits=3)
    assert not passes("similarity", "kitten", text="sitting", at_most_edits=2)
    assert passes("similarity", "kitten", text="sitting", at_least=0.57)
    assert not passes("similarity", "kitten", text="sitting", at_least=0.58)
    assert passes("similarity", "Kitten. ", text="kitten", at_least=1)
    assert not passes("similarity", "Kitten", text="kitten", at_least=1, as_written=True)
    with pytest.raises(ValidationError):
        decided("similarity", "a", text="a")


def test_repetition():
    twice = "The cat sat down. A dog did not. The cat  sat DOWN."
    assert not passes("no_repetition", twice)
    assert passes("no_repetition", twice, at_most=2)
    assert passes("no_repetition", "Yes, he did. Yes, he did.")
    assert not passes("no_repetition", "Yes, he did. Yes, he did.", from_words=3)
    looped = " and then he went" * 10
    assert passes("no_repetition", looped)
    assert not passes("no_repetition", looped, repeated_at_most=0.5)
    assert passes("no_repetition", "a b c d e f g", repeated_at_most=0)


@pytest.mark.parametrize(
    "text", ["This is, in\nother   words, fine.", "We de\u200blve into it.", "We de\u00adlve."]
)
def test_banned_words_are_found_across_line_breaks_and_characters_without_width(text):
    assert not passes("banned_words", text, words=["in other words", "delve"])


CODE = "```python\ndef f(x):\n    y = x + 1\n    return y\n```"


@pytest.mark.parametrize(
    ("text", "refuses"),
    [
        ("I can't help with that.", True),
        (f"I can't help with that, but here is a start:\n\n{CODE}", False),
        ("I can't help with that. `rm -rf` is dangerous.", True),
        ("I can't help with that.\n```\nno\n```", True),
    ],
)
def test_a_phrase_of_refusal_before_full_code_is_none(text, refuses):
    assert passes("refusal", text) == refuses


@pytest.mark.parametrize(
    ("text", "bounds", "expected"),
    [
        ("- one two\n- three four five", {"at_most": 3}, True),
        ("- one two\n- three four five six", {"at_most": 3}, False),
        ("1. one two\n   three\n2. four", {"at_least": 2}, False),
        ("1. one two\n   three\n2. four five", {"at_least": 2, "at_most": 3}, True),
        ("No list.", {"at_most": 3}, False),
        ("- 一二三\n- 四五", {"at_least": 2, "at_most": 3}, True),
        ("- one\n\nA paragraph of many words here.", {"at_most": 1}, True),
    ],
)
def test_words_of_each_item_are_within_bounds(text, bounds, expected):
    assert passes("words_per_item", text, **bounds) == expected
