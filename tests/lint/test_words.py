"""Word lists are tried by their first letters, and match what trying one after the other does."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.lint.quality import labelled_lines
from xpert_studio.core.lint.words import _by_letter, _lists, entries, pattern

NAMES = [name for name, value in _lists("en").items() if isinstance(value, list)]


def one_after_the_other(words):
    joined = "|".join(words) or r"(?!)"
    return re.compile(rf"(?<![\w-])(?:{joined})(?![\w-])", re.IGNORECASE)


@pytest.mark.parametrize("name", NAMES)
def test_every_list_matches_the_same(name):
    words = sorted(entries("en", name), key=lambda word: (-len(word), word))
    plain = one_after_the_other(words)
    lines = [row["text"] for row in labelled_lines()] + list(entries("en", name))
    for line in lines:
        expected = [found.span() for found in plain.finditer(line)]
        assert [found.span() for found in pattern("en", name).finditer(line)] == expected


WORDS = st.lists(st.sampled_from(["ab", "ab?c", "a", "abc d", "b|ab", "[ab]c", "Abd", "ba+", "c"]))


@given(WORDS, st.text(alphabet="abcdA ", max_size=12))
def test_any_order_of_words_is_kept(words, text):
    plain = one_after_the_other(words)
    grouped = one_after_the_other(list(_by_letter(words)))
    assert [found.span() for found in grouped.finditer(text)] == [
        found.span() for found in plain.finditer(text)
    ]
