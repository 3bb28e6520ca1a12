"""Text is cut into terms and sentences, and what all checkpoints name weighs little."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from xpert_studio.packs.embedded.model_judge.finding import find
from xpert_studio.packs.embedded.model_judge.text import sentences_of, terms_of


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ("Investments of the investor, invested", ["invest"]),
        ("1,234,567 units, 8.5 billion", ["#1234567.0", "units", "#8.5", "billio"]),
        ("see [12] and [3, 7], page 24", ["see", "page", "#24.0"]),
        ("The Q2 of 1000", ["q2", "#1000.0"]),
        ("企业的利润", ["企业", "利润"]),
        ("利润率为13.7%", ["利润", "润率", "#13.7"]),
        ("??? the of", []),
    ],
)
def test_terms(text: str, keys: list[str]) -> None:
    assert list(terms_of(text)) == keys


def test_what_every_checkpoint_names_weighs_little() -> None:
    texts = ["Acme sold harbours", "Acme bought glaciers", "Acme rents violins"]
    shared, own = find(texts, "Acme.")[0], find(texts, "Harbours.")[0]
    assert shared.coverage < 0.5 * own.coverage
    assert own.missing == ("sold", "Acme")


def test_sentences_bullets_and_chinese() -> None:
    text = "# Title\n1. It paid $3.5 million. It was e.g. too much!\n* 第一句。第二句！  \n"
    assert [text[start:end] for start, end in sentences_of(text)] == [
        "Title",
        "It paid $3.5 million.",
        "It was e.g. too much!",
        "第一句。",
        "第二句！",
    ]


@given(st.text(max_size=400))
def test_sentences_are_ordered_and_verbatim(text: str) -> None:
    at = 0
    for start, end in sentences_of(text):
        assert at <= start < end <= len(text)
        at = end
