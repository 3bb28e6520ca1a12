"""Checks of shared words; promptfoo's own figures are compared in ``tests/exchange/formats``."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.packs.checks.deciding import decided, passes
from xpert_studio.packs.checks.kinds.html_signs import html_signs
from xpert_studio.packs.checks.kinds.overlap import bleu, gleu, rouge_1

SCORES = pytest.mark.parametrize("score", [bleu, gleu, rouge_1])
texts = st.lists(st.sampled_from(["a", "B", "cat", "it's", '"x"', "3.5", "."]), min_size=1).map(
    " ".join
)


@SCORES
@given(texts, texts, texts)
def test_a_score_is_a_share_and_the_best_of_several_texts(score, text, one, other):
    assert 0 <= score(text, [one]) <= 1
    if score is not bleu:  # which goes by the length of the nearest
        assert score(text, [one, other]) == max(score(text, [one]), score(text, [other]))


@SCORES
@given(texts.filter(lambda text: text.strip(" .")))
def test_the_same_text_scores_1_in_capitals_or_not(score, text):
    assert score(text, [text]) == pytest.approx(1)
    assert score(text.upper(), [text]) == pytest.approx(1)


@SCORES
def test_nothing_shared_is_next_to_nothing(score):
    assert score("", ["a b"]) == 0
    assert score("c d e f", ["a b g h"]) < 1e-6


def test_figures_worked_out_by_hand():
    # 3 of 4 words, 1 of 3 pairs, no triple, none of four, and a text of the same length.
    assert bleu("a b x c", ["a b c d"]) == pytest.approx((3 / 4 * 1 / 3 * 1e-7 * 1e-7) ** (1 / 4))
    assert gleu("a b x c", ["a b c d"]) == pytest.approx(4 / 10)
    assert rouge_1("the cat", ["the cat sat."]) == pytest.approx(2 * 1 * 0.5 / 1.5)


def test_the_reason_names_the_score_and_the_limit():
    found = decided("rouge_1", "the cat", texts=["the cat sat."], at_least=0.7)
    assert not found.passed
    assert found.reason == "ROUGE-1 is 0.667; the limit is 0.7."
    assert passes("rouge_1", "the cat", texts=["the cat sat."], at_least=0.7, negated=True)


@pytest.mark.parametrize(
    ("text", "signs"),
    [
        ("a < b > c", 0), ("Use <b> here", 1), ("&amp;", 1), ("<b>x</b>", 2), ("<br/>", 3),
        ("<x-y z />", 2), ("<!-- a -->", 1), ("<!doctype html", 2), ("x <DIV", 2), (' a="b"', 1),
    ],
)  # fmt: skip
def test_signs_of_html_are_counted(text, signs):
    assert html_signs(text) == signs
    assert passes("contains_html", text) is (signs >= 2)
