"""Text is cut into terms and passages, and what all checkpoints begin with is set aside."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from xpert_studio.judge.baseline.reading import passages_of
from xpert_studio.judge.baseline.rubric import corpus_of, read_rubric, without_prefix
from xpert_studio.judge.baseline.text import concept, keys_of, terms_of


@pytest.mark.parametrize(
    "words",
    [
        ("investments", "investment", "investing", "invested", "invest"),
        ("closure", "closing", "closed", "shut"),
        ("increase", "growth", "rises", "rose"),
        ("diagnosis", "diagnosis"),
    ],
)
def test_forms_of_a_word_are_one(words: tuple[str, ...]) -> None:
    assert len({concept(word) for word in words}) == 1


@pytest.mark.parametrize(("one", "other"), [("increase", "decrease"), ("improve", "worsen")])
def test_antonyms_stay_apart(one: str, other: str) -> None:
    assert concept(one) != concept(other)


def test_chinese_is_cut_into_pairs_without_stop_words() -> None:
    assert keys_of("企业的利润") == ["=公司", "=利润"]


def test_prefix_up_to_the_colon_is_cut() -> None:
    texts = [f"The summary covers this in full: The doctor {verb} it at length" for verb in "abc"]
    assert without_prefix(texts) == [f"The doctor {verb} it at length" for verb in "abc"]


def test_prefix_without_colon_is_cut_at_a_word() -> None:
    texts = [
        "States that apples are red",
        "States that apricots are sweet",
        "States that ants bite",
    ]
    assert without_prefix(texts) == texts
    longer = [f"The answer {text.lower()}" for text in texts]
    assert without_prefix(longer)[0] == "apples are red"


def test_chinese_prefix_is_cut() -> None:
    assert without_prefix(
        ["回答应当指出甲方违约在先", "回答应当指出乙方没有通知", "回答应当指出合同已经解除"]
    ) == [
        "甲方违约在先",
        "乙方没有通知",
        "合同已经解除",
    ]


@pytest.mark.parametrize(
    "texts",
    [
        [],
        ["The answer states that A"],
        ["The answer states that A", "The answer states that B"],
        ["same text here"] * 4,
    ],
)
def test_nothing_is_cut_where_little_would_be_left(texts: list[str]) -> None:
    assert without_prefix(texts) == texts


def test_what_every_checkpoint_names_weighs_little() -> None:
    texts = ["Acme sold the harbour", "Acme bought a glacier", "Acme rents one violin"]
    first = read_rubric(["a", "b", "c"], texts, corpus_of([texts])).asked[0]
    weights = dict(zip(first.surface, first.weights, strict=True))
    assert weights["Acme"] < 0.3 * weights["harbour"]


@pytest.mark.parametrize(
    ("text", "forbids"),
    [
        ("The answer does not claim a cure.", True),
        ("Avoids legal advice of any kind.", True),
        ("The drug does not interact with alcohol.", False),
        ("不得声称已经治愈该患者", True),
    ],
)
def test_checkpoints_that_forbid(text: str, forbids: bool) -> None:
    assert read_rubric(["a"], [text], corpus_of(())).asked[0].forbids is forbids


def test_sentences_bullets_and_chinese() -> None:
    text = "# Title\n1. Dr. Smith paid $3.5 million. It was e.g. too much!\n* 第一句。第二句！"
    assert [text[p.start : p.end] for p in passages_of(text)] == [
        "Title",
        "Dr. Smith paid $3.5 million.",
        "It was e.g. too much!",
        "第一句。",
        "第二句！",
    ]


@given(st.text(max_size=400))
def test_passages_are_ordered_and_verbatim(text: str) -> None:
    end = 0
    for passage in passages_of(text):
        assert end <= passage.start < passage.end <= len(text)
        end = passage.end


@given(st.text(max_size=300))
def test_fast_keys_are_the_keys_of_the_terms(text: str) -> None:
    terms = terms_of(text)
    assert keys_of(text) == [term.key for term in terms]
    assert all(0 <= term.start < term.end <= len(text) for term in terms)
