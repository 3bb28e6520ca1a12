"""Boards in the window: by level, efficiency, recipe and domain; excluding; room at every size."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel

from tests.desktop.test_results_page import (  # noqa: F401 - fixtures
    at_results,
    catch_up,
    column,
    project,
    words,
)
from tests.desktop.views_help import footnotes, table_of
from tests.report.scored import NOW
from xpert_studio.core.records import Difficulty, Recipe, Response, Task
from xpert_studio.core.store import entities
from xpert_studio.core.workflow import CommandContext, choose_recipe
from xpert_studio.desktop.pages.results.section import read_where
from xpert_studio.desktop.pages.results.words import boards
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
    return "\n".join(one.text() for one in section.shown.findChildren(QLabel) if one.text())


def board(at_results, kind):  # noqa: F811
    return at_results("boards", by=kind)


def test_systems_by_level_are_sorted_by_each_index_and_open(at_results, levelled, qtbot):  # noqa: F811
    with board(at_results, "levels") as (window, page):
        section = page.section("boards")
        view = section.shown.tables[0]
        heads = [item.head for item in view.grid.columns]
        assert heads[:5] == ["System", "Basic", "Medium", "Hard", "Ceiling"]
        assert "Overall (professional)" in heads
        assert view.grid.rowCount() == 10
        assert words(view)[0][heads.index("Ceiling")] == "hard"
        section.option.setCurrentIndex(section.option.findData("extreme"))
        section.option.activated.emit(section.option.currentIndex())
        catch_up(qtbot, window)
        shown = [row[heads.index("Extreme")] for row in words(view)]
        known = [float(value) for value in shown if value != "–"]
        assert len(known) == 9, "juno has no hard task left"
        assert shown[-1] == "–"
        assert known == sorted(known, reverse=True)
        assert read_where(window.place.item) == {"by": "levels", "option": "extreme"}
        first = words(view)[0][0]
        view.setFocus()
        QTest.keyClick(view, Qt.Key.Key_Return)
        catch_up(qtbot, window)
        assert read_where(window.place.item) == {"system": first}


def test_efficiency_has_charts_whose_marks_open_by_keyboard(at_results, levelled, qtbot):  # noqa: F811
    with board(at_results, "efficiency") as (window, page):
        section = page.section("boards")
        assert [view.isVisibleTo(section) for view in section.shown.tables] == [True, True]
        assert "Not beaten in both score and cost a task" in said(section)
        assert "No efficiency, cost a point of iris, juno" in said(section)
        assert all(card.isVisibleTo(section) for card in section.shown.charts)
        chart = section.shown.charts[0].view
        assert {mark.target[0] for mark in chart.shown.marks} == {"system"}
        chart.setFocus()
        QTest.keyClick(chart, Qt.Key.Key_Right)
        system = chart.mark.target[1]
        QTest.keyClick(chart, Qt.Key.Key_Return)
        catch_up(qtbot, window)
        assert read_where(window.place.item) == {"system": system}


def test_the_boards_are_turned_to_from_the_ranking_and_back(at_results, qtbot):  # noqa: F811
    with at_results() as (window, page):
        ranking = page.section("leaderboard")
        ranking.kinds.setCurrentIndex([*boards()].index("efficiency"))
        catch_up(qtbot, window)
        assert (window.place.tab, read_where(window.place.item)) == ("boards", {"by": "efficiency"})
        section = page.section("boards")
        assert section.isVisible() and section.kind == "efficiency"
        section.kinds.setCurrentIndex(0)
        catch_up(qtbot, window)
        assert window.place.tab == "leaderboard"
        assert ranking.isVisible() and ranking.kinds.currentIndex() == 0


def test_where_nothing_is_known_of_responses_it_is_said(at_results):  # noqa: F811
    with board(at_results, "efficiency") as (_, page):
        section = page.section("boards")
        assert "the completion tokens of 6 of 6 responses are not known" in said(section)
        assert not any(view.isVisibleTo(section) for view in section.shown.tables)


def test_the_recipe_is_chosen_and_the_projects_own_comes_first(at_results, levelled, qtbot):  # noqa: F811
    own = Recipe(name="mine", level_index="daily")
    choose_recipe(CommandContext(levelled, "lena", lambda: NOW), own)
    with board(at_results, "recipe") as (window, page):
        section = page.section("boards")
        assert "mine 1" in section.option.currentText()
        assert "mine 1" in said(section)
        section.option.setCurrentIndex(section.option.findData("weighted_score"))
        section.option.activated.emit(section.option.currentIndex())
        catch_up(qtbot, window)
        assert "weighted_score 1" in said(section)
        ranks = [row[0] for row in words(section.shown.tables[0])]
        assert ranks[0] == "1"


def test_profiles_say_what_the_tasks_show(at_results, levelled):  # noqa: F811
    with board(at_results, "specialisation") as (_, page):
        section = page.section("boards")
        assert "do not show whether one system leads" in said(section)
        assert [row[0] for row in words(section.shown.tables[0])] == ["Finance", "Law"]


def test_a_lead_excludes_a_system_with_a_reason_and_includes_it_again(at_results, qtbot):  # noqa: F811
    with at_results() as (window, page):
        section = page.section("leaderboard")
        table_of(section).go_to(0)
        system = column(table_of(section), "System")[0]
        section.exclude.menu().aboutToShow.emit()
        of_one, of_all = section.exclude.menu().actions()
        assert of_one.text() == f"{system} from this leaderboard…"
        of_all.trigger()
        (dialog,) = window.findChildren(ActionDialog)
        dialog.findChild(type(dialog.focusWidget())).setPlainText("Saw the rubrics.")
        dialog.accept()
        qtbot.waitUntil(lambda: section.include.isVisible())
        catch_up(qtbot, window)
        assert system not in column(table_of(section), "System")
        assert f"{system} is excluded: Saw the rubrics." in footnotes(section)
        section.include.menu().aboutToShow.emit()
        section.include.menu().actions()[0].trigger()
        qtbot.waitUntil(lambda: not section.include.isVisible())
        catch_up(qtbot, window)
        assert system in column(table_of(section), "System")


@pytest.mark.parametrize("width", [860, 1280, 1920])
def test_the_leaderboard_never_scrolls_sideways(at_results, qtbot, width):  # noqa: F811
    with at_results() as (window, page):
        window.resize(width, 720)
        catch_up(qtbot, window)
        table = table_of(page.section("leaderboard"))
        assert not table.horizontalScrollBar().isVisible()
        columns = enumerate(table.grid.columns)
        hidden = {item.head for place, item in columns if table.isColumnHidden(place)}
        assert not {"Rank", "System", "Score", "Tasks"} & hidden


@pytest.mark.parametrize("kind", ["levels", "efficiency", "recipe", "specialisation"])
def test_no_board_scrolls_sideways_in_a_narrow_window(at_results, levelled, qtbot, kind):  # noqa: F811
    with board(at_results, kind) as (window, page):
        window.resize(860, 720)
        catch_up(qtbot, window)
        section = page.section("boards")
        shown = [view for view in section.shown.tables if view.isVisibleTo(section)]
        assert shown
        assert not any(view.horizontalScrollBar().isVisible() for view in shown)
