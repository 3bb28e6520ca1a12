"""A window on the small project of the workflow tests, at work as one of its people."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.desktop.rest import come_to_rest
from tests.workflow.studio import Studio
from xpert_studio.core.language import CONFIG_VARIABLE
from xpert_studio.core.wording import speak
from xpert_studio.core.workflow.views import ProjectState, look_around
from xpert_studio.desktop.bridge import Bridge
from xpert_studio.desktop.look import set_scale, set_theme
from xpert_studio.desktop.look.style_sheet import dress
from xpert_studio.desktop.pages.base import Page
from xpert_studio.desktop.places import Place
from xpert_studio.desktop.prefs import Prefs
from xpert_studio.desktop.session import Session
from xpert_studio.desktop.window import MainWindow


class QuietOffice:
    """An application that does nothing when it is asked."""

    def __getattr__(self, name: str):
        return lambda *_: None


class Room:
    """Studio, session and window, and how a test waits for them."""

    def __init__(self, qtbot: QtBot, studio: Studio, person_id: str) -> None:
        self.qtbot = qtbot
        self.studio = studio
        self.bridge = Bridge()
        self.crashes: list[BaseException] = []
        self.bridge.crashed.connect(self.crashes.append)
        self.session = Session(studio.project, person_id, self.bridge)
        self.prefs = Prefs.load()
        self.window = MainWindow(self.session, self.prefs, QuietOffice())
        self.window.resize(1280, 840)
        self.window.show()
        self.window.activateWindow()
        qtbot.waitUntil(self.window.isActiveWindow)

    def go(self, page: str, **place: str) -> Page:
        """Shows a place, and waits until all is there."""
        self.window.go(Place(page, **place))
        self.settle()
        return self.window.page(page)

    def settle(self) -> None:
        """Waits until nothing is under way and everything is shown."""
        come_to_rest(self.bridge)

    def leave(self) -> None:
        """Closes everything."""
        self.settle()
        self.window.close()
        self.settle()
        self.session.close()
        self.window.deleteLater()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        self.bridge.close()

    @property
    def project_state(self) -> ProjectState:
        """Rules and people as the project file has them."""
        return look_around(self.studio.project)

    @property
    def notice(self) -> str:
        """What the window tells; empty where it tells nothing."""
        return self.window.notice.text if self.window.notice.isVisible() else ""


@contextmanager
def room_of(
    qtbot: QtBot,
    folder: Path,
    person_id: str = "lena",
    lead: Callable[[Studio], object] = lambda _: None,
) -> Iterator[Room]:
    """A room in which a person works; whatever crashed in it fails the test.

    Args:
        qtbot: Waits.
        folder: Where the project and the preferences are.
        person_id: Who works.
        lead: What has been done in the project before.
    """
    before = os.environ.get(CONFIG_VARIABLE)
    os.environ[CONFIG_VARIABLE] = str(folder / "config")
    QApplication.setStyle("Fusion")
    speak("en")
    set_scale(100)
    dress(QApplication.instance(), set_theme("light"))
    studio = Studio(folder / "studio.xpert")
    studio.through(lead)
    room = Room(qtbot, studio, person_id)
    try:
        yield room
        assert not room.crashes
    finally:
        room.leave()
        os.environ.pop(CONFIG_VARIABLE)
        if before is not None:
            os.environ[CONFIG_VARIABLE] = before
