"""A file dialog that lists an open project leaves SQLite's locks on it alone."""

from __future__ import annotations

import json
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
    import json, os, sys
    from pathlib import Path
    from PySide6.QtCore import QMimeDatabase, QTimer
    from PySide6.QtWidgets import QApplication, QFileDialog
    from xpert_studio.desktop.running import tell_file_types
    from xpert_studio.core.store import ProjectFile, tasks

    path = Path(sys.argv[1])

    def locks():
        # Ours on the project and its logs. Qt and its libraries lock files of their own for a
        # moment; those are not counted.
        files = {
            str(Path(f"{path}{suffix}").stat().st_ino): suffix for suffix in ("", "-wal", "-shm")
        }
        rows = (line.split() for line in Path("/proc/locks").read_text().splitlines())
        ours = (row[-4:] for row in rows if row[-4] == str(os.getpid()))
        where = ((file.rpartition(":")[2], first, last) for _, file, first, last in ours)
        return sorted([files[node], first, last] for node, first, last in where if node in files)

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
        kind = QMimeDatabase().mimeTypeForFile(str(path)).name()
        print(json.dumps([before, locks(), kind]))
""")


_Locks = list[list[str]]
"""Suffix of the file, first and last byte of each lock."""


def _look(folder: Path, how: str) -> tuple[_Locks, _Locks, str]:
    """The locks held on a project before and after a look, and what Qt takes the project for."""
    made = Studio(folder / "p.xpert")
    made.project.close()
    done = subprocess.run(
        [sys.executable, "-c", _LOOK, str(folder / "p.xpert"), how],
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen", "XDG_DATA_DIRS": ""},
        capture_output=True,
        text=True,
        check=True,
    )
    before, after, kind = json.loads(done.stdout)
    return before, after, kind


def test_a_dialog_opens_no_project_that_it_lists(tmp_path: Path) -> None:
    before, after, kind = _look(tmp_path, "told")
    assert kind == "application/vnd.xpert-studio.project"
    assert before
    assert after == before


def test_without_being_told_it_does(tmp_path: Path) -> None:
    """What the file types are for; where this fails they are needed no more."""
    before, after, _ = _look(tmp_path, "untold")
    assert len(after) < len(before)
