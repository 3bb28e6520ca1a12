"""Rating on a scale by keys, settling it, and what is shown of it, in the real window."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QFont, QFontMetrics, QImage
from PySide6.QtWidgets import QApplication

from tests.desktop.hands import Hands
from tests.desktop.looking import rubric_of
from tests.workflow.studio import Studio
from xpert_studio.core.instruments import INSTRUMENTS
from xpert_studio.core.records import Checkpoint, RubricRevision
from xpert_studio.core.store import entities
from xpert_studio.core.workflow import judge_line, open_form, submit_form
from xpert_studio.desktop.look import px
from xpert_studio.desktop.pages.judging.confirming import Confirming, OverrideForm
from xpert_studio.desktop.pages.judging.form import FormWidget
from xpert_studio.desktop.pages.judging.form_table import VERDICT
from xpert_studio.desktop.pages.judging.side_by_side import SideBySide

HUNDRED = {
    "low": 0, "high": 100, "minimum": 60,
    "bands": [
        {"low": 90, "high": 100, "text": "Outstanding."}, {"low": 70, "high": 89, "text": "Good."},
        {"low": 60, "high": 69, "text": "Sound."}, {"low": 10, "high": 59, "text": "Weak."},
        {"low": 0, "high": 9, "text": "Nothing."},
    ],
    "caps": [{"id": "cap-1", "text": "it is plain black text", "at_most": 25}],
}  # fmt: skip
FIVE = dict(INSTRUMENTS["graded"].presets["1–5"], minimum=3)


def put_scales(studio: Studio) -> str:
    """A response; its first checkpoint goes to 100, its second from 1 to 5, its third is binary."""
    (response,) = studio.answered()
    first, second, _ = rubric_of(studio)
    with studio.project.writing() as tx:
        for point, settings in ((first, HUNDRED), (second, FIVE)):
            found = entities.find(tx, Checkpoint, "t1", point.id)
            new = {"instrument": "graded", "settings": settings}
            entities.put(tx, found.model_copy(update=new))
    return response


def opened(hands: Hands, studio: Studio) -> FormWidget:
    response = put_scales(studio)
    open_form(studio.maria, response)
    hands.open(studio.project.path, "maria")
    hands.go("judging", task_id="t1", item=response)
    (form,) = hands.window.findChildren(FormWidget)
    form.lines.setFocus()
    return form


def values(hands: Hands, form: FormWidget) -> list[float | None]:
    hands.settle()
    return [row.value for row in form.model.rows]


def test_a_number_is_typed_or_a_band_s_letter_fills_it_in(hands: Hands, studio: Studio) -> None:
    form = opened(hands, studio)
    detail = form.detail
    hands.key("7")
    assert hands.focus is detail.typed
    hands.type("2")
    marked = [button.text() for button in detail.choices.values() if button.isChecked()]
    assert marked == ["B: 70–89"]
    hands.key("Enter")
    assert values(hands, form)[0] == 72
    assert hands.focus is form.lines
    for letter, middle in (("A", 95), ("F", 4), ("B", 79)):
        hands.key(letter)
        assert detail.typed.selectedText() == str(middle)
        assert values(hands, form)[0] != middle
        hands.key("Enter")
        assert values(hands, form)[0] == middle
    hands.key("D")
    hands.type("31")
    hands.key("Enter")
    assert values(hands, form)[0] == 31
    detail.typed.setFocus()
    detail.typed.selectAll()
    hands.type("c")
    assert detail.typed.text() == "64"
    hands.key("Enter")
    assert values(hands, form)[0] == 64


def test_what_is_typed_counts_for_the_line_it_was_typed_on(hands: Hands, studio: Studio) -> None:
    form = opened(hands, studio)
    hands.key("7")
    hands.type("2")
    hands.key("Ctrl+J")
    assert form.lines.currentIndex().row() == 1
    assert values(hands, form) == [72, None, None]
    form.lines.go_to(0)
    form.detail.typed.setFocus()
    form.detail.typed.selectAll()
    hands.type("80")
    form.lines.go_to(2)
    assert values(hands, form) == [80, None, None]
    assert not hands.problems


@pytest.mark.parametrize(("text", "value"), [("72,0", 72), ("７２", 72)])
def test_numbers_as_people_write_them(hands: Hands, studio: Studio, text, value) -> None:
    form = opened(hands, studio)
    form.detail.typed.setFocus()
    hands.type(text)
    hands.key("Enter")
    assert values(hands, form)[0] == value


@pytest.mark.parametrize("text", ["101", "72.5", "a lot", "1,000"])
def test_what_is_off_the_scale_is_said_at_the_field(hands: Hands, studio: Studio, text) -> None:
    form = opened(hands, studio)
    form.detail.typed.setFocus()
    hands.type(text)
    hands.key("Enter")
    assert form.detail.problem.isVisible()
    assert "0 to 100" in form.detail.problem.text()
    assert values(hands, form)[0] is None


def test_letters_that_do_other_things_still_do_them(hands: Hands, studio: Studio) -> None:
    form = opened(hands, studio)
    hands.key("J")
    assert form.lines.currentIndex().row() == 1
    hands.key("K")
    assert form.lines.currentIndex().row() == 0
    hands.key("R")
    assert hands.focus is form.detail.rationale
    assert values(hands, form) == [None, None, None]


def test_a_short_scale_is_rated_by_its_digits(hands: Hands, studio: Studio) -> None:
    form = opened(hands, studio)
    form.lines.go_to(1)
    assert [button.text() for button in form.detail.choices.values()] == list("54321")
    assert not form.detail.typed.isVisible()
    hands.key("4")
    assert values(hands, form)[1] == 4
    hands.key("7")
    assert values(hands, form)[1] == 4


def test_bands_and_caps_stand_beside_it_and_the_minimum_does_not(
    hands: Hands, studio: Studio
) -> None:
    form = opened(hands, studio)
    for words in ("Outstanding.", "Nothing.", "At most 25 if: it is plain black text", "0–100"):
        assert hands.reads(words), words
    assert not hands.reads("Minimum")
    for value in (5, 100):
        form.decide(value)
        hands.settle()
    pictures = {button.property("verdict") for button in form.detail.choices.values()}
    assert pictures == {""}


def judged(studio: Studio) -> str:
    response = put_scales(studio)
    for expert, value in (("maria", 72), ("ada", 55)):
        ctx = studio.ctx(expert)
        open_form(ctx, response)
        for point, said in zip(rubric_of(studio), (value, 4, 1), strict=True):
            judge_line(ctx, response, point.id, value=said, rationale="So.")
        submit_form(ctx, response)
    return response


def test_a_value_is_overridden_by_another_and_both_stay_visible(
    hands: Hands, studio: Studio
) -> None:
    response = judged(studio)
    hands.open(studio.project.path, "omar")
    hands.go("judging", task_id="t1", item=response, expert_id="maria")
    (settling,) = hands.window.findChildren(Confirming)
    settling.lines.setFocus()
    hands.key("6")
    form = hands.await_dialog()
    assert isinstance(form, OverrideForm)
    asked = form.form
    assert asked.values()["value"] == "6"
    asked.inputs["reason"].show("Less clear than that.")
    for wrong, said in (("72", "own value"), ("650", "0 to 100")):
        asked.inputs["value"].show(wrong)
        hands.key("Ctrl+Enter")
        assert said in asked.error("value")
    asked.inputs["value"].show("65")
    hands.key("Ctrl+Enter")
    hands.settle()
    assert QApplication.activeModalWidget() is None
    assert settling.lines.currentIndex().row() == 1, "to the next one"
    settling.lines.go_to(0)
    assert "72 / 100 (70–89)" in settling.before.text()
    assert settling.verdict.text() == "65 / 100 (60–69)"
    assert hands.reads("Less clear than that.")
    settling.lines.go_to(1)
    settling.lines.setFocus()
    hands.confirm()
    assert settling.form.settled == 2
    settling.lines.go_to(2)
    settling.lines.setFocus()
    hands.key("O")
    hands.await_dialog().reject()


def test_forms_side_by_side_say_how_far_apart_they_are(hands: Hands, studio: Studio) -> None:
    response = judged(studio)
    hands.open(studio.project.path, "omar")
    hands.go("judging", task_id="t1", item=response, tab="side_by_side")
    (beside,) = hands.window.findChildren(SideBySide)
    model = beside.model
    assert "55, 72: 17 apart, median 63.5" in model.index(0, 1).data()
    assert "apart" not in model.index(1, 1).data()


def test_a_wrong_number_stays_with_its_line_until_it_is_corrected(
    hands: Hands, studio: Studio
) -> None:
    form = opened(hands, studio)
    detail = form.detail
    detail.typed.setFocus()
    hands.type("172")
    form.lines.go_to(2)
    hands.settle()
    assert not detail.problem.isVisible()
    form.lines.go_to(0)
    hands.settle()
    assert detail.typed.text() == "172"
    assert "0 to 100" in detail.problem.text()
    assert detail.problem.isVisible()
    form.lines.go_to(2)
    form.hand_in()
    hands.settle()
    assert form.lines.currentIndex().row() == 0
    assert hands.focus is detail.typed
    assert not hands.problems
    detail.typed.selectAll()
    hands.type("72")
    hands.key("Enter")
    assert values(hands, form)[0] == 72
    assert not detail.problem.isVisible()
    form.lines.go_to(2)
    form.lines.go_to(0)
    assert detail.typed.text() == "72"


def test_escape_takes_a_wrong_number_back(hands: Hands, studio: Studio) -> None:
    form = opened(hands, studio)
    form.detail.typed.setFocus()
    hands.type("172")
    form.lines.go_to(2)
    form.lines.go_to(0)
    form.detail.typed.setFocus()
    hands.key("Escape")
    hands.settle()
    assert form.detail.typed.text() == ""
    assert not form.detail.problem.isVisible()
    assert not form.detail.wrong


@pytest.mark.parametrize("value", [15, 100])
def test_the_lock_leaves_a_long_value_room(hands: Hands, studio: Studio, value) -> None:
    form = opened(hands, studio)
    form.detail.typed.setFocus()
    hands.type(str(value))
    hands.key("Enter")
    hands.settle()
    form.model.assume(form.model.rows[0].key, rationale="It is.")
    lines, row = form.lines, form.model.rows[0]
    rect = lines.visualRect(form.model.index(0, VERDICT))
    font = lines.font()
    font.setPixelSize(px(12))
    font.setWeight(QFont.Weight.DemiBold)
    needed = QFontMetrics(font).horizontalAdvance(str(value))
    assert rect.width() - px(6) - px(6) >= needed

    def drawn() -> QImage:
        """The cell of the value."""
        hands.settle()
        lines.clearSelection()
        return lines.viewport().grab(rect).toImage()

    before = drawn()
    form.model.assume(row.key, is_locked=True)
    assert drawn() == before


@pytest.mark.parametrize("tab", ["rubric", "review"])
def test_the_minimum_is_not_shown_to_who_still_has_to_rate(
    hands: Hands, studio: Studio, tab
) -> None:
    response = put_scales(studio)

    def told(person: str) -> str:
        hands.open(studio.project.path, person)
        hands.go("task", task_id="t1", tab=tab)
        table = hands.panel.table
        return table.itemDelegate()._below(hands.panel.model.record(0))

    with studio.project.writing() as tx:  # as its revision was frozen with it
        (frozen,) = entities.find_all(tx, RubricRevision, task_id="t1")
        lines = tuple(rubric_of(studio))
        entities.put(tx, frozen.model_copy(update={"checkpoints": lines}))
    assert "Minimum" not in told("maria")
    assert "90–100" in told("maria")
    assert "Minimum 60" in told("lena")
    open_form(studio.maria, response)
    assert "Minimum" not in told("maria")
    for point, said in zip(rubric_of(studio), (72, 4, 1), strict=True):
        judge_line(studio.maria, response, point.id, value=said, rationale="So.")
    submit_form(studio.maria, response)
    assert "Minimum 60" in told("maria")
