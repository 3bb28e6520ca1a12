"""A person at work on an open project: what waits, what is found, what is figured, what runs."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from xpert_studio.desktop.bridge import Bridge
from xpert_studio.desktop.open_project import OpenProject, now
from xpert_studio.desktop.run_watch import RunWatch
from xpert_studio.records import Role
from xpert_studio.store import ProjectFile
from xpert_studio.workflow.views.assignments import latest_assignments
from xpert_studio.workflow.views.finding import Finder
from xpert_studio.workflow.waiting import latest_waiting

if TYPE_CHECKING:
    from xpert_studio.report import Analysis, LatestAnalysis

__all__ = ["Session", "now"]


class Session(OpenProject):
    """An open project, who works on it, and what pages look at."""

    def __init__(
        self, project: ProjectFile, person_id: str, bridge: Bridge, parent: QObject | None = None
    ) -> None:
        super().__init__(project, person_id, bridge, parent)
        self.waiting = latest_waiting(self.ctx)
        self.assignments = latest_assignments(self.ctx)
        self.finder = Finder(project, _search_folder())
        self._analysis: LatestAnalysis | None = None
        self.runs = RunWatch(self)

    def has_role(self, *roles: Role) -> bool:
        """Whether who works has one of these roles."""
        return self.person is not None and not set(roles).isdisjoint(self.person.roles)

    def analyse(self, *, tolerance: float = 0.0) -> Analysis:
        """Every figure of the project as it stands; takes a while, so not on the window's thread.

        Args:
            tolerance: Score differences up to this are ties in the CDR.
        """
        from xpert_studio.report.analysis import LatestAnalysis  # brings numpy along

        if self._analysis is None:
            self._analysis = LatestAnalysis(self.project)
        return self._analysis.get(tolerance=tolerance)

    def close(self) -> None:
        """Waits until everything is written, and closes the project."""
        self.runs.stop()
        self._finish()
        self.finder.close()
        self.project.close()


def _search_folder() -> Path:
    from platformdirs import user_cache_path

    return user_cache_path("xpert-studio") / "search"
