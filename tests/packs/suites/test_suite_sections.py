"""Sections over evaluations: trends, boards, capabilities and the frontier, from scripted histories."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.packs.suites.histories import OTHER, START, evaluation, outcomes, paired
from tests.packs.suites.test_comparing import published
from xpert_studio.packs.suites.board import boards_of
from xpert_studio.packs.suites.capabilities import maps_of, spread_of
from xpert_studio.packs.suites.compare import Reason
from xpert_studio.packs.suites.frontier import frontiers_of, growth_of
from xpert_studio.packs.suites.section_board import SUITE_BOARD
from xpert_studio.packs.suites.section_front import SUITE_FRONT, with_fronts
from xpert_studio.packs.suites.section_frontier import FRONTIER, growth_sentence
from xpert_studio.packs.suites.section_heatmap import HEAT_MAP
from xpert_studio.packs.suites.section_trend import TREND
from xpert_studio.packs.suites.trend import trends_of
from xpert_studio.report.blocks import Figure, Note, Table, Text
from xpert_studio.report.charts import Lines, Matrix
from xpert_studio.report.charts.chart import layout

__all__ = ["published"]


def known_history():
    """Of an agent: noise, a regression, its repair, another definition."""
    names = [f"t{n:03}" for n in range(60)]

    def passes(*failed):
        return {name: n not in failed for n, name in enumerate(names)}

    return [
        evaluation(passes(*range(15)), 0),
        evaluation(passes(*range(1, 16)), 7),
        evaluation(passes(*range(1, 31)), 14),
        evaluation(passes(*range(1, 15)), 21),
        evaluation(passes(*range(20)), 28, suite_hash=OTHER, suite_version=2),
        evaluation(passes(*range(19)), 35, suite_hash=OTHER, suite_version=2),
    ]


def blocks_of(section, model, kind):
    return [one for one in section.show(model) if isinstance(one, kind)]


def test_a_known_regression_and_its_repair_are_the_only_changes_beyond_noise():
    (trend,) = trends_of(known_history())
    assert [one.after.id for one in trend.beyond_noise] == ["e21", "e14"]
    assert [one.is_regression for one in trend.beyond_noise] == [False, True]
    assert [(one.id, reasons) for one, reasons in trend.redefined] == [("e28", (Reason.SUITE,))]


def test_the_chart_breaks_at_a_definition_and_writes_changes_beyond_noise():
    figure, *_ = blocks_of(TREND, trends_of(known_history()), Figure)
    chart = figure.chart
    assert isinstance(chart, Lines)
    (series,) = chart.items
    assert series.breaks == {4}
    assert [item.note for item in series.items] == ["", "", "−25", "+27", "", ""]
    assert [round(item.value) for item in series.items] == [75, 75, 50, 77, 67, 68]
    assert chart.marks == [("version 2", 3.5)]
    drawn = layout(chart, 800)
    words = [shape.text for shape in drawn.shapes if hasattr(shape, "text")]
    assert {"version 2", "−25", "+27", "agent"} <= set(words)
    lines = [shape for shape in drawn.shapes if getattr(shape, "width", 0) == 2.0]
    assert len(lines) == 2, "two runs with a break between"


def test_the_first_sentence_says_how_it_stands_and_notes_say_what_was_changed():
    found = trends_of(known_history()[:3])
    (first, *_) = blocks_of(TREND, found, Text)
    assert first.text.startswith("agent, 2026-03-16: 50 % pass (30 of 60). Pass rate −25.0 points")
    assert "Beyond noise" in first.text
    (note,) = blocks_of(TREND, trends_of(known_history()), Note)
    assert "the suite was defined anew (version 1, now 2)" in note.text


def test_one_evaluation_has_no_chart_and_evaluations_of_one_day_share_a_column():
    assert not blocks_of(TREND, trends_of(known_history()[:1]), Figure)
    pair = [evaluation(outcomes(9), 0), evaluation(outcomes(9), 0, system="rival", evaluation="r")]
    (figure,) = blocks_of(TREND, trends_of(pair), Figure)
    assert figure.chart.names == (START.date().isoformat(),)
    assert [len(one.items) for one in figure.chart.items] == [1, 1]


def test_p_values_are_corrected_over_all_suites_of_the_page():
    one, two = paired(20, 6, 0)
    alone = trends_of([one, two])
    assert len(alone[0].beyond_noise) == 1
    others = [evaluation(outcomes(9), day, suite="other", evaluation=f"o{day}") for day in range(3)]
    both = trends_of(sorted([one, two, *others], key=lambda each: (each.at, each.id)))
    assert [len(trend.beyond_noise) for trend in both] == [0, 0]


def test_the_board_has_systems_of_one_definition_and_says_who_is_behind():
    known = [
        evaluation(outcomes(10, 20), 0, system="old", suite_hash=OTHER),
        evaluation(outcomes(28, 2), 1, system="best", seconds=9.0, cost=0.3),
        evaluation(outcomes(27, 3), 2, system="near", seconds=2.0, cost=0.4),
        evaluation(outcomes(12, 18), 3, system="far", seconds=3.0),
    ]
    (board,) = boards_of(known)
    rows = [(row.evaluation.first.system, row.is_current) for row in board.rows]
    assert rows == [("best", True), ("near", True), ("far", True), ("old", False)]
    behind = {row.evaluation.first.system: row.behind for row in board.rows}
    assert behind["near"].is_regression is False
    assert behind["far"].is_regression is True
    assert behind["best"] is behind["old"] is None
    assert board.fronts == {"seconds": ("e2", "e1"), "cost": ("e1",), "tokens": ()}
    said = blocks_of(SUITE_BOARD, (board,), Text)[0].text
    assert said == "best has the highest pass rate (93 %); not told apart from it: near."
    (table,) = blocks_of(SUITE_BOARD, (board,), Table)
    assert [row.apart for row in table.rows] == [False, False, False, True]
    assert table.rows[0].cells[1:3] == (28, 30)
    assert table.rows[0].opens == ("evaluation", "e1")
    (figure,) = blocks_of(SUITE_BOARD, (board,), Figure)
    assert [(one.note, one.hollow) for one in figure.chart.items] == [
        ("", False), ("within noise", False), ("beyond noise", False), ("not comparable", True),
    ]  # fmt: skip
    found = with_fronts((board,))
    fronts = blocks_of(SUITE_FRONT, found, Figure)
    assert [one.chart.x_axis for one in fronts] == ["Mean time (s)", "Mean cost (USD)"]
    assert [(one.label, one.is_front, one.target) for one in fronts[1].chart.items] == [
        ("best", True, ("evaluation", "e1")), ("near", False, ("evaluation", "e2")),
    ]  # fmt: skip
    said = [one.text for one in blocks_of(SUITE_FRONT, found, Text)]
    assert said[0] == "Mean time (s): no other system beats near, best in both."
    assert with_fronts(boards_of(known[:1])) is None


def test_the_published_heat_map_comes_out(published):
    source = published["capability_heatmap"]
    for name, values in source["percent"].items():
        assert round(100 * spread_of(value / 100 for value in values)) == source["spread"][name]
    by_width = sorted(source["spread"], key=lambda name: -source["spread"][name])
    assert [source["spread"][name] for name in by_width] == list(source["spread"].values())


def test_the_published_cells_come_out_of_evaluations(published):
    """Capabilities of 100 tasks, of which as many pass as the source has per cent."""
    source = published["capability_heatmap"]
    known = []
    for n, model in enumerate(source["models"]):
        passes, shows = {}, {}
        for place, (name, values) in enumerate(source["percent"].items()):
            for task in range(100):
                passes[f"c{place}-{task}"] = task < values[n]
                shows[f"c{place}-{task}"] = (name,)
        known.append(evaluation(passes, n, system=model, capabilities=shows))
    (found,) = maps_of(known)
    assert {row.name: round(100 * row.spread) for row in found.rows} == source["spread"]
    places = [source["models"].index(one.first.system) for one in found.systems]
    for row in found.rows:
        shown = [round(100 * cell.value) for cell in row.cells]
        assert shown == [source["percent"][row.name][place] for place in places]
    widest = [row.spread for row in found.rows]
    assert widest == sorted(widest, reverse=True)


def test_cells_under_five_tasks_are_hatched_and_each_says_its_number():
    shows = {name: ("Few",) if n < 4 else ("Enough",) for n, name in enumerate(outcomes(9))}
    known = [
        evaluation(outcomes(9), 0, capabilities=shows),
        evaluation(outcomes(2, 7), 1, system="rival", capabilities=shows),
    ]
    (figure,) = blocks_of(HEAT_MAP, maps_of(known), Figure)
    assert isinstance(figure.chart, Matrix)
    fields = dict(zip(figure.chart.row_names, figure.chart.items, strict=True))
    assert {field.stressed for field in fields["Few (spread 50)"]} == {True}
    assert {field.stressed for field in fields["Enough (spread 100)"]} == {False}
    assert [field.lines for field in fields["Few (spread 50)"]] == [("100", "n 4"), ("50", "n 4")]


def test_the_frontier_has_the_tasks_that_the_best_seldom_solves():
    known = [
        evaluation({"a": (True,) * 4, "b": (False,) * 4, "c": (True, False, False, False)}, 0),
        evaluation({"a": (False,) * 4, "b": (True,) + (False,) * 3, "c": (False,) * 4}, 1,
                   system="rival"),
    ]  # fmt: skip
    (found,) = frontiers_of(known)
    assert found.best.first.system == "agent"
    assert [one.task for one in found.tasks] == ["b", "c"]
    (table,) = blocks_of(FRONTIER, (found,), Table)
    assert [row.cells[1:3] for row in table.rows] == [(0, 4), (1, 4)]
    assert "it needs 4 more evaluations, 7 more clusters" in growth_sentence(found.growth)


def growing(releases, tasks=20, pace=2):
    """Releases a month apart, each of which solves so many tasks more."""
    return [
        evaluation(outcomes(pace * n, tasks - pace * n), 30 * n) for n in range(1, releases + 1)
    ]


def test_growth_is_fitted_from_five_releases_and_ten_clusters():
    assert growth_of(growing(4)).slope is None
    assert growth_of(growing(5, tasks=9, pace=1)).slope is None
    found = growth_of(growing(5))
    assert found.slope == pytest.approx(0.1)  # 2 of 20 tasks a month
    low, high = found.interval
    assert low < 0.1 < high
    assert "+10.0 points in 30 days" in growth_sentence(found)
    flat = growth_of([evaluation(outcomes(10, 10), 30 * n) for n in range(6)])
    assert (flat.slope, flat.interval) == (0.0, None)


@given(st.integers(5, 8), st.integers(1, 2), st.integers(16, 30))
def test_growth_is_the_slope_of_the_shares(releases, pace, tasks):
    known = growing(releases, tasks, pace)
    found = growth_of(known)
    days = [one.at.timestamp() / 86_400 / 30 for one in known]
    assert found.slope == pytest.approx(np.polyfit(days, [s.value for s in found.shares], 1)[0])


def test_changes_beyond_noise_are_said_in_points_not_in_per_cent():
    found = list(TREND.show(trends_of(known_history())))
    (table,) = [
        one
        for one in found
        if isinstance(one, Table) and "Change, points" in [column.heading for column in one.columns]
    ]
    place = [column.heading for column in table.columns].index("Change, points")
    assert sorted(row.cells[place] for row in table.rows) == pytest.approx([-25, 100 * 16 / 60])
    low, high = table.rows[0].cells[place + 1]
    assert low < table.rows[0].cells[place] < high


def test_no_capability_is_called_the_widest_where_several_are():
    def board(right):
        shows = {f"{name}{n}": (name,) for name in "ab" for n in range(8)}
        return [
            evaluation(dict.fromkeys(shows, True), 0, system="one", capabilities=shows),
            evaluation(
                {task: int(task[1:]) < right[task[0]] for task in shows},
                1,
                system="two",
                capabilities=shows,
            ),
        ]

    def said(right):
        found = HEAT_MAP.show(maps_of(board(right)))
        return [block.text for block in found if isinstance(block, Text)]

    assert said({"a": 4, "b": 2}) == ["Systems lie farthest apart in b: 75 points over 8 tasks."]
    assert said({"a": 4, "b": 4}) == []


def test_the_best_cases_of_a_test_are_shown_where_it_was_used():
    def titles(**other):
        now = [evaluation({f"t{n}": n < 6 - day for n in range(9)}, day, **other) for day in (0, 1)]
        found = TREND.show(trends_of(now))
        return [one.columns[-1].heading for one in found if isinstance(one, Table)]

    assert "Best-case p" in titles()
    assert "Best-case p" not in titles(families={f"t{n}": f"f{n // 2}" for n in range(9)})
