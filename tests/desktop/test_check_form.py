"""In the rubric editor: a checkpoint that a program decides, its kind, parameters and a trial."""

from __future__ import annotations

from tests.desktop.hands import Hands
from tests.desktop.test_choosing_instruments import choose, opened, saved, write
from tests.workflow.studio import Studio
from xpert_studio.desktop.pages.task.rubric.check_form import CheckForm


def checked(hands: Hands, studio: Studio) -> CheckForm:
    """The open form of the first line, which a program decides now."""
    panel = opened(hands, studio)
    choose(hands, panel.answering, "check")
    form = panel.answering.editor
    assert isinstance(form, CheckForm)
    return form


def test_parameters_are_written_and_saved(hands: Hands, studio: Studio) -> None:
    form = checked(hands, studio)
    assert form.kind.currentData() == "word_count"
    write(hands, form._fields["at_most"].widget, "50")
    write(hands, form._fields["at_least"].widget, "10")
    assert saved(hands, studio) == {
        "check": "word_count",
        "parameters": {"at_most": 50, "at_least": 10},
    }
    form.gate.setFocus()
    form.gate.click()
    assert saved(hands, studio)["gate"] is True


def test_it_is_tried_on_a_text_while_it_is_written(hands: Hands, studio: Studio) -> None:
    form = checked(hands, studio)
    write(hands, form._fields["at_most"].widget, "2")
    form.sample.setPlainText("One two three.")
    form.try_it()
    assert form.outcome.text() == "Failed: 3 words; at most 2 expected."
    form.sample.setPlainText("One two.")
    form.try_it()
    assert form.outcome.text() == "Passed: 2 words."


def test_what_cannot_be_read_is_said_at_the_form_and_not_saved(
    hands: Hands, studio: Studio
) -> None:
    form = checked(hands, studio)
    before = saved(hands, studio)
    write(hands, form._fields["at_most"].widget, "many")
    assert saved(hands, studio) == before
    assert "at_most" in form.problem.text()
    assert form.sample.toPlainText() == "" and form.outcome.text() == ""


def test_a_kind_is_found_by_any_part_of_its_name(hands: Hands, studio: Studio) -> None:
    form = checked(hands, studio)
    completer = form.kind.completer()
    completer.setCompletionPrefix("of wor")
    assert completer.currentCompletion() == "Number of words"
