"""What a section of a report is made from, and what a registered one is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from xpert_studio.core.records import ProjectInfo
from xpert_studio.core.store import ProjectFile
from xpert_studio.report.analysis import Analysis
from xpert_studio.report.blocks import Section


@dataclass(frozen=True)
class ReportView:
    """What a report is about.

    Attributes:
        project: The project.
        analysis: Its figures.
        scope: Which part of the project they are about, in words; empty for all of it.
    """

    project: ProjectFile
    analysis: Analysis
    scope: str = ""

    @cached_property
    def info(self) -> ProjectInfo:
        """What the project says of itself."""
        return self.project.info()


@dataclass(frozen=True, slots=True)
class ReportSection:
    """A section of reports.

    Attributes:
        id: What it is known by.
        make: Makes it; None where there is nothing to say.
        after: The section after which it stands; empty for the end.
    """

    id: str
    make: Callable[[ReportView], Section | None]
    after: str = ""
