"""The form of an instrument's settings, made of a model: what is said in it, and by which model."""

from __future__ import annotations

from typing import Annotated, ClassVar

from pydantic import BaseModel, Field

from tests.instruments.steps import Steps
from xpert_studio.core.fields import Asks
from xpert_studio.core.instruments import INSTRUMENTS
from xpert_studio.core.instruments.answer_types import Fault
from xpert_studio.core.instruments.base import Instrument
from xpert_studio.core.instruments.binary import Binary
from xpert_studio.desktop.pages.task.rubric.settings_editor import FieldsEditor


class Rule(BaseModel):
    rule: Annotated[str, Asks("The rule it rests on.", title="Rule")]
    least: Annotated[int, Field(ge=1, le=3), Asks("The least step.", title="Least")] = 2


class Ruled(Steps):
    id = "ruled"
    answers: ClassVar[type | None] = Rule
    settings_problem = Instrument.settings_problem

    def doubts(self, point):
        yield Fault((), "Is odd as a whole.")


class Strict(Binary):
    id = "strict"
    answers: ClassVar[type | None] = Rule
    faults = Instrument.faults


def editor_of(qtbot, monkeypatch, made: Instrument) -> FieldsEditor:
    monkeypatch.setitem(INSTRUMENTS.loaded, made.id, made)
    editor = FieldsEditor(made.id)
    qtbot.addWidget(editor)
    return editor


def test_what_is_to_be_filled_in_is_said_at_its_field(qtbot, monkeypatch) -> None:
    editor = editor_of(qtbot, monkeypatch, Ruled())
    for settings in ({}, {"least": 3}):
        editor.show_settings(settings)
        assert editor.show_faults()
        assert editor.form.error("rule") == "Fill this in."
        assert editor.problem.text() == ""
    editor.form.inputs["rule"].show("Clause 9")
    assert not editor.show_faults()
    assert editor.form.error("rule") == ""


def test_a_model_of_the_settings_is_the_form_also_of_what_may_be_a_gate(qtbot, monkeypatch) -> None:
    editor = editor_of(qtbot, monkeypatch, Strict())
    assert list(editor.form.inputs) == ["rule", "least"]
