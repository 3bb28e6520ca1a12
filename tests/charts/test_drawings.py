"""Drawings are sound XML whatever names hold, and say what they show."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given

from tests.charts.samples import samples
from tests.charts.test_layouts import names
from xpert_studio.report.charts import Bar, Bars, Dots, Estimate, chart_svg, layout

KNOWN = samples()
GOLDEN = Path(__file__).parent / "dots.svg"
SPACE = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("name", KNOWN)
def test_a_drawing_is_sound_and_says_what_it_shows_to_those_who_cannot_see_it(name):
    chart = KNOWN[name]
    svg = chart_svg(chart)
    root = ET.fromstring(svg)
    assert root.get("role") == "img"
    assert root.get("aria-label") == chart.description
    assert root.get("width") is None, "as wide as the page has it"
    assert "var(--soft)" in svg
    assert "#" not in re.sub(r"&#\d+;", "", svg), "no colour of its own"
    said = [title.text for title in root.iter(f"{SPACE}title")]
    assert said == [mark.label for mark in layout(chart, 736).marks]


@given(names)
def test_no_name_is_markup_and_none_breaks_the_drawing(name):
    for chart in samples([name, "b", name], axis=name).values():
        root = ET.fromstring(chart_svg(chart))
        known = {"svg", "path", "rect", "circle", "polygon", "text", "title"}
        assert {element.tag.removeprefix(SPACE) for element in root.iter()} <= known


def test_a_name_is_said_as_it_is():
    chart = Bars([Bar("<script>$x$ & \x1b[31m\nend", 4)], axis="A", description='Of "all" \x07')
    root = ET.fromstring(chart_svg(chart))
    texts = [element.text for element in root.iter(f"{SPACE}text")]
    assert "<script>$x$ & \ufffd[31m end" in texts
    assert root.get("aria-label") == 'Of "all" \ufffd'


def test_a_small_drawing_is_what_it_was():
    chart = Dots(
        [Estimate("aurora", 72.5, 68, 77, note="†"), Estimate("诊断 <b>", 41, hollow=True)],
        axis="Score, %", limits=(0, 100), marks=(("floor", 20),), ties=((0, 1),), form=".1f",
        title="Scores", description="Scores of two systems",
    )  # fmt: skip
    svg = chart_svg(chart, 420).replace("><", ">\n<") + "\n"
    assert svg == GOLDEN.read_text(encoding="utf-8")
