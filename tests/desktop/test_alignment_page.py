"""The page on alignment: what it says, whom it says it to, and that every mark opens its cases."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QItemSelectionModel, Qt
from PySide6.QtTest import QAbstractItemModelTester, QTest

from tests.desktop.aligned import aligned_project
from tests.desktop.alignment_help import chart_of, responses, scored_once, server
from tests.desktop.hands import Hands
from tests.desktop.leases import MODELS, scored
from tests.desktop.test_alignment_story import click_mark
from tests.loopback import LoopbackServer
from tests.workflow.studio import Studio
from xpert_studio.core.records import JudgeMode
from xpert_studio.core.workflow import set_baseline, set_policies
from xpert_studio.desktop.widgets.grid_view import GridView
from xpert_studio.report.charts import chart_svg
from xpert_studio.report.sections.one_judge import GROUPED

__all__ = ["responses", "scored_once", "server"]


def test_the_page_opens_on_the_scores_by_both_and_on_what_reading_nothing_reaches(
    hands: Hands, studio: Studio, responses: list[str]
) -> None:
    hands.open(studio.project.path, "lena")
    hands.go("alignment")
    page = hands.page
    assert page.tabs.name == "summary"
    (findings,) = page.look.judges
    found = findings.alignment
    scores, _, floors = page.tabs.summary.blocks.charts
    assert len(scores.view.chart.items) == len(responses)
    reached = {one.knows: one.values["accuracy"] for one in found.floors}
    own = found.criterion["accuracy"]
    wanted = {
        "This judge": own.value,
        "Knows checkpoints and systems": reached["checkpoints_and_systems"],
        "Knows the checkpoints": reached["checkpoints"],
        "Says the same of all": own.floor,
    }
    shown = {one.label: (one.value, one.hollow) for one in floors.view.chart.items}
    assert shown == {
        name: (100 * value, name != "This judge")
        for name, value in wanted.items()
        if value is not None
    }
    click_mark(floors.view, "This judge")
    hands.settle()
    counts = found.criterion.facts
    assert page.tabs.overview.model.rowCount() == counts["fp"] + counts["fn"]


def test_every_mark_of_every_chart_opens_as_many_cases_as_it_says(
    hands: Hands, studio: Studio, responses: list[str]
) -> None:
    hands.open(studio.project.path, "lena")
    hands.go("alignment", tab="figures")
    page = hands.page
    (findings,) = page.look.judges
    counts = findings.alignment.criterion.facts
    expected = {
        ("confusion", "Experts: met, Judge: met"): counts["tp"],
        ("confusion", "Experts: not met, Judge: met"): counts["fp"],
        ("order", "All: same order"): findings.alignment.rank.facts["agree"],
        ("order", "All: tied"): findings.alignment.rank.n
        - findings.alignment.rank.facts["agree"]
        - findings.alignment.rank.facts["disagree"],
        ("kappa", "All"): counts["fp"] + counts["fn"],
        ("leniency", "Important"): counts["fp"],
    }
    for (name, label), count in expected.items():
        is_pairs = name == "order"
        tab = "figures"
        hands.go("alignment", tab=tab)
        click_mark(chart_of(page, name).view, label)
        hands.settle()
        assert page.stack.currentWidget() is (page.pairs if is_pairs else page.figures), label
        shown = page.pairs if is_pairs else page.tabs.overview
        assert shown.model.rowCount() == count, label
        hands.window.go_back()
        hands.settle()
        assert page.tabs.name == tab
    hands.go("alignment")
    assert page.tabs.name == "figures", "as it was left"
    page.tabs.setCurrentIndex(0)
    hands.settle()
    scores = page.tabs.summary.blocks.charts[0].view
    assert len(scores.shown.marks) == len(responses)
    scores.opened.emit(scores.shown.marks[0].target)
    hands.settle()
    assert page.tabs.overview.model.rowCount() == 4, "the four lines of one response"


def choose(part, name: str, value: str) -> None:
    """As a person does it: another entry of a list."""
    made = part.pickers[name]
    made.setCurrentIndex(made.findData(value))
    made.activated.emit(made.currentIndex())


def test_from_a_figure_to_a_case_in_two_clicks(
    hands: Hands, studio: Studio, responses: list[str]
) -> None:
    hands.open(studio.project.path, "lena")
    hands.go("alignment")
    page = hands.page
    part, counts = page.tabs.overview, page.look.judge.alignment.criterion.facts
    click_mark(chart_of(page, "glance").view, "Leniency")
    hands.settle()
    assert part.model.rowCount() == counts["fp"]
    assert part.said.currentData() == "fp"
    click_row(part.list, 0)
    hands.settle()
    assert page.stack.currentWidget() is page.case
    assert (page.case.view.expert_value, page.case.view.judge_value) == (0, 1)


def click_row(table: GridView, row: int) -> None:
    """Clicks on the first column of a row."""
    place = table.visualRect(table.grid.index(row, 0)).center()
    QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=place)


def test_the_groups_are_ranked_and_filter_the_cases_beside_them(
    hands: Hands, studio: Studio, responses: list[str]
) -> None:
    hands.open(studio.project.path, "lena")
    hands.go("alignment", tab="overview")
    part = hands.page.tabs.overview
    first, second = part._groups[:2]
    assert first.is_weaker
    assert (first.by, first.name) == ("dimension", "Clarity")
    contrasts = [group.contrast.value for group in part._groups if group.contrast]
    assert contrasts == sorted(contrasts) or first.contrast.value > second.contrast.value
    assert part.groups.cell(1, 4).text == "weaker"
    assert not part.ranking.isColumnHidden(4)
    assert not part.model.has_scales
    whole = part.model.rowCount()
    law = next(n for n, group in enumerate(part._groups, 1) if group.by == "system")
    click_row(part.ranking, law)
    hands.settle()
    assert 0 < part.model.rowCount() < whole
    assert "System: " in part.title.text()
    click_row(part.ranking, 0)
    hands.settle()
    assert part.model.rowCount() == whole
    part.ranking.clearSelection()
    for row in (1, law):
        flags = QItemSelectionModel.SelectionFlag
        part.ranking.selectionModel().select(part.groups.index(row, 0), flags.Select | flags.Rows)
    hands.settle()
    assert part.wanted.dimension == "Clarity"
    assert part.wanted.system == part._groups[law - 1].name


def test_the_focus_stays_on_the_page_when_the_window_is_made_anew(
    hands: Hands, studio: Studio, responses: list[str]
) -> None:
    hands.open(studio.project.path, "lena")
    hands.go("alignment", tab="overview")
    assert hands.focus is hands.page.tabs.tabBar()
    hands.app.rebuild()
    hands.settle()
    assert hands.focus is hands.page.tabs.tabBar()


def test_a_pair_opens_the_answers_on_both_responses(
    hands: Hands, studio: Studio, responses: list[str]
) -> None:
    hands.open(studio.project.path, "lena")
    hands.go("alignment", tab="pairs", item="order=agree")
    page = hands.page
    assert page.pairs.model.rowCount() == page.look.judge.alignment.rank.facts["agree"]
    page.pairs.table.setFocus()
    hands.key("Enter")
    hands.settle()
    assert hands.reads("one pair of responses")
    part = page.tabs.overview
    part.said.setCurrentIndex(0)
    part.said.activated.emit(0)
    hands.settle()
    assert part.model.rowCount() == 8
    QAbstractItemModelTester(page.pairs.model)
    QAbstractItemModelTester(part.model)


def test_groups_have_all_figures_and_experts_have_their_cases(
    hands: Hands, studio: Studio, responses: list[str]
) -> None:
    hands.open(studio.project.path, "lena")
    hands.go("alignment", tab="figures")
    groups = hands.page.tabs.figures.parts[1]
    for by, rows in zip(GROUPED, (1, 2, 1, 1, 3), strict=True):
        choose(groups, "by", by)
        hands.settle()
        assert {view.grid.rowCount() for view in groups.blocks.tables} == {rows}, by
        assert chart_of(hands.page, "kappa").view.chart is not None
    choose(groups, "by", "expert")
    hands.settle()
    assert groups.blocks.tables[0].grid.cell(0, 0).text == "Maria"
    hands.go("alignment", tab="cases", item="said=differ&expert=maria")
    assert hands.reads("Where they differ · Expert: Maria")
    assert not hands.page.tabs.overview.acts.isVisible(), "findings are on the majority"


def test_groups_on_few_tasks_are_marked_in_words_and_charts(
    hands: Hands, studio: Studio, responses: list[str]
) -> None:
    set_policies(studio.lena, fewest_tasks=100)
    hands.open(studio.project.path, "lena")
    hands.go("alignment", tab="overview")
    names = [row[0] for row in hands.page.tabs.overview.groups.plain()]
    assert "Law\u00a0† · Domain" in names
    hands.go("alignment", tab="figures")
    groups = hands.page.tabs.figures.parts[1]
    choose(groups, "by", "domain")
    hands.settle()
    assert groups.blocks.tables[0].grid.cell(0, 0).text == "Law\u00a0†"
    for card in groups.blocks.charts:
        assert "† fewer than 100 tasks" in chart_svg(card.view.chart)


def test_a_column_without_a_figure_leaves_its_room_to_the_names(
    hands: Hands, tmp_path: Path
) -> None:
    aligned_project(tmp_path / "few.xpert", tasks=3).close()
    hands.open(tmp_path / "few.xpert", "lena")
    hands.go("alignment", tab="overview")
    part = hands.page.tabs.overview
    assert all(group.contrast is None for group in part._groups)
    assert part.ranking.isColumnHidden(4)


def test_another_judge_is_compared_and_its_answers_open(
    hands: Hands, studio: Studio, server: LoopbackServer, responses: list[str]
) -> None:
    set_baseline(studio.lena, MODELS[0])
    scored(studio, server, mode=JudgeMode.ANCHORED)
    hands.open(studio.project.path, "lena")
    hands.go("alignment")
    look = hands.page.look
    (comparison,) = look.analysis.comparisons
    zero_shot = look.judges[0].judge.id
    hands.go("results", tab="compare", item=f"show=judge-beside-another&judge={zero_shot}")
    hands.settle()
    part = hands.page.seen.asked
    tables = dict(part.blocks.plain())
    rows = tables["Judges compared"][1:]
    assert [row[2] for row in rows] == ["CDR", "κ within", "κ", "Accuracy"]
    for row, test in zip(rows, comparison.tests.values(), strict=True):
        assert row[3:] == [test.value, test.tasks, test.p, test.corrected_p]
    low, high = (f"{end:.2f}".replace("-", "−") for end in comparison.tests["cdr"].interval)
    assert f"{low} to {high}" in part.blocks.tables[0].grid.cell(0, 3).text
    exact = comparison.mcnemar
    ((*_, only_first, only_second, p, corrected),) = tables["Correctness"][1:]
    assert (only_first, only_second) == (exact.only_first, exact.only_second)
    assert p == corrected == exact.p, "only one test is exact, so none is corrected"
    both, alone, _ = (card.view for card in part.blocks.charts)
    assert alone.chart.rows[0][1] == exact.only_first
    assert part.pickers["beside"].count() == 1
    (kappa,) = [row for row in both.chart.rows if row[0] == "κ"]
    judges = [item.alignment.criterion["kappa"].value for item in look.judges]
    assert list(kappa[1:3]) == judges, "zero-shot and anchored as two points"
    choose(part, "judge", look.judges[1].judge.id)
    hands.settle()
    click_mark(part.blocks.charts[1].view, "12")
    hands.settle()
    assert hands.page.tabs.overview.model.rowCount() == 12
    assert hands.reads("is right, this judge is not")
    hands.page.head.judge.setCurrentIndex(1)
    hands.page.head.judge.activated.emit(1)
    hands.settle()
    assert hands.page.look.judge is hands.page.look.judges[1]
    said = hands.page.head.settings.rest.text()
    assert "responses excluded (anchors and near-duplicates)" in said


def test_one_judge_alone_says_how_to_get_another(
    hands: Hands, studio: Studio, responses: list[str]
) -> None:
    hands.open(studio.project.path, "lena")
    hands.go("alignment", tab="compare")
    assert hands.reads("There is only one judge to look at")


def test_scores_that_are_close_are_tied_where_the_lead_says_so(
    hands: Hands, studio: Studio, responses: list[str]
) -> None:
    hands.open(studio.project.path, "lena")
    hands.go("alignment", tab="overview")
    before = hands.page.look.judge.alignment.rank.facts["agree"]
    hands.page.head.tolerance.setValue(50)
    hands.settle()
    rank = hands.page.look.judge.alignment.rank
    assert rank.facts["tie_tolerance"] == 0.5
    assert rank.facts["agree"] < before
    assert hands.page.head.tolerance.value() == 50
