"""What a person is writing stays, whatever the project comes to hold in the meantime."""

from __future__ import annotations

import pytest
from PySide6.QtTest import QTest

from xpert_studio.desktop.widgets.texts import WritingField


@pytest.fixture
def field(qtbot) -> WritingField:
    """A field with the words of the project, which has the focus."""
    made = WritingField("Materials")
    qtbot.addWidget(made)
    made.show_text("Facts.")
    made.show()
    made.activateWindow()
    made.setFocus()
    qtbot.waitUntil(made.hasFocus)
    return made


def test_words_that_are_being_typed_are_not_overwritten(field: WritingField) -> None:
    QTest.keyClicks(field, "My ")
    field.show_text("What another wrote.")
    assert field.toPlainText() == "My Facts."
    assert field.is_dirty, "it still differs from what the project holds"


def test_a_field_with_the_focus_and_nothing_typed_shows_the_project(field: WritingField) -> None:
    field.show_text("What another wrote.")
    assert field.toPlainText() == "What another wrote."
    assert not field.is_dirty


def test_what_was_typed_and_left_gives_way(field: WritingField) -> None:
    QTest.keyClicks(field, "My ")
    field.clearFocus()
    field.show_text("What another wrote.")
    assert field.toPlainText() == "What another wrote."
