"""What windows and the opening of files ask of the application around them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from PySide6.QtWidgets import QMainWindow

from xpert_studio.desktop.bridge import Bridge
from xpert_studio.desktop.prefs import Prefs
from xpert_studio.desktop.session import Session
from xpert_studio.records import Mode, Role
from xpert_studio.store import ProjectFile


class AppController(Protocol):
    """The application, as its windows see it."""

    prefs: Prefs
    bridge: Bridge
    session: Session | None
    window: QMainWindow | None

    def new_project(self, mode: Mode | None = None) -> None:
        """Asks for a name and place, and for how one works where that is open."""

    def ask_for_project(self) -> None:
        """Asks for a project file, and opens it."""

    def open_project(self, path: Path) -> None:
        """Opens a project file."""

    def come_in(self, project: ProjectFile) -> None:
        """Goes to work on a project that has been opened."""

    def open_sample(self, role: Role | None = None) -> None:
        """Opens the sample project, made anew where there is none; in a role, on the first page."""

    def import_file(self) -> None:
        """Asks for a bundle or table, and takes it into the open project."""

    def ask_for_exchanged(self) -> None:
        """Asks for an assignment or submission, and opens it where it belongs."""

    def update_copy(self) -> None:
        """Asks for a newer file of the project, and brings the open copy up to it."""

    def open_dropped(self, path: Path) -> None:
        """Opens a project or assignment; imports a submission, bundle or table."""

    def close_project(self) -> None:
        """Closes the project, and shows the way to others."""

    def switch_person(self) -> None:
        """Asks who is at work."""

    def rebuild(self) -> None:
        """Makes the window anew after its theme, language or text size has changed."""

    def window_closed(self, window: QMainWindow) -> None:
        """The window is gone."""

    def recent(self) -> list[Path]:
        """Projects opened lately that are still there."""

    def parent_window(self) -> QMainWindow:
        """The window that is there; the first one where there is none."""

    def tell(self, error: BaseException) -> None:
        """Tells an error on the window that is there."""

    def say(
        self, text: str, tone: str, *, act: str = "", run: Callable[[], object] | None = None
    ) -> None:
        """Says something on the window that is there; see ``Notice.say``."""

    def quit(self) -> None:
        """Closes the window and ends."""
