"""Reads the results of a project as they stand now; what is known is kept where nothing changed."""

from __future__ import annotations

from collections.abc import Callable

from xpert_studio.report.analysis import Analysis
from xpert_studio.report.results.results import Results
from xpert_studio.report.results.scope import read_facets
from xpert_studio.store import ProjectFile


def read_results(
    project: ProjectFile, analyse: Callable[[], Analysis], known: Results | None = None
) -> Results:
    """The results now.

    Args:
        project: The project.
        analyse: Gives the newest analysis, the same one as long as nothing has changed.
        known: Results from before: the same are given back where they still hold, with every
            figure that was computed since.
    """
    analysis, facets = analyse(), read_facets(project)
    return (
        known
        if known is not None and known.analysis is analysis and known.facets == facets
        else Results(analysis, facets)
    )
