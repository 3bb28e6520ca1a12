"""Counts the figures of a project while nobody is at the keys, so that they stand there at once.

The libraries that count hold up the window for moments while they are loaded; so they are loaded one
after the other, each only once keys and mouse have been still for a while.
"""

from __future__ import annotations

import gc
import importlib
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QEvent, QObject, QTimer

from xpert_studio.records import Role

if TYPE_CHECKING:
    from xpert_studio.desktop.window import MainWindow

_LIBRARIES: Final = (
    "scipy.special",
    "scipy.stats",
    "pandas",
    "sklearn.metrics",
    "statsmodels.stats.proportion",
    "statsmodels.stats.contingency_tables",
    "matplotlib.figure",
    "matplotlib.backends.backend_svg",
)
_STILL_S: Final = 2.0
_LOOK_MS: Final = 400
_TOUCHES: Final = frozenset(
    {
        QEvent.Type.KeyPress,
        QEvent.Type.MouseButtonPress,
        QEvent.Type.MouseMove,
        QEvent.Type.Wheel,
    }
)
_READERS: Final = frozenset({Role.LEAD, Role.SENIOR})


class WarmingFigures(QObject):
    """Counts for those who may see figures, where there is something to count."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._session = window.session
        self._touched = time.monotonic()
        self._steps: list[Callable[[], object]] = []
        self._timer = QTimer(self, singleShot=True, interval=_LOOK_MS)
        self._timer.timeout.connect(self._next)
        person = self._session.house.person(self._session.person_id)
        if person is None or not _READERS & set(person.roles):
            return
        self._handle = window.windowHandle()  # all that is typed and pointed at comes through it
        if self._handle is not None:
            self._handle.installEventFilter(self)
        self._session.bridge.aside(self._has_figures, self._begin, self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """Notes when somebody last touched keys or mouse."""
        if event.type() in _TOUCHES:
            self._touched = time.monotonic()
        return False

    def _has_figures(self) -> bool:
        from xpert_studio.store.frames import stamp

        with self._session.project.reading() as tx:
            return stamp(tx)[1] > 0

    def _begin(self, has_figures: bool) -> None:
        if not has_figures:
            self._end()
            return
        self._steps = [
            *(lambda name=name: importlib.import_module(name) for name in _LIBRARIES),
            self._session.analyse,
        ]
        self._timer.start()

    def _next(self) -> None:
        if not self._steps:
            gc.freeze()  # the libraries stay: they need not be looked through again and again
            self._end()
            return
        is_busy = not self._session.bridge.is_idle
        if is_busy or time.monotonic() - self._touched < _STILL_S:
            self._timer.start()
            return
        self._session.bridge.aside(self._steps.pop(0), lambda _: self._timer.start(), self)

    def _end(self) -> None:
        if self._handle is not None:
            self._handle.removeEventFilter(self)
