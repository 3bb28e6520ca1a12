"""The sidebar and the menus reach everything in small windows and at large text sizes."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtWidgets import (
    QAbstractScrollArea,
    QApplication,
    QLabel,
    QLineEdit,
    QMenu,
    QToolButton,
    QWidget,
)
from pytestqt.qtbot import QtBot

from tests.desktop.hands import Hands
from tests.sampling import some
from tests.workflow.studio import Studio
from xpert_studio.core.records import Task
from xpert_studio.core.store import entities
from xpert_studio.core.wording import t
from xpert_studio.desktop.look import px
from xpert_studio.desktop.pages import pages
from xpert_studio.desktop.widgets.layouts import column
from xpert_studio.desktop.widgets.scrolling import FittedScroll, PageScroll, scrolled
from xpert_studio.desktop.widgets.side_splitter import SideSplitter

SIZES = [(1280, 720), (1360, 880)]
LOOKS = [("en", 100), ("zh", 100), ("en", 150), ("zh", 150)]


@pytest.fixture(params=[(size, look) for size in SIZES for look in LOOKS], ids=str)
def window(request, hands: Hands, studio: Studio):
    size, (language, text_size) = request.param
    hands.dress(language=language, text_size=text_size)
    made = hands.open(studio.project.path, "lena")
    made.resize(*size)
    hands.settle()
    return made


def _place(widget: QWidget, on: QWidget) -> QRect:
    return QRect(widget.mapTo(on, QPoint()), widget.size())


def test_the_window_is_no_larger_than_the_screen(window, request) -> None:
    size, _ = request.node.callspec.params["window"]
    assert (window.width(), window.height()) == size


def test_every_place_is_seen_in_the_sidebar_without_scrolling(window, hands: Hands) -> None:
    sidebar = window.sidebar
    sidebar.arrange({entry.in_rail for entry in pages()})
    hands.settle()
    assert not sidebar.findChildren(QAbstractScrollArea)
    lines = [*sidebar._buttons.values(), sidebar.person]
    for one, other in pairwise(lines):
        assert one.geometry().bottom() < other.geometry().top(), "no line covers another"
        assert one.height() >= one.fontMetrics().height()
    for entry in pages():
        if entry.part:
            button = sidebar._buttons[entry.id]
            assert sidebar.rect().contains(_place(button, sidebar)), entry.id
            assert button.sizeHint().width() <= button.width(), entry.id


def test_the_pages_of_a_place_are_reached_beside_the_search(window, hands: Hands) -> None:
    for page in ("project", "publish", "alignment"):
        hands.go(page)
        bar = window.tabs
        assert bar.isVisible()
        assert window.bar.rect().contains(_place(bar, window.bar))
        assert not _place(bar, window.bar).intersects(_place(window.search, window.bar))
        assert bar.width() >= bar.sizeHint().width(), "no tab is cut to make room for the search"


def test_every_menu_is_reached(window, hands: Hands) -> None:
    bar = window.menuBar()
    assert not bar.findChild(QToolButton, "qt_menubar_ext_button").isVisible()
    shown = bar.actions()
    assert all(bar.rect().contains(bar.actionGeometry(action)) for action in shown)
    inside = [action for action in shown[-1].menu().actions() if action.menu() is not None]
    reached = {action.menu() for action in [*shown, *inside]}
    assert set(bar._menus) <= reached
    letter = shown[-1].text().partition("&")[2][0].upper()
    hands.key(f"Alt+{letter}", window)
    hands.until(lambda: isinstance(QApplication.activePopupWidget(), QMenu))
    assert QApplication.activePopupWidget() is shown[-1].menu()
    QApplication.activePopupWidget().close()


def test_pages_without_words_are_named_by_their_hints(window) -> None:
    for entry in pages():
        if entry.part:
            button = window.sidebar._buttons[entry.id]
            is_compact = button.toolButtonStyle() is Qt.ToolButtonStyle.ToolButtonIconOnly
            assert button.accessibleName().startswith(t(entry.place_title))
            assert button.toolTip() == (t(entry.place_title) if is_compact else "")


def test_from_one_form_to_all_of_them_and_back(hands: Hands, studio: Studio) -> None:
    (response_id,) = studio.answered()
    studio.judged(response_id, "maria")
    hands.open(studio.project.path, "lena")
    hands.go("judging", task_id="t1", item=response_id, expert_id="maria")
    hands.click("Side by side")
    hands.settle()
    assert hands.page.beside.empty.hasFocus()
    hands.click("One form")
    hands.settle()
    assert hands.page.confirming.lines.hasFocus()


@pytest.mark.parametrize("size", [100, 150])
def test_the_title_of_a_form_to_confirm_has_two_lines_at_most(
    hands: Hands, studio: Studio, size: int
) -> None:
    (response_id,) = studio.answered()
    studio.judged(response_id, "maria")
    with studio.project.writing() as tx:
        named = entities.find(tx, Task, "t1").model_copy(update={"title": "May it carry? " * 8})
        entities.put(tx, named)
    made = hands.open(studio.project.path, "lena")
    hands.dress(text_size=size)
    hands.go("judging", task_id="t1", item=response_id, expert_id="maria")
    for width in (1360, 1000):
        made.resize(width, 760)
        hands.settle()
        title = hands.page.confirming.title
        assert title.height() < 3 * title.fontMetrics().lineSpacing()
        assert title.text().endswith("judged by Maria")
        assert "Response A, judged by Maria" in title.accessibleName()
        assert (title.toolTip() != "") == (title.text() != title.accessibleName())


def test_a_page_scrolls_where_it_is_too_high_and_follows_the_focus(
    hands: Hands, sample: Path
) -> None:
    hands.dress(text_size=150)
    window = hands.open(sample, "senior-okafor")
    window.resize(1280, 720)
    hands.go("task", task_id="med-warfarin-zh", tab="review")
    scroll = window.centralWidget().findChild(PageScroll)
    bar, note = scroll.verticalScrollBar(), hands.panel.spot_foot.form.findChild(QLineEdit)
    hands.panel.table.setFocus()
    bar.setValue(0)
    assert bar.maximum() > 0
    assert not scroll.viewport().rect().intersects(_place(note, scroll.viewport()))
    note.setFocus()
    assert scroll.viewport().rect().contains(_place(note, scroll.viewport()))
    hands.go("home")
    assert bar.value() == bar.maximum() == 0
    window.resize(1280, 1100)
    hands.go("task", task_id="med-warfarin-zh", tab="review")
    assert bar.maximum() == 0


def test_a_new_run_scrolls_as_one_where_form_and_estimate_stand_below_each_other(
    hands: Hands, sample: Path
) -> None:
    window = hands.open(sample, "lead-moreau")
    hands.go("runs", tab="new")
    parts = window.pages.currentWidget().composer.findChildren(FittedScroll)
    page = window.centralWidget().findChild(PageScroll)
    for width, is_narrow in ((1280, False), (860, True), (1280, False)):
        window.resize(width, 720)
        hands.settle()
        assert (page.verticalScrollBar().maximum() > 0) == is_narrow
        assert any(part.verticalScrollBar().maximum() for part in parts) != is_narrow


def test_nothing_is_cut_and_work_has_room_below_its_list_in_large_letters(
    hands: Hands, sample: Path
) -> None:
    hands.dress(text_size=150)
    window = hands.open(sample, "lead-moreau")
    window.resize(1280, 720)
    scroll = window.centralWidget().findChild(PageScroll)
    for page, least in (
        ("probes", (100, 200)),
        ("publish", (100, 200)),
        ("search", (130, 130)),
    ):
        hands.go(page, item="notice" if page == "search" else "")
        (both,) = hands.seen(SideSplitter)
        assert both.orientation() is Qt.Orientation.Vertical
        found = zip(both.sizes(), map(px, least), strict=True)
        assert all(high >= wanted for high, wanted in found), (page, both.sizes())
    hands.go("runs", tab="new")
    assert hands.page.width() <= scroll.viewport().width()
    hands.go("alignment", tab="overview")
    part = hands.page.tabs.overview
    window.go(part.place_of(part.model.key_at(0)).place())
    hands.settle()
    assert hands.page.width() <= scroll.viewport().width()


def test_a_page_has_no_scroll_bar_where_all_of_it_fits(hands: Hands, sample: Path) -> None:
    """Texts that would be broken into many lines in a narrower window need no room for them."""
    window = hands.open(sample, "lead-moreau")
    window.resize(1280, 800)
    hands.go("alignment", tab="overview")
    assert hands.page.figures.verticalScrollBar().maximum() == 0
    window.resize(1280, 640)
    hands.settle()
    assert hands.page.figures.verticalScrollBar().maximum() > 0


@pytest.mark.parametrize("tab", some(["figures", "datasheet", "time"], 1))
def test_what_scrolls_in_a_tab_does_not_make_the_page_scroll(
    hands: Hands, sample: Path, tab: str
) -> None:
    window = hands.open(sample, "lead-moreau")
    window.resize(1280, 800)
    hands.go("alignment", tab=tab)
    assert hands.page.figures.verticalScrollBar().maximum() == 0


def test_what_changed_while_it_was_hidden_has_its_room_when_it_is_shown(qtbot: QtBot) -> None:
    inside, around = QWidget(), QWidget()
    line = QLabel("A line.", parent=inside)
    line.setFixedHeight(900)
    column(line, on=inside)
    area = scrolled(inside)
    column(area, on=around)
    qtbot.addWidget(around)
    around.resize(400, 300)
    around.show()
    assert area.verticalScrollBar().maximum() > 0
    area.hide()
    line.setFixedHeight(20)
    area.show()
    assert area.verticalScrollBar().maximum() == 0
