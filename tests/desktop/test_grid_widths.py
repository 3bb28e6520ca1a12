"""Columns of grids: no figure is cut, and a sentence among them takes no more than its room."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QFontMetrics
from PySide6.QtTest import QTest

from xpert_studio.desktop.look import px
from xpert_studio.desktop.widgets.grid import Figures, words
from xpert_studio.desktop.widgets.grid_view import GridView, in_lines
from xpert_studio.desktop.widgets.report_tables import TableView
from xpert_studio.report.blocks import Column, Row, Table


@pytest.mark.parametrize("figure", ["1 of 3", "28,560 of 228,816"])
def test_a_column_has_room_for_its_longest_figure(qtbot, figure: str) -> None:
    grid = Figures(["Where", "Differ"], 1, widths=(90, 60))
    view = GridView(grid, "Groups", stretched="0")
    qtbot.addWidget(view)
    view.resize(600, 300)
    grid.show_cells([[words("All"), words("0 of 1")], [words("Law"), words(figure)]])
    assert view.columnWidth(1) >= QFontMetrics(view.font()).horizontalAdvance(figure)


def test_a_sentence_among_figures_leaves_room_for_the_others(qtbot) -> None:
    grid = Figures(["Where", "Note"], 1, widths=(90, 60))
    view = GridView(grid, "Groups", stretched="0")
    qtbot.addWidget(view)
    grid.show_cells([[words("All"), words("The judge rated none of these tasks. " * 9)]])
    assert view.columnWidth(1) < px(220)


def test_a_column_that_is_left_out_makes_the_head_no_higher(qtbot) -> None:
    views = []
    for heads in (["Where", "Differ"], ["Where", "Differ", "A long name of several words"]):
        grid = Figures(heads, 1, widths=(90, 60, 60)[: len(heads)])
        view = GridView(grid, "Groups", stretched="0")
        qtbot.addWidget(view)
        grid.show_cells([[words("All") for _ in heads]])
        views.append(view)
    without, left_out = views
    assert left_out.head.sizeHint().height() > without.head.sizeHint().height()
    left_out.hideColumn(2)
    assert left_out.head.sizeHint().height() == without.head.sizeHint().height()


def test_a_scroll_bar_that_comes_while_columns_get_their_widths_cuts_none(
    qtbot, monkeypatch: pytest.MonkeyPatch
) -> None:
    grid = Figures(["Where", "Differ"], 1, widths=(90, 60))
    view = GridView(grid, "Groups", stretched="0")
    qtbot.addWidget(view)
    grid.show_cells([[words("All"), words("1 of 3")]])
    view.resize(500, 200)
    view.show()
    give = view.setColumnWidth

    def with_a_bar(place: int, width: int) -> None:
        view.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        give(place, width)

    monkeypatch.setattr(view, "setColumnWidth", with_a_bar)
    view.resize(494, 200)
    QTest.qWait(20)
    assert view.horizontalScrollBar().maximum() == 0


def test_short_texts_of_a_report_are_whole_and_long_ones_share_the_rest(qtbot) -> None:
    heads = ("Date", "Long", "Longer", "Branch")
    long = "errors of three judges on two hundred checkpoints, each with its reason"
    table = Table(
        tuple(Column(head) for head in heads), (Row(("2026-05-11 09:30", long, 2 * long, "main")),)
    )
    view = TableView("Evaluations")
    qtbot.addWidget(view)
    view.resize(700, 200)
    view.show_table(table)
    view.show()
    widths = [view.columnWidth(n) for n in range(4)]
    assert widths[0] >= QFontMetrics(view.font()).horizontalAdvance("2026-05-11 09:30")
    assert abs(widths[1] - widths[2]) <= 1, widths
    assert widths[1] > widths[0] > widths[3], widths


@pytest.mark.parametrize(
    "text", ["errors against gold, within checkpoints", "与金标准的分歧，在检查点之内"]
)
def test_a_text_takes_the_lines_that_a_row_has_before_it_is_cut(qtbot, text: str) -> None:
    font = QFont()
    whole = QFontMetrics(font).horizontalAdvance(text)
    room = whole * 2 // 3
    one, two = in_lines(text, font, room, 1), in_lines(text, font, room, 2)
    assert one.endswith("…") and "\n" not in one
    assert two.count("\n") == 1 and two.replace("\n", "").replace(" ", "") == text.replace(" ", "")
    assert all(QFontMetrics(font).horizontalAdvance(line) <= room for line in two.split("\n"))
    assert in_lines(text, font, whole // 4, 2).endswith("…"), "what is left over is not lost"
    assert in_lines(text, font, whole + 1, 2) == text
