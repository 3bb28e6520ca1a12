"""Records refuse what makes no sense, and never change."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from xpert_studio.core.records import (
    MOVES,
    AnnotationForm,
    Checkpoint,
    Judgment,
    JudgmentStatus,
    RatingState,
    Response,
    Stage,
    Task,
    Verdict,
    may_move,
)
from xpert_studio.core.records.base import is_misleading_id, is_valid_id


@pytest.mark.parametrize("weight", [-1, True, "3", float("nan"), float("inf"), 1e9, None])
def test_a_weight_is_a_number_from_0_on(weight):
    with pytest.raises(ValidationError):
        Checkpoint(task_id="t", id="c", text="x", weight=weight)


@pytest.mark.parametrize(("weight", "is_ours"), [(0, False), (1, True), (2.5, False), (11, False)])
def test_rubrics_written_here_have_whole_weights_from_1_to_10(weight, is_ours):
    assert Checkpoint(task_id="t", id="c", text="x", weight=weight).has_policy_weight == is_ours


def test_a_whole_float_is_a_weight():
    assert (
        Checkpoint.model_validate({"task_id": "t", "id": "c", "text": "x", "weight": 10.0}).weight
        == 10
    )


@pytest.mark.parametrize("name", ["", "a/b", "a b", "x" * 129, "a\n", "ä ö", "a\x00"])
def test_bad_ids_are_refused(name):
    assert not is_valid_id(name)
    with pytest.raises(ValidationError):
        Task(id=name, prompt="x")


@pytest.mark.parametrize("name", ["a", "A-1_b.c:d", "任务一", "é", "x" * 128])
def test_good_ids_are_taken(name):
    assert is_valid_id(name)
    assert Task(id=name, prompt="x").id == name


# Characters that this Python's Unicode tables do not know yet may be letters in newer ones.
KNOWN = st.characters(exclude_categories=["Cn", "Cs", "Co"])


@given(st.text(KNOWN, max_size=20))
def test_both_ways_to_check_an_id_agree(name):
    try:
        Task(id=name, prompt="x")
        taken = True
    except ValidationError:
        taken = False
    assert (taken and not is_misleading_id(name)) == is_valid_id(name)


@pytest.mark.parametrize("fields", [{}, {"prompt": " "}, {"context": "\n", "materials": ""}])
def test_a_task_has_a_prompt(fields):
    with pytest.raises(ValidationError):
        Task(id="t", **fields)


@pytest.mark.parametrize(
    ("met", "state"),
    [(None, RatingState.OK), (True, RatingState.INVALID), (False, RatingState.ERROR)],
)
def test_a_verdict_is_decided_exactly_when_it_is_ok(met, state):
    with pytest.raises(ValidationError):
        Verdict(response_id="r", checkpoint_id="c", judge_id="j", value=met, state=state)


def test_records_do_not_change():
    task = Task(id="t", prompt="x")
    with pytest.raises(ValidationError):
        task.prompt = "y"


def test_times_have_a_zone_and_are_kept_in_utc():
    local = datetime(2026, 3, 1, 8, tzinfo=timezone(timedelta(hours=8)))
    response = Response(id="r", task_id="t", model="m", text="", created_at=local)
    assert response.created_at == datetime(2026, 3, 1, tzinfo=UTC)
    assert response.created_at.tzinfo is UTC
    with pytest.raises(ValidationError):
        Response(id="r", task_id="t", model="m", text="", created_at=datetime(2026, 3, 1))


def test_a_form_is_gold_when_every_judgment_is():
    def judgment(name: str, status: JudgmentStatus) -> Judgment:
        return Judgment(response_id="r", checkpoint_id=name, expert_id="e", value=1, status=status)

    gold = (judgment("a", JudgmentStatus.CONFIRMED), judgment("b", JudgmentStatus.OVERRIDDEN))
    open_one = judgment("c", JudgmentStatus.SUBMITTED)
    assert AnnotationForm(response_id="r", expert_id="e", judgments=gold).is_gold
    assert not AnnotationForm(response_id="r", expert_id="e", judgments=(*gold, open_one)).is_gold
    assert not AnnotationForm(response_id="r", expert_id="e", judgments=()).is_gold


def test_every_stage_has_its_moves_and_only_discarded_is_the_end():
    assert set(MOVES) == set(Stage)
    assert [stage for stage in Stage if not MOVES[stage]] == [Stage.DISCARDED]
    assert may_move(Stage.BRIEF, Stage.SUBMITTED)
    assert not may_move(Stage.BRIEF, Stage.READY)
