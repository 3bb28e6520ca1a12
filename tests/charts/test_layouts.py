"""What holds of every layout: values lie where they belong, texts are inside and never on each other."""

from __future__ import annotations

from itertools import combinations, pairwise
from math import isfinite

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.charts.samples import NAMES, samples
from xpert_studio.report.charts import (
    KINDS,
    Bar,
    Bars,
    Boxes,
    Dots,
    Estimate,
    Front,
    FrontPoint,
    Lines,
    Pairs,
    Point,
    Scatter,
    Series,
    Spread,
    layout,
)
from xpert_studio.report.charts.letters import fitted, measured, wrapped
from xpert_studio.report.charts.plane import apart
from xpert_studio.report.charts.scales import AxisScale, ends
from xpert_studio.report.charts.shapes import Circle, DrawnLine, Rect, Role, Text

KNOWN = samples()
finite = st.floats(allow_nan=False, allow_infinity=False)
usual = st.floats(-1e6, 1e6)
names = st.one_of(
    st.text(max_size=90),
    st.sampled_from(["<script>alert(1)</script>", "$x$", "a\x00b\x1b[31m", "诊断推理" * 30, "W" * 300, ""]),
)  # fmt: skip


def box(text: Text) -> tuple[float, float, float, float]:
    """Where a text is: left, above, right, below."""
    wide = measured(text.text, text.size, text.bold)
    if text.upright:
        return text.x - 0.86 * text.size, text.y - wide, text.x + 0.14 * text.size, text.y
    left = text.x - wide * {"start": 0, "middle": 0.5, "end": 1}[text.anchor]
    return left, text.y - 0.86 * text.size, left + wide, text.y + 0.14 * text.size


def check(drawn) -> None:
    """Texts are whole, inside the drawing, and on no other; marks are where the drawing is."""
    texts = [shape for shape in drawn.shapes if isinstance(shape, Text)]
    boxes = [box(text) for text in texts]
    for text, (left, above, right, below) in zip(texts, boxes, strict=True):
        assert left >= -1, text
        assert right <= drawn.width + 1, text
        assert above >= -1, text
        assert below <= drawn.height + 1, text
    placed = sorted(zip(boxes, texts, strict=True), key=lambda one: one[0][1])
    for n, ((a, b, c, d), one) in enumerate(placed):
        for (left, above, right, _), other in placed[n + 1 :]:
            if above >= d - 0.5:
                break
            assert left >= c - 0.5 or right <= a + 0.5 or above >= d - 0.5, (one, other, b)
    for mark in drawn.marks:
        assert isfinite(mark.x + mark.y + mark.width + mark.height)
        assert mark.x + mark.width >= 0 <= mark.y + mark.height
        assert mark.x <= drawn.width
        assert mark.y <= drawn.height


@pytest.mark.parametrize("width", [200, 420, 736, 1400])
@pytest.mark.parametrize("name", KNOWN)
def test_every_kind_fits_at_every_width(name, width):
    drawn = layout(KNOWN[name], width)
    check(drawn)
    assert drawn.width == max(width, 260)
    assert drawn.marks
    assert all(mark.label for mark in drawn.marks)
    assert layout(KNOWN[name], width) == drawn, "the same for the same"


def test_the_samples_have_every_kind():
    assert {type(chart) for chart in KNOWN.values()} == set(KINDS)


@given(
    st.lists(st.tuples(names, usual), min_size=1, max_size=60),
    st.floats(260, 1000),
)
@example([("", 0.0)], 260.0)
@example([("word " * 40, -1.0), ("x", 1e6)], 300.0)
def test_texts_meet_for_no_names_and_values(rows, width):
    made = samples([name for name, _ in rows], [value for _, value in rows], axis=rows[0][0])
    for chart in made.values():
        check(layout(chart, width))


@given(st.lists(st.tuples(finite, finite, finite), min_size=1, max_size=12))
def test_the_most_extreme_values_stay_in_the_drawing(values):
    estimates = [Estimate(str(n), b, *sorted((a, c))) for n, (a, b, c) in enumerate(values)]
    spreads = [
        Spread(str(n), *sorted((*three, three[0], three[1])), 5) for n, three in enumerate(values)
    ]
    fronts = [FrontPoint(str(n), abs(a), b, (), c, c, True) for n, (a, b, c) in enumerate(values)]
    for chart in (
        Dots(estimates, axis="a", description="d"),
        Bars([Bar(str(a), b) for a, b, _ in values], axis="a", description="d"),
        Boxes(spreads, axis="a", description="d"),
        Front(fronts, x_axis="x", y_axis="y", heads=("",) * 6, description="d"),
    ):
        check(layout(chart, 600))


@given(st.lists(usual, min_size=2, max_size=30), st.floats(300, 1000))
def test_dots_and_bars_lie_where_their_values_are(values, width):
    low, high = ends(values, from_zero=True)
    dots = layout(
        Dots([Estimate("n", v) for v in values], axis="a", limits=(low, high), description="d"),
        width,
    )
    places = [shape.x for shape in dots.shapes if isinstance(shape, Circle)]
    bars = layout(
        Bars([Bar("n", v, " ") for v in values], axis="a", limits=(low, high), description="d"),
        width,
    )
    lengths = [one.width for one in bars.shapes if isinstance(one, Rect) and one.fill is Role.FIRST]
    span = max(values) - min(values)
    for (a, b), (x, y) in zip(pairwise(values), pairwise(places), strict=True):
        assert (a < b) == (x < y) or abs(x - y) < 0.01
    if span > 1e-3:
        rate = (max(places) - min(places)) / span
        for value, place in zip(values, places, strict=True):
            assert place - min(places) == pytest.approx(rate * (value - min(values)), abs=0.01)
        bar_rate = max(lengths) / max(map(abs, values))
        for value, length in zip(values, lengths, strict=True):
            assert length == pytest.approx(bar_rate * abs(value), abs=0.01)


@given(st.floats(0.001, 1e5), st.floats(1.01, 1e6))
def test_an_axis_is_logarithmic_beyond_a_ratio_of_twenty(least, ratio):
    points = [
        FrontPoint(str(n), x, 50) for n, x in enumerate((least, least * ratio**0.5, least * ratio))
    ]
    drawn = layout(Front(points, x_axis="x", y_axis="y", heads=("",) * 6, description="d"), 700)
    x, y, z = (shape.x for shape in drawn.shapes if isinstance(shape, Circle))
    if ratio > 20:
        assert y - x == pytest.approx(z - y, abs=0.5)
    elif ratio > 1.1:
        assert (y - x) / (z - y) == pytest.approx((ratio**0.5 - 1) / (ratio - ratio**0.5), rel=0.01)


def test_the_diagonal_of_a_scatter_has_equal_values_on_it():
    drawn = layout(Scatter([Point("p", 37, 37)], x_axis="x", y_axis="y", description="d"), 600)
    (point,) = (shape for shape in drawn.shapes if isinstance(shape, Circle))
    ((start, end),) = next(
        one.runs for one in drawn.shapes if isinstance(one, DrawnLine) and one.dashed
    )
    share = (point.x - start[0]) / (end[0] - start[0])
    assert share == pytest.approx(0.37)
    assert point.y == pytest.approx(start[1] + share * (end[1] - start[1]))


def test_pairs_have_a_hollow_circle_and_a_full_square_so_that_colour_is_not_needed():
    drawn = layout(KNOWN["Pairs"], 700)
    circles = [one for one in drawn.shapes if isinstance(one, Circle)]
    squares = [one for one in drawn.shapes if isinstance(one, Rect)]
    assert len(circles) == len(squares) == len(NAMES) + 1, "and one of each in the legend"
    assert {one.fill for one in circles} == {Role.PAPER}
    assert {one.fill for one in squares} == {Role.SECOND}


def test_what_is_stressed_is_hatched():
    chart = Bars([Bar("a", 5), Bar("b", -5, stressed=True)], axis="x", description="d")
    hatches = [
        one
        for one in layout(chart, 500).shapes
        if isinstance(one, DrawnLine) and one.role is Role.PAPER
    ]
    (bar,) = [
        one
        for one in layout(chart, 500).shapes
        if isinstance(one, Rect) and one.fill is Role.SECOND
    ]
    ((places),) = ([place for run in hatches[0].runs for place in run],)
    assert len(hatches) == 1
    for x, y in places:
        assert bar.x - 0.01 <= x <= bar.x + bar.width + 0.01
        assert bar.y - 0.01 <= y <= bar.y + bar.height + 0.01


def test_brackets_of_ties_go_over_their_rows_and_share_no_lane_where_they_overlap():
    items = [Estimate(f"s{n}", 90 - n) for n in range(6)]
    chart = Dots(items, axis="x", limits=(0, 100), ties=((0, 2), (2, 3), (4, 5)), description="d")
    drawn = layout(chart, 600)
    brackets = [
        one.runs[0] for one in drawn.shapes if isinstance(one, DrawnLine) and len(one.runs[0]) == 4
    ]
    heights = [shape.y for shape in drawn.shapes if isinstance(shape, Circle)]
    for run, (first, last) in zip(brackets, chart.ties, strict=True):
        inside = [n for n, y in enumerate(heights) if run[0][1] < y < run[2][1]]
        assert inside == list(range(first, last + 1))
    assert brackets[0][1][0] != brackets[1][1][0]
    assert brackets[0][1][0] == brackets[2][1][0]


@given(finite, finite, st.integers(1, 12), st.booleans())
def test_ticks_are_round_inside_and_not_too_many(a, b, most, is_log):
    low, high = sorted((a, b))
    if is_log:
        low, high = sorted(max(abs(n), 1e-300) for n in (low, high))
        high = min(max(high, 1.2 * low), 1.7e308)
    low, high = (low, high) if low < high else ends([low])
    ticks = AxisScale(low, high, 0, 100, is_log).ticks(most)
    assert 1 <= len(ticks) <= most + 2
    assert len({text for _, text in ticks}) == len(ticks)
    slack = (high / 2 - low / 2) * 1e-6
    assert all(low - slack <= value <= high + slack for value, _ in ticks)


def test_ticks_of_a_hundred_are_in_words_of_their_step():
    assert [text for _, text in AxisScale(0, 100, 0, 1).ticks(5)] == [
        "0",
        "20",
        "40",
        "60",
        "80",
        "100",
    ]
    assert [text for _, text in AxisScale(-0.05, 1, 0, 1).ticks(5)] == [
        "0",
        "0.25",
        "0.50",
        "0.75",
        "1.00",
    ]
    assert [text for _, text in AxisScale(-30, 30, 0, 1).ticks(3)] == ["−20", "0", "20"]
    assert [text for _, text in AxisScale(0.001, 1, 0, 1, is_log=True).ticks(4)] == [
        "0.001",
        "0.01",
        "0.1",
        "1",
    ]


@given(names, st.floats(20, 400))
def test_a_fitted_text_fits_and_keeps_both_ends(text, room):
    said = fitted(text, room, 12, measured)
    assert measured(said, 12) <= room
    if len(said) > 8 and "…" in said and "…" not in text and len(text) < 400:
        assert said[0] == text.lstrip()[:1] or not text[0].isprintable() or text[0].isspace()
    for line in wrapped(text, room, 12, measured, 2):
        assert measured(line, 12) <= room
    assert len(wrapped(text, room, 12, measured, 2)) <= 2


@given(st.lists(st.floats(0, 500), max_size=30), st.floats(1, 40))
def test_names_that_are_moved_apart_keep_their_order_and_their_room(heights, gap):
    placed = apart(heights, gap, 0, 500)
    room = min(gap, 500 / max(len(heights) - 1, 1))
    assert all(-0.01 <= y <= 500.01 for y in placed)
    for (a, x), (b, y) in combinations(zip(heights, placed, strict=True), 2):
        assert abs(x - y) >= room - 0.01
        assert a == b or (a < b) == (x < y)
    if all(abs(a - b) >= gap for a, b in combinations(heights, 2)):
        assert placed == pytest.approx(heights)


def test_no_letter_of_the_tests_font_is_wider_than_the_table(tmp_path):
    from fontTools.ttLib import TTFont

    from tests.built import built
    from tests.fonts import _make
    from xpert_studio.report.charts.letters import _widths

    font = TTFont(built("fonts", _make).files / "DejaVuSans.ttf")
    glyphs, widths, em = font.getBestCmap(), font["hmtx"], font["head"].unitsPerEm
    for letter, width in _widths().items():
        assert widths[glyphs[ord(letter)]][0] / em <= width + 1e-9, letter


def test_pairs_without_any_row_are_an_empty_frame():
    check(layout(Pairs([], ("a", "b"), axis="x", description="d"), 500))


@pytest.mark.parametrize("width", [500, 1100])
def test_the_name_of_each_line_has_its_sign_beside_it(width: int) -> None:
    """Lines that end at the same height are told apart by more than the order of their names."""
    names = ["Orders", "Length", "Data", "Tone"]
    same = [Estimate("a", 50.0), Estimate("b", 87.5)]
    drawn = layout(
        Lines([Series(n, same) for n in names], (0.0, 1.0), ("a", "b"), "%", description="d"), width
    )
    named = [shape for shape in drawn.shapes if isinstance(shape, Text) and shape.text in names]
    assert len(named) == len(names)
    for text in named:
        above, below = text.y - text.size, text.y
        beside = [
            x
            for shape in drawn.shapes
            if not isinstance(shape, Text)
            for x, y in _points_of(shape)
            if text.x - 14 <= x <= text.x and above <= y <= below
        ]
        assert beside, text


def _points_of(shape: object) -> list[tuple[float, float]]:
    if isinstance(shape, Circle):
        return [(shape.x, shape.y)]
    if isinstance(shape, Rect):
        return [(shape.x + shape.width / 2, shape.y + shape.height / 2)]
    return [tuple(place) for place in getattr(shape, "places", ())]
