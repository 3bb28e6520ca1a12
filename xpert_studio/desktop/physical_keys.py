"""Keys by where they are, on a keyboard without Latin letters: shortcuts work there as elsewhere.

Qt compares letters, and a Cyrillic or Greek layout has none of those that shortcuts are written
with. A key that no shortcut has taken and that types such a letter is looked up by its place; in a
text, where the letter itself is meant, only together with Ctrl or Alt.
"""

from __future__ import annotations

import sys
import unicodedata
from typing import Final

from PySide6.QtCore import QCoreApplication, QEvent, QKeyCombination, QObject, Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence, QWindow
from PySide6.QtWidgets import QApplication, QComboBox, QLineEdit, QPlainTextEdit, QTextEdit, QWidget

from xpert_studio.desktop.actions import ActionBook

_ROWS: Final = ((16, "QWERTYUIOP"), (30, "ASDFGHJKL"), (44, "ZXCVBNM"))
"""The keys of a row from the left, by the code of the first (IBM's set 1, as Windows and Linux)."""
_XKB_OFFSET: Final = 8
_MAC: Final = dict(
    zip(
        (
            0,
            11,
            8,
            2,
            14,
            3,
            5,
            4,
            34,
            38,
            40,
            37,
            46,
            45,
            31,
            35,
            12,
            15,
            1,
            17,
            32,
            9,
            13,
            7,
            16,
            6,
        ),
        "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
        strict=True,
    )
)
"""Letters by the codes of macOS (``kVK_ANSI_A`` and so on)."""
_PLACES: Final = {first + n: letter for first, row in _ROWS for n, letter in enumerate(row)}
_CHORD: Final = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier
_WRITTEN_IN: Final = (QLineEdit, QPlainTextEdit, QTextEdit)


def latin_key(event: QKeyEvent, platform: str = sys.platform) -> str:
    """The Latin letter at the place of a key that types another script; empty for any other key."""
    typed = event.text() or (chr(event.key()) if event.key() < sys.maxunicode else "")
    is_foreign = typed.isalpha() and not unicodedata.name(typed[0], "LATIN").startswith("LATIN")
    if not is_foreign:
        return ""
    if platform == "darwin":
        return _MAC.get(event.nativeVirtualKey(), "")
    code = event.nativeScanCode()
    return _PLACES.get(code if platform == "win32" else code - _XKB_OFFSET, "")


class PhysicalKeys(QObject):
    """Gives the keys of a window, and of its dialogs, to the actions, and to the widgets, whose Latin letter is there.

    Args:
        window: The window.
        book: Its actions.
    """

    def __init__(self, window: QWidget, book: ActionBook) -> None:
        super().__init__(window)
        self._book = book
        window.winId()  # it has no handle before
        self._listen_to(window.windowHandle())
        program = QApplication.instance()
        if isinstance(program, QGuiApplication):
            program.focusWindowChanged.connect(self._listen_to)  # to its dialogs too

    def _listen_to(self, handle: QWindow | None) -> None:
        if handle is not None:
            handle.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """Takes a press of a key with a letter of another script."""
        if event.type() is not QEvent.Type.KeyPress or not isinstance(event, QKeyEvent):
            return False
        focus, letter = QApplication.focusWidget(), latin_key(event)
        if (
            not letter
            or focus is None
            or (_is_written_in(focus) and not event.modifiers() & _CHORD)
        ):
            return False
        keys = QKeySequence(QKeyCombination(event.modifiers(), Qt.Key(ord(letter))))
        is_of_window = QApplication.activeModalWidget() is None
        for action, made in self._book.usable() if is_of_window else ():
            if keys in made.shortcuts():
                self._book.run(action)
                return True
        latin = QKeyEvent(event.type(), ord(letter), event.modifiers(), letter.lower())
        QCoreApplication.sendEvent(focus, latin)
        return latin.isAccepted()


def _is_written_in(focus: QWidget) -> bool:
    is_box = isinstance(focus, QComboBox) and focus.isEditable()
    return is_box or (isinstance(focus, _WRITTEN_IN) and not focus.isReadOnly())
