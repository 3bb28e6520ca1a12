"""The window that pictures are taken of: opening a project in it, and waiting until it rests."""

from __future__ import annotations

import time
from pathlib import Path

from xpert_studio.desktop.app import App

# Qt is imported by the window's own modules first.
from PySide6.QtTest import QTest  # isort: skip

SIZE = (1360, 880)


def settle(app: App) -> None:
    """Waits until nothing is under way."""
    end, calm = time.monotonic() + 60, 0
    while time.monotonic() < end and calm < 20:
        QTest.qWait(10)
        calm = calm + 1 if app.bridge.is_idle else 0


def rest(app: App) -> None:
    """Waits until nothing is under way, and nothing begins after a pause, such as a preview."""
    settle(app)
    QTest.qWait(900)
    settle(app)


def enter(app: App, path: Path, person: str) -> None:
    """Opens the project as somebody."""
    app.prefs.people[str(path)] = person
    app._leave()  # noqa: SLF001 - as switching to somebody does
    app.open_project(path)
    window = app.window
    assert window is not None  # noqa: S101
    window.resize(*SIZE)
    window.activateWindow()
    settle(app)
