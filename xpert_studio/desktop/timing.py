"""What is done after a while, or again and again."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer


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
