"""IFEval's instructions are decided as its published check decides them.

``ifeval_cases.json`` has a line a case: instruction, parameters, response, and the verdicts of the
published check, strict and loose (with NLTK 3.10, its English Punkt model, and langdetect with the
seed 0).
"""

from __future__ import annotations

import contextlib
import json
import time
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from tests.sampling import some
from xpert_studio.core.instruments import instrument_of
from xpert_studio.core.instruments.deciding import CannotCheckError, Subject
from xpert_studio.core.records import Checkpoint
from xpert_studio.packs.checks.kinds import KINDS
from xpert_studio.packs.checks.kinds.ifeval import INSTRUCTIONS, PREFIX

CASES = json.loads((Path(__file__).parent / "ifeval_cases.json").read_text(encoding="utf-8"))
BY_LANGUAGE = {
    "language:response_language",
    "change_case:english_capital",
    "change_case:english_lowercase",
}
BIG = 1024 * 1024
PARAMETERS: dict[str, dict[str, Any]] = {case[0]: case[1] for case in reversed(CASES)}


def passes(name: str, given_: dict[str, Any], text: str) -> bool:
    settings = {"check": PREFIX + name, "parameters": given_}
    point = Checkpoint(
        task_id="t", id="c", text="x", weight=1, instrument="check", settings=settings
    )
    outcome = instrument_of(point).decide(Subject(text), point)
    assert outcome.reason
    return outcome.passed


def wrong(names: set[str]) -> list[Any]:
    return [
        case
        for case in CASES
        if case[0] in names
        and (passes(*case[:3]), passes(case[0], case[1] | {"loose": True}, case[2])) != (*case[3:],)
    ]


def test_there_are_cases_both_ways_of_all_25_instructions():
    met = Counter(case[0] for case in CASES if case[3])
    not_met = Counter(case[0] for case in CASES if not case[3])
    assert len(INSTRUCTIONS) == 25
    assert met.keys() == not_met.keys() == INSTRUCTIONS.keys()
    assert min((met + not_met).values()) >= 12
    assert any(case[4] != case[3] for case in CASES)


def test_verdicts_are_those_of_the_published_check():
    assert wrong(INSTRUCTIONS.keys() - BY_LANGUAGE) == []


def test_languages_are_those_of_the_published_check():
    assert len(wrong(BY_LANGUAGE)) <= 2  # texts in two languages, of 88


@pytest.mark.parametrize("keyword", ["(a+)+b", "a*", "a{9}", "[", "a?b?c?d?", "", "x" * 301])
def test_a_keyword_that_could_never_end_is_refused(keyword):
    for name, field in (
        ("keywords:existence", {"keywords": [keyword]}),
        ("keywords:forbidden_words", {"forbidden_words": [keyword]}),
        ("detectable_content:postscript", {"postscript_marker": keyword}),
    ):
        with pytest.raises(ValidationError):
            KINDS[PREFIX + name].parameters.model_validate(field)


@pytest.mark.parametrize(
    ("name", "given_"),
    [
        ("keywords:existence", {"keywords": []}),
        ("keywords:frequency", {"keyword": "a", "frequency": 1, "relation": "at most"}),
        ("keywords:frequency", {"keyword": "a", "frequency": -1, "relation": "at least"}),
        ("keywords:letter_frequency", PARAMETERS["keywords:letter_frequency"] | {"letter": "ab"}),
        (
            "length_constraints:nth_paragraph_first_word",
            {"num_paragraphs": 1, "nth_paragraph": 2, "first_word": "a"},
        ),
        ("length_constraints:number_words", {"num_words": 5}),
        ("punctuation:no_comma", {"commas": 0}),
    ],
)
def test_parameters_that_the_published_check_cannot_use_are_refused(name, given_):
    with pytest.raises(ValidationError):
        KINDS[PREFIX + name].parameters.model_validate(given_)


HOSTILE = [
    "*", "* ", "-\n", "\n", " \n", "[", "<<", "<<>", "?", ". ", "...", '"', "'", "a'", "******",
    "Section ", "```", "[" * 3 + "]", "{", "CAN'T ", "P.S", "\u2028", "A. ", "1. ", "中", "\\",
]  # fmt: skip


@pytest.mark.parametrize("piece", some(HOSTILE, 8, "megabyte"), ids=repr)
def test_a_megabyte_of_anything_is_decided_in_seconds(piece):
    text = piece * (BIG // len(piece.encode()))
    for name in INSTRUCTIONS.keys() - BY_LANGUAGE:
        started = time.process_time()
        with contextlib.suppress(CannotCheckError):  # JSON nested too deeply
            passes(name, PARAMETERS[name], text)
        assert time.process_time() - started < 60, name  # a square would take hours


@given(st.text(max_size=60) | st.text("*-[]<>.,!?'\"` \nAaé1P.S", max_size=60))
def test_loose_is_never_harder_than_strict(text):
    for name in INSTRUCTIONS.keys() - BY_LANGUAGE:
        if passes(name, PARAMETERS[name], text):
            assert passes(name, PARAMETERS[name] | {"loose": True}, text), name


def test_each_requirement_names_its_parameters():
    for name, item in INSTRUCTIONS.items():
        parameters = item.parameters.model_validate(PARAMETERS[name])
        told = item.requirement_with(parameters)
        for value in PARAMETERS[name].values():
            for part in value if isinstance(value, list) else [value]:
                assert str(part).strip() in told, name
