"""The analysis of a project that is being worked on: computed once, and again when it is stale."""

from __future__ import annotations

import threading

from xpert_studio.report.analysis import Analysis, analyse
from xpert_studio.store import ProjectFile
from xpert_studio.store.frames import Stamp, stamp


class LatestAnalysis:
    """Keeps the newest analysis of one project; may be asked from any thread.

    Args:
        project: The project.
    """

    def __init__(self, project: ProjectFile) -> None:
        self._project = project
        self._lock = threading.Lock()
        self._found: tuple[Stamp, float, Analysis] | None = None

    def get(self, *, tolerance: float = 0.0) -> Analysis:
        """Every figure as the project stands now.

        Args:
            tolerance: Score differences up to this are ties in the CDR.
        """
        with self._lock:  # whoever asks meanwhile waits for the same figures
            with self._project.reading() as tx:
                now = stamp(tx)
            if self._found is None or self._found[:2] != (now, tolerance):
                self._found = now, tolerance, analyse(self._project, tolerance=tolerance)
            return self._found[2]
