"""Experts who cannot assess a checkpoint, or say that it does not apply."""

from __future__ import annotations

import pytest

from tests.desktop.looking import rubric_of
from tests.workflow.deciding import confirm
from tests.workflow.studio import Studio
from xpert_studio.core.errors import IncompleteError, UsageError
from xpert_studio.core.records import AbstentionRule, Judgment, JudgmentStatus, RatingState
from xpert_studio.core.store import entities
from xpert_studio.core.workflow import (
    form_view,
    judge_line,
    open_form,
    override,
    set_policies,
    submit_form,
    undo,
)
from xpert_studio.core.workflow.views import responses_of

CANNOT, APPLIES_NOT = RatingState.CANNOT_ASSESS, RatingState.NOT_APPLICABLE


@pytest.fixture
def studio(tmp_path):
    made = Studio(tmp_path / "p.xpert")
    yield made
    made.project.close()


def judged(studio: Studio, *decisions) -> str:
    """A response that maria has judged so, with a reason each."""
    (response,) = studio.answered()
    set_policies(studio.lena, abstentions=AbstentionRule.LEFT_OUT)
    open_form(studio.maria, response)
    for point, decision in zip(rubric_of(studio), decisions, strict=True):
        judge_line(studio.maria, response, point.id, value=decision, rationale="So.")
    return response


def held(studio: Studio, response: str) -> list[Judgment]:
    with studio.project.reading() as tx:
        found = entities.find_all(tx, Judgment, response_id=response)
    places = [point.id for point in rubric_of(studio)]
    return sorted(found, key=lambda item: places.index(item.checkpoint_id))


def test_a_project_has_no_abstentions_until_a_lead_allows_them(studio):
    (response,) = studio.answered()
    open_form(studio.maria, response)
    first = rubric_of(studio)[0]
    assert not form_view(studio.maria, response).may_abstain
    with pytest.raises(UsageError, match="no abstentions") as refused:
        judge_line(studio.maria, response, first.id, value=CANNOT, rationale="So.")
    assert "people policy --abstentions" in str(refused.value)
    set_policies(studio.lena, abstentions=AbstentionRule.NOT_MET)
    assert form_view(studio.maria, response).may_abstain
    judge_line(studio.maria, response, first.id, value=CANNOT, rationale="So.")
    assert form_view(studio.maria, response).lines[0].said is CANNOT


def test_an_abstention_takes_a_reason_and_can_be_taken_back(studio):
    response = judged(studio, CANNOT, 1, APPLIES_NOT)
    first = rubric_of(studio)[0]
    judge_line(studio.maria, response, first.id, rationale="")
    with pytest.raises(IncompleteError) as missing:
        submit_form(studio.maria, response)
    assert [str(said) for said in missing.value.missing] == ["Checkpoint 1 has no rationale."]
    judge_line(studio.maria, response, first.id, value=None)
    assert form_view(studio.maria, response).lines[0].said is None
    undo(studio.maria)
    assert form_view(studio.maria, response).lines[0].said is CANNOT
    judge_line(studio.maria, response, first.id, rationale="The annex is missing.")
    submit_form(studio.maria, response)
    found = held(studio, response)
    assert [(item.value, item.state) for item in found] == [
        (None, CANNOT), (1, RatingState.OK), (None, APPLIES_NOT),
    ]  # fmt: skip
    (form,) = responses_of(studio.lena, "t1").responses[0].forms
    assert (form.lines, form.met, form.neither, form.abstained) == (3, 1, 0, 2)


def test_an_adjudicator_confirms_or_overrides_in_every_direction(studio):
    response = judged(studio, CANNOT, 1, CANNOT)
    submit_form(studio.maria, response)
    one, two, three = (point.id for point in rubric_of(studio))
    confirm(studio.omar, response, "maria", [one])
    override(studio.omar, response, "maria", two, value=APPLIES_NOT, note="No annex.")
    with pytest.raises(UsageError, match="another value"):
        override(studio.omar, response, "maria", three, value=CANNOT, note="As it was.")
    with pytest.raises(UsageError, match="another value"):  # of two other ones, none is meant
        override(studio.omar, response, "maria", three, note="It says so.")
    override(studio.omar, response, "maria", three, value=0, note="It says so.")
    found = held(studio, response)
    assert [item.decision for item in found] == [CANNOT, 1, CANNOT]
    assert [item.final for item in found] == [CANNOT, APPLIES_NOT, 0]
    assert [item.final_value for item in found] == [None, None, 0]
    assert [item.adjudicated_decision for item in found] == [CANNOT, APPLIES_NOT, 0]
    assert all(item.is_gold and not item.contradicts_status for item in found)
    undo(studio.omar)
    undo(studio.omar)
    again = held(studio, response)[1]
    assert (again.status, again.final, again.adjudicated_state) == (
        JudgmentStatus.SUBMITTED, 1, None,
    )  # fmt: skip


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"value": 1, "state": CANNOT},
        {"state": RatingState.INVALID},
        {"value": 1, "adjudicated_state": RatingState.OK},
        {"value": 1, "adjudicated_state": CANNOT, "adjudicated_value": 0},
    ],
)
def test_a_judgment_is_a_value_or_an_abstention(fields):
    with pytest.raises(ValueError, match=r"judgment has|adjudicated_state is"):
        Judgment(response_id="r", checkpoint_id="c", expert_id="e", **fields)
