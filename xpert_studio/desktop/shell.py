"""What every page may use of the window around it: the session, ways to other places, notices."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from xpert_studio.core.errors import DiskError, ProjectBusyError, XpertError
from xpert_studio.core.wording import explained, t
from xpert_studio.desktop.actions import ActionBook
from xpert_studio.desktop.bridge import Bridge
from xpert_studio.desktop.places import Place
from xpert_studio.desktop.prefs import Prefs
from xpert_studio.desktop.session import Session
from xpert_studio.desktop.widgets.notice import Notice
from xpert_studio.desktop.widgets.wiring import wire


class Shell(QObject):
    """Handed to every page.

    Attributes:
        go: Goes to a place.
        enter: Goes to a page of the rail: to the one of its pages where the person was last, or
            works first.
        refine: Remembers what is looked at in the place where one is.
        say: Shows a notice; see ``Notice.say``.

    Signals:
        rebuild: Theme, language or text size changed: the window is made anew.
    """

    rebuild = Signal()

    def __init__(
        self,
        session: Session,
        prefs: Prefs,
        book: ActionBook,
        notice: Notice,
        parent: QWidget,
        *,
        go: Callable[[Place], None],
        enter: Callable[[str], None],
        refine: Callable[[Place], None],
    ) -> None:
        super().__init__(parent)
        self.session = session
        self.prefs = prefs
        self.book = book
        self.notice = notice
        self.window = parent
        self.go, self.enter, self.refine, self.say = go, enter, refine, notice.say
        self.place = Place("home")
        self._held_up = ""
        wire((session.refused, self.tell), (session.saved, self._tell_saved))

    @property
    def bridge(self) -> Bridge:
        """The one door for background work."""
        return self.session.bridge

    def tell(self, error: BaseException) -> None:
        """Shows an error: what happened and what to do; trying again where that may help."""
        if isinstance(error, (DiskError, ProjectBusyError)):
            self._held_up = (
                f"{explained(error)} {t('Nothing of it is lost while this window stays open.')}"
            )
            self.say(
                self._held_up, "bad", act=t("Try again"), run=self.session.try_again, stays=True
            )
        elif isinstance(error, XpertError):
            self.say(explained(error), "bad")
        else:
            self.bridge.crashed.emit(error)

    def _tell_saved(self, saved: bool) -> None:
        """Takes the error back once what was held up is saved."""
        if saved and not self.session.is_held_up and self.notice.text == self._held_up:
            self.notice.hide()


class ShellWidget(QWidget):
    """A part of the window that may use the window around it."""

    def __init__(self, shell: Shell) -> None:
        super().__init__()
        self.shell = shell
        self.session = shell.session
