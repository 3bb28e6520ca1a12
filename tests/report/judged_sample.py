"""The sample project with its judges, verdicts and judgments, as a person takes it in."""

from __future__ import annotations

from pathlib import Path

from tests.program import carried_out
from xpert_studio.core.store import ProjectFile

SAMPLE = Path(__file__).parents[2] / "sample_projects" / "four_professions"
LEAD = "lena"
JUDGE = "scripted-judge"
PANEL = "panel:majority:15310222"


def judged_sample(folder: Path) -> ProjectFile:
    """The project, led by ``LEAD``.

    Args:
        folder: Where its file is made.
    """
    path = folder / "sample.xpert"
    done = carried_out("import", path, SAMPLE, "--new", "--as", LEAD)
    assert done.code == 0, done.err
    return ProjectFile.open(path, read_only=True)
