"""The one form: what is described is asked, and what is wrong stands below its field."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QPushButton, QWidget

from tests.sampling import examples
from xpert_studio.desktop.widgets import form_inputs as inputs
from xpert_studio.desktop.widgets.asking import ActionDialog
from xpert_studio.desktop.widgets.form import Form, FormField
from xpert_studio.desktop.widgets.number_field import NumberField

WAYS = (("alone", "Alone", "On your own"), ("team", "In a team", ""))
FIELDS = (
    FormField(key="name", title="Name", kind=inputs.text(), needed="Name it."),
    FormField(key="way", title="How", kind=inputs.ways(WAYS), needed="Choose how."),
    FormField(
        key="share", title="Share", kind=inputs.number(0, 1, digits=2, empty="none"), unit="of all",
        seen=lambda values: values["way"] == "team", help="As a part of one.",
    ),
    FormField(key="least", title="Least", line="Size", kind=inputs.number(1, 99)),
    FormField(
        key="most", title="to", kind=inputs.number(1, 99), beside=True,
        fault=lambda values: "" if values["least"] <= values["most"] else "Too few.",
    ),
    FormField(key="key", title="Key", kind=inputs.text(is_secret=True), more=True, needed="A key."),
)  # fmt: skip


@pytest.fixture
def form(qtbot):
    made = Form(FIELDS, more="More")
    qtbot.addWidget(made)
    made.resize(600, 500)
    made.show()
    made.activateWindow()
    qtbot.waitUntil(made.isActiveWindow)
    return made


def widget(form: Form, key: str):
    return form.inputs[key].widget


def top(shown: QWidget) -> int:
    return shown.mapToGlobal(QPoint()).y()


def test_the_first_gap_gets_the_focus_and_is_said_below_its_field(form, qtbot):
    assert [label for label in form.findChildren(QLabel) if label.text() == "Name it."] == []
    assert not form.check()
    qtbot.waitUntil(lambda: QApplication.focusWidget() is widget(form, "name"))
    (said,) = [label for label in form.findChildren(QLabel) if label.text() == "Name it."]
    assert top(said) >= top(widget(form, "name")) + widget(form, "name").height()
    assert top(said) < top(widget(form, "way"))
    assert widget(form, "name").accessibleDescription() == "Name it."
    QTest.keyClicks(widget(form, "name"), "x")
    assert not said.isVisible(), "it goes with its cause"
    assert form.error("way") == "Choose how.", "the others stay"


def test_a_gap_among_what_is_seldom_needed_is_opened(form):
    form.show_values({"name": "x", "way": "alone"})
    assert not widget(form, "key").isVisible()
    assert list(form.gaps()) == ["key"]
    assert not form.check()
    assert widget(form, "key").isVisible()
    assert QApplication.focusWidget() is widget(form, "key")
    assert widget(form, "key").echoMode() is QLineEdit.EchoMode.Password
    QTest.keyClicks(widget(form, "key"), "secret")
    assert form.check()


def test_a_hidden_field_has_no_error(form):
    form.show_values({"name": "x", "way": "team", "key": "k", "share": None})
    widget(form, "share").setText("2")
    assert form.error("share") == "Write a number from 0 to 1, such as 0.5."
    assert not form.check()
    form.inputs["way"].show("alone")
    assert not widget(form, "share").isVisible()
    assert form.check()


def test_a_field_is_held_against_the_others(form):
    form.inputs["least"].show(50)
    assert form.error("most") == "Too few."
    form.inputs["most"].show(60)
    assert form.error("most") == ""
    assert top(widget(form, "least")) == top(widget(form, "most")), "they stand on one line"


def test_what_was_refused_is_said_until_it_is_changed(form):
    form.show_values({"name": "maria", "way": "alone", "key": "k"})
    form.refuse("name", "Taken.")
    assert (form.error("name"), list(form.gaps())) == ("Taken.", ["name"])
    assert QApplication.focusWidget() is widget(form, "name")
    QTest.keyClicks(widget(form, "name"), "2")
    assert form.error("name") == "" and form.check()


def test_what_is_seldom_needed_stands_straight_below_the_other_fields(form, qtbot):
    form.open_more(is_open=True)
    qtbot.waitUntil(widget(form, "key").isVisible)
    usual, seldom = (
        QRect(one.mapToGlobal(QPoint()), one.size())
        for one in (widget(form, "name"), widget(form, "key"))
    )
    assert (seldom.left(), seldom.right()) == (usual.left(), usual.right())


def test_questions_are_answered_with_yes_or_no_and_can_be_left_open(qtbot):
    asked = ("first", "Is it typical?"), ("second", "Is it hard?")
    form = Form(
        FormField(
            key=key, title="", name=words, kind=inputs.yes_or_no(words), needed="Answer yes or no."
        )
        for key, words in asked
    )
    qtbot.addWidget(form)
    form.resize(600, 200)
    form.show()
    left: list[str] = []
    form.left.connect(left.append)
    assert form.values() == {"first": None, "second": None}
    assert list(form.gaps()) == ["first", "second"]
    yes, no = (
        next(one for one in form.findChildren(QPushButton) if one.accessibleName() == name)
        for name in ("Is it typical? Yes", "Is it typical? No")
    )
    yes.click()
    assert form.values() == {"first": True, "second": None}
    no.click()
    assert form.values() == {"first": False, "second": None}
    assert left == ["first", "first"]
    assert widget(form, "second").x() == 0, "a field without a caption takes the whole width"
    form.show_values({"first": None, "second": True})
    assert form.values() == {"first": None, "second": True}
    assert not (yes.isChecked() or no.isChecked())


def test_tab_goes_through_it_as_it_is_read(form):
    form.show_values({"way": "team"})
    form.open_more(is_open=True)
    widget(form, "name").setFocus()
    seen = []
    for _ in range(12):
        focus = QApplication.focusWidget()
        if focus not in seen:
            seen.append(focus)
        QTest.keyClick(focus, Qt.Key.Key_Tab)
    inputs_in_order = [
        key
        for at in seen
        for key in form.inputs
        if widget(form, key) is at or widget(form, key).isAncestorOf(at)
    ]
    assert list(dict.fromkeys(inputs_in_order)) == [one.key for one in FIELDS]


def test_everything_has_a_name_for_screen_readers(form):
    assert {key: widget(form, key).accessibleName() for key in form.inputs} == {
        "name": "Name", "way": "How", "share": "Share", "least": "Least", "most": "to", "key": "Key",
    }  # fmt: skip


def test_a_dialog_closes_only_once_its_form_is_complete(qtbot):
    ground = QWidget()
    qtbot.addWidget(ground)
    ground.show()
    taken = []
    dialog = ActionDialog(ground, "Title", "", "Do it", asked=FIELDS[:2])
    dialog.ask(lambda: taken.append(dialog.form.values()))
    qtbot.waitUntil(lambda: dialog.isVisible() and widget(dialog.form, "name").hasFocus())
    QTest.keyClicks(widget(dialog.form, "name"), "x")
    QTest.keyClick(dialog, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert dialog.isVisible() and not taken
    assert dialog.form.error("way") == "Choose how."
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Space)
    QTest.keyClick(dialog, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert taken == [{"name": "x", "way": "alone"}]


def test_a_folder_that_is_not_there_is_said_below_its_field(qtbot, tmp_path):
    form = Form((FormField(key="folder", title="Folder", kind=inputs.FOLDER),))
    qtbot.addWidget(form)
    form.show_values({"folder": tmp_path / "missing"})
    assert form.error("folder") == f"There is no folder {tmp_path / 'missing'}."
    form.show_values({"folder": tmp_path})
    assert (form.error("folder"), form.values()["folder"]) == ("", Path(tmp_path))


@examples(40)
@given(
    typed=st.one_of(
        st.text(alphabet="0123456789.,-+e_ ", max_size=8),
        st.floats(-9, 9).map(lambda v: f"{v:.3f}"),
    ),
    digits=st.integers(0, 3),
)
def test_a_number_has_a_value_or_a_fault_or_is_empty(qapp, typed, digits):
    """Whatever is typed: a number of the range is read as it is, nothing else is read as one."""
    field = NumberField("n", -5, 5, digits=digits)
    field.setText(typed)
    states = (not typed.strip(), field.number is not None, bool(field.fault()))
    assert sum(states) == 1
    if field.number is not None:
        assert field.number == float(typed.strip())
        assert -5 <= field.number <= 5
        assert digits or float(field.number).is_integer()
