"""What the program does while it is idle: makes pages ready, and collects garbage.

The window is up first; what would make the first visit of a page, or the first search, slow is
done afterwards: modules in the background, widgets a few at a time. Garbage is collected on the
window's own thread only. Python collects on whatever thread happens to allocate; a widget that is
part of a cycle would then be destroyed away from its thread, which Qt does not survive.
"""

from __future__ import annotations

import gc
import importlib
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from xpert_studio.desktop.pages import pages
from xpert_studio.desktop.widgets.wiring import every, later

if TYPE_CHECKING:
    from xpert_studio.desktop.window import MainWindow

_SECTIONS: Final = ("leaderboard", "explore", "compare", "system")
_MODULES: Final = (
    *(f"xpert_studio.desktop.pages.{entry.id}.page" for entry in pages() if entry.made_by is None),
    *(f"xpert_studio.desktop.pages.task.{name}.panel" for name in ("brief", "rubric", "review")),
    "xpert_studio.desktop.pages.task.responses.panel",
    "xpert_studio.desktop.pages.history.panel",
    *(f"xpert_studio.desktop.pages.results.{name}" for name in _SECTIONS),
    "xpert_studio.core.exchange.rubric_sheet",
    "xpert_studio.core.store.search",
)
_PAUSE_MS: Final = 60


class Warming(QObject):
    """Warms one window up."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._session = window.session
        self._steps = _steps(window)
        self._timer = later(self, _PAUSE_MS, self._next)
        window.session.bridge.read(
            lambda: list(map(importlib.import_module, _MODULES)),
            lambda _: self._timer.start(),
            owner=self,
        )

    def _next(self) -> None:
        if next(self._steps, None) is not None:
            self._timer.start()
        else:
            gc.freeze()  # what the pages are made of need not be looked through again and again
            self._session.fetch(self._session.finder.prepare, lambda _: None, owner=self)


def _steps(window: MainWindow) -> Iterator[QWidget]:
    """Makes one widget after the other, each when it is asked for."""
    from xpert_studio.desktop.pages.results.page import ResultsPage
    from xpert_studio.desktop.pages.task.page import TaskPage

    yield from (window.page(entry.id) for entry in pages())
    task, results = window.page("task"), window.page("results")
    if isinstance(task, TaskPage):
        yield from map(task.panel, ("brief", "rubric", "review", "responses", "history"))
    if isinstance(results, ResultsPage):
        yield from map(results.section, _SECTIONS)


_EVERY_MS: Final = 1000
_OLDEST: Final = 2


class Garbage(QObject):
    """Looks every second whether there is enough to collect."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        gc.collect()
        # What is there at the start stays: it need not be looked through again and again.
        gc.freeze()
        self._thresholds = gc.get_threshold()
        gc.disable()
        self._timer = every(self, _EVERY_MS, self._look)

    def _look(self) -> None:
        counts = gc.get_count()
        for generation in range(_OLDEST, -1, -1):
            if counts[generation] > self._thresholds[generation]:
                gc.collect(generation)
                return
