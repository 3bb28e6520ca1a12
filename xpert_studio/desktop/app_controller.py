"""What a window asks of the application around it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from xpert_studio.desktop.window import MainWindow
    from xpert_studio.records import Role


class AppController(Protocol):
    """The application, as a window sees it."""

    def new_project(self) -> None:
        """Asks for a name and place, and opens a new project."""

    def ask_for_project(self) -> None:
        """Asks for a project file, and opens it."""

    def open_project(self, path: Path) -> None:
        """Opens a project file."""

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

    def remember(self, window: MainWindow) -> None:
        """Keeps where the person is, for the next time."""

    def window_closed(self, window: MainWindow) -> None:
        """The window is gone."""

    def recent(self) -> list[Path]:
        """Projects opened lately that are still there."""

    def explained_warning(self, warning: str) -> str:
        """A warning of the project file in the window's language."""

    def quit(self) -> None:
        """Closes the window and ends."""
