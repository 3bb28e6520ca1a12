"""Figures of graded checkpoints in the window."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QFontMetrics

from tests.desktop.hands import Hands
from tests.report.graded_project import SYSTEMS, graded_project
from xpert_studio.desktop.look import GAP, TIGHT, px
from xpert_studio.desktop.widgets.blocks_view import Footnotes, KeyFigures


@pytest.fixture
def mixed(tmp_path):
    path = tmp_path / "mixed.xpert"
    graded_project(path).close()
    return path


@pytest.fixture
def graded(tmp_path):
    path = tmp_path / "graded.xpert"
    graded_project(path, mixed=False, scales=1, minimum=False).close()
    return path


def shown(hands: Hands) -> list[str]:
    """The figures that are shown at once."""
    hands.go("alignment", tab="summary")
    hands.settle()
    chart = hands.page.tabs.summary.blocks.charts[1].view.chart
    return [row.label for row in chart.items]


def test_alignment_shows_every_scale_apart_and_all_by_score(hands: Hands, mixed) -> None:
    hands.open(mixed, "lena")
    hands.go("alignment", tab="figures")
    figures = hands.page.tabs.figures
    found = hands.page.look.judge.alignment
    rows = {row[0]: row[1:] for row in dict(figures.blocks.plain())["All figures"][1:]}
    for one in found.scales:
        value, floor, n, tasks, _ = rows[f"Mean absolute error ({one.scale})"]
        mae = one.figures["mae"]
        assert (value, floor, n, tasks) == (mae.value, mae.floor, mae.n, 14)
    assert rows["Weighted κ (score, all scales)"]
    notes = figures.parts[0].blocks.shown
    assert any(
        "mean absolute error" in one.rest.text() for one in notes if isinstance(one, Footnotes)
    )
    assert shown(hands) == ["CDR", "κ within checkpoints", "Leniency"]
    said = hands.page.tabs.summary.blocks.shown[-1]
    assert "Graded checkpoints (score, all scales): ICC" in said.rest.text()


def test_figures_at_a_glance_are_of_graded_figures_where_there_are_no_others(
    hands: Hands, graded
) -> None:
    hands.open(graded, "lena")
    hands.go("alignment", tab="figures")
    assert shown(hands) == [
        "CDR",
        "Correlation within checkpoints (0–100)",
        "Bias (0–100)",
    ]
    assert not hands.reads("checkpoints as the experts")


def test_where_it_fails_has_groups_of_graded_figures(hands: Hands, graded, mixed) -> None:
    hands.open(graded, "lena")
    hands.go("alignment", tab="overview")
    part = hands.page.tabs.overview
    assert not part.kinds.isVisible()
    heads, whole, *rows = part.groups.plain()
    assert heads == ["Where", "n", "MAE", "95 % interval", "Bias"]
    scale = hands.page.look.judge.alignment.scales[-1].figures
    assert whole[1:3] == [scale["mae"].n, scale["mae"].value]
    assert {row[0].rsplit(" · ")[-1] for row in rows} >= {"Tier", "Dimension", "Domain", "Task"}
    assert all(row[3].startswith("[") for row in rows if not row[0].endswith("Task"))
    part.ranking.go_to(1)
    hands.settle()
    group = part._groups[0]
    assert getattr(part.wanted, group.by) == group.name
    assert 0 < part.model.rowCount() <= group.figures.n
    hands.open(mixed, "lena")
    hands.go("alignment", tab="overview")
    part = hands.page.tabs.overview
    assert part.groups.plain()[0][2] == "κ"
    part.kinds.setCurrentIndex(1)
    hands.settle()
    assert part.groups.plain()[0][2] == "MAE"
    assert not part.ranking.isColumnHidden(4), "the bias, not what is left out of the other figures"


def test_graded_values_of_a_case_are_whole_in_the_list(hands: Hands, graded) -> None:
    hands.open(graded, "lena")
    hands.go("alignment", tab="overview")
    view = hands.page.tabs.overview.list
    above, high = QFontMetrics(view.font()), view.verticalHeader().defaultSectionSize()
    for key in ("experts", "judge"):
        at = view.column_of(key)
        room = view.columnWidth(at) - 2 * px(GAP) - px(16) - px(6)
        for row in range(view.grid.rowCount()):
            cell = view.grid.cell(row, at)
            value, _, band = cell.text.partition("\n")
            assert " / " in value and band.startswith("("), cell.text
            assert above.horizontalAdvance(value) <= room, cell.text
            assert cell.plain == cell.hint == f"{value} {band}"
    assert high >= 2 * above.height() + 2 * px(TIGHT), "both lines have room"


def test_two_judges_are_compared_by_graded_figures(hands: Hands, mixed) -> None:
    hands.open(mixed, "lena")
    hands.go("alignment", tab="compare")
    hands.settle()
    rows = dict(hands.page.seen.blocks.plain())["Judges compared"][1:]
    graded = {row[2]: row[3] for row in rows if row[2].endswith(" (score, all scales)")}
    assert len(graded) == 3
    assert graded["MAE (score, all scales)"] > 0


def test_agreement_of_experts_has_a_table_of_scales(hands: Hands, mixed, graded) -> None:
    hands.open(mixed, "lena")
    hands.go("agreement")
    tables = dict(hands.page.blocks.plain())
    rows = tables["Experts, graded"][1:]
    assert [row[0] for row in rows] == ["0–100", "1–5", "score, all scales"]
    assert {"By pair", "By part"} <= tables.keys()
    hands.open(graded, "lena")
    hands.go("agreement")
    assert "Experts, graded" in dict(hands.page.blocks.plain())
    assert not {"By pair", "By part"} & dict(hands.page.blocks.plain()).keys()
    assert not any(isinstance(one, KeyFigures) for one in hands.page.blocks.shown)


def test_results_show_pass_rates_and_means(hands: Hands, mixed, graded) -> None:
    hands.open(mixed, "lena")
    hands.go("results", judge_id="judge-a")
    hands.settle()
    heads, *rows = hands.page.seen.blocks.tables[0].plain()
    assert len(rows) == len(SYSTEMS)
    assert all(0 <= row[heads.index("Pass rate")] <= 1 for row in rows)
    hands.go("results", tab="explore", item="show=items")
    hands.settle()
    grid = hands.page.seen.blocks.tables[0].grid
    place = [column.head for column in grid.columns].index("Met")
    assert "Mean score" in grid.cell(0, place).hint
    hands.open(graded, "lena")
    hands.go("results")
    hands.settle()
    table = hands.page.seen.blocks.tables[0]
    assert "Pass rate" not in table.plain()[0]
