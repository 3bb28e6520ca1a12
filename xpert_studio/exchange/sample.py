"""The sample project: four professions, and work that waits there for somebody of each role."""

from __future__ import annotations

from datetime import datetime

from xpert_studio.exchange.bundle_import import import_bundle
from xpert_studio.resources import SAMPLE, SAMPLE_WORK, sample_project_path
from xpert_studio.store import ProjectFile


def import_sample(project: ProjectFile, *, now: datetime) -> None:
    """Fills an empty project with the sample, and with work for every role of ``LOOK_AROUND``.

    That work is a bundle of its own: while responses wait there to be judged blind, results are
    closed to whoever does not say who they are, which the sample by itself is open to.
    """
    for name in (SAMPLE, SAMPLE_WORK):
        import_bundle(project, sample_project_path(name), now=now)
