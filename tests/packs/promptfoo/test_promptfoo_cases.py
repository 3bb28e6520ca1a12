"""Our checks decide as promptfoo's assertions do; where they do not, the cases say why."""

from __future__ import annotations

import contextlib
import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.exchange.formats.tools import need_tools
from tests.packs.promptfoo.promptfoo_runs import decided_by_promptfoo, read_cases
from xpert_studio.core.instruments.deciding import CannotCheckError, Subject
from xpert_studio.packs.checks.kinds import KINDS, overlap
from xpert_studio.packs.promptfoo.types import (
    CHECKS,
    GRADED,
    NOT_MAPPED,
    GivenAssertion,
    NotMappedError,
    check_of,
    separated,
)

CASES = read_cases()


def given_of(assertion: dict[str, Any]) -> GivenAssertion:
    kind = assertion["type"]
    base = kind.removeprefix("not-")
    return GivenAssertion(base, kind != base, assertion.get("value"), assertion.get("threshold"))


def decided_here(assertion: dict[str, Any], output: dict[str, Any]) -> bool | None:
    kind, parameters = check_of(given_of(assertion))
    latency = output.get("latency_ms")
    subject = Subject(
        output["text"],
        finish_reason=output.get("finish_reason"),
        seconds=None if latency is None else latency / 1000,
        cost=output.get("cost"),
    )
    try:
        found = KINDS[kind]
        return found.decide(subject, found.parameters.model_validate(parameters)).passed
    except CannotCheckError:
        return None


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["assertion"])[:60])
def test_the_check_decides_as_the_assertion(case):
    assert len(case["outputs"]) >= 8
    for output in case["outputs"]:
        ours = decided_here(case["assertion"], output)
        assert (ours == output["passed"]) is ("deviation" not in output), output
    assert {output["passed"] for output in case["outputs"]} >= {True, False}


def test_every_type_that_comes_in_has_cases():
    assert {case["assertion"]["type"].removeprefix("not-") for case in CASES} == CHECKS.keys()
    assert not CHECKS.keys() & (GRADED | NOT_MAPPED.keys())


SCORES = {"bleu": overlap.bleu, "gleu": overlap.gleu, "rouge-n": overlap.rouge_1}
WORDS = (
    "the", "The", "cat", "CAT", "sat", "on", "mat", "mat.", "3.14", "1,000", "a,b", "5:30", "e.g.",
    "U.S.", "...", "--", "can't", "cannot", "'tis", "gonna", "wanna", "I'll", "dogs'", "D'ye", "(so)",
    '"quoted', 'words."', '"', "``", "''", "''a''", "<b>", "50%", "ok?", "naïve", "猫", "«x»", "end).",
    ".", "..", "$5", "\u00a0", "\u2003", "\n", "ﬁ", "É", "lemme",
)  # fmt: skip
TAGS = (
    "<a", "<b>", "<br/>", "<x-y z='1' />", "</b>", "</c >", "text", "&amp;", "&#12;", "&#xAf;", "&no",
    "<!-- a-b -->", "<!-- a--b -->", "<!DOCTYPE html", "<DIV ", ' a="b"', " c = 'd'", ">", "/>", "<", "1",
)  # fmt: skip


def random_cases() -> list[dict[str, Any]]:
    """Texts of words and marks that tokenizers differ on, and pieces of tags; the same each time."""
    chosen = random.Random(11)

    def text(pieces: tuple[str, ...], between: str, most: int) -> str:
        return between.join(chosen.choices(pieces, k=chosen.randint(1, most)))

    cases: list[dict[str, Any]] = []
    for _ in range(40):
        given: dict[str, Any] = {"type": chosen.choice(sorted(SCORES))}
        references = [text(WORDS, " ", 10) for _ in range(1 if given["type"] == "rouge-n" else 2)]
        outputs = [*references, *(text(WORDS, " ", 10) for _ in range(8))]
        given["value"] = references if len(references) > 1 else references[0]
        cases.append({"assertion": given, "outputs": [{"text": one} for one in outputs]})
    pieces = [{"text": text(TAGS, "", 4)} for _ in range(150)]
    return [*cases, {"assertion": {"type": "contains-html"}, "outputs": pieces}]


@pytest.fixture(scope="module")
def said(tmp_path_factory) -> list[list[dict[str, Any]]]:
    """What promptfoo says of all cases, in one run."""
    need_tools()
    return decided_by_promptfoo([*CASES, *random_cases()], tmp_path_factory.mktemp("cases"))


def test_the_cases_say_what_promptfoo_decides(said):
    written = [[output["passed"] for output in case["outputs"]] for case in CASES]
    assert [[one.get("pass") for one in row] for row in said[: len(CASES)]] == written


def test_scores_of_shared_words_are_those_of_promptfoo(said):
    scores = set()
    for case, row in zip(random_cases(), said[len(CASES) :], strict=True):
        kind, value = case["assertion"]["type"], case["assertion"].get("value")
        for output, theirs in zip(case["outputs"], row, strict=True):
            if kind in SCORES:
                references = value if isinstance(value, list) else [value]
                ours = SCORES[kind](output["text"], references)
                assert theirs["score"] == pytest.approx(ours, abs=1e-12), (value, output)
                scores.add(ours)
            assert theirs["pass"] is decided_here(case["assertion"], output), (kind, value, output)
    assert len(scores) > 60


@pytest.mark.parametrize(
    ("assertion", "why"),
    [
        ({"type": "javascript", "value": "true"}, "code"),
        ({"type": "similar", "value": "x"}, "embeddings"),
        ({"type": "promptfoo:redteam:harmful"}, "service"),
        ({"type": "trajectory:tool-used"}, "agent"),
        ({"type": "odd"}, "not known"),
        ({"type": "is-sql"}, "dialect"),
        ({"type": "not-contains-sql"}, "dialect"),
        ({"type": "meteor", "value": "x"}, "synonyms"),
        ({"type": "bleu", "value": ["a", {}]}, "no list"),
        ({"type": "rouge-n", "value": ["a"]}, "no text"),
        ({"type": "gleu", "value": "a", "threshold": 1.5}, "cannot take its value"),
        ({"type": "regex", "value": "(?=a)b"}, "RE2"),
        ({"type": "contains", "value": ""}, "no text"),
        ({"type": "contains", "value": {"a": 1}}, "no text"),
        ({"type": "contains-all", "value": '"a" b'}, "no list"),
        ({"type": "contains-any", "value": ["a", ["b"]]}, "no list"),
        ({"type": "is-xml", "value": "a.b"}, "in the tree"),
        ({"type": "is-json", "value": "{a: ["}, "schema cannot be read"),
        ({"type": "is-json", "value": {"type": "odd"}}, "no JSON Schema"),
        ({"type": "not-latency", "threshold": 5}, "no opposite"),
        ({"type": "latency"}, "no threshold"),
        ({"type": "not-word-count", "value": 5}, "no opposite"),
        ({"type": "word-count", "value": {"min": "x"}}, "no number"),
    ],
)
def test_what_has_no_equal_is_named_with_the_reason(assertion, why):
    with pytest.raises(NotMappedError, match=why):
        check_of(given_of(assertion))


finite = st.floats(allow_nan=False, allow_infinity=False)
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=5,
)


@given(st.sampled_from(sorted(CHECKS)), st.booleans(), json_values, st.none() | finite)
def test_no_value_is_too_odd(base, negated, value, threshold):
    """Whatever an assertion holds, it becomes a check that can be decided, or is named."""
    with contextlib.suppress(NotMappedError, CannotCheckError):
        kind, parameters = check_of(GivenAssertion(base, negated, value, threshold))
        found = KINDS[kind]
        found.decide(Subject("some text"), found.parameters.model_validate(parameters))


@given(st.lists(st.text(min_size=1, max_size=6), min_size=1, max_size=5))
def test_texts_between_commas_are_read_back(texts):
    written = ", ".join('"' + text.replace('"', '""') + '"' for text in texts)
    assert separated(written) == texts


def test_a_long_list_is_read_in_a_time_that_grows_with_it():
    assert len(separated("a," * 200_000)) == 200_000
