"""Shortcuts on a keyboard without Latin letters: by the place of the key."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QDialog, QListWidget

from tests.desktop.hands import Hands
from tests.workflow.studio import Studio
from xpert_studio.desktop.physical_keys import latin_key

NO, CTRL = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ControlModifier
J, K = 36 + 8, 37 + 8
"""Where J and K are, as X11 and Wayland count."""


def press(text: str, code: int, held: Qt.KeyboardModifier = NO, virtual: int = 0) -> QKeyEvent:
    """A key as a system gives it: what it types, and where it is."""
    return QKeyEvent(QEvent.Type.KeyPress, ord(text.upper()), held, code, virtual, 0, text)


@pytest.mark.parametrize(
    ("text", "code", "platform", "letter"),
    [
        ("о", J, "linux", "J"), ("ξ", J, "linux", "J"), ("о", 36, "win32", "J"),
        ("ם", 24 + 8, "linux", "O"), ("ㅓ", J, "linux", "J"),
        ("j", J, "linux", ""), ("é", 3 + 8, "linux", ""), ("1", 2 + 8, "linux", ""),
        ("ж", 39 + 8, "linux", ""),  # where no letter is
    ],
)  # fmt: skip
def test_a_key_of_another_script_is_known_by_its_place(text, code, platform, letter) -> None:
    assert latin_key(press(text, code), platform) == letter


def test_a_mac_has_codes_of_its_own() -> None:
    assert latin_key(press("о", 0, virtual=38), "darwin") == "J"
    assert latin_key(press("а", 0, virtual=3), "darwin") == "F"


@pytest.fixture
def linux(monkeypatch: pytest.MonkeyPatch) -> None:
    defaults = ("linux",)
    monkeypatch.setattr(latin_key, "__defaults__", defaults)


def test_shortcuts_work_in_cyrillic_and_a_text_takes_the_letter(
    hands: Hands, studio: Studio, linux: None
) -> None:
    studio.rubric(lines=2)
    window = hands.open(studio.project.path, "wei")
    hands.go("tasks")
    page = hands.page
    page.table.setFocus()
    QCoreApplication.sendEvent(window.windowHandle(), press("л", K, CTRL))  # Ctrl+K
    hands.until(lambda: hands.focus.window() is not window)
    hands.key("Escape")
    hands.settle()
    page.filters.words.setFocus()
    QCoreApplication.sendEvent(window.windowHandle(), press("л", K))
    assert page.filters.words.text() == "л"


def test_a_letter_decides_in_judging(hands: Hands, studio: Studio, linux: None) -> None:
    studio.answered()
    window = hands.open(studio.project.path, "maria")
    hands.go("judging")
    hands.key("Enter", hands.page.queue.list)
    hands.settle()
    first = hands.page.form.lines.currentIndex().row()
    QCoreApplication.sendEvent(window.windowHandle(), press("о", J))  # J: the next checkpoint
    hands.settle()
    assert hands.page.form.lines.currentIndex().row() == first + 1


def test_a_letter_by_its_place_reaches_a_dialog_and_no_action_behind_it(
    hands: Hands, studio: Studio, linux: None
) -> None:
    studio.rubric(lines=2)
    window = hands.open(studio.project.path, "wei")
    hands.go("tasks")
    dialog = QDialog(window)
    names = QListWidget(dialog)
    names.addItems(["Ada", "Julia", "Kim"])
    names.setCurrentRow(0)
    dialog.open()
    dialog.activateWindow()
    names.setFocus()
    hands.until(lambda: QApplication.focusWidget() is names)
    QCoreApplication.sendEvent(dialog.windowHandle(), press("о", J))
    assert names.currentItem().text() == "Julia"
    QCoreApplication.sendEvent(dialog.windowHandle(), press("л", K, CTRL))
    hands.settle()
    assert QApplication.activePopupWidget() is None, "the palette is of the window behind it"
    dialog.reject()
