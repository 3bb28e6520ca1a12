"""In the rubric editor: a checkpoint that a program decides, its kind, parameters and a trial."""

from __future__ import annotations

from tests.desktop.hands import Hands, pick
from tests.desktop.test_choosing_instruments import choose, opened, saved, write
from tests.workflow.studio import Studio
from xpert_studio.core import used_packs
from xpert_studio.core.used_packs import UsedPack
from xpert_studio.packs.checks.kinds import KINDS
from xpert_studio.packs.checks.page_settings import CheckForm
from xpert_studio.packs.choice.page_settings import ChoiceForm


def checked(hands: Hands, studio: Studio) -> CheckForm:
    """The open form of the first line, which a program decides now."""
    panel = opened(hands, studio)
    choose(hands, panel.answering, "check")
    form = panel.answering.editor
    assert isinstance(form, CheckForm)
    return form


def test_parameters_are_written_and_saved(hands: Hands, studio: Studio) -> None:
    form = checked(hands, studio)
    assert form.form.inputs["check"].widget.currentData() == "word_count"
    write(hands, form.part.inputs["at_most"].widget, "50")
    write(hands, form.part.inputs["at_least"].widget, "10")
    assert saved(hands, studio) == {
        "check": "word_count",
        "parameters": {"at_most": 50, "at_least": 10},
    }
    form.form.inputs["gate"].widget.setFocus()
    form.form.inputs["gate"].widget.click()
    assert saved(hands, studio)["gate"] is True


def test_it_is_tried_on_a_text_while_it_is_written(hands: Hands, studio: Studio) -> None:
    form = checked(hands, studio)
    write(hands, form.part.inputs["at_most"].widget, "2")
    form.trial.sample.setPlainText("One two three.")
    form.trial.try_it()
    assert form.trial.outcome.text() == "Not passed: Number of words: 3; at most 2 expected."
    form.trial.sample.setPlainText("One two.")
    form.trial.try_it()
    assert form.trial.outcome.text() == "Passed: Number of words: 2."


def test_tab_goes_through_kind_gate_parameters_and_the_text_to_try(
    hands: Hands, studio: Studio
) -> None:
    form = checked(hands, studio)
    form.form.inputs["check"].widget.setCurrentIndex(
        form.form.inputs["check"].widget.findData("character_count")
    )
    hands.settle()
    form.form.inputs["gate"].widget.setFocus()
    seen = []
    for _ in range(len(form.part.inputs) + 1):
        hands.key("Tab")
        seen.append(hands.focus)
    assert seen == [*(made.widget for made in form.part.inputs.values()), form.trial.sample]


def test_what_cannot_be_read_is_said_at_its_field_and_not_saved(
    hands: Hands, studio: Studio
) -> None:
    form = checked(hands, studio)
    before = saved(hands, studio)
    write(hands, form.part.inputs["at_most"].widget, "many")
    assert saved(hands, studio) == before
    assert form.part.error("at_most") == "Write a number."
    write(hands, form.part.inputs["at_most"].widget, "1.5")
    assert saved(hands, studio) == before
    assert "cannot be read" in form.part.error("at_most")
    assert form.trial.sample.toPlainText() == "" and form.trial.outcome.text() == ""


def test_numbers_and_texts_are_read_by_their_types(hands: Hands, studio: Studio) -> None:
    form = checked(hands, studio)
    form.form.inputs["check"].widget.setCurrentIndex(
        form.form.inputs["check"].widget.findData("number")
    )
    form.form.inputs["check"].widget.activated.emit(form.form.inputs["check"].widget.currentIndex())
    assert form.part.inputs["tolerance"].widget.placeholderText() == "0"
    for value, kept in (("42.5", 42.5), ("12345678901234567.5", "12345678901234567.5")):
        write(hands, form.part.inputs["value"].widget, value)
        assert saved(hands, studio) == {"check": "number", "parameters": {"value": kept}}
        form.show_settings(saved(hands, studio))
        assert form.part.inputs["value"].widget.text() == value
    form.trial.sample.setPlainText("It is 12,345,678,901,234,567.50.")
    form.trial.try_it()
    assert form.trial.outcome.text().startswith("Passed")
    form.form.inputs["check"].widget.setCurrentIndex(
        form.form.inputs["check"].widget.findData("ends_with")
    )
    form.form.inputs["check"].widget.activated.emit(form.form.inputs["check"].widget.currentIndex())
    write(hands, form.part.inputs["text"].widget, "42")
    assert saved(hands, studio) == {"check": "ends_with", "parameters": {"text": "42"}}


def test_a_kind_is_found_by_any_part_of_its_name(hands: Hands, studio: Studio) -> None:
    form = checked(hands, studio)
    completer = form.form.inputs["check"].widget.completer()
    completer.setCompletionPrefix("of wor")
    assert completer.currentCompletion() == "Number of words"


def test_options_and_the_right_one_are_written_and_tried(hands: Hands, studio: Studio) -> None:
    panel = opened(hands, studio)
    choose(hands, panel.answering, "choice")
    form = panel.answering.editor
    assert isinstance(form, ChoiceForm)
    write(hands, form.options.rows[0].inputs["text"].widget, "Month 30")
    write(hands, form.options.rows[1].inputs["text"].widget, "Month 36")
    form.options.add.click()
    write(hands, form.options.rows[2].inputs["text"].widget, "Never")
    form.options.rows[1].inputs["right"].widget.setFocus()
    form.options.rows[1].inputs["right"].widget.click()
    assert saved(hands, studio) == {"options": ["Month 30", "Month 36", "Never"], "key": "B"}
    form.trial.sample.setPlainText("The answer is (C).")
    form.trial.try_it()
    assert form.trial.outcome.text() == "Not passed: C; the key is B."
    form.options.rows[0].remove.click()
    form.options.rows[0].inputs["text"].widget.setFocus()
    assert saved(hands, studio) == {"options": ["Month 36", "Never"], "key": "A"}
    write(hands, form.options.rows[0].inputs["text"].widget, "Never")
    assert saved(hands, studio) == {"options": ["Month 36", "Never"], "key": "A"}
    assert "twice" in form.form.error("options")


def test_parameters_of_a_kind_that_is_chosen_again_are_still_there(
    hands: Hands, studio: Studio
) -> None:
    form = checked(hands, studio)
    write(hands, form.part.inputs["at_most"].widget, "50")
    kind = form.form.inputs["check"].widget
    kind.setFocus()
    pick(kind, "number")
    write(hands, form.part.inputs["value"].widget, "7")
    pick(kind, "word_count")
    assert form.part.inputs["at_most"].widget.text() == "50"
    kind.setFocus()
    pick(kind, "number")
    assert saved(hands, studio) == {"check": "number", "parameters": {"value": 7}}
    hands.app.session.undo()
    hands.settle()
    pick(kind, "number")
    assert form.part.inputs["value"].widget.text() == "", "settings that came do not have it"


def test_what_is_odd_in_a_kind_is_said_as_soon_as_it_is_chosen(
    hands: Hands, studio: Studio
) -> None:
    form = checked(hands, studio)
    odd = next(kind.id for kind in KINDS.values() if kind.is_heuristic)
    kind = form.form.inputs["check"].widget
    kind.setFocus()
    pick(kind, odd)
    assert hands.reads("Goes by phrases and can be wrong.")
    pick(kind, "number")
    assert not hands.reads("Goes by phrases and can be wrong.")


def test_a_kind_that_is_not_there_is_offered_only_while_it_is_shown(
    hands: Hands, studio: Studio
) -> None:
    form = checked(hands, studio)
    kind = form.form.inputs["check"].widget
    form.show_settings({"check": "lab_words", "parameters": {"least": 3}})
    assert kind.currentText() == "lab_words" and kind.count() == len(KINDS) + 1
    assert form.settings() == {"check": "lab_words", "parameters": {"least": 3}}
    form.show_settings({"check": "number", "parameters": {"value": 3}})
    assert kind.count() == len(KINDS)
    form.show_settings({})
    assert kind.currentText() == "", "no other kind is shown"
    assert form.form.error("check")


def test_the_pack_that_a_kind_needs_is_named(hands: Hands, studio: Studio, monkeypatch) -> None:
    form = checked(hands, studio)
    lab = UsedPack(id="lab_scales", title="Scales of the lab", checks=("lab_words",))
    monkeypatch.setitem(used_packs._missed, ("checks", "lab_words"), lab)
    form.show_settings({"check": "lab_words"})
    needed = "needs the pack Scales of the lab (lab_scales), which is not installed."
    assert form.problem.text() == f"The checkpoint {needed}"


def test_helps_of_fields_on_one_line_say_of_which_they_are(hands: Hands, studio: Studio) -> None:
    form = checked(hands, studio)
    kind = form.form.inputs["check"].widget
    pick(kind, "markdown_table")
    hands.settle()
    for words in ("Rows at least: Below the head.", "Rows exactly: Below the head."):
        assert hands.reads(words)
    pick(kind, "code_fence")
    hands.settle()
    assert not hands.reads("Must parse: Python")
