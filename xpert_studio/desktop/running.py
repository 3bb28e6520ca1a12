"""Runs the program: from its start to the exit code."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtWidgets import QApplication

from xpert_studio.core.resources import resource_path
from xpert_studio.desktop.app import App
from xpert_studio.desktop.idle import Garbage
from xpert_studio.desktop.prefs import Prefs

_VARIABLE = "XDG_DATA_DIRS"
_USUAL = "/usr/local/share:/usr/share"


def tell_file_types() -> None:
    """Adds our types to those of the system; before Qt first looks at them, which is once."""
    ours, known = str(resource_path("file_types")), os.environ.get(_VARIABLE) or _USUAL
    if sys.platform.startswith("linux") and ours not in known.split(os.pathsep):
        os.environ[_VARIABLE] = os.pathsep.join((known, ours))


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
