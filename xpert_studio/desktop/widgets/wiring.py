"""Several signals, or several widgets, in one go."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import SignalInstance
from PySide6.QtWidgets import QWidget


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
