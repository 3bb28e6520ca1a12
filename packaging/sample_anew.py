"""Writes the sample of four professions as the program writes it today, after its rows were edited.

python packaging/sample_anew.py [FOLDER]    into its own place, or another folder
"""

from __future__ import annotations

import json
import sys
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from xpert_studio.core.exchange import export_bundle, import_bundle
from xpert_studio.core.records import ProjectInfo, Visibility
from xpert_studio.core.resources import SAMPLE, sample_project_path
from xpert_studio.core.store import ProjectFile


def main(target: Path) -> None:
    """Writes the bundle to a folder, of the same time as before."""
    source = sample_project_path(SAMPLE)
    told = json.loads((source / "manifest.json").read_text(encoding="utf-8"))
    now = datetime.fromisoformat(told["created_at"])
    with TemporaryDirectory() as folder:
        info = ProjectInfo(name=told["name"], created_at=now)
        with ProjectFile.create(Path(folder) / "sample.xpert", info) as project:
            import_bundle(project, source, now=now)
            export_bundle(project, target, visibility=Visibility.PRIVATE, now=now, replace=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]) if sys.argv[1:] else sample_project_path(SAMPLE))
