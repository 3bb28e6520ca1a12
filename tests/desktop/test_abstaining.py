"""Abstentions in the window: allowed by a lead, made by keys and buttons, settled from a list."""

from __future__ import annotations

import pytest

from tests.desktop.hands import Hands
from tests.desktop.looking import rubric_of
from tests.desktop.test_rating_graded import put_scales, values
from tests.workflow.studio import Studio
from xpert_studio.core.records import AbstentionRule, Judgment, RatingState
from xpert_studio.core.store import entities
from xpert_studio.core.workflow import judge_line, open_form, set_policies, submit_form
from xpert_studio.desktop.pages.judging.confirming import Confirming, OverrideForm
from xpert_studio.desktop.pages.judging.form import FormWidget

CANNOT, APPLIES_NOT = RatingState.CANNOT_ASSESS, RatingState.NOT_APPLICABLE


def opened(hands: Hands, studio: Studio, rule=AbstentionRule.LEFT_OUT) -> FormWidget:
    """A form of three checkpoints: from 0 to 100, from 1 to 5, met or not met."""
    response = put_scales(studio)
    set_policies(studio.lena, abstentions=rule)
    open_form(studio.maria, response)
    hands.open(studio.project.path, "maria")
    hands.go("judging", task_id="t1", item=response)
    (form,) = hands.window.findChildren(FormWidget)
    form.lines.setFocus()
    return form


def test_one_key_abstains_on_any_kind_of_checkpoint(hands: Hands, studio: Studio) -> None:
    form = opened(hands, studio)
    for place in range(3):
        form.lines.go_to(place)
        form.lines.setFocus()
        hands.key("Y" if place != 1 else "Z")
        assert hands.focus is form.detail.rationale
        marked = [made.text() for made in form.detail.choices.values() if made.isChecked()]
        assert marked == ["Does not apply (z)" if place == 1 else "Cannot assess (y)"]
    assert values(hands, form) == [CANNOT, APPLIES_NOT, CANNOT]
    form.lines.go_to(0)  # looking at it takes nothing back
    form.lines.go_to(2)
    assert values(hands, form) == [CANNOT, APPLIES_NOT, CANNOT]
    form.lines.go_to(0)
    form.lines.setFocus()
    hands.key("7")
    hands.type("2")
    hands.key("Enter")
    assert values(hands, form)[0] == 72
    form.lines.setFocus()
    hands.click(form.detail.choices[CANNOT])
    assert values(hands, form)[0] is CANNOT
    assert form.detail.typed.text() == ""
    assert not hands.problems


def test_nothing_offers_them_where_they_are_not_allowed(hands: Hands, studio: Studio) -> None:
    form = opened(hands, studio, AbstentionRule.NONE)
    for place in range(3):
        form.lines.go_to(place)
        form.lines.setFocus()
        hands.key("Y")
        assert CANNOT not in form.detail.choices
    assert values(hands, form) == [None, None, None]


@pytest.mark.parametrize("typed", ["cannot assess", "无法判断"])
def test_an_adjudicator_overrides_with_an_abstention(hands: Hands, studio: Studio, typed) -> None:
    response = put_scales(studio)
    set_policies(studio.lena, abstentions=AbstentionRule.LEFT_OUT)
    open_form(studio.maria, response)
    ids = [point.id for point in rubric_of(studio)]
    for point, decision in zip(ids, (72, APPLIES_NOT, 1), strict=True):
        judge_line(studio.maria, response, point, value=decision, rationale="So.")
    submit_form(studio.maria, response)
    hands.open(studio.project.path, "omar")
    hands.go("judging", task_id="t1", item=response, expert_id="maria")
    (settling,) = hands.window.findChildren(Confirming)
    hands.settle()
    settling.lines.go_to(1)
    assert settling.verdict.text() == "does not apply"
    settling.lines.go_to(0)
    settling.lines.setFocus()
    hands.key("O")
    form = hands.await_dialog()
    assert isinstance(form, OverrideForm)
    form.form.show_values({"value": typed, "reason": "No annex."})
    hands.click(form.act)
    hands.settle()
    with studio.project.reading() as tx:
        (first,) = entities.find_all(tx, Judgment, response_id=response, checkpoint_id=ids[0])
    assert (first.value, first.final) == (72, CANNOT)
    assert settling.lines.currentIndex().row() == 1, "to the next one"
    settling.lines.go_to(0)
    assert "The expert's own decision: 72" in settling.before.text().replace("’", "'")
    assert not hands.problems


def test_a_lead_allows_them_on_the_project_page(hands: Hands, studio: Studio) -> None:
    studio.make()
    hands.open(studio.project.path, "lena")
    hands.go("project")
    picker = hands.page.limits.form.inputs["abstentions"].widget
    picker.setFocus()
    hands.key("Down", picker)
    hands.key("Down", picker)
    hands.settle()
    assert studio.project.info().policies.abstentions is AbstentionRule.NOT_MET
    assert not hands.problems
