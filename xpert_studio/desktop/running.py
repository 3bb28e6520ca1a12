"""Runs the program: from its start to the exit code."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtWidgets import QApplication

from xpert_studio.desktop.app import App
from xpert_studio.desktop.file_types import tell_file_types
from xpert_studio.desktop.garbage import Garbage
from xpert_studio.desktop.prefs import Prefs


def main(paths: Sequence[Path] = (), *, sample: bool = False) -> int:
    """Runs the program until its window is closed; returns its exit code."""
    tell_file_types()
    QApplication.setApplicationName("xpert-studio")
    QApplication.setApplicationDisplayName("Xpert Studio")
    QApplication.setDesktopFileName("xpert-studio")
    QApplication.setStyle("Fusion")
    qt = QApplication(sys.argv[:1])
    app = App(qt, Prefs.load())
    app.garbage = Garbage(app)
    app.warms_up = True
    app.watch()
    app.start(paths, sample=sample)
    code = qt.exec()
    app.bridge.close()
    return int(code)
