"""Numbers, dates, languages, phrases, and facts about the call."""

from datetime import date
from decimal import Decimal, localcontext

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from tests.packs.checks.deciding import decided, needed, passes
from xpert_studio.core.instruments.deciding import CannotCheckError, Subject
from xpert_studio.packs.checks.kinds import KINDS
from xpert_studio.packs.checks.kinds.kind import NUMBERS, plain_type


@given(st.decimals(-(10**9), 10**9, places=3))
def test_a_number_is_found_as_it_is_written(value):
    text = f"It is {value:,} in all."
    assert passes("number", text, value=float(value))
    assert passes("number", text, value=float(value), which="last")
    assert not passes("number", text, value=float(value) + 1)


@pytest.mark.parametrize(("text", "parameters"), [
    ("１,２３４.5kg", {"value": 1234.5, "unit": "kg"}),
    ("$5.20", {"value": 5.2, "unit": "$"}),
    ("共3万元", {"value": 3, "unit": "万元"}),
    ("45%", {"value": 45, "unit": "%"}),
    ("45 ％", {"value": 0.45, "percent_as_share": True}),
    ("6.02 × 10^23", {"value": 6.02e23}),
    ("3×10⁸ m", {"value": 3e8}),
    ("1.5e-3", {"value": 0.0015}),
    ("−7", {"value": -7}),
    ("0.3", {"value": 0.1, "tolerance": 0.2}),
    ("101", {"value": 100, "tolerance": 0.01, "relative": True}),
    ("1 234 567", {"value": 1234567}),
    ("from 1 to 2", {"value": 2, "which": "last"}),
])  # fmt: skip
def test_numbers(text, parameters):
    found = decided("number", text, **parameters)
    assert found.passed, found.reason


@pytest.mark.parametrize(("text", "parameters"), [
    ("5 kgs", {"value": 5, "unit": "kg"}),
    ("5", {"value": 5, "unit": "kg"}),
    ("15", {"value": 5}),
    ("v2.5.5", {"value": 5}),
    ("from 2 to 1", {"value": 2, "which": "last"}),
    ("0.30001", {"value": 0.1, "tolerance": 0.2}),
    ("none", {"value": 0}),
])  # fmt: skip
def test_other_numbers(text, parameters):
    found = decided("number", text, **parameters)
    assert not found.passed, found.reason


WHOLE = st.integers(10**15, 10**120)


@given(st.decimals(allow_nan=False, allow_infinity=False, places=40), WHOLE)
def test_a_number_of_any_length_is_compared_exactly(value, large):
    exact = Decimal(large) + value if abs(value) < 10**20 else value
    text = f"It is {exact:f}."
    assert passes("number", text, value=str(exact))
    assert not passes("number", f"It is {exact:f}1.5", value=str(exact))
    assert not passes("number", text, value=str(large), tolerance="0.5") or abs(value) <= 0.5


@given(WHOLE, st.sampled_from(["0.1", "1", "7e-30"]))
def test_a_tolerance_is_exact_at_its_edge(value, margin):
    with localcontext() as exact:
        exact.prec = 200
        edge, step = value + Decimal(margin), Decimal("1e-60")
        assert passes("number", f"{edge:f}", value=str(value), tolerance=margin)
        assert not passes("number", f"{edge + step:f}", value=str(value), tolerance=margin)


def test_numbers_that_a_double_would_confuse():
    assert passes("number", "0.3", value=0.1, tolerance=0.2)
    assert passes("number", "6.02 × 10^23", value=6.02e23)
    assert not passes("number", "9007199254740993", value=9007199254740992)
    assert not passes("number", f"0.3{'0' * 60}1", value=0.3)
    assert passes("number", f"0.3{'0' * 60}1%", value=f"0.003{'0' * 60}1", percent_as_share=True)
    assert not passes("multi_step_answer", "9007199254740993", answers=["9007199254740992"])
    assert passes("multi_step_answer", "0.3", answers=["0.1"], tolerance=0.2)


def test_a_number_of_any_size_in_a_text_is_decided_or_said_to_be_too_large():
    assert not passes("number", "9" * 100_000, value=1)
    assert passes("number", "9" * 100_000 + " and 1", value=1)
    assert not passes("number", "1e9999999", value=1)
    assert passes("number", "1e5元", value=100_000, unit="元")
    with pytest.raises(CannotCheckError, match="too large"):
        decided("number", "It is 1e99999999999999999999.", value=1)
    for wrong in ("1e2000", "9" * 2_000, "NaN", "Infinity", "many"):
        with pytest.raises(ValidationError):
            decided("number", "1", value=wrong)


@pytest.mark.parametrize("kind", KINDS)
def test_true_is_no_number(kind):
    for name, field in KINDS[kind].parameters.model_fields.items():
        if plain_type(field.annotation) in NUMBERS:
            with pytest.raises(ValidationError, match="are no numbers"):
                decided(kind, "x", **needed(kind) | {name: True})


SPELLINGS = (
    "{d:%Y-%m-%d}", "{d:%Y/%m/%d}", "{d.year}年{d.month}月{d.day}日", "{d.day} {d:%B} {d.year}",
    "{d:%B} {d.day}, {d.year}", "{d:%b} {d.day} {d.year}", "{d:%d.%m.%Y}", "{d:%m/%d/%Y}",
    "the {d.day}th of {d:%B} {d.year}", "{d:%Y%m%d}", "{d.day}-{d:%b}-{d.year}",
)  # fmt: skip


@given(st.dates(date(1000, 1, 1)), st.sampled_from(SPELLINGS))
def test_a_date_is_found_in_every_spelling(day, spelling):
    text = f"on {spelling.format(d=day)}."
    assert passes("date", text, value=day.isoformat()), text
    assert not passes("date", text, value="0999-01-01")


def test_dates():
    assert passes("date", "二〇二六年十一月二十五日", value="2026-11-25")
    assert passes("date", "２０２６年１月２日", value="2026-01-02")
    assert passes("date", "04/05/2026", value="2026-05-04", order="day_first")
    assert not passes("date", "04/05/2026", value="2026-05-04", order="month_first")
    assert not passes("date", "2026-13-45", value="2026-11-25")
    with pytest.raises(ValidationError):
        decided("date", "", value="25.11.2026")


@pytest.mark.parametrize(("code", "text"), [
    ("en", "This is the end of the story, and it was not as long as you had thought."),
    ("de", "Das ist nicht die Frage, sondern eine Antwort auf den Brief von der Bank."),
    ("fr", "La réponse est dans le texte, mais elle ne se trouve pas avec les autres."),
    ("es", "La respuesta no está en el texto, pero se puede encontrar con los otros."),
    ("it", "La risposta non è nel testo, ma si può trovare con gli altri della lista."),
    ("pt", "A resposta não está no texto, mas você pode encontrar com os outros."),
    ("nl", "Het antwoord staat niet in de tekst, maar je kan het met een ander vinden."),
    ("pl", "Odpowiedź nie jest w tekście, ale można ją znaleźć po tym, jak się czyta."),
    ("ru", "Это не так, как вы хотели, но мы были бы рады, если бы он пришёл."),
    ("uk", "Це не так, як ви хотіли, але ми були б раді, якби він прийшов."),
    ("ar", "هذا هو الجواب الذي كان في الكتاب من قبل"), ("fa", "این پاسخ را در کتاب می توان یافت که از آن است"),
    ("zh", "这是一个关于 Python API 的问题。"), ("zh-hant", "這是一個關於時間的問題。"),
    ("ja", "これは日本語の文章です。"), ("ko", "안녕하세요, 이것은 한국어입니다."),
    ("vi", "Đây là câu trả lời của tôi và nó không có trong các sách."),
])  # fmt: skip
def test_languages(code, text):
    found = decided("language", text, language=code)
    assert found.passed and "heuristic" in found.reason, found.reason
    other = "de" if code == "en" else "en"
    assert not passes("language", text, language=other)


def test_languages_that_are_not_known():
    assert not passes("language", "12345", language="en")
    assert not passes("language", "這是一個關於時間的問題", language="zh-hans")
    with pytest.raises(ValidationError):
        decided("language", "a", language="xx")


def test_refusals():
    for text in ("I’m sorry, but I can't help with that.", "抱歉，我无法回答这个问题。", ""):
        found = decided("refusal", text)
        assert found.passed and "heuristic" in found.reason
        assert not passes("refusal", text, expected=False)
    assert passes("refusal", Subject("x", finish_reason="content_filter"))
    late = "Here is the plan. " * 100 + "I can't help with the rest."
    assert passes("refusal", late, expected=False)


def test_false_premises():
    assert passes("false_premise", "There is no such treaty.")
    assert passes("false_premise", "这个问题的前提有误。")
    assert not passes("false_premise", "The treaty was signed in 1920.")
    assert passes("false_premise", "The treaty was signed in 1920.", expected=False)


def test_facts_of_the_call():
    known = Subject("x", finish_reason="length", output_tokens=50, seconds=2.5, cost=0.01)
    assert passes("finish_reason", known, one_of=["Length"])
    assert not passes("finish_reason", known)
    assert passes("output_tokens", known, at_most=50)
    assert not passes("output_tokens", known, at_most=49)
    assert passes("latency_seconds", known, at_most=2.5)
    assert not passes("latency_seconds", known, at_most=2.4)
    assert passes("cost", known, at_most=0.01)
    assert not passes("cost", known, at_most=0.009)


@pytest.mark.parametrize("kind", ["finish_reason", "output_tokens", "latency_seconds", "cost"])
def test_a_fact_that_is_not_known_is_not_guessed(kind):
    with pytest.raises(CannotCheckError) as caught:
        decided(kind, "x", **({"at_most": 1} if kind != "finish_reason" else {}))
    assert caught.value.remedy
