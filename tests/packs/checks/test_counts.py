"""Counts and lengths."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from tests.packs.checks.deciding import decided, passes
from xpert_studio.core.instruments.deciding import CannotCheckError, Subject
from xpert_studio.packs.checks.kinds.reading import sentences


@pytest.mark.parametrize(("kind", "text", "count"), [
    ("word_count", "Don't count well-known 1,000.5 twice: 中文字 end.", 9),
    ("word_count", "", 0),
    ("word_count", "हिन्दी में लिखा", 3),
    ("sentence_count", "Dr. Smith left at 3.5 p.m. today. Why? He didn't say... Done", 4),
    ("sentence_count", "他来了。真的吗？是！“好。”", 4),
    ("sentence_count", "# Title\n1. One item\n2. Two. Three\n\nA line\nbroken in two.", 5),
    ("sentence_count", "... !!! ???", 0),
    ("paragraph_count", "a\nb\n\n \n\nc\r\n\r\nd", 3),
    ("line_count", "a\n\nb\n", 2),
    ("list_item_count", "- a\n1. b\n（2）c\n* * *\n一、d\n---\n1.5 x\n```\n- no\n```\nHowever. No", 4),
    ("character_count", "a 中\n", 4),
])  # fmt: skip
def test_counts(kind, text, count):
    assert passes(kind, text, exactly=count), decided(kind, text, exactly=count).reason
    assert not passes(kind, text, at_least=count + 1)
    assert passes(kind, text, at_least=count, at_most=count)
    assert count == 0 or not passes(kind, text, at_most=count - 1)


def test_options_of_counts():
    assert passes("character_count", "a 中文\n", exactly=2, only_chinese=True)
    assert passes("character_count", "a 中文\n", exactly=3, without_spaces=True)
    assert passes("line_count", "a\n\nb\n", exactly=3, with_blank=True)
    assert passes("list_item_count", "- a\n1. b\n2) c", exactly=2, kind="numbered")
    assert passes("list_item_count", "- a\n1. b\n2) c", exactly=1, kind="bulleted")


@given(st.text("中文字", max_size=30))
def test_each_chinese_character_is_a_word(text):
    assert passes("word_count", text, exactly=len(text))


@given(st.lists(st.sampled_from(["It is so.", "Is it?", "他来了。", "Go!"])))
def test_sentences_add_up(parts):
    assert sentences(" ".join(parts)) == parts


def test_bounds_are_needed_and_make_sense():
    for wrong in ({}, {"at_least": 3, "at_most": 2}, {"at_least": -1}, {"at": 1}):
        with pytest.raises(ValidationError):
            decided("word_count", "a", **wrong)


def test_length_against_the_source():
    subject = Subject("one two", prompt="1 2 3 4 5", materials="1 2 3 4")
    assert passes("word_count_reduction", subject, at_least=50, at_most=50)
    assert not passes("word_count_reduction", subject, at_least=51)
    assert passes("word_count_reduction", subject, at_least=80, source="x " * 10)
    assert passes("word_count_reduction", Subject("a b c", "a b c d"), at_least=25, at_most=25)
    assert passes("length_ratio", subject, at_least=0.5, at_most=0.5)
    assert not passes("length_ratio", subject, at_most=0.4)
    with pytest.raises(CannotCheckError):
        decided("length_ratio", "a", at_least=1)
