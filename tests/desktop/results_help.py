"""The scored project in a window at its results, and how tests read what is shown."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel

from tests.desktop.rest import come_to_rest
from tests.desktop.views_help import at_work
from tests.report.scored import JUDGE, scored_project
from xpert_studio.desktop.pages.results.section import place_at
from xpert_studio.desktop.widgets.blocks_view import Footnotes
from xpert_studio.report.results import EVERYTHING


@pytest.fixture
def project(tmp_path):
    made = scored_project(tmp_path / "scored.xpert")
    yield made
    made.close()


@pytest.fixture
def at_results(qtbot, project):
    """``with at_results(tab, **where) as (window, page)``: a lead looks at results."""
    from contextlib import contextmanager

    @contextmanager
    def look(tab="leaderboard", *, judge=JUDGE, scope=EVERYTHING, **where):
        with at_work(qtbot, project, "lena", place_at(tab, judge, scope, where)) as window:
            window.resize(1900, 900)  # room for every column
            catch_up(qtbot, window)
            yield window, window.page("results")

    return look


def catch_up(qtbot, window):
    """Waits until timers of typing and drawing have gone off, and what they fetched is there."""
    come_to_rest(window.session.bridge, soon_ms=400)


def offers(page):
    """The entries of the menu that shares what is shown, once it is opened."""
    menu = page.head.share.menu()
    menu.aboutToShow.emit()
    return menu.actions()


def words(view):
    """What a grid shows, row by row."""
    grid = view.grid
    cells = [
        [grid.cell(row, column) for column in range(grid.columnCount())]
        for row in range(grid.rowCount())
    ]
    return [[cell.text if cell else None for cell in row] for row in cells]


def texts(section):
    """What a part that shows sections says in sentences, notes and beside charts among them."""
    notes = [one.rest.text() for one in section.blocks.shown if isinstance(one, Footnotes)]
    charts = [card.reading.text() for card in section.blocks.charts]
    said = [one.text() for one in section.blocks.shown if isinstance(one, QLabel)]
    return "\n".join([*said, *charts, *notes])


def menu_at(view, row=0):
    """The entries of the menu that the menu key opens at a row, by their words."""
    view.go_to(row)
    view.setFocus()
    at = view.inputMethodQuery(Qt.InputMethodQuery.ImCursorRectangle).center()
    pressed = QContextMenuEvent(
        QContextMenuEvent.Reason.Keyboard, at, view.viewport().mapToGlobal(at)
    )
    QApplication.sendEvent(view, pressed)
    menu = QApplication.activePopupWidget()
    return menu, {one.text(): one for one in menu.actions() if one.text()}


def pick(section, name, value):
    """Chooses another entry of a list, as a person does."""
    made = section.asked.pickers[name]
    made.setCurrentIndex(made.findData(value))
    made.activated.emit(made.currentIndex())


def place_of(view, name):
    """The number of a column, by its key or its head."""
    return next(n for n, one in enumerate(view.grid.columns) if name in {one.key, one.head})


def column(view, name):
    place = place_of(view, name)
    return [row[place] for row in words(view)]


def above(texts):
    """Values without the intervals below them."""
    return [text.partition("\n")[0] for text in texts]


def click_cell(view, row, name):
    index = view.grid.index(row, place_of(view, name))
    view.scrollTo(index)
    QTest.mouseClick(
        view.viewport(), Qt.MouseButton.LeftButton, pos=view.visualRect(index).center()
    )


def click_head(view, name):
    place = place_of(view, name)
    middle = view.head.sectionViewportPosition(place) + view.head.sectionSize(place) // 2
    view.scrollTo(view.grid.index(0, place))
    middle = view.head.sectionViewportPosition(place) + view.head.sectionSize(place) // 2
    pos = view.head.viewport().rect().center()
    pos.setX(middle)
    QTest.mouseClick(view.head.viewport(), Qt.MouseButton.LeftButton, pos=pos)


def named(part):
    """Where a part of the page is, for ``at_results``."""
    tabs = {"leaderboard": "leaderboard", "two": "compare"}
    shows = {"two": "pair", "heatmap": "heatmap", "spreads": "spreads", "tasks": "tasks"}
    return {"tab": tabs.get(part, "explore")} | ({"show": shows[part]} if part in shows else {})
