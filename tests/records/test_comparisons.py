"""Comparisons: the pair by id order, values, and what they rest on."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from xpert_studio.core.records import (
    Comparison,
    RatingState,
    Response,
    Task,
    compared_hash,
)

TASK = Task(id="t", prompt="Do it.")
ONE = Response(id="a", task_id="t", model="m", text="one")
OTHER = Response(id="b", task_id="t", model="n", text="other")
HASH = compared_hash(TASK, ONE, OTHER)


def made(**fields) -> Comparison:
    values = {
        "task_id": "t", "first_id": "a", "second_id": "b", "rater_id": "lena",
        "shown_first": "b", "value": 1, "compared_hash": HASH,
    }  # fmt: skip
    return Comparison(**(values | fields))


@pytest.mark.parametrize(
    "fields",
    [
        {"first_id": "b", "second_id": "a"},
        {"first_id": "a", "second_id": "a"},
        {"shown_first": "c"},
        {"value": 2},
        {"value": None},
        {"value": 1, "state": RatingState.INVALID},
        {"value": None, "state": RatingState.UNDECIDED},
        {"compared_hash": "x"},
    ],
)
def test_what_is_no_comparison_is_refused(fields):
    with pytest.raises(ValidationError):
        made(**fields)


@given(st.sampled_from([-1, 0, 1]), st.sampled_from("ab"), st.permutations("xy"))
def test_other_ids_leave_what_was_said_as_it_is(value, shown, names):
    ids = dict(zip("ab", names, strict=True))
    before = made(value=value, shown_first=shown)
    after = before.renamed(ids)
    assert after.better == (before.better and ids[before.better])
    assert after.shown_first == ids[shown]
    assert after.first_id < after.second_id
    assert after.renamed({new: old for old, new in ids.items()}) == before


def test_the_hash_is_of_both_texts_in_either_order_and_of_what_they_are_compared_on():
    assert compared_hash(TASK, OTHER, ONE) == HASH
    other_text = OTHER.model_copy(update={"text": "edited"})
    others = {
        compared_hash(TASK, ONE, other_text),
        compared_hash(TASK.model_copy(update={"prompt": "Do that."}), ONE, OTHER),
        compared_hash(TASK, ONE, OTHER, "Names the deadline."),
    }
    assert len(others | {HASH}) == 4
