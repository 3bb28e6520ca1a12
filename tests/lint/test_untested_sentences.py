"""Sentences of a reference answer that no checkpoint seems to test, by the terms they share."""

from __future__ import annotations

from xpert_studio.core.lint import untested_spans


def marked(answer: str, *lines: str) -> list[str]:
    spans, _ = untested_spans(answer, lines)
    return [answer[start:end] for start, end in spans]


def test_a_sentence_that_shares_half_of_its_terms_with_a_line_is_tested() -> None:
    answer = "The break date is month 30. The partition walls have to be removed. Yes."
    lines = ("States that the break date is month 30.",)
    assert marked(answer, *lines) == ["The partition walls have to be removed."]
    assert untested_spans(answer, lines)[1] == 2, "a sentence of no substance is not compared"
    assert marked(answer, *lines, "Says that the partition walls are removed.") == []


def test_numbers_with_points_and_lines_without_one_are_whole_sentences() -> None:
    answer = "Give 2.5 mg of warfarin daily\nCheck the creatinine weekly!"
    assert marked(answer, "Names the dose of warfarin, 2.5 mg daily.") == [
        "Check the creatinine weekly!"
    ]


def test_chinese_is_compared_by_pairs_of_characters() -> None:
    answer = "首选改用磷霉素氨丁三醇。告知患者黑便时立即就医。"
    assert marked(answer, "建议首选改用磷霉素氨丁三醇。") == ["告知患者黑便时立即就医。"]


def test_without_lines_or_without_text_there_is_nothing_or_all() -> None:
    assert untested_spans("", ("Names clause 9.",)) == ([], 0)
    spans, total = untested_spans("The tenant pays the rent of June.", ())
    assert (len(spans), total) == (1, 1)
