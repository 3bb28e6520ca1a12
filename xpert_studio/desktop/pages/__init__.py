"""The pages, and the list of them from which the sidebar, the menu and the palette are made."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from xpert_studio.desktop.kit import Shell, mark
from xpert_studio.desktop.pages.base import Page, make_part


@dataclass(frozen=True, slots=True)
class PageEntry:
    """One page.

    Attributes:
        id: Its name in places.
        title: What it is called, marked for translation.
        icon: An icon's name.
        keys: The shortcut that goes there.
        in_sidebar: Whether it stands in the sidebar.
        part: The part of the sidebar it stands in; a thin line divides them.
    """

    id: str
    title: str
    icon: str
    keys: str = ""
    in_sidebar: bool = True
    part: str = "work"

    def make(self, shell: Shell) -> Page:
        """Makes it, when the user goes there first."""
        made: Page = make_part(f"{self.id}.page", "Page", shell)
        return made


PAGES: Final = (
    PageEntry("home", mark("Home"), "house", "Ctrl+1"),
    PageEntry("tasks", mark("Tasks"), "list-checks", "Ctrl+2"),
    PageEntry("judging", mark("Judging"), "scale", "Ctrl+3"),
    PageEntry("adjudication", mark("Confirm"), "badge-check", "Ctrl+4"),
    PageEntry("agreement", mark("Agreement"), "handshake", "Ctrl+5", part="figures"),
    PageEntry("gold", mark("Gold subset"), "star", part="figures"),
    PageEntry("runs", mark("Runs"), "activity", "Ctrl+6", part="figures"),
    PageEntry("alignment", mark("Alignment"), "target", "Ctrl+7", part="figures"),
    PageEntry("results", mark("Results"), "trophy", "Ctrl+8", part="figures"),
    PageEntry("publish", mark("Publish"), "upload", "Ctrl+9", part="sharing"),
    PageEntry("assignments", mark("Assignments"), "package", part="sharing"),
    PageEntry("people", mark("People"), "users", part="house"),
    PageEntry("project", mark("Project"), "sliders-horizontal", part="house"),
    PageEntry("history", mark("History"), "history", part="house"),
    PageEntry("settings", mark("Settings"), "settings", "Ctrl+,", part="settings"),
    PageEntry("search", mark("Search"), "search", "Ctrl+Shift+F", in_sidebar=False),
    PageEntry("task", mark("Task"), "file-text", in_sidebar=False),
    PageEntry("verdict", mark("Verdict"), "gavel", in_sidebar=False),
)
