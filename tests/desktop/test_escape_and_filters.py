"""Esc leaves what was opened from elsewhere; filters lead into their lists."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.desktop.aligned import aligned_project
from tests.desktop.hands import Hands
from tests.workflow.studio import Studio
from xpert_studio.desktop.places import Place, verdict_place


def test_esc_leaves_a_case_for_the_list_it_was_opened_from(hands: Hands, tmp_path: Path) -> None:
    path = tmp_path / "aligned.xpert"
    aligned_project(path, 20).close()
    hands.open(path, "lena")
    hands.go("alignment", tab="queue")
    hands.page.tabs.overview.list.setFocus()
    hands.key("Enter")
    hands.settle()
    hands.key("J")
    hands.settle()
    assert hands.page.case.isVisible()
    hands.key("Escape")
    hands.settle()
    assert not hands.page.case.isVisible()
    assert hands.page.tabs.overview.isVisible()
    hands.key("Escape")
    hands.settle()
    assert hands.window.place.page == "alignment", "a place of the rail is not left"


def test_esc_leaves_a_verdict_and_a_response_for_where_they_were_opened(
    hands: Hands, studio: Studio
) -> None:
    first, second = studio.answered(models=("aurora", "borealis"))
    for response_id in (first, second):
        studio.judged(response_id)
        studio.scored(response_id)
    hands.open(studio.project.path, "lena")
    hands.go("results")
    hands.window.go(verdict_place("t1", first))
    hands.settle()
    hands.window.go(verdict_place("t1", second))
    hands.settle()
    hands.key("Escape")
    hands.settle()
    assert hands.window.place.page == "results", "not the verdict before"
    hands.window.go(Place("task", task_id="t1", tab="responses", item=first))
    hands.settle()
    hands.key("Escape")
    hands.settle()
    assert hands.window.place.page == "results"
    hands.go("task", task_id="t1", tab="rubric")
    hands.key("Escape")
    hands.settle()
    assert hands.window.place.tab == "rubric", "where one writes is not left by Esc"


@pytest.mark.parametrize("page", ["people", "history", "tasks"])
def test_down_and_enter_lead_from_a_filter_into_its_list(
    hands: Hands, studio: Studio, page: str
) -> None:
    studio.rubric("t1", lines=2)
    studio.rubric("t2", lines=2)
    hands.open(studio.project.path, "lena")
    for key in ("Down", "Enter"):
        hands.go(page)
        words = hands.page.filters.words if page == "tasks" else _words(hands)
        words.setFocus()
        hands.key(key)
        hands.settle()
        found = hands.focus
        assert found is not words
        assert found.currentIndex().isValid()
        row = found.currentIndex().row()
        hands.key("Down")
        assert found.currentIndex().row() == min(row + 1, found.model().rowCount() - 1)


def _words(hands: Hands):
    from PySide6.QtWidgets import QLineEdit

    fields = [one for one in hands.page.findChildren(QLineEdit) if one.isVisible()]
    return next(one for one in fields if "ilter" in one.placeholderText())


def test_a_task_is_opened_from_its_filter_by_keys(hands: Hands, studio: Studio) -> None:
    studio.rubric("t1", lines=2)
    studio.rubric("t2", lines=2)
    hands.open(studio.project.path, "lena")
    hands.go("tasks")
    hands.page.filters.words.setFocus()
    hands.key("Down")
    hands.key("Enter")
    hands.settle()
    assert hands.window.place.page == "task"
