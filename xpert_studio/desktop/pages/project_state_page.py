"""What pages about the project have in common: they show rules and people; leads change them.

What is fetched while something is being saved is not shown: it would take back, on the screen, what
the person has just entered.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Concatenate, ParamSpec

from xpert_studio.desktop.kit import Shell, listed, t
from xpert_studio.desktop.pages.base import Page
from xpert_studio.records import Change, Person, Role
from xpert_studio.workflow import CommandContext
from xpert_studio.workflow.views import ProjectState, look_around

P = ParamSpec("P")


class ProjectStatePage(Page):
    """Subclasses fill themselves in ``show_project_state``."""

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self.project_state: ProjectState = self.session.project_state
        self._turn = 0
        self.session.saved.connect(self._on_saved)

    @property
    def me(self) -> Person | None:
        """Who is at work."""
        return self.project_state.person(self.session.person_id)

    @property
    def why_not(self) -> str:
        """Why the person may only look; empty where they may change things."""
        if self.session.project.read_only:
            return t("The project is open for reading only, so nothing can be changed here.")
        if self.me is None or Role.LEAD not in self.me.roles:
            leads = listed(
                item.called for item in self.project_state.people if Role.LEAD in item.roles
            )
            if not leads:
                return t("You can look at everything here; only a lead could change it.")
            return t("You can look at everything here; only leads change it: {leads}.", leads=leads)
        return ""

    def show_project_state(self, project_state: ProjectState) -> None:
        """Shows rules and people as they are now."""

    def refresh(self) -> None:
        """Fetches rules and people."""
        turn, project = self._turn, self.session.project

        def take(project_state: ProjectState) -> None:
            if turn == self._turn and self.session.is_saved:
                self.project_state = project_state
                self.show_project_state(project_state)

        self.session.fetch(lambda: look_around(project), take, owner=self, slot="project_state")

    def concerns(self, change: Change) -> bool:
        """Nothing by itself: whatever was changed, the page catches up once all is saved."""
        return False

    def save(
        self,
        verb: Callable[Concatenate[CommandContext, P], Any],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> None:
        """Does a verb; where it is refused, the page shows again what holds."""
        self.session.perform(lambda: verb(self.session.ctx, *args, **kwargs), None, self.refuse)

    def refuse(self, error: BaseException) -> None:
        """Tells why a verb was refused, and shows again what holds."""
        self.shell.tell(error)
        self.fall_behind()

    def _on_saved(self, saved: bool) -> None:
        self._turn += 1
        if saved:
            self.fall_behind()
