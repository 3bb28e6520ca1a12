"""The graded instrument: its scale is exact, its settings are checked, its replies are read."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.instruments.grading import BANDS, CLARITY, FIVE_STEPS, graded, scales
from tests.sampling import examples
from xpert_studio.core.instruments import instrument_of, plain_rating, problem_of
from xpert_studio.core.instruments.columns import CheckpointInstruments
from xpert_studio.core.judge.prompt import reply_schema
from xpert_studio.core.records import Checkpoint, Verdict
from xpert_studio.packs.graded.scale import band_faults, scale_of

GRADED = instrument_of(CLARITY)


@examples(50)
@given(scales(), st.data())
def test_exactly_the_values_of_the_grid_are_values(drawn, data):
    point, values = drawn
    assert problem_of(point) is None
    assert scale_of(point).values() == values
    for value in (values[0], values[-1], data.draw(st.sampled_from(values))):
        assert GRADED.parse(value, point) == value
        assert GRADED.parse(GRADED.cell(value), point) == value
        assert GRADED.parse(f" {GRADED.cell(value)} / {GRADED.cell(values[-1])} ", point) == value
    step = Fraction(str(point.settings["step"]))
    off = [values[0] - float(step), values[-1] + float(step), values[0] + float(step / 2)]
    assert [GRADED.parse(value, point) for value in off] == [None] * 3


@examples(50)
@given(scales())
def test_scores_are_the_share_of_the_way_to_the_top(drawn):
    point, values = drawn
    ends = Fraction(str(values[0])), Fraction(str(values[-1]))
    expected = [float((Fraction(str(v)) - ends[0]) / (ends[1] - ends[0])) for v in values]
    assert [GRADED.score(value, point) for value in values] == pytest.approx(expected, abs=1e-15)
    assert (GRADED.score(values[0], point), GRADED.score(values[-1], point)) == (0, 1)


@pytest.mark.parametrize(
    "raw",
    [
        True, None, "", "high", "72%", "72,5", "7 2", "1e2", "72/10", "72 of 100", [72], {"v": 1},
        float("nan"), float("inf"), -1, 101, 72.5, "100.0000000001", 10**400, -(10**400), "-0.5",
    ],
    ids=str,
)  # fmt: skip
def test_what_is_no_value_of_the_scale_is_none_and_never_the_nearest(raw):
    assert GRADED.parse(raw, CLARITY) is None


@pytest.mark.parametrize("raw", [72, 72.0, "72", " 72 ", "72.0", "72/100", "72 / 100", "７２"])
def test_numbers_are_read_as_models_and_people_write_them(raw):
    assert GRADED.parse(raw, CLARITY) == 72


def test_the_minimum_decides_passing_and_without_one_nothing_passes_or_fails():
    free = graded()
    assert [GRADED.passes(v, CLARITY) for v in (59, 60, 100)] == [False, True, True]
    assert [GRADED.passes(v, free) for v in (0, 100)] == [None, None]
    assert [GRADED.fulfils(v, free) for v in (99, 100)] == [False, True]
    assert GRADED.can_fail_task(CLARITY)
    assert not GRADED.can_fail_task(free)


def test_values_are_written_with_their_band():
    assert GRADED.word(72, CLARITY) == "72 / 100 (70–89)"
    assert GRADED.word(89.5, CLARITY) == "89.5 / 100"
    assert GRADED.word(4, FIVE_STEPS) == "4 / 5"
    assert GRADED.word(-1, graded(low=-2, high=2)) == "-1 (-2 … 2)"
    assert GRADED.band(89.5, CLARITY) == "70–89"
    assert [GRADED.shown(v, CLARITY).tone for v in (59, 60, 90)] == ["bad", "good", "good"]
    assert [GRADED.shown(v, graded()).tone for v in (0, 100)] == ["warn", "good"]


def test_short_scales_are_chosen_by_their_digits_and_others_by_the_middle_of_a_band():
    assert GRADED.has_keys(FIVE_STEPS)
    first, *_ = GRADED.choices(FIVE_STEPS)
    assert (first.value, first.keys, first.text) == (
        5, ("5",), "Degree 5.",
    )  # fmt: skip
    assert not GRADED.has_keys(CLARITY)
    assert [(c.keys, c.value) for c in GRADED.choices(CLARITY)] == [
        (("a",), 95), (("b",), 79), (("c",), 64), (("d",), 29),
    ]  # fmt: skip
    assert not GRADED.has_keys(graded(low=0, high=1, step=0.5))
    assert not GRADED.has_keys(graded(low=0, high=10))


@examples(30)
@given(scales(), st.data())
def test_the_middle_of_a_band_is_a_value_of_the_scale(drawn, data):
    point, values = drawn
    low, high = sorted(data.draw(st.tuples(st.sampled_from(values), st.sampled_from(values))))
    point = graded(**{**point.settings, "bands": [{"low": low, "high": high}]})
    middle = scale_of(point).middle(scale_of(point).bands[0])
    assert middle in values
    assert low <= middle <= high


@pytest.mark.parametrize(
    ("settings_", "told"),
    [
        ({"low": 0}, "needs 'high'"),
        ({"low": 5, "high": 5}, "low end below"),
        ({"low": 0, "high": 1, "step": 0.3}, "does not divide"),
        ({"low": 0, "high": 1, "step": 0}, "does not divide"),
        ({"low": 0, "high": 1, "step": -1}, "does not divide"),
        ({"low": 0, "high": 6000}, "more than 5000 steps"),
        ({"low": 0, "high": 1e-6, "step": 1e-7}, "more than 6 decimals"),
        ({"low": 0, "high": 5, "minimum": 2.5}, "minimum"),
        ({"low": 0, "high": 5, "minimum": 6}, "minimum"),
        ({"low": 0, "high": 5, "bands": [{"low": 0, "high": 6}]}, "band 0–6"),
        ({"low": 0, "high": 5, "bands": [{"low": 3, "high": 2}]}, "band 3–2"),
        ({"low": 0, "high": 5, "bands": {}}, "'bands'"),
        ({"low": 0, "high": 5, "caps": [{"id": "a", "text": "x", "at_most": 5}]}, "does not limit"),
        ({"low": 0, "high": 5, "caps": [{"id": "a b", "text": "x", "at_most": 1}]}, "caps.1.id"),
        (
            {"low": 0, "high": 5, "caps": [{"id": "a", "text": "x", "at_most": 1}] * 2},
            "two caps of one id",
        ),
        ({"low": True, "high": 5}, "'low'"),
        ({"low": "0", "high": 5}, "'low'"),
        ({"low": 0, "high": 5, "most": 3}, "knows no setting 'most'"),
    ],
)
def test_settings_that_contradict_themselves_are_refused(settings_, told):
    problem = problem_of(CLARITY.model_copy(update={"settings": settings_}))
    assert problem is not None
    assert told in problem


def test_bands_that_overlap_or_leave_gaps_are_named():
    assert band_faults(scale_of(CLARITY)) == []
    holes = graded(bands=[{"low": 70, "high": 89}, {"low": 10, "high": 60}])
    assert band_faults(scale_of(holes)) == [("gap", "0–9"), ("gap", "61–69"), ("gap", "90–100")]
    twice = graded(bands=[{"low": 0, "high": 50}, {"low": 40, "high": 100}])
    assert band_faults(scale_of(twice)) == [("overlap", "40–50")]
    fine = graded(low=0, high=1, step=0.1, bands=[{"low": 0, "high": 0.3}, {"low": 0.4, "high": 1}])
    assert band_faults(scale_of(fine)) == []


def test_the_judge_is_told_scale_bands_and_caps_but_not_the_minimum():
    told = GRADED.prompt(CLARITY, "en")
    assert 'Give "value": a number from 0 to 100 in steps of 1.' in told
    assert all(f"{low}–{high}: {text}" in told for low, high, text in map(dict.values, BANDS))
    assert "- plain (at most 25): Plain black text on white" in told
    assert "60" not in told.replace("60–69", "")
    chinese = GRADED.prompt(CLARITY, "zh")
    assert "从 0 到 100" in chinese
    assert "plain（最高 25）" in chinese


def test_the_reply_has_evidence_then_rationale_then_caps_then_the_value():
    item = reply_schema([CLARITY])["properties"]["verdicts"]["items"]
    assert item["required"] == ["id", "evidence", "rationale", "caps", "value"]
    assert item["properties"]["caps"]["items"]["properties"]["id"]["enum"] == ["plain"]
    assert item["properties"]["value"] == {"type": "integer"}
    plain = reply_schema([FIVE_STEPS])["properties"]["verdicts"]["items"]
    assert plain["required"][-2:] == ["rationale", "value"]


def test_settings_count_in_the_hash_as_one_object():
    assert CLARITY.meaning()["instrument"] == {"id": "graded", **CLARITY.settings}
    assert CLARITY.content_hash != FIVE_STEPS.content_hash
    floats = graded(**{**CLARITY.settings, "low": 0.0, "minimum": 60.0})
    assert floats.content_hash == CLARITY.content_hash
    assert floats.rated_text == CLARITY.rated_text


def test_a_gate_changes_the_checkpoint_but_not_what_is_asked():
    plain = Checkpoint(task_id="t", id="b", text="Names clause 9.", weight=3)
    gate = plain.model_copy(update={"settings": {"gate": True}})
    assert problem_of(gate) is None
    assert instrument_of(gate).can_fail_task(gate)
    assert gate.content_hash != plain.content_hash
    assert gate.rated_text == plain.rated_text == plain.text
    assert problem_of(plain.model_copy(update={"settings": {"gate": 1}})) is not None


def test_programs_see_what_caps_changed():
    verdict = Verdict(
        response_id="r", checkpoint_id="g", judge_id="j", value=0, given=72, caps=("plain",)
    )
    told = plain_rating(verdict, CLARITY)
    assert (told["value"], told["given"], told["caps"]) == (0, 72, ["plain"])
    assert "given" not in plain_rating(verdict.model_copy(update={"given": None}), CLARITY)


def test_the_worked_examples_come_out():
    assert [GRADED.score(value, FIVE_STEPS) for value in range(1, 6)] == [0, 0.25, 0.5, 0.75, 1]
    rated = ((80, 40), (56, 25), (76, 20), (96, 15))
    worth = sum(
        weight * Fraction(GRADED.score(v, CLARITY)).limit_denominator(100) for v, weight in rated
    )
    assert worth / sum(weight for _, weight in rated) == Fraction(756, 1000)


def test_the_middle_of_two_values_is_exact():
    point = graded(low=0, high=1, step=0.1, minimum=0.4)
    assert GRADED.pooled([0.7, 0.1]) == 0.4
    asked = CheckpointInstruments(((GRADED, point),), np.zeros(1, np.int32))
    pooled = asked.pooled(
        np.zeros(1, np.int32), np.array([0.1, 0.7]), np.zeros(2, np.int64), "nothing"
    )
    assert pooled.tolist() == [0.4]
    assert GRADED.passes(pooled[0], point)
