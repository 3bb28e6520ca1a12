"""When a window is at rest, and how tests wait for that: for what is under way, not by the clock."""

from __future__ import annotations

import time
from weakref import WeakSet

from PySide6.QtCore import (
    QAbstractEventDispatcher,
    QCoreApplication,
    QEvent,
    QEventLoop,
    Qt,
    QTimer,
)
from shiboken6 import isValid

from tests.waiting import PATIENCE
from xpert_studio.desktop.bridge import Bridge
from xpert_studio.desktop.widgets import wiring

_SOON_MS = 60
"""Timers as short as this do what belongs to the step before: layouts, what is collected first."""
_LOOK_MS = 1000
_MOMENT_MS = 5
_CALM = 4
"""So many moments without anything new."""
_ROUNDS = 200

_timers: WeakSet[QTimer] = WeakSet()


class _Timer(QTimer):
    """One of the program's own; a window is not at rest while a short one is running."""

    def __init__(self, *args: object, **options: object) -> None:
        super().__init__(*args, **options)
        _timers.add(self)


wiring.QTimer = _Timer  # every timer of the program is made there


def come_to_rest(bridge: Bridge, *, soon_ms: int = _SOON_MS) -> None:
    """Waits until nothing is under way, every result has come, and every layout is done.

    Args:
        bridge: Where work is under way.
        soon_ms: Timers as short as this run out at once.

    Raises:
        AssertionError: It does not come to rest.
    """
    limit, calm = time.monotonic() + PATIENCE, 0
    while time.monotonic() < limit:
        _work_off()
        if not bridge.is_idle:
            _sleep(_LOOK_MS, bridge)
            calm = 0
        elif _fire(soon_ms):
            calm = 0
        elif calm == _CALM:
            return
        else:
            _sleep(_MOMENT_MS, bridge)  # what the system delivers has a way to go
            calm += 1
    raise AssertionError("the window does not come to rest")


def _work_off() -> None:
    dispatcher = QAbstractEventDispatcher.instance()
    for _ in range(_ROUNDS):
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        if not dispatcher.processEvents(QEventLoop.ProcessEventsFlag.AllEvents):
            return


def _sleep(most_ms: int, bridge: Bridge) -> None:
    """Sleeps until a result comes back; the loop lets other threads have Python's lock."""
    loop = QEventLoop()
    link = bridge._came_back.connect(loop.quit, Qt.ConnectionType.QueuedConnection)
    QTimer.singleShot(most_ms, loop, loop.quit)
    loop.exec()
    bridge._came_back.disconnect(link)


def _fire(soon_ms: int) -> bool:
    """Lets those timers run out now that would in a moment; whether there were any."""
    due = [
        timer
        for timer in list(_timers)
        if isValid(timer)
        and timer.isActive()
        and timer.isSingleShot()
        and timer.interval() <= soon_ms
    ]
    for timer in due:
        if isValid(timer) and timer.isActive():
            timer.stop()
            timer.timeout.emit()
    return bool(due)
