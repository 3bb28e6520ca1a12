"""What the linter says of graded checkpoints, gates and weights."""

from __future__ import annotations

import pytest

from tests.instruments.grading import BANDS, CAP, CLARITY, FIVE_STEPS, graded
from xpert_studio.core.lint import lint_checkpoint
from xpert_studio.core.records import Checkpoint, Policies, Tier

OWN = {"instrument", "band_overlap", "band_gap", "band_undescribed", "graded_fact",
       "cap_unverifiable", "weight_range"}  # fmt: skip


def rules(point, language="en"):
    ready = point.model_copy(update={"tier": Tier.IMPORTANT, "dimension": "Accuracy", "weight": 7})
    found = lint_checkpoint(ready, policies=Policies(), dimensions=("Accuracy",), language=language)
    return {item.rule: item for item in found}


def with_text(text, point=CLARITY):
    return rules(point.model_copy(update={"text": text}))


def test_a_graded_checkpoint_with_described_bands_has_no_finding():
    assert not rules(CLARITY).keys() & OWN
    assert not rules(FIVE_STEPS)


def test_bands_that_overlap_or_leave_gaps_block_a_rubric_and_name_the_values():
    holes = rules(graded(bands=[{**BANDS[0], "low": 95}, *BANDS[1:]]))
    assert holes["band_gap"].blocks
    assert "90–94" in holes["band_gap"].message
    twice = rules(graded(bands=[{**BANDS[0], "low": 85}, *BANDS[1:]]))
    assert twice["band_overlap"].blocks
    assert "85–89" in twice["band_overlap"].message
    assert (
        "85–89"
        in rules(graded(bands=[{**BANDS[0], "low": 85}, *BANDS[1:]]), "zh")["band_overlap"].message
    )


def test_bands_without_description_are_named():
    silent = rules(graded(bands=[*BANDS[:3], {"low": 0, "high": 59, "text": " "}]))
    assert "0–59" in silent["band_undescribed"].message
    assert "0–100" in rules(graded())["band_undescribed"].message


@pytest.mark.parametrize(
    "point",
    [
        graded(low=0, high=1),
        graded(bands=[{"low": 50, "high": 100, "text": "Yes."}, {"low": 0, "high": 49}]),
        graded().model_copy(update={"text": "Names clause 9."}),
        graded().model_copy(update={"text": "The response states that the period is six months."}),
        graded().model_copy(update={"text": "指出通知期限为六个月。"}),
    ],
    ids=lambda point: point.text,
)
def test_what_is_there_or_not_should_be_binary(point):
    assert "graded_fact" in rules(point)


@pytest.mark.parametrize(
    "text", ["Explains how the period is counted.", "Gives a clear account.", "说明清晰。"]
)
def test_what_has_degrees_may_be_graded(text):
    assert "graded_fact" not in with_text(text, graded())
    assert "graded_fact" not in with_text("Names the risks.", CLARITY)


def test_caps_that_two_readers_read_differently_are_named():
    vague = graded(bands=BANDS, caps=[{**CAP, "text": "The layout is poor where appropriate."}])
    assert "poor" in rules(vague)["cap_unverifiable"].message
    assert "cap_unverifiable" not in rules(graded(bands=BANDS, caps=[CAP]))


def test_praise_is_for_the_bands_of_a_graded_checkpoint_to_describe():
    assert "subjective" not in with_text("Good tone for a worried patient.", CLARITY)
    binary = Checkpoint(task_id="t", id="b", text="Good tone for a worried patient.", weight=7)
    assert "subjective" in rules(binary)


def test_settings_that_cannot_be_read_have_one_finding_and_no_other():
    found = rules(graded(high=-1)).keys() & OWN
    assert found == {"instrument"}


@pytest.mark.parametrize(("weight", "is_found"), [(7, False), (0, True), (2.5, True), (40, True)])
def test_a_weight_that_only_imported_rubrics_have_is_named(weight, is_found):
    point = Checkpoint(task_id="t", id="b", text="Names clause 9.", weight=weight)
    found = {f.rule for f in lint_checkpoint(point, policies=Policies(), dimensions=())}
    assert ("weight_range" in found) == is_found
