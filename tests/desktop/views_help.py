"""A window on a real project, for one person, with nothing of the application around it."""

from __future__ import annotations

import os
import tempfile
from contextlib import contextmanager
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("XPERT_STUDIO_CONFIG", tempfile.mkdtemp())

from PySide6.QtWidgets import QApplication

from tests.built import built
from tests.desktop.rest import come_to_rest
from xpert_studio.core.exchange import import_bundle
from xpert_studio.core.records import ProjectInfo
from xpert_studio.core.store import ProjectFile
from xpert_studio.core.wording import speak
from xpert_studio.core.workflow.views.finding import Finder
from xpert_studio.desktop.bridge import Bridge
from xpert_studio.desktop.look import set_scale, set_theme
from xpert_studio.desktop.look.style_sheet import dress
from xpert_studio.desktop.places import Place
from xpert_studio.desktop.prefs import Prefs
from xpert_studio.desktop.session import Session
from xpert_studio.desktop.widgets.blocks_view import Footnotes
from xpert_studio.desktop.window import MainWindow

SAMPLE = Path(__file__).parents[1] / "samples" / "four_professions_before_graded.zip"
"""The sample as it was while all its checkpoints were met or not met."""


class FakeOffice:
    """Answers what a window asks of the application, and does nothing."""

    def recent(self):
        return []

    def __getattr__(self, name):
        return lambda *args: None


def sample(path: Path) -> ProjectFile:
    """The sample project as it was before it had graded checkpoints."""
    built("four professions", _make_sample).into(path.parent / "built")
    (path.parent / "built" / _NAME).rename(path)
    return ProjectFile.open(path)


_NAME = "sample.xpert"


def _make_sample(folder: Path) -> None:
    from datetime import UTC, datetime

    at = datetime(2026, 5, 4, 9, tzinfo=UTC)
    info = ProjectInfo(name="Four professions", created_at=at, canary="xpert-canary-views")
    with ProjectFile.create(folder / _NAME, info) as project:
        import_bundle(project, SAMPLE, now=at)


@contextmanager
def at_work(qtbot, project, person_id, place=None):
    """A shown window in which a person works; whatever goes wrong in the background fails."""
    speak("en")
    set_scale(100)
    dress(QApplication.instance(), set_theme("light"))
    bridge, crashes = Bridge(), []
    bridge.crashed.connect(crashes.append)
    session = Session(project, person_id, bridge)
    session.finder = Finder(project, None)
    window = MainWindow(session, Prefs(name="Somebody"), FakeOffice())
    window.resize(1280, 840)
    window.show()
    window.go(place or Place("home"))
    settle(qtbot, window)
    try:
        yield window
        settle(qtbot, window)
    finally:
        session._timer.stop()
        window.close()
        window.deleteLater()
        bridge.finish_changes()
        session.finder.close()
        bridge.close()
    assert crashes == []


def settle(qtbot, window):
    """Waits until nothing is under way, and what came has been shown."""
    come_to_rest(window.session.bridge)


def table_of(section):
    """The first table of a part that shows sections."""
    return section.asked.blocks.tables[0]


def footnotes(section):
    """What limits the figures of a part that shows sections; empty where nothing does."""
    found = (one for one in section.asked.blocks.shown if isinstance(one, Footnotes))
    return "\n".join(one.rest.text() for one in found)
