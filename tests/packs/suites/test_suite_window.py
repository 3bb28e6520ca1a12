"""Suites in the window: among the boards, each of the four by a choice, charts and tables real."""

from __future__ import annotations

from tests.desktop.test_boards_page import said
from tests.desktop.test_results_page import (  # noqa: F401 - fixtures
    at_results,
    catch_up,
    project,
    words,
)
from tests.packs.suites.histories import evaluation, keep
from xpert_studio.core.store import tasks


def evaluated(opened):
    """Three evaluations over the tasks of a project, the last one with a change."""
    with opened.reading() as tx:
        names = [task.id for task in tasks.all_tasks(tx)]
    keep(
        opened,
        [
            evaluation({name: n < right for n, name in enumerate(names)}, day)
            for day, right in enumerate((len(names), len(names), 2))
        ],
    )


def test_suites_are_boards_of_the_window(at_results, project, qtbot):  # noqa: F811
    evaluated(project)
    with at_results("boards", by="more") as (window, page):
        section = page.section("boards")
        named = [section.option.itemText(n) for n in range(section.option.count())]
        assert named[:4] == ["Suites over time", "Systems on suites", "Capabilities", "Frontier"]
        assert "regressed, 0 improved" in said(section)
        assert section.shown.charts and section.shown.charts[0].isVisibleTo(section)
        section.option.setCurrentIndex(1)
        section.option.activated.emit(1)
        catch_up(qtbot, window)
        assert words(section.shown.tables[0])[0][0] == "agent"
        section.option.setCurrentIndex(3)
        section.option.activated.emit(3)
        catch_up(qtbot, window)
        assert "solves" in said(section)


def test_without_evaluations_the_window_says_so(at_results):  # noqa: F811
    with at_results("boards", by="more") as (_, page):
        assert "suite define" in said(page.section("boards")), "what is missing is named"
