"""Plans what the form asks for, off the window's thread: the newest request, one at a time."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QObject, Signal

from xpert_studio.core.judge.providers.registry import is_fitted
from xpert_studio.core.judge.request import ScoreRequest
from xpert_studio.core.judge.run_preflight import Composed, Composing
from xpert_studio.core.wording import t
from xpert_studio.desktop.session import Session
from xpert_studio.desktop.widgets.wiring import later

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
        self._models, self._embedded = (Composing(session.project) for _ in range(2))
        self._busy: set[Composing] = set()
        self.soon = later(self, _TYPING_MS, self._plan)

    def want(self, request: ScoreRequest | None) -> None:
        """Plans this request as soon as typing stops; None plans nothing any more."""
        self._wanted = request
        if request is not None:
            self.soon.start()
            return
        self.soon.stop()
        for lane in {self._models, self._embedded} - self._busy:
            lane.forget()

    def _plan(self) -> None:
        request = self._wanted
        if request is None:
            return
        is_embedded = any(map(is_fitted, (request.provider, *request.others)))
        lane = self._embedded if is_embedded else self._models
        if lane in self._busy:  # it looks again when it is done
            return
        self._busy.add(lane)
        now = self._session.ctx.clock

        def work() -> Composed:
            return lane.compose(request, now=now())

        def done(composed: Composed) -> None:
            self._busy.remove(lane)
            self._take(request, composed)

        def failed(error: BaseException) -> None:
            self._busy.remove(lane)
            if self._wanted is request:
                self.failed.emit(error)

        if is_embedded:
            self._session.bridge.start(
                t("Preparing the built-in judge"), lambda _: work(), done, failed, owner=self
            )
        else:
            self._session.fetch(work, done, failed, owner=self)

    def _take(self, request: ScoreRequest, composed: Composed) -> None:
        if self._wanted is request:
            self.planned.emit(composed)
        elif self._wanted is not None and not self.soon.isActive():
            self._plan()
