"""Collects garbage on the window's own thread only.

Python collects on whatever thread happens to allocate; a widget that is part of a cycle would then
be destroyed away from its thread, which Qt does not survive.
"""

from __future__ import annotations

import gc
from typing import Final

from PySide6.QtCore import QObject

from xpert_studio.desktop.timing import every

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
