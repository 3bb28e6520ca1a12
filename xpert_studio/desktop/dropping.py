"""What the first and the main window have in common: Tab, and the files that are dropped on them."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from PySide6.QtCore import QMimeData
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QMainWindow

from xpert_studio.desktop.app_controller import AppController
from xpert_studio.desktop.prefs import Prefs
from xpert_studio.desktop.widgets.tabbing import move_focus

TABLES: Final = frozenset({".csv", ".tsv", ".xlsx", ".xlsm"})


def files_of(data: QMimeData) -> list[Path]:
    """The files on this machine that are being dragged."""
    urls = data.urls() if data.hasUrls() else []
    return [Path(url.toLocalFile()) for url in urls if url.isLocalFile()]


def is_project(path: Path) -> bool:
    """Whether a path names a project file, rather than a bundle or table."""
    return path.suffix.casefold() == ".xpert"


class FileWindow(QMainWindow):
    """A window that opens the files dropped on it, and in which Tab reaches every control."""

    def __init__(self, prefs: Prefs, controller: AppController) -> None:
        super().__init__()
        self.prefs = prefs
        self.controller = controller
        self.setAcceptDrops(True)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:  # noqa: N802 - Qt's name
        """Takes project files and bundles."""
        if files_of(event.mimeData()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:  # noqa: N802 - Qt's name
        """Opens what was dropped."""
        for path in files_of(event.mimeData())[:1]:
            event.acceptProposedAction()
            self.controller.open_dropped(path)

    def focusNextPrevChild(self, forward: bool) -> bool:  # noqa: N802 - Qt's name
        """Moves to the next control, or back to the one before.

        Qt asks for it too when what has the focus is hidden, as where another page is shown.
        """
        held = self.focusWidget()
        if not held.isVisible():
            return super().focusNextPrevChild(forward)
        return move_focus(self, forward=forward)
