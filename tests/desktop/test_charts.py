"""Charts in the window: every mark opens its cases, by mouse and by keys, and each can be saved."""

from __future__ import annotations

import csv
from math import ceil
from xml.etree import ElementTree as ET

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest

from tests.charts.samples import samples
from xpert_studio.core.errors import UsageError
from xpert_studio.desktop.widgets.chart_view import ChartView
from xpert_studio.report.charts import Bar, Bars, save_chart
from xpert_studio.report.charts.shapes import Text

CHARTS = samples()


@pytest.fixture
def view(qtbot):
    made = ChartView()
    qtbot.addWidget(made)
    made.resize(700, 300)
    made.show()
    return made


@pytest.mark.parametrize("name", CHARTS)
def test_a_click_in_the_middle_of_any_mark_opens_what_it_stands_for(view, name):
    opened = []
    view.opened.connect(opened.append)
    view.show_chart(CHARTS[name])
    marks = [mark for n, mark in enumerate(view.shown.marks) if not covered(view.shown.marks, n)]
    for mark in marks:
        middle = view.place_of(mark).center().toPoint()
        QTest.mouseClick(view, Qt.MouseButton.LeftButton, pos=middle)
    assert opened == [mark.target for mark in marks if mark.target]
    assert marks


def covered(marks, place) -> bool:
    """Whether another mark has its middle as near to that of this one as a click may miss it."""
    own = marks[place]
    return any(
        abs(own.x + own.width / 2 - one.x - one.width / 2) < 2
        and abs(own.y + own.height / 2 - one.y - one.height / 2) < 2
        for n, one in enumerate(marks)
        if n != place
    )


def test_keys_walk_over_the_marks_and_open_them(view):
    opened = []
    view.opened.connect(opened.append)
    view.show_chart(CHARTS["Stacks"])
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Right, Qt.Key.Key_Return, Qt.Key.Key_Up):
        QTest.keyClick(view, key)
    assert view.accessibleName() == "Pairs"
    assert view.accessibleDescription() == "aurora-4-large: same order 90 %"
    QTest.keyClick(view, Qt.Key.Key_Space)
    assert opened == [("aurora-4-large", "c"), ("aurora-4-large", "a")]


def test_a_wider_view_lays_the_chart_out_anew_with_letters_of_the_same_size(view):
    view.show_chart(CHARTS["Dots"])
    narrow = view.shown
    view.resize(900, 300)
    wide = view.shown
    assert (narrow.width, wide.width) == (688, 888)
    assert {shape.size for shape in narrow.shapes if isinstance(shape, Text)} == {
        shape.size for shape in wide.shapes if isinstance(shape, Text)
    }
    assert view.height() == ceil(wide.height + 12)


def test_the_picture_is_as_sharp_as_the_screen(view, monkeypatch):
    view.show_chart(CHARTS["Dots"])
    monkeypatch.setattr(view, "devicePixelRatioF", lambda: 2.0)
    assert view._painted().width() == 2 * view.width()


def test_the_drawing_shows_its_colours_in_the_window(view):
    view.show_chart(CHARTS["Bars"])
    picture = view.grab().toImage()
    colours = {picture.pixelColor(x, y).name() for x in range(0, 700, 3) for y in range(0, 120, 3)}
    assert len(colours) > 3


@pytest.mark.parametrize("name", CHARTS)
def test_a_chart_is_saved_as_drawing_picture_and_figures(tmp_path, name):
    chart = CHARTS[name]
    for ending in (".svg", ".png", ".csv"):
        save_chart(chart, tmp_path / f"chart{ending}")
    drawing = (tmp_path / "chart.svg").read_text(encoding="utf-8")
    assert float(ET.fromstring(drawing.encode()).get("width", "")) > 800
    assert "var(--" not in drawing
    picture = QImage(str(tmp_path / "chart.png"))
    assert picture.width() == 3 * 800
    assert picture.pixelColor(0, 0).getRgb() == (255, 255, 255, 255)  # white, not see-through
    with (tmp_path / "chart.csv").open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.reader(file))
    assert len(rows) == 1 + len(chart.rows)
    assert rows[0] == list(chart.heads)


def test_names_of_systems_are_no_formulas_in_the_figures(tmp_path):
    chart = Bars([Bar("=1+1", 1)], axis="n", description="d")
    save_chart(chart, tmp_path / "c.csv")
    assert "'=1+1" in (tmp_path / "c.csv").read_text(encoding="utf-8-sig")


def test_another_ending_is_refused_and_nothing_written(tmp_path):
    with pytest.raises(UsageError, match="cannot be written"):
        save_chart(CHARTS["Bars"], tmp_path / "chart.pdf")
    assert not list(tmp_path.iterdir())
