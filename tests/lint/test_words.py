"""Word lists are tried by their first letters, and match what trying one after the other does."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.lint.quality import labelled_lines
from xpert_studio.core.lint.words import WordList, _by_letter, _lists, entries, pattern

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


CHINESE = [name for name, value in _lists("zh").items() if isinstance(value, list)]


@pytest.mark.parametrize("name", CHINESE)
def test_every_chinese_list_matches_the_same(name):
    words = sorted(entries("zh", name), key=lambda word: (-len(word), word))
    plain = re.compile(f"(?:{'|'.join(words) or '(?!)'})")
    for line in [row["text"] for row in labelled_lines()] + list(entries("zh", name)):
        expected = [found.span() for found in plain.finditer(line)]
        assert [found.span() for found in pattern("zh", name).finditer(line)] == expected


EXPRESSIONS = st.lists(
    st.sampled_from(
        ["is", "isle?s", "no[- ]one", "on[ei]", "(?:an|the) isle", "(?:a )?noon", "ni*", "^(?:no|on)",
         r"an\w+", r"\d is", "i(?:s|n)?", "ones?|noons?", "(?:on)+e", "sin(?!s)", ".n", r"in\b",
         r"\d{1,2}\+? ?is", r"\(?(?:on|no)\)"]
    ),
    max_size=4,
)  # fmt: skip
LETTERS = st.text(alphabet="aehilnost INSOſıİ-'5’该", max_size=14)


@given(EXPRESSIONS, LETTERS, st.integers(0, 8), st.integers(0, 12))
def test_a_text_is_passed_over_only_where_nothing_matches(words, text, start, end):
    plain, found = one_after_the_other(list(_by_letter(words))), WordList.of(*words)
    assert str(found.search(text)) == str(plain.search(text))
    assert str(found.search(text, start, end)) == str(plain.search(text, start, end))
    assert str(found.match(text, start)) == str(plain.match(text, start))
    assert [*map(str, found.finditer(text, start))] == [*map(str, plain.finditer(text, start))]
    assert found.sub(lambda one: "_", text) == plain.sub("_", text)


def test_most_lines_are_seen_to_hold_none_by_their_words():
    lines = [row["text"] for row in labelled_lines()]
    names = {name for name in NAMES if pattern("en", name)._heads is not None}
    looked = sum(pattern("en", name)._may_be_in(line) for name in names for line in lines)
    assert len(names) > 15
    assert looked < len(names) * len(lines) / 3
