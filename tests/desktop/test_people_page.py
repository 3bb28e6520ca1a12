"""A lead adds, changes and admits people; everybody else reads why they cannot."""

from __future__ import annotations

import subprocess
import sys

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from tests.desktop.rooms import room_of
from xpert_studio.core.records import Role
from xpert_studio.desktop.pages.people.new_person import NewPerson
from xpert_studio.desktop.widgets.command_dialog import CommandDialog


@pytest.fixture
def room(qtbot, tmp_path):
    with room_of(qtbot, tmp_path) as made:
        yield made


def click(widget):
    QTest.mouseClick(widget, Qt.MouseButton.LeftButton, pos=QPoint(12, widget.height() // 2))


def write(field, text):
    field.setFocus()
    QTest.keyClicks(field, text)


def _asked(part, name):
    return part.form.inputs[name].widget


def ticked(part, name):
    return part.form.values()[name]


def test_the_person_of_a_place_is_shown_and_arrows_lead_to_the_next(room):
    page = room.go("people", item="omar")
    assert page.detail.heading.text() == "Omar"
    assert ticked(page.detail, "roles") == ("reviewer", "senior")
    assert ticked(page.detail, "domains") == ("Law", "Finance")
    assert page.detail.qualification.state.text() == "Qualified"
    assert "Lena" in page.detail.qualification.about.text()
    assert page.list.hasFocus()
    QTest.keyClick(page.list, Qt.Key.Key_Down)
    assert page.detail.heading.text() != "Omar"
    assert room.window.place.item == page.detail.person.id


def test_ticks_in_quick_succession_are_all_saved_and_can_be_undone(room):
    page = room.go("people", item="maria")
    for role in ("senior", "lead"):
        click(_asked(page.detail, "roles").boxes[role])
    click(_asked(page.detail, "domains").boxes["Finance"])
    room.settle()
    maria = room.project_state.person("maria")
    assert {Role.SENIOR, Role.LEAD} <= set(maria.roles)
    assert maria.domains == ("Law", "Finance")
    room.session.undo()
    room.settle()
    assert room.project_state.person("maria").domains == ("Law",)
    assert not _asked(page.detail, "domains").boxes["Finance"].isChecked()


def test_a_name_and_credentials_are_saved_when_they_are_left(room):
    page = room.go("people", item="wei")
    _asked(page.detail, "name").setFocus()
    _asked(page.detail, "name").selectAll()
    QTest.keyClicks(_asked(page.detail, "name"), "Wei Zhang")
    write(_asked(page.detail, "credentials"), "Twenty years at the bar")
    page.list.setFocus()
    room.settle()
    wei = room.project_state.person("wei")
    assert (wei.name, wei.credentials) == ("Wei Zhang", "Twenty years at the bar")
    assert page.detail.heading.text() == "Wei Zhang"


def test_what_is_written_is_saved_for_whom_it_was_written_when_another_is_chosen(room):
    page = room.go("people", item="wei")
    write(_asked(page.detail, "credentials"), "Judge")
    room.go("people", item="omar")
    assert room.project_state.person("wei").credentials == "Judge"
    assert room.project_state.person("omar").credentials is None
    assert _asked(page.detail, "credentials").toPlainText() == ""


def test_the_last_lead_stays_one(room):
    page = room.go("people", item="lena")
    click(_asked(page.detail, "roles").boxes["lead"])
    room.settle()
    assert "needs a lead" in room.notice
    room.qtbot.waitUntil(lambda: _asked(page.detail, "roles").boxes["lead"].isChecked())
    assert room.project_state.person("lena").roles == (Role.LEAD,)


def _deciding(room):
    """The question for a decision, opened by the button of the card."""
    click(room.window.page("people").detail.qualification.decide)
    room.settle()
    return next(one for one in room.window.findChildren(CommandDialog) if one.isVisible())


def test_a_senior_expert_says_why_a_person_does_not_pass(qtbot, tmp_path):
    with room_of(qtbot, tmp_path, "omar") as room:
        card = room.go("people", item="maria").detail.qualification
        dialog = _deciding(room)
        dialog.form.show_values({"outcome": "failed"})
        dialog.accept()
        room.settle()
        assert "Say why" in dialog.problem.text()
        write(_asked(dialog, "comments"), "Too lenient in clause 9.")
        dialog.accept()
        room.settle()
        decided = room.project_state.person("maria").qualification
        assert (decided.outcome, decided.decided_by) == ("failed", "omar")
        assert decided.comments == "Too lenient in clause 9."
        assert card.state.text() == "Not admitted"


def test_a_lead_lets_a_known_expert_pass_with_a_reason_and_else_reads_what_is_missing(room):
    card = room.go("people", item="maria").detail.qualification
    dialog = _deciding(room)
    dialog.form.show_values({"outcome": "passed"})
    dialog.accept()
    room.settle()
    assert "not a senior expert" in dialog.problem.text()
    write(_asked(dialog, "exemption"), "Judge since 2010")
    dialog.accept()
    room.settle()
    decided = room.project_state.person("maria").qualification
    assert (decided.outcome, decided.exemption) == ("passed", "Judge since 2010")
    assert "Exempt: Judge since 2010" in card.about.text()


def test_nobody_decides_on_themselves(room):
    card = room.go("people", item="lena").detail.qualification
    assert not card.decide.isVisible()
    assert "takes another person" in card.why.text()


def test_somebody_is_added_by_keyboard_and_shown(room):
    page = room.go("people")
    QTest.keyClick(page, Qt.Key.Key_N, Qt.KeyboardModifier.ControlModifier)
    dialog = _dialog(room)
    QTest.keyClicks(_asked(dialog, "name"), "Wei")
    assert _asked(dialog, "person_id").text() == "wei.2"
    _asked(dialog, "person_id").selectAll()
    QTest.keyClicks(_asked(dialog, "person_id"), "omar")
    assert "already in use" in dialog.form.error("person_id")
    dialog.accept()
    assert dialog.isVisible()
    _asked(dialog, "person_id").selectAll()
    QTest.keyClicks(_asked(dialog, "person_id"), "wei.li")
    QTest.keyClicks(_asked(dialog, "name"), " Li")
    click(_asked(dialog, "roles").boxes["author"])
    click(_asked(dialog, "domains").boxes["Finance"])
    QTest.keyClick(dialog, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    room.settle()
    added = room.project_state.person("wei.li")
    assert (added.name, added.roles, added.domains) == ("Wei Li", (Role.AUTHOR,), ("Finance",))
    assert page.detail.heading.text() == "Wei Li"
    assert page.detail.qualification.state.text() == "Not decided"


def test_a_refused_id_is_explained_on_the_form(room):
    room.go("people")
    room.window.book.run_id("people.add")
    dialog = _dialog(room)
    QTest.keyClicks(_asked(dialog, "name"), "X")
    _asked(dialog, "person_id").selectAll()
    QTest.keyClicks(_asked(dialog, "person_id"), "two words")
    dialog.accept()
    room.settle()
    assert "is not an id" in dialog.problem.text()
    assert dialog.isVisible()
    dialog.reject()


def test_a_filter_that_leaves_nobody_says_so(room):
    page = room.go("people")
    write(page.words, "finance senior")
    assert page.list.keys == ["omar"]
    page.words.clear()
    write(page.words, "nobody like this")
    assert page.empty.isVisible()
    page.words.clear()
    assert page.detail.isVisible()


def test_who_is_no_lead_looks_and_reads_why(qtbot, tmp_path):
    with room_of(qtbot, tmp_path, "wei") as room:
        page = room.go("people", item="maria")
        assert "only leads change it: Lena" in page.why.text()
        assert page.why.isVisible()
        assert not page.add.isVisible()
        assert _asked(page.detail, "name").isReadOnly()
        click(_asked(page.detail, "roles").boxes["lead"])
        room.window.book.run_id("people.add")
        room.settle()
        assert _dialog(room) is None
        assert "is not a lead" in room.notice
        assert Role.LEAD not in room.project_state.person("maria").roles


def test_everything_has_a_name_for_screen_readers(room):
    page = room.go("people", item="maria")
    for widget in (page.list, page.words, _asked(page.detail, "name"), _asked(page.detail, "credentials"), *_asked(page.detail, "roles").boxes.values()):  # fmt: skip
        assert widget.accessibleName()


def _dialog(room):
    return next((item for item in room.window.findChildren(NewPerson) if item.isVisible()), None)


def added_by_another_process(room, person_id):
    """Adds somebody as the command line does, in a process of its own."""
    path = str(room.session.path)
    add = [sys.executable, "-m", "xpert_studio.start", "people", "add", path, person_id]
    done = subprocess.run(
        [*add, "--as", "lena", "--role", "expert"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def people_shown(page):
    return page.list.keys


def test_somebody_added_by_the_command_line_appears(room):
    page = room.go("people", item="omar")
    added_by_another_process(room, "zoe")
    room.qtbot.waitUntil(lambda: "zoe" in people_shown(page))
    assert page.detail.heading.text() == "Omar"
    room.qtbot.waitUntil(lambda: room.session.project_state.person("zoe") is not None)


def test_somebody_added_elsewhere_right_after_a_change_of_ones_own_appears(room):
    page = room.go("people", item="maria")
    room.session._timer.stop()
    click(_asked(page.detail, "roles").boxes["senior"])
    room.settle()
    added_by_another_process(room, "zoe")
    room.session._timer.start()
    room.qtbot.waitUntil(lambda: "zoe" in people_shown(page))


@pytest.mark.parametrize("name", ["Omar", "omar", "O mar"])
def test_a_second_person_of_one_name_is_told_of_and_decided_on(room, name):
    room.go("people")
    room.window.book.run_id("people.add")
    dialog = _dialog(room)
    assert not _asked(dialog, "namesake").isVisible()
    write(_asked(dialog, "name"), name)
    assert _asked(dialog, "namesake").isVisible()
    dialog.accept()
    room.settle()
    assert "Omar is in the project already: omar." in dialog.form.error("name")
    count = len(room.project_state.people)
    click(_asked(dialog, "namesake"))
    dialog.accept()
    room.settle()
    assert len(room.project_state.people) == count + 1
    assert room.project_state.person(room.window.place.item).name == name.strip()


def test_a_name_that_becomes_another_persons_is_decided_on_too(room):
    page = room.go("people", item="wei")
    _asked(page.detail, "name").setFocus()
    _asked(page.detail, "name").selectAll()
    QTest.keyClicks(_asked(page.detail, "name"), "OMAR")
    _asked(page.detail, "credentials").setFocus()
    room.settle()
    assert room.project_state.person("wei").name == "Wei"
    assert "Omar is in the project already" in page.detail.form.error("name")
    click(_asked(page.detail, "namesake"))
    room.settle()
    assert room.project_state.person("wei").name == "OMAR"
    assert not _asked(page.detail, "namesake").isVisible()
    assert page.detail.form.error("name") == ""
