"""The pages, and the list of them from which the rail, the menu and the palette are made."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from functools import cache
from typing import Final

from xpert_studio.core.packs import Registry, in_order
from xpert_studio.core.records import Role
from xpert_studio.core.wording import mark
from xpert_studio.desktop.pages.base import Page
from xpert_studio.desktop.pages.late import make_part
from xpert_studio.desktop.shell import Shell

_ALL: Final = frozenset(Role)
_LEAD: Final = frozenset({Role.LEAD})
_CONFIRMS: Final = frozenset({Role.SENIOR, Role.LEAD})


@dataclass(frozen=True, slots=True)
class PageEntry:
    """One page.

    Attributes:
        id: Its name in places.
        title: What it is called, marked for translation.
        icon: An icon's name.
        keys: The shortcut that goes there.
        part: The section of the rail it is in; empty where it is not in the rail.
        roles: Who needs it first; for others it is under More.
        needs_ready: Whether it is needed only once a task is ready.
        after: The page after which a pack's is listed; empty for the end.
        made_by: Makes a pack's page.
    """

    id: str
    title: str
    icon: str
    keys: str = ""
    part: str = "work"
    roles: frozenset[Role] = _ALL
    needs_ready: bool = False
    after: str = ""
    made_by: Callable[[Shell], Page] | None = None

    def make(self, shell: Shell) -> Page:
        """Makes it, when the user goes there first."""
        if self.made_by is not None:
            return self.made_by(shell)
        made: Page = make_part(f"{self.id}.page", "Page", shell)
        return made

    def is_first(self, roles: Collection[Role], *, is_solo: bool, is_ready: bool) -> bool:
        """Whether a person needs it first, at the stage where the project is."""
        return (is_solo or not self.roles.isdisjoint(roles)) and (is_ready or not self.needs_ready)


_OWN: Final = (
    PageEntry("home", mark("Home"), "house", "Ctrl+1"),
    PageEntry("tasks", mark("Tasks"), "list-checks", "Ctrl+2"),
    PageEntry("judging", mark("Judging"), "scale", "Ctrl+3",
              roles=frozenset({Role.EXPERT}), needs_ready=True),
    PageEntry("comparing", mark("Comparing"), "columns-2", "",
              roles=frozenset({Role.EXPERT}), needs_ready=True),
    PageEntry("adjudication", mark("Confirm"), "badge-check", "Ctrl+4",
              roles=frozenset({Role.SENIOR}), needs_ready=True),
    PageEntry("agreement", mark("Agreement"), "handshake", "Ctrl+5", "figures", _CONFIRMS, True),
    PageEntry("gold", mark("Gold subset"), "star", "", "figures", _LEAD, True),
    PageEntry("runs", mark("Runs"), "activity", "Ctrl+6", "figures", _LEAD, True),
    PageEntry("alignment", mark("Alignment"), "target", "Ctrl+7", "figures", _LEAD, True),
    PageEntry("results", mark("Results"), "trophy", "Ctrl+8", "figures", _LEAD, True),
    PageEntry("publish", mark("Publish"), "upload", "Ctrl+9", "sharing", _LEAD, True),
    PageEntry("assignments", mark("Assignments"), "package", "", "sharing", _LEAD),
    PageEntry("people", mark("People"), "users", "", "project", _LEAD),
    PageEntry("project", mark("Project"), "sliders-horizontal", "", "project", _LEAD),
    PageEntry("history", mark("History"), "history", "", "project", _LEAD),
    PageEntry("settings", mark("Settings"), "settings", "Ctrl+,", "settings"),
    PageEntry("search", mark("Search"), "search", "Ctrl+Shift+F", ""),
    PageEntry("task", mark("Task"), "file-text", "", ""),
    PageEntry("verdict", mark("Verdict"), "gavel", "", ""),
)  # fmt: skip
PAGES: Final[Registry[PageEntry]] = Registry("pages", _OWN)
"""By id."""


@cache
def pages() -> tuple[PageEntry, ...]:
    """The pages there are, in the order of rail and menu."""
    return tuple(in_order(PAGES).values())
