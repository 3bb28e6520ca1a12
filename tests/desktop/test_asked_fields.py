"""Forms that are made of what describes their values: each value comes back as it was shown."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QCheckBox

from tests.sampling import examples
from tests.workflow.studio import Studio
from xpert_studio.core.fields import Asks, fields_of
from xpert_studio.core.records import JudgeSettings, RunTerms
from xpert_studio.core.wording import speak
from xpert_studio.core.workflow import draw_spot_checks, return_brief, set_policies
from xpert_studio.core.workflow.commands import COMMANDS
from xpert_studio.desktop.widgets.asked_fields import answered, fields_for
from xpert_studio.desktop.widgets.command_dialog import CommandDialog
from xpert_studio.desktop.widgets.form import Form

MODELS = (RunTerms, JudgeSettings)


@pytest.mark.parametrize("model", MODELS)
def test_a_form_begins_with_the_presets_of_its_model(qtbot, model) -> None:
    form = Form(fields_for(model))
    qtbot.addWidget(form)
    asked = {one.name: one for one in fields_of(model) if one.asks.title}
    assert list(form.inputs) == list(asked)
    assert {key: asked[key].preset for key in asked} == {
        key: value or asked[key].preset for key, value in form.values().items()
    }
    assert model.model_validate({k: v for k, v in form.values().items() if v not in ("", None)})


@examples(25)
@given(
    terms=st.builds(
        RunTerms,
        concurrency=st.integers(1, 1024),
        requests_per_minute=st.none() | st.integers(1, 10**6).map(float),
        timeout=st.integers(1, 10**5).map(float),
        max_retries=st.integers(0, 20),
        money=st.none() | st.integers(0, 10**9).map(lambda n: n / 1000),
        calls=st.none() | st.integers(0, 10**9),
        tokens=st.none() | st.integers(0, 10**9),
    )
)
def test_what_is_shown_is_what_is_read(qapp, terms: RunTerms) -> None:
    form = Form(fields_for(RunTerms))
    form.show_values({key: getattr(terms, key) for key in form.inputs})
    assert form.gaps() == {}
    read = {key: value for key, value in form.values().items() if value != ""}
    assert RunTerms.model_validate(read) == terms


def test_every_command_with_titles_has_a_form(qtbot) -> None:
    made = 0
    for command in COMMANDS.values():
        fields = fields_for(command)
        form = Form(fields)
        qtbot.addWidget(form)
        made += bool(fields)
        for one in command.parameters:
            if isinstance(one.asks, Asks) and one.asks.title:
                assert form.inputs[one.name].widget.accessibleName() == one.asks.title
    assert made > 10


def test_a_share_is_written_in_per_cent_and_read_as_a_part(qtbot) -> None:
    form = Form(fields_for(draw_spot_checks, share={"preset": 0.3}))
    qtbot.addWidget(form)
    spin = form.inputs["share"].widget
    assert (spin.text(), form.values()) == ("30 %", {"seed": 1, "share": 0.3})
    spin.setValue(7)
    assert form.values()["share"] == 0.07


def test_a_flag_says_in_a_box_what_the_command_line_says_of_it(qtbot) -> None:
    for language, words in (
        ("en", "Show tiers and weights to the judge"),
        ("zh", "向裁判模型展示层级和权重"),
    ):
        speak(language)
        try:
            form = Form(fields_for(JudgeSettings, "show_weights"))
        finally:
            speak("en")
        qtbot.addWidget(form)
        assert form.findChild(QCheckBox).text() == words


def test_what_is_out_of_the_range_of_its_model_is_said_at_the_field(qtbot) -> None:
    form = Form(fields_for(RunTerms, "money"))
    qtbot.addWidget(form)
    form.inputs["money"].widget.setText("-1")
    assert "from 0" in form.error("money")


def test_empty_answers_are_left_out_unless_they_are_needed() -> None:
    values = {"min_checkpoints": 3, "mode": None}
    assert answered(set_policies, values) == {"min_checkpoints": 3}
    assert answered(return_brief, {"reason": ""}) == {"reason": ""}


def test_what_a_command_refuses_is_said_in_its_dialog_and_nothing_typed_is_lost(
    qtbot, room, studio: Studio
) -> None:
    dialog = CommandDialog(room.window, room.session, return_brief, {"task_id": "t1"})
    dialog.open()
    dialog.activateWindow()
    qtbot.waitUntil(dialog.isActiveWindow)
    field = dialog.form.inputs["reason"].widget
    dialog.act.click()
    assert dialog.form.error("reason") == "Write a reason."
    assert QApplication.focusWidget() is field
    QTest.keyClicks(field, "Too short.")
    dialog.act.click()
    room.settle()
    assert dialog.isVisible(), "it stays"
    assert "cannot be decided on now" in dialog.problem.text()
    assert field.toPlainText() == "Too short."
    dialog.reject()


@pytest.fixture
def room(qtbot, studio: Studio):
    from tests.desktop.rooms import Room

    studio.rubric(lines=1)
    made = Room(qtbot, studio, "lena")
    yield made
    made.leave()
    assert not made.crashes
