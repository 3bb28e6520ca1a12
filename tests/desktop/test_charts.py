"""Charts in the window: every mark opens its cases, by mouse and by keys, and each can be saved."""

from __future__ import annotations

import csv
from xml.etree import ElementTree as ET

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest

from xpert_studio.core.errors import UsageError
from xpert_studio.desktop.widgets.chart_view import ChartView
from xpert_studio.report.charts import (
    Bar,
    Counted,
    Dumbbell,
    Estimate,
    Field,
    Part,
    Point,
    Shares,
    Spread,
    bar_chart,
    box_chart,
    confusion_chart,
    density_chart,
    dumbbell_chart,
    forest_chart,
    heat_chart,
    save_chart,
    scatter_chart,
    shares_chart,
)

CHARTS = {
    "forest": lambda: forest_chart(
        [
            Estimate("诊断推理", 40, 30, 50, target=("dimension", "诊断推理")),
            Estimate("$a$ and $b$", 70, 60, 75, hollow=True, target=("dimension", "b")),
        ],
        axis="Score", limits=(0, 100), description="Scores",
    ),
    "shares": lambda: shares_chart(
        [Shares("one", Part(0.6, ("a",)), Part(0.3, ("b",)), Part(0.1, ("c",)), "CDR 0.50")],
        description="Pairs",
    ),
    "heat": lambda: heat_chart(
        ["s1", "s2"], ["Clinical safety", "法律"], [[0.2, 0.9], [None, 0.5]],
        target=lambda row, column: (str(row), str(column)), description="Shares",
    ),
    "bars": lambda: bar_chart(
        [Bar("more", 4, target=("x",)), Bar("less", -2, stressed=True, target=("y",))],
        axis="Leniency", description="Leniency",
    ),
    "boxes": lambda: box_chart(
        [Spread("m", 10, 20, 30, 60, 90, 12, target=("m",))], axis="Score", description="Spread"
    ),
    "dumbbells": lambda: dumbbell_chart(
        [Dumbbell("t1", 40, 60, target=("t1",))], names=("A", "B"), axis="Score", description="Two"
    ),
    "confusion": lambda: confusion_chart(
        ((Counted(40, ("tp",)), Counted(10, ("fn",))), (Counted(5, ("fp",)), Counted(0, ("tn",)))),
        rows=("Experts: met", "专家：未满足"), columns=("Judge: met", "Judge: not met"),
        heads=("Experts", "met", "not met"), description="Confusion",
    ),
    "density": lambda: density_chart(
        [Field(0, 0, 3, ("a",)), Field(90, 40, 1, ("b",))], size=10, x_axis="Experts",
        y_axis="Judge", heads=("Experts from", "Judge from", "Responses"), description="Scores",
    ),
    "scatter": lambda: scatter_chart(
        [Point("r1", 10, 90, target=("r1",)), Point("r2", 50, 50, target=("r2",))],
        x_axis="Experts", y_axis="Judge", description="Scores of responses",
    ),
}  # fmt: skip


@pytest.fixture
def view(qtbot):
    made = ChartView()
    qtbot.addWidget(made)
    made.resize(700, 300)
    made.show()
    return made


@pytest.mark.parametrize("name", CHARTS)
def test_a_click_in_the_middle_of_any_mark_opens_what_it_stands_for(view, name):
    chart = CHARTS[name]()
    opened = []
    view.opened.connect(opened.append)
    view.show_chart(chart)
    for mark in chart.marks:
        scale = min(view.width() / chart.width, 1.7)
        middle = QPoint(
            round((mark.x + mark.width / 2) * scale), round((mark.y + mark.height / 2) * scale)
        )
        QTest.mouseClick(view, Qt.MouseButton.LeftButton, pos=middle)
    assert opened == [mark.target for mark in chart.marks]
    assert chart.marks


@pytest.mark.parametrize("name", CHARTS)
def test_marks_lie_inside_the_drawing_and_say_what_they_are(name):
    chart = CHARTS[name]()
    for mark in chart.marks:
        assert mark.label
        assert mark.x >= -6
        assert mark.y >= -6
        assert mark.x + mark.width <= chart.width + 6
        assert mark.y + mark.height <= chart.height + 6


def test_keys_walk_over_the_marks_and_open_them(view):
    opened = []
    view.opened.connect(opened.append)
    view.show_chart(CHARTS["shares"]())
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Right, Qt.Key.Key_Return, Qt.Key.Key_Up):
        QTest.keyClick(view, key)
    assert view.accessibleDescription() == "one: same order 60 %"
    QTest.keyClick(view, Qt.Key.Key_Space)
    assert opened == [("b",), ("a",)]


def test_the_drawing_shows_its_colours_in_the_window(view):
    view.show_chart(CHARTS["bars"]())
    picture = view.grab().toImage()
    colours = {picture.pixelColor(x, y).name() for x in range(0, 700, 3) for y in range(0, 120, 3)}
    assert len(colours) > 3


@pytest.mark.parametrize("name", CHARTS)
def test_a_chart_is_saved_as_drawing_picture_and_figures(tmp_path, name):
    chart = CHARTS[name]()
    for ending in (".svg", ".png", ".csv"):
        save_chart(chart, tmp_path / f"chart{ending}")
    drawing = (tmp_path / "chart.svg").read_text(encoding="utf-8")
    assert ET.fromstring(drawing.encode()).get("width", "").endswith("pt")
    assert "var(--" not in drawing
    picture = QImage(str(tmp_path / "chart.png"))
    assert picture.width() > 3 * chart.width - 10
    assert picture.pixelColor(0, 0).getRgb() == (255, 255, 255, 255)  # white, not see-through
    with (tmp_path / "chart.csv").open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.reader(file))
    assert len(rows) == 1 + len(chart.rows)
    assert rows[0] == list(chart.heads)


def test_names_of_systems_are_no_formulas_in_the_figures(tmp_path):
    chart = bar_chart([Bar("=1+1", 1)], axis="n", description="d")
    save_chart(chart, tmp_path / "c.csv")
    assert "'=1+1" in (tmp_path / "c.csv").read_text(encoding="utf-8-sig")


def test_another_ending_is_refused_and_nothing_written(tmp_path):
    with pytest.raises(UsageError, match="cannot be written"):
        save_chart(CHARTS["bars"](), tmp_path / "chart.pdf")
    assert not list(tmp_path.iterdir())


def test_a_name_with_control_characters_leaves_a_drawing_that_opens(tmp_path):
    chart = bar_chart(
        [Bar("\x1b[31mred \x07&<b>", 4, target=("x",))], axis="A", description="Of \x1b and \uffff"
    )
    save_chart(chart, tmp_path / "a.svg")
    texts = [text for text in ET.parse(tmp_path / "a.svg").getroot().itertext() if "red" in text]
    assert texts == ["\ufffd[31mred \ufffd&<b>"]
