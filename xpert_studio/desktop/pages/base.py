"""What all pages are: they show a place, and keep up with what changes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar, Concatenate, ParamSpec

from xpert_studio.core.records import Change
from xpert_studio.core.workflow import CommandContext
from xpert_studio.core.workflow.views import ProjectState, look_around
from xpert_studio.desktop.pages.late import ShownLate
from xpert_studio.desktop.places import Place
from xpert_studio.desktop.shell import Shell
from xpert_studio.desktop.widgets.wiring import wire

P = ParamSpec("P")


class Page(ShownLate):
    """A page of the window.

    Subclasses fetch what they show in ``refresh`` and say in ``concerns`` which changes make them
    do so. A page that is not seen refreshes when it is seen next.
    """

    rests_on: ClassVar[frozenset[str]] = frozenset()
    """Kinds of records whose changes show on it; all kinds where empty."""

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self.setObjectName("page")
        self.place = Place("")
        self._is_behind = True
        wire(
            (self.session.changed, self._on_change),
            (self.session.changed_outside, self.fall_behind),
            (self.session.project_state_changed, self.fall_behind),
        )

    def show_place(self, place: Place) -> None:
        """Shows a place on this page."""
        self.place = place
        self.fall_behind()

    def refresh(self) -> None:
        """Fetches what is shown anew."""

    def concerns(self, change: Change) -> bool:
        """Whether a change shows on this page."""
        return any(not self.rests_on or edit.kind in self.rests_on for edit in change.edits)

    def takes_window(self, place: Place) -> bool:
        """Whether the rail and the menus make way for a place on this page."""
        return False

    def is_opened_from(self, place: Place) -> bool:
        """Whether what is looked at was opened from another page or a list, where Esc leads."""
        return False

    def leave(self) -> None:
        """Saves what is being written, before another page is shown."""

    def take_file(self, path: Path) -> bool:
        """Takes a rubric table that was dropped on the page; whether it has a place for it."""
        return False

    @property
    def attaches(self) -> bool:
        """Whether documents that are dropped on it are attached to what it shows."""
        return False

    def attach(self, path: Path) -> None:
        """Attaches a document to what it shows."""

    def _on_change(self, change: Change) -> None:
        if self.concerns(change):
            self.fall_behind()

    def catch_up(self) -> None:
        """Fetches what is shown."""
        self.refresh()


class ProjectStatePage(Page):
    """A page about the project: it shows rules and people; leads change them.

    Subclasses fill themselves in ``show_project_state``. What is fetched while something is being
    saved is not shown: it would take back, on the screen, what the person has just entered.
    """

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self.project_state: ProjectState = self.session.project_state
        self._turn = 0
        self.session.saved.connect(self._on_saved)

    @property
    def why_not(self) -> str:
        """Why the person may only look; empty where they may change things."""
        return self.session.why_no_lead

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
