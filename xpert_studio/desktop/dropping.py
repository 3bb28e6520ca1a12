"""What the first and the main window have in common: Tab, and the files that are dropped on them."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from PySide6.QtCore import QEvent, QMimeData, Qt
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QKeyEvent
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
        self._is_tab = False
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

    def event(self, event: QEvent) -> bool:
        """Remembers that Tab is pressed: the key is announced before it is sent."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            self._is_tab = event.key() in (Qt.Key.Key_Tab, Qt.Key.Key_Backtab)
        return super().event(event)

    def focusNextPrevChild(self, forward: bool) -> bool:  # noqa: N802 - Qt's name
        """Moves to the next control, or back to the one before.

        Qt asks for it too while a part with the focus is hidden or destroyed. No widget may be
        touched from Python then: what PySide keeps of it would outlive it.
        """
        is_tab, self._is_tab = self._is_tab, False
        return move_focus(self, forward=forward) if is_tab else super().focusNextPrevChild(forward)
