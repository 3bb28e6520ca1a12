"""The pages, and the list of them from which the rail, the menu and the palette are made."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from functools import cache
from importlib.metadata import EntryPoint
from typing import Final

from xpert_studio.core.packs import Registry, in_order
from xpert_studio.core.records import Role
from xpert_studio.core.wording import mark
from xpert_studio.desktop.pages.base import Page
from xpert_studio.desktop.pages.late import make_part
from xpert_studio.desktop.shell import Shell

_ALL: Final = frozenset(Role)
_LEAD: Final = frozenset({Role.LEAD})
_JUDGES: Final = frozenset({Role.EXPERT, Role.SENIOR, Role.LEAD})
_CONFIRMS: Final = frozenset({Role.SENIOR, Role.LEAD})
RAIL: Final = "rail"
FOOT: Final = "foot"


@dataclass(frozen=True, slots=True)
class PageEntry:
    """One page.

    Attributes:
        id: Its name in places.
        title: What it is called, marked for translation.
        icon: An icon's name.
        keys: The shortcut that goes there.
        part: ``RAIL`` or ``FOOT``, which is below the rail; empty where it is in neither.
        roles: Who works there.
        head: What the rail calls it together with the pages under it; its title where empty.
        under: The page in the rail that it belongs to; empty for one that is there itself.
        tab: What it is called among the pages of its place in the rail; it is no tab where empty.
        of_task: What the menu of a task calls it, for a page that a task can be taken to.
        of_teams: Whether one person alone has no use for it.
        after: The page after which a pack's is listed; empty for the end.
        made_by: Makes a pack's page.
    """

    id: str
    title: str
    icon: str
    keys: str = ""
    part: str = RAIL
    roles: frozenset[Role] = _ALL
    head: str = ""
    under: str = ""
    tab: str = ""
    of_task: str = ""
    of_teams: bool = False
    after: str = ""
    made_by: Callable[[Shell], Page] | None = None

    def make(self, shell: Shell) -> Page:
        """Makes it, when the user goes there first."""
        if self.made_by is not None:
            return self.made_by(shell)
        made: Page = make_part(f"{self.id}.page", "Page", shell)
        return made

    def serves(self, roles: Collection[Role], *, is_solo: bool) -> bool:
        """Whether a person of some roles works there."""
        return not self.of_teams if is_solo else not self.roles.isdisjoint(roles)

    @property
    def place_title(self) -> str:
        """What the rail calls it, marked for translation."""
        return self.head or self.title

    @property
    def in_rail(self) -> str:
        """The page of the rail that it belongs to, perhaps itself."""
        return self.under or self.id


_OWN: Final = (
    PageEntry("home", mark("Home"), "house", "Ctrl+1"),
    PageEntry("tasks", mark("Tasks"), "list-checks", "Ctrl+2"),
    PageEntry("judging", mark("Judging"), "scale", "Ctrl+3", roles=_JUDGES),
    PageEntry("alignment", mark("Alignment"), "target", "Ctrl+4", roles=_LEAD,
              head=mark("Agreement"), tab=mark("Judge against experts")),
    PageEntry("agreement", mark("Agreement"), "handshake", "", "", _CONFIRMS, under="alignment",
              tab=mark("Experts among themselves")),
    PageEntry("runs", mark("Runs"), "activity", "Ctrl+5", roles=_LEAD, tab=mark("Runs of judges")),
    PageEntry("results", mark("Results"), "trophy", "Ctrl+6", roles=_LEAD, tab=mark("Scores")),
    PageEntry("publish", mark("Publish"), "upload", "Ctrl+7", roles=_LEAD, head=mark("Share"),
              tab=mark("Publish")),
    PageEntry("assignments", mark("Assignments"), "package", "", "", _LEAD, under="publish",
              tab=mark("Assignments"), of_teams=True),
    PageEntry("project", mark("Project"), "sliders-horizontal", "Ctrl+8", tab=mark("Rules")),
    PageEntry("people", mark("People"), "users", "", "", under="project", tab=mark("People")),
    PageEntry("history", mark("History"), "history", "", "", under="project", tab=mark("History")),
    PageEntry("settings", mark("Settings"), "settings", "Ctrl+,", FOOT, tab=mark("This program")),
    PageEntry("search", mark("Search"), "search", "Ctrl+Shift+F", ""),
    PageEntry("importing", mark("Import a rubric"), "import", "", "", under="tasks"),
    PageEntry("task", mark("Task"), "file-text", "", "", under="tasks"),
    PageEntry("verdict", mark("Verdict"), "gavel", "", "", under="runs"),
    PageEntry("responses", mark("Responses side by side"), "columns-2", "", "", under="tasks"),
)  # fmt: skip
PAGES: Final[Registry[PageEntry]] = Registry("pages", _OWN)
"""By id."""


@cache
def pages() -> tuple[PageEntry, ...]:
    """The pages there are, in the order of rail and menu."""
    return tuple(in_order(PAGES).values())


def page_at(place: str) -> Callable[[Shell], Page]:
    """Makes the page of a pack whose class lies at a place, as ``module:name``."""

    def make(shell: Shell) -> Page:
        made: Page = EntryPoint("", place, "").load()(shell)
        return made

    return make


def entry_of(page: str) -> PageEntry:
    """The entry of a page; that of the first one where there is none of that id."""
    return PAGES.get(page) or pages()[0]


def beside(page: str) -> tuple[PageEntry, ...]:
    """The pages that are tabs of the same place in the rail as this one, in their order."""
    place = entry_of(page).in_rail
    return tuple(entry for entry in pages() if entry.tab and entry.in_rail == place)
