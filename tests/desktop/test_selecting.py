"""What the program selects does not depend on the keys that are held meanwhile."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QStringListModel, Qt
from PySide6.QtGui import QGuiApplication, QStandardItemModel
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractItemView, QListView, QTableView

from tests.desktop.hands import Hands
from tests.report.graded_project import graded_project
from xpert_studio.desktop.widgets.selecting import select_only

HELD = (Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier)


@pytest.mark.parametrize("held", HELD, ids=str)
def test_one_row_is_selected_whatever_is_held(qtbot, held: Qt.KeyboardModifier) -> None:
    view = QTableView()
    qtbot.addWidget(view)
    view.setModel(QStandardItemModel(6, 3, view))
    view.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
    view.selectRow(0)
    QTest.keyClick(view, Qt.Key.Key_F5, held)
    assert QGuiApplication.keyboardModifiers() == held
    for row in (4, 2, 2):
        select_only(view, view.model().index(row, 1))
        assert [index.row() for index in view.selectionModel().selectedRows()] == [row]
        assert view.currentIndex() == view.model().index(row, 1)


def test_a_single_entry_is_selected_whatever_is_held(qtbot) -> None:
    view = QListView()
    qtbot.addWidget(view)
    view.setModel(QStringListModel(["a", "b", "c"], view))
    QTest.keyClick(view, Qt.Key.Key_F5, Qt.KeyboardModifier.ControlModifier)
    for row in (2, 1, 1):
        select_only(view, view.model().index(row, 0))
        assert [index.row() for index in view.selectedIndexes()] == [row]


def test_the_table_of_groups_goes_to_one_of_them_while_ctrl_is_held(hands: Hands, tmp_path) -> None:
    path = tmp_path / "graded.xpert"
    graded_project(path, mixed=False, scales=1, minimum=False).close()
    hands.open(path, "lena")
    hands.go("alignment", tab="overview")
    hands.key("Ctrl+F9")
    part = hands.page.tabs.overview
    for row in (2, 1, 1):
        part.ranking.go_to(row)
        hands.settle()
        assert part.ranking.chosen == [row]
        group = part._groups[row - 1]
        assert getattr(part.wanted, group.by) == group.name
