"""Replies on graded checkpoints: off the scale is invalid, caps are kept by the program."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.instruments.grading import CAP, CLARITY, graded
from tests.sampling import examples
from xpert_studio.core.judge.verdict_making import read_reply
from xpert_studio.core.records import Checkpoint
from xpert_studio.packs.graded.instrument import CAP_NOT_KEPT, CAP_UNKNOWN, CAP_WITHOUT_EVIDENCE

BINARY = Checkpoint(task_id="t", id="b", text="Names clause 9.", weight=3)
TWO_CAPS = graded(caps=[CAP, {"id": "short", "text": "Under 50 words.", "at_most": 40}])


def read(*entries, asked=(CLARITY,)):
    return read_reply(json.dumps({"verdicts": list(entries)}), asked)


def said(**fields):
    found = read({"id": "g", "rationale": "So.", **fields}).answers.get("g")
    return found.said if found else None


def test_a_cap_that_applies_limits_the_value_and_the_judges_own_is_kept():
    found = said(value=72, caps=[{"id": "plain", "evidence": ["black on white"]}])
    assert (found.value, found.given, found.caps) == (25, 72, ("plain",))
    assert found.flags == (CAP_NOT_KEPT,)
    answer = read({"id": "g", "evidence": ["one"], "caps": [{"id": "plain", "evidence": ["two"]}],
                   "value": 20}).answers["g"]  # fmt: skip
    assert answer.quotes == ("one", "two")
    assert (answer.said.value, answer.said.given, answer.said.flags) == (20, None, ())


@pytest.mark.parametrize("value", [101, -1, 72.5, "all", None, True, 1e400, [50]])
@pytest.mark.parametrize("caps", [[], [{"id": "plain", "evidence": ["x"]}]])
def test_a_value_off_the_scale_is_invalid_whatever_caps_apply(value, caps):
    reading = read({"id": "g", "caps": caps, "value": value})
    assert reading.unusable == {"g"}
    assert not reading.answers


@pytest.mark.parametrize(
    "caps",
    [5, True, [7], [{"name": "plain"}], [["plain"]], "plain", [None], {"plain": 7},
     [{"id": "plain", "applies": "perhaps"}]],
    ids=str,
)  # fmt: skip
def test_caps_that_cannot_be_read_make_the_reply_unusable(caps):
    assert said(value=50, caps=caps) is None


@pytest.mark.parametrize(
    "caps",
    [None, [], {}, "", "none", {"plain": False}, {"plain": None}, {"plain": []}, {"plain": ""},
     [{"id": "plain", "applies": False, "evidence": []}], {"plain": {"applies": False}},
     {"id": "plain", "applies": False}],
    ids=str,
)  # fmt: skip
def test_caps_that_do_not_apply_change_nothing(caps):
    found = said(value=50, caps=caps)
    assert (found.value, found.given, found.caps, found.flags) == (50, None, (), ())
    assert said(value=50).value == 50


def test_caps_in_other_shapes_are_read():
    quoted = (
        {"plain": ["quote"]}, [{"id": " plain ", "evidence": "quote"}], {"plain": "quote"},
        {"id": "plain", "evidence": ["quote"]}, {"plain": {"evidence": ["quote"]}},
        [{"id": "Plain", "evidence": [{"quote": "quote"}]}],
        [{"id": "plain", "applies": True, "evidence": ["quote"]}],
    )  # fmt: skip
    for caps in quoted:
        found = said(value=50, caps=caps)
        assert (found.value, found.caps, found.quotes) == (25, ("plain",), ("quote",))
    for caps in (["plain"], {"plain": True}, ["PLAIN"]):
        assert said(value=50, caps=caps).value == 25
    assert said(value=50, caps=["plain"]).flags == (CAP_WITHOUT_EVIDENCE, CAP_NOT_KEPT)


def test_caps_that_the_checkpoint_does_not_have_change_nothing_and_are_flagged():
    found = said(value=50, caps=["other", "plain\n", {"id": "PLAIN"}, "plain "])
    assert (found.value, found.caps) == (25, ("plain",))
    alone = said(value=50, caps=[{"id": "other", "evidence": ["x"]}])
    assert (alone.value, alone.given, alone.caps, alone.flags) == (50, None, (), (CAP_UNKNOWN,))


def test_the_lowest_of_several_caps_counts_once():
    entry = {"id": "g", "value": 90, "caps": ["short", "plain", "short"]}
    found = read(entry, asked=(TWO_CAPS,)).answers["g"].said
    assert (found.value, found.given, found.caps) == (25, 90, ("short", "plain"))


def test_two_entries_that_differ_in_value_or_caps_contradict_each_other():
    one = {"id": "g", "value": 20, "caps": []}
    assert read(one, {**one, "value": 21}).conflicting == {"g"}
    assert read(one, {**one, "caps": ["plain"]}).conflicting == {"g"}
    assert read(one, {**one, "value": 90, "caps": ["plain"]}, one).conflicting == {"g"}
    assert read(one, dict(one)).answers["g"].said.value == 20


def test_caps_on_a_binary_checkpoint_and_met_on_a_graded_one_are_nothing():
    reading = read(
        {"id": "b", "met": True, "caps": ["plain"], "value": 5},
        {"id": "g", "met": True},
        asked=(BINARY, CLARITY),
    )
    assert reading.answers["b"].said.value == 1
    assert reading.unusable == {"g"}


def test_a_mapping_by_id_may_hold_bare_values():
    reading = read_reply(json.dumps({"b": True, "g": 64}), (BINARY, CLARITY))
    assert {name: answer.said.value for name, answer in reading.answers.items()} == {
        "b": 1, "g": 64,
    }  # fmt: skip


@examples(80)
@given(
    value=st.one_of(st.integers(-300, 300), st.floats(), st.text(max_size=6), st.none()),
    caps=st.recursive(
        st.one_of(st.none(), st.booleans(), st.sampled_from(["plain", "other", "", "id"])),
        lambda inner: st.one_of(
            st.lists(inner, max_size=3),
            st.dictionaries(st.sampled_from(["id", "evidence", "plain"]), inner, max_size=3),
        ),
        max_leaves=8,
    ),
)
def test_no_reply_gives_a_value_off_the_scale_or_above_a_cap(value, caps):
    found = said(value=value, caps=caps)
    if found is not None:
        assert found.value in range(101)
        assert found.given is None or found.given in range(101)
        assert "plain" not in found.caps or found.value <= 25
        assert (found.given is None) == (CAP_NOT_KEPT not in found.flags)
