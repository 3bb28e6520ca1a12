"""The notice over the foot of the page."""

from __future__ import annotations

from PySide6.QtWidgets import QStackedWidget, QWidget

from xpert_studio.desktop.parts.notice import Notice


def test_a_notice_stays_above_the_page_that_is_turned_to(qtbot):
    """The next page covered what had just been said."""
    pages, first, second = QStackedWidget(), QWidget(), QWidget()
    qtbot.addWidget(pages)
    pages.addWidget(first)
    pages.addWidget(second)
    notice = Notice()
    notice.float_over(pages)
    pages.resize(900, 500)
    pages.show()
    notice.say("The disagreement is settled.", "good")
    pages.setCurrentWidget(second)
    assert pages.children()[-1] is notice
    assert pages.childAt(notice.geometry().center()) in (notice, *notice.findChildren(QWidget))
