"""The sample project with its judges, verdicts and judgments, as a person takes it in."""

from __future__ import annotations

from pathlib import Path

from tests.imported import imported_sample
from xpert_studio.core.store import ProjectFile

LEAD = "lena"
JUDGE = "scripted-judge"
PANEL = "panel:majority:15310222"


def judged_sample(folder: Path) -> ProjectFile:
    """The project, led by ``LEAD``.

    Args:
        folder: Where its file is made.
    """
    return ProjectFile.open(imported_sample(folder / "sample.xpert", LEAD), read_only=True)
