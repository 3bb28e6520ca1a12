"""In the rubric editor it is chosen how a checkpoint is answered: met or not, a gate, a scale."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel

from tests.desktop.hands import Hands
from tests.desktop.looking import rubric_of
from tests.instruments.steps import Steps
from tests.workflow.studio import Studio
from xpert_studio.core.exchange.rubric_sheet import open_pasted_rubric
from xpert_studio.core.instruments import INSTRUMENTS
from xpert_studio.core.records import Checkpoint
from xpert_studio.core.store import entities
from xpert_studio.core.workflow import edit_checkpoint, submit_rubric
from xpert_studio.core.workflow.reviewing import send_back
from xpert_studio.desktop.pages.task.rubric.answering import AnswerBar
from xpert_studio.desktop.pages.task.rubric.model import WORDS_ROLE
from xpert_studio.desktop.pages.task.rubric.settings_editor import FieldsEditor
from xpert_studio.desktop.widgets.asking import ActionDialog
from xpert_studio.desktop.widgets.form_rows import FieldRows

USUAL = next(iter(INSTRUMENTS["graded"].presets.values()))


@pytest.fixture
def steps(monkeypatch):
    monkeypatch.setitem(INSTRUMENTS.loaded, "steps", Steps())


def opened(hands: Hands, studio: Studio):
    studio.rubric()
    hands.open(studio.project.path, "wei")
    hands.go("task", task_id="t1", tab="rubric")
    panel = hands.panel
    panel.show_item(rubric_of(studio, "t1")[0].id)
    return panel


def choose(hands: Hands, bar, instrument: str) -> None:
    place = bar.instrument.findData(instrument)
    bar.instrument.setCurrentIndex(place)
    bar.instrument.activated.emit(place)
    hands.settle()


def graded(hands: Hands, studio: Studio) -> tuple[object, FieldsEditor]:
    """The panel, and the open form of the first line, which is graded now."""
    panel = opened(hands, studio)
    choose(hands, panel.answering, "graded")
    form = panel.answering.editor
    assert isinstance(form, FieldsEditor)
    return panel, form


def rows(form: FieldsEditor, name: str) -> FieldRows:
    """The rows of a field."""
    return form.form.inputs[name].widget


def write(hands: Hands, target, text: str) -> None:
    target.setFocus()
    target.selectAll()
    hands.type(text)


def saved(hands: Hands, studio: Studio) -> dict:
    """What the project holds of the first line, once the focus is back in the table."""
    hands.panel.table.setFocus()
    hands.settle()
    return rubric_of(studio, "t1")[0].settings


def test_every_instrument_has_an_editor_of_its_settings(hands: Hands) -> None:
    editors = AnswerBar().editors
    assert editors.keys() == INSTRUMENTS.keys()


def test_it_is_chosen_and_begins_with_its_usual_settings(
    hands: Hands, studio: Studio, steps
) -> None:
    panel = opened(hands, studio)
    bar = panel.answering
    titles = [bar.instrument.itemText(n) for n in range(bar.instrument.count())]
    assert titles == [instrument.title for instrument in INSTRUMENTS.values()]
    assert titles[:2] == ["Met or not met", "Graded scale"] and titles[-1] == "Three steps"
    choose(hands, bar, "steps")
    first, *others = rubric_of(studio, "t1")
    assert (first.instrument, first.settings) == ("steps", {})
    assert {point.instrument for point in others} == {"binary"}
    assert panel.model.record(0).badge == "Three steps"
    assert not bar.form_area.isVisible()
    choose(hands, bar, "graded")
    assert rubric_of(studio, "t1")[0].settings == USUAL
    assert panel.model.record(0).badge == "0–100"
    assert bar.form_area.isVisible()
    hands.window.activateWindow()
    hands.app.session.undo()
    hands.settle()
    assert rubric_of(studio, "t1")[0].instrument == "steps"
    assert not bar.form_area.isVisible()


def test_a_gate_is_a_tick(hands: Hands, studio: Studio) -> None:
    panel = opened(hands, studio)
    assert not panel.answering.isVisible(), "it takes no room until it is asked for"
    hands.key("Ctrl+G")
    hands.click(panel.answering.editor.form.inputs["gate"].widget)
    hands.settle()
    assert rubric_of(studio, "t1")[0].settings == {"gate": True}
    assert panel.model.record(0).badge == "Gate"
    hands.app.session.undo()
    hands.settle()
    assert not panel.answering.editor.form.inputs["gate"].widget.isChecked()


def test_a_scale_is_described_and_saved_as_one_change(hands: Hands, studio: Studio) -> None:
    _panel, form = graded(hands, studio)
    assert hands.focus is rows(form, "bands").rows[0].inputs["text"].widget
    for made, words in zip(rows(form, "bands").rows, ("Best", "Good", "Fair", "Poor"), strict=True):
        write(hands, made.inputs["text"].widget, words)
    write(hands, form.form.inputs["minimum"].widget, "60")
    hands.click(rows(form, "caps").add)
    (cap,) = rows(form, "caps").rows
    assert hands.focus is cap.inputs["at_most"].widget
    hands.type("25")
    write(hands, cap.inputs["text"].widget, "it is plain black text")
    assert rubric_of(studio, "t1")[0].settings == USUAL
    found = saved(hands, studio)
    assert [band["text"] for band in found["bands"]] == ["Best", "Good", "Fair", "Poor"]
    assert found["minimum"] == 60
    assert found["caps"] == [{"id": "cap-1", "text": "it is plain black text", "at_most": 25}]
    hands.app.session.undo()
    hands.settle()
    assert rubric_of(studio, "t1")[0].settings == USUAL
    assert [made.inputs["text"].read() for made in rows(form, "bands").rows] == ["", "", "", ""]


def test_what_cannot_be_read_is_said_at_its_field_and_neither_saved_nor_lost(
    hands: Hands, studio: Studio
) -> None:
    panel, form = graded(hands, studio)
    write(hands, rows(form, "bands").rows[0].inputs["text"].widget, "Best")
    write(hands, rows(form, "bands").rows[1].inputs["high"].widget, "much")
    assert saved(hands, studio) == USUAL
    assert rows(form, "bands").rows[1].problem.text() == "Write a number, such as 60."
    assert not rows(form, "bands").rows[0].problem.isVisible()
    second = rubric_of(studio, "t1")[1]
    panel.show_item(second.id)
    hands.settle()
    assert panel.answering.instrument.currentData() == "binary"
    panel.show_item(rubric_of(studio, "t1")[0].id)
    hands.settle()
    assert rows(form, "bands").rows[1].inputs["high"].widget.text() == "much"
    assert rows(form, "bands").rows[0].inputs["text"].read() == "Best"
    assert rows(form, "bands").rows[1].problem.isVisible()
    for name, text, said in (
        ("high", "890", "Not a part of the scale."), ("high", "92", ""),
    ):  # fmt: skip
        write(hands, rows(form, "bands").rows[1].inputs[name].widget, text)
        hands.panel.table.setFocus()
        hands.settle()
        assert said in rows(form, "bands").rows[1].problem.text()
    assert form.form._helps["bands"].text() == "In two bands: 90–92"
    write(hands, rows(form, "bands").rows[1].inputs["high"].widget, "85")
    assert saved(hands, studio)["bands"][1] == {"low": 70, "high": 85, "text": ""}
    assert form.form._helps["bands"].text() == "In no band: 86–89"
    write(hands, form.form.inputs["minimum"].widget, "120")
    assert "minimum" not in saved(hands, studio)
    assert "Not a value of the scale." in form.form.error("minimum")
    write(hands, form.form.inputs["minimum"].widget, "60")
    write(hands, form.form.inputs["step"].widget, "7")
    assert "minimum" not in saved(hands, studio)
    assert "step divides the scale evenly" in form.form.error("step")


def test_bands_and_caps_are_added_and_removed(hands: Hands, studio: Studio) -> None:
    _, form = graded(hands, studio)
    hands.click(rows(form, "bands").rows[1].remove)
    assert len(saved(hands, studio)["bands"]) == 3
    hands.click(rows(form, "bands").add)
    new = rows(form, "bands").rows[-1]
    assert [new.inputs[end].widget.text() for end in ("low", "high")] == ["70", "89"]
    assert hands.focus is new.inputs["text"].widget
    hands.type("Good again")
    assert {"low": 70, "high": 89, "text": "Good again"} in saved(hands, studio)["bands"]
    for most in ("25", "50"):
        hands.click(rows(form, "caps").add)
        hands.type(most)
        write(hands, rows(form, "caps").rows[-1].inputs["text"].widget, f"condition {most}")
    assert [cap["id"] for cap in saved(hands, studio)["caps"]] == ["cap-1", "cap-2"]
    hands.click(rows(form, "caps").rows[1].remove)
    hands.click(rows(form, "caps").add)
    hands.type("30")
    write(hands, rows(form, "caps").rows[-1].inputs["text"].widget, "another")
    assert [cap["id"] for cap in saved(hands, studio)["caps"]] == ["cap-1", "cap-3"]
    hands.click(rows(form, "caps").add)  # one that nothing is written in is none
    assert len(saved(hands, studio)["caps"]) == 2


def test_another_scale_keeps_the_descriptions(hands: Hands, studio: Studio) -> None:
    panel, form = graded(hands, studio)
    for made, words in zip(rows(form, "bands").rows, ("Best", "Good", "Fair", "Poor"), strict=True):
        write(hands, made.inputs["text"].widget, words)
    hands.click("1–5")
    found = saved(hands, studio)
    assert (found["low"], found["high"]) == (1, 5)
    assert [(band["low"], band["text"]) for band in found["bands"]] == [
        (5, "Best"), (4, "Good"), (3, "Fair"), (2, "Poor"), (1, ""),
    ]  # fmt: skip
    assert panel.model.record(0).badge == "1–5"


def test_it_is_written_by_the_keyboard_alone(hands: Hands, studio: Studio) -> None:
    panel, form = graded(hands, studio)
    hands.key("Escape")
    assert not panel.answering.isVisible()
    hands.key("Ctrl+G")
    assert hands.focus is rows(form, "bands").rows[0].inputs["text"].widget
    hands.type("Best")
    seen = []
    for _ in range(5):
        hands.key("Tab")
        seen.append(hands.focus)
    first, second = rows(form, "bands").rows[0], rows(form, "bands").rows[1]
    assert seen == [first.remove, *second.widgets]
    hands.key("Escape")
    hands.settle()
    assert hands.focus is panel.table
    assert rubric_of(studio, "t1")[0].settings["bands"][0]["text"] == "Best"


def test_it_is_saved_when_the_page_is_left(hands: Hands, studio: Studio) -> None:
    _, form = graded(hands, studio)
    write(hands, rows(form, "bands").rows[0].inputs["text"].widget, "Best")
    hands.go("home")
    assert rubric_of(studio, "t1")[0].settings["bands"][0]["text"] == "Best"


def test_a_new_line_gets_it_and_copied_lines_keep_it(hands: Hands, studio: Studio, steps) -> None:
    panel = opened(hands, studio)
    panel.actions_.start_line(0)
    choose(hands, panel.answering, "steps")
    panel.table.editor.setFocus()
    hands.type("Explains why the date is so.")
    hands.key("Escape")
    hands.settle()
    first = rubric_of(studio, "t1")[0]
    assert (first.text, first.instrument) == ("Explains why the date is so.", "steps")
    panel.table.selectAll()
    panel.actions_.copy()
    rows = open_pasted_rubric(QGuiApplication.clipboard().text(), dimensions=()).read().rows
    assert [row.instrument for row in rows] == ["steps", "binary", "binary", "binary"]
    panel.show_item(rubric_of(studio, "t1")[-1].id)
    panel.table.selectRow(3)
    panel.actions_.copy()
    assert "Criterion" not in QGuiApplication.clipboard().text()


def test_a_review_shows_the_scale_and_what_changed_in_it(hands: Hands, studio: Studio) -> None:
    studio.rubric()
    first = rubric_of(studio)[0]
    settings = {**USUAL, "minimum": 60}
    edit_checkpoint(studio.wei, "t1", first.id, instrument="graded", settings=settings)
    submit_rubric(studio.wei, "t1")
    send_back(studio.maria, "t1", summary="Raise the minimum.")
    edit_checkpoint(studio.wei, "t1", first.id, settings={**settings, "minimum": 70})
    submit_rubric(studio.wei, "t1")
    hands.open(studio.project.path, "maria")
    hands.go("task", task_id="t1", tab="review")
    panel = hands.panel
    line = panel.model.record(0)
    assert "Minimum 70: below it the task is failed" in line.settings_text()
    assert "90–100" in line.settings_text()
    changed = [(words.op.value, words.text) for words in panel.model.about(WORDS_ROLE, first.id)]
    assert ("removed", "Minimum 60: below it the task is failed") in changed
    assert ("added", "Minimum 70: below it the task is failed") in changed
    QTest.qWait(50)
    high = panel.table.rowHeight(0)
    assert high > 2 * panel.table.rowHeight(1)


def test_settings_that_cannot_be_read_break_nothing(hands: Hands, studio: Studio) -> None:
    studio.rubric()
    with studio.project.writing() as tx:
        found = entities.find(tx, Checkpoint, "t1", rubric_of(studio)[0].id)
        broken = {"instrument": "graded", "settings": {"low": "x", "bands": [3]}}
        entities.put(tx, found.model_copy(update=broken))
    hands.open(studio.project.path, "wei")
    hands.go("task", task_id="t1", tab="rubric")
    panel = hands.panel
    panel.show_item(found.id)
    panel.answering.unfold_form()
    hands.settle()
    form = panel.answering.editor
    assert panel.model.record(0).badge == "Graded scale"
    assert form.form.inputs["low"].widget.text() == "x"
    hands.click("0–100")
    panel.table.setFocus()
    hands.settle()
    assert rubric_of(studio)[0].settings["bands"][0]["low"] == 90


def asked(hands: Hands) -> ActionDialog:
    (found,) = [one for one in hands.window.findChildren(ActionDialog) if one.isVisible()]
    return found


def test_what_cannot_be_saved_goes_with_its_instrument_only_once_that_was_said(
    hands: Hands, studio: Studio
) -> None:
    panel, form = graded(hands, studio)
    bar, bands = panel.answering, rows(form, "bands")
    high = bands.rows[0].inputs["high"].widget
    write(hands, high, "many")
    choose(hands, bar, "binary")
    assert "Bands" in "".join(one.text() for one in asked(hands).findChildren(QLabel))
    assert rubric_of(studio, "t1")[0].instrument == "graded"
    hands.key("Escape")
    hands.settle()
    assert bar.instrument.currentData() == "graded"
    assert (high.text(), bar.unsaved_keys) == ("many", [rubric_of(studio, "t1")[0].id])
    choose(hands, bar, "binary")
    asked(hands).accept()
    hands.settle()
    assert rubric_of(studio, "t1")[0].instrument == "binary"
    assert bar.unsaved_keys == []


def test_what_can_be_saved_is_saved_before_another_instrument_comes(
    hands: Hands, studio: Studio
) -> None:
    panel, form = graded(hands, studio)
    words = rows(form, "bands").rows[0].inputs["text"].widget
    write(hands, words, "Nothing of it is there.")
    choose(hands, panel.answering, "binary")
    assert rubric_of(studio, "t1")[0].instrument == "binary"
    hands.app.session.undo()
    hands.settle()
    first = rubric_of(studio, "t1")[0]
    assert first.instrument == "graded"
    assert "Nothing of it is there." in str(first.settings)


def test_what_is_written_for_another_selected_checkpoint_is_told_of_too(
    hands: Hands, studio: Studio
) -> None:
    panel, form = graded(hands, studio)
    write(hands, rows(form, "bands").rows[0].inputs["high"].widget, "many")
    panel.table.setFocus()
    panel.table.setCurrentIndex(panel.model.index(1, 0))
    hands.settle()
    panel.table.selectAll()
    choose(hands, panel.answering, "check")
    assert "1 checkpoint" in "".join(one.text() for one in asked(hands).findChildren(QLabel))
    asked(hands).reject()
    hands.settle()
    assert panel.answering.unsaved_keys == [rubric_of(studio, "t1")[0].id]
