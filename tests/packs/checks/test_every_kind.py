"""Whatever a response is: every kind answers, with a message, in bounded time."""

import contextlib
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.packs.checks.deciding import decided, needed
from tests.sampling import examples, many
from xpert_studio.core.instruments.deciding import CannotCheckError, Subject
from xpert_studio.core.messages import Message
from xpert_studio.packs.checks.kinds import KINDS

pytestmark = pytest.mark.sampled(160)

SIZE = many(300_000, by_night=5_000_000)
PIECES = st.sampled_from((
    "a", "1", ".", "。", "中", " ", "\n", "\n\n", "```", "~~~", "#", "-", "|", "[", "]", "(", ")", "{",
    "}", "<", ">", "</", "<!--", '"', "'", "\\", "\0", "\ud800", "\u0300", "\u202e", "😀", ":", ",",
    "1e999", "é", "٣", "５", "²", "年", "月", "日", "十", "十十", "http://", "](", "[^", "***", "$", "%",
    " x10^", "×10⁹", "2026-99-99", "```json", "<a>", "&b;", "- ",
))  # fmt: skip
HUGE = {
    "prose": "The quick brown fox, 42.5 kg, jumps over the lazy dog. (Smith, 2020) [1]\n"
    * (SIZE // 73),
    "letters": "a" * SIZE,
    "dots": "." * SIZE + "x",
    "opening": "<a " * (SIZE // 3),
    "unfinished": "<!" * (SIZE // 2),
    "brackets": "[" * SIZE,
    "objects": '["a ' * (SIZE // 4),
    "parentheses": "(a " * (SIZE // 3),
    "digits": "9" * SIZE,
    "marks": "e" + "\u0315\u0300" * (SIZE // 2),
    "bars": "|" * SIZE,
    "spaces": " " * SIZE,
    "elements": "<a>" * (SIZE // 3),
}


@pytest.mark.parametrize("kind", KINDS)
@examples(16)
@given(st.text() | st.lists(PIECES, max_size=40).map("".join) | st.lists(PIECES).map(" ".join))
def test_any_text_is_decided_with_a_message(kind, text):
    subject = Subject(text, "a prompt", "", "stop", 1, 2, 3.0, 0.1)
    try:
        found = decided(kind, subject, **needed(kind))
    except CannotCheckError as error:
        said = (error.message, error.remedy)
        assert all(isinstance(text, Message) for text in said)
        return
    assert isinstance(found.passed, bool)
    assert isinstance(found.reason, Message) and found.reason
    assert decided(kind, subject, **needed(kind)) == found


@pytest.mark.parametrize("text", HUGE.values(), ids=HUGE)
@pytest.mark.parametrize("kind", KINDS)
def test_time_grows_in_proportion_to_the_text(kind, text):
    start = time.process_time()
    with contextlib.suppress(CannotCheckError):
        decided(kind, Subject(text, prompt="a b"), **needed(kind))
    assert time.process_time() - start < 60  # a square would take hours


@pytest.mark.parametrize(
    "kind", [k for k in KINDS if "negated" in KINDS[k].parameters.model_fields]
)
@examples(8)
@given(
    text=st.sampled_from(
        ["abc", "", "{}", "<a></a>", "42.5 kg on 2026-11-25", "a: 1", "The end of it"]
    )
)
def test_what_is_negated_passes_where_it_would_fail(kind, text):
    if kind == "json_schema":
        pytest.importorskip("jsonschema_rs")
    subject = Subject(text, finish_reason="stop")
    plain = decided(kind, subject, **needed(kind))
    turned = decided(kind, subject, **needed(kind), negated=True)
    assert plain.passed is not turned.passed


def test_every_field_has_a_title_and_every_title_is_short():
    for kind in KINDS.values():
        assert len(kind.title.split()) <= 4, kind.id
        for name, field in kind.parameters.model_fields.items():
            assert field.title, (kind.id, name)
