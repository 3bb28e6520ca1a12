"""Watches all runs of a project, the person who started them, and starts those of this window.

A run is carried out by its own process; what it has decided, and how far it is, is read from
the project file, never from the process. So the window shows the same of a run that the command
line began.
"""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, Signal

from xpert_studio.core.errors import ProjectFileError, XpertError
from xpert_studio.core.records import RunRequest
from xpert_studio.core.workflow import CommandContext, give_up, steer
from xpert_studio.core.workflow.views.runs import WatchedRun, watch_runs
from xpert_studio.desktop.bridge import Bridge, Failed, Then
from xpert_studio.desktop.prefs import state_folder
from xpert_studio.desktop.widgets.wiring import every

if TYPE_CHECKING:
    from xpert_studio.core.judge.request import ScoreRequest
    from xpert_studio.core.judge.run_worker import Launch

_BUSY_MS: Final = 500
_IDLE_MS: Final = 1500
_WORDS: Final = "runs"
"""The folder in which processes leave what they say."""
Perform = Callable[[Callable[[], object], Then, Failed], None]


class RunWatch(QObject):
    """The runs of an open project.

    Args:
        ctx: The project and the clock.
        bridge: For what is looked at.
        perform: Does something that changes the project, as ``Session.perform``.
        parent: What it ends with.

    Signals:
        changed: How the runs stand has changed; ``seen`` is new.
        ended: A run has ended while it was watched; the ``WatchedRun``.
        failed: A run could not be carried out; the error.

    Attributes:
        seen: All runs as they stood last, the newest first; None before anybody has looked.
        starting: Runs whose process is on its way to begin.
    """

    changed = Signal()
    ended = Signal(object)
    failed = Signal(object)

    def __init__(
        self, ctx: CommandContext, bridge: Bridge, perform: Perform, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._ctx = ctx
        self._project, self._now = ctx.project, ctx.clock
        self._bridge = bridge
        self._perform = perform
        self.seen: tuple[WatchedRun, ...] | None = None
        self.starting: list[Launch] = []
        self._launches: list[Launch] = []
        self._timer = every(self, _IDLE_MS, self.look)
        bridge.read(_forget_old_words, lambda _: None, lambda _: None)
        self.look()

    @property
    def runs(self) -> tuple[WatchedRun, ...]:
        """All runs as they stood last."""
        return self.seen or ()

    @property
    def going(self) -> list[WatchedRun]:
        """Those that a process is working on."""
        return [item for item in self.runs if item.is_going]

    @property
    def own(self) -> list[WatchedRun]:
        """Those of them that this window started."""
        mine = {item.process for item in self._launches}
        return [item for item in self.going if item.standing.process in mine]

    @property
    def resumable(self) -> list[WatchedRun]:
        """Those that broke off, or were stopped to be taken up another time."""
        return [item for item in self.runs if item.waits_to_be_resumed]

    def look(self) -> None:
        """Looks how the runs stand."""
        project, now = self._project, self._now
        self._bridge.read(
            lambda: watch_runs(project, now=now()),
            self._take,
            self._unreadable,
            owner=self,
            slot="runs",
        )

    def stop(self) -> None:
        """Watches no more; processes go on."""
        self._timer.stop()

    def _take(self, seen: tuple[WatchedRun, ...]) -> None:
        before, self.seen = self.seen, seen
        problems = self._look_after_launches()
        self._timer.setInterval(_BUSY_MS if self.going or self.starting else _IDLE_MS)
        if before != seen:
            self.changed.emit()
        was = {item.run.id: item for item in before or ()}
        for item in seen if before is not None else ():
            if _has_ended(was.get(item.run.id), item):
                self.ended.emit(item)
        for problem in problems:
            self.failed.emit(problem)

    def _look_after_launches(self) -> list[XpertError]:
        """Forgets processes whose runs are seen to have ended; their problems are said last."""
        begun = {item.standing.process for item in self.runs}
        going = {item.standing.process for item in self.going}
        problems = []
        waiting = [item for item in self.starting if item.process not in begun]
        for item in list(self._launches):
            if item.is_over and item.process not in going:
                self._launches.remove(item)
                waiting = [other for other in waiting if other is not item]
                if item.problem is not None:
                    problems.append(item.problem)
        if waiting != self.starting:
            self.starting = waiting
            self.changed.emit()
        return problems

    def _unreadable(self, error: BaseException) -> None:
        # The project's own pages tell what is wrong with its file; this would say it twice a second.
        if not isinstance(error, ProjectFileError):
            self._bridge.crashed.emit(error)

    def start(self, request: ScoreRequest, then: Callable[[], object] | None = None) -> None:
        """Starts a run; ``then`` is called once its process is there."""
        path = self._project.path

        def begin() -> Launch:
            from xpert_studio.core.judge.run_worker import launch

            return launch(path, request, state_folder(_WORDS))

        def begun(made: Launch) -> None:
            self._launches.append(made)
            self.starting = [*self.starting, made]
            self._timer.setInterval(_BUSY_MS)
            self.changed.emit()
            self.look()
            if then is not None:
                then()

        self._bridge.write(begin, begun, self._refused)

    def start_again(self, run_id: str, then: Callable[[], object] | None = None) -> None:
        """Takes a run up again: what broke off, what failed, or what has changed since."""
        self.find_request(run_id, lambda request: self.start(request, then))

    def find_request(self, run_id: str, then: Callable[[ScoreRequest], None]) -> None:
        """Finds the request that a run came of, as far as it was kept."""
        project, now = self._project, self._now

        def find() -> ScoreRequest:
            from xpert_studio.core.judge.request import request_again

            return request_again(project, run_id, now=now())

        self._bridge.read(find, then, self._refused, owner=self)

    def ask(self, run_id: str, request: RunRequest) -> None:
        """Asks a run for something."""
        self._perform(
            lambda: steer(self._ctx, run_id, request), lambda _: self.look(), self._refused
        )

    def withdraw(self, run_id: str) -> None:
        """Has a run that is posted cancelled at its provider, by a process of its own."""
        self._perform(
            lambda: steer(self._ctx, run_id, RunRequest.CANCEL),
            lambda _: self.start_again(run_id),
            self._refused,
        )

    def give_up(self, run_id: str) -> None:
        """Ends a run that broke off for good."""
        self._perform(lambda: give_up(self._ctx, run_id), lambda _: self.look(), self._refused)

    def _refused(self, error: BaseException) -> None:
        if isinstance(error, XpertError):
            self.failed.emit(error)
        else:
            self._bridge.crashed.emit(error)


def _has_ended(before: WatchedRun | None, now: WatchedRun) -> bool:
    """Whether a run has ended between two looks, even one that was not seen running."""
    is_new = before is None or before.is_going or before.run.ended_at != now.run.ended_at
    return is_new and not now.is_going


def _forget_old_words() -> None:
    """Takes away what processes of windows that are long gone have left."""
    week = 7 * 24 * 3600
    with suppress(OSError):
        for folder in state_folder(_WORDS).iterdir():
            if time.time() - folder.stat().st_mtime > week:
                shutil.rmtree(folder, ignore_errors=True)
