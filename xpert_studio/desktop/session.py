"""A person at work on an open project: changes go out through here, and what changed comes back.

What waits, what is found, what is figured and what runs is asked for here too.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec

from PySide6.QtCore import QObject, Signal
from shiboken6 import isValid

from xpert_studio.core.errors import DiskError, ProjectBusyError, XpertError
from xpert_studio.core.records import Change, Person, Role
from xpert_studio.core.store import ProjectFile
from xpert_studio.core.store.log import IMPORT
from xpert_studio.core.wording import explained, listed, t
from xpert_studio.core.workflow import CommandContext, redo, turn_refusal, undo
from xpert_studio.core.workflow.commands import Command
from xpert_studio.core.workflow.views import ProjectState, look_around, pulse_of
from xpert_studio.core.workflow.views.assignments import latest_assignments
from xpert_studio.core.workflow.views.finding import Finder
from xpert_studio.core.workflow.waiting import latest_waiting
from xpert_studio.desktop.bridge import Bridge, Failed, Then
from xpert_studio.desktop.error_names import naming
from xpert_studio.desktop.prefs import state_folder
from xpert_studio.desktop.refusals import Refusals
from xpert_studio.desktop.run_watch import RunWatch
from xpert_studio.desktop.unsaved import CutOffText, Unsaved
from xpert_studio.desktop.widgets.wiring import every, wire

if TYPE_CHECKING:
    from xpert_studio.report import Analysis, LatestAnalysis

P = ParamSpec("P")
_PULSE_MS = 1500


def now() -> datetime:
    """The time, in UTC: the window's one clock."""
    return datetime.now(UTC)


class Session(QObject):
    """An open project, who works on it, and what pages look at.

    Signals:
        changed: A verb has changed something; the ``Change``.
        turned: A change was undone or redone; the ``Change`` that resulted, and which.
        refused: A verb was refused; the error.
        project_state_changed: Rules or people changed; ``project_state`` is new.
        changed_outside: Another program has changed the project.
        saved: Whether everything that was done is on disk.
        unwritten: Whether a form holds what has not been saved yet.
    """

    changed = Signal(object)
    turned = Signal(object, bool)
    refused = Signal(object)
    project_state_changed = Signal()
    changed_outside = Signal()
    saved = Signal(bool)
    unwritten = Signal(bool)

    def __init__(
        self, project: ProjectFile, person_id: str, bridge: Bridge, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self.project = project
        self.bridge = bridge
        self.ctx = CommandContext(project, person_id, now)
        self.project_state: ProjectState = look_around(project)
        self.unsaved = Unsaved(project.path, state_folder("unsaved"))
        self._pulse = self.project_state.pulse
        self._own_events = 0
        self._writing = 0
        self._unwritten: set[QObject] = set()
        self._is_closed = False
        self._held_up: list[tuple[Callable[[], Any], Then | None, Failed | None]] = []
        self._timer = every(self, _PULSE_MS, self._feel_pulse)
        self.changed_outside.connect(self.refresh_project_state)
        self.waiting = latest_waiting(self.ctx)
        self.assignments = latest_assignments(self.ctx)
        self.finder = Finder(project, _search_folder())
        self._analysis: LatestAnalysis | None = None
        self.runs = RunWatch(self.ctx, bridge, self.perform, self)
        self._refusals = Refusals(self.ctx, bridge, self._explained, self)
        self._turns: dict[bool, XpertError | None] = {True: None, False: None}
        wire(
            (self.changed_outside, self._look_what_turns),
            (self.changed, self._refusals.forget),
            (self.changed_outside, self._refusals.forget),
            (self.turned, self._refusals.forget),
        )
        self._look_what_turns()

    @property
    def path(self) -> Path:
        """The project file."""
        return self.project.path

    @property
    def person_id(self) -> str:
        """Who works."""
        return self.ctx.person_id

    @property
    def person(self) -> Person | None:
        """Who works, as the rules have it now."""
        return self.project_state.person(self.person_id)

    @property
    def is_held_up(self) -> bool:
        """Whether a full disk or another program keeps something from being saved."""
        return bool(self._held_up)

    @property
    def is_saved(self) -> bool:
        """Whether everything that was done is on disk."""
        return self._writing == 0 and not self._held_up

    @property
    def has_unwritten(self) -> bool:
        """Whether a form holds what has not been saved yet."""
        return bool(self._unwritten)

    def has_role(self, *roles: Role) -> bool:
        """Whether who works has one of these roles."""
        return self.person is not None and not set(roles).isdisjoint(self.person.roles)

    @property
    def why_no_lead(self) -> str:
        """Why the person cannot do what only leads do; empty where they can."""
        if self.project.read_only:
            return t("The project is open for reading only, so nothing can be changed here.")
        if self.has_role(Role.LEAD):
            return ""
        people = self.project_state.people
        if leads := listed(item.called for item in people if Role.LEAD in item.roles):
            return t("You can look at everything here; only leads change it: {leads}.", leads=leads)
        return t("You can look at everything here; only a lead could change it.")

    def analyse(self, *, tolerance: float = 0.0) -> Analysis:
        """Every figure of the project as it stands; takes a while, so not on the window's thread.

        Args:
            tolerance: Score differences up to this are ties in the CDR.
        """
        from xpert_studio.report.analysis import LatestAnalysis  # brings numpy along

        if self._analysis is None:
            self._analysis = LatestAnalysis(self.project)
        return self._analysis.get(tolerance=tolerance)

    def note_unwritten(self, form: QObject, *, is_unwritten: bool) -> None:
        """A form says whether it holds what has not been saved yet."""
        if is_unwritten:
            self._unwritten.add(form)
        else:
            self._unwritten.discard(form)
        self.unwritten.emit(self.has_unwritten)

    def do(
        self,
        verb: Callable[Concatenate[CommandContext, P], Any],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> None:
        """Does a verb; whatever is refused is reported on the page's notice."""
        self.perform(lambda: verb(self.ctx, *args, **kwargs))

    def perform(
        self,
        work: Callable[[], Any],
        then: Callable[[Any], None] | None = None,
        failed: Failed | None = None,
        *,
        words: CutOffText | None = None,
    ) -> None:
        """Does something that changes the project; what was held up goes first, for it came first.

        Args:
            work: Calls a verb; runs on another thread, after all changes before it.
            then: Gets what it returns, once everybody knows of the change.
            failed: Gets the error, in place of the page's notice.
            words: What was kept of it while it was typed; forgotten as soon as the project has it.
        """
        if self._is_closed:  # something long has ended after everybody left
            return
        self.try_again()
        self._writing += 1
        self._turns = {True: None, False: None}  # not known until it is done
        self.saved.emit(False)

        def work_and_forget() -> Any:
            result = work()
            if words is not None:
                self.unsaved.drop(words)
            return result

        def done(result: Any) -> None:
            self._settle()
            self._refusals.forget()  # also where nothing is told: what was read can be confirmed
            change = result if isinstance(result, Change) else getattr(result, "change", None)
            if isinstance(change, Change) and change:
                self._tell(change)
            elif isinstance(change, Change) and change.told and isValid(self):
                self.changed_outside.emit()  # it has no effects, and may be about anything
            if then is not None:
                then(result)

        def refused(error: BaseException) -> None:
            if isinstance(error, (DiskError, ProjectBusyError)):
                self._held_up.append((work_and_forget, then, failed))
            self._settle()
            (failed or self.report)(naming(error, self.project_state, self.project))

        self.bridge.write(work_and_forget, done, refused)

    def fetch(
        self,
        work: Callable[[], Any],
        then: Callable[[Any], None],
        failed: Failed | None = None,
        *,
        owner: QObject,
        slot: str = "",
    ) -> None:
        """Fetches something from the project; errors are told where ``failed`` is None."""
        if not self._is_closed:
            self.bridge.read(work, then, failed or self.report, owner=owner, slot=slot)

    def try_again(self) -> None:
        """Does again, in their order, what a full disk or another program kept from being done."""
        held_up, self._held_up = self._held_up, []
        for work, then, failed in held_up:
            self.perform(work, then, failed)

    def undo(self, *, task_id: str | None = None, change_id: str | None = None) -> None:
        """Takes back the person's newest change, or the one named."""
        self._turn(undo, task_id, change_id, back=True)

    def redo(self, *, task_id: str | None = None, change_id: str | None = None) -> None:
        """Does again what was undone last, or the one named."""
        self._turn(redo, task_id, change_id, back=False)

    def why_not(
        self, command: Command[Any], known: Callable[[], Mapping[str, Any]] = dict
    ) -> Callable[[], str | None]:
        """What says why a command would be refused now, with what is then chosen for it."""
        return lambda: self._refusals.why(command, known())

    def _explained(self, error: XpertError) -> str:
        named = naming(error, self.project_state, self.project)
        return explained(named) if isinstance(named, XpertError) else ""

    def why_no_undo(self) -> str:
        """Why there is nothing to undo now; empty where there is, or until that is known."""
        return explained(error) if (error := self._turns[True]) else ""

    def why_no_redo(self) -> str:
        """Why there is nothing to do again now; likewise."""
        return explained(error) if (error := self._turns[False]) else ""

    def _look_what_turns(self) -> None:
        ctx = self.ctx
        self.fetch(
            lambda: {back: turn_refusal(ctx, back=back) for back in (True, False)},
            lambda found: setattr(self, "_turns", found),
            lambda _: None,
            owner=self,
            slot="turns",
        )

    def keep(self, words: CutOffText) -> None:
        """Keeps words that are being typed."""
        if not self.project.read_only:
            self.bridge.write(lambda: self.unsaved.keep(words))

    def drop(self, words: CutOffText) -> None:
        """Forgets words that the project has."""
        if self.bridge.is_closed:
            # The last change came back while the program was ending.
            self.unsaved.drop(words)
        else:
            self.bridge.write(lambda: self.unsaved.drop(words))

    def close(self) -> None:
        """Waits until everything is written, and closes the project."""
        self._is_closed = True
        self.runs.stop()
        self._timer.stop()
        self.bridge.finish_changes()
        self.finder.close()
        self.project.close()

    def _turn(
        self, verb: Callable[..., Change], task_id: str | None, change_id: str | None, *, back: bool
    ) -> None:
        self.perform(
            lambda: verb(self.ctx, task_id=task_id, change_id=change_id),
            lambda change: self.turned.emit(change, back),
        )

    def _settle(self) -> None:
        self._writing -= 1
        # The last change may come back after everybody left.
        if self._writing == 0 and isValid(self):
            self.saved.emit(True)
            self._look_what_turns()

    def _tell(self, change: Change) -> None:
        if isValid(self):
            self._own_events += 1
            is_import = change.command == IMPORT  # it has no edits, and may be about anything
            if is_import or any(edit.kind in {"person", "project"} for edit in change.edits):
                self.refresh_project_state()
            self.changed.emit(change)
            if is_import:
                self.changed_outside.emit()

    def refresh_project_state(self) -> None:
        """Reads rules and people anew."""

        def take(project_state: ProjectState) -> None:
            is_same = replace(project_state, pulse=self.project_state.pulse) == self.project_state
            self.project_state = project_state
            if not is_same:
                self.project_state_changed.emit()

        self.fetch(lambda: look_around(self.project), take, owner=self, slot="project_state")

    def _feel_pulse(self) -> None:
        if self._writing:
            return
        own = self._own_events

        def felt(pulse: int) -> None:
            if self._writing or own != self._own_events:
                return  # something was done meanwhile: the next beat tells
            is_news = pulse > self._pulse + own
            self._pulse, self._own_events = pulse, 0
            if is_news:
                self.changed_outside.emit()

        self.bridge.read(
            lambda: pulse_of(self.project), felt, lambda _: None, owner=self, slot="pulse"
        )

    def report(self, error: BaseException) -> None:
        """Tells what was refused on the notice, while the project is open; all else is a crash."""
        if not isinstance(error, XpertError):
            self.bridge.crashed.emit(error)
        elif isValid(self):
            self.refused.emit(error)


def _search_folder() -> Path:
    from platformdirs import user_cache_path

    return user_cache_path("xpert-studio") / "search"
