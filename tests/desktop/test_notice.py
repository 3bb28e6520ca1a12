"""The notice: one line at the bottom right that covers nothing and goes when its cause is gone."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QRect
from PySide6.QtWidgets import QApplication, QLabel, QMenu, QStatusBar
from pytestqt.qtbot import QtBot

from tests.desktop.hands import Hands
from tests.workflow.studio import Studio
from xpert_studio.core.errors import DiskError, StageError
from xpert_studio.core.workflow import change_brief
from xpert_studio.desktop.widgets.notice import Notice

LONG = "The project could not be written, because the disk is full. " * 8


@pytest.fixture
def foot(qtbot: QtBot) -> QStatusBar:
    made = QStatusBar()
    qtbot.addWidget(made)
    Notice().stand_in(made)
    made.resize(700, made.sizeHint().height())
    made.show()
    return made


@pytest.fixture
def notice(foot: QStatusBar) -> Notice:
    return foot.findChild(Notice)


def test_it_stands_at_the_right_end_and_changes_no_height(foot: QStatusBar, notice: Notice) -> None:
    before = foot.sizeHint().height()
    notice.say("Saved.\nIn two lines.", "good", act="Undo", run=lambda: None)
    QApplication.processEvents()
    assert foot.sizeHint().height() == before
    assert foot.rect().contains(notice.geometry())
    assert foot.width() - notice.geometry().right() < 12
    assert notice.width() < foot.width() / 2


def test_what_does_not_fit_is_shown_whole_on_request(notice: Notice) -> None:
    notice.say(LONG, "bad")
    QApplication.processEvents()
    assert notice.text == LONG
    assert notice._whole.isVisible()
    notice._whole.click()
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    assert LONG.strip() in {label.text().strip() for label in menu.findChildren(QLabel)}
    menu.actions()[-1].trigger()
    assert QApplication.clipboard().text() == LONG
    menu.close()
    notice.say("Short.", "bad")
    QApplication.processEvents()
    assert not notice._whole.isVisible()


def test_an_error_goes_with_the_next_change_and_with_the_page(hands: Hands, studio: Studio) -> None:
    studio.rubric()
    hands.open(studio.project.path, "wei")
    hands.go("task", task_id="t1", tab="brief")
    hands.window.shell.tell(StageError("This cannot be done now."))
    assert hands.notice
    hands.go("task", task_id="t1", tab="rubric")
    assert not hands.notice

    hands.window.shell.tell(StageError("This cannot be done now."))
    hands.window.session.undo()
    hands.settle()
    assert "Undone" in hands.notice


def test_a_full_disk_is_told_until_everything_is_saved(
    hands: Hands, studio: Studio, monkeypatch: pytest.MonkeyPatch
) -> None:
    studio.brief()
    hands.open(studio.project.path, "wei")
    hands.go("task", task_id="t1", tab="brief")
    session, full = hands.window.session, [True]

    def write() -> object:
        if full:
            raise DiskError("The disk is full.")
        return change_brief(session.ctx, "t1", title="A lease")

    session.perform(write)
    hands.settle()
    assert "disk is full" in hands.notice
    assert hands.reads("Not everything is saved yet")
    hands.go("home")
    assert "disk is full" in hands.notice, "it does not go with the page"
    full.clear()
    hands.window.notice._act.click()
    hands.settle()
    assert not hands.notice
    assert hands.reads("All changes saved")


def test_nothing_of_a_page_is_under_it(hands: Hands, studio: Studio) -> None:
    hands.open(studio.project.path, "wei")
    window = hands.window
    window.shell.tell(StageError(LONG))
    hands.settle()
    place = QRect(window.notice.mapTo(window, QPoint()), window.notice.size())
    pages = QRect(window.pages.mapTo(window, QPoint()), window.pages.size())
    assert not place.intersects(pages)
    assert place.width() < window.width() * 0.9
