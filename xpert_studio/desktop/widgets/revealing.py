"""Opens a file with the program for it, or the folder in which it lies."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices


def open_file(path: Path) -> bool:
    """Opens a file or folder; whether the system could."""
    return QDesktopServices.openUrl(QUrl.fromLocalFile(str(path)))


def show_in_folder(path: Path) -> bool:
    """Opens the folder in which a file or folder lies; whether the system could."""
    return open_file(path.parent)
