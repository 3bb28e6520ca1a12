"""A lead changes the rules of a project in place; everybody else sees them and reads why."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QPlainTextEdit

from tests.desktop.rooms import room_of
from xpert_studio.core.records import Tier
from xpert_studio.core.workflow import add_dimensions, describe_dimensions, set_grading_policy
from xpert_studio.desktop.pages.project.vocabulary import names_in
from xpert_studio.desktop.widgets.asking import ActionDialog


@pytest.fixture
def room(qtbot, tmp_path):
    with room_of(qtbot, tmp_path) as made:
        yield made


def enter(spin, number):
    spin.setFocus()
    spin.selectAll()
    QTest.keyClicks(spin, str(number))
    QTest.keyClick(spin, Qt.Key.Key_Tab)


def answer(room, text):
    (dialog,) = [item for item in room.window.findChildren(ActionDialog) if item.isVisible()]
    field = dialog.findChild(QPlainTextEdit)
    field.insertPlainText(text)
    QTest.keyClick(field, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    room.settle()


def test_the_facts_are_shown(room):
    facts = room.go("project").facts
    assert facts.facts["name"].text() == "Studio"
    assert facts.facts["canary"].text() == "xpert-canary-studio"
    assert facts.facts["file"].text() == str(room.session.path)
    facts.people.click()
    assert room.window.place.page == "people"


def test_a_lead_says_licence_and_citation_which_can_be_undone(room):
    facts = room.go("project").facts
    assert facts.facts["licence"].text() == "none named"
    facts.change.click()
    (dialog,) = [item for item in room.window.findChildren(ActionDialog) if item.isVisible()]
    licence, citation = (dialog.form.inputs[key].widget for key in ("licence", "citation"))
    licence.lineEdit().selectAll()
    QTest.keyClicks(licence, "CC-BY-4.0")
    citation.setFocus()
    QTest.keyClicks(citation, "Lena et al., 2026")
    QTest.keyClick(citation, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    room.settle()
    assert (room.project_state.info.licence, room.project_state.info.citation) == (
        "CC-BY-4.0",
        "Lena et al., 2026",
    )
    assert facts.facts["licence"].text() == "CC-BY-4.0"
    room.session.undo()
    room.settle()
    assert facts.facts["licence"].text() == "none named"


def test_limits_are_saved_as_their_fields_are_left(room):
    limits = room.go("project").limits
    enter(limits.form.inputs["max_tasks_per_expert"].widget, 5)
    enter(limits.form.inputs["reviewers_needed"].widget, 2)
    enter(limits.form.inputs["spot_check_share"].widget, 45)
    enter(limits.form.inputs[Tier.IMPORTANT].widget, 6)
    QTest.keyClick(limits.form.inputs["qualification_required"].widget, Qt.Key.Key_Space)
    room.settle()
    held = room.project_state.info.policies
    assert (held.max_tasks_per_expert, held.reviewers_needed) == (5, 2)
    assert held.spot_check_share == 0.45
    assert held.default_weights[Tier.IMPORTANT] == 6
    assert held.default_weights[Tier.ESSENTIAL] == 10
    assert not held.qualification_required
    room.session.undo()
    room.settle()
    assert limits.form.inputs["qualification_required"].widget.isChecked()


def test_both_numbers_of_checkpoints_change_though_the_first_does_not_fit_alone(room):
    limits = room.go("project").limits
    enter(limits.form.inputs["min_checkpoints"].widget, 20)
    room.settle()
    assert "cannot both be" in limits.form.error("max_checkpoints")
    assert room.notice == ""
    assert room.project_state.info.policies.min_checkpoints == 2
    assert limits.form.inputs["min_checkpoints"].widget.value() == 20
    enter(limits.form.inputs["max_checkpoints"].widget, 30)
    room.settle()
    held = room.project_state.info.policies
    assert (held.min_checkpoints, held.max_checkpoints) == (20, 30)
    assert limits.form.error("max_checkpoints") == ""


def test_two_numbers_that_do_not_fit_are_given_up_when_the_page_is_left(room):
    limits = room.go("project").limits
    enter(limits.form.inputs["min_checkpoints"].widget, 20)
    room.go("people")
    room.go("project")
    assert limits.form.inputs["min_checkpoints"].widget.value() == 2
    assert room.project_state.info.policies.min_checkpoints == 2


def test_several_dimensions_and_domains_are_added_at_once(room):
    page = room.go("project")
    QTest.mouseClick(page.vocabulary.add_dimensions, Qt.MouseButton.LeftButton)
    answer(room, "Depth\n accuracy\n\nStyle\tTone")
    assert room.project_state.info.taxonomy.dimensions == (
        "Accuracy",
        "Clarity",
        "Depth",
        "Style",
        "Tone",
    )
    QTest.mouseClick(page.vocabulary.add_domains, Qt.MouseButton.LeftButton)
    answer(room, "Medicine")
    assert room.project_state.info.taxonomy.domains == ("Law", "Finance", "Medicine")
    people = room.go("people", item="wei")
    assert "Medicine" in people.detail.form.inputs["domains"].widget.boxes


def said_of(page, name):
    """What the card says below a dimension, and the button beside it."""
    edit = page.vocabulary.describe.get(name)
    words = [item for item in page.vocabulary.findChildren(QLabel) if item.isVisible()]
    place = next(n for n, item in enumerate(words) if item.text() == name)
    below = words[place + 1 :][:1]
    return (below[0].text() if below and below[0].property("kind") == "small" else ""), edit


def test_a_dimension_is_described_and_each_description_is_one_step(room):
    page = room.go("project")
    assert said_of(page, "Accuracy")[0] == ""
    for name, text in (("Accuracy", "Facts are\nright."), ("Clarity", "Plain words.")):
        QTest.mouseClick(said_of(page, name)[1], Qt.MouseButton.LeftButton)
        answer(room, text)
    assert said_of(page, "Accuracy")[0] == "Facts are right."
    assert said_of(page, "Clarity")[0] == "Plain words."
    room.session.undo()
    room.settle()
    assert said_of(page, "Clarity")[0] == ""
    assert room.project_state.info.taxonomy.descriptions == {"Accuracy": "Facts are right."}
    QTest.keyClick(said_of(page, "Accuracy")[1], Qt.Key.Key_Space)
    (dialog,) = [item for item in room.window.findChildren(ActionDialog) if item.isVisible()]
    assert dialog.findChild(QPlainTextEdit).toPlainText() == "Facts are right."
    dialog.findChild(QPlainTextEdit).clear()
    answer(room, "")
    assert said_of(page, "Accuracy")[0] == ""
    assert room.project_state.info.taxonomy.descriptions == {}


def test_a_published_dimension_has_its_published_description(room):
    page = room.go("project")
    room.session.do(add_dimensions, "Other")
    room.settle()
    assert "no other dimension covers" in said_of(page, "Other")[0]
    room.session.do(describe_dimensions, {"Other": "The rest."})
    room.settle()
    assert said_of(page, "Other")[0] == "The rest."


def test_names_are_read_from_lines_and_cells():
    assert names_in(" A & B\nC, D\tE; F\n\nC, D") == ("A & B", "C, D", "E", "F")


def test_the_grading_policy_changes_with_a_reason_only(room):
    card = room.go("project").grading
    before = room.project_state.info.grading_policy.version
    card.change.click()
    assert not card.keep.isEnabled()
    QTest.keyClicks(card.text, "Partly right is not met.")
    card.keep.click()
    answer(room, "Experts asked")
    held = room.project_state.info.grading_policy
    assert (held.version, held.text) == (before + 1, "Partly right is not met.")
    assert card.version.text() == f"Version {before + 1}"
    assert card.text.isReadOnly()
    assert card.change.isVisible()


def test_a_policy_that_is_being_written_is_not_lost_when_somebody_else_saves_one(room):
    card = room.go("project").grading
    card.begin()
    QTest.keyClicks(card.text, "Mine")
    room.session.do(set_grading_policy, "Theirs", reason="Sooner")
    room.settle()
    assert card.text.toPlainText() == "Mine"
    assert card.overtaken.isVisible()
    card.drop.click()
    assert card.text.toPlainText() == "Theirs"


def test_who_is_no_lead_looks_and_reads_why(qtbot, tmp_path):
    with room_of(qtbot, tmp_path, "maria") as room:
        page = room.go("project")
        assert "only leads change it: Lena" in page.why.text()
        assert not page.limits.form.inputs["max_tasks_per_expert"].widget.isEnabled()
        assert not page.limits.form.inputs["qualification_required"].widget.isEnabled()
        for closed in (page.grading.change, page.vocabulary.add_domains,
                       page.vocabulary.add_dimensions, page.facts.change):  # fmt: skip
            assert not closed.isVisible()
        assert page.vocabulary.describe == {}
        room.session.perform(
            lambda: describe_dimensions(room.session.ctx, {"Clarity": "No."}), None, page.refuse
        )
        room.settle()
        assert "not a lead" in room.notice
        assert room.project_state.info.taxonomy.descriptions == {}


def test_the_number_of_tasks_below_which_groups_are_marked_is_a_policy(room):
    limits = room.go("project").limits
    assert limits.form.inputs["fewest_tasks"].widget.value() == 5
    enter(limits.form.inputs["fewest_tasks"].widget, 8)
    room.settle()
    assert room.project_state.info.policies.fewest_tasks == 8
