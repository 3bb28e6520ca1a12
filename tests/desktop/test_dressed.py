"""The style sheet is on windows: all that is shown has it, and no part is dressed while it is made."""

from __future__ import annotations

from collections import Counter

import pytest
from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QApplication, QComboBox, QLineEdit

from tests.desktop.hands import Hands
from tests.workflow.studio import Studio
from xpert_studio.desktop.look.style_sheet import dress_window
from xpert_studio.desktop.pages import entry_of
from xpert_studio.desktop.widgets.form_inputs.chosen import search_in


class Dressings(QObject):
    """Counts how often parts are told of another style sheet."""

    def __init__(self) -> None:
        super().__init__()
        self.count = 0

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        self.count += event.type() is QEvent.Type.StyleChange
        return False


@pytest.mark.parametrize("page", ["runs", "publish"])
def test_a_page_is_dressed_when_it_is_put_into_the_window(
    hands: Hands, studio: Studio, page: str
) -> None:
    window, dressings = hands.open(studio.project.path, "lena"), Dressings()
    hands.qapp.installEventFilter(dressings)
    made = entry_of(page).make(window.shell)
    while_made, dressings.count = dressings.count, 0
    window.pages.addWidget(made)
    hands.qapp.removeEventFilter(dressings)
    parts = Counter(type(one).__name__ for one in made.findChildren(QObject) if one.isWidgetType())
    assert while_made < parts.total() / 10
    assert 0 < dressings.count < 2 * parts.total()


def test_another_theme_is_on_all_that_is_open(hands: Hands, studio: Studio) -> None:
    window = hands.open(studio.project.path, "lena")
    before = window.styleSheet()
    hands.dress(theme="dark")
    assert before != window.styleSheet() != ""
    field = QLineEdit(window)
    assert field.style().metaObject().className() == "QStyleSheetStyle"


def test_what_is_offered_below_a_field_is_dressed(hands: Hands) -> None:
    box = QComboBox()
    hands.qtbot.addWidget(box)
    search_in(box)
    popup = box.completer().popup()
    assert popup.isWindow()
    assert popup.style().metaObject().className() == "QStyleSheetStyle"
    hands.dress(theme="dark")
    sheet = popup.styleSheet()
    dress_window(popup)
    assert popup.styleSheet() == sheet
    assert not QApplication.instance().styleSheet()
