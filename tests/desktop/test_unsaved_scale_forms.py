"""What is written in the form of a scale is saved, or said to be unsaved; it is never passed over."""

from __future__ import annotations

from tests.desktop.hands import Hands
from tests.desktop.looking import rubric_of
from tests.desktop.test_choosing_instruments import graded, rows, saved, write
from tests.workflow.studio import Studio
from xpert_studio.desktop.pages.task.submitting import SubmitRubric


def submit(hands: Hands) -> list[SubmitRubric]:
    """Asks to submit the rubric; returns the dialogs that are open then."""
    hands.page.steps._ask_to_submit()
    hands.settle()
    return [one for one in hands.window.findChildren(SubmitRubric) if one.isVisible()]


def foot(hands: Hands) -> str:
    return hands.window.statusBar()._saved.text()


def test_the_form_is_saved_before_the_dialog_opens(hands: Hands, studio: Studio) -> None:
    _, form = graded(hands, studio)
    write(hands, rows(form, "bands").rows[0].inputs["text"].widget, "Best")
    write(hands, form.form.inputs["minimum"].widget, "60")
    assert foot(hands) == "Not everything is saved yet"
    (dialog,) = submit(hands)
    assert rubric_of(studio, "t1")[0].settings["minimum"] == 60
    assert foot(hands) == "All changes saved"
    dialog.reject()


def test_no_dialog_opens_over_settings_that_cannot_be_saved(hands: Hands, studio: Studio) -> None:
    panel, form = graded(hands, studio)
    write(hands, rows(form, "bands").rows[1].inputs["high"].widget, "much")
    assert submit(hands) == []
    assert hands.focus is rows(form, "bands").rows[1].inputs["high"].widget
    assert rows(form, "bands").rows[1].problem.isVisible()
    assert "cannot be saved yet" in hands.notice
    assert foot(hands) == "Not everything is saved yet"
    panel.show_item(rubric_of(studio, "t1")[1].id)
    hands.settle()
    hands.page.open_tab("brief")
    hands.settle()
    assert submit(hands) == []
    assert hands.page.tab == "rubric"
    assert hands.focus is rows(form, "bands").rows[1].inputs["high"].widget
    write(hands, rows(form, "bands").rows[1].inputs["high"].widget, "89")
    (dialog,) = submit(hands)
    assert foot(hands) == "All changes saved"
    dialog.reject()


def test_what_is_gone_is_not_unsaved(hands: Hands, studio: Studio) -> None:
    panel, form = graded(hands, studio)
    write(hands, form.form.inputs["minimum"].widget, "much")
    saved(hands, studio)
    assert foot(hands) == "Not everything is saved yet"
    panel.edits.remove([rubric_of(studio, "t1")[0].id])
    hands.settle()
    assert foot(hands) == "All changes saved"
    assert not panel.has_unsaved


def test_another_instrument_takes_back_what_could_not_be_saved(
    hands: Hands, studio: Studio
) -> None:
    panel, form = graded(hands, studio)
    write(hands, form.form.inputs["minimum"].widget, "much")
    saved(hands, studio)
    hands.app.session.undo()
    hands.settle()
    assert panel.answering.instrument.currentData() == "binary"
    assert foot(hands) == "All changes saved"
    (dialog,) = submit(hands)
    dialog.reject()


def test_saving_after_a_pause_leaves_the_cursor_where_it_is(hands: Hands, studio: Studio) -> None:
    panel, form = graded(hands, studio)
    band = rows(form, "bands").rows[0]
    write(hands, band.inputs["text"].widget, "Best ")
    panel.answering._pause.timeout.emit()
    hands.settle()
    assert rubric_of(studio, "t1")[0].settings["bands"][0]["text"] == "Best"
    assert rows(form, "bands").rows[0] is band
    assert hands.focus is band.inputs["text"].widget
    hands.type("of all")
    assert saved(hands, studio)["bands"][0]["text"] == "Best of all"
    assert band.inputs["text"].widget.toPlainText() == "Best of all"


def test_what_is_right_by_what_was_changed_elsewhere_is_saved(hands: Hands, studio: Studio) -> None:
    panel, form = graded(hands, studio)
    low, high = (form.form.inputs[end].widget for end in ("low", "high"))
    write(hands, low, "100")
    assert saved(hands, studio)["low"] == 0
    assert form.form.error("high") == "The highest value is above the lowest."
    form.form.inputs["bands"].show([])
    write(hands, low, "90")
    assert saved(hands, studio)["low"] == 90
    assert form.form.error("high") == "" and high.text() == "100"
    assert panel.answering.unsaved_keys == [] and panel.answering.summary.text() == ""


def test_small_numbers_are_shown_as_they_are_typed(hands: Hands, studio: Studio) -> None:
    _, form = graded(hands, studio)
    small = {"low": 0, "high": 0.001, "step": 0.00001}
    form.show_settings(small)
    assert form.form.inputs["step"].widget.text() == "0.00001"
    assert not form.show_faults()
    assert form.settings() == small
