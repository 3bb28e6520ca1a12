"""Plans what the form asks for, off the window's thread: the newest request, one at a time."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QObject, QTimer, Signal

from xpert_studio.desktop.session import Session
from xpert_studio.judge.composing import Composed, compose
from xpert_studio.judge.request import ScoreRequest

_TYPING_MS: Final = 250


class Planner(QObject):
    """Plans.

    Signals:
        planned: What the newest request comes to; the ``Composed``.
        failed: Planning itself failed; the error.
    """

    planned = Signal(object)
    failed = Signal(object)

    def __init__(self, session: Session, parent: QObject) -> None:
        super().__init__(parent)
        self._session = session
        self._wanted: ScoreRequest | None = None
        self._is_busy = False
        self._soon = QTimer(self, singleShot=True, interval=_TYPING_MS)
        self._soon.timeout.connect(self._plan)

    def want(self, request: ScoreRequest | None) -> None:
        """Plans this request as soon as nobody types; None plans nothing any more."""
        self._wanted = request
        if request is None:
            self._soon.stop()
        else:
            self._soon.start()

    def _plan(self) -> None:
        request = self._wanted
        if request is None or self._is_busy:
            return
        self._is_busy = True
        project, now = self._session.project, self._session.desk.clock

        def done(found: Composed) -> None:
            self._is_busy = False
            if self._wanted is request:
                self.planned.emit(found)
            elif self._wanted is not None:
                self._plan()

        def failed(error: BaseException) -> None:
            self._is_busy = False
            if self._wanted is request:
                self.failed.emit(error)
            else:
                self._plan()

        self._session.fetch(lambda: compose(project, request, now=now()), done, failed, owner=self)
