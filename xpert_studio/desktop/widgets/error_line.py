"""A line beside the controls that says why what they asked for was refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Concatenate, Final, ParamSpec

from shiboken6 import isValid

from xpert_studio.core.errors import DiskError, ProjectBusyError, XpertError
from xpert_studio.core.wording import explained
from xpert_studio.core.workflow import CommandContext
from xpert_studio.desktop.session import Session
from xpert_studio.desktop.unsaved import CutOffText
from xpert_studio.desktop.widgets.labels import BoundedLabel

P = ParamSpec("P")
Refused = Callable[[XpertError], object]
_LISTED: Final = 3
"""So many of several things that are missing are listed."""


class ErrorLine(BoundedLabel):
    """Hidden while nothing was refused; goes with the next change that is asked for elsewhere.

    What is refused after the page was left, or after it shows something else, goes to the notice.
    """

    def __init__(self, session: Session) -> None:
        super().__init__("bad", wrap=True, parent=None)
        self._session = session
        self._about = ""
        self._pending = 0
        self._told: list[str] = []
        session.changed.connect(self._forget)
        self.hide()

    def concern(self, about: str) -> None:
        """What the page shows now, by its id: another one takes back what was said."""
        if about != self._about:
            self._about = about
            self._tell([])

    def do(
        self, verb: Callable[Concatenate[CommandContext, P], Any], *args: P.args, **kwargs: P.kwargs
    ) -> None:
        """Does a verb; see ``Session.do``."""
        self.perform(lambda: verb(self._session.ctx, *args, **kwargs))

    def perform(
        self,
        work: Callable[[], Any],
        then: Callable[[Any], None] | None = None,
        refused: Refused | None = None,
        *,
        words: CutOffText | None = None,
    ) -> None:
        """Does something that changes the project.

        Args:
            work: As in ``Session.perform``, and so `then` and `words`.
            then: Gets what it returns.
            refused: Gets the error, where it is said here.
            words: What was kept of it while it was typed.
        """
        about = self._about
        if not self._pending:
            self._tell([])
        self._pending += 1

        def done(result: Any) -> None:
            self._pending -= 1
            if then is not None:
                then(result)

        def failed(error: BaseException) -> None:
            self._pending -= 1
            if self._belongs_here(error, about):
                assert isinstance(error, XpertError)
                self._tell([*self._told, " ".join(explained(error, listed=_LISTED).split())])
                if refused is not None:
                    refused(error)
            else:
                self._session.report(error)

        self._session.perform(work, done, failed, words=words)

    def _belongs_here(self, error: BaseException, about: str) -> bool:
        if not isinstance(error, XpertError) or isinstance(error, DiskError | ProjectBusyError):
            return False
        ground = self.parentWidget() if isValid(self) else None
        return ground is not None and ground.isVisible() and about == self._about

    def _forget(self) -> None:
        """What succeeds of several things at once takes nothing back of what was refused."""
        if not self._pending:
            self._tell([])

    def _tell(self, told: list[str]) -> None:
        self._told = told
        self.say("\n".join(told))
