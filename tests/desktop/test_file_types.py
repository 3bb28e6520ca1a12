"""A file dialog that lists an open project leaves SQLite's locks on it alone."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from tests.workflow.studio import Studio

pytestmark = pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="counts locks as Linux tells them"
)

_LOOK = textwrap.dedent("""
    import os, sys
    from pathlib import Path
    from PySide6.QtCore import QMimeDatabase, QTimer
    from PySide6.QtWidgets import QApplication, QFileDialog
    from xpert_studio.desktop.running import tell_file_types
    from xpert_studio.store import ProjectFile, tasks

    def locks():
        held = Path("/proc/locks").read_text().splitlines()
        return sum(f" {os.getpid()} " in line for line in held)

    path = Path(sys.argv[1])
    if sys.argv[2] == "told":
        tell_file_types()
    with ProjectFile.open(path) as project, project.reading() as tx:
        tasks.all_tasks(tx)
        before = locks()
        qt = QApplication([])
        dialog = QFileDialog(None, "", str(path.parent), "Projects (*.xpert)")
        dialog.setOption(QFileDialog.Option.DontUseNativeDialog)
        QTimer.singleShot(1000, dialog.reject)
        dialog.exec()
        print(before, locks(), QMimeDatabase().mimeTypeForFile(str(path)).name())
""")


def _look(folder: Path, how: str) -> tuple[int, int, str]:
    """How many locks are held before and after a look, and what Qt takes the project for."""
    made = Studio(folder / "p.xpert")
    made.project.close()
    done = subprocess.run(
        [sys.executable, "-c", _LOOK, str(folder / "p.xpert"), how],
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen", "XDG_DATA_DIRS": ""},
        capture_output=True,
        text=True,
        check=True,
    )
    before, after, kind = done.stdout.split()
    return int(before), int(after), kind


def test_a_dialog_opens_no_project_that_it_lists(tmp_path: Path) -> None:
    before, after, kind = _look(tmp_path, "told")
    assert kind == "application/vnd.xpert-studio.project"
    assert after == before > 0


def test_without_being_told_it_does(tmp_path: Path) -> None:
    """What the file types are for; where this fails they are needed no more."""
    before, after, _ = _look(tmp_path, "untold")
    assert after < before
