"""What the graded instrument and gates say to people, and read from them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from xpert_studio.core.errors import UsageError
from xpert_studio.core.instruments import (
    INSTRUMENTS,
    PartKind,
    badge_of,
    instrument_of,
    parts_of,
    problem_of,
)
from xpert_studio.core.records import Checkpoint
from xpert_studio.core.workflow.revision_diff import changed_parts
from xpert_studio.packs.graded.scale import settings_faults

SETTINGS = {
    "low": 0, "high": 100, "step": 5, "minimum": 60,
    "bands": [
        {"low": 70, "high": 100, "text": "Convincing."}, {"low": 0, "high": 65, "text": "Thin."},
    ],
    "caps": [{"id": "plain", "text": "plain black text", "at_most": 25}],
}  # fmt: skip
_TAKEN = set("xjkgrevtpusqmnco") - set("co")
"""Keys of the window's form and the terminal's for other things than values."""


def graded(**settings) -> Checkpoint:
    return Checkpoint(
        task_id="t", id="g", text="Is clear.", weight=2, instrument="graded", settings=settings
    )


FULL = graded(**SETTINGS)


def test_parts_tell_all_of_the_settings_in_words():
    told = [part.words() for part in parts_of(FULL)]
    assert told == [
        "Scale 0–100", "Steps of 5", "70–100: Convincing.", "0–65: Thin.",
        "Minimum 60: below it the task is failed", "At most 25 if: plain black text",
    ]  # fmt: skip
    assert badge_of(FULL) == "0–100 (5)"
    gate = Checkpoint(task_id="t", id="b", text="x", weight=1, settings={"gate": True})
    assert badge_of(gate) == "Gate"
    assert [part.words() for part in parts_of(gate)] == ["Gate: not met fails the task"]
    assert badge_of(gate.model_copy(update={"settings": {}})) == ""


def test_settings_that_cannot_be_read_are_shown_without_them():
    broken = graded(low="x")
    assert (badge_of(broken), parts_of(broken)) == ("Graded scale", ())


@pytest.mark.parametrize(
    ("text", "value"),
    [("72,5", 72.5), ("７２．５", 72.5), ("72。5", 72.5), ("72.5 / 100", 72.5), (" 70 ", 70),
     ("1,000", None), ("72,51", None), ("101", None), ("seventy", None), ("7,2,5", None)],
)  # fmt: skip
def test_numbers_are_read_as_people_type_them(text, value):
    half = graded(low=0, high=100, step=0.5)
    assert instrument_of(half).typed(text, half) == value


def test_a_thousand_is_never_read_as_one():
    long = graded(low=0, high=2000)
    assert instrument_of(long).typed("1,000", long) is None
    assert instrument_of(long).typed("1000", long) == 1000
    thirds = graded(low=0, high=1, step=0.125)
    assert instrument_of(thirds).typed("0,125", thirds) == 0.125


@given(st.integers(2, 10))
def test_keys_of_bands_have_no_other_use(count):
    bands = [{"low": n * 10, "high": n * 10 + 9} for n in range(count)]
    point = graded(low=0, high=count * 10 - 1, bands=bands)
    choices = instrument_of(point).choices(point)
    keys = [choice.keys[0] for choice in choices]
    assert len(set(keys)) == count
    assert not set(keys) & _TAKEN
    assert choices[0].value > choices[-1].value


@pytest.mark.parametrize("name", INSTRUMENTS["graded"].presets)
def test_presets_can_be_saved_as_they_are(name):
    settings = INSTRUMENTS["graded"].presets[name]
    assert problem_of(graded(**settings)) is None
    assert badge_of(graded(**settings)) == name


def test_options_are_read_into_settings():
    kind = INSTRUMENTS["graded"]
    found = kind.with_options(
        {},
        {"scale": "0-100", "step": "5", "band": ["70-100: Convincing.", "0 to 65:Thin."],
         "minimum": "60", "cap": ["plain<=25: plain black text"]},
    )  # fmt: skip
    assert found == SETTINGS
    assert "minimum" not in kind.with_options(found, {"minimum": "none"})
    assert kind.with_options({}, {"scale": "-3–3"}) == {"low": -3, "high": 3}
    for wrong in ({"scale": "100"}, {"step": "x"}, {"band": ["high: x"]}, {"cap": ["x: y"]}):
        with pytest.raises(UsageError):
            kind.with_options({}, wrong)
    with pytest.raises(UsageError, match="takes no --gate"):
        kind.with_options({}, {"gate": True})
    binary = INSTRUMENTS["binary"]
    assert binary.with_options({}, {"gate": True}) == {"gate": True}
    assert binary.with_options({"gate": True}, {"gate": False}) == {}


def test_faults_name_the_field_they_belong_to():
    places = {
        place[:2]
        for settings in (
            SETTINGS | {"high": 0},
            SETTINGS | {"step": 7},
            SETTINGS | {"minimum": 61},
            SETTINGS | {"bands": [*SETTINGS["bands"], {"low": 1, "high": 2}]},
            SETTINGS | {"caps": [{"id": "c", "text": "x", "at_most": 100}]},
            SETTINGS | {"caps": [{"id": "c", "text": "", "at_most": 25}]},
        )
        for place, *_ in settings_faults(graded(**settings))
    }
    assert places == {("high",), ("step",), ("minimum",), ("bands", 2), ("caps", 0)}


def test_a_change_of_settings_is_told_part_by_part():
    after = graded(**SETTINGS | {"minimum": 65, "caps": []})
    told = [(a and a.words(), b and b.words()) for a, b in changed_parts(FULL, after)]
    assert told == [
        ("Minimum 60: below it the task is failed", "Minimum 65: below it the task is failed"),
        ("At most 25 if: plain black text", None),
    ]  # fmt: skip
    assert changed_parts(FULL, FULL) == []


def test_the_spread_of_values():
    kind = instrument_of(FULL)
    assert kind.spread([72, 55]).words() == "72 and 55, 17 apart; median 63.5"
    assert kind.spread([70, 70]) is None
    assert INSTRUMENTS["binary"].spread([1, 0]) is None
    assert {part.kind for part in parts_of(FULL)} == set(PartKind) - {PartKind.OTHER}
