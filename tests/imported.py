"""The sample project as the command line takes it in, once for all tests that begin with it."""

from __future__ import annotations

import shutil
from contextlib import chdir
from pathlib import Path

from tests.built import built
from tests.program import carried_out
from xpert_studio.core.resources import SAMPLE, sample_project_path

_NAME = "sample.xpert"


def imported_sample(path: Path, lead: str = "lead-moreau") -> Path:
    """Makes a project file at a path, of the sample and who leads it; returns the path."""

    def take_in(folder: Path) -> None:
        with chdir(folder):
            bundle = sample_project_path(SAMPLE)
            done = carried_out("import", _NAME, bundle, "--new", "--as", lead)
        assert done.code == 0, done.err

    shutil.copy(built(f"sample, imported by {lead}", take_in).files / _NAME, path)
    return path
