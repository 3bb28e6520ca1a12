"""The form shows the values of the checkpoint's instrument."""

from __future__ import annotations

from tests.desktop.hands import Hands
from tests.instruments.percent import Percent
from tests.instruments.steps import BINARY, STEPS, Steps
from tests.workflow.studio import Studio
from xpert_studio.core.instruments import INSTRUMENTS
from xpert_studio.core.records import Checkpoint
from xpert_studio.core.store import entities, tasks
from xpert_studio.core.workflow import open_form
from xpert_studio.desktop.pages.judging.detail import Detail
from xpert_studio.desktop.pages.judging.form import FormWidget
from xpert_studio.desktop.pages.judging.form_table import FormRow


def test_the_form_offers_its_values(qtbot, monkeypatch):
    monkeypatch.setitem(INSTRUMENTS.loaded, "steps", Steps())
    detail = Detail()
    qtbot.addWidget(detail)
    chosen = []
    detail.decided.connect(chosen.append)
    detail.show_row(FormRow(STEPS), is_open=True)
    assert [button.text() for button in detail.choices.values()] == [
        "Complete (3)", "In part (2)", "Missing (1)",
    ]  # fmt: skip
    detail.choices[2].click()
    assert chosen == [2]
    detail.show_row(FormRow(BINARY), is_open=True)
    assert [button.text() for button in detail.choices.values()] == ["Met (1)", "Not met (0)"]


def opened(hands: Hands, studio: Studio, instrument: str) -> FormWidget:
    """Maria's form, whose second checkpoint is answered so."""
    (response,) = studio.answered()
    with studio.project.writing() as tx:
        _, second, _ = tasks.rubric_of(tx, "t1")
        found = entities.find(tx, Checkpoint, "t1", second.id)
        entities.put(tx, found.model_copy(update={"instrument": instrument}))
    open_form(studio.maria, response)
    hands.open(studio.project.path, "maria")
    hands.go("judging", task_id="t1", item=response)
    hands.settle()
    (form,) = hands.window.findChildren(FormWidget)
    form.lines.setFocus()
    return form


def test_a_value_without_keys_is_typed(hands: Hands, studio: Studio, monkeypatch) -> None:
    monkeypatch.setitem(INSTRUMENTS.loaded, "percent", Percent())
    form = opened(hands, studio, "percent")
    field, problem = form.detail.typed, form.detail.problem

    def value() -> float | None:
        hands.settle()
        return form.model.rows[1].value

    assert not field.isVisible()
    form.lines.go_to(1)
    assert field.isVisible()
    assert not form.detail.choices
    hands.key("7")
    assert hands.focus is field
    hands.type("2")
    hands.key("Enter")
    assert problem.text() == "Write a number from 0 to 100 in steps of 5."
    assert value() is None
    assert hands.focus is form.lines
    hands.key("1")
    assert field.text() == "1"
    hands.type("00")
    hands.key("Enter")
    assert value() == 100
    assert not problem.isVisible()
    for key in ("M", "N"):
        hands.key(key)
        assert value() == 100
    hands.key("5")
    hands.key("Escape")
    assert field.text() == "100"
    field.setFocus()
    field.clear()
    hands.key("Enter")
    assert value() is None


def test_keys_of_steps_come_before_those_of_met_and_not_met(
    hands: Hands, studio: Studio, monkeypatch
) -> None:
    monkeypatch.setitem(INSTRUMENTS.loaded, "steps", Steps())
    form = opened(hands, studio, "steps")
    for place, key, expected in (
        (1, "M", None),
        (1, "1", 1),
        (1, "3", 3),
        (0, "M", 1),
        (0, "0", 0),
    ):
        form.lines.go_to(place)
        form.lines.setFocus()
        hands.key(key)
        hands.settle()
        assert form.model.rows[place].value == expected, (place, key)
