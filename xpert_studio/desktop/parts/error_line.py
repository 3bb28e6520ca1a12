"""A line beside the controls that says why what they asked for was refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Concatenate, Final, ParamSpec

from PySide6.QtCore import Signal
from shiboken6 import isValid

from xpert_studio.desktop.parts.labels import Words as Label
from xpert_studio.desktop.session import Session
from xpert_studio.desktop.unsaved import Words
from xpert_studio.desktop.wording import explained
from xpert_studio.errors import DiskError, ProjectBusyError, XpertError
from xpert_studio.workflow import Desk

P = ParamSpec("P")
_LISTED: Final = 3
"""So many of several things that are missing are listed."""


class ErrorLine(Label):
    """Hidden while nothing was refused; goes with the next change of the project.

    Signals:
        refused: Something was refused, and is said here.
    """

    refused = Signal()

    def __init__(self, session: Session) -> None:
        super().__init__("bad", wrap=True, parent=None)
        self.setProperty("kind", "bad")
        self._session = session
        session.changed.connect(self._forget)
        self.hide()

    def do(
        self, verb: Callable[Concatenate[Desk, P], Any], *args: P.args, **kwargs: P.kwargs
    ) -> None:
        """Does a verb; see ``Session.do``."""
        self.perform(lambda: verb(self._session.desk, *args, **kwargs))

    def perform(
        self,
        work: Callable[[], Any],
        then: Callable[[Any], None] | None = None,
        *,
        words: Words | None = None,
    ) -> None:
        """Does something that changes the project; see ``Session.perform``."""
        self.say("")
        self._session.perform(work, then, self.tell, words=words)

    def tell(self, error: BaseException) -> None:
        """Says why something was refused; what concerns the whole program goes to the notice."""
        here = isinstance(error, XpertError) and not isinstance(error, DiskError | ProjectBusyError)
        if not here or not isValid(self):
            self._session.refused.emit(error)
            return
        self.say(" ".join(explained(error, listed=_LISTED).splitlines()))
        self.refused.emit()

    def _forget(self) -> None:
        self.say("")
