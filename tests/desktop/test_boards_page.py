"""Boards in the window: by level, efficiency, recipe and domain; excluding; room at every size."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel

from tests.desktop.results_help import (  # noqa: F401 - fixtures
    at_results,
    catch_up,
    column,
    menu_at,
    pick,
    project,
    words,
)
from tests.desktop.views_help import footnotes, table_of
from tests.report.scored import JUDGE, NOW
from xpert_studio.core.records import Difficulty, Recipe, Response, Task
from xpert_studio.core.store import entities
from xpert_studio.core.workflow import CommandContext, choose_recipe
from xpert_studio.desktop.pages.results.section import read_where
from xpert_studio.desktop.places import Place
from xpert_studio.desktop.widgets.asking import ActionDialog

LEVELS = (Difficulty.BASIC, Difficulty.MEDIUM, Difficulty.HARD)


@pytest.fixture
def levelled(project):  # noqa: F811
    """Two tasks a level, tokens, latency and cost; a figure for every group of one task."""
    with project.writing() as tx:
        info = project.info()
        policies = info.policies.model_copy(update={"fewest_tasks": 1})
        entities.put(tx, info.model_copy(update={"policies": policies}))
        for number, task in enumerate(entities.find_all(tx, Task)):
            entities.put(tx, task.model_copy(update={"difficulty": LEVELS[number % 3]}))
        for number, response in enumerate(entities.find_all(tx, Response)):
            known = {"completion_tokens": 100 + number, "latency_ms": 500.0 + number}
            entities.put(tx, response.model_copy(update=known | {"extra": {"cost": number / 1000}}))
    return project


def said(section):
    """All sentences that a board shows."""
    return "\n".join(one.text() for one in section.blocks.findChildren(QLabel) if one.text())


def board(at_results, kind, **where):  # noqa: F811
    return at_results(show=kind, **where)


def test_systems_by_level_are_sorted_by_each_index_and_open(at_results, levelled, qtbot):  # noqa: F811
    with board(at_results, "levels") as (window, page):
        section = page.seen
        view = section.blocks.tables[0]
        heads = [item.head for item in view.grid.columns]
        assert heads[:5] == ["System", "Basic", "Medium", "Hard", "Ceiling"]
        assert "Overall (professional)" in heads
        assert view.grid.rowCount() == 10
        assert words(view)[0][heads.index("Ceiling")] == "hard"
        pick(section, "sort", "extreme")
        catch_up(qtbot, window)
        shown = [row[heads.index("Extreme")] for row in words(view)]
        known = [float(value) for value in shown if value != "–"]
        assert len(known) == 9, "juno has no hard task left"
        assert shown[-1] == "–"
        assert known == sorted(known, reverse=True)
        assert read_where(window.place.item) == {"show": "levels", "sort": "extreme"}
        first = words(view)[0][0]
        view.setFocus()
        QTest.keyClick(view, Qt.Key.Key_Return)
        catch_up(qtbot, window)
        assert read_where(window.place.item) == {"system": first}


def test_efficiency_has_charts_whose_marks_open_by_keyboard(at_results, levelled, qtbot):  # noqa: F811
    with board(at_results, "efficiency", sort="cost") as (window, page):
        section = page.seen
        assert page.section("leaderboard").against.currentText() == "Cost a task"
        assert page.section("leaderboard").list.currentText() == "Score"
        assert len(section.blocks.charts) == 1, "the scores against cost alone"
        assert [view.isVisibleTo(section) for view in section.blocks.tables] == [True, True]
        assert "Not beaten in both score and cost a task" in said(section)
        assert "No efficiency, cost a point of iris, juno" in said(section)
        assert all(card.isVisibleTo(section) for card in section.blocks.charts)
        chart = section.blocks.charts[0].view
        assert {mark.target[0] for mark in chart.shown.marks} == {"system"}
        chart.setFocus()
        QTest.keyClick(chart, Qt.Key.Key_Right)
        system = chart.mark.target[1]
        QTest.keyClick(chart, Qt.Key.Key_Return)
        catch_up(qtbot, window)
        assert read_where(window.place.item) == {"system": system}


def choose(made, words):
    """Chooses an entry of a list, as a person does."""
    made.setCurrentIndex(made.findText(words))
    made.activated.emit(made.currentIndex())


def test_systems_are_ranked_by_another_figure_and_set_against_cost(at_results, levelled, qtbot):  # noqa: F811
    with at_results() as (window, page):
        tab = page.section("leaderboard")
        words = [tab.list.itemText(n) for n in range(tab.list.count())]
        assert words[:3] == ["Score", "All Essentials met", "Pass rate"]
        assert {"Level index", "Recipe", "Strength in comparisons", "Corrected score"} <= set(words)
        choose(tab.list, "All Essentials met")
        catch_up(qtbot, window)
        table = table_of(page.seen)
        values = [table.grid.cell(row, 2).value for row in range(8)]
        assert values == sorted(values, reverse=True)
        ranks = [int(rank.rstrip(" =")) for rank in column(table, "Rank")[:8]]
        assert ranks == [1 + sum(one > value for one in values) for value in values]
        chart = page.seen.blocks.charts[0]
        assert chart.title.text() == "All Essentials met of the systems with 95 % intervals"
        assert [row[0] for row in chart.view.chart.rows] == [
            name.removesuffix(" (baseline)") for name in column(table, "System")
        ]
        choose(tab.against, "Cost a task")
        catch_up(qtbot, window)
        where = {"show": "efficiency", "sort": "cost"}
        assert read_where(window.place.item) == where
        assert tab.list.currentText() == "Score"
        window.go_back()
        catch_up(qtbot, window)
        assert tab.list.currentText() == "All Essentials met"
        assert tab.against.currentText() == "nothing"


def test_where_nothing_is_known_of_responses_it_is_said(at_results):  # noqa: F811
    with board(at_results, "efficiency", sort="tokens") as (_, page):
        section = page.seen
        assert "the completion tokens of 6 of 6 responses are not known" in said(section)
        assert not any(view.isVisibleTo(section) for view in section.blocks.tables)


def test_the_recipe_is_chosen_and_the_projects_own_comes_first(at_results, levelled, qtbot):  # noqa: F811
    own = Recipe(name="mine", level_index="daily")
    choose_recipe(CommandContext(levelled, "lena", lambda: NOW), own)
    with board(at_results, "recipe") as (window, page):
        section = page.seen
        assert "mine 1" in section.asked.pickers["recipe"].currentText()
        assert "mine 1" in said(section)
        pick(section, "recipe", "weighted_score")
        catch_up(qtbot, window)
        assert "weighted_score 1" in said(section)
        ranks = [row[0] for row in words(section.blocks.tables[0])]
        assert ranks[0] == "1"


def test_profiles_say_what_the_tasks_show(at_results, levelled):  # noqa: F811
    with at_results("explore", show="specialisation") as (_, page):
        section = page.seen
        assert "do not show whether one system leads" in said(section)
        assert [row[0] for row in words(section.blocks.tables[0])] == ["Finance", "Law"]


def test_a_lead_excludes_a_system_with_a_reason_and_includes_it_again(at_results, qtbot):  # noqa: F811
    with at_results() as (window, page):
        section, tab = page.seen, page.section("leaderboard")
        system = column(table_of(section), "System")[0]
        menu, entries = menu_at(table_of(section))
        assert list(entries) == [
            "Open system", "Verdicts", "Compare with",
            "Exclude from this leaderboard…", "Exclude from every leaderboard…", "Copy",
        ]  # fmt: skip
        entries["Exclude from every leaderboard…"].trigger()
        menu.close()
        (dialog,) = window.findChildren(ActionDialog)
        dialog.findChild(type(dialog.focusWidget())).setPlainText("Saw the rubrics.")
        dialog.accept()
        qtbot.waitUntil(lambda: tab.include.isVisible())
        catch_up(qtbot, window)
        assert system not in column(table_of(section), "System")
        assert f"{system} is excluded: Saw the rubrics." in footnotes(section)
        tab.include.menu().aboutToShow.emit()
        tab.include.menu().actions()[0].trigger()
        qtbot.waitUntil(lambda: not tab.include.isVisible())
        catch_up(qtbot, window)
        assert system in column(table_of(section), "System")


def test_a_system_is_compared_from_its_row(at_results, qtbot):  # noqa: F811
    with at_results() as (window, page):
        menu, entries = menu_at(table_of(page.seen))
        other = entries["Compare with"].menu().actions()[0]
        first, second = "halo", other.text()
        other.trigger()
        menu.close()
        catch_up(qtbot, window)
        assert window.place.tab == "compare"
        where = {"show": "pair", "first": first, "second": second}
        assert read_where(window.place.item) == where
        assert page.seen.asked.asked == {"first": first, "second": second}


def test_the_matrix_of_wins_opens_two_systems(at_results, qtbot):  # noqa: F811
    with at_results("compare", show="win-matrix") as (window, page):
        (card,) = page.seen.blocks.charts
        marks = card.view.shown.marks
        assert len(marks) == 90, "ten systems, each against each other"
        assert marks[0].label.startswith("halo, ")
        card.opened.emit(marks[0].target)
        catch_up(qtbot, window)
        assert read_where(window.place.item)["first"] == "halo"


def test_ranks_by_two_recipes_are_joined_by_lines(at_results, levelled, qtbot):  # noqa: F811
    with at_results("compare", show="ranks", before="score", after="level_index") as (_, page):
        (card,) = page.seen.blocks.charts
        names = {row[0] for row in card.view.chart.rows}
        assert "halo" in names
        assert all(row[1] >= 1 and row[2] >= 1 for row in card.view.chart.rows)


def test_places_of_before_still_open(at_results, qtbot):  # noqa: F811
    with at_results() as (window, page):
        for tab, item, title in (
            ("heatmaps", "by=tier", "Heat maps"),
            ("items", "flag=never", "Checkpoints"),
            ("verdicts", "", "Verdicts"),
            ("boards", "by=specialisation", "Strengths"),
        ):
            window.go(Place("results", tab=tab, item=item, judge_id=JUDGE))
            catch_up(qtbot, window)
            assert window.place.tab == "explore"
            assert page.section("explore").list.currentText() == title
        window.go(Place("results", tab="boards", item="by=recipe", judge_id=JUDGE))
        catch_up(qtbot, window)
        assert page.section("leaderboard").list.currentText() == "Recipe"


@pytest.mark.parametrize("width", [860, 1280, 1920])
def test_the_leaderboard_never_scrolls_sideways(at_results, qtbot, width):  # noqa: F811
    with at_results() as (window, page):
        window.resize(width, 720)
        catch_up(qtbot, window)
        table = table_of(page.seen)
        assert not table.horizontalScrollBar().isVisible()
        columns = enumerate(table.grid.columns)
        hidden = {item.head for place, item in columns if table.isColumnHidden(place)}
        assert not {"Rank", "System", "Score", "Tasks"} & hidden


@pytest.mark.parametrize("kind", ["levels", "efficiency", "recipe"])
def test_no_board_scrolls_sideways_in_a_narrow_window(at_results, levelled, qtbot, kind):  # noqa: F811
    with board(at_results, kind) as (window, page):
        window.resize(860, 720)
        catch_up(qtbot, window)
        section = page.seen
        shown = [view for view in section.blocks.tables if view.isVisibleTo(section)]
        assert shown
        assert not any(view.horizontalScrollBar().isVisible() for view in shown)


def test_a_verdict_has_a_menu_too(at_results, qtbot):  # noqa: F811
    with at_results("explore", show="verdicts") as (window, page):
        menu, entries = menu_at(page.seen.table)
        opening = ["Open the verdict", "Open in the rubric", "Open system"]
        assert list(entries) == [*opening, "Dispute…", "Support…"]
        entries["Open in the rubric"].trigger()
        menu.close()
        assert (window.place.page, window.place.tab) == ("task", "rubric")
