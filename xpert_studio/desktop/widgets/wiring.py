"""Several signals or widgets in one go; timers; and keys that do something at a widget."""

from __future__ import annotations

from collections.abc import Callable, Container
from typing import Final

from PySide6.QtCore import QEvent, QModelIndex, QObject, Qt, QTimer, SignalInstance
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QWidget


def wire(*pairs: tuple[SignalInstance, Callable[..., object] | SignalInstance]) -> None:
    """Connects each signal with what it leads to."""
    for signal, slot in pairs:
        signal.connect(slot)


def show_if(condition: object, *widgets: QWidget) -> None:
    """Shows widgets where something is so, and hides them where it is not."""
    for widget in widgets:
        widget.setVisible(bool(condition))


def enable_if(condition: object, *widgets: QWidget) -> None:
    """Lets widgets be used where something is so, and only then."""
    for widget in widgets:
        widget.setEnabled(bool(condition))


def later(owner: QObject, pause_ms: int, run: Callable[[], object]) -> QTimer:
    """A timer that runs something once, so long after it was last started."""
    made = QTimer(owner, singleShot=True, interval=pause_ms)
    made.timeout.connect(run)
    return made


def every(owner: QObject, pause_ms: int, run: Callable[[], object]) -> QTimer:
    """A timer that is going already."""
    made = QTimer(owner, interval=pause_ms)
    made.timeout.connect(run)
    made.start()
    return made


ENTER: Final = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
CTRL: Final = Qt.KeyboardModifier.ControlModifier


class _Keys(QObject):
    def __init__(
        self,
        widget: QWidget,
        keys: Container[int],
        then: Callable[[], object],
        held: Qt.KeyboardModifier,
        first: bool,
    ) -> None:
        super().__init__(widget)
        self._keys, self._held, self._then, self._first = keys, held, then, first
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """Takes a key; all else continues to the widget."""
        kind = event.type()
        is_early = kind is QEvent.Type.ShortcutOverride and self._first
        if not isinstance(event, QKeyEvent) or not (is_early or kind is QEvent.Type.KeyPress):
            return False
        is_meant = event.key() in self._keys and (event.modifiers() & self._held) == self._held
        if is_meant and is_early:
            event.accept()  # no shortcut takes it
        elif is_meant:
            self._then()
        return is_meant


def on_keys(
    widget: QWidget,
    keys: Container[int],
    then: Callable[[], object],
    *,
    held: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier,
    first: bool = False,
) -> None:
    """Has some keys do something, with whatever modifiers besides the one that must be held.

    Args:
        widget: Where they are pressed.
        keys: They.
        then: What they do.
        held: The modifier.
        first: Whether they come before shortcuts.
    """
    _Keys(widget, keys, then, held, first)


def on_enter(view: QAbstractItemView, then: Callable[[QModelIndex], object]) -> None:
    """Has Enter do something with the current row; Qt's own signal knows no Enter on a Mac."""
    on_keys(view, ENTER, lambda: then(view.currentIndex()))
